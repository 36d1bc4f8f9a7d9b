"""Compiled footing: the root goes only as far from where the gait has it as the legs that stand can follow.

Channels sink, lift, shift and turn the root by what they were keyed for. A leg without a knee cannot fold,
a straight one cannot grow: their feet would be pushed into the ground or pulled off it. So the root goes a
share of its way: the largest share of the turn and of the shift that all legs that bear can follow, each by
itself. A body that cannot sink can still bow.
"""

import math
from typing import NamedTuple

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import soft_minimum
from kinegraph.core.kernels.quaternions import conjugate, exponential, logarithm, multiply, rotate
from kinegraph.core.kernels.vectors import add, add_scaled, length, scale, subtract, vector

# Legs (K, 9): foot; its joint from the sole, at rest; the seat from the root, at rest and in the root's
# frame; the nearest and the farthest that the seat can be from the joint [m].
LEG_FOOT, LEG_JOINT, LEG_SEAT, LEG_NEAREST, LEG_FARTHEST = 0, 1, 4, 7, 8
LEG_COLUMNS = 9
_GIVES = 0.05  # share of its reach that a leg is squashed or stretched by without looking so
_SOFT = 0.25  # share of a way: how long before its limit the root begins to go less far
_GUESSES = 4


class _Way(NamedTuple):
    """The way of the root: where it is without the channels, and the shift and the turn that they add."""

    place: tuple[float, float, float]
    facing: tuple[float, float, float, float]
    shift: tuple[float, float, float]
    turn: tuple[float, float, float]


@stage
def keep_footing(legs, support, place, facing, goals):
    """Takes back what of the root's way the legs cannot follow: writes the root of `goals`.

    legs: (K, 9).  support: (K,) how much each leg bears, 0 to 1.  place, facing: The root without the
    channels.
    """
    if len(legs) == 0:
        return
    moved, turned = goals.root_position, goals.root_rotation
    turn = logarithm(multiply((turned[0], turned[1], turned[2], turned[3]), conjugate(facing)))
    way = _Way(place, facing, subtract((moved[0], moved[1], moved[2]), place), turn)
    most = max(_strain(legs, support, goals.positions, place, facing), 1.0)
    turns = _largest_share(legs, support, goals.positions, way, 0.0, 1.0, most)
    shifts = _largest_share(legs, support, goals.positions, way, 1.0, 0.0, most)
    if shifts < 1.0 or turns < 1.0:
        place, facing = _root_on_way(way, shifts, turns)
        moved[0], moved[1], moved[2] = place
        turned[0], turned[1], turned[2], turned[3] = facing


@stage
def _largest_share(legs, support, positions, way, shifts, turns, most):
    """The largest share of a way at whose end no leg is strained by more than `most`.

    shifts, turns: How much of the shift and of the turn belongs to the way, 0 to 1.
    """
    low, high, under = 0.0, 1.0 + _SOFT, -most
    over = _strain_at(legs, support, positions, way, high * shifts, high * turns)
    if over <= most:
        return 1.0
    over -= most
    for _ in range(_GUESSES):
        # Where a line between both would meet the limit: other than by halving, what strains legs on the way
        # and not at its end never makes the result jump.
        middle = low - (high - low) * under / (over - under)
        found = _strain_at(legs, support, positions, way, middle * shifts, middle * turns)
        if found > most:
            high, over = middle, found - most
        else:
            low, under = middle, found - most
    limit = low - (high - low) * under / (over - under)
    return soft_minimum(1.0, limit, min(_SOFT, limit))


@part
def _root_on_way(way, shifts, turns):
    """(place, orientation) of the root after a share of its shift and a share of its turn."""
    turn = exponential(scale(turns, way.turn))
    return add_scaled(way.place, shifts, way.shift), multiply(turn, way.facing)


@stage
def _strain_at(legs, support, positions, way, shifts, turns):
    place, facing = _root_on_way(way, shifts, turns)
    return _strain(legs, support, positions, place, facing)


@stage
def _strain(legs, support, positions, place, facing):
    """Strain of all legs that bear and are too short or too long: 1 where it begins to show."""
    total = 0.0
    for leg in range(len(legs)):
        if support[leg] <= 0.0:
            continue
        seat = add(place, rotate(facing, vector(legs, leg, LEG_SEAT)))
        joint = add(vector(positions, int(legs[leg, LEG_FOOT])), vector(legs, leg, LEG_JOINT))
        far = length(subtract(seat, joint))
        lack = max(legs[leg, LEG_NEAREST] - far, far - legs[leg, LEG_FARTHEST], 0.0)
        lack /= _GIVES * legs[leg, LEG_FARTHEST]
        total += support[leg] * lack * lack
    return math.sqrt(total)
