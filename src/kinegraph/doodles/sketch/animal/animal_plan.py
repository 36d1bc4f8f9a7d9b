"""Animal plan: which parts of a silhouette are the trunk, the legs, the head and the tail of an animal that
is seen from the side.

Every trunk is a candidate. What hangs down from it to the ground are legs, the larger part at one of its
ends is the head, the other end may have a tail. Lengths and places give its cost; the cheapest animal wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.leg_candidates import (
    Ground,
    LegCandidate,
    legs_of_branches,
    legs_of_strokes,
    smooth_cells,
    unite,
)
from kinegraph.doodles.sketch.animal.trunks import Trunk, find_trunks
from kinegraph.doodles.sketch.front.branches import Branch, find_branches
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces, walk_distances
from kinegraph.doodles.sketch.front.stroke_limbs import find_stroke_limbs

MOST_COST = 4.5  # an animal that costs more is not one
MISSING = 8.0  # cost of a head that is not there, or of legs
_MOST_LEGS, _MOST_CANDIDATES = 4, 8
# What is this many times as long as the legs, and hangs down too, is a spare leg of an ant or an octopus.
_LIKE_LEG, _SPARE_LEG = 0.7, 2.5
_FREE_RAYS, _RAY_COST = (
    2,
    2.0,
)  # other parts as long as legs that cost nothing: a tail; cost of each further one
_FAN = 0.4  # distance of the outer hips by that of the outer feet; less is a fan or a star
_ROUND, _WHEEL_COST = 0.75, 2.5
_MOST_ENDS, _END_COST = 14, 0.5  # parts that stick out anywhere, and the cost of each further one
_LEAST_HEAD = 0.025  # of the area of the trunk
_MOST_CUTS = 14
_LEAST_DEPTH = 0.35  # of a head, as a share of that of the trunk
_BELOW = 0.07  # how far the feet are below the trunk at least, as a share of the height


@dataclass(frozen=True, eq=False)
class AnimalPlan:
    """An animal from the side, as it is drawn.

    trunk: (R, C) its cells. legs: From the left of the sheet to the right; hind: whether each is a hind leg.
    head: (R, C) cells of head and neck; tail: from its root to its tip, None without one.
    facing: +1 if the head is at the right, -1 at the left.
    distances: (R, C) from the trunk [cells].
    lacks: What is not drawn: "head" or "legs"; empty for a whole animal.
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
    lacks: tuple[str, ...] = ()

    @property
    def plausible(self) -> bool:
        """True if it is an animal that can move."""
        return not self.lacks and self.cost <= MOST_COST


def plan_animal(silhouette: Silhouette, strokes: Sequence[Stroke]) -> AnimalPlan | None:
    """The cheapest animal in a silhouette; None if nothing can be its trunk."""
    lines = find_stroke_limbs(silhouette, strokes)
    plans = []
    for trunk in find_trunks(silhouette, strokes):
        plan = _plan_around(silhouette, trunk, strokes, lines)
        if plan is not None:
            plans.append(plan)
    return min(plans, key=lambda plan: plan.cost) if plans else None


def _plan_around(
    silhouette: Silhouette,
    trunk: Trunk,
    strokes: Sequence[Stroke],
    lines: Sequence[tuple[Stroke, Floats]],
) -> AnimalPlan | None:
    distances, predecessors = walk_distances(silhouette, trunk.mask)
    branches = find_branches(distances, predecessors)
    rows = np.flatnonzero(silhouette.mask.any(axis=1))
    ground = Ground(int(rows[0]), float(rows[-1] - rows[0] + 1))
    shown = legs_of_branches(silhouette, branches, trunk, ground)
    drawn = legs_of_strokes(silhouette, lines, strokes, trunk, distances, ground)
    choices = [_choose_legs(silhouette, shown, trunk, ground)]
    if drawn:
        choices.append(_choose_legs(silhouette, unite(drawn, shown), trunk, ground))
    found = [choice for choice in choices if choice is not None]
    if not found:
        return None
    cost, used = min(found, key=lambda choice: choice[0])
    legs = tuple(leg.limb for leg in used)
    ends = {tuple(leg.tip.tolist()) for leg in used}
    others = [branch for branch in branches if tuple(branch.tip.tolist()) not in ends]
    own = _leg_cells(silhouette, trunk, distances, used, [branch.tip for branch in others])
    head, facing, cost_of_head = _find_head(silhouette, trunk, own, strokes, ground)
    tips = np.array([leg.tip[0] for leg in used])
    cost += (max(_BELOW - float(trunk.rows[0] - tips.mean()) / ground.tall, 0.0) / 0.04) ** 2
    cost += cost_of_head + _trunk_cost(trunk, legs, silhouette)
    rays = [b for b in others if b.length > _LIKE_LEG * _usual(used) and not head[tuple(b.tip)]]
    cost += _RAY_COST * max(len(rays) - _FREE_RAYS, 0)
    cost += _END_COST * max(len(branches) - _MOST_ENDS, 0)
    tail = _find_tail(silhouette, others, trunk, facing)
    hind = _hind_legs(legs, facing)
    lacks = ("head",) if cost_of_head >= MISSING else ()
    return AnimalPlan(silhouette, trunk.mask, legs, hind, head, tail, facing, float(cost), distances, lacks)


def _usual(legs: Sequence[LegCandidate]) -> float:
    return float(np.mean([leg.sticks_out for leg in legs]))


def _choose_legs(
    silhouette: Silhouette, candidates: Sequence[LegCandidate], trunk: Trunk, ground: Ground
) -> tuple[float, tuple[LegCandidate, ...]] | None:
    """The cheapest two to four legs, from the left to the right, with their cost; None without a pair."""
    likely = sorted(candidates, key=lambda each: -each.sticks_out)[:_MOST_CANDIDATES]
    longest = max((each.limb.length for each in likely), default=0.0)
    best: tuple[float, tuple[LegCandidate, ...]] | None = None
    for count in range(2, min(_MOST_LEGS, len(likely)) + 1):
        for chosen in combinations(likely, count):
            ordered = tuple(sorted(chosen, key=lambda each: each.limb.way[0, 0] + each.limb.way[-1, 0]))
            spare = sum(
                each.sticks_out > _LIKE_LEG * _usual(ordered) and not any(each is used for used in ordered)
                for each in candidates
            )
            cost = _legs_cost(silhouette, ordered, trunk, ground, longest) + _SPARE_LEG * spare
            if best is None or cost < best[0]:
                best = (cost, ordered)
    return best


def _legs_cost(
    silhouette: Silhouette, legs: Sequence[LegCandidate], trunk: Trunk, ground: Ground, longest: float
) -> float:
    """legs: From the left to the right. longest: Length of the longest candidate [m]."""
    first, last = trunk.columns
    wide, count = float(last - first + 1), len(legs)
    hips = silhouette.cells_of(np.array([leg.limb.way[0] for leg in legs]))[:, 1]
    tips = np.array([leg.tip for leg in legs])
    gaps = np.diff(hips + tips[:, 1]) / 2.0
    cost = 1.6 * (4 - count) if count < 4 else 0.0
    spread = 0.5 * (hips[-1] - hips[0] + tips[-1, 1] - tips[0, 1]) / wide
    cost += (max(0.5 - spread, 0.0) / 0.14) ** 2
    cost += (max(0.25 - (hips[-1] - hips[0]) / wide, 0.0) / 0.1) ** 2  # legs from one point are a star
    cost += (max(_FAN - (hips[-1] - hips[0]) / max(float(np.ptp(tips[:, 1])), 1.0), 0.0) / 0.08) ** 2
    cost += _WHEEL_COST * sum(_is_wheel(silhouette, leg) for leg in legs)
    if count == 4:  # the front legs are apart from the hind ones
        cost += (max(0.12 - gaps[1] / wide, 0.0) / 0.08) ** 2
    lengths = np.array([leg.limb.length for leg in legs])
    cost += float((np.log(lengths / longest) ** 2).sum()) / 0.5**2 / count
    cost += float((((tips[:, 0] - ground.bottom) / ground.tall / 0.14) ** 2).sum()) / count
    return cost + (max(np.log(0.16 * ground.tall * silhouette.cell / lengths.mean()), 0.0) / 0.4) ** 2


def _is_wheel(silhouette: Silhouette, leg: LegCandidate) -> bool:
    """True if a leg is a ring about as tall as itself."""
    row, column = leg.tip
    for inside in silhouette.loops.values():
        if inside[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].any():
            tall, wide = (float(np.ptp(np.flatnonzero(inside.any(axis=axis))) + 1) for axis in (1, 0))
            if _ROUND < wide / tall < 1.0 / _ROUND and tall > 0.6 * leg.sticks_out:
                return bool(tall < 0.5 * silhouette.mask.shape[0])
    return False


def _leg_cells(
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


def _find_head(
    silhouette: Silhouette,
    trunk: Trunk,
    legs: np.ndarray,
    strokes: Sequence[Stroke],
    ground: Ground,
) -> tuple[np.ndarray, int, float]:
    """(R, C) cells of the head with its neck, the end at which it is, and its cost."""
    rest = silhouette.mask & ~trunk.mask & ~legs
    pieces = label_pieces(rest)
    first, last = trunk.columns
    low, high = trunk.rows
    middle, half = 0.5 * (first + last), max(0.5 * (last - first), 1.0)
    trunk_depth = float(silhouette.depth[trunk.mask].max())
    size = float(trunk.mask.sum()) if not trunk.line else half * half
    best: tuple[float, float, np.ndarray, int] = (0.0, MISSING, np.zeros_like(rest), 1)
    for number in range(1, int(pieces.max()) + 1):
        cells = np.argwhere(pieces == number)
        area = float(len(cells))
        centre = cells.mean(axis=0)
        out = (centre[1] - middle) / half
        reach = float(np.abs(cells[:, 1] - middle).max()) / half
        above = (centre[0] - low) / max(high - low, 0.25 * ground.tall)
        deep = float(silhouette.depth[tuple(cells.T)].max())
        if area < _LEAST_HEAD * size or abs(out) < 0.35:
            continue
        details = _details_in(silhouette, strokes, pieces == number)
        weight = area / size * min(deep / 2.0, 2.0) + 0.4 * min(details, 3) + 0.5 * min(max(above, 0.0), 1.5)
        cost = (max(0.8 - abs(out), 0.0) / 0.25) ** 2 + (max(1.02 - reach, 0.0) / 0.1) ** 2
        cost += (max(0.35 - above, 0.0) / 0.3) ** 2
        cost += max(np.log(0.06 * size / area), 0.0) ** 2 / 0.5**2
        cost += (max(1.6 - deep, 0.0) / 0.5) ** 2
        if trunk.line:  # the rays of a sun have a wide head
            cost += (max(float(np.ptp(cells[:, 1])) / (2.0 * half) - 1.1, 0.0) / 0.2) ** 2
        else:  # a tail is thin
            cost += (max(np.log(_LEAST_DEPTH * trunk_depth / deep), 0.0) / 0.5) ** 2
        if weight > best[0]:
            best = (weight, float(min(cost, MISSING)), pieces == number, 1 if out > 0 else -1)
    return best[2], best[3], best[1]


def _details_in(silhouette: Silhouette, strokes: Sequence[Stroke], cells: np.ndarray) -> int:
    """Number of small strokes in a region: eyes, a nose, a mouth."""
    count = 0
    small = 0.2 * max(silhouette.mask.shape) * silhouette.cell
    for stroke in strokes:
        if float(np.ptp(stroke.points, axis=0).max()) < small:
            at = silhouette.cells_of(stroke.points)
            count += bool(cells[at[:, 0], at[:, 1]].mean() > 0.8)
    return count


def _trunk_cost(trunk: Trunk, legs: Sequence[Limb], silhouette: Silhouette) -> float:
    first, last = trunk.columns
    low, high = trunk.rows
    wide, thick = last - first + 1.0, high - low + 1.0
    longest = max(leg.length for leg in legs) / silhouette.cell
    least, soft = (1.25, 0.1) if len(legs) == 2 else (0.85, 0.25)  # people have two legs, below a narrow body
    cost = (max(np.log(least * thick / wide), 0.0) / soft) ** 2
    return float(cost + (max(np.log(longest / wide / 1.2), 0.0) / 0.3) ** 2)


def _find_tail(silhouette: Silhouette, branches: Sequence[Branch], trunk: Trunk, facing: int) -> Limb | None:
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


def _hind_legs(legs: Sequence[Limb], facing: int) -> tuple[bool, ...]:
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
        plan.lacks,
    )
