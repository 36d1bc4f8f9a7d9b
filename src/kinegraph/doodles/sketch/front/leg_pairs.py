"""Pairs of legs of a front view: branches of the silhouette, and lines of ink."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.sketch.front.branches import Branch
from kinegraph.doodles.sketch.front.limb import (
    LEAST_LIMB,
    LEAST_LOBE,
    Limb,
    begins_on_body,
    grow_limb,
    share_ink,
)
from kinegraph.doodles.sketch.front.limb_costs import MISSING, FigureSize, LimbPair, leg_cost
from kinegraph.doodles.sketch.front.silhouette import Silhouette

_MOST_LEGS = 12
_LONGEST_CROTCH = 12  # cells by which legs are drawn together at most
_SHORT_LEG = 0.22  # length under which a line may be half a leg, as a share of the height
_LOW = 0.36  # how far a leg ends above the lowest point at most, likewise
_DRAWN_ALONE = 0.3  # reduction of the cost of a pair of strokes


def find_leg_pairs(
    silhouette: Silhouette, branches: Sequence[Branch], head: np.ndarray, size: FigureSize, ends: Floats
) -> list[LimbPair]:
    """The cheapest pairs of branches that may be legs. ends: (M, 2) the ends of all strokes [m]."""
    found = []
    grown: dict[tuple[int, float], Limb | None] = {}
    low = [branch for branch in branches if branch.tip[0] < size.bottom + _LOW * size.tall]
    for pair in combinations(low, 2):
        shorter = min(pair, key=lambda branch: branch.length)
        fork = min(shorter.forks, *(branch.away[0] - 1.0 for branch in pair))
        for branch in pair:
            if (id(branch), fork) not in grown:
                least = LEAST_LOBE if size.torso else LEAST_LIMB
                grown[id(branch), fork] = grow_limb(silhouette, branch, fork, head, foot=True, least=least)
        limbs = [limb for branch in pair if (limb := grown[id(branch), fork]) is not None]
        if len(limbs) < 2:
            continue
        left, right = _in_order(limbs)
        left, right = _meet(left, right, shorter, silhouette, ends)
        cost = leg_cost(silhouette, (left, right), size)
        if cost < 2.0 * MISSING:
            found.append(LimbPair(cost, (left, right), pair))
    found.sort(key=lambda each: each.cost)
    return found[:4]


def find_drawn_legs(
    silhouette: Silhouette, lines: Sequence[tuple[Limb, Limb]], size: FigureSize
) -> list[LimbPair]:
    """Pairs of legs that are lines of ink. lines: Every line, in either direction."""
    found = []
    limbs = []
    for there, back in lines:
        limb = there if there.way[0, 1] > there.way[-1, 1] else back
        low = (limb.tip[0] - size.bottom) / size.tall < 0.25
        if limb.length / silhouette.cell < _SHORT_LEG * size.tall and not begins_on_body(silhouette, limb):
            continue  # the lower half of a leg
        if low and len(limbs) < _MOST_LEGS:
            limbs.append(limb)
    for pair in combinations(limbs, 2):
        if share_ink(*pair):
            continue
        left, right = _in_order(pair)
        apart = np.linalg.norm(left.way[0] - right.way[0]) / silhouette.cell / size.tall
        cost = leg_cost(silhouette, (left, right), size) + (max(apart - 0.3, 0.0) / 0.1) ** 2
        if cost < MISSING:
            found.append(LimbPair(float(cost) - _DRAWN_ALONE, (left, right)))
    found.sort(key=lambda each: each.cost)
    return found[:3]


def _in_order(pair: Sequence[Limb]) -> tuple[Limb, Limb]:
    """The leg at the left of the sheet first."""
    left, right = sorted(pair, key=lambda limb: limb.way[-1, 0] + 0.5 * limb.way[0, 0])
    return left, right


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
        return replace(leg, way=way, ankle=leg.ankle + len(more), crotch=leg.cut - nearest)

    return grown(left), grown(right)
