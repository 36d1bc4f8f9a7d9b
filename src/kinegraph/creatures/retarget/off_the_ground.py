"""Lifts the root where the trunk, or a limb that it leans on, would be under the ground.

The lift is keyed on the root's channel, so that planted feet stay planted. Legs limit it: a body that stands
rises only as far as its legs reach.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.easing import smoothstep
from kinegraph.creatures.animation.channel import PositionTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION
from kinegraph.creatures.binding.specialization import generalize_position, specialize_position
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.retarget.clip_channels import TRAVEL
from kinegraph.creatures.retarget.feet_in_reach import ease_depths
from kinegraph.creatures.retarget.foot_clearance import raise_flights
from kinegraph.creatures.retarget.key_fit import fit_curve
from kinegraph.creatures.retarget.quality import stances
from kinegraph.creatures.retarget.touching_points import TouchingPoints, touching_points

_FPS = 60.0
_ROUNDS = 6
_NEAR = 1e-3  # share of the size: depths that need no lift
_FLAT, _STEEP = (
    0.45,
    0.8,
)  # vertical share of a limb's direction: a steep one carries the body, a flat one bends
_REACH = 0.98  # share of a leg's length that it extends to while the body is lifted


def lift_off_ground(animation: GeneralAnimation, creature: Creature) -> GeneralAnimation:
    """An animation from a clip with its root lifted, on one creature, where parts would be under ground."""
    points = touching_points(creature)
    size = float(creature.size.max())
    for _ in range(_ROUNDS):
        track = root_track(animation, creature)
        if track is None:
            return animation
        played = play(animation, creature, fps=_FPS, seconds=animation.duration)
        depths = _depths(played, creature, points)
        if depths.max() < _NEAR * size:
            return animation
        room = _room(animation, creature, played)
        channel, move = track
        way = np.array(
            [specialize_position(creature, creature.root, q, TRAVEL) for q in move.curve.at(played.times)]
        )
        lift = np.minimum(ease_depths(depths), room)
        way[:, 1] += lift
        keys = np.array([generalize_position(creature, creature.root, place, TRAVEL) for place in way])
        lifted = PositionTrack(TRAVEL, fit_curve(played.times, keys, 0.002))
        animation = animation.with_channel(replace(animation.channels[channel], position=lifted))
        animation = raise_flights(animation, creature, played.times, lift)
    return animation


def root_track(animation: GeneralAnimation, creature: Creature) -> tuple[int, PositionTrack] | None:
    """The channel that moves the root and its track, as `ClipChannels.root` makes it."""
    for entry in bind(animation, creature).play().entries:
        share = entry.shares[0]
        if entry.body != creature.root or entry.kind != POSITION:
            continue
        if isinstance(share.track, PositionTrack) and share.track.mode == TRAVEL:
            return share.channel, share.track
    return None


def _depths(clip: Clip, creature: Creature, points: TouchingPoints) -> Floats:
    """(F,) height that the root lacks [m]."""
    world = forward_kinematics(clip)
    places = points_on_joints(world, points.joints, points.offsets)
    bases = _bases(creature)
    depths = np.zeros(len(clip))
    for base in sorted({bases[joint] for joint in points.joints.tolist()} - {None}, key=str):
        own = np.array([bases[joint] == base for joint in points.joints.tolist()])
        lowest = places[:, own][np.arange(len(clip)), places[:, own, 1].argmin(axis=1)]
        away = world.positions[:, base] - lowest if base >= 0 else np.tile([0.0, 1.0, 0.0], (len(clip), 1))
        steep = away[:, 1] / np.maximum(np.linalg.norm(away, axis=1), 1e-9)
        carries = smoothstep((steep - _FLAT) / (_STEEP - _FLAT))
        depths = np.maximum(depths, carries * np.maximum(-lowest[:, 1], 0.0))
    return depths


def _bases(creature: Creature) -> list[int | None]:
    """For each body where its limb begins; -1 for the trunk and what sits on it, None for legs."""
    legs = {body for leg in creature.legs for body in leg.bodies}
    found: list[int | None] = [-1] * len(creature)
    for body in creature.order.tolist():
        above = int(creature.parents[body])
        if body in creature.spine or above < 0:
            continue
        starts = found[above] == -1 and bool(
            creature.caps[body] & {Cap.LIMB, Cap.GRASPER, Cap.TAIL, Cap.WING}
        )
        found[body] = body if starts else found[above]
        if body in legs:
            found[body] = None
    return found


def _room(animation: GeneralAnimation, creature: Creature, clip: Clip) -> Floats:
    """(F,) how far the root can rise until the leg of a standing foot is extended [m]."""
    world = forward_kinematics(clip)
    room = np.full(len(clip), np.inf)
    for leg in creature.legs:
        spans = stances(animation, creature).get(leg.foot, [])
        stood = np.zeros(len(clip), dtype=bool)
        for start, stop in spans:
            stood |= (clip.times >= start) & (clip.times <= stop)
        hips, foot = world.positions[:, leg.bodies[0]], world.positions[:, leg.foot]
        bones = np.linalg.norm(np.diff(creature.rest_positions[list(leg.bodies)], axis=0), axis=1)
        reach = max(
            _REACH * float(bones.sum()),
            float(np.linalg.norm(creature.rest_positions[leg.foot] - creature.rest_positions[leg.bodies[0]])),
        )
        level = np.hypot(*(hips - foot)[:, [0, 2]].T)
        top = np.sqrt(np.maximum(reach**2 - level**2, 0.0))
        room = np.where(stood, np.minimum(room, np.maximum(top - (hips - foot)[:, 1], 0.0)), room)
    return room
