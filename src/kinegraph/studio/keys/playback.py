"""Keyed motion as it plays beside its source, and the binary frames in which pages get it."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake, poses_at
from kinegraph.core.clip import Clip
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.curves.playback_error import PlaybackError, PlaybackReference
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.keys.missed_promise import MissedPromise, missed_promise
from kinegraph.keys.refining.refiner import Promise
from kinegraph.keys.selection.objectives import OBJECTIVES
from kinegraph.keys.selection.selection_space import KeyRules
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.key_fields import KeyFigures, KeyMiss, KeySettings
from kinegraph.studio.document.motion_blob import curve_arrays
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.protocol.key_frames import CurvesFrame, KeyChoicesFrame, KeysFrame
from kinegraph.studio.protocol.motion_frames import clip_arrays

_TAGS = tuple(KeyTag)


@dataclass(frozen=True, eq=False)
class KeySource:
    """Source that a keyed motion is measured against.

    frames: Of the whole source.
    first: The first of those that were keyed.
    reference: Those that were keyed.
    promise: How close to them it was to play.
    rules: What its keys had to respect, in frames from the first.
    """

    id: str
    frames: int
    first: int
    reference: PlaybackReference
    promise: Promise
    rules: KeyRules


@dataclass(frozen=True, eq=False)
class PlayedKeys:
    """A keyed motion as it plays.

    importance: (T,) of each column.
    clip: Baked.
    source: The motion it was made from; None where that is gone.
    figures: How far it plays from the source.
    missed: Where that is farther than was promised.
    distances: (N, J) of each joint from where it was at each of the source's frames [m].
    """

    animation: Animation
    importance: Floats
    clip: Clip
    source: str | None
    figures: KeyFigures | None
    missed: KeyMiss | None
    distances: Floats


def played_keys(animation: Animation, importance: Floats, source: KeySource | None) -> PlayedKeys:
    """Plays a keyed motion and measures it against its source."""
    clip = bake(animation)
    if source is None:
        nowhere = np.empty((0, len(animation.skeleton)))
        return PlayedKeys(animation, importance, clip, None, None, None, nowhere)
    error, distances = source.reference.error(_frames_beside(source, animation, clip))
    distances = _in_span(distances, source.first, source.frames)
    keys = np.rint(animation.column_times * animation.fps).astype(np.int64) - source.first
    missed = miss(missed_promise(source.promise, source.reference, error, keys, source.rules), source.first)
    return PlayedKeys(animation, importance, clip, source.id, figures(error, source.first), missed, distances)


def _frames_beside(source: KeySource, animation: Animation, baked: Clip) -> Clip:
    """The frames of a keyed motion that stand beside those of its source."""
    original, first = source.reference.original, source.first
    if animation.start >= 0.0 and baked.fps == original.fps and len(baked) >= first + len(original):
        return baked.frames(first, first + len(original))
    return poses_at(animation, original.times + first / original.fps, original.fps)


def played_choice(source: MotionRecord, choices: KeyChoices, keyed: KeyedMotion) -> PlayedKeys:
    """Chosen keys as they play, in the time of the whole source even where only a span was keyed."""
    start, animation = choices.start, keyed.in_file_time
    clip = bake(animation) if start else keyed.clip
    distances = _in_span(keyed.distances, start, source.frames)
    missed = missed_promise(choices.promise, choices.reference, keyed.error, keyed.keys.frames, choices.rules)
    return PlayedKeys(
        animation,
        keyed.keys.importance,
        clip,
        source.id,
        figures(keyed.error, start),
        miss(missed, start),
        distances,
    )


def figures(error: PlaybackError, start: int) -> KeyFigures:
    """The figures that pages show; `start` is the first frame that was compared."""
    worst = error.worst
    return KeyFigures(
        largest=worst.largest,
        joint=worst.joint,
        frame=worst.frame + start,
        mean=error.mean,
        stance_drift=error.worst_stance_drift,
    )


def miss(missed: MissedPromise | None, start: int) -> KeyMiss | None:
    """A missed promise as pages show it; `start` is the first frame that was compared."""
    if missed is None:
        return None
    return KeyMiss(
        name=missed.name,
        slides=missed.slides,
        frame=missed.frame + start,
        error=missed.error,
        allowed=missed.allowed,
        reason=missed.reason.value,
    )


def keys_frame(
    keys: PlayedKeys,
    *,
    result: str | None,
    blob: str = "",
    preview: bool = False,
    quick: bool = False,
    gesture: str | None = None,
) -> bytes:
    """The binary frame of a keyed motion as it plays."""
    clip, animation = keys.clip, keys.animation
    header = KeysFrame(
        motion=keys.source,
        result=result,
        blob=blob,
        fps=clip.fps,
        count=len(animation.column_times),
        figures=keys.figures,
        missed=keys.missed,
        preview=preview,
        quick=quick,
        gesture=gesture,
    )
    arrays = {
        "keyFrames": np.rint(animation.column_times * animation.fps).astype(np.int32),
        "tags": np.array([_TAGS.index(tag) for tag in animation.column_tags], dtype=np.uint8),
        "importance": keys.importance.astype(np.float32),
        **clip_arrays(clip),
        "distances": keys.distances.astype(np.float32),
    }
    return pack(header, arrays)


def curves_frame(
    animation: Animation,
    importance: Floats,
    *,
    motion: str,
    blob: str = "",
    preview: bool = False,
    gesture: str | None = None,
) -> bytes:
    """The binary frame of a keyed motion's curves; the animation has all its columns."""
    header = CurvesFrame(
        motion=motion,
        blob=blob,
        fps=animation.fps,
        rotation_modes=animation.rotation_modes,
        column_tags=animation.column_tags,
        preview=preview,
        gesture=gesture,
    )
    curves = curve_arrays(animation)
    arrays = {
        "channels": curves["channels"].astype(np.int32),
        "times": curves["times"],
        "values": curves["values"],
        "inHandles": curves["in_handles"],
        "outHandles": curves["out_handles"],
        "holds": curves["holds"],
        "columnTimes": animation.column_times,
        "columnImportance": importance.astype(np.float32),
    }
    return pack(header, arrays)


def choices_frame(choices: KeyChoices, settings: KeySettings, source: MotionRecord) -> bytes:
    """The binary frame of all choices of keys that a motion has."""
    chosen = choices.keys(choices.automatic)
    layers = choices.settings.plans
    header = KeyChoicesFrame(
        motion=source.id,
        blob=source.blob,
        frames=source.frames,
        fps=source.fps,
        automatic=int(choices.automatic),
        layer_counts=tuple(int((chosen.layers <= layer).sum()) for layer in range(len(layers))),
        accuracy=tuple(plan.thresholds.accuracy for plan in layers),
        leading=choices.leading,
        objectives=tuple(OBJECTIVES),
        allowed=choices.promise.largest,
        left_out=0 if settings.span else source.frames - len(choices.clip),
        notes=choices.notes,
        settings=settings,
    )
    importance = np.zeros(source.frames, dtype=np.float32)
    importance[choices.start : choices.start + len(choices.clip)] = choices.frame_importance
    arrays = {
        "counts": choices.counts.astype(np.int32),
        "errors": choices.errors.astype(np.float32),
        "forced": (choices.forced + choices.start).astype(np.int32),
        "importance": importance,
    }
    return pack(header, arrays)


def _in_span(distances: Floats, start: int, frames: int) -> Floats:
    """Distances over a whole source: 0 where it was not keyed."""
    if len(distances) == frames:
        return distances
    whole = np.zeros((frames, distances.shape[1]))
    whole[start : start + len(distances)] = distances
    return whole
