"""Compiled footing: the root goes only as far from where the gait has it as the legs that stand can follow.

Channels sink, lift, shift and turn the root by what they were keyed for. A leg without a knee cannot fold,
a straight one cannot grow: their feet would be pushed into the ground or pulled off it. So the root goes a
share of its way: the largest share of the turn and of the shift that all legs that bear can follow, each by
itself. A body that cannot sink can still bow.
"""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import soft_minimum
from kinegraph.core.kernels.quaternions import conjugate, exponential, logarithm, multiply, rotate
from kinegraph.core.kernels.vectors import add, length, subtract, vector

# Legs (K, 9): foot; its joint from the sole, at rest; the seat from the root, at rest and in the root's
# frame; the nearest and the farthest that the seat can be from the joint [m].
LEG_FOOT, LEG_JOINT, LEG_SEAT, LEG_NEAREST, LEG_FARTHEST = 0, 1, 4, 7, 8
LEG_COLUMNS = 9
_GIVES = 0.05  # share of its reach that a leg is squashed or stretched by without looking so
_SOFT = 0.25  # share of a way: how long before its limit the root begins to go less far
_GUESSES = 4


@stage
def keep_footing(tables, support, at, facing, goal_positions, root_position, root_rotation):
    """Takes back what of the root's way the legs cannot follow.

    at, facing: The root without the channels.  support: (K,) how much each leg bears, 0 to 1.
    """
    legs = tables.legs
    if len(legs) == 0:
        return
    q = root_rotation
    x, y, z, w = multiply(q, conjugate(facing))
    turn = logarithm((x, y, z, w))
    shift = subtract((root_position[0], root_position[1], root_position[2]), at)
    most = max(_strain(legs, support, goal_positions, at, facing), 1.0)
    turns = _share(legs, support, goal_positions, at, facing, shift, turn, 0.0, 1.0, most)
    shifts = _share(legs, support, goal_positions, at, facing, shift, turn, 1.0, 0.0, most)
    if shifts < 1.0 or turns < 1.0:
        place, turned = _on_the_way(at, facing, shift, turn, shifts, turns)
        root_position[0], root_position[1], root_position[2] = place
        root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3] = turned


@stage
def _share(legs, support, goal_positions, at, facing, shift, turn, shifts, turns, most):
    """The share of a way (so much of the shift, so much of the turn) at whose end no leg is strained more."""
    low, high, under = 0.0, 1.0 + _SOFT, -most
    over = _strain_at(legs, support, goal_positions, at, facing, shift, turn, high * shifts, high * turns)
    if over <= most:
        return 1.0
    over -= most
    for _ in range(_GUESSES):
        # Where a line between both would meet the limit: other than by halving, what strains legs on the way
        # and not at its end never makes the result jump.
        middle = low - (high - low) * under / (over - under)
        found = _strain_at(
            legs, support, goal_positions, at, facing, shift, turn, middle * shifts, middle * turns
        )
        if found > most:
            high, over = middle, found - most
        else:
            low, under = middle, found - most
    limit = low - (high - low) * under / (over - under)
    return soft_minimum(1.0, limit, min(_SOFT, limit))


@part
def _on_the_way(at, facing, shift, turn, shifts, turns):
    """The root after a share of its shift and a share of its turn."""
    place = at[0] + shifts * shift[0], at[1] + shifts * shift[1], at[2] + shifts * shift[2]
    return place, multiply(exponential((turns * turn[0], turns * turn[1], turns * turn[2])), facing)


@stage
def _strain_at(legs, support, goal_positions, at, facing, shift, turn, shifts, turns):
    place, turned = _on_the_way(at, facing, shift, turn, shifts, turns)
    return _strain(legs, support, goal_positions, place, turned)


@stage
def _strain(legs, support, goal_positions, place, facing):
    """How badly the legs that bear are too short or too long, all together: 1 where it begins to show."""
    total = 0.0
    for leg in range(len(legs)):
        if support[leg] <= 0.0:
            continue
        seat = add(place, rotate(facing, vector(legs, leg, LEG_SEAT)))
        joint = add(vector(goal_positions, int(legs[leg, LEG_FOOT])), vector(legs, leg, LEG_JOINT))
        far = length(subtract(seat, joint))
        lack = max(legs[leg, LEG_NEAREST] - far, far - legs[leg, LEG_FARTHEST], 0.0)
        lack /= _GIVES * legs[leg, LEG_FARTHEST]
        total += support[leg] * lack * lack
    return math.sqrt(total)
