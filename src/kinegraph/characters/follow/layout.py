"""Tables that the following kernels read, and the names of their columns.

A rig comes as a few wide tables: every array that is handed to a compiled function costs time at each call.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

# Columns of `joints` (J, 15).
REST_LOCAL, REST_WORLD, LOCAL_FROM_AXES, REST_PLACE = 0, 4, 8, 12
# Columns of `movers` (M, 11): shares of the look, then the idle swing.
YAW, PITCH, LEAN, STRETCH, AXIS, SIZE, RATE, PHASE, EXCITED = 0, 1, 2, 3, 4, 7, 8, 9, 10
# Columns of `limb_joints` (L, 6).
BASE, MIDDLE, END, ABOVE_BASE, ABOVE_MIDDLE, ABOVE_END = 0, 1, 2, 3, 4, 5
# Columns of `limbs` (L, 9); planted and reaching are one or zero.
SIDE, PLANTED, REACHING, BEND, REST_ANGLE, UPPER, LOWER = 0, 1, 2, 3, 6, 7, 8
# Columns of `eye_joints` (E, 3); -1 where there is no lid.
EYE, LID, ABOVE_EYE = 0, 1, 2
# Entries of `body` (10,). The first three are the point between the eyes.
GAZE_PLACE, HEIGHT, SHIFT, CROUCH, BREATH_RATE, PERIOD, BLINKS, LID_LOWERED = 0, 3, 4, 5, 6, 7, 8, 9


class FollowTables(NamedTuple):
    """A rig as the kernels take it; the columns are named above."""

    joints: Floats
    mover_joints: Ints
    movers: Floats
    limb_joints: Ints
    limbs: Floats
    eye_joints: Ints
    body: Floats
