"""Drawings of posed mannequins, for measuring only: bodies with joints in space, seen from a little aside.

A mannequin is posed in three dimensions and projected onto the sheet. A hand then draws what is seen: as
lines, as outlines of its parts, as one outline of all, or mixed; with gaps, overshoots and left-out details.
Only the tracing of outlines is shared with front_people.py, and no limit of the recognition may be set by
looking at these drawings.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.synthetic.animals import DrawnAnimal
from benchmarks.synthetic.front_people import DrawnFigure
from benchmarks.synthetic.outlines import trace_bones
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

PEOPLE = ("lines", "pairs", "halves", "threads", "pieces", "outline", "mixed", "tadpole")
BEASTS = ("lines", "pieces", "outline", "mixed")
_LEAST_LIMB, _FEET_APART = 0.14, 0.08  # of what is drawn, as shares of the height
_MOST_HIDDEN = 0.3  # share of an arm that may be behind the torso or the head
_LIMBS = ("left_arm", "right_arm", "left_leg", "right_leg")

Random = np.random.Generator


@dataclass(frozen=True, eq=False)
class _Seen:
    """A projected mannequin. limbs: (3, 2) by name; neck, hip, head: (2,); wide: half width of the torso."""

    limbs: dict[str, Floats]
    neck: Floats
    hip: Floats
    head: Floats
    radius: float
    wide: float
    height: float


def drawn_mannequin(seed: int, style: str) -> DrawnFigure:
    """The person of one seed, from the front."""
    rng = np.random.default_rng([seed, PEOPLE.index(style), 31337])
    seen = _pose_person(rng, style)
    while not _readable(seen, style):
        seen = _pose_person(rng, style)
    lines = _draw_person(seen, style, rng)
    if rng.random() < 0.6:
        lines += _face(seen, rng)
    strokes, place = _by_hand(lines, rng)
    limbs = {name: place(points) for name, points in seen.limbs.items()}
    points = np.concatenate([stroke.points for stroke in strokes])
    return DrawnFigure(strokes, limbs, style, float(np.ptp(points[:, 1])))


def drawn_beast(seed: int, style: str) -> DrawnAnimal:
    """The four-legged animal of one seed, from the side."""
    rng = np.random.default_rng([seed, BEASTS.index(style), 27182])
    while True:
        lines, legs, head = _pose_beast(rng, style)
        feet = np.sort(legs[:, 1, 0])
        if np.diff(feet).min() > 0.09:
            break
    facing = int(rng.choice([-1, 1]))
    strokes, place = _by_hand([line * [facing, 1.0] for line in lines], rng)
    points = np.concatenate([stroke.points for stroke in strokes])
    order = np.argsort(legs[:, :, 0].sum(axis=1) * facing)
    legs = np.array([place(leg * [facing, 1.0]) for leg in legs[order]])
    at = place((head * [facing, 1.0])[None])[0]
    return DrawnAnimal(strokes, legs, at, facing, style, float(np.ptp(points[:, 1])))


def _turn(axis: int, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix[one, one], matrix[one, other], matrix[other, one], matrix[other, other] = cos, -sin, sin, cos
    return matrix


def _view(rng: Random, spread: float) -> Floats:
    """(2, 3) the sheet from space: a little from one side and from above."""
    yaw, pitch = np.clip(rng.normal(0.0, spread), -0.5, 0.5), rng.normal(0.0, 0.08)
    return (_turn(0, pitch) @ _turn(1, yaw))[:2]


def _chain(
    root: Floats, lengths: tuple[float, float], out: float, ahead: float, bend: Floats, side: float
) -> Floats:
    """(3, 3) a limb that hangs from its root, swung out and ahead; its lower half is bent [rad]."""
    frame = _turn(2, side * out) @ _turn(0, -ahead)
    down = np.array([0.0, -1.0, 0.0])
    middle = root + lengths[0] * frame @ down
    return np.stack(
        [root, middle, middle + lengths[1] * frame @ _turn(0, -bend[0]) @ _turn(2, side * bend[1]) @ down]
    )


def _pose_person(rng: Random, style: str) -> _Seen:
    tadpole = style == "tadpole"
    thin = style in ("lines", "pairs", "halves", "threads")
    leg, torso = rng.uniform(0.26, 0.46), 0.0 if tadpole else rng.uniform(0.2, 0.36)
    arm, radius = rng.uniform(0.22, 0.38), rng.uniform(0.15, 0.26) if tadpole else rng.uniform(0.08, 0.17)
    wide = 0.0 if thin else rng.uniform(0.05, 0.1)
    hip = np.array([0.0, leg, 0.0])
    neck = np.array([0.0, leg + torso, 0.0])
    head = np.array([0.0, neck[1] + 0.95 * radius, 0.0])
    raised = rng.uniform(0.3, 2.2)
    limbs = {}
    for name in _LIMBS:
        side = -1.0 if name.startswith("left") else 1.0
        if name.endswith("arm"):
            root = np.array([side * wide, neck[1] - torso * rng.uniform(0.1, 0.3), 0.0])
            if tadpole:
                low = np.radians(rng.uniform(-10, 25))
                root = head + radius * np.array([side * np.cos(low), -np.sin(low), 0.0])
            bend = np.array([abs(rng.normal(0.0, 0.5)), rng.normal(0.0, 0.35)])
            out = np.clip(raised + rng.normal(0.0, 0.35), 0.25, 2.6)
            limb = _chain(root, (0.5 * arm, 0.5 * arm), out, rng.normal(0.0, 0.3), bend, side)
        else:
            root = np.array([side * wide * 0.55, leg, 0.0])
            if tadpole:
                turn = np.radians(rng.uniform(20, 45))
                root = head + radius * np.array([side * np.sin(turn), -np.cos(turn), 0.0])
            bend = np.array([-abs(rng.normal(0.0, 0.25)), rng.normal(0.0, 0.1)])
            out, length = rng.uniform(0.08, 0.5), 0.5 * (root[1] if tadpole else leg)
            limb = _chain(root, (length, length), out, rng.normal(0.1, 0.2), bend, side)
        limbs[name] = limb
    view = _view(rng, 0.2)
    flat = {name: limb @ view.T for name, limb in limbs.items()}
    tips = [limb[:, 1] for limb in flat.values()]
    at = head @ view.T
    height = at[1] + radius - min(float(tip.min()) for tip in tips)
    return _Seen(flat, neck @ view.T, hip @ view.T, at, radius, wide, height)


def _readable(seen: _Seen, style: str) -> bool:
    """Whether a person who looks at the drawing sees four limbs."""
    for name, limb in seen.limbs.items():
        if np.linalg.norm(np.diff(limb, axis=0), axis=1).sum() < _LEAST_LIMB * seen.height:
            return False
        if name.endswith("arm"):
            line = _through(limb, 40)
            in_head = np.linalg.norm(line - seen.head, axis=1) < seen.radius
            along = np.clip((line[:, 1] - seen.hip[1]) / max(seen.neck[1] - seen.hip[1], 1e-9), 0.0, 1.0)
            spine = seen.hip + along[:, None] * (seen.neck - seen.hip)
            in_torso = np.linalg.norm(line - spine, axis=1) < seen.wide + 0.02
            if (in_head | (in_torso & (style != "tadpole"))).mean() > _MOST_HIDDEN:
                return False
    feet = seen.limbs["right_leg"][2] - seen.limbs["left_leg"][2]
    knees = seen.limbs["right_leg"][1] - seen.limbs["left_leg"][1]
    return bool(feet[0] > _FEET_APART * seen.height and knees[0] > 0.02 * seen.height)


def _draw_person(seen: _Seen, style: str, rng: Random) -> list[Floats]:
    limbs = seen.limbs
    head = _round(seen.head, seen.radius * rng.uniform(0.85, 1.2), seen.radius, rng)
    spine = np.stack([seen.neck, seen.hip])
    left_arm, right_arm, left_leg, right_leg = (limbs[name] for name in _LIMBS)
    if style == "lines":
        return [head, _pen(spine, rng), *(_pen(limb, rng) for limb in limbs.values())]
    if style == "pairs":
        arms, legs = (np.concatenate([one[::-1], other]) for one, other in
                      ((left_arm, right_arm), (left_leg, right_leg)))  # fmt: skip
        return [head, _pen(spine, rng), _pen(arms, rng), _pen(legs, rng)]
    if style == "halves":
        parts = [part for limb in limbs.values() for part in (limb[:2], limb[1:])]
        return [head, _pen(spine, rng), *(_pen(part, rng) for part in parts)]
    if style == "threads":
        one, other = (left_leg, right_leg) if rng.random() < 0.5 else (right_leg, left_leg)
        lines = [head, _pen(np.concatenate([spine, one]), rng), _pen(other, rng)]
        return [*lines, *(_pen(arm, rng) for arm in (left_arm, right_arm))]
    if style == "tadpole":
        thick = rng.random() < 0.3
        return [head, *(_capsule(limb, 0.022, rng) if thick else _pen(limb, rng) for limb in limbs.values())]
    torso = _torso(seen, rng)
    if style == "pieces":
        radii = rng.uniform(0.02, 0.032, 2)
        return [head, torso, *(_capsule(limb, radii[int(name.endswith("leg"))], rng)
                               for name, limb in limbs.items())]  # fmt: skip
    if style == "mixed":
        kinds = {part: rng.random() < 0.5 for part in ("arm", "leg")}
        return [head, torso, *(_capsule(limb, 0.025, rng) if kinds[name[-3:]] else _pen(limb, rng)
                               for name, limb in limbs.items())]  # fmt: skip
    bones = [(limb[k], limb[k + 1], rng.uniform(0.022, 0.032)) for limb in limbs.values() for k in (0, 1)]
    return [head, trace_bones([(seen.neck - [0.0, seen.wide], seen.hip, seen.wide), *bones], rng)]


def _pose_beast(rng: Random, style: str) -> tuple[list[Floats], Floats, Floats]:
    """The lines of an animal that faces right, (4, 2, 2) its hips and feet, and its head."""
    long, thick, deep = rng.uniform(0.75, 1.05), rng.uniform(0.12, 0.2), rng.uniform(0.06, 0.14)
    tall = rng.uniform(0.28, 0.55)
    view = _view(rng, 0.15)
    legs = []
    for x in (-0.42, 0.42):
        for z in (-deep, deep):
            hip = np.array([x * long, tall + 0.3 * thick, z])
            swing, bend = rng.normal(0.0, 0.22), rng.normal(0.0, 0.25)
            knee = hip + 0.5 * (tall + 0.3 * thick) * np.array([np.sin(swing), -np.cos(swing), 0.0])
            low = swing + bend
            legs.append([hip, knee, knee + knee[1] * np.array([np.tan(np.clip(low, -0.6, 0.6)), -1.0, 0.0])])
    flat = np.array(legs) @ view.T
    radius = rng.uniform(0.1, 0.18)
    rise, neck = np.radians(rng.uniform(15, 65)), rng.uniform(0.08, 0.35)
    chest = np.array([0.46 * long, tall + 1.4 * thick, 0.0])
    head = (chest + (neck + radius) * np.array([np.cos(rise), np.sin(rise), 0.0])) @ view.T
    chest, rump = chest @ view.T, np.array([-0.48 * long, tall + 1.3 * thick, 0.0]) @ view.T
    back, front = (np.array([x * long, tall + thick, 0.0]) @ view.T for x in (-0.36, 0.36))
    hang = np.radians(rng.uniform(-60, 60))
    tail = rump + rng.uniform(0.12, 0.3) * np.array([-np.cos(hang), np.sin(hang)])
    lines = [_round(head, radius * rng.uniform(0.9, 1.3), radius, rng)]
    inner = head - radius * (head - chest) / np.linalg.norm(head - chest)
    if style == "outline":
        bones = [(leg[k], leg[k + 1], 0.04) for leg in flat for k in (0, 1)]
        bones += [(back, front, thick), (chest - [0.06, 0.03], head, 0.06), (head, head, radius)]
        lines = [trace_bones([*bones, (rump, tail, 0.025)], rng)]
    elif style == "lines":
        lines += [
            _pen(np.stack([rump, chest, inner]), rng),
            *(_pen(leg, rng) for leg in _down(flat, rump, chest)),
        ]
        if rng.random() < 0.7:
            lines.append(_pen(np.stack([rump, tail]), rng))
    else:
        lines.append(trace_bones([(back, front, thick)], rng))
        for sign in (-0.4, 0.4) if neck > 0.15 else ():
            aside = sign * radius * np.array([-np.sin(rise), np.cos(rise)])
            lines.append(_pen(np.stack([chest + aside, inner + aside]), rng))
        tubes = style == "pieces"
        lines += [_capsule(leg, 0.035, rng) if tubes or rng.random() < 0.4 else _pen(leg, rng)
                  for leg in _below(flat, tall)]  # fmt: skip
        if rng.random() < 0.8:
            lines.append(_pen(np.stack([rump, tail]), rng))
    if rng.random() < 0.5:
        lines.append(_round(head + 0.3 * radius, 0.018, 0.018, rng))
    starts = _down(flat, rump, chest) if style == "lines" else _below(flat, tall)
    return lines, np.array([[leg[0], leg[-1]] for leg in starts]), head


def _down(legs: Floats, rump: Floats, chest: Floats) -> Floats:
    """Legs that begin on the line of the back."""
    result = legs.copy()
    share = (legs[:, 0, 0] - rump[0]) / (chest[0] - rump[0])
    result[:, 0] = rump + np.clip(share, 0.0, 1.0)[:, None] * (chest - rump)
    return result


def _below(legs: Floats, tall: float) -> Floats:
    """Legs that begin a little inside of a belly at a height [m]."""
    result = legs.copy()
    for leg in result:
        leg[0] += (leg[1] - leg[0]) * np.clip((leg[0, 1] - 1.08 * tall) / (leg[0, 1] - leg[1, 1]), 0.0, 0.6)
    return result


def _through(points: Floats, count: int) -> Floats:
    """(count, 2) even places along corners."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    lengths = np.concatenate([[0.0], np.cumsum(np.maximum(steps, 1e-9))])
    at = np.linspace(0.0, lengths[-1], count)
    return np.stack([np.interp(at, lengths, column) for column in points.T], axis=1)


def _pen(points: Floats, rng: Random) -> Floats:
    """A line through corners that is rounded, and too long or too short at its ends."""
    line = _through(points, 60)
    for _ in range(int(rng.integers(1, 25))):
        line[1:-1] = 0.25 * (line[:-2] + 2.0 * line[1:-1] + line[2:])
    for end, inner in ((0, 4), (-1, -5)):
        way = line[end] - line[inner]
        line[end] += way / max(float(np.linalg.norm(way)), 1e-9) * rng.normal(0.0, 0.008)
    return line


def _round(centre: Floats, wide: float, tall: float, rng: Random) -> Floats:
    """An oval that may be left open or be drawn too far."""
    angles = rng.uniform(0.0, 2 * np.pi) + np.linspace(0.0, 2 * np.pi * rng.uniform(0.94, 1.12), 50)
    grown = 1.0 + np.linspace(0.0, rng.normal(0.0, 0.04), 50)
    return centre + grown[:, None] * np.stack([wide * np.cos(angles), tall * np.sin(angles)], axis=1)


def _capsule(limb: Floats, radius: float, rng: Random) -> Floats:
    """The outline of a limb, closed or open at the body."""
    line = _through(limb, 50)
    for _ in range(6):
        line[1:-1] = 0.25 * (line[:-2] + 2.0 * line[1:-1] + line[2:])
    way = np.gradient(line, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    aside = radius * np.stack([-way[:, 1], way[:, 0]], axis=1)
    turn = np.linspace(0.5 * np.pi, -0.5 * np.pi, 9)[1:-1, None]
    cap = line[-1] + np.cos(turn) * radius * way[-1] + np.sin(turn) * aside[-1]
    rim = [line + aside, cap, (line - aside)[::-1]]
    return np.concatenate(rim if rng.random() < 0.5 else [*rim, (line + aside)[:1]])


def _torso(seen: _Seen, rng: Random) -> Floats:
    low, high = seen.wide * rng.uniform(0.8, 1.3), seen.wide
    aside = np.array([[-high, 0.0], [high, 0.0], [low, 0.0], [-low, 0.0], [-high, 0.0]])
    corners = np.array([seen.neck, seen.neck, seen.hip, seen.hip, seen.neck]) + aside
    return _pen(corners, rng)


def _face(seen: _Seen, rng: Random) -> list[Floats]:
    eyes = [_round(seen.head + seen.radius * np.array([side * 0.38, 0.2]), 0.09 * seen.radius,
                   0.09 * seen.radius, rng) for side in (-1.0, 1.0)]  # fmt: skip
    at = np.linspace(-0.4, 0.4, 12)
    mouth = seen.head + seen.radius * np.stack([at, at**2 - 0.45], axis=1)
    return [*eyes, mouth][: int(rng.integers(1, 4))]


def _by_hand(lines: list[Floats], rng: Random) -> tuple[tuple[Stroke, ...], Callable[[Floats], Floats]]:
    """The lines as strokes that slip and tremble, in any order, drawn either way; and the map of places."""
    scale, lean = rng.uniform(0.6, 2.5), rng.normal(0.0, 0.06)
    matrix = scale * _turn(2, lean)[:2, :2] @ np.diag([rng.uniform(0.9, 1.12), 1.0])
    move = rng.uniform(-2.0, 2.0, 2)
    slip, tremor = rng.uniform(0.0, 0.01), rng.uniform(0.0, 0.003)

    def place(points: Floats) -> Floats:
        return points @ matrix.T + move

    strokes = []
    for number in rng.permutation(len(lines)):
        line = lines[number] + rng.normal(0.0, slip, 2)
        shake = np.cumsum(rng.normal(0.0, tremor, line.shape), axis=0)
        shake -= np.linspace(0.0, 1.0, len(line))[:, None] * shake[-1]
        strokes.append(stroke_from_raw(place(line + shake)[:: rng.choice([-1, 1])]))
    return tuple(strokes), place
