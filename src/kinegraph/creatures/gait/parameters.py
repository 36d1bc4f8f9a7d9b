"""Gait parameters by number of feet and speed: authored for 1 to 6 feet, generated for more (paper, 4.2)."""

from dataclasses import astuple, dataclass, fields

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue


@dataclass(frozen=True)
class GaitParameters:
    """The gait at one speed. Lengths are in leg lengths.

    speed: Of this gait: speed / sqrt(gravity * leg length). People walk at 0.45 and run from 0.8.
    stride: Distance that the body covers in one cycle.
    duty: Share of the cycle that a foot is on the ground.
    side_lag, row_lag: Share of the cycle by which a right foot steps later than its left neighbour, and each
        row of feet later than the row behind it.
    lift: Height of the foot's arc.
    bounce: How far the body rises and falls.
    sway: Share of the way to its standing feet that the body goes sideways.
    roll: How far the hips sink on the swinging side [rad].
    twist: Share of the stepping feet's turn that the hips follow.
    lean: How far the body leans forward [rad].
    heel, toe: How far the foot comes down on its heel and leaves over its toe [rad].
    crouch: How much lower the body is carried.
    """

    speed: float
    stride: float
    duty: float
    side_lag: float = 0.5
    row_lag: float = 0.25
    lift: float = 0.12
    bounce: float = 0.03
    sway: float = 0.25
    roll: float = 0.05
    twist: float = 0.4
    lean: float = 0.0
    heel: float = 0.2
    toe: float = 0.4
    crouch: float = 0.0


COLUMNS = tuple(field.name for field in fields(GaitParameters))

_HOP = (
    GaitParameters(0.0, 0.4, 0.62, lift=0.16, bounce=0.14, sway=0.0, roll=0.0),
    GaitParameters(0.4, 0.9, 0.52, lift=0.22, bounce=0.22, sway=0.0, roll=0.0, lean=0.06, crouch=0.06),
    GaitParameters(1.2, 2.0, 0.38, lift=0.32, bounce=0.3, sway=0.0, roll=0.0, lean=0.14, crouch=0.06),
    GaitParameters(3.0, 3.6, 0.26, lift=0.36, bounce=0.32, sway=0.0, roll=0.0, lean=0.2, crouch=0.06),
)
_TWO = (
    GaitParameters(0.0, 0.5, 0.76, lift=0.1, bounce=0.008, sway=0.5, roll=0.07, heel=0.1, toe=0.2),
    GaitParameters(
        0.25, 1.0, 0.67, lift=0.12, bounce=0.015, sway=0.42, roll=0.08, heel=0.25, toe=0.5, lean=0.02
    ),
    GaitParameters(
        0.5, 1.4, 0.6, lift=0.15, bounce=0.025, sway=0.32, roll=0.08, heel=0.35, toe=0.7, lean=0.04
    ),
    GaitParameters(
        0.75, 1.8, 0.5, lift=0.22, bounce=0.04, sway=0.22, roll=0.06, toe=0.8, lean=0.09, crouch=0.02
    ),
    GaitParameters(
        1.1, 2.4, 0.38, lift=0.32, bounce=0.09, sway=0.12, heel=0.1, toe=0.9, lean=0.16, crouch=0.04
    ),
    GaitParameters(
        2.5, 4.2, 0.25, lift=0.4, bounce=0.1, sway=0.05, heel=0.0, toe=1.0, lean=0.28, crouch=0.05
    ),
)
_THREE = (
    GaitParameters(0.0, 0.5, 0.8, lift=0.12, bounce=0.02, sway=0.3),
    GaitParameters(0.4, 1.0, 0.7, lift=0.16, bounce=0.04, sway=0.25, lean=0.03),
    GaitParameters(1.0, 1.9, 0.5, lift=0.22, bounce=0.1, sway=0.15, lean=0.08, crouch=0.02),
    GaitParameters(3.0, 3.6, 0.3, lift=0.28, bounce=0.16, sway=0.05, lean=0.12, crouch=0.04),
)
_FOUR = (  # a walk on three feet, a trot on diagonal pairs, a gallop in two bounds
    GaitParameters(0.0, 0.6, 0.8, row_lag=0.25, lift=0.11, bounce=0.012, sway=0.3),
    GaitParameters(0.35, 1.05, 0.7, row_lag=0.25, lift=0.14, bounce=0.02, sway=0.24, toe=0.5),
    GaitParameters(0.5, 1.25, 0.6, row_lag=0.48, lift=0.17, bounce=0.035, sway=0.14, toe=0.6),
    GaitParameters(1.0, 2.0, 0.44, row_lag=0.5, lift=0.24, bounce=0.07, sway=0.06, toe=0.8, crouch=0.01),
    GaitParameters(
        1.35, 2.6, 0.36, 0.14, 0.52, lift=0.28, bounce=0.12, sway=0.03, roll=0.02, toe=0.9, crouch=0.03
    ),
    GaitParameters(
        3.0, 4.6, 0.24, 0.1, 0.5, lift=0.34, bounce=0.16, sway=0.0, roll=0.02, toe=1.0, crouch=0.05
    ),
)
_FIVE = (
    GaitParameters(0.0, 0.5, 0.82, lift=0.12, bounce=0.015, sway=0.2),
    GaitParameters(0.5, 1.1, 0.68, lift=0.16, bounce=0.03, sway=0.15),
    GaitParameters(1.2, 2.0, 0.5, lift=0.22, bounce=0.06, sway=0.1, crouch=0.02),
    GaitParameters(3.0, 3.4, 0.34, lift=0.26, bounce=0.1, sway=0.05, crouch=0.03),
)
_SIX = (  # a wave from the back, then tripods
    GaitParameters(0.0, 0.5, 0.84, row_lag=0.33, lift=0.12, bounce=0.008, sway=0.12, roll=0.03, twist=0.3),
    GaitParameters(0.3, 0.8, 0.68, row_lag=0.42, lift=0.15, bounce=0.015, sway=0.1, roll=0.03, twist=0.3),
    GaitParameters(0.5, 1.0, 0.58, row_lag=0.5, lift=0.17, bounce=0.025, sway=0.08, roll=0.03, twist=0.3),
    GaitParameters(1.5, 2.0, 0.48, row_lag=0.5, lift=0.2, bounce=0.04, sway=0.05, roll=0.02, twist=0.2),
    GaitParameters(
        3.0, 3.0, 0.36, row_lag=0.5, lift=0.24, bounce=0.06, sway=0.03, roll=0.02, twist=0.2, crouch=0.03
    ),
)
CRAWL = (  # an inchworm: the tail end comes up, the head end goes on
    GaitParameters(
        0.0, 0.3, 0.62, 0.0, 0.5, lift=0.03, sway=0.0, roll=0.0, twist=0.0, bounce=0.0, heel=0.0, toe=0.0
    ),
    GaitParameters(
        0.5, 0.55, 0.56, 0.0, 0.5, lift=0.05, sway=0.0, roll=0.0, twist=0.0, bounce=0.0, heel=0.0, toe=0.0
    ),
    GaitParameters(
        2.0, 0.9, 0.5, 0.0, 0.5, lift=0.07, sway=0.0, roll=0.0, twist=0.0, bounce=0.0, heel=0.0, toe=0.0
    ),
)
_AUTHORED = {1: _HOP, 2: _TWO, 3: _THREE, 4: _FOUR, 5: _FIVE, 6: _SIX}


def gait_parameters(feet: int) -> tuple[GaitParameters, ...]:
    """The parameters of a group of feet, by rising speed."""
    if feet < 1:
        raise InvalidValue(f"A gait needs at least one foot, not {feet}.")
    return _AUTHORED[feet] if feet in _AUTHORED else _generate(feet)


def _generate(feet: int) -> tuple[GaitParameters, ...]:
    """A metachronal wave from the back that becomes, with speed, two alternating sets of feet.

    The lag between rows is a whole share of the rows, so that the wave closes on itself; the more rows there
    are, the fewer of the feet are in the air and the calmer is the body.
    """
    rows = (feet + 1) // 2
    slow, fast = 1.0 / rows, (rows // 2) / rows
    calm = 6.0 / feet
    quiet = {"roll": 0.03 * calm, "twist": 0.2 * calm, "heel": 0.1, "toe": 0.3}
    return (
        GaitParameters(
            0.0, 0.45, 0.86, row_lag=slow, lift=0.12, bounce=0.006 * calm, sway=0.1 * calm, **quiet
        ),
        GaitParameters(
            0.3, 0.8, 0.72, row_lag=0.5 * (slow + fast), lift=0.14, bounce=0.01 * calm, sway=0.06, **quiet
        ),
        GaitParameters(
            0.55, 1.0, 0.6, row_lag=fast, lift=0.16, bounce=0.02 * calm, sway=0.05 * calm, **quiet
        ),
        GaitParameters(2.5, 2.4, 0.46, row_lag=fast, lift=0.2, bounce=0.04 * calm, sway=0.03 * calm, **quiet),
    )


def parameter_rows(keys: tuple[GaitParameters, ...]) -> Floats:
    """(K, P) the table that kernels read, a column per field of GaitParameters."""
    return np.array([astuple(key) for key in keys])
