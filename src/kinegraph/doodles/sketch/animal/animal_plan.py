"""Animal plan: which parts of a silhouette are the trunk, the legs, the head and the tail of an animal that
is seen from the side.

Every trunk is a candidate. What hangs down from it to the ground are legs, the larger part at one of its
ends is the head, the other end may have a tail. Lengths and places give its cost; the cheapest animal wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.trunks import Trunk, find_trunks
from kinegraph.doodles.sketch.front.branches import Branch, find_branches
from kinegraph.doodles.sketch.front.limb import Limb, find_ankle, find_bend
from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces, walk_distances

MOST_COST = 4.5  # an animal that costs more is not one
MISSING = 8.0  # cost of a head that is not there, or of legs
_LEAST_LEG = 0.08  # as a share of the drawing's height
_MOST_LEGS = 4
# What is this many times as long as the legs, and hangs down too, is a spare leg of an ant or an octopus.
_LIKE_LEG, _SPARE_LEG = 0.7, 2.5
_STEEP = np.radians(55.0)  # how far a leg leans at most
_LEAST_HEAD = 0.025  # of the area of the trunk
_BELOW = 0.07  # how far the feet are below the trunk at least, as a share of the height
_INSET = 0.3  # how far hips are inside of the trunk, as a share of its height


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
        """Whether it is an animal that can move."""
        return not self.lacks and self.cost <= MOST_COST


def plan_animal(silhouette: Silhouette, strokes: Sequence[Stroke]) -> AnimalPlan | None:
    """The cheapest animal in a silhouette; None if nothing can be its trunk."""
    plans = []
    for trunk in find_trunks(silhouette, strokes):
        plan = _plan_around(silhouette, trunk, strokes)
        if plan is not None:
            plans.append(plan)
    return min(plans, key=lambda plan: plan.cost) if plans else None


def _plan_around(silhouette: Silhouette, trunk: Trunk, strokes: Sequence[Stroke]) -> AnimalPlan | None:
    distances, predecessors = walk_distances(silhouette, trunk.mask)
    branches = find_branches(distances, predecessors)
    rows = np.flatnonzero(silhouette.mask.any(axis=1))
    bottom, tall = int(rows[0]), float(rows[-1] - rows[0] + 1)
    down = [branch for branch in branches if _hangs(branch, trunk, bottom, tall)]
    groups = _leg_groups(silhouette, down, trunk, bottom, tall)
    if groups is None:
        return None
    cost_of_legs, legs, used = groups
    usual = float(np.mean([branch.length for branch in used]))
    spare = [b for b in down if b.length > _LIKE_LEG * usual and not any(b is each for each in used)]
    cost = cost_of_legs + _SPARE_LEG * len(spare)
    own = _leg_cells(silhouette, distances, used)
    head, facing, cost_of_head = _find_head(silhouette, trunk, own, strokes, bottom, tall)
    tips = np.array([branch.tip[0] for branch in used])
    cost += (max(_BELOW - float(trunk.rows[0] - tips.mean()) / tall, 0.0) / 0.04) ** 2
    cost += cost_of_head + _trunk_cost(trunk, legs, silhouette, tall)
    tail = _find_tail(silhouette, [b for b in branches if not any(b is each for each in used)], trunk, facing)
    hind = _hind_legs(legs, facing)
    lacks = ("head",) if cost_of_head >= MISSING else ()
    return AnimalPlan(silhouette, trunk.mask, legs, hind, head, tail, facing, float(cost), distances, lacks)


def _hangs(branch: Branch, trunk: Trunk, bottom: int, tall: float) -> bool:
    """Whether a branch may be a leg: it goes down from the trunk, and ends near the ground."""
    root, tip = branch.way[-1], branch.tip
    if branch.length < _LEAST_LEG * tall or tip[0] > bottom + 0.3 * tall:
        return False
    first, last = trunk.columns
    slack = 0.12 * (last - first + 1)
    if not first - slack <= root[1] <= last + slack:
        return False
    fall, aside = root[0] - tip[0], abs(tip[1] - root[1])
    low, high = trunk.rows
    below = trunk.line or root[0] < 0.5 * (low + high) + 0.1 * (high - low)
    return bool(fall > 0.0 and np.arctan2(aside, fall) < _STEEP and below)


def _leg_groups(
    silhouette: Silhouette, branches: Sequence[Branch], trunk: Trunk, bottom: int, tall: float
) -> tuple[float, tuple[Limb, ...], tuple[Branch, ...]] | None:
    """The cheapest two to four legs, from the left to the right; None without a leg at either end."""
    branches = sorted(branches, key=lambda branch: -branch.length)[:8]
    limbs = []
    for branch in branches:
        limb = _grow_leg(silhouette, branch, trunk)
        if limb is not None:
            limbs.append((branch, limb))
    first, last = trunk.columns
    wide = float(last - first + 1)
    longest = max((limb.length for _, limb in limbs), default=0.0)
    best: tuple[float, tuple[Limb, ...], tuple[Branch, ...]] | None = None
    for count in range(2, min(_MOST_LEGS, len(limbs)) + 1):
        for chosen in combinations(limbs, count):
            ordered = sorted(chosen, key=lambda each: each[1].way[0, 0] + each[1].way[-1, 0])
            legs = tuple(limb for _, limb in ordered)
            hips = silhouette.cells_of(np.array([leg.way[0] for leg in legs]))[:, 1]
            tips = np.array([branch.tip for branch, _ in ordered])
            gaps = np.diff(hips + tips[:, 1]) / 2.0
            cost = 1.6 * (4 - count) if count < 4 else 0.0
            spread = 0.5 * (hips[-1] - hips[0] + tips[-1, 1] - tips[0, 1]) / wide
            cost += (max(0.5 - spread, 0.0) / 0.14) ** 2
            if count == 4:  # the front legs are apart from the hind ones
                cost += (max(0.12 - gaps[1] / wide, 0.0) / 0.08) ** 2
            lengths = np.array([leg.length for leg in legs])
            cost += float((np.log(lengths / longest) ** 2).sum()) / 0.5**2 / count
            cost += float((((tips[:, 0] - bottom) / tall / 0.14) ** 2).sum()) / count
            cost += (max(np.log(0.16 * tall * silhouette.cell / lengths.mean()), 0.0) / 0.4) ** 2
            if best is None or cost < best[0]:
                best = (cost, legs, tuple(branch for branch, _ in ordered))
    return best


def _grow_leg(silhouette: Silhouette, branch: Branch, trunk: Trunk) -> Limb | None:
    """The leg on a branch, from a hip inside of the trunk to its tip."""
    inside = branch.away > branch.forks if branch.forks > 0.0 else np.ones(len(branch.away), dtype=bool)
    way, away = branch.way[inside], branch.away[inside]
    if len(way) < 4:
        return None
    low, high = trunk.rows
    places = silhouette.places_of(_smooth(way[::-1].astype(float)))
    hip = places[:1]
    if not trunk.line:
        column = trunk.mask[:, way[-1, 1]]
        filled = np.flatnonzero(column) if column.any() else np.array([low, high])
        up = max(way[-1, 0], filled[0] + _INSET * (filled[-1] - filled[0]))
        hip = silhouette.places_of(np.array([[up, way[-1, 1]]]))
    way_up = np.concatenate([hip, places]) if np.linalg.norm(hip - places[0]) > silhouette.cell else places
    ankle = find_ankle(way_up)
    bend = find_bend(way_up[: ankle + 1])
    cut = max(float(away[-1]), branch.forks)
    return Limb(way_up, bend, ankle, cut, cut, branch.tip, on_head=False)


def _smooth(cells: Floats) -> Floats:
    smooth = cells.copy()
    for _ in range(3):
        smooth[1:-1] = 0.25 * (smooth[:-2] + 2.0 * smooth[1:-1] + smooth[2:])
    return smooth


def _leg_cells(silhouette: Silhouette, distances: Floats, branches: Sequence[Branch]) -> np.ndarray:
    """(R, C) cells of the legs and what hangs on them."""
    own = np.zeros_like(silhouette.mask)
    for branch in branches:
        pieces = label_pieces(silhouette.mask & (distances > max(branch.forks, 1.0)))
        number = pieces[tuple(branch.tip)]
        if number:
            own |= pieces == number
    return own


def _find_head(
    silhouette: Silhouette,
    trunk: Trunk,
    legs: np.ndarray,
    strokes: Sequence[Stroke],
    bottom: int,
    tall: float,
) -> tuple[np.ndarray, int, float]:
    """(R, C) cells of the head with its neck, the end at which it is, and its cost."""
    rest = silhouette.mask & ~trunk.mask & ~legs
    pieces = label_pieces(rest)
    first, last = trunk.columns
    low, high = trunk.rows
    middle, half = 0.5 * (first + last), max(0.5 * (last - first), 1.0)
    size = float(trunk.mask.sum()) if not trunk.line else half * half
    best: tuple[float, float, np.ndarray, int] = (0.0, MISSING, np.zeros_like(rest), 1)
    for number in range(1, int(pieces.max()) + 1):
        cells = np.argwhere(pieces == number)
        area = float(len(cells))
        centre = cells.mean(axis=0)
        out = (centre[1] - middle) / half
        reach = float(np.abs(cells[:, 1] - middle).max()) / half
        above = (centre[0] - low) / max(high - low, 0.25 * tall)
        deep = float(silhouette.depth[tuple(cells.T)].max())
        if area < _LEAST_HEAD * size or abs(out) < 0.35:
            continue
        details = _details_in(silhouette, strokes, pieces == number)
        weight = area / size * min(deep / 2.0, 2.0) + 0.4 * min(details, 3) + 0.5 * min(max(above, 0.0), 1.5)
        cost = (max(0.8 - abs(out), 0.0) / 0.25) ** 2 + (max(1.02 - reach, 0.0) / 0.1) ** 2
        cost += (max(0.35 - above, 0.0) / 0.3) ** 2
        cost += max(np.log(0.06 * size / area), 0.0) ** 2 / 0.5**2
        cost += (max(1.6 - deep, 0.0) / 0.5) ** 2
        if weight > best[0]:
            best = (weight, float(min(cost, MISSING)), pieces == number, 1 if out > 0 else -1)
    return best[2], best[3], best[1]


def _details_in(silhouette: Silhouette, strokes: Sequence[Stroke], cells: np.ndarray) -> int:
    """How many small strokes are in a region: eyes, a nose, a mouth."""
    count = 0
    small = 0.2 * max(silhouette.mask.shape) * silhouette.cell
    for stroke in strokes:
        if float(np.ptp(stroke.points, axis=0).max()) < small:
            at = silhouette.cells_of(stroke.points)
            count += bool(cells[at[:, 0], at[:, 1]].mean() > 0.8)
    return count


def _trunk_cost(trunk: Trunk, legs: Sequence[Limb], silhouette: Silhouette, tall: float) -> float:
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
        way = silhouette.places_of(_smooth(branch.way[::-1].astype(float)))
        if len(way) >= 4:
            cut = max(branch.forks, 1.0)
            return Limb(way, len(way) // 2, len(way) - 1, cut, cut, branch.tip, on_head=False)
    return None


def _hind_legs(legs: Sequence[Limb], facing: int) -> tuple[bool, ...]:
    """Which legs are hind ones: those before the widest gap; at most two at either end."""
    places = np.array([leg.way[0, 0] + leg.way[-1, 0] for leg in legs])
    split = 2 if len(legs) == 4 else int(np.diff(places).argmax()) + 1
    left = np.arange(len(legs)) < split
    return tuple(bool(each) for each in (left if facing > 0 else ~left))


def mirror_plan(plan: AnimalPlan) -> AnimalPlan:
    """The plan of the drawing mirrored at x = 0."""
    silhouette = plan.silhouette
    columns = silhouette.mask.shape[1]
    x, y = silhouette.origin
    turned = replace(
        silhouette,
        mask=silhouette.mask[:, ::-1],
        depth=silhouette.depth[:, ::-1],
        origin=np.array([-(x + silhouette.cell * (columns - 1)), y]),
        loops={number: inside[:, ::-1] for number, inside in silhouette.loops.items()},
    )

    def turn(limb: Limb) -> Limb:
        return replace(
            limb, way=limb.way * [-1.0, 1.0], tip=np.array([limb.tip[0], columns - 1 - limb.tip[1]])
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
