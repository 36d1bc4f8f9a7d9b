"""Compiled jiggles: damped passive motion of bodies that nothing keyed moves (paper, 4.4).

The tip of each body is a mass on a damped spring to where the body would carry it if it were stiff. Between
two frames that place moves at constant speed, and the spring is integrated exactly for it: no step is too
long, and the frame rate hardly matters. The result is a turn of the body about its joint; keyed bodies are
read, never written.
"""

import math
from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.decorators import kernel, part
from kinegraph.core.kernels.easing import smoothstep, soft_maximum
from kinegraph.core.kernels.quaternions import (
    conjugate,
    multiply,
    quaternion,
    rotate,
    rotation_between,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import add, add_scaled, length, scale, set_vector, subtract, vector

# Columns of the bodies' table (N, 13): the tip from the joint and the joint from its parent, both in the rest
# frame of the creature [m]; the spring's angular frequency [rad/s], damping as a share of the critical one;
# largest turn [rad], length of the body [m], distance beyond which a step is a teleport [m], height above the
# ground that the tip stays above [m], distance of the tip from the start of its free chain [m].
TIP, FROM_PARENT, RATE, DAMPING, MOST, REACH, JUMP, CLEAR, LEVER = 0, 3, 6, 7, 8, 9, 10, 11, 12
CLEAR_BAND = 0.06  # share of a body's length over which the ground stops it softly
# What hangs down has no heading: pressed on to the ground it goes outward, by as much of its length.
_OUTWARD, _PRESSED = 0.35, 0.06  # in full once it is lifted by this share of its length
_NO_HEADING = 0.25  # share of its length: a tip that is less aside swings over instead of flipping
_QUICKEST = 22.0  # [rad/s] that a free body turns against what carries it
_STEEPEST = 0.96  # share of its length by which the ground lifts a tip over its joint at most
# Columns of the state (N, 10): tip and its velocity in the world, where it would be if stiff; 1 once known.
S_TIP, S_SPEED, S_STIFF, S_KNOWN = 0, 3, 6, 9


class JiggleTables(NamedTuple):
    """The free bodies of a creature.

    links: (N, 3) body, parent and root, parents first, in the tree hung from the root.
    table: (N, 13), columns above.
    rest_turns: (B, 4) orientations at rest.
    """

    links: Ints
    table: Floats
    rest_turns: Floats


@part
def spring(offset, speed, rate, damping, dt):
    """(offset, speed) after dt of x'' = -2 damping rate x' - rate^2 x, exactly; damping below 1."""
    decay = math.exp(-damping * rate * dt)
    swing = rate * math.sqrt(1.0 - damping * damping)
    c, s = math.cos(swing * dt), math.sin(swing * dt) / swing
    lean = damping * rate
    a, b = decay * (c + lean * s), decay * s
    d, e = -decay * rate * rate * s, decay * (c - lean * s)
    return add_scaled(scale(a, offset), b, speed), add_scaled(scale(d, offset), e, speed)


@part
def _soft_angle(angle, most):
    """An angle that never exceeds `most`: itself while small."""
    return most * math.tanh(angle / most)


@kernel
def jiggle(tables, state, frame, dt, positions, rotations):
    """Moves free bodies of one frame in place, and their state on by dt [s].

    tables: `JiggleTables`.  state: (N, 10), columns above; it starts as zeros, which is at rest.
    frame: (7,) place [m] and turn, world-from-creature: the springs live in the world.
    positions, rotations: (B, 3) and (B, 4) in the creature's space.
    """
    links, table, rest_turns = tables.links, tables.table, tables.rest_turns
    origin = (frame[0], frame[1], frame[2])
    world = (frame[3], frame[4], frame[5], frame[6])
    step = min(max(dt, 0.0), 1e3)
    for n in range(len(table)):
        body, parent = links[n, 0], links[n, 1]
        base = multiply(quaternion(rotations, parent), conjugate(quaternion(rest_turns, parent)))
        joint = add(vector(positions, parent), rotate(base, vector(table, n, FROM_PARENT)))
        stiff_arm = rotate(base, vector(table, n, TIP))
        stiff = add(origin, rotate(world, add(joint, stiff_arm)))
        loose = _follow(table, state, n, stiff, step)
        # How far the tip lags behind, seen from the joint, turns the body; a soft limit keeps it on.
        lag = rotate(conjugate(world), loose)
        swing = _limited_swing(stiff_arm, lag, table[n, MOST], table[n, REACH], table[n, LEVER])
        arm = rotate(swing, stiff_arm)
        outward = subtract(joint, vector(positions, links[n, 2]))
        lift = _off_ground(arm, joint[1], outward, table[n, CLEAR], table[n, REACH])
        q = multiply(lift, multiply(swing, base))
        set_vector(positions, body, joint)
        set_quaternion(rotations, body, multiply(q, quaternion(rest_turns, body)))


@part
def _follow(table, state, n, stiff, dt):
    """Moves the tip of row n on, and returns how far it is from where it would be if stiff."""
    before = vector(state, n, S_STIFF)
    moved = subtract(stiff, before)
    if state[n, S_KNOWN] == 0.0:
        set_vector(state, n, stiff, S_TIP)
        set_vector(state, n, (0.0, 0.0, 0.0), S_SPEED)
        state[n, S_KNOWN] = 1.0
    elif dt <= 0.0 or not length(moved) < table[n, JUMP]:
        set_vector(state, n, add(vector(state, n, S_TIP), moved), S_TIP)
    else:
        speed = scale(1.0 / dt, moved)
        offset = subtract(vector(state, n, S_TIP), before)
        lag = subtract(vector(state, n, S_SPEED), speed)
        was = offset
        offset, lag = spring(offset, lag, table[n, RATE], table[n, DAMPING], dt)
        change = subtract(offset, was)
        far = _QUICKEST * table[n, LEVER] * dt
        if length(change) > far:  # nothing flips, whatever carries it
            offset = add_scaled(was, far / length(change), change)
        far = length(offset)
        if far > 2.0 * table[n, LEVER]:  # never further than it could ever matter
            offset = scale(2.0 * table[n, LEVER] / far, offset)
        set_vector(state, n, add(stiff, offset), S_TIP)
        set_vector(state, n, add(speed, lag), S_SPEED)
    set_vector(state, n, stiff, S_STIFF)
    return subtract(vector(state, n, S_TIP), stiff)


@part
def _off_ground(arm, height, outward, clear, reach):
    """The turn that keeps a tip off the ground, which is taken to be level where the creature stands.

    arm: From the joint, at `height`, to the tip. It turns upward and keeps its heading, but for what hangs
    down: that goes outward. outward: From the root to the joint.
    """
    low = height + arm[1]
    lifted = soft_maximum(low, clear, CLEAR_BAND * reach)
    if lifted == low:
        return 0.0, 0.0, 0.0, 1.0
    up = min(lifted - height, _STEEPEST * reach)
    if up <= arm[1]:
        return 0.0, 0.0, 0.0, 1.0
    hangs = max(-arm[1], 0.0) / reach
    push = _OUTWARD * hangs * hangs * smoothstep((up - arm[1]) / (_PRESSED * reach)) * reach
    push /= math.sqrt(outward[0] * outward[0] + outward[2] * outward[2]) + 0.1 * reach
    x, z = arm[0] + push * outward[0], arm[2] + push * outward[2]
    wide = math.sqrt(x * x + z * z)
    spread = max(math.sqrt(reach * reach - up * up) / max(wide, _NO_HEADING * reach), 1.0)
    return rotation_between(arm, (spread * x, up, spread * z))


@part
def _limited_swing(arm, lag, most, reach, lever):
    """The turn about the joint that brings `arm` towards arm + lag, softly limited.

    lever: Distance over which a lag is an angle. The way from the chain's start, not from the joint: what the
    bodies before it swing by, the tip would have to make up on its own length, and chains would whip.
    """
    size = length(lag)
    if size <= 1e-12 * reach:
        return 0.0, 0.0, 0.0, 1.0
    # Only what is across the arm turns it; at most a tangent's worth of angle, so nothing flips over.
    share = (lag[0] * arm[0] + lag[1] * arm[1] + lag[2] * arm[2]) / (reach * reach)
    across = add_scaled(lag, -share, arm)
    wide = length(across)
    if wide <= 1e-12 * lever:
        return 0.0, 0.0, 0.0, 1.0
    scale = reach * math.tan(min(_soft_angle(wide / lever, most), 1.5)) / wide
    return rotation_between(arm, add_scaled(arm, scale, across))
