"""Four-legged animals from the side with the truth about their legs, built from a skeleton.

For tuning. benchmarks/synthetic/warped_animals.py draws the ones for measuring, from templates.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

STYLES = ("parts", "outline", "tubes", "stick", "mixed")
_GRID = 140  # cells along an outline that is traced


@dataclass(frozen=True, eq=False)
class DrawnAnimal:
    """A drawing and the truth about it.

    legs: (L, 2, 2) where each leg leaves the body and its foot [m], from the left of the sheet.
    head: (2,) the middle of the head [m].
    facing: +1 if it faces right.
    height: Of the drawing [m].
    """

    strokes: tuple[Stroke, ...]
    legs: Floats
    head: Floats
    facing: int
    style: str
    height: float


@dataclass(frozen=True, eq=False)
class _Body:
    """Places of an animal that faces right, its body about one long. legs: (L, 3, 2) hip, knee, foot."""

    wide: float
    thick: float
    middle: Floats
    neck: Floats
    head: Floats
    radius: float
    legs: Floats
    tail: Floats


def synthetic_animal(seed: int, style: str) -> DrawnAnimal:
    """The animal of one seed."""
    rng = np.random.default_rng([seed, STYLES.index(style), 505])
    body = _body(rng, style)
    draw = {"parts": _parts, "outline": _outline, "tubes": _tubes, "stick": _stick, "mixed": _mixed}[style]
    return _finish(draw(body, rng), body, style, rng)


def _body(rng: np.random.Generator, style: str) -> _Body:
    wide, thick = 0.5, rng.uniform(0.13, 0.26)
    leg = rng.uniform(0.3, 0.7)
    middle = np.array([0.0, leg + thick])
    lift, long = np.radians(rng.uniform(15.0, 70.0)), rng.choice([0.0, rng.uniform(0.08, 0.5)])
    neck = middle + np.array([0.88 * wide, 0.55 * thick])
    radius = rng.uniform(0.13, 0.22)
    way = np.array([np.cos(lift), np.sin(lift)])
    head = neck + (long + 0.75 * radius) * way
    spread, near = rng.uniform(0.33, 0.43), rng.uniform(0.1, 0.18)
    at = np.array([-spread, -spread + near, spread - near, spread])
    count = 2 if style in ("stick", "parts") and rng.random() < 0.15 else 4
    at = at if count == 4 else at[[0, 3]]
    legs = []
    stride = rng.normal(0.0, 0.06, len(at))
    if style == "outline":  # whose legs do not touch
        at, stride = np.array([-0.41, -0.22, 0.22, 0.41]), np.repeat(rng.normal(0.0, 0.06, 2), 2)
    for x, step in zip(at, stride, strict=True):
        low = middle[1] - thick * np.sqrt(max(1.0 - (x / wide) ** 2, 0.05))
        if style == "stick":
            low = middle[1]
        foot = np.array([x + step, rng.normal(0.0, 0.01)])
        bow = 0.0 if style == "outline" else rng.normal(0.0, 0.02)
        knee = np.array([x + 0.5 * step + bow, 0.5 * low])
        legs.append([[x, low], knee, foot])
    hang = np.radians(rng.uniform(-50.0, 70.0))
    start = middle - [0.93 * wide, -0.3 * thick]
    out = start + rng.uniform(0.12, 0.35) * np.array([-np.cos(hang), np.sin(hang)])
    tail = np.stack([start, 0.5 * (start + out) + rng.normal(0.0, 0.03, 2), out])
    return _Body(wide, thick, middle, neck, head, radius, np.array(legs), tail)


def _parts(body: _Body, rng: np.random.Generator) -> list[Floats]:
    """An oval or a box with lines for legs."""
    lines = [_trunk(body, rng), *_head(body, rng)]
    lines += [_bow(leg, rng) for leg in body.legs]
    if rng.random() < 0.4:  # paws
        lines = [_with_paw(line, rng) if len(lines) - k <= len(body.legs) else line
                 for k, line in enumerate(lines)]  # fmt: skip
    return lines + _extras(body, rng)


def _stick(body: _Body, rng: np.random.Generator) -> list[Floats]:
    """Lines for the back and the legs."""
    back = np.array([[-0.45, body.middle[1]], [0.47, body.middle[1]], body.neck])
    lines = [_bow(back, rng), *_head(body, rng, neck=False)]
    gap = body.head - body.neck
    if np.linalg.norm(gap) > body.radius:
        lines.append(_bow([body.neck, body.head - body.radius * gap / np.linalg.norm(gap)], rng))
    legs = list(body.legs)
    while len(legs) > 1 and rng.random() < 0.3:  # a pair of legs in one line
        one, other = legs.pop(0), legs.pop(0)
        lines.append(np.concatenate([_bow(one[::-1], rng), _bow(other, rng)]))
    lines += [_bow(leg, rng) for leg in legs]
    if rng.random() < 0.7:
        lines.append(_bow(body.tail, rng))
    return lines


def _tubes(body: _Body, rng: np.random.Generator) -> list[Floats]:
    """An oval with legs that are outlines, open at the body."""
    radius = rng.uniform(0.035, 0.055)
    lines = [_trunk(body, rng), *_head(body, rng)]
    for leg in body.legs:
        hip = leg[0] + [0.0, rng.uniform(0.0, 0.02)]
        line = _bow([hip, leg[1], leg[2]], rng)
        aside = np.array([radius, 0.0])
        sole = np.array([leg[2] - aside, leg[2] + aside])
        lines.append(np.concatenate([line - aside, _bow(sole, rng), (line + aside)[::-1]]))
    return lines + _extras(body, rng)


def _mixed(body: _Body, rng: np.random.Generator) -> list[Floats]:
    """A body whose belly is open, with legs of both kinds and much detail."""
    lines = [_trunk(body, rng), *_head(body, rng), *_face(body, rng)]
    for leg in body.legs:
        if rng.random() < 0.5:
            lines.append(_bow(leg, rng))
            continue
        aside = np.array([rng.uniform(0.03, 0.05), 0.0])
        lines += [_bow(leg - aside, rng), _bow(leg + aside, rng)]
        lines.append(_bow([leg[2] - aside, leg[2] + aside], rng))
    for _ in range(int(rng.integers(0, 4))):  # spots
        place = body.middle + rng.uniform(-0.5, 0.5, 2) * [body.wide, body.thick]
        lines.append(_ring(place, rng.uniform(0.02, 0.07), rng.uniform(0.02, 0.07), rng))
    return lines + _extras(body, rng)


def _outline(body: _Body, rng: np.random.Generator) -> list[Floats]:
    """The whole animal as one closed line, with an eye."""
    from skimage.measure import find_contours

    low, high = np.array([-1.1, -0.15]), np.array([1.5, 2.1])
    cell = (high - low).max() / _GRID
    x, y = np.meshgrid(np.arange(low[0], high[0], cell), np.arange(low[1], high[1], cell))
    radius = rng.uniform(0.04, 0.055)
    inside = ((x - body.middle[0]) / body.wide) ** 2 + ((y - body.middle[1]) / body.thick) ** 2 - 1.0
    parts = [inside * body.thick, np.hypot(x - body.head[0], y - body.head[1]) - body.radius]
    parts.append(_away(x, y, body.neck - [0.08, 0.05], body.head) - 0.55 * body.radius)
    parts += [_away(x, y, a, b) - radius for leg in body.legs
              for a, b in ((leg[0] + [0, 0.05], leg[1]), (leg[1], leg[2]))]  # fmt: skip
    parts.append(_away(x, y, body.tail[0] + [0.06, 0.0], body.tail[2]) - 0.6 * radius)
    shape = np.min(parts, axis=0)
    line = max(find_contours(shape, 0.0), key=len)[:, ::-1] * cell + low
    start = int(rng.integers(len(line)))
    line = np.concatenate([line[start:], line[1 : start + int(rng.integers(1, 4))]])
    return [line, *_face(body, rng)[:1]]


def _away(x: Floats, y: Floats, start: Floats, end: Floats) -> Floats:
    way = end - start
    along = np.clip(((x - start[0]) * way[0] + (y - start[1]) * way[1]) / max(way @ way, 1e-9), 0.0, 1.0)
    return np.hypot(x - start[0] - along * way[0], y - start[1] - along * way[1])


def _trunk(body: _Body, rng: np.random.Generator) -> Floats:
    if rng.random() < 0.6:
        return _ring(body.middle, body.wide, body.thick, rng)
    wide, thick = 0.96 * body.wide, 0.95 * body.thick
    corners = np.array([[-wide, -thick], [wide, -thick], [wide, thick], [-wide, thick], [-wide, -thick]])
    return _bow(body.middle + corners, np.random.default_rng(0)) + rng.normal(0.0, 0.004, (96, 2))


def _head(body: _Body, rng: np.random.Generator, *, neck: bool = True) -> list[Floats]:
    """The head, with a snout, ears and a neck of two lines where it is far from the body."""
    lines = [_ring(body.head, body.radius * rng.uniform(0.9, 1.3), body.radius, rng)]
    for side in (-0.6, 0.3) if rng.random() < 0.7 else ():
        foot = body.head + body.radius * np.array([side - 0.2, 0.85])
        tip = foot + np.array([rng.normal(0.0, 0.03), rng.uniform(0.06, 0.16)])
        lines.append(_bow([foot, tip, foot + np.array([0.4 * body.radius, 0.0])], rng))
    way = body.head - body.neck
    length = float(np.linalg.norm(way))
    if neck and length > 1.1 * body.radius:
        way, aside = way / length, 0.5 * body.radius * np.array([-way[1], way[0]]) / length
        for sign in (-1.0, 1.0):
            start = body.neck - 0.3 * body.radius * way + sign * aside
            lines.append(_bow([start, body.head - 0.8 * body.radius * way + sign * aside], rng))
    return lines


def _face(body: _Body, rng: np.random.Generator) -> list[Floats]:
    eye = _ring(body.head + body.radius * np.array([0.25, 0.3]), 0.02, 0.02, rng)
    mouth = body.head + body.radius * np.array([[0.3, -0.4], [0.6, -0.45], [0.9, -0.3]])
    return [eye, _bow(mouth, rng)]


def _extras(body: _Body, rng: np.random.Generator) -> list[Floats]:
    lines = [_bow(body.tail, rng)] if rng.random() < 0.8 else []
    return lines + (_face(body, rng) if rng.random() < 0.6 else [])


def _with_paw(line: Floats, rng: np.random.Generator) -> Floats:
    return np.concatenate([line, _bow([line[-1], line[-1] + [rng.uniform(0.04, 0.08), 0.0]], rng)])


def _bow(points: Floats | list, rng: np.random.Generator) -> Floats:
    """A line through points, smooth at the inner ones."""
    points = np.asarray(points, dtype=float)
    at = np.linspace(0.0, len(points) - 1.0, 24 * (len(points) - 1))
    line = np.stack([np.interp(at, np.arange(len(points)), column) for column in points.T], axis=1)
    for _ in range(int(rng.integers(0, 10))):
        line[1:-1] = 0.25 * (line[:-2] + 2.0 * line[1:-1] + line[2:])
    return line


def _ring(centre: Floats, wide: float, tall: float, rng: np.random.Generator) -> Floats:
    start, way = rng.uniform(0, 2 * np.pi), 1.0 if rng.random() < 0.5 else -1.0
    angle = start + way * np.linspace(0.0, 2 * np.pi * rng.uniform(0.97, 1.06), 56)
    wobble = 1.0 + 0.04 * np.sin(2 * angle + rng.uniform(0, 6)) + 0.02 * np.sin(3 * angle + rng.uniform(0, 6))
    return centre + np.stack([wide * wobble * np.cos(angle), tall * wobble * np.sin(angle)], axis=1)


def _finish(lines: list[Floats], body: _Body, style: str, rng: np.random.Generator) -> DrawnAnimal:
    """The lines trembling, turned, scaled, mirrored, in any order and drawn either way."""
    slip, tremor = rng.uniform(0.0, 0.012), rng.uniform(0.0, 0.004)
    scale, turn, facing = rng.uniform(0.8, 2.0), rng.normal(0.0, 0.05), int(rng.choice([-1, 1]))
    matrix = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.diag([facing, 1.0]) @ matrix
    place = np.array([rng.uniform(-2, 2), rng.uniform(0.0, 0.3)])
    strokes = []
    for number in rng.permutation(len(lines)):
        line = lines[number] + rng.normal(0.0, slip, 2)
        noise = rng.normal(0.0, tremor, line.shape)
        for _ in range(3):
            noise[1:-1] = (noise[:-2] + noise[1:-1] + noise[2:]) / 3.0
        line = (line + noise)[:: 1 if rng.random() < 0.5 else -1]
        strokes.append(stroke_from_raw(line @ matrix.T + place))
    points = np.concatenate([stroke.points for stroke in strokes])
    legs = (body.legs[:, [0, 2]] @ matrix.T + place)[::facing]
    head = body.head @ matrix.T + place
    return DrawnAnimal(tuple(strokes), legs, head, facing, style, float(np.ptp(points[:, 1])))
