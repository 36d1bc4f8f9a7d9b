"""Animals from the side with two to four legs, as hasty hands draw them. They face right."""

# ruff: noqa: RUF005, a place plus a list is a sum of arrays

import numpy as np

from benchmarks.synthetic.quick.shapes import (
    Floats,
    Random,
    bowed,
    box,
    chance,
    lobe,
    oval,
    sausage,
    soften,
    through,
)


def draw_beast(rng: Random) -> tuple[list[Floats], dict[str, Floats], list[Floats]]:
    """Lines, the places of its head and the tip of its tail, and (3, 2) of each leg: hip, knee and foot."""
    style = str(rng.choice(["shape", "line", "outline"], p=[0.55, 0.22, 0.23]))
    long, thick = rng.uniform(0.7, 1.1), rng.uniform(0.13, 0.5)
    leg = rng.uniform(0.15, 0.65)
    if style == "line":
        thick = 0.0
    radius = rng.uniform(0.09, 0.26)
    rise, neck = np.radians(rng.uniform(-10, 75)), rng.uniform(-0.08, 0.4)
    if chance(rng, 0.12):
        neck, rise = rng.uniform(0.4, 0.9), np.radians(rng.uniform(45, 80))  # a giraffe
    back = leg + thick
    chest = np.array([0.5 * long, leg + 0.75 * thick])
    head = chest + (neck + radius) * np.array([np.cos(rise), np.sin(rise)]) + [0.0, 0.1 * thick]
    rump = np.array([-0.5 * long, leg + 0.7 * thick])
    legs = _legs(long, leg, thick, rng)
    lines: list[Floats] = []
    tail = _tail(rump, rng)
    if style == "outline":
        lines.append(_outline(long, leg, thick, radius, head, chest, rump, legs, rng))
    else:
        if style == "line":
            ends = [rump, chest] if neck < 0.1 or chance(rng, 0.5) else [rump, chest, head]
            lines.append(bowed(ends, rng))
        elif chance(rng, 0.6):
            lines.append(oval([0.0, leg + 0.5 * thick], 0.52 * long, 0.52 * thick, rng))
        else:
            corners = [[-0.5 * long, back], [0.5 * long, back], [0.5 * long, leg], [-0.5 * long, leg]]
            lines.append(box(corners, rng))
        if neck > 0.06:
            inner = head - radius * (head - chest) / max(float(np.linalg.norm(head - chest)), 1e-9)
            apart = 0.4 * radius if chance(rng, 0.6) and style != "line" else 0.0
            for sign in (-1.0, 1.0) if apart else (0.0,):
                way = inner - chest
                aside = sign * apart * np.array([-way[1], way[0]]) / max(float(np.linalg.norm(way)), 1e-9)
                lines.append(bowed([chest + aside, inner + aside], rng))
        lines.append(oval(head, radius * rng.uniform(0.85, 1.5), radius * rng.uniform(0.75, 1.1), rng))
        lines += _leg_lines(legs, thick, rng)
    places = {"head": head}
    if chance(rng, 0.75):
        lines.append(tail)
        away = np.linalg.norm(tail - rump, axis=1)
        places["tail"] = tail[int(away.argmax())]
    lines += _head_lines(head, radius, rng)
    return lines, places, legs


def _legs(long: float, leg: float, thick: float, rng: Random) -> list[Floats]:
    """(3, 2) hip, knee and foot of each, from behind to the front."""
    count = int(rng.choice([2, 3, 4], p=[0.06, 0.06, 0.88]))
    places = [-0.42, -0.24, 0.24, 0.42] if count == 4 else [-0.38, 0.2, 0.38] if count == 3 else [-0.36, 0.36]
    if count == 4 and chance(rng, 0.2):
        places = [-0.4, -0.14, 0.14, 0.4]
    legs, lean = [], rng.choice([0.03, 0.15, 0.3])
    for at in places:
        hip = np.array([at * long + rng.normal(0.0, 0.03), leg + rng.uniform(0.0, 0.2) * thick])
        foot = np.array([hip[0] + rng.normal(0.0, lean) * leg, rng.normal(0.0, 0.03) * leg])
        if lean > 0.2 and chance(rng, 0.15):
            foot[1] += rng.uniform(0.0, 0.3) * leg
        legs.append(np.stack([hip, 0.5 * (hip + foot) + [rng.normal(0.0, 0.06) * leg, 0.0], foot]))
    return legs


def _leg_lines(legs: list[Floats], thick: float, rng: Random) -> list[Floats]:
    style = str(rng.choice(["line", "sausage", "mixed", "pairs"], p=[0.5, 0.28, 0.14, 0.08]))
    radius = rng.uniform(0.02, 0.06)
    if style == "pairs" and len(legs) == 4:
        return [
            np.concatenate([bowed(one[::-1], rng), bowed(other, rng)])
            for one, other in ((legs[0], legs[1]), (legs[2], legs[3]))
        ]
    lines = []
    feet = chance(rng, 0.3)
    for leg in legs:
        if style == "sausage" or (style == "mixed" and chance(rng, 0.5)):
            lines.append(sausage(leg, radius, rng))
        else:
            line = bowed(leg, rng)
            if feet:
                line = np.concatenate([line, through([leg[-1], leg[-1] + [0.06, 0.0]], 6)])
            lines.append(line)
    return lines


def _tail(rump: Floats, rng: Random) -> Floats:
    hang, length = np.radians(rng.uniform(-80, 80)), rng.uniform(0.1, 0.45)
    end = rump + length * np.array([-np.cos(hang), np.sin(hang)])
    if chance(rng, 0.2):
        return lobe(rump, end, 0.3 * length, rng)
    return bowed([rump, 0.5 * (rump + end) + rng.normal(0.0, 0.08, 2) * length, end], rng, 0.2)


def _outline(
    long: float,
    leg: float,
    thick: float,
    radius: float,
    head: Floats,
    chest: Floats,
    rump: Floats,
    legs: list[Floats],
    rng: Random,
) -> Floats:
    """Trunk, legs and often the head as one line, from the rump over the back."""
    half = rng.uniform(0.025, 0.06)
    back = leg + thick
    points = [rump, np.array([-0.4 * long, back]), np.array([0.3 * long, back])]
    way = (head - chest) / max(float(np.linalg.norm(head - chest)), 1e-9)
    start = np.arctan2(way[1], way[0]) + np.pi
    turn = start - np.linspace(0.5, 2.0 * np.pi - 0.5, 16)
    points += list(head + radius * np.stack([1.2 * np.cos(turn), np.sin(turn)], axis=1))
    points.append(np.array([0.5 * long, leg + 0.3 * thick]))
    for each in legs[::-1]:
        aside = np.array([half, 0.0])
        points += [
            each[0] + aside,
            each[1] + aside,
            each[2] + aside,
            each[2] - aside,
            each[1] - aside,
            [each[0][0] - half, leg],
        ]
    points.append(rump)
    line = soften(through(np.array(points), 200), int(rng.integers(0, 10)))
    return line[: 200 - int(rng.integers(0, 6))]


def _head_lines(head: Floats, radius: float, rng: Random) -> list[Floats]:
    lines = []
    if chance(rng, 0.55):
        size = radius * rng.uniform(0.06, 0.2)
        lines.append(oval(head + radius * np.array([rng.uniform(-0.1, 0.4), 0.3]), size, size, rng))
    if chance(rng, 0.3):
        at = head + [0.4 * radius, -0.3 * radius]
        lines.append(bowed([at, at + [0.5 * radius, rng.normal(0.0, 0.15) * radius]], rng, 0.3))
    if chance(rng, 0.6):
        size = radius * rng.uniform(0.4, 1.4)
        for at in (-0.5, 0.2) if chance(rng, 0.7) else (-0.3,):
            root = head + radius * np.array([at, 0.8])
            tip = root + size * np.array([rng.normal(-0.2, 0.3), 1.0])
            if chance(rng, 0.6):
                across = np.array([0.35 * size, 0.0])
                lines.append(bowed([root - across, tip, root + across], rng, 0.02))
            elif chance(rng, 0.5):
                lines.append(lobe(root, tip, 0.35 * size, rng))
            else:
                lines.append(bowed([root, tip], rng))
    if chance(rng, 0.2):  # a snout
        size = radius * rng.uniform(0.4, 0.8)
        lines.append(oval(head + [radius, -0.2 * radius], size, 0.6 * size, rng))
    if chance(rng, 0.08):  # a trunk
        at = head + [radius, -0.2 * radius]
        lines.append(bowed([at, at + [0.5 * radius, -radius], at + [0.3 * radius, -2.4 * radius]], rng))
    return lines
