"""Raises the path of a foot in flight where its toes or its heel would be under the ground.

A foot keeps the turns of the clip's foot. On a body whose feet are longer, the same turn brings the toes
deeper, so the foot is carried higher.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.kinematics.forward import WorldTransforms, points_on_joints
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.binding.specialization import scale_of, specialize_position, specialize_rotation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.retarget.clip_channels import STEP
from kinegraph.creatures.retarget.key_fit import fit_curve
from kinegraph.creatures.retarget.quality import stances
from kinegraph.creatures.retarget.touching_points import touching_points

_FPS = 60.0
_RISES = 0.2  # [s] from a stance until a foot rises with the root
_SAME = 1e-6  # [s] that rounding may set a frame apart from a key
_NEAR = 5e-4  # share of the size: depths that need no lift


def clear_ground_in_flight(animation: GeneralAnimation, creature: Creature) -> GeneralAnimation:
    """An animation from a clip with its feet raised in flight, on one creature, as far as they need it."""
    bound = bind(animation, creature).play()
    turns = {entry.body: entry.shares[0].track for entry in bound.entries if entry.kind == ROTATION}
    lifts: dict[int, Floats] = {}
    times: dict[int, Floats] = {}
    for entry in bound.entries:
        share, turn = entry.shares[0], turns.get(entry.body)
        moves = animation.channels[share.channel].position
        if entry.kind != POSITION or Cap.FOOT not in creature.caps[entry.body]:
            continue
        if moves is None or moves.mode != STEP or not isinstance(turn, RotationTrack):
            continue
        grid = _with_keys(np.arange(0.0, animation.duration, 1.0 / _FPS), moves.curve.times)
        assert isinstance(share.track, PositionTrack)
        lift = _lacking_heights(creature, entry.body, share.track, turn, grid)
        if lift.max() > _NEAR * float(creature.size.max()):
            unit = float(scale_of(creature, entry.body, STEP.scale)[1])
            lifts[share.channel] = np.maximum(lifts.get(share.channel, 0.0), lift / unit)
            times[share.channel] = grid
    for channel, lift in lifts.items():
        animation = _raise(animation, channel, times[channel], lift)
    return animation


def raise_flights(
    animation: GeneralAnimation, creature: Creature, times: Floats, lift: Floats
) -> GeneralAnimation:
    """An animation whose feet in flight rise with the root.

    times, lift: (F,) [s], [m].
    """
    spans = stances(animation, creature)
    done = set()
    for entry in bind(animation, creature).play().entries:
        channel = entry.shares[0].channel
        moves = animation.channels[channel].position
        if entry.kind != POSITION or entry.body not in spans or moves is None or moves.mode != STEP:
            continue
        if channel in done:
            continue
        done.add(channel)
        grid = _with_keys(times, moves.curve.times)
        aloft = np.full(len(grid), np.inf)
        for start, stop in spans[entry.body]:
            aloft = np.minimum(aloft, np.maximum(np.maximum(start - grid, grid - stop), 0.0))
        heights = np.interp(grid, times, lift) * smoothstep(aloft / _RISES)
        if heights.max() > _NEAR * float(creature.size.max()):
            unit = float(scale_of(creature, entry.body, STEP.scale)[1])
            animation = _raise(animation, channel, grid, heights / unit)
    return animation


def _with_keys(times: Floats, keys: Floats) -> Floats:
    """Times (F,) and those of keys (K,) [s], in order; a frame at a key counts once.

    A key twice would be a stance without length.
    """
    apart = np.abs(times[:, None] - keys).min(axis=1)
    return np.union1d(times[apart > _SAME], keys)


def _raise(animation: GeneralAnimation, channel: int, times: Floats, heights: Floats) -> GeneralAnimation:
    """The animation with a channel's path raised by heights (F,) in its own unit at times (F,) [s]."""
    moves = animation.channels[channel].position
    assert moves is not None
    values = moves.curve.at(times)
    values[:, 1] += heights
    still = np.all(values[1:] == values[:-1], axis=1)
    corners = np.flatnonzero(np.concatenate([still, [False]]) != np.concatenate([[False], still]))
    curve = fit_curve(times, values, 0.002, corners.tolist())
    return animation.with_channel(replace(animation.channels[channel], position=replace(moves, curve=curve)))


def _lacking_heights(
    creature: Creature, foot: int, moves: PositionTrack, turns: RotationTrack, times: Floats
) -> Floats:
    """(F,) depth of a foot's lowest point where its tracks put it [m]; 0 while it does not turn."""
    points = touching_points(creature)
    below = np.isin(points.joints, creature.character.skeleton.descendants(foot))
    if not below.any():
        return np.zeros(len(times))
    rest = WorldTransforms(creature.rest_positions, creature.rest_rotations)
    sole = points_on_joints(rest, points.joints[below], points.offsets[below]) - creature.rest_handles[foot]
    places = np.array([specialize_position(creature, foot, q, moves.mode) for q in moves.curve.at(times)])
    rotations = np.array([specialize_rotation(creature, foot, q, turns.mode) for q in turns.curve.at(times)])
    turned = quat_multiply(rotations, quat_conjugate(creature.rest_rotations[foot]))
    lowest = quat_rotate(turned[:, None], sole)[..., 1].min(axis=1)
    level = min(float(sole[:, 1].min()), 0.0)  # a sole that is under the handle at rest stands so
    return np.maximum(level - lowest - (places[:, 1] - creature.rest_handles[foot, 1]), 0.0)
