"""Refit: keys between two keys chosen anew from the original, while the poses at both ends stay."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.animation_posing import pose_at
from kinegraph.core.arrays import Floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.curves.editing import with_keys_moved
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, slerp
from kinegraph.core.pose import Pose
from kinegraph.core.resample import sample_at
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.motion_layers import MotionLayer, merge_layers
from kinegraph.keys.settings import KeySettings
from kinegraph.keys.splicing import splice

# Settings that name frames, or numbers of keys, of the whole motion do not concern a part of it.
_OF_THE_WHOLE = {
    "fixed": (),
    "forbidden": (),
    "layer_counts": (),
    "span": None,
    "grid": None,
    "calibration": True,
}


def refit_between(
    animation: Animation,
    original: Clip,
    start: float,
    stop: float,
    settings: KeySettings | None = None,
    contacts: Sequence[ContactPoint] = (),
    progress: Callable[[float], None] = lambda share: None,
) -> Animation:
    """The animation with the keys between two times [s] chosen anew, as many as the settings ask for.

    The poses at both times stay. What they differ from the original by fades from the one to the other over
    the stretch, so that keys follow the original's motion between poses that a hand has changed.

    original: In the animation's time.
    """
    frames = round((stop - start) * original.fps)
    if not 0.0 <= start < stop <= original.duration + 0.5 / original.fps:
        raise InvalidValue(
            f"Keys can be refitted from 0 to {original.duration:g} s, where the original is, not from "
            f"{start:g} to {stop:g} s."
        )
    if frames < 1:
        raise InvalidValue("There is no frame to refit between these keys.")
    fps = frames / (stop - start)
    times = np.minimum(np.linspace(start, stop, frames + 1), original.duration)
    base = replace(sample_at(original, times, fps), name=animation.name)
    target = between_poses(base, pose_at(animation, start), pose_at(animation, stop))
    wanted = replace(settings or KeySettings(), smooth=False, rotation="auto", **_OF_THE_WHOLE)
    choices = choose_keys(
        target, wanted, contacts, lambda done: progress(0.3 * done), animation.rotation_modes
    )
    made = key_motion(choices, progress=lambda done: progress(0.3 + 0.7 * done)).animation
    return splice(animation, _delayed(made, start, stop, animation.fps))


def between_poses(base: Clip, first: Pose, last: Pose) -> Clip:
    """A motion bent so that it begins and ends in two poses.

    What the poses differ from it by fades from the one to the other, slowly at both ends.
    """
    share = np.linspace(0.0, 1.0, len(base))
    share = share * share * (3.0 - 2.0 * share)
    turns = [
        quat_multiply(quat_conjugate(base.rotations[at]), pose.rotations)
        for at, pose in ((0, first), (-1, last))
    ]
    turned = slerp(turns[0][None], turns[1][None], share[:, None])
    local = local_translations(base)
    slides = [local_translations(pose) - local[at] for at, pose in ((0, first), (-1, last))]
    sliding = base.translations is not None or any(
        np.abs(slide[1:]).max(initial=0.0) > 1e-9 for slide in slides
    )
    moved: Floats = slides[0] + share[:, None, None] * (slides[1] - slides[0])
    return merge_layers(base, [MotionLayer("ends", turned, moved if sliding else moved[:, 0])])


def _delayed(animation: Animation, start: float, stop: float, fps: float) -> Animation:
    """The animation from `start` to `stop` [s], its tags those of keys in between."""
    times = animation.column_times + start
    times[-1] = stop
    curves = {channel: with_keys_moved(curve, times) for channel, curve in animation.curves.items()}
    tags = tuple(KeyTag.BREAKDOWN if tag is KeyTag.KEYPOSE else tag for tag in animation.column_tags)
    return replace(animation, fps=fps, curves=curves, column_times=times, column_tags=tags)
