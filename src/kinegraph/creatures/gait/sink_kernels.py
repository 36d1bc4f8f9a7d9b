"""Compiled sinking: the body comes down so that its standing feet stay within reach of its legs.

It sinks as far as needed at once, which is smooth because feet do not jump, and before a foot lands far out.
It comes up again on a spring, so a stretched leg that leaves the ground causes no jerk.
"""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import multiply, rotate
from kinegraph.creatures.gait import tables as at

_SOFT = 0.02  # [leg lengths] over which a leg's full reach begins to pull the body down
_LOWEST = 0.4  # share of its height by which reaching feet may pull the body down


@stage
def sink(tables, state):
    """One tick of how far the body is pulled down: `SUNK` [m], 0 at rest."""
    if tables.body[at.MODE] != at.WALKING:
        return
    now = state.body
    twist = state.hips[0, at.TWISTED] if len(state.hips) == 1 else 0.0
    whole = body_turn(twist, now[at.PITCHED], now[at.ROLLED])
    total = 0.0
    for foot in range(len(tables.feet)):
        over = _out_of_reach(tables, state, whole, foot)
        if over > 0.0:
            total += over**4
    needed = min(math.sqrt(math.sqrt(total)), _LOWEST * tables.body[at.CENTRE_Y])
    _come_up(now, needed, tables.body[at.TILT_SPRING], tables.body[at.SCALE])


@part
def _out_of_reach(tables, state, whole, foot):
    """Distance that the body must come down for a foot [m], softly: at its place, or where it lands next."""
    row, feet, now = tables.feet[foot], state.feet, state.body
    flight, soon, share, reach = feet[foot, at.FLIGHT], 0.0, 1.0, row[at.REACH]
    if flight < 0.0:
        x, y, z = feet[foot, at.FOOT_X], feet[foot, at.FOOT_Y], feet[foot, at.FOOT_Z]
        pitch = feet[foot, at.PITCH]
        y += (row[at.TOE] if pitch > 0.0 else row[at.HEEL]) * abs(math.sin(pitch))
    else:
        x, y, z = feet[foot, at.AIM_X], feet[foot, at.AIM_Y], feet[foot, at.AIM_Z]
        soon, share = (1.0 - flight) / max(feet[foot, at.FLIGHT_RATE], 1e-3), smoothstep(flight)
    dx, dz = x - now[at.PLACE_X], z - now[at.PLACE_Z]
    sx, sy, sz = seat(tables, state, whole, foot, 0.0)
    x = now[at.COSINE] * dx - now[at.SINE] * dz - soon * now[at.GO_X] - sx
    z = now[at.SINE] * dx + now[at.COSINE] * dz - soon * now[at.GO_Z] - sz
    over = _too_far_down(x, z, sy + now[at.PLACE_Y] - y, reach)
    if flight < 0.0 and row[at.ANKLE_REACH] > 0.0:
        ankle = rotate(
            body_turn(feet[foot, at.YAW] - now[at.HEADING], feet[foot, at.PITCH], 0.0),
            (row[at.ANKLE_X], row[at.ANKLE_Y], row[at.ANKLE_Z]),
        )
        down = sy + now[at.PLACE_Y] - y - ankle[1]
        over = max(over, _too_far_down(x + ankle[0], z + ankle[2], down, row[at.ANKLE_REACH]))
    if over <= 1e-9 * reach:
        return 0.0
    soft = _SOFT * reach
    return share * (0.5 * over * over / soft if over < soft else over - 0.5 * soft)


@part
def _too_far_down(x, z, down, reach):
    """Distance of a place below a leg's reach [m]; x, z, down: from the leg's seat."""
    return down - math.sqrt(max(reach * reach - x * x - z * z, 0.1 * reach * reach))


@part
def _come_up(now, needed, frequency, scale):
    """A tick of a critically damped spring towards `needed`, never above it."""
    before = now[at.SUNK]
    away, step = before - needed, frequency * at.TICK
    drive = now[at.SINK_SPEED] + frequency * away
    left = math.exp(-step)
    after = needed + (away + drive * at.TICK) * left
    speed = (now[at.SINK_SPEED] - frequency * drive * at.TICK) * left
    if after < needed:
        after, speed = needed, (needed - before) / at.TICK
    if needed == 0.0 and abs(after) + abs(speed) / frequency < 1e-6 * scale:
        after, speed = 0.0, 0.0
    now[at.SUNK], now[at.SINK_SPEED] = after, speed


@part
def seat(tables, state, whole, foot, left):
    """Seat of a leg on the body that is turned by `whole`, before reaching feet pull that down."""
    row, hip = tables.feet[foot], tables.numbers[foot, at.HIP]
    x, y, z = turn_about_hips(tables, whole, row[at.SEAT_X], row[at.SEAT_Y], row[at.SEAT_Z])
    x += state.hips[hip, at.SWAYED] + left * state.hips[hip, at.SWAY_SPEED]
    y += state.hips[hip, at.RAISED] + left * state.hips[hip, at.RAISE_SPEED]
    return x, y, z


@part
def turn_about_hips(tables, turn, x, y, z):
    """A point of the body at rest, turned with it about the middle of its hips."""
    body = tables.body
    rx, ry, rz = rotate(turn, (x - body[at.CENTRE_X], y - body[at.CENTRE_Y], z - body[at.CENTRE_Z]))
    return rx + body[at.CENTRE_X], ry + body[at.CENTRE_Y], rz + body[at.CENTRE_Z]


@part
def body_turn(yaw, pitch, roll):
    """Yaw about Y, then pitch about X (forward down), then roll about Z (left up), each in its own frame."""
    turn = (0.0, math.sin(0.5 * yaw), 0.0, math.cos(0.5 * yaw))
    turn = multiply(turn, (math.sin(0.5 * pitch), 0.0, 0.0, math.cos(0.5 * pitch)))
    return multiply(turn, (0.0, 0.0, math.sin(0.5 * roll), math.cos(0.5 * roll)))
