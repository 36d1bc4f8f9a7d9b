"""One frame of a gait for one creature, compiled: the commanded velocity in, placement and goals out.

Time advances in ticks of 1/120 s whatever the length of the frame, and the remainder is extrapolated: a walk
is the same at 24, 60 and 240 Hz.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.body_kernels import ride, roll_feet
from kinegraph.creatures.gait.feet_kernels import (
    clock_rate,
    foot_phase,
    is_out_of_place,
    step_feet,
)
from kinegraph.creatures.gait.goals_kernels import write_goals
from kinegraph.creatures.gait.motion_kernels import follow_command, parameters_at_speed
from kinegraph.creatures.gait.sink_kernels import sink

_LONGEST_FRAME = 1.0  # [s] a frame longer than this is a pause
_FASTEST = 12.0  # natural speeds: faster commands are limited to it
_SPIN = 6.0  # [rad / natural period] likewise


@kernel
def gait_frame(tables, ground, state, velocity_x, velocity_z, turn, seconds, goals):
    """Advances `state` and writes `goals`.

    tables: `GaitTables`.  state: `GaitState`.  ground: `GroundTable`.  goals: `Goals`.
    velocity_x, velocity_z: Commanded, in the character's frame: to its left and forward [m/s].
    turn: Commanded, about Y: to the left [rad/s].
    seconds: Since the last frame; 0 writes the goals of the state as it is.
    """
    natural = tables.body[at.SCALE] / tables.body[at.PERIOD]
    wish = (
        _bound(velocity_x, _FASTEST * natural),
        _bound(velocity_z, _FASTEST * natural),
        _bound(turn, _SPIN / tables.body[at.PERIOD]),
    )
    state.body[at.REMAINDER] += max(_bound(seconds, _LONGEST_FRAME), 0.0)
    ticks = math.floor(state.body[at.REMAINDER] / at.TICK + 1e-6)
    if state.body[at.TICKS] == 0.0:  # it starts sunk, not sinking
        sink(tables, state)
        state.body[at.SINK_SPEED] = 0.0
    for _ in range(ticks):
        _tick(tables, ground, state, wish)
    state.body[at.REMAINDER] = max(state.body[at.REMAINDER] - ticks * at.TICK, 0.0)
    write_goals(tables, ground, state, goals)


@part
def _bound(value, most):
    """The value limited to -most..most; 0 for NaN."""
    if not math.isfinite(value):
        return 0.0
    return min(max(value, -most), most)


@part
def _tick(tables, ground, state, wish):
    body = state.body
    follow_command(tables, state, wish[0], wish[1], wish[2])
    parameters_at_speed(tables, state)
    moving = body[at.GO_X] != 0.0 or body[at.GO_Z] != 0.0 or body[at.GO_TURN] != 0.0
    settling = wish[0] == 0.0 and wish[1] == 0.0 and wish[2] == 0.0 and _is_unsettled(tables, ground, state)
    rate = clock_rate(tables, state, settling)
    if body[at.IDLE] > 0.0 and (moving or settling):
        _start_with_the_next_foot(tables, state)
    body[at.IDLE] = 0.0 if moving or settling else 1.0
    body[at.CLOCK] += rate * at.TICK
    step_feet(tables, ground, state, wish, rate, moving)
    roll_feet(tables, state)
    ride(tables, ground, state, moving)
    sink(tables, state)
    body[at.PULSE] += at.TICK / tables.body[at.PERIOD]
    body[at.TICKS] += 1.0


@part
def _is_unsettled(tables, ground, state):
    """True if a foot flies or stands where it does not stay."""
    for foot in range(len(state.feet)):
        if state.feet[foot, at.FLIGHT] >= 0.0 or is_out_of_place(tables, ground, state, foot):
            return True
    return False


@part
def _start_with_the_next_foot(tables, state):
    """Sets the clock, which shows nowhere while all feet stand, to where the next foot is about to lift."""
    wait = math.inf
    for foot in range(len(state.feet)):
        phase = foot_phase(tables, state, foot)
        rate = tables.groups[tables.numbers[foot, at.GROUP], at.RATE]
        wait = min(wait, (math.floor(phase) + 1.0 - phase) / rate)
    if wait < math.inf:
        state.body[at.CLOCK] += max(wait - 1e-6, 0.0)
    for foot in range(len(state.feet)):
        state.feet[foot, at.STEPS] = math.floor(foot_phase(tables, state, foot))
