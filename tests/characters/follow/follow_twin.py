"""Plain NumPy twin of the follow kernels: whole arrays at once, frames F, joints J, limbs L."""

import numpy as np

from kinegraph.characters.follow.rig import FollowRig
from kinegraph.characters.plan_character import LID_LOWERED
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate

_BLINK_TIME = 0.2  # [s]
_Y_UP, _X = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])


def followed(rig: FollowRig, targets: Floats, times: Floats) -> tuple[Floats, Floats]:
    """Root places (F, 3) [m], local rotations (F, J, 4) that follow targets (F, 3) [m] at times (F,) [s]."""
    lids = LID_LOWERED * _blinks(times, rig.period)
    sight = targets - rig.gaze_place
    yaw, pitch = look_angles(sight, rig.size)
    nearness = 1.0 / (1.0 + np.einsum("fi,fi->f", sight, sight) / rig.size**2)
    rotations = _turned(rig, yaw, pitch, nearness, times)
    roots = _hips(rig, sight, pitch, times)
    world = forward_kinematics(Clip(rig.skeleton, 1.0, roots, rotations))
    if len(rig.bases):
        _place_limbs(rig, targets, rotations, world)
    if len(rig.eyes):
        _turn_eyes(rig, targets, lids, rotations, world)
    return roots, rotations


def _blinks(times: Floats, period: float) -> Floats:
    """(F,) how far eyes are shut, 0 to 1: short blinks, unevenly spread over the period."""
    count = max(1, round(period / 3.4))
    phase = np.mod(times, period) / period * count
    index = np.minimum(np.floor(phase), count - 1)
    middle = (0.5 + 0.3 * np.sin(7.1 * index)) * period / count
    since = np.abs((phase - index) * period / count - middle) / _BLINK_TIME
    return np.where(since < 0.5, np.cos(np.pi * np.minimum(since, 0.5)) ** 2, 0.0)


def look_angles(sight: Floats, size: float) -> tuple[Floats, Floats]:
    """Yaw and pitch (...,) [rad] at which to look along `sight` (..., 3), both bounded and smooth everywhere.

    Yaw is 2 atan(x / (r + z)), the exact angle, with a little added below the line: it stays under about 100
    degrees and comes back to zero for a target straight behind, where left and right meet.
    size: Height of who looks [m]; nearer than a share of it, directions fade out.
    """
    x, y, z = sight[..., 0], sight[..., 1], sight[..., 2]
    r = np.sqrt(x * x + z * z + (0.12 * size) ** 2)
    return 2.0 * np.arctan(x / (1.3 * r + z)), 0.95 * np.tanh(np.arctan2(y, r) / 0.95)


def _between(a: Floats, b: Floats) -> Floats:
    """(..., 4) the least rotations from directions a to b; none where they are opposite or one vanishes."""
    sizes = np.einsum("...i,...i->...", a, a) * np.einsum("...i,...i->...", b, b)
    dot = np.einsum("...i,...i->...", a, b) + np.sqrt(sizes)
    turn = np.concatenate([np.cross(a, b), dot[..., None]], axis=-1)
    length = np.sqrt(np.einsum("...i,...i->...", turn, turn))[..., None]
    known = length > 1e-9 * np.sqrt(sizes)[..., None] + 1e-30
    return np.where(known, turn / np.where(known, length, 1.0), np.array([0.0, 0.0, 0.0, 1.0]))


def _unit(q: Floats) -> Floats:
    """Quaternions that have drifted from length one by rounding or blending, never by much."""
    return q / np.sqrt(np.einsum("...i,...i->...", q, q))[..., None]


def _about(axis: Floats, angle: Floats) -> Floats:
    """(..., 4) rotations about unit axes (..., 3) by angles (...,) [rad]."""
    half = 0.5 * angle
    turn = np.empty((*half.shape, 4))
    turn[..., :3] = axis * np.sin(half)[..., None]
    turn[..., 3] = np.cos(half)
    return turn


def _length(v: Floats) -> Floats:
    return np.sqrt(np.einsum("...i,...i->...", v, v))


def _turned(rig: FollowRig, yaw: Floats, pitch: Floats, nearness: Floats, times: Floats) -> Floats:
    """(F, J, 4) local rotations: each joint's share of the look (yaw, lean, pitch), and its swing."""
    movers, shares, swings = rig.movers, rig.shares, rig.swings
    half_yaw = 0.5 * yaw[:, None] * shares[:, 0]
    half_lean = -0.15 * np.sin(yaw)[:, None] * shares[:, 2]
    half_nod = 0.5 * (np.tanh(1.6 * pitch)[:, None] * shares[:, 3] - pitch[:, None] * shares[:, 1])
    cy, sy, cz, sz = np.cos(half_yaw), np.sin(half_yaw), np.cos(half_lean), np.sin(half_lean)
    turn = np.stack([sy * sz, sy * cz, cy * sz, cy * cz], axis=-1)
    nod = np.zeros_like(turn)
    nod[..., 0], nod[..., 3] = np.sin(half_nod), np.cos(half_nod)
    size = swings.sizes * (1.0 + swings.excited * nearness[:, None])
    swing = _about(swings.axes, size * np.sin(2 * np.pi * swings.rates * times[:, None] + swings.phases))
    turn = quat_multiply(quat_multiply(turn, nod), swing)
    rotations = np.tile(rig.rest_locals, (len(yaw), 1, 1))
    local = quat_multiply(quat_multiply(rig.local_from_axes[movers], turn), rig.rest_worlds[movers])
    rotations[:, movers] = _unit(local)
    return rotations


def _hips(rig: FollowRig, sight: Floats, pitch: Floats, times: Floats) -> Floats:
    """(F, 3) where the root goes [m]: towards the target, lower for a low one, a little with the breath."""
    flat = sight * np.array([1.0, 0.0, 0.6])
    far = np.sqrt(sight[:, 0] ** 2 + sight[:, 2] ** 2 + (0.5 * rig.size) ** 2)
    roots = rig.rest_places[0] + rig.shift * flat / far[:, None]
    breath = 0.12 * np.sin(2 * np.pi * rig.breath_rate * times)
    roots[:, 1] -= rig.crouch * (1.0 - 1.4 * np.minimum(np.tanh(pitch), 0.45) - breath)
    return roots


def _place_limbs(rig: FollowRig, targets: Floats, rotations: Floats, world: WorldTransforms) -> None:
    """Keeps planted feet where they rest and lets graspers reach; writes the limbs' local rotations."""
    places = world.positions
    upper = places[:, rig.middles] - places[:, rig.bases]
    lower = places[:, rig.ends] - places[:, rig.middles]
    starts = places[:, rig.bases]
    goals = np.where(rig.planted[:, None], rig.rest_places[rig.ends] - starts, upper + lower)
    weights = np.zeros(goals.shape[:2])
    if rig.reaching.any():
        wanted = targets[:, None] - starts
        weights = _reach_weights(rig, targets, wanted, goals)
        length = 0.93 * rig.limb_lengths
        far = _length(wanted) + 1e-9
        goals = goals + weights[..., None] * (
            (length * np.tanh(far / length) / far)[..., None] * wanted - goals
        )
    last = bend_limbs(rig, upper, lower, goals, rotations, world)
    flat = quat_multiply(quat_conjugate(last), rig.rest_worlds[rig.ends])
    own = rotations[:, rig.ends]
    flat = flat * np.where(np.einsum("fli,fli->fl", flat, own) < 0, -1.0, 1.0)[..., None]
    keep = (rig.planted * (1.0 - weights))[..., None]
    rotations[:, rig.ends] = _unit(keep * flat + (1.0 - keep) * own)


def _reach_weights(rig: FollowRig, targets: Floats, wanted: Floats, hands: Floats) -> Floats:
    """(F, L) how much each limb wants the target, 0 to 1: near, ahead, on its own side, not behind it.

    wanted, hands: (F, L, 3) from the limb's base to the target and to where its end would be.
    """
    far = _length(wanted) + 1e-9
    near = 1.0 / (1.0 + (far / (2.2 * rig.limb_lengths)) ** 4)
    ahead = _smooth_step(-0.6, 0.5, wanted[..., 2] / far)
    sideways = (targets[:, :1] - rig.rest_places[0, 0]) / (0.35 * rig.size)
    own = np.where(rig.sides == 0, 1.0, 0.5 + 0.5 * np.tanh(2.0 * rig.sides * sideways + 0.4))
    facing = np.einsum("fli,fli->fl", wanted, hands) / (far * (_length(hands) + 1e-9))
    weights = rig.reaching * near * ahead * own * _smooth_step(-0.95, -0.3, facing)
    # A foot is lifted only for what is really near.
    return np.where(rig.planted, _smooth_step(0.6, 0.95, weights), weights)


def _smooth_step(low: float, high: float, x: Floats) -> Floats:
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def bend_limbs(
    rig: FollowRig, upper: Floats, lower: Floats, goals: Floats, rotations: Floats, world: WorldTransforms
) -> Floats:
    """Two-bone inverse kinematics over limbs taken as two stiff pieces; writes their local rotations.

    Returns the new world rotation (F, L, 4) of what carries each end.

    The middle opens or closes until the limb is as long as the goal is far; then the whole limb turns to it.
    """
    carried = quat_multiply(world.rotations[:, rig.bases], quat_conjugate(rig.rest_worlds[rig.bases]))
    axes = quat_rotate(carried, rig.bends)
    a, b, whole = rig.upper_lengths, rig.lower_lengths, rig.limb_lengths
    far = np.clip(_length(goals), np.abs(a - b) + 0.02 * whole, 0.9995 * whole)
    cosine = (far * far - a * a - b * b) / (2.0 * a * b)
    bend = _about(axes, np.arccos(np.clip(cosine, -1.0, 1.0)) - rig.rest_angles)
    swing = _between(upper + quat_rotate(bend, lower), goals)
    both = quat_multiply(swing, bend)
    base = quat_multiply(swing, world.rotations[:, rig.bases])
    above = quat_multiply(swing, world.rotations[:, rig.above_middles])
    middle = quat_multiply(both, world.rotations[:, rig.middles])
    over = quat_conjugate(world.rotations[:, rig.above_bases])
    rotations[:, rig.bases] = _unit(quat_multiply(over, base))
    rotations[:, rig.middles] = _unit(quat_multiply(quat_conjugate(above), middle))
    return quat_multiply(both, world.rotations[:, rig.above_ends])


def _turn_eyes(
    rig: FollowRig, targets: Floats, lids: Floats, rotations: Floats, world: WorldTransforms
) -> None:
    """Eyes make up what the head leaves, within 30 degrees; lids go with the eyes, and down at a blink."""
    sight = targets[:, None] - world.positions[:, rig.eyes]
    carried = quat_multiply(
        world.rotations[:, rig.above_eyes], quat_conjugate(rig.rest_worlds[rig.above_eyes])
    )
    yaw, pitch = look_angles(quat_rotate(quat_conjugate(carried), sight), rig.size)
    yaw, pitch = 0.5 * np.tanh(yaw / 0.5), 0.4 * np.tanh(pitch / 0.4)
    turn = quat_multiply(_about(_Y_UP, yaw), _about(_X, -pitch))
    rotations[:, rig.eyes] = _local(rig, rig.eyes, turn)
    lidded = rig.lids >= 0
    if lidded.any():
        shut = lids[:, None] + np.maximum(0.0, 1.0 - lids[:, None]) * (0.12 - 0.3 * pitch[:, lidded])
        rotations[:, rig.lids[lidded]] = _local(rig, rig.lids[lidded], _about(_X, shut))


def _local(rig: FollowRig, joints: np.ndarray, turn: Floats) -> Floats:
    """Local rotations of joints that are turned away from rest, in rest-world axes."""
    return _unit(quat_multiply(quat_multiply(rig.local_from_axes[joints], turn), rig.rest_worlds[joints]))
