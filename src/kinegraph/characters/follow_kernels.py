"""Compiled following: each frame's look, limbs and eyes, one joint at a time.

Quaternions and vectors travel as tuples, so that no loop makes an array. What a rig knows comes as a few wide
tables (see the columns below): every array that a compiled function is handed costs time at each call.
"""

import math

from numba import njit

# Columns of the joints' table (J, 15).
REST_LOCAL, REST_WORLD, LOCAL_FROM_AXES, REST_PLACE = 0, 4, 8, 12
# Columns of the movers' table (M, 11): shares of the look, then the idle swing.
YAW, PITCH, LEAN, STRETCH, AXIS, SIZE, RATE, PHASE, EXCITED = 0, 1, 2, 3, 4, 7, 8, 9, 10
# Columns of the limbs' joints (L, 6).
BASE, MIDDLE, END, ABOVE_BASE, ABOVE_MIDDLE, ABOVE_END = 0, 1, 2, 3, 4, 5
# Columns of the limbs' table (L, 9); planted and reaching are one or zero.
SIDE, PLANTED, REACHING, BEND, REST_ANGLE, UPPER, LOWER = 0, 1, 2, 3, 6, 7, 8
# Columns of the eyes' joints (E, 3); no lid is -1.
EYE, LID, ABOVE_EYE = 0, 1, 2
# Numbers of the whole body (10,).
GAZE_PLACE, HEIGHT, SHIFT, CROUCH, BREATH_RATE, PERIOD, BLINKS, LID_LOWERED = 0, 3, 4, 5, 6, 7, 8, 9

_BLINK_TIME = 0.2  # [s]

# Called from kernels alone: without the ways in from Python and C, these compile in half the time.
_options = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_inner = njit(**_options)  # pyright: ignore[reportCallIssue, reportArgumentType]  # numba's stub lacks two


@njit(cache=True, error_model="numpy")
def look_angles(x, y, z, size):
    """(yaw, pitch) [rad] at which to look along a sight line, both bounded and smooth everywhere.

    Yaw is 2 atan(x / (r + z)), the exact angle, with a little added below the line: it stays under about 100
    degrees and comes back to zero for a target straight behind, where left and right meet.
    size: Height of who looks [m]; nearer than a share of it, directions fade out.
    """
    r = math.sqrt(x * x + z * z + (0.12 * size) ** 2)
    return 2.0 * math.atan(x / (1.3 * r + z)), 0.95 * math.tanh(math.atan2(y, r) / 0.95)


@njit(cache=True, error_model="numpy")
def turn_body(joints, mover_joints, movers, body, targets, times, roots, rotations):
    """Writes where the root goes (F, 3) [m], and each mover's share of the look and its swing (F, J, 4)."""
    size = body[HEIGHT]
    for f in range(len(targets)):
        x, y, z = targets[f, 0] - body[0], targets[f, 1] - body[1], targets[f, 2] - body[2]
        yaw, pitch = look_angles(x, y, z, size)
        _move_hips(joints, body, x, z, pitch, times[f], roots, f)
        nearness = 1.0 / (1.0 + (x * x + y * y + z * z) / size**2)
        lean, stretch = -0.3 * math.sin(yaw), math.tanh(1.6 * pitch)
        for j in range(len(joints)):
            for c in range(4):
                rotations[f, j, c] = joints[j, REST_LOCAL + c]
        for m in range(len(mover_joints)):
            turn = _product(
                _about(0.0, 1.0, 0.0, yaw * movers[m, YAW]), _about(0.0, 0.0, 1.0, lean * movers[m, LEAN])
            )
            nod = stretch * movers[m, STRETCH] - pitch * movers[m, PITCH]
            wave = math.sin(2.0 * math.pi * movers[m, RATE] * times[f] + movers[m, PHASE])
            swing = movers[m, SIZE] * (1.0 + movers[m, EXCITED] * nearness) * wave
            axis = (movers[m, AXIS], movers[m, AXIS + 1], movers[m, AXIS + 2])
            turn = _product(_product(turn, _about(1.0, 0.0, 0.0, nod)), _about(*axis, swing))
            _turn_from_rest(joints, mover_joints[m], turn, rotations, f)


@_inner
def _move_hips(joints, body, x, z, pitch, time, roots, f):
    """The root goes towards the target, lower for a low one, a little with the breath."""
    far = math.sqrt(x * x + z * z + (0.5 * body[HEIGHT]) ** 2)
    breath = 0.12 * math.sin(2.0 * math.pi * body[BREATH_RATE] * time)
    sink = body[CROUCH] * (1.0 - 1.4 * min(math.tanh(pitch), 0.45) - breath)
    roots[f, 0] = joints[0, REST_PLACE] + body[SHIFT] * x / far
    roots[f, 1] = joints[0, REST_PLACE + 1] - sink
    roots[f, 2] = joints[0, REST_PLACE + 2] + body[SHIFT] * 0.6 * z / far


@njit(cache=True, error_model="numpy")
def place_limbs(joints, limb_joints, limbs, body, targets, places, worlds, rotations):
    """Keeps planted feet where they rest and lets graspers reach; writes the limbs' local rotations.

    places, worlds: (F, J, 3) and (F, J, 4) of the body as `turn_body` left it.
    """
    for f in range(len(targets)):
        target = (targets[f, 0], targets[f, 1], targets[f, 2])
        for n in range(len(limbs)):
            base, end = limb_joints[n, BASE], limb_joints[n, END]
            start = _vector(places, f, base)
            goal = _minus(_vector(places, f, end), start)
            if limbs[n, PLANTED] > 0.0:
                rest = (joints[end, REST_PLACE], joints[end, REST_PLACE + 1], joints[end, REST_PLACE + 2])
                goal = _minus(rest, start)
            weight = 0.0
            if limbs[n, REACHING] > 0.0:
                wanted = _minus(target, start)
                sideways = (target[0] - joints[0, REST_PLACE]) / (0.35 * body[HEIGHT])
                weight = _reach_weight(limbs, n, sideways, wanted, goal)
                length, far = 0.93 * (limbs[n, UPPER] + limbs[n, LOWER]), _length(wanted) + 1e-9
                reach = length * math.tanh(far / length) / far
                goal = (
                    goal[0] + weight * (reach * wanted[0] - goal[0]),
                    goal[1] + weight * (reach * wanted[1] - goal[1]),
                    goal[2] + weight * (reach * wanted[2] - goal[2]),
                )
            last = _bend(joints, limb_joints, limbs, n, goal, places, worlds, rotations, f)
            flat = _product(_inverse(last), _row(joints, end, REST_WORLD))
            own = _quat(rotations, f, end)
            keep = limbs[n, PLANTED] * (1.0 - weight)
            same = flat[0] * own[0] + flat[1] * own[1] + flat[2] * own[2] + flat[3] * own[3]
            near, rest_share = keep if same >= 0.0 else -keep, 1.0 - keep
            blend = (
                near * flat[0] + rest_share * own[0],
                near * flat[1] + rest_share * own[1],
                near * flat[2] + rest_share * own[2],
                near * flat[3] + rest_share * own[3],
            )
            _put(rotations, f, end, blend)


@_inner
def _reach_weight(limbs, n, sideways, wanted, hand):
    """How much a limb wants the target, 0 to 1: near, ahead, on its own side, not behind it.

    sideways: How far to the left the target is, in shares of the body's height.
    wanted, hand: From the limb's base to the target and to where its end would be.
    """
    far, length, side = _length(wanted) + 1e-9, limbs[n, UPPER] + limbs[n, LOWER], limbs[n, SIDE]
    near = 1.0 / (1.0 + (far / (2.2 * length)) ** 4)
    ahead = _smooth_step(-0.6, 0.5, wanted[2] / far)
    own = 1.0 if side == 0.0 else 0.5 + 0.5 * math.tanh(2.0 * side * sideways + 0.4)
    facing = wanted[0] * hand[0] + wanted[1] * hand[1] + wanted[2] * hand[2]
    weight = near * ahead * own * _smooth_step(-0.95, -0.3, facing / (far * (_length(hand) + 1e-9)))
    # A foot is lifted only for what is really near.
    return _smooth_step(0.6, 0.95, weight) if limbs[n, PLANTED] > 0.0 else weight


@njit(cache=True, error_model="numpy")
def bend_limbs(joints, limb_joints, limbs, goals, places, worlds, rotations, carriers):
    """Brings every limb's end to its goal (F, L, 3), told from the limb's base [m].

    carriers: (F, L, 4) the new world rotation of what carries each end, written like the rotations.
    """
    for f in range(len(goals)):
        for n in range(len(limbs)):
            goal = _vector(goals, f, n)
            _put(carriers, f, n, _bend(joints, limb_joints, limbs, n, goal, places, worlds, rotations, f))


@_inner
def _bend(joints, limb_joints, limbs, n, goal, places, worlds, rotations, f):
    """Two-bone inverse kinematics over a limb as two stiff pieces; returns its end's carrier's rotation.

    The middle opens or closes until the limb is as long as the goal is far; then the whole limb turns to it.
    """
    base, middle, end = limb_joints[n, BASE], limb_joints[n, MIDDLE], limb_joints[n, END]
    upper = _minus(_vector(places, f, middle), _vector(places, f, base))
    lower = _minus(_vector(places, f, end), _vector(places, f, middle))
    world_base = _quat(worlds, f, base)
    carried = _product(world_base, _inverse(_row(joints, base, REST_WORLD)))
    axis = _turned(carried, (limbs[n, BEND], limbs[n, BEND + 1], limbs[n, BEND + 2]))
    a, b = limbs[n, UPPER], limbs[n, LOWER]
    far = min(max(_length(goal), abs(a - b) + 0.02 * (a + b)), 0.9995 * (a + b))
    cosine = (far * far - a * a - b * b) / (2.0 * a * b)
    bend = _about(*axis, math.acos(min(max(cosine, -1.0), 1.0)) - limbs[n, REST_ANGLE])
    turned = _turned(bend, lower)
    swing = _between((upper[0] + turned[0], upper[1] + turned[1], upper[2] + turned[2]), goal)
    both = _product(swing, bend)
    over = _inverse(_quat(worlds, f, limb_joints[n, ABOVE_BASE]))
    above = _product(swing, _quat(worlds, f, limb_joints[n, ABOVE_MIDDLE]))
    _put(rotations, f, base, _product(over, _product(swing, world_base)))
    _put(rotations, f, middle, _product(_inverse(above), _product(both, _quat(worlds, f, middle))))
    return _product(both, _quat(worlds, f, limb_joints[n, ABOVE_END]))


@njit(cache=True, error_model="numpy")
def turn_eyes(joints, eye_joints, body, targets, times, places, worlds, rotations):
    """Eyes make up what the head leaves, within 30 degrees; lids go with the eyes, and down at a blink."""
    for f in range(len(targets)):
        lowered = body[LID_LOWERED] * _blink(times[f], body[PERIOD], body[BLINKS])
        for n in range(len(eye_joints)):
            eye, lid, above = eye_joints[n, EYE], eye_joints[n, LID], eye_joints[n, ABOVE_EYE]
            carried = _product(_quat(worlds, f, above), _inverse(_row(joints, above, REST_WORLD)))
            target = (targets[f, 0], targets[f, 1], targets[f, 2])
            sight = _turned(_inverse(carried), _minus(target, _vector(places, f, eye)))
            yaw, pitch = look_angles(sight[0], sight[1], sight[2], body[HEIGHT])
            yaw, pitch = 0.5 * math.tanh(yaw / 0.5), 0.4 * math.tanh(pitch / 0.4)
            turn = _product(_about(0.0, 1.0, 0.0, yaw), _about(1.0, 0.0, 0.0, -pitch))
            _turn_from_rest(joints, eye, turn, rotations, f)
            if lid >= 0:
                shut = lowered + max(0.0, 1.0 - lowered) * (0.12 - 0.3 * pitch)
                _turn_from_rest(joints, lid, _about(1.0, 0.0, 0.0, shut), rotations, f)


@_inner
def _blink(time, period, count):
    """How far eyes are shut, 0 to 1: `count` short blinks, unevenly spread over the period [s]."""
    phase = (time % period) / period * count
    index = min(math.floor(phase), count - 1.0)
    middle = (0.5 + 0.3 * math.sin(7.1 * index)) * period / count
    since = abs((phase - index) * period / count - middle) / _BLINK_TIME
    return math.cos(math.pi * since) ** 2 if since < 0.5 else 0.0


@_inner
def _turn_from_rest(joints, j, turn, rotations, f):
    """Writes the local rotation of a joint that is turned away from rest, told in rest-world axes."""
    local = _product(_product(_row(joints, j, LOCAL_FROM_AXES), turn), _row(joints, j, REST_WORLD))
    _put(rotations, f, j, local)


@_inner
def _put(rotations, f, j, q):
    """Writes a quaternion that has drifted from length one by rounding or blending, never by much."""
    inverse = 1.0 / math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    rotations[f, j, 0], rotations[f, j, 1] = q[0] * inverse, q[1] * inverse
    rotations[f, j, 2], rotations[f, j, 3] = q[2] * inverse, q[3] * inverse


@_inner
def _quat(rows, f, j):
    return rows[f, j, 0], rows[f, j, 1], rows[f, j, 2], rows[f, j, 3]


@_inner
def _row(table, j, column):
    """The quaternion in a table's row j from a column on."""
    return table[j, column], table[j, column + 1], table[j, column + 2], table[j, column + 3]


@_inner
def _vector(rows, f, j):
    return rows[f, j, 0], rows[f, j, 1], rows[f, j, 2]


@_inner
def _minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@_inner
def _length(v):
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@_inner
def _smooth_step(low, high, x):
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@_inner
def _inverse(q):
    return -q[0], -q[1], -q[2], q[3]


@_inner
def _product(a, b):
    return (
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    )


@_inner
def _turned(q, v):
    """A vector turned by a unit quaternion."""
    x = 2.0 * (q[1] * v[2] - q[2] * v[1])
    y = 2.0 * (q[2] * v[0] - q[0] * v[2])
    z = 2.0 * (q[0] * v[1] - q[1] * v[0])
    return (
        v[0] + q[3] * x + q[1] * z - q[2] * y,
        v[1] + q[3] * y + q[2] * x - q[0] * z,
        v[2] + q[3] * z + q[0] * y - q[1] * x,
    )


@_inner
def _about(x, y, z, angle):
    """The rotation about a unit axis by an angle [rad]."""
    sine = math.sin(0.5 * angle)
    return x * sine, y * sine, z * sine, math.cos(0.5 * angle)


@_inner
def _between(a, b):
    """The least rotation from direction a to b; none where they are opposite or one vanishes."""
    both = _length(a) * _length(b)
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + both
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if length > 1e-9 * both + 1e-30:
        return x / length, y / length, z / length, w / length
    return 0.0, 0.0, 0.0, 1.0
