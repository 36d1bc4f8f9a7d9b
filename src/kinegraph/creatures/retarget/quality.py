"""Measures of a clip played by a body: depth under the ground, slip, float, lean and jerk."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import (
    WorldTransforms,
    end_positions,
    forward_kinematics,
    points_on_joints,
)
from kinegraph.core.kinematics.skinning import deform
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_multiply,
    quat_rotate,
)
from kinegraph.creatures.animation.channel import PositionTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.retarget.touching_points import carriers

_UP = np.array([0.0, 1.0, 0.0])
_UPRIGHT = np.radians(15.0)  # a clip whose root leans less than this stands, where its feet do
_AT_ONCE = 64  # frames whose skin is placed at once


@dataclass(frozen=True)
class RetargetQuality:
    """Measures of a retargeted clip; lengths as shares of the body's largest extent.

    penetration: Depth of the deepest point of the mesh, or of the bones where there is no mesh.
    slip: Longest way that a standing foot moves along the ground within one stance.
    floating: Largest height of a sole over its resting height while it stands.
    tilt: Largest lean of the trunk off its rest while the clip stands [degrees]; None if it never stands.
    turn: Largest turn of a joint from one frame to the next [degrees].
    lowest_foot: Lowest height of the foot that comes least near to the ground; 0 without feet.
    lowest_head: Lowest height of a head's joint; 0 without a head.
    """

    penetration: float
    slip: float
    floating: float
    tilt: float | None
    turn: float
    lowest_foot: float
    lowest_head: float


def measure_quality(clip: Clip, creature: Creature, animation: GeneralAnimation) -> RetargetQuality:
    """Measures a clip that a creature played.

    animation: What it played, as fitted to the creature.
    """
    world, size = forward_kinematics(clip), float(creature.size.max())
    handles = world.positions + quat_rotate(world.rotations, creature.handles)
    slip = floating = 0.0
    for foot, spans in stances(animation, creature).items():
        for start, stop in spans:
            stood = handles[(clip.times >= start - 1e-9) & (clip.times <= stop + 1e-9), foot]
            if len(stood):
                away = np.linalg.norm(stood[:, [0, 2]] - np.median(stood[:, [0, 2]], axis=0), axis=1)
                slip = max(slip, float(away.max()))
                floating = max(floating, float((stood[:, 1] - creature.rest_handles[foot, 1]).max()))
    feet = [leg.foot for leg in creature.legs]
    heads = creature.bodies_with(Cap.HEAD)
    steps = quat_multiply(quat_conjugate(clip.rotations[:-1]), clip.rotations[1:])
    turns = np.linalg.norm(axis_angle_from_quat(steps), axis=-1)
    return RetargetQuality(
        penetration=max(0.0, -float(lowest_points(creature, world).min())) / size,
        slip=slip / size,
        floating=floating / size,
        tilt=_tilt(clip, creature, animation, world),
        turn=float(np.degrees(turns.max(initial=0.0))),
        lowest_foot=float(handles[:, feet, 1].min(axis=0).max()) / size if feet else 0.0,
        lowest_head=float(world.positions[:, list(heads), 1].min()) / size if heads else 0.0,
    )


def stances(animation: GeneralAnimation, creature: Creature) -> dict[int, list[tuple[float, float]]]:
    """(start, stop) [s] of each stance, by foot: spans between keys over which its channel stays."""
    found: dict[int, list[tuple[float, float]]] = {}
    for entry in bind(animation, creature).play().entries:
        track = entry.shares[0].track
        if entry.kind != POSITION or Cap.FOOT not in creature.caps[entry.body]:
            continue
        if isinstance(track, PositionTrack) and not track.mode.follows:
            times, values = track.curve.times, track.curve.values
            spans = [
                (float(times[a]), float(times[b]))
                for a, b in pairwise(range(len(times)))
                if np.array_equal(values[a], values[b])
            ]
            found[entry.body] = spans
    return found


def merge_spans(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans that meet, as one."""
    found: list[tuple[float, float]] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return found


def lowest_points(creature: Creature, world: WorldTransforms) -> Floats:
    """(F,) height of the lowest point in each frame [m]: of the mesh, or of joints and ends without one."""
    character, frames = creature.character, len(world.positions)
    lowest = np.full(frames, np.inf)
    for start in range(0, frames, _AT_ONCE):
        span = slice(start, start + _AT_ONCE)
        part = WorldTransforms(world.positions[span], world.rotations[span])
        for skin in character.skins:
            if len(skin.mesh.vertices):
                lowest[span] = np.minimum(lowest[span], deform(skin, part)[..., 1].min(axis=1))
        for joint, body in enumerate(character.bodies):
            for mesh in body.meshes:
                joints = np.full(len(mesh.vertices), joint)
                heights = points_on_joints(part, joints, mesh.vertices)[..., 1]
                lowest[span] = np.minimum(lowest[span], heights.min(axis=1, initial=np.inf))
    if np.isinf(lowest).any():
        ends = end_positions(character.skeleton, world)
        own = [joint for joint in range(len(creature)) if joint not in carriers(creature)]
        return np.concatenate([world.positions[:, own], ends], axis=1)[..., 1].min(axis=1)
    return lowest


def _tilt(
    clip: Clip, creature: Creature, animation: GeneralAnimation, world: WorldTransforms
) -> float | None:
    """Largest lean of a spine body off its rest while the clip stands, less the lean keyed for the root."""
    track = animation.channels[0].rotation
    if track is None:
        return None
    keyed = _leans(track.curve.at(clip.times))
    standing = keyed < _UPRIGHT
    for spans in stances(animation, creature).values():
        stood = [(clip.times >= start) & (clip.times <= stop) for start, stop in spans]
        standing &= np.any(stood, axis=0) if stood else False
    if not standing.any():
        return None
    trunk = [body for body in creature.spine if Cap.HEAD not in creature.caps[body]] or [creature.root]
    turned = quat_multiply(world.rotations[:, trunk], quat_conjugate(creature.rest_rotations[trunk]))
    leans = _leans(turned).max(axis=1) - keyed
    return float(np.degrees(max(0.0, leans[standing].max())))


def _leans(turns: Floats) -> Floats:
    """(...,) angle between the vertical and where turns (..., 4) bring it [rad]."""
    return np.arccos(np.clip(quat_rotate(turns, _UP)[..., 1], -1.0, 1.0))
