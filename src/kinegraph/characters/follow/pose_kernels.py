"""Compiled following: each frame's look, limbs and eyes, one joint at a time.

`tables` is a `FollowTables`; F counts frames, J joints, L limbs.
"""

import math

import numpy as np

from kinegraph.characters.follow import layout as at
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import (
    conjugate,
    from_axis_angle,
    multiply,
    normalize,
    quaternion,
    rotate,
    rotation_between,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import add, dot, length, scale, set_vector, subtract, vector
from kinegraph.core.kinematics.forward_kernels import world_transforms

_ASIDE, _UP, _AHEAD = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_BLINK_TIME = 0.2  # [s]
_TINY = 1e-9  # [m] keeps divisions by a distance finite


@cached_kernel(error_model="numpy")
def look_angles(x, y, z, size):
    """(yaw, pitch) [rad] at which to look along a sight line, both bounded and smooth everywhere.

    Yaw is 2 atan(x / (r + z)), the exact angle, with a little added below the line: it stays under about 100
    degrees and comes back to zero for a target straight behind, where left and right meet.
    size: Height of the character [m]; nearer than a share of it, directions fade out.
    """
    r = math.sqrt(x * x + z * z + (0.12 * size) ** 2)
    return 2.0 * math.atan(x / (1.3 * r + z)), 0.95 * math.tanh(math.atan2(y, r) / 0.95)


@cached_kernel(error_model="numpy")
def follow_frames(tables, parents, local, targets, times, roots, rotations):
    """Writes root places (F, 3) [m] and local rotations (F, J, 4) that follow targets (F, 3) [m].

    parents, local: (J,) and (1, J, 3) of the skeleton; times: (F,) [s].
    """
    _turn_body(tables, targets, times, roots, rotations)
    if len(tables.limbs) == 0 and len(tables.eye_joints) == 0:
        return
    places, worlds = np.empty((len(targets), len(parents), 3)), np.empty(rotations.shape)
    world_transforms(parents, roots, local, rotations, places, worlds)
    _place_limbs(tables, targets, places, worlds, rotations)
    _turn_eyes(tables, targets, times, places, worlds, rotations)


@stage
def _turn_body(tables, targets, times, roots, rotations):
    """Writes where the root goes (F, 3) [m], and each mover's share of the look and its swing (F, J, 4)."""
    joints, movers = tables.joints, tables.movers
    size, gaze = tables.body[at.HEIGHT], tables.body[at.GAZE_PLACE : at.GAZE_PLACE + 3]
    for f in range(len(targets)):
        sight, pose = subtract(targets[f], gaze), rotations[f]
        yaw, pitch = look_angles(sight[0], sight[1], sight[2], size)
        set_vector(roots, f, _hip_place(tables, sight, pitch, times[f]))
        nearness = 1.0 / (1.0 + dot(sight, sight) / size**2)
        lean, stretch = -0.3 * math.sin(yaw), math.tanh(1.6 * pitch)
        for j in range(len(joints)):
            set_quaternion(pose, j, quaternion(joints, j, at.REST_LOCAL))
        for m in range(len(movers)):
            nod = stretch * movers[m, at.STRETCH] - pitch * movers[m, at.PITCH]
            wave = math.sin(2.0 * math.pi * movers[m, at.RATE] * times[f] + movers[m, at.PHASE])
            swing = movers[m, at.SIZE] * (1.0 + movers[m, at.EXCITED] * nearness) * wave
            turn = multiply(
                from_axis_angle(_UP, yaw * movers[m, at.YAW]),
                from_axis_angle(_AHEAD, lean * movers[m, at.LEAN]),
            )
            turn = multiply(turn, from_axis_angle(_ASIDE, nod))
            turn = multiply(turn, from_axis_angle(vector(movers, m, at.AXIS), swing))
            _turn_from_rest(joints, tables.mover_joints[m], turn, pose)


@part
def _hip_place(tables, sight, pitch, time):
    """The root's place: towards the target, lower for a low one, and a little up and down with the breath."""
    joints, body = tables.joints, tables.body
    x, _, z = sight
    far = math.sqrt(x * x + z * z + (0.5 * body[at.HEIGHT]) ** 2)
    breath = 0.12 * math.sin(2.0 * math.pi * body[at.BREATH_RATE] * time)
    sink = body[at.CROUCH] * (1.0 - 1.4 * min(math.tanh(pitch), 0.45) - breath)
    shift = (body[at.SHIFT] * x / far, -sink, body[at.SHIFT] * 0.6 * z / far)
    return add(vector(joints, 0, at.REST_PLACE), shift)


@stage
def _place_limbs(tables, targets, places, worlds, rotations):
    """Keeps planted feet where they rest and lets graspers reach; writes the limbs' local rotations.

    places, worlds: (F, J, 3) and (F, J, 4) of the body as `_turn_body` left it.
    """
    joints, limbs = tables.joints, tables.limbs
    for f in range(len(targets)):
        target, here, world, pose = vector(targets, f), places[f], worlds[f], rotations[f]
        for n in range(len(limbs)):
            base, end = tables.limb_joints[n, at.BASE], tables.limb_joints[n, at.END]
            start = vector(here, base)
            goal = subtract(vector(here, end), start)
            if limbs[n, at.PLANTED] > 0.0:
                goal = subtract(vector(joints, end, at.REST_PLACE), start)
            weight = 0.0
            if limbs[n, at.REACHING] > 0.0:
                wanted = subtract(target, start)
                sideways = (target[0] - joints[0, at.REST_PLACE]) / (0.35 * tables.body[at.HEIGHT])
                weight = _reach_weight(limbs, n, sideways, wanted, goal)
                whole, far = 0.93 * (limbs[n, at.UPPER] + limbs[n, at.LOWER]), length(wanted) + _TINY
                reach = whole * math.tanh(far / whole) / far
                goal = add(goal, scale(weight, subtract(scale(reach, wanted), goal)))
            last = _bend(tables, n, goal, here, world, pose)
            flat = multiply(conjugate(last), quaternion(joints, end, at.REST_WORLD))
            _keep_flat(pose, end, flat, limbs[n, at.PLANTED] * (1.0 - weight))


@part
def _keep_flat(pose, end, flat, share):
    """Blends a limb end's local rotation towards the one that keeps it flat, by a share of 0 to 1."""
    own = quaternion(pose, end)
    same = flat[0] * own[0] + flat[1] * own[1] + flat[2] * own[2] + flat[3] * own[3]
    near, rest = share if same >= 0.0 else -share, 1.0 - share
    blend = (
        near * flat[0] + rest * own[0],
        near * flat[1] + rest * own[1],
        near * flat[2] + rest * own[2],
        near * flat[3] + rest * own[3],
    )
    set_quaternion(pose, end, normalize(blend))


@part
def _reach_weight(limbs, n, sideways, wanted, hand):
    """Weight of a limb's wish to reach the target, 0 to 1: near, ahead, on its own side, not behind it.

    sideways: How far to the left the target is, in shares of the body's height.
    wanted, hand: From the limb's base to the target and to where its end would be.
    """
    far, side = length(wanted) + _TINY, limbs[n, at.SIDE]
    near = 1.0 / (1.0 + (far / (2.2 * (limbs[n, at.UPPER] + limbs[n, at.LOWER]))) ** 4)
    ahead = _ramp(-0.6, 0.5, wanted[2] / far)
    own = 1.0 if side == 0.0 else 0.5 + 0.5 * math.tanh(2.0 * side * sideways + 0.4)
    facing = dot(wanted, hand) / (far * (length(hand) + _TINY))
    weight = near * ahead * own * _ramp(-0.95, -0.3, facing)
    # A foot is lifted only for a target that is really near.
    return _ramp(0.6, 0.95, weight) if limbs[n, at.PLANTED] > 0.0 else weight


@part
def _ramp(low, high, x):
    """0 below `low`, 1 above `high`, smooth between."""
    return smoothstep((x - low) / (high - low))


@cached_kernel(error_model="numpy")
def bend_limbs(tables, goals, places, worlds, rotations, carriers):
    """Brings every limb's end to its goal (F, L, 3), relative to the limb's base [m].

    carriers: (F, L, 4) the new world rotation of the joint that carries each end, written like the rotations.
    """
    for f in range(len(goals)):
        for n in range(len(tables.limbs)):
            carrier = _bend(tables, n, vector(goals[f], n), places[f], worlds[f], rotations[f])
            set_quaternion(carriers[f], n, normalize(carrier))


@part
def _bend(tables, n, goal, places, worlds, pose):
    """Two-bone inverse kinematics over a limb as two stiff pieces; returns its end's carrier's rotation.

    The middle opens or closes until the limb is as long as the goal is far; then the whole limb turns to it.
    """
    limbs, own = tables.limbs, tables.limb_joints
    base, middle, end = own[n, at.BASE], own[n, at.MIDDLE], own[n, at.END]
    upper = subtract(vector(places, middle), vector(places, base))
    lower = subtract(vector(places, end), vector(places, middle))
    world_base = quaternion(worlds, base)
    from_rest = multiply(world_base, conjugate(quaternion(tables.joints, base, at.REST_WORLD)))
    axis = rotate(from_rest, vector(limbs, n, at.BEND))
    a, b = limbs[n, at.UPPER], limbs[n, at.LOWER]
    far = min(max(length(goal), abs(a - b) + 0.02 * (a + b)), 0.9995 * (a + b))
    cosine = (far * far - a * a - b * b) / (2.0 * a * b)  # the law of cosines
    bend = from_axis_angle(axis, math.acos(min(max(cosine, -1.0), 1.0)) - limbs[n, at.REST_ANGLE])
    swing = rotation_between(add(upper, rotate(bend, lower)), goal)
    both = multiply(swing, bend)
    over = conjugate(quaternion(worlds, own[n, at.ABOVE_BASE]))
    above = multiply(swing, quaternion(worlds, own[n, at.ABOVE_MIDDLE]))
    set_quaternion(pose, base, normalize(multiply(over, multiply(swing, world_base))))
    turned = multiply(both, quaternion(worlds, middle))
    set_quaternion(pose, middle, normalize(multiply(conjugate(above), turned)))
    return multiply(both, quaternion(worlds, own[n, at.ABOVE_END]))


@stage
def _turn_eyes(tables, targets, times, places, worlds, rotations):
    """Turns the eyes by what the head leaves, within 30 degrees; lids follow them and close at a blink."""
    joints, eyes, body = tables.joints, tables.eye_joints, tables.body
    for f in range(len(targets)):
        lowered = body[at.LID_LOWERED] * _blink(times[f], body[at.PERIOD], body[at.BLINKS])
        here, world, pose = places[f], worlds[f], rotations[f]
        for n in range(len(eyes)):
            eye, lid, above = eyes[n, at.EYE], eyes[n, at.LID], eyes[n, at.ABOVE_EYE]
            at_rest = quaternion(joints, above, at.REST_WORLD)
            from_rest = multiply(quaternion(world, above), conjugate(at_rest))
            sight = rotate(conjugate(from_rest), subtract(vector(targets, f), vector(here, eye)))
            yaw, pitch = look_angles(sight[0], sight[1], sight[2], body[at.HEIGHT])
            yaw, pitch = 0.5 * math.tanh(yaw / 0.5), 0.4 * math.tanh(pitch / 0.4)
            turn = multiply(from_axis_angle(_UP, yaw), from_axis_angle(_ASIDE, -pitch))
            _turn_from_rest(joints, eye, turn, pose)
            if lid >= 0:
                shut = lowered + max(0.0, 1.0 - lowered) * (0.12 - 0.3 * pitch)
                _turn_from_rest(joints, lid, from_axis_angle(_ASIDE, shut), pose)


@stage
def _blink(time, period, count):
    """Share by which the eyes are shut, 0 to 1: `count` short blinks, unevenly spread over the period [s]."""
    phase = (time % period) / period * count
    index = min(math.floor(phase), count - 1.0)
    middle = (0.5 + 0.3 * math.sin(7.1 * index)) * period / count
    since = abs((phase - index) * period / count - middle) / _BLINK_TIME
    return math.cos(math.pi * since) ** 2 if since < 0.5 else 0.0


@part
def _turn_from_rest(joints, j, turn, pose):
    """Writes the local rotation of a joint that is turned away from rest by a rotation in rest-world axes."""
    local = multiply(quaternion(joints, j, at.LOCAL_FROM_AXES), turn)
    set_quaternion(pose, j, normalize(multiply(local, quaternion(joints, j, at.REST_WORLD))))
