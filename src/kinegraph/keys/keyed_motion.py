"""Keyed motion: the curves through chosen keys, how they play, and how far that is from the original."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.curves.editing import with_keys_moved
from kinegraph.keys.choices import ChosenKeys, KeyChoices
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.curves.fit import FitMethod, animation_of, fit_keys
from kinegraph.keys.curves.playback_error import PlaybackError
from kinegraph.keys.missed_promise import MissReason, missed_promise
from kinegraph.keys.refining.refiner import RefinedKeys

# Share of progress that refinement takes where keys may have to be added afterwards.
_REFINED = 0.7


@dataclass(frozen=True, eq=False)
class KeyedMotion:
    """An editable animation and how it compares with its source.

    animation: Curves through the keys on every channel that moves, from the first frame of the span on.
    clip: The animation baked at the original's rate, frame for frame.
    error: How far it plays from the original.
    distances: (N, J) distance of each joint from its original position at each frame [m].
    fit_seconds: Time that the curves, and the refinement of their keys, took [s].
    start: First frame of the span in the motion that was given.
    notes: Sentences for the user about how the result plays.
    """

    animation: Animation
    clip: Clip
    keys: ChosenKeys
    error: PlaybackError
    distances: Floats
    fit_seconds: float
    start: int = 0
    notes: tuple[str, ...] = ()

    @property
    def in_file_time(self) -> Animation:
        """The animation at the times of the motion that was given, where only a span of it was keyed."""
        if not self.start:
            return self.animation
        animation, fps = self.animation, self.animation.fps

        def moved(times: Floats) -> Floats:
            return (np.rint(times * fps) + self.start) / fps

        curves = {
            channel: with_keys_moved(curve, moved(curve.times)) for channel, curve in animation.curves.items()
        }
        return replace(animation, curves=curves, column_times=moved(animation.column_times))


def key_motion(
    choices: KeyChoices,
    count: int | None = None,
    fit: FitMethod | str = FitMethod.FINAL,
    channels: RigChannels | None = None,
    *,
    refine: bool = True,
    progress: Callable[[float], None] = lambda share: None,
    stop: Callable[[], bool] = lambda: False,
) -> KeyedMotion:
    """Fits curves through the best `count` keys.

    count: By default the automatic choice, and more keys until the result plays as close as was promised.
    channels: Channels of the original in rotation modes that the caller chose.
    refine: Whether the final fit moves keys to where the curves play closest, if the settings let it.
    progress: Called with the share done; may raise to give up. stop: Whether to end with the best so far.
    """
    started = time.perf_counter()
    refines = refine and fit == FitMethod.FINAL and channels is None and choices.refinable
    made = _refined(choices, count, progress, stop) if refines else _fitted(choices, count, fit, channels)
    progress(1.0)
    return replace(made, fit_seconds=time.perf_counter() - started)


def _fitted(
    choices: KeyChoices, count: int | None, fit: FitMethod | str, channels: RigChannels | None
) -> KeyedMotion:
    original = choices.clip
    keys = choices.keys(choices.automatic if count is None else count)
    rig = choices.channels if channels is None else channels
    animation = fit_keys(original, keys.frames, keys.tags, method=fit, channels=rig)
    played = poses_at(animation, original.times, original.fps)
    error, distances = choices.reference.error(played)
    return KeyedMotion(animation, played, keys, error, distances, 0.0, choices.start)


def _refined(
    choices: KeyChoices, count: int | None, progress: Callable[[float], None], stop: Callable[[], bool]
) -> KeyedMotion:
    refiner, promised = choices.refiner, count is None
    start = choices.keys(choices.automatic if count is None else count).frames
    share = _REFINED if promised else 1.0
    found = refiner.refine(len(start), start, lambda done: progress(share * done), stop)
    notes: tuple[str, ...] = ()
    if promised:
        found = refiner.extend(
            found, choices.promise, lambda done: progress(share + (1.0 - share) * done), stop
        )
        found = refiner.merge_close(found, choices.promise, stop)
        notes = _promise_notes(choices, found, len(start))
    keys = choices.tagged(found.frames)
    animation = animation_of(choices.channels, found.frames, found.handles, keys.tags)
    return KeyedMotion(animation, found.clip, keys, found.error, found.distances, 0.0, choices.start, notes)


_WHY = {
    MissReason.JUMP: "The motion jumps there; no further key helps.",
    MissReason.BARRED: "No frame there may be a key: frames are excluded, or too near to other keys.",
    MissReason.FEW: "Further keys did not bring it closer.",
}


def _promise_notes(choices: KeyChoices, found: RefinedKeys, before: int) -> tuple[str, ...]:
    promise, count = choices.promise, len(found.frames)
    missed = missed_promise(promise, choices.reference, found.error, found.frames, choices.rules)
    if missed is not None:
        bound, off, frame = 1000.0 * missed.allowed, 1000.0 * missed.error, choices.start + missed.frame
        why = _WHY[missed.reason]
        if missed.slides:
            return (
                f"Planted feet drift by more than {bound:.0f} mm, even with {count} keys: {missed.name} by "
                f"{off:.0f} mm at frame {frame}. {why}",
            )
        return (
            f"The error of {bound:.0f} mm could not be reached: with {count} keys {missed.name} is "
            f"{off:.0f} mm off at frame {frame}. {why}",
        )
    added = len(found.frames) - before
    if added <= 0:
        return ()
    bound, keys = 1000.0 * promise.largest, "One key was" if added == 1 else f"{added} keys were"
    feet = f" and no planted foot drifts by more than {1000.0 * promise.drift:.0f} mm"
    return (
        f"{keys} added so that no joint plays more than {bound:.0f} mm from the original"
        f"{feet if np.isfinite(promise.drift) else ''}.",
    )
