"""Motion to spatial set: a captured motion becomes a set for performing.

The salient poses of a clip become spatial keys. Moving along the path through them plays the clip again;
moving anywhere else plays new motion in its style.
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
    performance: Both together, for playing and recording.
    error: Of that performance against the clip, joint by joint.
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

    dimensions: 2 for a mouse, 3 for a device that moves in space.
    in_place: Whether travel over the ground is removed, so that locomotion can add it. Heights stay.
    settings: For the choice of poses; by default automatic and without contacts: performing needs poses that
        differ, not those at which a foot lands.
    """
    if clip.skeleton != character.skeleton:
        raise InvalidValue(f"The clip {clip.name!r} is not on the skeleton of {character.name}.")
    if clip.translations is not None:
        raise InvalidValue(
            f"The clip {clip.name!r} has joints that slide; only rotating joints can be performed."
        )
    source = _in_place(clip) if in_place else clip
    chosen = settings or KeySettings(objective="chord_max", contacts=False)
    choices = choose_keys(source, chosen)
    possible = choices.counts[choices.counts <= count]
    if len(possible) == 0:
        raise InvalidValue(f"This clip needs at least {choices.counts[0]} keys, not {count}.")
    frames = choices.start + choices.keys(int(possible[-1])).frames
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
