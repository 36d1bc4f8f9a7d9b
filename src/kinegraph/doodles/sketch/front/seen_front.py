"""Front views as the sight sees them: a plan of head, arms and legs at the likeliest places."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.front.front_plan import MOST_COST, FrontPlan
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette
from kinegraph.doodles.sketch.sight.sight import Sight

_HALF = 16  # points from a joint on the body to the bend of a limb, and from there to its tip
# How far the end of a stroke is from a tip that it draws, as a share of the drawing's size; the part of a
# leg's length that a foot beyond its tip has at most.
_SNAP, _FOOT = 0.045, 0.35
# How far the middle of a head's outline is from where the head is seen, in its radii; its least area.
_OFF, _LEAST_HEAD = 0.55, 20
_INSIDE = ("left_hand", "right_hand", "left_foot", "right_foot", "left_elbow", "right_elbow", "left_knee",
           "right_knee")  # fmt: skip
_MOST_INSIDE = 1  # of these that an outline of the head may have around it: a raised hand, a crossed knee
_NECK, _HEADS = 0.8, (0.05, 0.25)  # radius of a head without outline by the way to its neck; by the size
_UNDER = 0.35  # where hips are under a robe, as a share of its height
_APART = 0.55  # how far hips are apart under a robe, by its hem


def plan_seen_front(silhouette: Silhouette, strokes: Sequence[Stroke], sight: Sight) -> FrontPlan:
    """The front view that the sight sees in a drawing. Its cost is 0 where the sight is sure."""
    size = silhouette.cell * max(silhouette.mask.shape)
    head, stroke = _find_head(silhouette, sight, size)
    ends = np.concatenate([each.points[[0, -1]] for each in strokes])
    arms = _pair(silhouette, sight, head, ("shoulder", "elbow", "hand"), ends, size)
    if sight.robe > 0.5:
        legs = _hidden_legs(silhouette, sight)
    else:
        legs = _pair(silhouette, sight, head, ("hip", "knee", "foot"), ends, size)
        legs = [_with_foot(leg, strokes, size) for leg in legs]
    cells = np.argwhere(head)
    return FrontPlan(
        silhouette,
        head,
        silhouette.places_of(cells.mean(axis=0)[None])[0],
        float(np.sqrt(len(cells) / np.pi)) * silhouette.cell,
        (arms[0], arms[1]),
        (legs[0], legs[1]),
        stroke,
        float(-MOST_COST * np.log(max(sight.kinds["front"], 1e-9))),
        np.zeros(head.shape),
        seen=True,
    )


def _find_head(silhouette: Silhouette, sight: Sight, size: float) -> tuple[np.ndarray, int | None]:
    """(R, C) cells of the head, and the stroke that is its outline."""
    seen = sight.places["head"]
    others = silhouette.cells_of(np.array([sight.places[name] for name in _INSIDE]))
    best: tuple[int, np.ndarray, int | None] | None = None
    for inside, stroke in (
        *((inside, stroke) for stroke, inside in silhouette.loops.items()),
        *((inside, None) for inside in silhouette.faces),
    ):
        region = inside & silhouette.mask
        area = int(region.sum())
        if area < _LEAST_HEAD or (best is not None and area <= best[0]):
            continue
        middle = silhouette.places_of(np.argwhere(region).mean(axis=0)[None])[0]
        radius = float(np.sqrt(area / np.pi)) * silhouette.cell
        near = float(np.linalg.norm(middle - seen)) < _OFF * radius
        if near and int(region[tuple(others.T)].sum()) <= _MOST_INSIDE:
            best = (area, region, stroke)
    if best is not None:
        return best[1], best[2]
    neck = 0.5 * (sight.places["left_shoulder"] + sight.places["right_shoulder"])
    radius = np.clip(_NECK * np.linalg.norm(seen - neck), _HEADS[0] * size, _HEADS[1] * size)
    places = silhouette.places_of(np.argwhere(np.ones_like(silhouette.mask)))
    disk = (np.linalg.norm(places - seen, axis=1) < radius).reshape(silhouette.mask.shape)
    return (disk & silhouette.mask if (disk & silhouette.mask).any() else disk), None


def _pair(
    silhouette: Silhouette,
    sight: Sight,
    head: np.ndarray,
    joints: tuple[str, str, str],
    ends: Floats,
    size: float,
) -> list[Limb]:
    """The left and the right limb along their seen joints. ends: (M, 2) of all strokes [m]."""
    places = np.array([[sight.places[f"{side}_{joint}"] for joint in joints] for side in ("left", "right")])
    gaps = np.linalg.norm(ends[None] - places[:, 2, None], axis=2)
    first = int(gaps.min(axis=1).argmin())
    for number in (first, 1 - first):  # an end of a stroke is the end of one limb
        nearest = int(gaps[number].argmin())
        if gaps[number, nearest] < _SNAP * size:
            places[number, 2] = ends[nearest]
            gaps[1 - number, nearest] = np.inf
    wings = joints[0] == "shoulder" and sight.wings > 0.5
    limbs = []
    for root, bend, tip in places:
        way = _through(root, bend, tip)
        row, column = silhouette.cells_of(root[None])[0]
        on_head = bool(head[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4].any())
        cell = silhouette.cells_of(tip[None])[0]
        limbs.append(Limb(way, _HALF, len(way) - 1, np.inf, np.inf, cell, on_head, broad=wings))
    return limbs


def _through(root: Floats, bend: Floats, tip: Floats) -> Floats:
    at = np.linspace(0.0, 1.0, _HALF + 1)[:, None]
    return np.concatenate([root + at * (bend - root), (bend + at * (tip - bend))[1:]])


def _with_foot(leg: Limb, strokes: Sequence[Stroke], size: float) -> Limb:
    """A leg with the flat end of a stroke that goes on from its tip."""
    tip = leg.way[-1]
    for stroke in strokes:
        for points in (stroke.points, stroke.points[::-1]):
            gaps = np.linalg.norm(points - tip, axis=1)
            at = int(gaps.argmin())
            rest = points[at:]
            length = float(np.linalg.norm(np.diff(rest, axis=0), axis=1).sum())
            reach = rest[-1] - rest[0]
            before = len(points) - len(rest) > 3
            if (
                gaps[at] < _SNAP * size
                and before
                and 0.02 * size < length < _FOOT * leg.length
                and abs(reach[1]) < 0.6 * abs(reach[0])
            ):
                way = np.concatenate([leg.way, rest[1:]])
                return Limb(way, leg.bend, len(leg.way) - 1, leg.cut, leg.crotch, leg.tip, leg.on_head)
    return leg


def _hidden_legs(silhouette: Silhouette, sight: Sight) -> list[Limb]:
    """Legs under a robe, from where hips would be down to its hem."""
    feet = np.array([sight.places["left_foot"], sight.places["right_foot"]])
    neck = 0.5 * (sight.places["left_shoulder"] + sight.places["right_shoulder"])
    middle = feet.mean(axis=0)
    legs = []
    for foot in feet:
        hip = np.array([middle[0] + _APART * (foot[0] - middle[0]), foot[1] + _UNDER * (neck[1] - foot[1])])
        way = hip + np.linspace(0.0, 1.0, 9)[:, None] * (foot - hip)
        tip = silhouette.cells_of(foot[None])[0]
        legs.append(Limb(way, 4, 8, np.inf, np.inf, tip, on_head=False, hidden=True))
    return legs
