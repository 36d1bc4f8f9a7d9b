"""Front plan: which branches of a silhouette are the arms and the legs of a body seen from the front.

Every head, every pair of legs and every pair of arms is a candidate; lengths, places and symmetry about the
body's axis give its cost, and the cheapest body wins. What no limb uses follows its nearest part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.front.branches import Branch, find_branches
from kinegraph.doodles.sketch.front.heads import find_heads
from kinegraph.doodles.sketch.front.ink_lines import InkPiece
from kinegraph.doodles.sketch.front.limb import (
    LEAST_LIMB,
    Limb,
    find_ankle,
    find_bend,
    grow_limb,
    limb_of_line,
    share_ink,
)
from kinegraph.doodles.sketch.front.limb_costs import FigureSize, arm_cost, head_cost, leg_cost
from kinegraph.doodles.sketch.front.silhouette import Silhouette, walk_distances
from kinegraph.doodles.sketch.front.stroke_limbs import (
    find_broad_strokes,
    find_line_limbs,
    find_stroke_limbs,
    find_wing,
)
from kinegraph.doodles.sketch.proportions import SIDES

MOST_COST = 7.0  # a body that costs more is not one
_MOST_TIPS = 12
_LONGEST_HAIR = 0.8  # of a branch on the upper half of the head, in radii of it
_LONGEST_CROTCH = 12  # cells by which legs are drawn together at most
# A dress is this many times as wide at its hem as at the chest; cost of legs that are not seen.
_SKIRT, _ROBE_COST = 1.15, 2.0
_DRAWN_ALONE = 0.3  # reduction of the cost of a pair of strokes
# How far an arm begins from the spine of a filled body and of a line at most, and the length under which a
# line may be half a leg; as shares of the height.
_FROM_SPINE, _FROM_LINE, _SHORT_LEG = 0.3, 0.1, 0.22
_MOST_WINGS, _WING_COST = 4, 0.6  # shapes that may be wings, and the cost of each that is an arm
_IN_HEAD = 0.6  # share of a line in the head that is part of the face
_ON_SPINE, _MOST_ON_SPINE = 3.0, 0.6  # distance from the spine [cells] and share of a line that is the torso
# What is this many times as long as a limb is a ray; how many are free, and the cost of each further one.
_LIKE_LIMB, _FREE_RAYS, _RAY_COST = 0.7, 2, 2.0
_SAME_END = 6  # how far a branch ends from the stroke that draws it [cells]
_MOST_SPARE = 3.0  # cost of wings and all else that no limb uses
MISSING = 9.0  # cost of a missing pair of limbs, to rank incomplete bodies


@dataclass(frozen=True, eq=False)
class FrontPlan:
    """A body seen from the front. Limbs are pairs: the one at the left of the sheet first.

    head: (R, C) cells of the head; centre: (2,) its middle [m]; radius: [m].
    arms, legs: Pairs of limbs; an empty tuple where they are missing.
    stroke: The stroke that draws the head's outline, None for a head of several strokes.
    cost: 0 for a typical body.
    distances: (R, C) from the head [cells].
    """

    silhouette: Silhouette
    head: np.ndarray
    centre: Floats
    radius: float
    arms: tuple[Limb, ...]
    legs: tuple[Limb, ...]
    stroke: int | None
    cost: float
    distances: Floats

    @property
    def complete(self) -> bool:
        """True if it has both arms and both legs."""
        return len(self.arms) == 2 and len(self.legs) == 2

    @property
    def tadpole(self) -> bool:
        """True if the legs begin on the head."""
        return bool(self.legs) and all(leg.on_head for leg in self.legs)

    @property
    def plausible(self) -> bool:
        """True if it is a body that can move."""
        return self.complete and self.cost <= MOST_COST


def plan_front(silhouette: Silhouette, strokes: Sequence[Stroke]) -> FrontPlan | None:
    """The cheapest front view in a silhouette; None without a head."""
    ways: list[tuple[Stroke | None, Floats, tuple[InkPiece, ...]]] = [
        (stroke, way, ()) for stroke, way in find_stroke_limbs(silhouette, strokes)
    ]
    ways += [(None, line.way, line.pieces) for line in find_line_limbs(silhouette, strokes)]
    broad = find_broad_strokes(silhouette, strokes)
    plans = [
        _plan_around(silhouette, head, stroke, strokes, ways, broad)
        for head, stroke in find_heads(silhouette)
    ]
    return min(plans, key=lambda plan: plan.cost) if plans else None


def place_joints(plan: FrontPlan, joints: Mapping[str, Floats]) -> FrontPlan:
    """The plan with joints (2,) where the user placed them [m]: "right_elbow", "left_hip" and so on."""

    def placed(limb: Limb, root: str, bend: str) -> Limb:
        if root in joints:
            nearest = int(np.linalg.norm(limb.way - joints[root], axis=1).argmin())
            kept = limb.way[min(nearest + 1, len(limb.way) - 3) :]
            gone = len(limb.way) - len(kept) - 1
            way = np.concatenate([joints[root][None], kept])
            limb = replace(limb, way=way, bend=max(limb.bend - gone, 1), ankle=max(limb.ankle - gone, 2))
        if bend in joints:
            nearest = int(np.linalg.norm(limb.way - joints[bend], axis=1).argmin())
            way = limb.way.copy()
            nearest = min(max(nearest, 1), limb.ankle - 1)
            way[nearest] = joints[bend]
            limb = replace(limb, way=way, bend=nearest)
        return limb

    arms = tuple(placed(arm, f"{s}_shoulder", f"{s}_elbow") for s, arm in zip(SIDES, plan.arms, strict=True))
    legs = tuple(placed(leg, f"{s}_hip", f"{s}_knee") for s, leg in zip(SIDES, plan.legs, strict=True))
    return replace(plan, arms=arms, legs=legs)


def _plan_around(
    silhouette: Silhouette,
    head: np.ndarray,
    stroke: int | None,
    strokes: Sequence[Stroke],
    ways: Sequence[tuple[Stroke | None, Floats, tuple[InkPiece, ...]]],
    broad: Sequence[Stroke],
) -> FrontPlan:
    """The cheapest body with this head.

    ways: Lines that may be limbs, each with the ink that draws it. broad: Strokes that may be wings.
    """
    distances, predecessors = walk_distances(silhouette, head)
    branches = [each for each in find_branches(distances, predecessors) if each.length >= LEAST_LIMB]
    rows, columns = np.nonzero(head)
    middle = np.array([rows.mean(), columns.mean()])
    radius = 0.5 * float(np.sqrt(len(rows) * 4.0 / np.pi))
    tall = float(np.ptp(np.nonzero(silhouette.mask)[0]) + 1)
    bottom = float(np.nonzero(silhouette.mask)[0].min())
    hair = [b for b in branches if _on_top(b, middle, radius)]
    free = [b for b in branches if not any(b is each for each in hair)][:_MOST_TIPS]
    best: tuple[float, tuple[Limb, ...], tuple[Limb, ...]] = (2.0 * MISSING, (), ())
    size = FigureSize(middle, radius, tall, bottom)
    own = head_cost(size)
    ends = np.concatenate([stroke_.points[[0, -1]] for stroke_ in strokes])
    robe = _robe(silhouette, head, size)
    lines = [
        (
            limb_of_line(silhouette, line, way, head, ink),
            limb_of_line(silhouette, line, way[::-1], head, ink),
        )
        for line, way, ink in ways
    ]
    lines = [each for each in lines if not _is_in(silhouette, head, each[0])]
    drawn_legs = _stroke_legs(silhouette, lines, size)
    for cost_of_legs, pair, used in (*_leg_pairs(silhouette, free, size, ends), *drawn_legs, *robe):
        rest = [
            branch
            for branch in free
            if not any(branch is each for each in used) and not _ends_at(branch, pair)
        ]
        trunk = _trunk(used) if used else set()
        hem = max(leg.way[0, 1] for leg in pair) if pair[0].hidden else -np.inf
        drawn_arms = _stroke_arms(silhouette, lines, size, pair)
        drawn_arms += _wings(silhouette, broad, size, pair, head)
        options = [
            (MISSING, (), ()),
            *_arm_pairs(silhouette, rest, size, pair, trunk, drawn_arms),
        ]
        for cost_of_arms, arms, arm_branches in options:
            left = [
                branch
                for branch in rest
                if not any(branch is each for each in arm_branches)
                and not _on_limb(branch, (*arms, *pair))
                and not _ends_at(branch, (*arms, *pair))
                and silhouette.places_of(branch.tip[None])[0, 1] > hem
            ]
            spare = sum(branch.length for branch in left)
            cost = cost_of_legs + cost_of_arms + own + min(6.0 * spare / tall, _MOST_SPARE)
            cost += _rays_cost([*left, *hair], (*arms, *pair), silhouette.cell)
            if cost < best[0]:
                best = (cost, arms, pair)
    cost, arms, legs = best
    centre = silhouette.places_of(middle[None])[0]
    return FrontPlan(silhouette, head, centre, radius * silhouette.cell, arms, legs, stroke, cost, distances)


def _on_top(branch: Branch, middle: Floats, radius: float) -> bool:
    """True if a branch is hair or a hat: it begins on the upper half of the head and stays up there."""
    up, aside = branch.way[-1] - middle
    near = branch.length < _LONGEST_HAIR * radius
    return bool(
        up > 0 and branch.tip[0] > middle[0] and branch.forks < 2.0 and (near or abs(aside) < 0.7 * up)
    )


def _rays_cost(left: Sequence[Branch], limbs: Sequence[Limb], cell: float) -> float:
    """Cost of many parts as long as arms and legs: a sun and a spider have them."""
    usual = float(np.mean([limb.length for limb in limbs])) / cell
    count = sum(branch.length > _LIKE_LIMB * usual for branch in left)
    return _RAY_COST * max(count - _FREE_RAYS, 0)


def _trunk(branches: Sequence[Branch]) -> set[tuple[int, int]]:
    """Cells on the ways of both legs."""
    one, other = ({(int(r), int(c)) for r, c in branch.way} for branch in branches)
    return one & other


def _leg_pairs(
    silhouette: Silhouette, branches: Sequence[Branch], size: FigureSize, ends: Floats
) -> list[tuple[float, tuple[Limb, Limb], tuple[Branch, ...]]]:
    found = []
    for pair in combinations(branches, 2):
        shorter = min(pair, key=lambda branch: branch.length)
        fork = min(shorter.forks, *(branch.away[0] - 1.0 for branch in pair))
        grown = [grow_limb(silhouette, branch, fork, foot=True) for branch in pair]
        limbs = [limb for limb in grown if limb is not None]
        if len(limbs) < 2:
            continue
        left, right = sorted(limbs, key=lambda limb: limb.way[-1, 0] + 0.5 * limb.way[0, 0])
        left, right = _meet(left, right, shorter, silhouette, ends)
        cost = leg_cost(silhouette, (left, right), size)
        if cost < 2.0 * MISSING:
            found.append((cost, (left, right), pair))
    found.sort(key=lambda each: each[0])
    return found[:4]


def _stroke_legs(
    silhouette: Silhouette, lines: Sequence[tuple[Limb, Limb]], size: FigureSize
) -> list[tuple[float, tuple[Limb, Limb], tuple[Branch, ...]]]:
    """Pairs of legs that are one stroke each."""
    found = []
    limbs = []
    for there, back in lines:
        limb = there if there.way[0, 1] > there.way[-1, 1] else back
        low = (limb.tip[0] - size.bottom) / size.tall < 0.25
        if limb.length / silhouette.cell < _SHORT_LEG * size.tall and not _begins_on_body(silhouette, limb):
            continue  # the lower half of a leg
        if low and len(limbs) < _MOST_TIPS:
            ankle = find_ankle(limb.way)
            limbs.append(replace(limb, ankle=ankle, bend=find_bend(limb.way[: ankle + 1])))
    for pair in combinations(limbs, 2):
        if share_ink(*pair):
            continue
        left, right = sorted(pair, key=lambda limb: limb.way[-1, 0] + 0.5 * limb.way[0, 0])
        apart = np.linalg.norm(left.way[0] - right.way[0]) / silhouette.cell / size.tall
        cost = leg_cost(silhouette, (left, right), size) + (max(apart - 0.3, 0.0) / 0.1) ** 2
        if cost < MISSING:
            found.append((cost - _DRAWN_ALONE, (left, right), ()))
    found.sort(key=lambda each: each[0])
    return found[:3]


def _stroke_arms(
    silhouette: Silhouette,
    limbs: Sequence[tuple[Limb, Limb]],
    size: FigureSize,
    legs: tuple[Limb, Limb],
) -> list[Limb]:
    """Arms that are one stroke each. limbs: Every stroke, drawn either way."""
    spine = _spine(silhouette, size, legs)
    found = []
    for there, back in limbs:
        if any(_is_same(there, leg) for leg in legs) or _is_torso(there, spine, silhouette.cell):
            continue
        near = [float(np.linalg.norm(spine - limb.way[0], axis=1).min()) for limb in (there, back)]
        limb = there if near[0] <= near[1] else back
        reach = (_FROM_SPINE if _begins_on_body(silhouette, limb) else _FROM_LINE) * size.tall
        if min(near) < reach * silhouette.cell and max(near) > 1.5 * min(near):
            found.append(limb)
    return found[:_MOST_TIPS]


def _spine(silhouette: Silhouette, size: FigureSize, legs: tuple[Limb, Limb]) -> Floats:
    """(12, 2) from the hips up to the middle of the head [m]."""
    hip = 0.5 * (legs[0].way[0] + legs[1].way[0])
    top = silhouette.places_of(size.middle[None])[0]
    return hip + np.linspace(0.0, 1.0, 12)[:, None] * (top - hip)


def _wings(
    silhouette: Silhouette,
    strokes: Sequence[Stroke],
    size: FigureSize,
    legs: tuple[Limb, Limb],
    head: np.ndarray,
) -> list[Limb]:
    """Broad shapes at the sides of a body: wings, and arms that are no lines."""
    spine = _spine(silhouette, size, legs)
    if spine[-1, 1] <= spine[0, 1]:
        return []
    found = []
    for stroke in strokes:
        way = find_wing(stroke, spine, silhouette.cell * max(silhouette.mask.shape))
        if way is None:
            continue
        limb = replace(limb_of_line(silhouette, stroke, way, head), broad=True)
        if any(share_ink(limb, leg) or _is_same(limb, leg) for leg in legs):
            continue
        if (
            not _is_in(silhouette, head, limb)
            and float(np.linalg.norm(spine - way[0], axis=1).min())
            < _FROM_SPINE * size.tall * silhouette.cell
        ):
            found.append(limb)
    found.sort(key=lambda limb: -limb.length)
    return found[:_MOST_WINGS]


def _begins_on_body(silhouette: Silhouette, limb: Limb) -> bool:
    """True if a limb begins on a filled part of the silhouette."""
    row, column = silhouette.cells_of(limb.way[:1])[0]
    return bool(silhouette.depth[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4].max() > 2.2)


def _is_same(limb: Limb, leg: Limb) -> bool:
    """True if a stroke draws what is a leg already."""
    if (limb.line is not None and limb.line is leg.line) or np.linalg.norm(limb.way[0] - limb.way[-1]) < 1e-9:
        return True
    distances = np.linalg.norm(limb.way[:, None] - leg.way[None], axis=2).min(axis=1)
    return bool((distances < 0.08 * leg.length).mean() > 0.5)


def _is_in(silhouette: Silhouette, head: np.ndarray, limb: Limb) -> bool:
    """True if a line is part of the face."""
    cells = silhouette.cells_of(limb.way)
    return bool(head[cells[:, 0], cells[:, 1]].mean() > _IN_HEAD)


def _is_torso(limb: Limb, spine: Floats, cell: float) -> bool:
    """True if a line runs along the spine (N, 2) [m]."""
    start, way = spine[0], spine[-1] - spine[0]
    along = np.clip((limb.way - start) @ way / max(float(way @ way), 1e-12), 0.0, 1.0)
    away = np.linalg.norm(limb.way - start - along[:, None] * way, axis=1)
    return bool((away < _ON_SPINE * cell).mean() > _MOST_ON_SPINE)


def _ends_at(branch: Branch, limbs: Sequence[Limb]) -> bool:
    """True if a branch is the end of a limb that is drawn as one stroke."""
    return any(limb.of_lines and np.abs(branch.tip - limb.tip).max() <= _SAME_END for limb in limbs)


def _robe(
    silhouette: Silhouette, head: np.ndarray, size: FigureSize
) -> list[tuple[float, tuple[Limb, Limb], tuple[Branch, ...]]]:
    """Legs hidden under a dress that is wider at its hem than at the chest; none for other bodies."""
    rows = [int(size.middle[0] - k * size.radius) for k in (1.5, 2.0, 2.5, 3.0)]
    under = [
        inside
        for inside in silhouette.loops.values()
        if any(inside[max(row, 0), int(size.middle[1])] for row in rows)
    ]
    body = max(under, key=np.count_nonzero, default=silhouette.mask) & ~head
    below = size.middle[0] - size.radius
    tall = below - size.bottom
    if tall < size.radius:
        return []

    def stretch(share: float) -> tuple[float, float]:
        """Columns of the body's middle part at a share of its height, from the hem up."""
        row = round(size.bottom + share * tall)
        inside = np.flatnonzero(body[row])
        runs = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1) if len(inside) else []
        near = [run for run in runs if run[0] - 3 <= size.middle[1] <= run[-1] + 3]
        return (float(near[0][0]), float(near[0][-1])) if near else (0.0, 0.0)

    low, middle, chest = (stretch(share) for share in (0.08, 0.45, 0.8))
    wide = low[1] - low[0]
    if wide < size.radius or chest[1] - chest[0] < 3 or middle[1] - middle[0] < 0.45 * wide:
        return []
    if wide < _SKIRT * (chest[1] - chest[0]):
        return []
    limbs = []
    for side in (-1.0, 1.0):
        hip = [size.bottom + 0.35 * tall, 0.5 * sum(middle) + side * 0.14 * wide]
        hem = [size.bottom, 0.5 * sum(low) + side * 0.25 * wide]
        cells = np.linspace(hip, hem, 9)
        tip = np.rint(cells[0]).astype(np.int64)
        way = silhouette.places_of(cells)
        limbs.append(Limb(way, 4, 8, np.inf, np.inf, tip, on_head=False, hidden=True))
    return [(_ROBE_COST, (limbs[0], limbs[1]), ())]


def _meet(left: Limb, right: Limb, branch: Branch, silhouette: Silhouette, ends: Floats) -> tuple[Limb, Limb]:
    """Two legs that join in a line go up to where they would cross, or where lines end: narrow legs run into
    one before.

    ends: (M, 2) the ends of all strokes [m].
    """
    trunk = silhouette.places_of(branch.way[branch.away <= branch.forks])
    if len(trunk) < 3 or np.linalg.norm(left.way[0] - right.way[0]) > 5.0 * silhouette.cell:
        return left, right
    starts, ways = [], []
    for leg in (left, right):
        count = max(len(leg.way) // 3, 3)
        starts.append(leg.way[min(2, count - 1)])
        ways.append(leg.way[count] - starts[-1])
    near = np.linalg.norm(trunk[: _LONGEST_CROTCH + 3, None] - ends[None], axis=2) < 2.5 * silhouette.cell
    together = near.sum(axis=1)
    if together.max() >= 2:  # a torso's end and a leg's, or both legs'
        nearest = int(np.flatnonzero(together == together.max()).mean())
    else:
        matrix = np.column_stack([ways[0], -ways[1]])
        if abs(np.linalg.det(matrix)) < 0.05 * np.linalg.norm(ways[0]) * np.linalg.norm(ways[1]):
            return left, right
        back = np.linalg.solve(matrix, starts[1] - starts[0])[0]
        crossing = starts[0] + back * ways[0]
        distances = np.linalg.norm(trunk - crossing, axis=1)
        nearest = int(distances.argmin())
        if back >= 0.0 or distances[nearest] > 3.0 * silhouette.cell or nearest > _LONGEST_CROTCH:
            return left, right
    more = trunk[: nearest + 1][::-1]

    def grown(leg: Limb) -> Limb:
        way = np.concatenate([more, leg.way])
        ankle = leg.ankle + len(more)
        return replace(leg, way=way, ankle=ankle, bend=find_bend(way[: ankle + 1]), crotch=leg.cut - nearest)

    return grown(left), grown(right)


def _arm_pairs(
    silhouette: Silhouette,
    branches: Sequence[Branch],
    size: FigureSize,
    legs: tuple[Limb, Limb],
    trunk: set[tuple[int, int]],
    drawn: Sequence[Limb],
) -> list[tuple[float, tuple[Limb, Limb], tuple[Branch, ...]]]:
    """Pairs of arms. drawn: Those that are one stroke each."""
    found = []
    limbs: list[tuple[tuple[Branch, ...], Limb]] = [((), limb) for limb in drawn]
    for branch in branches:
        joins = next(
            (
                float(away)
                for (r, c), away in zip(branch.way, branch.away, strict=True)
                if (int(r), int(c)) in trunk
            ),
            0.0,
        )
        limb = grow_limb(silhouette, branch, joins or min(branch.forks, float(branch.away[0]) - 1.0))
        if limb is not None:
            limbs.append(((branch,), limb))
    for (one, first), (other, second) in combinations(limbs, 2):
        if np.abs(first.tip - second.tip).max() <= _SAME_END or share_ink(first, second):
            continue
        left, right = sorted((first, second), key=lambda limb: limb.way.mean(axis=0)[0])
        cost = arm_cost(silhouette, (left, right), size, legs)
        shorter, longer = sorted((first, second), key=lambda limb: limb.length)
        if cost < MISSING and not _is_same(shorter, longer):
            cost -= 0.5 * _DRAWN_ALONE * ((not one) + (not other))
            cost += _WING_COST * (first.broad + second.broad)
            found.append((cost, (left, right), (*one, *other)))
    found.sort(key=lambda each: each[0])
    return found[:4]


def _on_limb(branch: Branch, limbs: Sequence[Limb]) -> bool:
    """True if a branch grows out of an arm or a leg: a finger, a toe."""
    return any(branch.forks > limb.cut + 1.0 for limb in limbs)
