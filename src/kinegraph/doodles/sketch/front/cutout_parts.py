"""The part of a cut-out that each point of ink belongs to, with soft changes at elbows and knees."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.math.easing import smoothstep
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.front_plan import FrontPlan
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.seen_parts import HEAD, TRUNK, find_owners, owners_along
from kinegraph.doodles.sketch.front.silhouette import label_pieces
from kinegraph.doodles.sketch.proportions import SIDES

LINKS = (
    "torso", "head",
    *(f"{side}_{part}" for side in SIDES for part in ("upper_arm", "lower_arm")),
    *(f"{side}_{part}" for side in SIDES for part in ("upper_leg", "lower_leg", "foot")),
)  # fmt: skip
_SAMPLES = 160  # points of a stroke whose part is looked up
_BEND = 0.1  # half of the length over which an elbow bends, as a share of the limb
_MOST_CUTS = 14
_WITH_LINE = 4.5  # distance of cells that go with the outer half of a limb's stroke [cells]
_ROOT = 5.0  # of a limb's line, the part that may run over the body before its joint [cells]
# Share of the legs in what hangs from the torso between them, and in a dress that hides them.
_SKIRT, _DRESS = 0.4, 0.7


@dataclass(frozen=True, eq=False)
class CutoutParts:
    """The part that each cell of a silhouette belongs to.

    owners: (R, C) TRUNK, HEAD, or 2 + the number of a limb.
    nearest: (2, R, C) nearest cell of the silhouette.
    between: (R, C) whether two legs are drawn as one there.
    limbs: Right arm, left arm, right leg, left leg; the right ones are at the left of the sheet.
    """

    plan: FrontPlan
    owners: Ints
    nearest: Ints
    between: np.ndarray
    limbs: tuple[Limb, ...]


def find_parts(plan: FrontPlan) -> CutoutParts:
    """The parts of a complete plan."""
    from scipy import ndimage

    mask, distances = plan.silhouette.mask, plan.distances
    limbs = (*plan.arms, *plan.legs)
    if plan.seen:
        nearest = ndimage.distance_transform_edt(~mask, return_distances=False, return_indices=True)
        places = plan.silhouette.places_of(np.argwhere(np.ones_like(mask)))
        owners = find_owners(plan, places).reshape(mask.shape)
        return CutoutParts(plan, owners, np.asarray(nearest), np.zeros_like(mask), limbs)
    owners = np.full(mask.shape, TRUNK)
    loose = label_pieces(mask & ~plan.head)
    body = {int(loose[tuple(limb.tip)]) for limb in limbs}
    if plan.tadpole:
        owners[mask & ~plan.head] = HEAD
    else:
        owners[plan.head | (mask & ~np.isin(loose, list(body)))] = HEAD
    tips = [tuple(limb.tip) for limb in limbs]
    for number, limb in enumerate(limbs):
        if limb.hidden or limb.of_lines:
            continue
        cut, others = limb.cut, [tip for k, tip in enumerate(tips) if k != number]
        own = np.zeros_like(mask)
        for _ in range(_MOST_CUTS):  # until nothing but the limb hangs on its tip
            pieces = label_pieces(mask & (distances > cut))
            own = pieces == pieces[tips[number]]
            if not any(own[tip] for tip in others):
                break
            cut += 0.6
        owners[own] = 2 + number
    between = np.zeros_like(mask)
    legs = plan.legs
    if min(leg.crotch for leg in legs) < min(leg.cut for leg in legs):
        crotch, cut = min(leg.crotch for leg in legs), max(leg.cut for leg in legs)
        between = (owners == TRUNK) & mask & (distances > crotch) & (distances <= cut + 1.0)
        pieces = label_pieces(between | (owners >= 4))
        between &= pieces == pieces[tuple(legs[0].tip)]
    _give_lines(limbs, plan, owners)
    nearest = ndimage.distance_transform_edt(~mask, return_distances=False, return_indices=True)
    return CutoutParts(plan, owners, np.asarray(nearest), between, limbs)


def _give_lines(limbs: Sequence[Limb], plan: FrontPlan, owners: Ints) -> None:
    """Gives what is near a limb's stroke to that limb: hands, fingers and shoes go with it."""
    from scipy import ndimage

    silhouette = plan.silhouette
    for number, limb in enumerate(limbs):
        if not limb.of_lines:
            continue
        beyond = silhouette.mask & ~plan.head
        cells = silhouette.cells_of(limb.way)
        far = ndimage.distance_transform_edt(~_cells_mask(beyond.shape, cells[len(cells) // 2 :]))
        owners[beyond & (np.asarray(far) < _WITH_LINE)] = 2 + number


def _cells_mask(shape: tuple[int, ...], cells: Ints) -> np.ndarray:
    mask = np.zeros(shape, dtype=bool)
    mask[tuple(cells.T)] = True
    return mask


def stroke_weights(parts: CutoutParts, stroke: Stroke, points: Floats) -> Floats:
    """(P, L) weight of each of LINKS for points (P, 2) of one stroke's ink; rows sum to one."""
    from scipy.spatial import KDTree

    at = np.linspace(0.0, stroke.length, _SAMPLES)
    samples = points_along(stroke.points, stroke.lengths, at)
    owners = _owners_along(parts, samples, stroke)
    _, same = KDTree(samples).query(points)
    return _weights(parts, points, owners[same])


def _owners_along(parts: CutoutParts, samples: Floats, stroke: Stroke) -> Ints:
    """(N,) the owner of each point along a stroke; where legs are drawn as one, that of its next piece."""
    if parts.plan.seen:
        return owners_along(parts.plan, stroke, samples)
    for number, limb in enumerate(parts.limbs):
        if limb.line is stroke:
            return np.full(len(samples), 2 + number)
    cells = parts.plan.silhouette.cells_of(samples)
    rows, columns = parts.nearest[:, cells[:, 0], cells[:, 1]]
    owners = parts.owners[rows, columns].copy()
    at = np.linspace(0.0, stroke.length, len(samples))
    for number, limb in enumerate(parts.limbs):
        for piece in limb.ink:
            if piece.stroke is stroke:
                owners[(at >= piece.start) & (at <= piece.stop)] = 2 + number
    outside = ~parts.plan.silhouette.mask[cells[:, 0], cells[:, 1]]
    if outside.mean() > 0.6:  # not connected with the body: follows its nearest part as a whole
        owners[:] = np.bincount(owners).argmax()
        return owners
    between = parts.between[rows, columns]
    legs = np.flatnonzero((owners >= 4) & ~between)
    if len(legs):
        for k in np.flatnonzero(between):
            owners[k] = owners[legs[np.abs(legs - k).argmin()]]
    return _up_to_roots(parts, samples, owners)


def _up_to_roots(parts: CutoutParts, samples: Floats, owners: Ints) -> Ints:
    """The owners along a stroke, where a limb's line belongs to the limb up to its joint."""
    near = _ROOT * parts.plan.silhouette.cell
    result = owners.copy()
    for number, limb in enumerate(parts.limbs):
        own = np.flatnonzero(owners == 2 + number)
        around = np.flatnonzero((owners == TRUNK) & (np.linalg.norm(samples - limb.way[0], axis=1) < near))
        if len(own):
            for k in around:
                next_ = own[np.abs(own - k).argmin()]
                if np.linalg.norm(samples[next_] - samples[k]) < near:
                    result[k] = 2 + number
    return result


def _weights(parts: CutoutParts, points: Floats, owners: Ints) -> Floats:
    plan = parts.plan
    weights = np.zeros((len(points), len(LINKS)))
    trunk, head = owners == TRUNK, owners == HEAD
    weights[head, HEAD] = 1.0
    weights[trunk, TRUNK] = 1.0
    if plan.tadpole:
        _bend_tadpole(plan, points, weights, trunk)
    else:
        _hang_skirt(plan, points, weights, trunk)
    for number, limb in enumerate(parts.limbs):
        own = owners == 2 + number
        if own.any():
            arm = number < 2
            first = 2 + 2 * number if arm else 6 + 3 * (number - 2)
            weights[own, first : first + (2 if arm else 3)] = _along_limb(limb, points[own], foot=not arm)
    return weights


def _bend_tadpole(plan: FrontPlan, points: Floats, weights: Floats, trunk: np.ndarray) -> None:
    """The upper half of a tadpole is its head."""
    up = (points[trunk, 1] - plan.centre[1]) / max(plan.radius, 1e-9)
    weights[trunk, HEAD] = smoothstep(np.clip(up / 1.4 + 0.5, 0.0, 1.0))
    weights[trunk, TRUNK] = 1.0 - weights[trunk, HEAD]


def _hang_skirt(plan: FrontPlan, points: Floats, weights: Floats, trunk: np.ndarray) -> None:
    """Swings the parts that hang below the hips a little with both legs."""
    hips = 0.5 * (plan.legs[0].way[0] + plan.legs[1].way[0])
    length = max(plan.legs[0].length, 1e-9)
    low = smoothstep(np.clip((hips[1] - points[trunk, 1]) / (0.3 * length) - 0.1, 0.0, 1.0))
    wide = max(abs(plan.legs[1].way[0, 0] - plan.legs[0].way[0, 0]), 0.1 * length)
    right = np.clip(0.5 - (points[trunk, 0] - hips[0]) / wide, 0.0, 1.0)
    swing = _DRESS if plan.legs[0].hidden else _SKIRT
    weights[trunk, LINKS.index("right_upper_leg")] = swing * low * right
    weights[trunk, LINKS.index("left_upper_leg")] = swing * low * (1.0 - right)
    weights[trunk, TRUNK] = 1.0 - swing * low


def _along_limb(limb: Limb, points: Floats, *, foot: bool) -> Floats:
    """(P, 2 or 3) weights of the links of one limb."""
    steps = np.linalg.norm(np.diff(limb.way, axis=0), axis=1)
    lengths = np.concatenate([[0.0], np.cumsum(steps)])
    nearest = np.linalg.norm(points[:, None] - limb.way[None], axis=2).argmin(axis=1)
    along, half = lengths[nearest], _BEND * lengths[-1]
    below = smoothstep(np.clip((along - lengths[limb.bend]) / (2.0 * half) + 0.5, 0.0, 1.0))
    if not foot:
        return np.stack([1.0 - below, below], axis=1)
    beyond = np.zeros(len(points))
    if limb.ankle < len(limb.way) - 1:
        soft = 0.03 * lengths[-1]
        beyond = smoothstep(np.clip((along - lengths[limb.ankle]) / (2.0 * soft) + 0.5, 0.0, 1.0))
    return np.stack([1.0 - below, below * (1.0 - beyond), below * beyond], axis=1)


def stroke_label(parts: CutoutParts, stroke: Stroke) -> str:
    """Label of most of a stroke: "head", "torso", "right_arm", "left_leg" and so on."""
    samples = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, 40))
    owners = np.bincount(_owners_along(parts, samples, stroke), minlength=6)
    return ("torso", "head", "right_arm", "left_arm", "right_leg", "left_leg")[int(owners.argmax())]


def labels_of(parts: CutoutParts, strokes: Sequence[Stroke]) -> tuple[str, ...]:
    """Labels of all strokes."""
    return tuple(stroke_label(parts, stroke) for stroke in strokes)
