"""Compiled relocation: a walking creature is put down at another place, in the middle of whatever it does.

The whole state moves as one rigid body: feet that stand keep standing under the body, feet that fly go on
flying. Only heights are read anew, because the ground differs there.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground_kernels import ground_at
from kinegraph.creatures.ik.jiggle_kernels import S_SPEED, S_STIFF, S_TIP

# A move (5,): x and z of the place that it turns about, and of where that place goes [m]; turn about Y [rad].
FROM_X, FROM_Z, TO_X, TO_Z, TURN = range(5)
_STEEP = 1.0  # a rise per metre past which a place is an edge, not a slope to stand along


@kernel
def relocate(tables, walk, jiggling, ground, move):
    """Moves the state of a gait and of the jiggles.

    tables: `GaitTables`.  walk: `GaitState`.  jiggling: (N, 10).  ground: `GroundTable`.  move: (5,).
    """
    feet, body = walk.feet, walk.body
    below = ground_at(ground, body[at.PLACE_X], body[at.PLACE_Z])[0]
    x, z = _place(move, body[at.PLACE_X], body[at.PLACE_Z])
    body[at.PLACE_X], body[at.PLACE_Z] = x, z
    body[at.HEADING] += move[TURN]
    body[at.SINE], body[at.COSINE] = math.sin(body[at.HEADING]), math.cos(body[at.HEADING])
    raised = ground_at(ground, x, z)[0] - below
    if len(feet) > 0:
        raised = 0.0
        for foot in range(len(feet)):
            home, before = tables.feet[foot, at.HOME_Y], feet[foot, at.FOOT_Y]
            _put_down(feet, foot, at.FOOT_X, at.FOOT_Z, at.FOOT_Y, at.RISE_X, at.RISE_Z, home, ground, move)
            _put_down(
                feet, foot, at.AIM_X, at.AIM_Z, at.AIM_Y, at.AIM_RISE_X, at.AIM_RISE_Z, home, ground, move
            )
            feet[foot, at.YAW] += move[TURN]
            feet[foot, at.AIM_YAW] += move[TURN]
            raised += (feet[foot, at.FOOT_Y] - before) / len(feet)
    body[at.PLACE_Y] += raised
    for n in range(len(jiggling)):  # so that tails and ears do not whip
        for first in (S_TIP, S_STIFF):
            x, z = _place(move, jiggling[n, first], jiggling[n, first + 2])
            jiggling[n, first], jiggling[n, first + 2] = x, z
            jiggling[n, first + 1] += raised
        x, z = _direction(move, jiggling[n, S_SPEED], jiggling[n, S_SPEED + 2])
        jiggling[n, S_SPEED], jiggling[n, S_SPEED + 2] = x, z


@stage
def _put_down(feet, foot, col_x, col_z, col_y, rise_x, rise_z, home, ground, move):
    """Moves a place on the ground, given by its columns, and reads the ground there."""
    x, z = _place(move, feet[foot, col_x], feet[foot, col_z])
    height, along_x, along_z = ground_at(ground, x, z)
    if math.sqrt(along_x * along_x + along_z * along_z) > _STEEP:
        along_x, along_z = 0.0, 0.0
    feet[foot, col_x], feet[foot, col_y], feet[foot, col_z] = x, height + home, z
    feet[foot, rise_x], feet[foot, rise_z] = along_x, along_z


@part
def _direction(move, x, z):
    """(x, z) of a direction after the move."""
    sine, cosine = math.sin(move[TURN]), math.cos(move[TURN])
    return cosine * x + sine * z, cosine * z - sine * x


@part
def _place(move, x, z):
    """(x, z) of a place after the move."""
    dx, dz = _direction(move, x - move[FROM_X], z - move[FROM_Z])
    return move[TO_X] + dx, move[TO_Z] + dz
