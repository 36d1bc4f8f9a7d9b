"""Costs of the head, the arms and the legs of a front view: how far they are from the usual ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.silhouette import Silhouette

_ROOTS_APART = 0.15  # of two arms of which one begins on the head, as a share of the height
_UPPER_LEG_COST = 6.0
_BELOW_FOOT = 0.08  # deviation of how far a hand is below the higher foot, likewise
_LENGTH_GAIN, _LONG = 0.6, 0.45  # cost that a limb as long as the body saves, and the share at which it ends
_ON_GROUND = 0.1  # how high a tadpole's hands are at least, as a share of the height: an animal has four feet


@dataclass(frozen=True)
class FigureSize:
    """Middle of the head (row, column), its radius, the drawing's height and its lowest row [cells]."""

    middle: Floats
    radius: float
    tall: float
    bottom: float


def head_cost(size: FigureSize) -> float:
    """Cost of an unusual head: very small ones are hands, very large ones are bodies."""
    share = 2.0 * size.radius / size.tall
    return max(np.log(0.12 / share) / 0.25, 0.0) ** 2 + max(np.log(share / 0.75) / 0.15, 0.0) ** 2


def leg_cost(silhouette: Silhouette, legs: tuple[Limb, Limb], size: FigureSize) -> float:
    """Cost of an unusual pair of legs: the left one of the sheet first."""
    cell = silhouette.cell
    cost = 0.0
    for leg in legs:
        cost += ((leg.tip[0] - size.bottom) / size.tall / 0.12) ** 2
        down = leg.way[-1] - leg.way[0]
        lean = np.arctan2(abs(down[0]), -down[1])
        cost += (max(lean - np.radians(25.0), 0.0) / np.radians(20.0)) ** 2
        share = leg.length / cell / size.tall
        cost += max(np.log(0.14 / share) / 0.3, 0.0) ** 2
        hip = silhouette.cells_of(leg.way[:1])[0]
        cost += 100.0 * (hip[0] > size.middle[0])
        aside = abs(hip[1] - size.middle[1]) / size.tall
        cost += (max(aside - 0.15, 0.0) / 0.1) ** 2
    cost += (np.log(legs[0].length / legs[1].length) / 0.35) ** 2
    apart = (legs[1].way[-1, 0] - legs[0].way[-1, 0]) / cell / size.tall
    least = 0.02 if all(leg.of_lines for leg in legs) else 0.06
    cost += (max(least - apart, 0.0) / 0.03) ** 2
    cost += 2.0 * (legs[0].on_head != legs[1].on_head)
    return float(cost - _length_gain(legs, cell * size.tall))


def _length_gain(limbs: Sequence[Limb], tall: float) -> float:
    """Gain of long limbs: half a limb explains less of the drawing. tall: The drawing's height [m]."""
    return _LENGTH_GAIN * sum(min(limb.length / tall, _LONG) for limb in limbs if limb.of_lines)


def arm_cost(
    silhouette: Silhouette, arms: tuple[Limb, Limb], size: FigureSize, legs: tuple[Limb, Limb]
) -> float:
    """Cost of an unusual pair of arms on a body with these legs."""
    cell = silhouette.cell
    hips = 0.5 * (legs[0].way[0] + legs[1].way[0])
    top = silhouette.places_of(size.middle[None])[0]
    axis = hips[0]
    cost = 0.0
    for arm, side in zip(arms, (-1.0, 1.0), strict=True):
        # 0 at the hips, 1 in the head's middle.
        above = (arm.way[0, 1] - hips[1]) / max(top[1] - hips[1], cell)
        cost += (max(0.3 - above, 0.0) / 0.12) ** 2 + (max(above - 1.25, 0.0) / 0.2) ** 2
        share = arm.length / cell / size.tall
        cost += max(np.log(0.12 / share) / 0.3, 0.0) ** 2 + max(np.log(share / 0.7) / 0.25, 0.0) ** 2
        low = (arm.tip[0] - size.bottom) / size.tall
        cost += (max((_ON_GROUND if arm.on_head else 0.5 * _ON_GROUND) - low, 0.0) / 0.04) ** 2
        cost += _UPPER_LEG_COST * any(_is_upper_leg(arm, leg) for leg in legs)
        higher = max(leg.tip[0] for leg in legs)
        cost += (max(higher - arm.tip[0], 0) / size.tall / _BELOW_FOOT) ** 2
        reach = side * (arm.way[:, 0].mean() - axis) / cell / size.tall
        cost += (max(0.03 - reach, 0.0) / 0.05) ** 2
    cost += (np.log(arms[0].length / arms[1].length) / 0.5) ** 2
    cost += ((arms[0].way[0, 1] - arms[1].way[0, 1]) / cell / size.tall / 0.15) ** 2
    apart = np.linalg.norm(arms[0].way[0] - arms[1].way[0]) / cell / size.tall
    cost += min(float(apart) / _ROOTS_APART, 1.0) * (arms[0].on_head != arms[1].on_head)
    return float(cost - _length_gain(arms, cell * size.tall))


def _is_upper_leg(arm: Limb, leg: Limb) -> bool:
    """True if a straight line ends where a leg begins; a hand on a hip has a bent elbow."""
    gap = float(np.linalg.norm(arm.way[-1] - leg.way[0]))
    return gap < 0.2 * arm.length and float(np.linalg.norm(arm.way[-1] - arm.way[0])) > 0.95 * arm.length
