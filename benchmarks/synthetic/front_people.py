"""Front views with the truth about their limbs, built from a skeleton: stick men, whole bodies, tadpoles.

For tuning. benchmarks/synthetic/warped_figures.py draws the ones for measuring, from templates.
"""

from dataclasses import dataclass

import numpy as np

from benchmarks.synthetic.outlines import trace_bones
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

STYLES = ("stick", "body", "sausage", "tadpole", "dressed", "jointed", "outline")


@dataclass(frozen=True, eq=False)
class DrawnFigure:
    """A drawing and the truth about it.

    limbs: (3, 2) joint at the body, elbow or knee, tip [m], by "left_arm", "right_arm", "left_leg" and
        "right_leg", with sides as on the sheet.
    height: Of the drawing [m].
    """

    strokes: tuple[Stroke, ...]
    limbs: dict[str, Floats]
    style: str
    height: float


def front_person(seed: int, style: str) -> DrawnFigure:
    """The front view of one seed."""
    rng = np.random.default_rng([seed, STYLES.index(style), 77])
    tadpole = style == "tadpole"
    head = rng.uniform(0.16, 0.3) if tadpole else rng.uniform(0.09, 0.19)  # radius, of a height of about one
    torso = 0.0 if tadpole else rng.uniform(0.22, 0.38)
    leg = rng.uniform(0.28, 0.5)
    arm = rng.uniform(0.24, 0.42)
    hip_y = leg
    neck = np.array([0.0, hip_y + torso])
    centre = neck + np.array([rng.normal(0.0, 0.01), 0.95 * head])
    wide = 0.0 if tadpole or style in ("stick", "jointed") else rng.uniform(0.07, 0.15)
    limbs: dict[str, Floats] = {}
    lines: list[Floats] = [_loop(centre, head * rng.uniform(0.85, 1.15), head, rng)]
    if style in ("stick", "jointed"):
        lines.append(_bow([neck, [0.0, hip_y]], rng))
    elif not tadpole and style != "outline":
        lines.append(_torso(neck, hip_y, wide, style, rng))
    raised = rng.uniform(-1.0, 0.9)
    spread = rng.uniform(0.06, 0.3)
    for side, sign in (("left", -1.0), ("right", 1.0)):
        if tadpole:
            angle = np.radians(rng.uniform(-15, 20))
            shoulder = centre + head * np.array([sign * np.cos(angle), np.sin(angle)])
            turn = np.radians(rng.uniform(25, 50))
            hip = centre + head * np.array([sign * np.sin(turn), -np.cos(turn)])
        else:
            shoulder = np.array([sign * wide * 0.95, neck[1] - torso * rng.uniform(0.08, 0.3)])
            hip = np.array([sign * wide * rng.uniform(0.45, 0.8), hip_y])
        lift = raised + rng.normal(0.0, 0.15)
        way = np.array([sign * np.cos(lift), np.sin(lift)])
        bend = rng.normal(0.0, 0.5) if rng.random() < 0.5 else 0.0
        limbs[f"{side}_arm"] = _limb(shoulder, way, arm, bend)
        foot_x = sign * (spread * leg + abs(hip[0]))
        knee_bend = rng.normal(0.0, 0.25) if rng.random() < 0.3 else 0.0
        down = np.array([foot_x - hip[0], -hip[1]])
        limbs[f"{side}_leg"] = _limb(hip, down / np.linalg.norm(down), float(np.linalg.norm(down)), knee_bend)
    if style == "outline":
        lines.append(_outline(neck, hip_y, wide, limbs, rng))
        return _finish([*lines, *_face(centre, head, rng)], limbs, style, rng)
    parts = [_limb_lines(name, points, style, head, rng) for name, points in limbs.items()]
    lines += _merge(parts, style, rng)
    if rng.random() < 0.7:
        lines += _face(centre, head, rng)
    if rng.random() < 0.35:
        lines += _hair(centre, head, rng)
    return _finish(lines, limbs, style, rng)


def _limb(start: Floats, way: Floats, length: float, bend: float) -> Floats:
    turn = np.array([[np.cos(bend), -np.sin(bend)], [np.sin(bend), np.cos(bend)]])
    middle = start + 0.5 * length * way
    return np.stack([start, middle, middle + 0.5 * length * turn @ way])


def _limb_lines(name: str, points: Floats, style: str, head: float, rng: np.random.Generator) -> list[Floats]:
    lines = []
    if style == "sausage":
        lines.append(_sausage(points, rng.uniform(0.02, 0.035), rng))
    elif style == "jointed" or (style != "tadpole" and rng.random() < 0.2):
        lines += [_bow(points[:2], rng), _bow(points[1:], rng)]
    else:
        lines.append(_bow(points, rng))
    leg = name.endswith("leg")
    out = -1.0 if name.startswith("left") else 1.0
    if leg and rng.random() < 0.4 and style != "sausage":
        toe = points[2] + [out * rng.uniform(0.05, 0.1), rng.normal(0.0, 0.008)]
        lines[-1] = np.concatenate([lines[-1], _bow([points[2], toe], rng)])
    elif not leg and rng.random() < 0.35:
        way = points[2] - points[1]
        way = way / np.linalg.norm(way)
        for turn in (-0.6, 0.0, 0.6):
            cos, sin = np.cos(turn), np.sin(turn)
            finger = np.array([[cos, -sin], [sin, cos]]) @ way * rng.uniform(0.03, 0.05)
            lines.append(_bow([points[2], points[2] + finger], rng))
    elif rng.random() < 0.2:
        lines.append(_loop(points[2], 0.025, 0.02, rng))
    return lines


def _merge(parts: list[list[Floats]], style: str, rng: np.random.Generator) -> list[Floats]:
    """All lines of the limbs; both legs, or both arms, may be one line."""
    left_arm, left_leg, right_arm, right_leg = parts
    for one, other in ((left_arm, right_arm), (left_leg, right_leg)):
        alone = len(one) == len(other) == 1 and style in ("stick", "dressed")
        if alone and rng.random() < 0.3 and np.linalg.norm(one[0][0] - other[0][0]) < 0.03:
            one[0] = np.concatenate([one[0][::-1], other[0]])
            other.clear()
    return [line for part in parts for line in part]


def _bow(points: Floats | list, rng: np.random.Generator) -> Floats:
    """A line through points, smooth at the inner ones, with a slight bow."""
    points = np.asarray(points, dtype=float)
    at = np.linspace(0.0, len(points) - 1.0, 24 * (len(points) - 1))
    line = np.stack([np.interp(at, np.arange(len(points)), column) for column in points.T], axis=1)
    for _ in range(int(rng.integers(0, 12))):
        line[1:-1] = 0.25 * (line[:-2] + 2.0 * line[1:-1] + line[2:])
    span = points[-1] - points[0]
    return line + np.outer(np.sin(np.linspace(0, np.pi, len(line))), [-span[1], span[0]]) * rng.normal(
        0, 0.03
    )


def _loop(centre: Floats, wide: float, tall: float, rng: np.random.Generator) -> Floats:
    start, way = rng.uniform(0, 2 * np.pi), 1.0 if rng.random() < 0.5 else -1.0
    turn = np.linspace(0.0, 2 * np.pi * rng.uniform(0.96, 1.06), 48)
    wobble = 1.0 + 0.05 * np.sin(2 * turn + rng.uniform(0, 6)) + 0.03 * np.sin(3 * turn + rng.uniform(0, 6))
    angle = start + way * turn
    return centre + np.stack([wide * wobble * np.cos(angle), tall * wobble * np.sin(angle)], axis=1)


def _torso(neck: Floats, hip_y: float, wide: float, style: str, rng: np.random.Generator) -> Floats:
    low = wide * (rng.uniform(1.3, 2.0) if style == "dressed" else rng.uniform(0.8, 1.15))
    if style != "dressed" and rng.random() < 0.5:
        middle = np.array([0.0, 0.5 * (neck[1] + hip_y)])
        return _loop(middle, wide, 0.5 * (neck[1] - hip_y) * 1.04, rng)
    corners = [[-wide, neck[1]], [wide, neck[1]], [low, hip_y], [-low, hip_y], [-wide, neck[1]]]
    return _bow(corners, np.random.default_rng(0)) + rng.normal(0.0, 0.004, (96, 2))


def _outline(
    neck: Floats, hip_y: float, wide: float, limbs: dict[str, Floats], rng: np.random.Generator
) -> Floats:
    """Torso, arms and legs as one line around all of them."""
    arm, leg = rng.uniform(0.022, 0.035, 2)
    low, top = np.array([0.0, hip_y + 0.8 * wide]), neck - np.array([0.0, 0.8 * wide])
    bones = [(low, top, wide)]
    for name, points in limbs.items():
        radius = leg if name.endswith("leg") else arm
        bones += [(points[0], points[1], radius), (points[1], points[2], radius)]
    return trace_bones(bones, rng)


def _sausage(points: Floats, radius: float, rng: np.random.Generator) -> Floats:
    line = _bow(points, rng)
    ways = np.gradient(line, axis=0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    aside = np.stack([-ways[:, 1], ways[:, 0]], axis=1) * radius
    cap = line[-1] + radius * ways[-1] * 0.8
    return np.concatenate([line + aside, [cap], (line - aside)[::-1], [line[0] + aside[0]]])


def _face(centre: Floats, head: float, rng: np.random.Generator) -> list[Floats]:
    places = [centre + head * np.array([side * 0.35, 0.25]) for side in (-1, 1)]
    eyes = [_loop(place, 0.1 * head, 0.1 * head, rng) for place in places]
    at = np.linspace(-1, 1, 12)
    mouth = centre + np.stack([0.4 * head * at, -0.35 * head + 0.15 * head * at**2], axis=1)
    return [*eyes, mouth]


def _hair(centre: Floats, head: float, rng: np.random.Generator) -> list[Floats]:
    count = int(rng.integers(3, 7))
    angles = np.linspace(np.radians(40), np.radians(140), count)
    ends = [np.array([np.cos(angle), np.sin(angle)]) for angle in angles]
    return [_bow([centre + head * e, centre + head * rng.uniform(1.2, 1.5) * e], rng) for e in ends]


def _finish(
    lines: list[Floats], limbs: dict[str, Floats], style: str, rng: np.random.Generator
) -> DrawnFigure:
    """The lines trembling, turned, scaled, in any order and drawn either way."""
    slip, tremor = rng.uniform(0.0, 0.012), rng.uniform(0.0, 0.004)
    scale, turn = rng.uniform(0.8, 2.2), rng.normal(0.0, 0.05)
    matrix = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    place = np.array([rng.uniform(-2, 2), 0.0])
    strokes = []
    for number in rng.permutation(len(lines)):
        line = lines[number] + rng.normal(0.0, slip, 2)
        noise = rng.normal(0.0, tremor, line.shape)
        for _ in range(3):
            noise[1:-1] = (noise[:-2] + noise[1:-1] + noise[2:]) / 3.0
        line = (line + noise)[:: 1 if rng.random() < 0.5 else -1]
        strokes.append(stroke_from_raw(line @ matrix.T + place))
    points = np.concatenate([stroke.points for stroke in strokes])
    truth = {name: points_ @ matrix.T + place for name, points_ in limbs.items()}
    return DrawnFigure(tuple(strokes), truth, style, float(np.ptp(points[:, 1])))
