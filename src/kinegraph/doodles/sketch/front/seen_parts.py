"""The part of a seen front view that ink belongs to: the nearest of head, trunk and limbs."""

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.front.front_plan import FrontPlan

TRUNK, HEAD = 0, 1  # limbs are 2 and on
_WHOLE, _WING = (
    0.72,
    0.4,
)  # share of a stroke in one part, and in a wing, from which on all of it is that part
_SHORT = 0.04  # length of a stretch of a stroke that is given to its neighbours, as a share of the drawing
_FAR = 0.2  # how far ink of a limb is from it at most, likewise; beyond that it is a tail
_OVER = 0.03  # distance of ink from an arm over the trunk that it draws, likewise
_LIMB = 0.9  # weight of the distance from a limb: where a limb leaves the trunk, ink is the limb's


def find_owners(plan: FrontPlan, points: Floats) -> Ints:
    """(N,) the part that is nearest to places on the sheet (N, 2)."""
    from scipy import ndimage

    silhouette = plan.silhouette
    size = silhouette.cell * max(silhouette.mask.shape)
    cells = silhouette.cells_of(points)
    away = np.asarray(ndimage.distance_transform_edt(~plan.head))
    head = np.maximum(silhouette.cell * away[tuple(cells.T)], _OVER * size)
    distances = [
        _OVER * size + distances_from_trunk(plan, points)
        if not plan.tadpole
        else np.full(len(points), np.inf),
        head,
    ]
    for limb in (*plan.arms, *plan.legs):
        distances.append(
            np.full(len(points), np.inf)
            if limb.hidden
            else _LIMB * distances_from_line(points, limb.way[::4])
        )
    return np.argmin(distances, axis=0)


def distances_from_trunk(plan: FrontPlan, points: Floats) -> Floats:
    """(N,) distances of places (N, 2) from the trunk, as wide as its joints; infinite above it [m]."""
    hip = 0.5 * (plan.legs[0].way[0] + plan.legs[1].way[0])
    half = 0.5 * max(
        float(np.linalg.norm(pair[1].way[0] - pair[0].way[0])) for pair in (plan.arms, plan.legs)
    )
    if plan.legs[0].hidden:
        hip = 0.5 * (plan.legs[0].way[-1] + plan.legs[1].way[-1])
    size = plan.silhouette.cell * max(plan.silhouette.mask.shape)
    down = hip - plan.centre
    length = max(float(np.linalg.norm(down)), 1e-9)
    along = (points - plan.centre) @ down / length
    across = np.abs((points - plan.centre) @ np.array([-down[1], down[0]])) / length
    trunk = np.hypot(np.maximum(across - half, 0.0), np.maximum(along - length, 0.0))
    # Ink on a line is the line's; only over a broad trunk is it an arm's.
    trunk = trunk - max(_OVER * size - 0.3 * half, 0.0)
    trunk[along < 0.0] = np.inf  # a halo, ears
    trunk[plan.head[tuple(plan.silhouette.cells_of(points).T)]] = np.inf
    return trunk


def owners_along(plan: FrontPlan, stroke: Stroke, samples: Floats) -> Ints:
    """(N,) the part of each of even places (N, 2) along a stroke."""
    owners = find_owners(plan, samples)
    silhouette = plan.silhouette
    size = silhouette.cell * max(silhouette.mask.shape)
    limbs = (*plan.arms, *plan.legs)
    for number, limb in enumerate(limbs):  # a tail is no arm
        own = owners == 2 + number
        if limb.broad or not own.any():
            continue
        away = distances_from_line(samples[own], limb.way[::4])
        if away.max() > _FAR * size and np.median(away) > 0.3 * _FAR * size:
            owners[own] = TRUNK
    counts = np.bincount(owners, minlength=6)
    if counts[TRUNK] > counts[HEAD]:  # the end of a tail is not the head's
        outside = ~plan.head[tuple(silhouette.cells_of(samples).T)]
        beyond = np.linalg.norm(samples - plan.centre, axis=1) > 1.5 * plan.radius
        owners[(owners == HEAD) & outside & beyond] = TRUNK
        counts = np.bincount(owners, minlength=6)
    most = int(counts.argmax())
    if counts[most] >= _WHOLE * len(owners):
        return np.full(len(owners), most)
    arm = 2 + int(counts[2:4].argmax())
    if plan.arms[arm - 2].broad and counts[arm] >= _WING * len(owners) and not counts[4:].any():
        return np.full(len(owners), arm)
    least = _SHORT * size / max(stroke.length, 1e-12) * len(owners)
    for _ in range(8):
        starts = np.concatenate([[0], np.flatnonzero(np.diff(owners)) + 1, [len(owners)]])
        lengths = np.diff(starts)
        if len(lengths) < 2 or lengths.min() >= least:
            break
        k = int(lengths.argmin())
        beside = [j for j in (k - 1, k + 1) if 0 <= j < len(lengths)]
        longer = max(beside, key=lambda j: lengths[j])
        owners[starts[k] : starts[k + 1]] = owners[starts[longer]]
    return owners


def distances_from_line(points: Floats, line: Floats) -> Floats:
    """(N,) distances of places (N, 2) from a line through (M, 2)."""
    starts, ways = line[:-1], np.diff(line, axis=0)
    squares = np.maximum((ways * ways).sum(axis=1), 1e-18)
    best = np.full(len(points), np.inf)
    for start, way, square in zip(starts, ways, squares, strict=True):
        along = np.clip((points - start) @ way / square, 0.0, 1.0)
        best = np.minimum(best, np.linalg.norm(points - start - along[:, None] * way, axis=1))
    return best
