"""One hasty drawing of a seed: a person, half a person, an animal or a thing, and where its parts are."""

# ruff: noqa: RUF005, a place plus a list is a sum of arrays

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.synthetic.quick.beasts import draw_beast
from benchmarks.synthetic.quick.figures import Body, draw_figure
from benchmarks.synthetic.quick.shapes import Floats, Random, chance, through
from benchmarks.synthetic.quick.sides import draw_side
from benchmarks.synthetic.quick.things import draw_thing
from kinegraph.doodles.sketch.sight.sight import KINDS

_SHARES = (0.46, 0.17, 0.07, 0.06, 0.24)
_HALF = 0.1  # of the people, those that miss a part


@dataclass(frozen=True, eq=False)
class QuickDrawing:
    """Lines (N, 2) with y up, and what they show.

    kind: Of the sight's KINDS. places: Of its PLACES, those that are drawn.
    legs: Number of an animal's. facing: +1 to the right, -1 to the left.
    """

    lines: list[Floats]
    kind: str
    places: dict[str, Floats]
    legs: int
    facing: int
    robe: bool
    wings: bool


def quick_drawing(seed: int) -> QuickDrawing:
    """The drawing of one seed."""
    rng = np.random.default_rng([seed, 4211])
    kind = str(rng.choice(KINDS, p=_SHARES))
    count, facing, places = 0, int(rng.choice([-1, 1])), {}
    robe = wings = False
    if kind == "front":
        body = draw_figure(rng)
        lines, places, robe, wings = body.lines, body.places, body.robe, body.wings
        if chance(rng, _HALF):
            kind, lines, places = "other", _leave_out(body, rng), {}
    elif kind in ("animal", "person", "mech"):
        if kind == "animal":
            lines, places, legs = draw_beast(rng)
            count = len(legs)
            legs = sorted(legs, key=lambda leg: facing * (leg[0, 0] + leg[2, 0]))
            places |= {f"paw_{k + 1}": leg[2] for k, leg in enumerate(legs)}
            places |= {f"haunch_{k + 1}": leg[0] for k, leg in enumerate(legs)}
        else:
            lines, places = draw_side(rng, mech=kind == "mech")
        lines = [line * [facing, 1.0] for line in lines]
        places = {name: at * [facing, 1.0] for name, at in places.items()}
    else:
        lines = draw_thing(rng)
    lines, place = _by_hand(lines, rng)
    return QuickDrawing(
        lines, kind, {name: place(at[None])[0] for name, at in places.items()}, count, facing, robe, wings
    )


def _leave_out(body: Body, rng: Random) -> list[Floats]:
    """The lines of a body without those near both arms, both legs, one of them, or the head."""
    if chance(rng, 0.12):
        return _mermaid(body, rng)
    choices = ["arms", "head", "one arm"]  # a robe hides the legs
    gone = str(rng.choice(choices if body.plan == "robe" else [*choices, "legs", "one leg", "one of each"]))
    limbs = {
        "arms": ("left_arm", "right_arm"),
        "legs": ("left_leg", "right_leg"),
        "one arm": ("left_arm",),
        "one leg": ("right_leg",),
        "one of each": ("left_arm", "left_leg"),
        "head": (),
    }[gone]
    away = []
    for name in limbs:
        limb = body.limbs[name]
        at = np.linspace(0.25, 1.0, 20)[:, None]
        length = float(np.linalg.norm(np.diff(limb, axis=0), axis=1).sum())
        way = np.where(
            at < 0.5, limb[0] + 2 * at * (limb[1] - limb[0]), limb[1] + (2 * at - 1) * (limb[2] - limb[1])
        )
        away.append((way, 0.25 * length + 0.02))
    if gone == "head":
        away.append((body.head[None], 1.5 * body.radius))
    kept = []
    for line in body.lines:
        inside = np.zeros(len(line), dtype=bool)
        for way, reach in away:
            inside |= np.linalg.norm(line[:, None] - way[None], axis=2).min(axis=1) < reach
        runs = np.split(np.arange(len(line)), np.flatnonzero(np.diff(inside.astype(int))) + 1)
        kept += [line[run] for run in runs if len(run) > 1 and not inside[run[0]]]
    return kept or body.lines[:1]


def _mermaid(body: Body, rng: Random) -> list[Floats]:
    """A body with the tail of a fish instead of legs."""
    low, deep = max(body.wide[1], 0.05), rng.uniform(0.3, 0.7)
    end = np.array([rng.normal(0.0, 0.15), -deep])
    lines = [
        through([[-low, 0.0], end, [low, 0.0]], 40),
        through([end, end + [-0.15, -0.15], end + [0.0, -0.08], end + [0.15, -0.15], end], 40),
    ]
    high = min(float(limb[:, 1].min()) for name, limb in body.limbs.items() if name.endswith("arm"))
    kept = [line for line in body.lines if line[:, 1].mean() > min(0.0, high)]
    return kept + lines


def _by_hand(lines: list[Floats], rng: Random) -> tuple[list[Floats], Callable[[Floats], Floats]]:
    """The lines as a hand leaves them, and the map of places."""
    points = np.concatenate(lines)
    low, size = points.min(axis=0), max(float(np.ptp(points, axis=0).max()), 1e-6)
    lean, aspect = rng.normal(0.0, 0.07), np.exp(rng.normal(0.0, 0.15))
    cos, sin = np.cos(lean), np.sin(lean)
    matrix = np.array([[cos, -sin], [sin, cos]]) @ np.diag([aspect, 1.0])
    waves = (
        rng.normal(0.0, rng.choice([0.004, 0.02]), (3, 2)),
        rng.uniform(0.6, 2.2, (3, 2)) * np.pi,
        rng.uniform(0, 6.3, 3),
    )

    def place(points: Floats) -> Floats:
        at = (points - low) / size
        for move, wave, phase in zip(*waves, strict=True):
            at = at + np.sin(at @ wave + phase)[:, None] * move
        return at @ matrix.T

    slip = rng.uniform(0.0, 0.02) if chance(rng, 0.7) else rng.uniform(0.02, 0.035)
    tremor = rng.uniform(0.0, 0.003 if chance(rng, 0.7) else 0.006)
    corners = rng.uniform(0.004, 0.014) if chance(rng, 0.5) else 0.0
    result = []
    for line in lines:
        drawn = place(line) + rng.normal(0.0, slip, 2) * min(
            1.0, 0.15 + 2.0 * float(np.ptp(line, axis=0).max() / size)
        )
        shake = np.cumsum(rng.normal(0.0, tremor, drawn.shape), axis=0)
        drawn = drawn + shake - np.linspace(0.0, 1.0, len(drawn))[:, None] * shake[-1]
        if chance(rng, 0.1) and len(drawn) > 12:
            drawn = drawn[int(rng.integers(0, 2)) : len(drawn) - int(rng.integers(0, 2))]
        result.append(_straighten(drawn, corners) if corners else drawn)
    return result, place


def _straighten(line: Floats, near: float) -> Floats:
    """A line with only the corners that keep it as near as this (Ramer, Douglas and Peucker)."""
    keep = np.zeros(len(line), dtype=bool)
    keep[[0, -1]] = True
    stack = [(0, len(line) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        span = line[last] - line[first]
        off = line[first + 1 : last] - line[first]
        length = float(np.hypot(*span))
        away = (
            np.abs(off[:, 0] * span[1] - off[:, 1] * span[0]) / length if length > 1e-9 else np.hypot(*off.T)
        )
        worst = int(away.argmax())
        if away[worst] > near:
            keep[first + 1 + worst] = True
            stack += [(first, first + 1 + worst), (first + 1 + worst, last)]
    return line[keep]
