"""Front plan: which branches of a silhouette are the arms and the legs of a body seen from the front.

Every head, every pair of legs and every pair of arms is a candidate; lengths, places and symmetry about the
body's axis give its cost, and the cheapest body wins. What no limb uses follows its nearest part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.arm_pairs import find_arm_pairs, find_drawn_arms, find_wings
from kinegraph.doodles.sketch.front.branches import Branch, find_branches
from kinegraph.doodles.sketch.front.heads import Head, find_heads, is_drawn_round
from kinegraph.doodles.sketch.front.ink_lines import InkPiece
from kinegraph.doodles.sketch.front.leg_pairs import find_drawn_legs, find_leg_pairs
from kinegraph.doodles.sketch.front.limb import (
    LEAST_LIMB,
    LEAST_LOBE,
    Limb,
    is_in_head,
    limb_of_line,
    with_joints,
)
from kinegraph.doodles.sketch.front.limb_costs import (
    MISSING,
    MOST_ARM_GAIN,
    FigureSize,
    head_cost,
    torso_cost,
)
from kinegraph.doodles.sketch.front.robes import find_robes
from kinegraph.doodles.sketch.front.silhouette import Silhouette, close_outlines, label_pieces, walk_distances
from kinegraph.doodles.sketch.front.stroke_limbs import find_broad_strokes, find_line_limbs, find_stroke_limbs
from kinegraph.doodles.sketch.front.torsos import find_torsos
from kinegraph.doodles.sketch.proportions import SIDES

MOST_COST = 7.0  # a body that costs more is not one
_SURE = 0.5  # cost of a body in a drawing whose outlines need not be closed
_MOST_TIPS, _MOST_STROKES = 12, 40
_LONGEST_HAIR = 0.8  # of a branch on the upper half of the head, in radii of it
# What is this many times as long as a limb is a ray; how many are free, and the cost of each further one.
_LIKE_LIMB, _FREE_RAYS, _RAY_COST = 0.7, 2, 2.0
_SAME_END = 6  # how far a branch ends from the stroke that draws it [cells]
_MOST_SPARE = 3.0  # cost of wings and all else that no limb uses
# How far hips are beside the middle of the head, and what is over it that costs 1, as shares of the height.
_ASIDE, _SOFT_ASIDE = 0.12, 0.08
_FROM_TORSO = 0.12  # how far legs begin from a torso that is a shape, likewise
_SECOND_HEAD, _LIKE_HEAD = 4.0, 0.5  # cost of another head below the head, and its area by that at least
_FACE_GAIN, _SMALL = 1.5, 0.15  # cost that a head with a face saves; size of eyes, as a share of the drawing
# Cost of a head below a larger one, how much larger that is, and its width by its height at most.
_SMALLER_HEAD, _LARGER, _FLAT = 2.5, 1.5, 1.6
_MOST_LEFT_OVER = 0.5  # share of the ink that is no part of a body, from which on a drawing is not one
# Cost of a narrow robe on a body without wings: its legs may be missing; the least length of a wing.
_WINGLESS_COST, _SPAN = 6.0, 0.28


@dataclass(frozen=True, eq=False)
class FrontPlan:
    """A body seen from the front. Limbs are pairs: the one at the left of the sheet first.

    head: (R, C) cells of the head; centre: (2,) its middle [m]; radius: [m].
    arms, legs: Pairs of limbs; an empty tuple where they are missing.
    stroke: The stroke that draws the head's outline, None for a head of several strokes.
    cost: 0 for a typical body; less for one with a face.
    face: What a face saves of the cost. shaped: Whether its torso is a shape.
    distances: (R, C) from the head [cells]; zero where the plan is seen.
    seen: Whether the sight gave its places; ink then belongs to the nearest part.
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
    face: float = 0.0
    shaped: bool = False
    seen: bool = False

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


@dataclass(frozen=True, eq=False)
class _Ink:
    """Ink that may draw limbs besides what the silhouette shows.

    ways: Lines that may be limbs, each with the ink that draws it. broad: Strokes that may be wings.
    ends: (M, 2) the ends of all strokes [m]. small: Strokes that may be eyes or a mouth.
    cells: (N, 2) along each stroke.
    """

    ways: Sequence[tuple[Stroke | None, Floats, tuple[InkPiece, ...]]]
    broad: Sequence[Stroke]
    ends: Floats
    small: Sequence[Stroke]
    cells: Sequence[Ints]


def plan_front(silhouette: Silhouette, strokes: Sequence[Stroke]) -> FrontPlan | None:
    """The cheapest front view in a silhouette, also with its outlines closed; None without a head."""
    ink = _find_ink(silhouette, strokes)
    plan = _plan_in(silhouette, ink, np.inf)
    if plan is not None and plan.cost < _SURE:
        return plan
    closed = close_outlines(silhouette)
    other = None if closed is None else _plan_in(closed, ink, np.inf if plan is None else plan.cost)
    return other if plan is None or (other is not None and other.cost < plan.cost) else plan


def _find_ink(silhouette: Silhouette, strokes: Sequence[Stroke]) -> _Ink:
    ways: list[tuple[Stroke | None, Floats, tuple[InkPiece, ...]]] = [
        (stroke, way, ()) for stroke, way in find_stroke_limbs(silhouette, strokes)
    ]
    ways += [(None, line.way, line.pieces) for line in find_line_limbs(silhouette, strokes)]
    ends = np.concatenate([stroke.points[[0, -1]] for stroke in strokes])
    most = _SMALL * silhouette.cell * max(silhouette.mask.shape)
    small = [stroke for stroke in strokes if float(np.ptp(stroke.points, axis=0).max()) < most]
    longest = sorted(strokes, key=lambda stroke: -stroke.length)[:_MOST_STROKES]
    cells = [
        silhouette.cells_of(points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, 160)))
        for stroke in longest
    ]
    return _Ink(ways, find_broad_strokes(silhouette, strokes), ends, small, cells)


def _plan_in(silhouette: Silhouette, ink: _Ink, limit: float) -> FrontPlan | None:
    """The cheapest front view in one silhouette. limit: A cost from which on it is not wanted."""
    heads = [
        head
        for head in find_heads(silhouette)
        if not head.shared or is_drawn_round(head, silhouette.ink, ink.cells)
    ]
    best: FrontPlan | None = None
    least = limit
    for head in heads:
        others = [each for each in heads if each is not head]
        gain = _FACE_GAIN * _has_face(silhouette, head.mask, ink.small)
        lines = [
            (
                limb_of_line(silhouette, line, way, head.mask, drawn),
                limb_of_line(silhouette, line, way[::-1], head.mask, drawn),
            )
            for line, way, drawn in ink.ways
        ]
        lines = [each for each in lines if not is_in_head(silhouette, head.mask, each[0])]
        for torso in (None, *find_torsos(silhouette, head.mask)):
            plan = _plan_around(silhouette, head, torso, others, lines, ink, least + gain)
            if best is None or plan.cost - gain < best.cost:
                best = replace(plan, cost=plan.cost - gain, face=gain, shaped=torso is not None)
                least = min(least, best.cost)
    if best is None or not best.complete or _left_over(best) < _MOST_LEFT_OVER:
        return best
    return replace(best, cost=best.cost + MISSING)


def _left_over(plan: FrontPlan) -> float:
    """Share of the ink that is neither in the head nor in the torso, and in no limb."""
    from scipy import ndimage

    silhouette = plan.silhouette
    lines = np.zeros_like(plan.head)
    hips = 0.5 * (plan.legs[0].way[0] + plan.legs[1].way[0])
    spine = hips + np.linspace(0.0, 1.0, 60)[:, None] * (plan.centre - hips)
    limbs = (*plan.arms, *plan.legs)
    for way in (spine, *(limb.way for limb in limbs), *(limb.line.points for limb in limbs if limb.line)):
        lines[tuple(silhouette.cells_of(way).T)] = True
    known: np.ndarray = np.asarray(ndimage.binary_dilation(lines, np.ones((3, 3)), iterations=3))
    known |= np.asarray(ndimage.binary_dilation(plan.head, np.ones((5, 5))))
    if plan.shaped:
        known |= plan.distances < 3.0
    for limb in limbs:
        if not limb.of_lines and not limb.hidden:
            pieces = label_pieces(silhouette.mask & (plan.distances > limb.cut))
            known |= (pieces == pieces[tuple(limb.tip)]) & (pieces > 0)
    ink = silhouette.ink & silhouette.mask
    return 1.0 - float((ink & known).sum()) / max(float(ink.sum()), 1.0)


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
    head: Head,
    torso: np.ndarray | None,
    others: Sequence[Head],
    lines: Sequence[tuple[Limb, Limb]],
    ink: _Ink,
    limit: float,
) -> FrontPlan:
    """The cheapest body with this head, and with this torso if there is one.

    others: Other possible heads. lines: Lines that may be limbs, in both directions.
    limit: A cost from which on a body is not wanted.
    """
    sources = head.mask if torso is None else head.mask | torso
    distances, predecessors = walk_distances(silhouette, sources)
    least = LEAST_LIMB if torso is None else LEAST_LOBE
    branches = [each for each in find_branches(distances, predecessors) if each.length >= least]
    middle, radius = head.middle, head.radius
    rows = np.flatnonzero(silhouette.mask.any(axis=1))
    tall, bottom = float(rows[-1] - rows[0] + 1), float(rows[0])
    wide = 0.0 if torso is None else 0.5 * float(np.ptp(np.nonzero(torso)[1]) + 1)
    size = FigureSize(middle, radius, tall, bottom, wide)
    if torso is None:
        hair = [b for b in branches if _on_top(b, middle, radius)]
    else:
        hair = [b for b in branches if head.mask[tuple(b.way[-1])] and _is_ear(b, middle, radius)]
    free = [b for b in branches if not any(b is each for each in hair)][:_MOST_TIPS]
    best: tuple[float, tuple[Limb, ...], tuple[Limb, ...]] = (2.0 * MISSING, (), ())
    own = head_cost(size) + (0.0 if torso is None else torso_cost(torso))
    below = free if torso is None else [b for b in free if not head.mask[tuple(b.way[-1])]]
    choices = find_leg_pairs(silhouette, below, head.mask, size, ink.ends)
    choices += find_drawn_legs(silhouette, lines, size) + find_robes(silhouette, head.mask, torso, size)
    span = _SPAN * tall * silhouette.cell
    for legs in sorted(choices, key=lambda each: each.cost):
        base = own + legs.cost + _place_cost(silhouette, size, head, others, legs.limbs)
        if torso is not None:
            base += _apart_cost(silhouette, distances, legs.limbs, tall)
        if base - MOST_ARM_GAIN >= min(best[0], limit):
            continue
        rest = [
            branch
            for branch in free
            if not any(branch is each for each in legs.branches) and not _ends_at(branch, legs.limbs)
        ]
        trunk = _trunk(legs.branches) if legs.branches and torso is None else set()
        hidden = torso is None and legs.limbs[0].hidden
        hem = max(leg.way[0, 1] for leg in legs.limbs) if hidden else -np.inf
        drawn_arms = find_drawn_arms(silhouette, lines, size, legs.limbs)
        if torso is None or legs.winged:
            drawn_arms += find_wings(silhouette, ink.broad, size, legs.limbs, head.mask)
        arm_pairs = find_arm_pairs(silhouette, rest, head.mask, size, legs.limbs, trunk, drawn_arms)
        for arms in (*arm_pairs, None):
            pair, cost = (arms.limbs, arms.cost) if arms else ((), MISSING)
            cost += base + _WINGLESS_COST * (
                legs.winged and not any(arm.broad and arm.length > span for arm in pair)
            )
            if cost >= best[0]:
                continue
            if pair and _has_head_above(silhouette, head, torso, others, pair):
                cost += _SECOND_HEAD
            left = [
                branch
                for branch in rest
                if not (arms and any(branch is each for each in arms.branches))
                and not _on_limb(branch, (*pair, *legs.limbs))
                and not _ends_at(branch, (*pair, *legs.limbs))
                and silhouette.places_of(branch.tip[None])[0, 1] > hem
            ]
            spare = sum(branch.length for branch in left)
            cost += min(6.0 * spare / tall, _MOST_SPARE)
            cost += _rays_cost([*left, *hair], (*pair, *legs.limbs), silhouette.cell)
            if cost < best[0]:
                best = (cost, pair, legs.limbs)
    cost, arms, legs = best
    arms = tuple(with_joints(arm, foot=False) for arm in arms)
    legs = tuple(with_joints(leg, foot=True) for leg in legs)
    centre = silhouette.places_of(middle[None])[0]
    radius *= silhouette.cell
    return FrontPlan(silhouette, head.mask, centre, radius, arms, legs, head.stroke, cost, distances)


def _on_top(branch: Branch, middle: Floats, radius: float) -> bool:
    """True if a branch is hair or a hat: it begins on the upper half of the head and stays up there."""
    up, aside = branch.way[-1] - middle
    near = branch.length < _LONGEST_HAIR * radius
    return bool(
        up > 0 and branch.tip[0] > middle[0] and branch.forks < 2.0 and (near or abs(aside) < 0.7 * up)
    )


def _place_cost(
    silhouette: Silhouette, size: FigureSize, head: Head, others: Sequence[Head], legs: Sequence[Limb]
) -> float:
    """Cost of a head that is not above the hips, or is below a larger one: it may be an ear, or a hand."""
    hips = float(silhouette.cells_of(np.array([leg.way[0] for leg in legs]))[:, 1].mean())
    cost = (max(abs(hips - size.middle[1]) / size.tall - _ASIDE, 0.0) / _SOFT_ASIDE) ** 2
    for other in others:
        above = other.middle[0] > head.middle[0] and abs(other.middle[1] - hips) < 0.5 * other.wide
        if above and other.area > _LARGER * head.area and other.wide < _FLAT * other.tall:  # no halo
            return cost + _SMALLER_HEAD
    return cost


def _apart_cost(silhouette: Silhouette, distances: Floats, legs: Sequence[Limb], tall: float) -> float:
    """Cost of legs that begin far from the torso: it may be the true head."""
    if legs[0].hidden:
        return 0.0
    roots = silhouette.cells_of(np.array([leg.way[0] for leg in legs]))
    away = distances[tuple(roots.T)] / tall
    return (max(float(away[np.isfinite(away)].max(initial=0.0)) - _FROM_TORSO, 0.0) / _SOFT_ASIDE) ** 2


def _has_face(silhouette: Silhouette, head: np.ndarray, small: Sequence[Stroke]) -> bool:
    """True if two or more small strokes are inside of a head: eyes, a nose, a mouth."""
    cells = (silhouette.cells_of(stroke.points) for stroke in small)
    return sum(bool(head[tuple(at.T)].mean() > 0.8) for at in cells) >= 2


def _has_head_above(
    silhouette: Silhouette, head: Head, torso: np.ndarray | None, others: Sequence[Head], arms: Sequence[Limb]
) -> bool:
    """True if there is another head between a head and the shoulders: then it is a halo, or a hat."""
    shoulders = float(silhouette.cells_of(np.array([arm.way[0] for arm in arms]))[:, 0].mean()) - 3.0
    for other in others:
        between = shoulders < other.middle[0] < head.middle[0] and other.area > _LIKE_HEAD * head.area
        if between and abs(other.middle[1] - head.middle[1]) < 0.5 * head.wide:
            apart = not (other.mask & head.mask).any()
            if apart and (torso is None or (other.mask & torso).sum() < 0.5 * other.area):
                return True
    return False


def _is_ear(branch: Branch, middle: Floats, radius: float) -> bool:
    """True if a branch of a head on a torso begins and ends on its upper half."""
    return bool(branch.way[-1, 0] > middle[0] - 0.5 * radius and branch.tip[0] > middle[0])


def _rays_cost(left: Sequence[Branch], limbs: Sequence[Limb], cell: float) -> float:
    """Cost of many parts as long as arms and legs: a sun and a spider have them."""
    usual = float(np.mean([limb.length for limb in limbs])) / cell
    count = sum(branch.length > _LIKE_LIMB * usual for branch in left)
    return _RAY_COST * max(count - _FREE_RAYS, 0)


def _on_limb(branch: Branch, limbs: Sequence[Limb]) -> bool:
    """True if a branch grows out of an arm or a leg: a finger, a toe."""
    return any(branch.forks > limb.cut + 1.0 for limb in limbs)


def _ends_at(branch: Branch, limbs: Sequence[Limb]) -> bool:
    """True if a branch is the end of a limb that is drawn as one stroke."""
    return any(limb.of_lines and np.abs(branch.tip - limb.tip).max() <= _SAME_END for limb in limbs)


def _trunk(branches: Sequence[Branch]) -> set[tuple[int, int]]:
    """Cells on the ways of both legs."""
    one, other = ({(int(r), int(c)) for r, c in branch.way} for branch in branches)
    return one & other
