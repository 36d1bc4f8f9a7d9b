"""The part of an animal that each point of ink belongs to, with soft changes at its joints."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.math.easing import smoothstep
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.animal.animal_plan import AnimalPlan, cells_beyond
from kinegraph.doodles.sketch.front.limb import Limb

TRUNK, HEAD, TAIL, FIRST_LEG = 0, 1, 2, 3
_MOST_SAMPLES = 600  # points of a line whose parts are looked up
_SOFT = 1.6  # deviation of the filter that makes parts change softly along a line [cells]
_SAMPLES = 120  # points of a stroke whose part is looked up
_WHOLE = 0.5  # a stroke with this share in one leg, and the rest in the trunk at its hip, is that leg
_DETAIL = 0.3  # length of a stroke that goes with one part as a whole, as a share of the drawing's size
_BEND = 0.12  # half of the length over which a knee bends, as a share of the leg
_HIP = 2.5  # cells over which a leg that is one outline with the trunk begins to move


@dataclass(frozen=True, eq=False)
class AnimalParts:
    """The part that each cell of a silhouette belongs to.

    owners: (R, C) TRUNK, HEAD, TAIL, or FIRST_LEG + the number of a leg.
    nearest: (2, R, C) nearest cell of the silhouette.
    """

    plan: AnimalPlan
    owners: Ints
    nearest: Ints

    def owners_at(self, points: Floats) -> Ints:
        """(P,) the owner of places on the sheet (P, 2)."""
        cells = self.plan.silhouette.cells_of(points)
        rows, columns = self.nearest[:, cells[:, 0], cells[:, 1]]
        return self.owners[rows, columns]

    def distances_at(self, points: Floats) -> Floats:
        """(P,) distance from the trunk inside of the silhouette [cells]."""
        cells = self.plan.silhouette.cells_of(points)
        rows, columns = self.nearest[:, cells[:, 0], cells[:, 1]]
        return np.where(
            np.isfinite(self.plan.distances[rows, columns]), self.plan.distances[rows, columns], 0
        )


def find_parts(plan: AnimalPlan) -> AnimalParts:
    """The parts of an animal."""
    from scipy import ndimage

    mask, distances = plan.silhouette.mask, plan.distances
    owners = np.full(mask.shape, TRUNK)
    owners[plan.head] = HEAD
    limbs = [*plan.legs, *([] if plan.tail is None else [plan.tail])]
    tips = [limb.tip for limb in limbs]
    for number, limb in enumerate(limbs):
        others = [tip for k, tip in enumerate(tips) if k != number]
        if limb.line is None:
            own = cells_beyond(mask, distances, limb.cut, limb.tip, others)
        else:
            own = _cells_on(plan, limb.line)
        own &= ~plan.trunk & (owners != HEAD) if limb is plan.tail else ~plan.trunk
        owners[own] = TAIL if limb is plan.tail else FIRST_LEG + number
    nearest = ndimage.distance_transform_edt(~mask, return_distances=False, return_indices=True)
    return AnimalParts(plan, owners, np.asarray(nearest))


def _cells_on(plan: AnimalPlan, stroke: Stroke) -> np.ndarray:
    """(R, C) the cells of a stroke."""
    own = np.zeros_like(plan.silhouette.mask)
    cells = plan.silhouette.cells_of(stroke.points)
    own[cells[:, 0], cells[:, 1]] = True
    return own


def stroke_owner(parts: AnimalParts, stroke: Stroke) -> int | None:
    """The part that a whole stroke belongs to; None for a stroke that draws several parts."""
    for number, leg in enumerate(parts.plan.legs):
        if leg.line is stroke:
            return FIRST_LEG + number
    samples = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, _SAMPLES))
    owners = parts.owners_at(samples)
    counts = np.bincount(owners, minlength=FIRST_LEG + len(parts.plan.legs))
    silhouette = parts.plan.silhouette
    most = int(counts.argmax())
    small = (
        float(np.ptp(stroke.points, axis=0).max()) < _DETAIL * max(silhouette.mask.shape) * silhouette.cell
    )
    if counts[most] > 0.97 * _SAMPLES or (small and counts[most] > 0.7 * _SAMPLES):
        return most
    leg = FIRST_LEG + int(counts[FIRST_LEG:].argmax())
    if counts[leg] >= _WHOLE * _SAMPLES and counts[leg] + counts[TRUNK] == _SAMPLES:
        return leg
    return None


def part_of_stroke(parts: AnimalParts, stroke: Stroke) -> int:
    """The part that most of a stroke belongs to."""
    samples = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, _SAMPLES))
    whole = stroke_owner(parts, stroke)
    return int(np.bincount(parts.owners_at(samples)).argmax()) if whole is None else whole


def part_weights(parts: AnimalParts, stroke: Stroke, points: Floats) -> Floats:
    """(P, 3 + L) weight of trunk, head, tail and legs for points (P, 2) of one stroke's ink or paper."""
    from scipy.ndimage import gaussian_filter1d
    from scipy.spatial import KDTree

    whole = stroke_owner(parts, stroke)
    if whole is not None:
        weights = np.zeros((len(points), FIRST_LEG + len(parts.plan.legs)))
        weights[:, whole] = 1.0
        return weights
    weights = _weights_at(parts, points)
    # Along a line parts change softly, however the cells under it are divided.
    step = parts.plan.silhouette.cell
    count = min(max(int(stroke.length / step), 2), _MOST_SAMPLES)
    line = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, count))
    along = gaussian_filter1d(_weights_at(parts, line), _SOFT, axis=0, mode="nearest")
    found = np.column_stack(KDTree(line).query(points))  # distance to the line, and its nearest point
    on_line = found[:, 0] < 2.0 * step
    weights[on_line] = along[found[on_line, 1].astype(np.int64)]
    return weights / weights.sum(axis=1, keepdims=True)


def _weights_at(parts: AnimalParts, points: Floats) -> Floats:
    owners = parts.owners_at(points)
    weights = np.zeros((len(points), FIRST_LEG + len(parts.plan.legs)))
    weights[np.arange(len(points)), owners] = 1.0
    away = parts.distances_at(points)
    for number, leg in enumerate(parts.plan.legs):
        own = owners == FIRST_LEG + number
        share = smoothstep(np.clip((away[own] - leg.cut) / _HIP + 0.35, 0.0, 1.0))
        weights[own, FIRST_LEG + number] = share
        weights[own, TRUNK] = 1.0 - share
    return weights


def leg_shares(leg: Limb, points: Floats) -> Floats:
    """(P, 3) weights of the upper leg, the lower leg and the foot."""
    lengths = _lengths(leg.way)
    along = lengths[np.linalg.norm(points[:, None] - leg.way[None], axis=2).argmin(axis=1)]
    half, ankle = _BEND * lengths[-1], lengths[foot_start(leg)]
    below = smoothstep(np.clip((along - lengths[leg.bend]) / (2.0 * half) + 0.5, 0.0, 1.0))
    beyond = smoothstep(np.clip((along - ankle) / (0.08 * lengths[-1]) + 0.5, 0.0, 1.0))
    return np.stack([1.0 - below, below * (1.0 - beyond), below * beyond], axis=1)


def foot_start(leg: Limb) -> int:
    """Index of the ankle; a leg without a foot ends in a short one."""
    if leg.ankle < len(leg.way) - 1:
        return leg.ankle
    lengths = _lengths(leg.way)
    return min(max(int(np.searchsorted(lengths, 0.86 * lengths[-1])), leg.bend + 1), len(leg.way) - 2)


def _lengths(way: Floats) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])


def part_names(strokes: Sequence[Stroke], plan: AnimalPlan) -> tuple[str, ...]:
    """Part of each stroke: "torso", "head", "tail" or "leg"."""
    parts = find_parts(plan)
    names = {TRUNK: "torso", HEAD: "head", TAIL: "tail"}
    return tuple(names.get(part_of_stroke(parts, stroke), "leg") for stroke in strokes)
