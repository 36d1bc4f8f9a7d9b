"""Limbs that a front view should have and that are not drawn."""

from collections.abc import Sequence

import numpy as np

from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.front_plan import FrontPlan
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.seen_parts import (
    distances_from_line,
    distances_from_trunk,
    owners_along,
)
from kinegraph.doodles.sketch.sight.sight import Sight

# Certainty of where a limb ends, below which its ink is looked for, and below which it is not drawn.
_SURE, _LEAST = 0.975, 0.58
_STEP = 0.01  # between places along a stroke, as a share of the drawing's size
_LEAST_INK, _AT_TIP = (
    0.3,
    0.12,
)  # ink of a limb by its length; how far that is from its tip, as a share of the size
_SHORT, _IN_FACE = 0.5, 0.8  # length of a limb by that of its twin; share of a stroke in the head
_MOSTLY, _CLEAR = (
    0.45,
    0.04,
)  # share of a stroke that is all a limb's; else how far its ink is from other parts
_TOGETHER, _SAME = 0.03, 0.008  # mean distance of two limbs that are one, and that of their tips, likewise
_WINGS = 0.1  # probability of wings, from which on a body may be an angel
_HEM, _CHEST, _SKIRT = 0.1, 0.7, 1.1  # heights of a robe whose widths are compared, and their ratio


def find_missing(plan: FrontPlan, strokes: Sequence[Stroke], sight: Sight) -> tuple[str, ...]:
    """Names of the limbs of a seen plan that are not drawn: "both arms", "a leg" and so on."""
    size = plan.silhouette.cell * max(plan.silhouette.mask.shape)
    limbs = (*plan.arms, *plan.legs)
    ends = [sight.sure[f"{side}_{end}"] for end in ("hand", "foot") for side in ("left", "right")]
    lost = [
        not limb.hidden
        and (sure < _LEAST or (sure < _SURE and not _is_drawn(plan, limb, strokes, size, sight)))
        for limb, sure in zip(limbs, ends, strict=True)
    ]
    missing = []
    for name, pair, count in (("an arm", plan.arms, sum(lost[:2])), ("a leg", plan.legs, sum(lost[2:]))):
        if pair[0].hidden:
            count = 0 if sight.wings > _WINGS or _is_robe(plan) else 2
        elif _are_one(pair[0], pair[1], size):
            count = max(count, 1)
        if count:
            missing.append(name if count == 1 else f"both {name.split()[1]}s")
    return tuple(missing)


def _is_drawn(plan: FrontPlan, limb: Limb, strokes: Sequence[Stroke], size: float, sight: Sight) -> bool:
    """True if ink along a limb is no other part's: the side of a trunk is no arm beside it."""
    limbs = (*plan.arms, *plan.legs)
    if sight.wings > _WINGS and any(limb is arm for arm in plan.arms):
        return True  # a wing has no one tip
    number = next(k for k, each in enumerate(limbs) if each is limb)
    if limb.length < _SHORT * limbs[number ^ 1].length:
        return False  # a hair
    length, nearest = 0.0, np.inf
    for stroke in strokes:
        count = max(int(stroke.length / (_STEP * size)), 2)
        samples = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, count))
        if plan.head[tuple(plan.silhouette.cells_of(samples).T)].mean() > _IN_FACE:
            continue
        own = owners_along(plan, stroke, samples) == 2 + number
        if own.mean() < _MOSTLY:
            own &= distances_from_trunk(plan, samples) > _CLEAR * size
            for other in (each for each in limbs if each is not limb and not each.hidden):
                own &= distances_from_line(samples, other.way[::4]) > _CLEAR * size
        if own.any():
            length += stroke.length * float(own.mean())
            nearest = min(nearest, float(np.linalg.norm(samples[own] - limb.way[-1], axis=1).min()))
    return length >= _LEAST_INK * limb.length and nearest <= _AT_TIP * size


def _are_one(one: Limb, other: Limb, size: float) -> bool:
    """True if two limbs run along the same ink to the same place."""
    if np.linalg.norm(one.way[one.ankle] - other.way[other.ankle]) > _SAME * size:
        return False
    gaps = np.linalg.norm(one.way[::4, None] - other.way[None, ::2], axis=2).min(axis=1)
    return bool(gaps[len(gaps) // 3 :].mean() < _TOGETHER * size)


def _is_robe(plan: FrontPlan) -> bool:
    """True if a body without legs widens to its hem."""
    mask = plan.silhouette.mask & ~plan.head
    bottom = int(plan.silhouette.cells_of(plan.legs[0].way[-1:])[0][0])
    top = int(plan.silhouette.cells_of(plan.arms[0].way[:1])[0][0])
    middle = int(plan.silhouette.cells_of(0.5 * (plan.legs[0].way[:1] + plan.legs[1].way[:1]))[0][1])
    low, high = (
        _width_around(mask[min(max(round(bottom + share * (top - bottom)), 0), len(mask) - 1)], middle)
        for share in (_HEM, _CHEST)
    )
    return low >= _SKIRT * high


def _width_around(row: np.ndarray, middle: int) -> int:
    """Number of cells of a row (C,) that hang together around its middle; 0 where it is empty."""
    inside = np.flatnonzero(row)
    if not len(inside):
        return 0
    nearest = int(inside[np.abs(inside - middle).argmin()])
    left = nearest - int(np.argmin(np.append(row[nearest::-1], False)))
    right = nearest + int(np.argmin(np.append(row[nearest:], False)))
    return right - left - 1
