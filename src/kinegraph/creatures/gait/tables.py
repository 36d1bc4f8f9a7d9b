"""The tables that gait kernels work on: which column of which array means what.

Kernels take plain arrays, so that one compiled step can run gait after gait without asking Python. A name
here is a column there; rows are feet, leg groups or hips.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

TICK = 1.0 / 120.0  # [s] gaits advance in steps of this, whatever the frame rate
GRAVITY = 9.81

WALKING, CARRIED, FLOATING = 0, 1, 2  # on legs; the spine's own bodies are the feet; no feet at all

# GaitTables.path: share of the way, height of the arc in lifts, swing outwards in lifts, tip [rad].
PROGRESS, ARC, SWING, TIP = range(4)
# GaitTables.steady: share taken of the hips' twist and of the body's tilt; orientation at rest.
OF_TWIST, OF_TILT, STEADY_REST = 0, 1, 2
# GaitTables.numbers: whole numbers of each foot.
BODY, GROUP, HIP = range(3)
# GaitTables.feet: what a foot is at rest, in character space [m], and what its style adds.
(HOME_X, HOME_Y, HOME_Z, SEAT_X, SEAT_Y, SEAT_Z, REACH, ROOM_X, ROOM_Z, TOE, HEEL, TURNS, SIDE_STEP, ROW_STEP,
 FIXED_STEP, MORE_DUTY, LIFT_SCALE, ROLL_SCALE, LOAD, REST_X, REST_Y, REST_Z, REST_W, ANKLE_X, ANKLE_Y,
 ANKLE_Z, ANKLE_REACH) = range(27)  # fmt: skip
FOOT_COLUMNS = 27
# GaitTables.groups: cycles per cycle of the clock, leg length [m], natural period sqrt(length / gravity) [s],
# how much of a foot's roll stays after a tick.
RATE, LENGTH, NATURAL, ROLL_STAYS = range(4)
# GaitTables.parameters and GaitState.now: the fields of GaitParameters, in their order.
(SPEED, STRIDE, DUTY, SIDE_LAG, ROW_LAG, LIFT, BOUNCE, SWAY, ROLL, TWIST, LEAN, STRIKE, PUSH,
 CROUCH) = range(14)  # fmt: skip
# GaitTables.body: the whole creature.
(MODE, SCALE, PERIOD, RESPONSE, ROOT_X, ROOT_Y, ROOT_Z, ROOT_QX, ROOT_QY, ROOT_QZ, ROOT_QW, CENTRE_X,
 CENTRE_Y, CENTRE_Z, FOLLOW_X, FOLLOW_Z, ROOT_HIP, HEAD_BODY, HOVER, SQUEEZE, COMMAND_STAYS, ACTIVITY_STAYS,
 HEIGHT_SPRING, HIP_SPRING, TILT_SPRING) = range(25)  # fmt: skip
BODY_COLUMNS = 25

# GaitState.feet: where a foot is, in the world. FLIGHT is below zero while it stands.
(FOOT_X, FOOT_Y, FOOT_Z, YAW, RISE_X, RISE_Z, AIM_X, AIM_Y, AIM_Z, AIM_YAW, AIM_RISE_X, AIM_RISE_Z, FLIGHT,
 FLIGHT_RATE, HEIGHT, NEEDED, PITCH, PITCH_RATE, STEPS, AGE, WEIGHT, STANCE) = range(22)  # fmt: skip
STATE_FOOT_COLUMNS = 22
# GaitState.body
(CLOCK, REMAINDER, PLACE_X, PLACE_Y, PLACE_Z, HEADING, RISE_SPEED, GO_X, GO_Z, GO_TURN, WISH_X, WISH_Z,
 WISH_TURN, ACTIVITY, IDLE, PULSE, PITCHED, PITCH_SPEED, ROLLED, ROLL_SPEED, TICKS, PUSH_X,
 PUSH_Z, FORWARD, SINE, COSINE, SUNK, SINK_SPEED, FLEXED, FLEX_SPEED) = range(30)  # fmt: skip
STATE_BODY_COLUMNS = 30
# GaitState.hips: a value and its speed for each of sway, rise and twist; what each of them springs to.
(SWAYED, SWAY_SPEED, RAISED, RAISE_SPEED, TWISTED, TWIST_SPEED, SWAY_GOAL, RAISE_GOAL,
 TWIST_GOAL) = range(9)  # fmt: skip
STATE_HIP_COLUMNS = 9


class GaitTables(NamedTuple):
    """Constant tables of a creature's gait: never written to.

    numbers: (N, 3) body, leg group and hip of each foot.
    feet: (N, FOOT_COLUMNS).
    groups: (G, 4).
    parameters: (G, K, P) each group's gait by rising speed, the fields of GaitParameters.
    hips: (H, 3) spine bodies with legs at rest [m].
    hip_rests: (H, 4) their orientation at rest.
    hip_bodies: (H,)
    steady: (S, 6) of spine bodies that hold against the hips' turning: share taken of their twist and of the
        body's tilt, orientation at rest.
    steady_bodies: (S,)
    body: (BODY_COLUMNS,)
    path: (N, SAMPLES, 4) the flight of each foot, see FootPath.
    """

    numbers: Ints
    feet: Floats
    groups: Floats
    parameters: Floats
    hips: Floats
    hip_rests: Floats
    hip_bodies: Ints
    steady: Floats
    steady_bodies: Ints
    body: Floats
    path: Floats


class GaitState(NamedTuple):
    """State of a creature in its gait: written by every frame, and all that a frame remembers."""

    feet: Floats
    body: Floats
    hips: Floats
    now: Floats  # (G, P) the parameters at the present speed

    def copy(self) -> "GaitState":
        """A state of its own with the same values."""
        return GaitState(*(array.copy() for array in self))
