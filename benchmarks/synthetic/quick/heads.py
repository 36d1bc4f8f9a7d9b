"""Heads of hasty drawings: faces, ears, and heads with their ears in one line."""

# ruff: noqa: RUF005, a place plus a list is a sum of arrays

import numpy as np

from benchmarks.synthetic.quick.shapes import Floats, Random, bowed, chance, lobe, oval, through


def draw_eared(head: Floats, wide: float, tall: float, rng: Random) -> Floats:
    """A head with its ears in one line, which may be open below."""
    gap = rng.uniform(0.0, 0.9) if chance(rng, 0.5) else 0.0
    turn = np.linspace(-0.5 * np.pi + gap, 1.5 * np.pi - gap, 60)
    ear, size, narrow = np.radians(rng.uniform(25, 65)), rng.uniform(0.25, 0.8), rng.uniform(0.12, 0.3)
    bumps = [size * np.exp(-(((turn - at) / narrow) ** 2)) for at in (ear, np.pi - ear)]
    grown = 1.0 + np.sum(bumps, axis=0)
    return head + grown[:, None] * np.stack([wide * np.cos(turn), tall * np.sin(turn)], axis=1)


def draw_face(head: Floats, wide: float, tall: float, rng: Random) -> list[Floats]:
    lines = []
    size = rng.uniform(0.04, 0.2)
    kind = rng.choice(["oval", "dash", "upright"])
    for sign in (-1.0, 1.0):
        at = head + [sign * rng.uniform(0.25, 0.5) * wide, rng.uniform(0.0, 0.45) * tall]
        if kind == "oval":
            lines.append(oval(at, size * wide, size * tall, rng))
        else:
            way = np.array([size * wide, 0.0] if kind == "dash" else [0.0, size * tall])
            lines.append(through([at - way, at + way], 6))
    if chance(rng, 0.75):
        at = np.linspace(-1.0, 1.0, 12)
        curve = rng.normal(0.12, 0.1)
        lines.append(
            head
            + np.stack(
                [rng.uniform(0.2, 0.55) * wide * at, tall * (-rng.uniform(0.25, 0.6) + curve * at**2)], axis=1
            )
        )
    if chance(rng, 0.3):
        lines.append(oval(head - [0.0, rng.uniform(0.0, 0.3) * tall], 0.12 * wide, 0.1 * tall, rng))
    if chance(rng, 0.12):
        lines.append(oval(head - [0.0, 0.35 * tall], 0.45 * wide, 0.4 * tall, rng))
    return lines


def draw_ears(head: Floats, wide: float, tall: float, rng: Random) -> list[Floats]:
    angle, size = np.radians(rng.uniform(5, 72)), rng.uniform(0.2, 0.65)
    pointed, inner = chance(rng, 0.25), chance(rng, 0.2)
    lines = []
    for sign in (-1.0, 1.0):
        way = np.array([sign * np.cos(angle), np.sin(angle)])
        root = head + way * [wide, tall]
        ear = size * np.array([wide, tall]) * np.exp(rng.normal(0.0, 0.15, 2))
        if pointed:
            across = np.array([-way[1], way[0]]) * ear * 0.6
            lines.append(bowed([root - across, root + way * ear * 1.6, root + across], rng, 0.02))
        elif chance(rng, 0.5):
            lines.append(lobe(root, root + 1.4 * way * ear, 0.6 * float(ear.mean()), rng))
        else:
            lines.append(oval(root + 0.6 * way * ear, 0.7 * ear[0], 0.7 * ear[1], rng))
        if inner:
            lines.append(oval(root + 0.6 * way * ear, 0.35 * ear[0], 0.35 * ear[1], rng))
    return lines
