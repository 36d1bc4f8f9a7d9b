"""Animals as the sight sees them: a plan of trunk, head, legs and tail at the likeliest places."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.animal_plan import (
    MOST_COST,
    AnimalPlan,
    find_hind_legs,
    find_leg_cells,
    find_tail,
)
from kinegraph.doodles.sketch.animal.leg_candidates import (
    Ground,
    LegCandidate,
    legs_of_branches,
    legs_of_strokes,
    unite,
)
from kinegraph.doodles.sketch.animal.trunks import Trunk, find_trunks
from kinegraph.doodles.sketch.front.branches import Branch, find_branches
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces, walk_distances
from kinegraph.doodles.sketch.front.stroke_limbs import find_stroke_limbs
from kinegraph.doodles.sketch.sight.sight import Sight

# How far the paw and the hip of ink are from where they are seen, as shares of the drawing's height; the tip
# of a tail, as a share of its size.
_PAW, _HAUNCH, _TAIL = 0.07, 0.15, 0.2
_SPINE = 9  # places between the outer haunches that a trunk should cover
_BESIDE = 3.0  # cells by which it may miss them
_POINTS = 17  # along half of a leg that no ink shows apart
_HEAD = 0.1  # radius of a head that no ink shows apart, as a share of the drawing's size


def plan_seen_animal(silhouette: Silhouette, strokes: Sequence[Stroke], sight: Sight) -> AnimalPlan | None:
    """The animal that the sight sees in a drawing; None if no ink can be its trunk."""
    size = silhouette.cell * max(silhouette.mask.shape)
    haunches, paws = (
        np.array([sight.places[f"{part}_{k + 1}"] for k in range(sight.legs)]) for part in ("haunch", "paw")
    )
    trunk = _choose_trunk(silhouette, strokes, sight, haunches, paws)
    if trunk is None:
        return None
    distances, predecessors = walk_distances(silhouette, trunk.mask)
    branches = find_branches(distances, predecessors)
    rows = np.flatnonzero(silhouette.mask.any(axis=1))
    ground = Ground(int(rows[0]), float(rows[-1] - rows[0] + 1))
    shown = legs_of_branches(silhouette, branches, trunk, ground)
    lines = find_stroke_limbs(silhouette, strokes)
    drawn = legs_of_strokes(silhouette, lines, strokes, trunk, distances, ground)
    legs = _choose_legs(silhouette, unite(drawn, shown), haunches, paws, ground.tall * silhouette.cell)
    facing = 1 if sight.right > 0.5 else -1
    others = _other_branches(branches, legs)
    own = find_leg_cells(silhouette, trunk, distances, legs, [branch.tip for branch in others])
    head = _find_head(silhouette, trunk, own, sight, size)
    tail = find_tail(silhouette, others, trunk, facing)
    if tail is not None and np.linalg.norm(tail.way[-1] - sight.places["tail"]) > _TAIL * size:
        tail = None
    limbs = tuple(leg.limb for leg in legs)
    cost = float(-MOST_COST * np.log(max(sight.kinds["animal"], 1e-9)))
    hind = find_hind_legs(limbs, facing)
    return AnimalPlan(silhouette, trunk.mask, limbs, hind, head, tail, facing, cost, distances)


def _choose_trunk(
    silhouette: Silhouette, strokes: Sequence[Stroke], sight: Sight, haunches: Floats, paws: Floats
) -> Trunk | None:
    """The part of the silhouette that lies along the haunches, and neither on the head nor on the paws."""
    from scipy import ndimage

    spine = haunches[0] + np.linspace(0.0, 1.0, _SPINE)[:, None] * (haunches[-1] - haunches[0])
    along, feet = silhouette.cells_of(spine), silhouette.cells_of(paws)
    skull = tuple(silhouette.cells_of(sight.places["head"][None])[0])
    best: tuple[float, Trunk] | None = None
    for trunk in find_trunks(silhouette, strokes):
        away = np.asarray(ndimage.distance_transform_edt(~trunk.mask))
        covers = float((away[tuple(along.T)] < _BESIDE).mean())
        first, last = trunk.columns
        beyond = max(along[:, 1].min() - first, 0) + max(last - along[:, 1].max(), 0)
        score = covers - 0.5 * beyond / max(last - first + 1, 1) - 0.5 * float(trunk.mask[skull])
        score -= float((away[tuple(feet.T)] < 1.0).mean())
        if best is None or score > best[0]:
            best = (score, trunk)
    return None if best is None else best[1]


def _choose_legs(
    silhouette: Silhouette, candidates: Sequence[LegCandidate], haunches: Floats, paws: Floats, tall: float
) -> list[LegCandidate]:
    """The ink of each seen leg, or a straight leg where no ink shows it apart.

    tall: The drawing's height [m].
    """
    legs, left = [], list(candidates)
    for haunch, paw in zip(haunches, paws, strict=True):
        found = [
            each
            for each in left
            if np.linalg.norm(each.limb.way[-1] - paw) < _PAW * tall
            and np.linalg.norm(each.limb.way[0] - haunch) < _HAUNCH * tall
        ]
        if found:
            nearest = min(found, key=lambda each: float(np.linalg.norm(each.limb.way[-1] - paw)))
            left = [each for each in left if each is not nearest]
            legs.append(nearest)
            continue
        way = haunch + np.linspace(0.0, 1.0, 2 * _POINTS - 1)[:, None] * (paw - haunch)
        tip = silhouette.cells_of(paw[None])[0]
        limb = Limb(way, _POINTS - 1, len(way) - 1, 1.0, 1.0, tip, on_head=False)
        legs.append(LegCandidate(limb, tip, float(np.linalg.norm(paw - haunch)) / silhouette.cell))
    return legs


def _other_branches(branches: Sequence[Branch], legs: Sequence[LegCandidate]) -> list[Branch]:
    """Branches that do not end where a leg ends."""
    return [b for b in branches if not any(np.abs(b.tip - leg.tip).max() <= 4 for leg in legs)]


def _find_head(
    silhouette: Silhouette, trunk: Trunk, legs: np.ndarray, sight: Sight, size: float
) -> np.ndarray:
    """(R, C) the ink around the seen head that is neither trunk nor legs, with its neck."""
    pieces = label_pieces(silhouette.mask & ~trunk.mask & ~legs)
    cells = np.argwhere(pieces > 0)
    seen = sight.places["head"]
    places = silhouette.places_of(cells)
    gaps = np.linalg.norm(places - seen, axis=1) if len(cells) else np.array([np.inf])
    if gaps.min() < _HEAD * size:
        return pieces == pieces[tuple(cells[int(gaps.argmin())])]
    whole = np.argwhere(silhouette.mask)
    near = np.linalg.norm(silhouette.places_of(whole) - seen, axis=1)
    disk = np.zeros_like(silhouette.mask)
    disk[tuple(whole[near < max(_HEAD * size, float(near.min()) + silhouette.cell)].T)] = True
    return disk
