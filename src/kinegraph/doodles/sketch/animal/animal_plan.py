"""Animal plan: the trunk, the legs, the head and the tail of an animal that is seen from the side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.leg_candidates import (
    LegCandidate,
    smooth_cells,
)
from kinegraph.doodles.sketch.animal.trunks import Trunk
from kinegraph.doodles.sketch.front.branches import Branch
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces

MOST_COST = 4.5  # of an animal that is as likely as 1 by e
_MOST_CUTS = 14


@dataclass(frozen=True, eq=False)
class AnimalPlan:
    """An animal from the side, as it is drawn.

    trunk: (R, C) its cells. legs: From the left of the sheet to the right; hind: whether each is a hind leg.
    head: (R, C) cells of head and neck; tail: from its root to its tip, None without one.
    facing: +1 if the head is at the right, -1 at the left.
    distances: (R, C) from the trunk [cells].
    """

    silhouette: Silhouette
    trunk: np.ndarray
    legs: tuple[Limb, ...]
    hind: tuple[bool, ...]
    head: np.ndarray
    tail: Limb | None
    facing: int
    cost: float
    distances: Floats


def find_leg_cells(
    silhouette: Silhouette,
    trunk: Trunk,
    distances: Floats,
    legs: Sequence[LegCandidate],
    others: Sequence[Ints],
) -> np.ndarray:
    """(R, C) cells of the legs and what hangs on them. others: Tips of a head and a tail."""
    own = np.zeros_like(silhouette.mask)
    for leg in legs:
        if leg.limb.line is not None:
            cells = silhouette.cells_of(leg.limb.line.points)
            own[cells[:, 0], cells[:, 1]] = True
        own |= cells_beyond(silhouette.mask, distances, max(leg.limb.cut, 1.0), leg.tip, others)
    return own & ~trunk.mask


def cells_beyond(
    mask: np.ndarray, distances: Floats, cut: float, tip: Ints, others: Sequence[Ints]
) -> np.ndarray:
    """(R, C) the cells that hang on a tip and on no other tip.

    cut: The least distance from the trunk at which they begin [cells].
    """
    own = np.zeros_like(mask)
    for _ in range(_MOST_CUTS):
        pieces = label_pieces(mask & (distances > cut))
        number = pieces[tuple(tip)]
        own = (pieces == number) if number else np.zeros_like(mask)
        if not any(own[tuple(other)] for other in others):
            break
        cut += 0.6
    return own


def find_tail(silhouette: Silhouette, branches: Sequence[Branch], trunk: Trunk, facing: int) -> Limb | None:
    """The longest branch at the end without the head."""
    first, last = trunk.columns
    middle = 0.5 * (first + last)
    for branch in sorted(branches, key=lambda each: -each.length):
        if branch.length < 4.0 or facing * (branch.way[-1, 1] - middle) > -0.25 * (last - first):
            continue
        way = silhouette.places_of(smooth_cells(branch.way[::-1].astype(float)))
        if len(way) >= 4:
            cut = max(branch.forks, 1.0)
            return Limb(way, len(way) // 2, len(way) - 1, cut, cut, branch.tip, on_head=False)
    return None


def find_hind_legs(legs: Sequence[Limb], facing: int) -> tuple[bool, ...]:
    """True for each hind leg: those before the widest gap; at most two at either end."""
    places = np.array([leg.way[0, 0] + leg.way[-1, 0] for leg in legs])
    split = 2 if len(legs) == 4 else int(np.diff(places).argmax()) + 1
    left = np.arange(len(legs)) < split
    return tuple(bool(each) for each in (left if facing > 0 else ~left))


def mirror_plan(plan: AnimalPlan, strokes: Sequence[Stroke], mirrored: Sequence[Stroke]) -> AnimalPlan:
    """The plan of the drawing mirrored at x = 0. mirrored: Its strokes, mirrored, in their order."""
    images = {id(stroke): image for stroke, image in zip(strokes, mirrored, strict=True)}
    silhouette = plan.silhouette
    columns = silhouette.mask.shape[1]
    x, y = silhouette.origin
    turned = replace(
        silhouette,
        mask=silhouette.mask[:, ::-1],
        depth=silhouette.depth[:, ::-1],
        origin=np.array([-(x + silhouette.cell * (columns - 1)), y]),
        loops={number: inside[:, ::-1] for number, inside in silhouette.loops.items()},
        faces=tuple(inside[:, ::-1] for inside in silhouette.faces),
        shells=tuple(inside[:, ::-1] for inside in silhouette.shells),
        ink=silhouette.ink[:, ::-1],
    )

    def turn(limb: Limb) -> Limb:
        return replace(
            limb,
            way=limb.way * [-1.0, 1.0],
            tip=np.array([limb.tip[0], columns - 1 - limb.tip[1]]),
            line=images.get(id(limb.line)),
        )

    return AnimalPlan(
        turned,
        plan.trunk[:, ::-1],
        tuple(turn(leg) for leg in plan.legs[::-1]),
        plan.hind[::-1],
        plan.head[:, ::-1],
        None if plan.tail is None else turn(plan.tail),
        -plan.facing,
        plan.cost,
        plan.distances[:, ::-1],
    )
