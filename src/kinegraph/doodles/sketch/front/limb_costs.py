"""Costs of the head, the arms and the legs of a front view: how far they are from the usual ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.sketch.front.branches import Branch
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette

MISSING = 9.0  # cost of a missing pair of limbs, to rank incomplete bodies
_ROOTS_APART = 0.15  # of two arms of which one begins on the head, as a share of the height
_MOST_LEAN = 2.5  # cost of a leg that is level: its body sits
_ON_HEAD_COST = 0.5  # of an arm that begins on a head whose legs do not
_WIDE = 1.25  # width of a torso by its height from which on it is unusual
_UPPER_LEG_COST = 6.0
_BELOW_FOOT = 0.08  # deviation of how far a hand is below the higher foot, likewise
_LENGTH_GAIN, _LONG = 0.6, 0.45  # cost that a limb as long as the body saves, and the share at which it ends
MOST_ARM_GAIN = 1.0  # cost that two arms save at most
_ON_GROUND = 0.1  # how high a tadpole's hands are at least, as a share of the height: an animal has four feet


@dataclass(frozen=True)
class FigureSize:
    """Middle of the head (row, column), its radius, the drawing's height and its lowest row [cells].

    torso: Half of the width of a torso that is a shape; zero for one that is not known.
    """

    middle: Floats
    radius: float
    tall: float
    bottom: float
    torso: float = 0.0


@dataclass(frozen=True, eq=False)
class LimbPair:
    """Two arms or two legs, the one at the left of the sheet first, with the branches that they are.

    winged: Whether such legs are likely on a body with wings only.
    """

    cost: float
    limbs: tuple[Limb, Limb]
    branches: tuple[Branch, ...] = ()
    winged: bool = False


def head_cost(size: FigureSize) -> float:
    """Cost of an unusual head: very small ones are hands, very large ones are bodies."""
    share = 2.0 * size.radius / size.tall
    return max(np.log(0.12 / share) / 0.25, 0.0) ** 2 + max(np.log(share / 0.75) / 0.15, 0.0) ** 2


def torso_cost(torso: np.ndarray) -> float:
    """Cost of an unusual torso (R, C): one that is wider than tall is the trunk of an animal."""
    tall, wide = (float(np.ptp(np.flatnonzero(torso.any(axis=axis))) + 1) for axis in (1, 0))
    return float(max(np.log(wide / tall / _WIDE), 0.0) / 0.2) ** 2


def leg_cost(silhouette: Silhouette, legs: tuple[Limb, Limb], size: FigureSize) -> float:
    """Cost of an unusual pair of legs: the left one of the sheet first."""
    cell = silhouette.cell
    cost = 0.0
    for leg in legs:
        cost += ((leg.tip[0] - size.bottom) / size.tall / 0.12) ** 2
        down = leg.way[-1] - leg.way[0]
        lean = np.arctan2(abs(down[0]), -down[1])
        cost += min(
            (max(lean - np.radians(45.0 if size.torso else 28.0), 0.0) / np.radians(24.0)) ** 2, _MOST_LEAN
        )
        share = leg.length / cell / size.tall
        cost += max(np.log((0.07 if size.torso else 0.14) / share) / 0.3, 0.0) ** 2
        hip = silhouette.cells_of(leg.way[:1])[0]
        cost += 100.0 * (hip[0] > size.middle[0])
        aside = abs(hip[1] - size.middle[1]) / size.tall
        cost += (max(aside - max(0.15, size.torso / size.tall), 0.0) / 0.1) ** 2
    cost += (np.log(legs[0].length / legs[1].length) / 0.35) ** 2
    apart = (legs[1].way[-1, 0] - legs[0].way[-1, 0]) / cell / size.tall
    least = 0.02 if all(leg.of_lines for leg in legs) else 0.06
    cost += (max(least - apart, 0.0) / 0.03) ** 2
    cost += 2.0 * (legs[0].on_head != legs[1].on_head)
    return float(cost - _length_gain(legs, cell * size.tall))


def _length_gain(limbs: Sequence[Limb], tall: float) -> float:
    """Gain of long limbs: half a limb explains less of the drawing. tall: The drawing's height [m]."""
    return _LENGTH_GAIN * sum(min(limb.length / tall, _LONG) for limb in limbs if limb.of_lines)


def arm_costs(
    silhouette: Silhouette, arms: Sequence[Limb], size: FigureSize, legs: tuple[Limb, Limb]
) -> Floats:
    """(A, A) cost of each pair of arms on a body with these legs: the left one, then the right one."""
    cell, tall = silhouette.cell, size.tall
    hips = 0.5 * (legs[0].way[0] + legs[1].way[0])
    top = silhouette.places_of(size.middle[None])[0]
    roots, ends = np.array([arm.way[0] for arm in arms]), np.array([arm.way[-1] for arm in arms])
    lengths, on_head = np.array([arm.length for arm in arms]), np.array([arm.on_head for arm in arms])
    tips = np.array([arm.tip[0] for arm in arms])
    cost = _ON_HEAD_COST * (on_head & (not any(leg.on_head for leg in legs)))
    # 0 at the hips, 1 in the head's middle.
    above = (roots[:, 1] - hips[1]) / max(top[1] - hips[1], cell)
    highest = 1.0 if size.torso else 1.25
    cost = cost + (np.maximum(0.3 - above, 0.0) / 0.12) ** 2 + (np.maximum(above - highest, 0.0) / 0.2) ** 2
    share = lengths / cell / tall
    least = 0.07 if size.torso else 0.12
    cost += (np.maximum(np.log(least / share), 0.0) / 0.3) ** 2 + (
        np.maximum(np.log(share / 0.7), 0.0) / 0.25
    ) ** 2
    low = (tips - size.bottom) / tall
    cost += (np.maximum(np.where(on_head | (size.torso > 0.0), 1.0, 0.5) * _ON_GROUND - low, 0.0) / 0.04) ** 2
    straight = np.linalg.norm(ends - roots, axis=1) > 0.95 * lengths
    gaps = np.min([np.linalg.norm(ends - leg.way[0], axis=1) for leg in legs], axis=0)
    cost += _UPPER_LEG_COST * (straight & (gaps < 0.2 * lengths))
    cost += (np.maximum(max(leg.tip[0] for leg in legs) - tips, 0) / tall / _BELOW_FOOT) ** 2
    reach = (np.array([arm.way[:, 0].mean() for arm in arms]) - hips[0]) / cell / tall
    left, right = ((np.maximum(0.03 - side * reach, 0.0) / 0.05) ** 2 for side in (-1.0, 1.0))
    of_lines = np.array([arm.of_lines for arm in arms])
    cost -= _LENGTH_GAIN * of_lines * np.minimum(lengths / (cell * tall), _LONG)
    pairs = (cost + left)[:, None] + (cost + right)[None]
    pairs += (np.log(lengths[:, None] / lengths[None]) / 0.5) ** 2
    pairs += ((roots[:, None, 1] - roots[None, :, 1]) / cell / tall / 0.15) ** 2
    apart = np.linalg.norm(roots[:, None] - roots[None], axis=2) / cell / tall
    return pairs + np.minimum(apart / _ROOTS_APART, 1.0) * (on_head[:, None] != on_head[None])
