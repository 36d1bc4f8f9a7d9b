"""Keyed motion: the curves through chosen keys, how they play, and how far that is from the original."""

import time
from dataclasses import dataclass

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.keys.choices import ChosenKeys, KeyChoices
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.curves.fit import FitMethod, fit_keys
from kinegraph.keys.curves.playback_error import PlaybackError


@dataclass(frozen=True, eq=False)
class KeyedMotion:
    """An editable animation and how it compares with its source.

    animation: Curves through the keys on every channel that moves.
    clip: The animation baked at the original's rate, frame for frame.
    error: How far it plays from the original.
    distances: (N, J) distance of each joint from its original position at each frame [m].
    fit_seconds: Time that the curves took [s].
    """

    animation: Animation
    clip: Clip
    keys: ChosenKeys
    error: PlaybackError
    distances: Floats
    fit_seconds: float


def key_motion(
    choices: KeyChoices,
    count: int | None = None,
    fit: FitMethod | str = FitMethod.FINAL,
    channels: RigChannels | None = None,
) -> KeyedMotion:
    """Fits curves through the best `count` keys, the automatic choice by default.

    channels: Channels of the original in rotation modes that the caller chose.
    """
    original = choices.clip
    keys = choices.keys(choices.automatic if count is None else count)
    rig = choices.channels if channels is None else channels
    started = time.perf_counter()
    animation = fit_keys(original, keys.frames, keys.tags, method=fit, channels=rig)
    spent = time.perf_counter() - started
    played = poses_at(animation, original.times, original.fps)
    error, distances = choices.reference.error(played)
    return KeyedMotion(animation, played, keys, error, distances, spent)
