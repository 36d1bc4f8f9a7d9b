"""Lowers the body where its legs are too short for a step, so that standing feet stay planted."""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.binding.specialization import generalize_position, specialize_position
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.retarget.clip_channels import TRAVEL
from kinegraph.creatures.retarget.key_fit import fit_curve

_FPS = 60.0
REACH = 0.88  # share of a leg's length that it extends to; at least as far as at rest
_AHEAD = 0.12  # [s] by which it sinks early
DEEPEST = 0.35  # share of the root's height: the most that it sinks below its rest, or below the clip
_STILL = 1e-9  # [m] between frames


def bring_feet_into_reach(animation: GeneralAnimation, creature: Creature) -> GeneralAnimation:
    """An animation from a clip with its root lowered, on one creature, as far as standing feet need it."""
    bound = bind(animation, creature).play()
    moves = {entry.body: entry.shares[0] for entry in bound.entries if entry.kind == POSITION}
    turns = {entry.body: entry.shares[0].track for entry in bound.entries if entry.kind == ROTATION}
    root, times = creature.root, np.arange(round(animation.duration * _FPS) + 1) / _FPS
    turn = turns.get(root)
    move = moves[root].track if root in moves else None
    if not isinstance(move, PositionTrack) or not isinstance(turn, RotationTrack) or move.mode != TRAVEL:
        return animation
    body, way = animation.channels[moves[root].channel], move.curve.at(times)
    heights = np.array([specialize_position(creature, root, q, TRAVEL) for q in way])
    sinking = np.zeros(len(times))
    for leg in creature.legs:
        part = moves.get(leg.foot)
        if part is None or not isinstance(part.track, PositionTrack) or part.track.mode.follows:
            continue
        spots = foot_places(creature, leg.foot, part.track, times)
        hip = creature.rest_positions[leg.bodies[0]]
        hips = heights + quat_rotate(turn.curve.at(times), hip - creature.rest_positions[root])
        standing = float(np.linalg.norm(creature.rest_handles[leg.foot] - hip))
        sinking = np.maximum(sinking, _needed_depth(hips, spots, max(REACH * leg.length, standing)))
    if sinking.max() <= 0.0:
        return animation
    stands = float(creature.rest_positions[root, 1])
    most = np.maximum(DEEPEST * stands, heights[:, 1] - (1.0 - DEEPEST) * stands)
    lowered = heights - ease_depths(np.minimum(sinking, most))[:, None] * [0.0, 1.0, 0.0]
    keys = np.array([generalize_position(creature, root, place, TRAVEL) for place in lowered])
    track = PositionTrack(TRAVEL, fit_curve(times, keys, 0.002))
    return animation.with_channel(replace(body, position=track))


def foot_places(creature: Creature, foot: int, track: PositionTrack, times: Floats) -> Floats:
    """(F, 3) places of a foot's handle in the animation [m]."""
    zero = specialize_position(creature, foot, np.zeros(3), track.mode)
    unit = specialize_position(creature, foot, np.ones(3), track.mode) - zero
    return zero + unit * track.curve.at(times)


def _needed_depth(hips: Floats, spots: Floats, reach: float) -> Floats:
    """(F,) depth [m] that hips (F, 3) must sink for a leg to reach the standing places (F, 3) of its foot."""
    away = spots - hips
    level = np.hypot(away[:, 0], away[:, 2])
    depth = np.sqrt(np.maximum(reach**2 - level**2, (0.3 * reach) ** 2))
    moved = np.linalg.norm(np.diff(spots, axis=0), axis=1)
    still = np.concatenate([moved, moved[-1:]]) < _STILL
    still |= np.concatenate([moved[:1], moved]) < _STILL
    return np.where(still, np.maximum(-away[:, 1] - depth, 0.0), 0.0)


def ease_depths(depths: Floats, fps: float = _FPS) -> Floats:
    """Depths (F,) as a smooth curve that is nowhere less deep: a moving maximum, then a moving mean."""
    around = max(int(_AHEAD * fps), 1)
    padded = np.pad(depths, 2 * around, mode="edge")
    deepest = np.lib.stride_tricks.sliding_window_view(padded, 2 * around + 1).max(axis=1)
    weights = np.hanning(2 * around + 3)[1:-1]
    return np.convolve(deepest, weights / weights.sum(), mode="valid")
