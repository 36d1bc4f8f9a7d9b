"""Play on: any motion on any character, in the way that keeps most of it.

The same skeleton takes the motion as it is. A skeleton with the same joints in another size takes the
rotations, and the way of the root in proportion. A body with the same limbs follows joint by joint, if its
feet stay planted. Any other body, also a drawn one, plays the motion generalized: feet
that stand stay planted, and nothing goes into the ground.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.characters.onto.body_chains import body_chains
from kinegraph.characters.onto.joint_mapping import guess_mapping
from kinegraph.characters.onto.transfer import transfer
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.contacts import detect_contacts, runs
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.retarget.fit_to_body import fit_to_body, play_fitted
from kinegraph.creatures.retarget.generalize_clip import generalize_clip
from kinegraph.creatures.retarget.quality import lowest_points, measure_quality

_UNEVEN = 0.05  # share of a bone by which a skeleton may differ from a scaled one
_MORE_SLIP = 1.25  # times the slip of the original, on a mapped body
_MISSED = 0.02  # share of a body's size that feet may miss, slip or sink on a mapped body
_FPS = 60.0


class PlayedHow(StrEnum):
    """The way in which a motion came to a character."""

    COPIED = "copied"
    MAPPED = "mapped"
    GENERALIZED = "generalized"


@dataclass(frozen=True, eq=False)
class PlayedOn:
    """A motion on another character.

    clip: On the ground at height 0, unless it is copied or only scaled.
    slip: Longest way that a standing foot moves over the ground within one stance, as a share of the body's
        largest extent.
    penetration: Depth of the deepest point under the ground, in the same measure.
    """

    clip: Clip
    how: PlayedHow
    slip: float
    penetration: float


def play_on(
    motion: Clip | GeneralAnimation,
    onto: Character | Creature,
    source: Character | None = None,
    *,
    fps: float | None = None,
) -> PlayedOn:
    """Plays a motion on a character.

    onto: A character, or a creature whose anatomy is known.
    source: The character that a clip belongs to; by default its skeleton alone.
    fps: Of the result; by default that of the clip, up to 60, or 60.
    """
    character = onto.character if isinstance(onto, Creature) else onto
    if isinstance(motion, GeneralAnimation):
        return _play_animation(motion, _creature_of(onto), fps or _FPS)
    if motion.skeleton == character.skeleton:
        return measure_played(motion, PlayedHow.COPIED, onto)
    scale = _scale_between(motion.skeleton, character.skeleton)
    if scale is not None:
        return measure_played(_scale_clip(motion, character.skeleton, scale), PlayedHow.MAPPED, onto)
    source = source or Character.bare(motion.name, motion.skeleton)
    mapped = _map(motion, source, character)
    if mapped is not None:
        result = measure_played(mapped, PlayedHow.MAPPED, onto)
        usual = max(_MISSED, _MORE_SLIP * measure_played(motion, PlayedHow.COPIED, source).slip)
        if result.slip <= usual and result.penetration <= _MISSED:
            return result
    creature = _creature_of(onto)
    try:
        fitted = fit_to_body(generalize_clip(motion, source), creature)
    except InvalidValue as error:
        raise InvalidValue(f"{motion.name!r} cannot be played on {character.name!r}: {error}") from error
    clip = play_fitted(fitted, creature, fps=fps or min(motion.fps, _FPS))
    quality = measure_quality(clip, creature, fitted)
    return PlayedOn(replace(clip, name=motion.name), PlayedHow.GENERALIZED, quality.slip, quality.penetration)


def _play_animation(animation: GeneralAnimation, creature: Creature, fps: float) -> PlayedOn:
    clip = play(animation, creature, fps=fps, seconds=animation.duration)
    quality = measure_quality(clip, creature, animation)
    return PlayedOn(clip, PlayedHow.GENERALIZED, quality.slip, quality.penetration)


def _map(clip: Clip, source: Character, onto: Character) -> Clip | None:
    """The clip on a body with the same limbs, joint by joint, on the ground at height 0.

    None if limbs differ, or feet miss their places.
    """
    posed = guess_anatomy(source).posed
    ours, theirs = body_chains(source, None if posed else clip.pose(0)), body_chains(onto)
    if sorted((limb.leg, limb.side) for limb in ours.limbs) != sorted(
        (limb.leg, limb.side) for limb in theirs.limbs
    ):
        return None
    try:
        mapping = guess_mapping(ours, theirs)
    except InvalidValue:
        return None
    if mapping.unsure:
        return None
    moved = transfer(clip, ours, theirs, mapping)
    places = forward_kinematics(moved.clip).positions
    missed = [np.linalg.norm(places[:, joint] - goal, axis=-1).max() for joint, goal in moved.ankles.items()]
    if not missed or max(missed) > _MISSED * theirs.size:
        return None
    _, ground = _slip(moved.clip, _soles(_creature_of(onto)))
    return moved.clip.with_roots(moved.clip.root_translations - np.array([0.0, ground, 0.0]))


def _creature_of(onto: Character | Creature) -> Creature:
    return onto if isinstance(onto, Creature) else neutral_creature(onto)


def _scale_between(one: Skeleton, other: Skeleton) -> float | None:
    """Size of the other skeleton by this one's; None if it is not the same in another size."""
    if one.names != other.names or not np.array_equal(one.parents, other.parents):
        return None
    if np.abs(np.abs((one.rest_rotations * other.rest_rotations).sum(axis=1)) - 1.0).max() > 1e-6:
        return None
    before, after = np.linalg.norm(one.offsets[1:], axis=1), np.linalg.norm(other.offsets[1:], axis=1)
    if not before.sum() > 0.0:
        return None
    scale = float(after.sum() / before.sum())
    apart = np.linalg.norm(other.offsets[1:] - scale * one.offsets[1:], axis=1)
    return scale if (apart <= _UNEVEN * np.maximum(after, after.mean())).all() else None


def _scale_clip(clip: Clip, skeleton: Skeleton, scale: float) -> Clip:
    """The clip on a skeleton of another size."""
    sliding = None
    if clip.translations is not None:
        sliding = skeleton.offsets + scale * (local_translations(clip) - clip.skeleton.offsets)
        sliding[:, 0] = scale * clip.root_translations
    return replace(
        clip,
        skeleton=skeleton,
        root_translations=scale * clip.root_translations,
        translations=sliding,
    )


def measure_played(clip: Clip, how: PlayedHow, onto: Character | Creature) -> PlayedOn:
    """A clip with how it came to a character, and its slip and penetration there."""
    creature = _creature_of(onto)
    size = float(creature.size.max())
    feet = _soles(creature)
    slip, ground = _slip(clip, feet) if feet and len(clip) > 1 else (0.0, 0.0)
    depth = ground - float(lowest_points(creature, forward_kinematics(clip)).min())
    return PlayedOn(clip, how, slip / size, max(0.0, depth) / size)


def _soles(creature: Creature) -> list[ContactPoint]:
    return [ContactPoint(str(leg.foot), leg.foot, creature.handles[leg.foot]) for leg in creature.legs]


def _slip(clip: Clip, feet: list[ContactPoint]) -> tuple[float, float]:
    """Longest way of a foot within a stance, and the height of the ground [m]."""
    contacts = detect_contacts(clip, feet)
    joints = np.array([foot.joint for foot in feet])
    places: Floats = points_on_joints(
        forward_kinematics(clip), joints, np.stack([foot.offset for foot in feet])
    )
    longest = 0.0
    for number in range(len(feet)):
        for start, stop in runs(contacts.touching[:, number]):
            stood = places[start:stop, number][:, [0, 2]]
            longest = max(longest, float(np.linalg.norm(stood - np.median(stood, axis=0), axis=1).max()))
    return longest, contacts.ground
