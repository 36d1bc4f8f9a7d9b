"""Motion to spatial set: what was captured becomes something to perform with.

The salient poses of a clip become spatial keys, laid out so that moving along the path plays the clip again,
and moving anywhere else plays something new in its style.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import character_height
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.curves.playback_error import PlaybackError, playback_error
from kinegraph.keys.settings import KeySettings
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.performances.poses_from_clip import SpatialKeysOfClip, keys_from_clip
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig


@dataclass(frozen=True, eq=False)
class MotionAsSet:
    """A clip made into a set.

    made: The set, and the path that plays the clip again.
    performance: Both together, ready to be played and recorded over.
    error: How far that plays from the clip, joint by joint.
    """

    made: SpatialKeysOfClip
    performance: Performance
    error: PlaybackError


def motion_to_set(
    character: Character,
    clip: Clip,
    count: int = 9,
    *,
    dimensions: int = 2,
    in_place: bool = True,
    function: RadialFunction = RadialFunction.HARDY,
    settings: KeySettings | None = None,
) -> MotionAsSet:
    """Makes a set of a clip's `count` most salient poses.

    dimensions: 2 to perform with a mouse, 3 with something that reaches into space.
    in_place: Whether the way over the ground is left out, so that the hand makes poses and the feet, with
        locomotion, make the way. Heights stay.
    settings: How to choose the poses; automatic by default, contacts left out of it: a performer wants
        poses that differ, not those at which a foot comes down.
    """
    if clip.skeleton != character.skeleton:
        raise InvalidValue(f"The clip {clip.name!r} does not move the skeleton of {character.name}.")
    if clip.translations is not None:
        raise InvalidValue(f"The joints of {clip.name!r} slide; only turning joints can be performed so far.")
    source = _in_place(clip) if in_place else clip
    chosen = settings or KeySettings(objective="chord_max", contacts=False)
    choices = choose_keys(source, chosen)
    possible = choices.counts[choices.counts <= count]
    if len(possible) == 0:
        raise InvalidValue(f"At least {choices.counts[0]} keys are needed here; {count} were asked for.")
    frames = choices.keys(int(possible[-1])).frames
    size = 0.5 * character_height(clip.skeleton)
    made = keys_from_clip(source, frames, clip.name, dimensions, size, function)
    performance = Performance(SpatialRig(character, (made.set,)), (made.layer,))
    played = perform(performance, source.fps).clip
    error = playback_error(source, played.frames(0, len(source)), character.contacts)
    return MotionAsSet(made, performance, error)


def _in_place(clip: Clip) -> Clip:
    roots = clip.root_translations.copy()
    roots[:, [0, 2]] = np.mean(roots[:, [0, 2]], axis=0)
    return clip.with_roots(roots)
