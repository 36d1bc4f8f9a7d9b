"""Turns the root less far where a standing body could not follow: legs in reach, trunk above the ground.

A person tips sideways into a cartwheel over one leg. A long body that tips as far while a foot still stands
either leaves its foot or sinks. So it tips later, as soon as its feet are free. A body without legs that lies
on the ground keeps lying: it turns and rolls, and does not rear up.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import WorldTransforms, points_on_joints
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import (
    quat_between,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    slerp,
    unroll_quats,
)
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.binding.specialization import specialize_position
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.retarget.clip_channels import STANDING, TRAVEL
from kinegraph.creatures.retarget.feet_in_reach import DEEPEST, REACH, ease_depths, foot_places
from kinegraph.creatures.retarget.key_fit import fit_turns
from kinegraph.creatures.retarget.quality import stances
from kinegraph.creatures.retarget.touching_points import touching_points

_FPS = 60.0
_SHARES = np.linspace(1.0, 0.0, 11)
_NEAR = 0.005  # share of the size that a leg may lack
_LYING = 0.5  # vertical share of a trunk's direction below which a body without legs lies
_LEVEL = 0.35  # level share of where the trunk points below which its heading is taken from frames beside
_OVER, _FADES = np.radians(150.0), np.radians(50.0)  # tilt at which nothing is taken away, and before it
_WITHIN = np.radians(0.5)


def keep_footing(animation: GeneralAnimation, creature: Creature, less: Floats) -> GeneralAnimation:
    """An animation from a clip whose root turns, on one creature, only as far as its stance allows.

    less: (F,) share of the tilt, at 60 fps, that is taken away besides.
    """
    bound = bind(animation, creature).play()
    own = {entry.kind: entry.shares[0] for entry in bound.entries if entry.body == creature.root}
    if POSITION not in own or ROTATION not in own:
        return animation
    move, turn = own[POSITION].track, own[ROTATION].track
    if not isinstance(move, PositionTrack) or not isinstance(turn, RotationTrack):
        return animation
    if move.mode != TRAVEL or turn.mode != STANDING:
        return animation
    times = np.arange(round(animation.duration * _FPS) + 1) / _FPS
    turns = turn.curve.at(times)
    if creature.legs:
        way = np.array(
            [specialize_position(creature, creature.root, q, TRAVEL) for q in move.curve.at(times)]
        )
        kept = _upright_shares(animation, creature, times, way, turns) * (1.0 - less)
        if kept.min() >= 1.0:
            return animation
        # Past half a turn a smaller tilt would go round the other way.
        over = np.arccos(np.clip(quat_rotate(turns, np.array([0.0, 1.0, 0.0]))[:, 1], -1.0, 1.0))
        lack = ease_depths(1.0 - kept) * smoothstep((_OVER - over) / _FADES)
        changed = slerp(_heading_quats(turns), turns, 1.0 - lack)
    else:
        changed = _lying_turns(creature, turns)
    track = RotationTrack(STANDING, fit_turns(times, unroll_quats(changed), _WITHIN))
    channel = animation.channels[own[ROTATION].channel]
    return animation.with_channel(replace(channel, rotation=track))


def _upright_shares(
    animation: GeneralAnimation, creature: Creature, times: Floats, way: Floats, turns: Floats
) -> Floats:
    """(F,) largest share of the root's tilt at which standing legs reach and the trunk is above ground."""
    root, size = creature.rest_positions[creature.root], float(creature.size.max())
    points = touching_points(creature)
    central = np.isin(points.joints, creature.spine)
    rest = WorldTransforms(creature.rest_positions, creature.rest_rotations)
    trunk = points_on_joints(rest, points.joints[central], points.offsets[central]) - root
    stood, spots = _standing_spots(animation, creature, times)
    lacks = []
    for share in _SHARES:
        tilted = slerp(_heading_quats(turns), turns, np.full(len(times), share))
        lowest = quat_rotate(tilted[:, None], trunk)[..., 1].min(axis=1, initial=0.0) + way[:, 1]
        shift = np.maximum(-lowest, -DEEPEST * root[1])
        lack = np.zeros(len(times))
        for leg, stands, places in zip(creature.legs, stood, spots, strict=True):
            hip = creature.rest_positions[leg.bodies[0]]
            hips = way + quat_rotate(tilted, hip - root)
            hips[:, 1] += shift
            standing = float(np.linalg.norm(creature.rest_handles[leg.foot] - hip))
            away = np.linalg.norm(hips - places, axis=1) - max(REACH * leg.length, standing)
            lack = np.where(stands, np.maximum(lack, away), lack)
        lacks.append(np.maximum(lack, _NEAR * size))
    table = np.array(lacks)
    best = table.min(axis=0)
    return _SHARES[np.argmax(table <= best + 1e-9, axis=0)]


def _standing_spots(
    animation: GeneralAnimation, creature: Creature, times: Floats
) -> tuple[list[np.ndarray], list[Floats]]:
    """For each leg (F,) whether its foot stands, and (F, 3) where its channel has it [m]."""
    spans = stances(animation, creature)
    tracks = {
        entry.body: entry.shares[0].track
        for entry in bind(animation, creature).play().entries
        if entry.kind == POSITION
    }
    stood, spots = [], []
    for leg in creature.legs:
        track, stands = tracks.get(leg.foot), np.zeros(len(times), dtype=bool)
        for start, stop in spans.get(leg.foot, []):
            stands |= (times >= start) & (times <= stop)
        stood.append(stands)
        known = isinstance(track, PositionTrack)
        spots.append(foot_places(creature, leg.foot, track, times) if known else np.zeros((len(times), 3)))
    return stood, spots


def _heading_quats(turns: Floats) -> Floats:
    return quat_from_axis_angle(headings(turns)[:, None] * [0.0, 1.0, 0.0])


def _lying_turns(creature: Creature, turns: Floats) -> Floats:
    """(F, 4) turns of a body without legs: without the pitch of a trunk that lies at rest."""
    trunk = creature.rest_positions[creature.spine[-1]] - creature.rest_positions[creature.spine[0]]
    length = float(np.linalg.norm(trunk))
    if length <= 0.0 or abs(float(trunk[1])) > _LYING * length:
        return turns
    ahead = quat_rotate(turns, trunk / length)
    level = np.hypot(ahead[:, 0], ahead[:, 2])
    sure = np.flatnonzero(level > _LEVEL)
    if not len(sure):
        return _heading_quats(turns)
    angles = np.unwrap(np.arctan2(ahead[sure, 0], ahead[sure, 2]))
    angle = np.interp(np.arange(len(turns)), sure, angles)
    flat = np.stack([np.sin(angle), np.zeros(len(angle)), np.cos(angle)], axis=1)
    return quat_multiply(quat_between(ahead, flat), turns)
