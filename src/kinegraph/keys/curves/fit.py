"""Curve fitting: Bezier curves through chosen frames of a dense motion, on the rig's own channels.

After Roberts's thesis, chapter 5. Keys sit exactly at the chosen frames, on every channel, and none is added;
what is free is the two handles of each segment, in time and in value.

Two fits:
- preview (section 5, Schneider's): the original's tangents are held, handle lengths by least squares.
- final (section 5.1): all handles free, minimizing w1 * accuracy + w2 * angle.

Units. Values are measured in percent of the channel's range and slopes in its RMS slope, so neither metres
nor degrees, neither seconds nor frames change the result. That is the thesis's own scale, where a joint
turns through some hundred degrees, and its weights 1 and 1000 keep their meaning.
- Accuracy: squared misses at `max(10, frames)` parameters a segment, each weighing the time it stands for.
  The original between frames is its cubic Hermite interpolant, since straight lines would bend the curve
  inwards and have no derivative at the frames.
- Angle: where the original is smooth the two handles of a key share one slope, the limit of a large w2, so
  the curve is exactly collinear there. Where the original has a corner (`fit_slopes`), w2 weighs the squared
  difference between the curve's turn and the original's: a corner stays one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kinegraph.core.animation import Animation, Channel, KeyTag
from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.keys.curves.channels import RigChannels, rig_channels
from kinegraph.keys.curves.final_fit_kernels import KeyHandles, Originals, improve_handles
from kinegraph.keys.curves.fit_kernels import preview_lengths
from kinegraph.keys.curves.slopes import KeySlopes, key_slopes

_PERCENT = 100.0


class FitMethod(StrEnum):
    """Amount of work that goes into the handles."""

    PREVIEW = "preview"
    FINAL = "final"


class UnknownFit(UnknownName):
    """A name that no fit has."""

    kind = "fit"


@dataclass(frozen=True)
class FitWeights:
    """Weights that the final fit trades off; see the module for the units.

    accuracy: Of squared misses, w1.
    angle: Of squared differences in turn at corners, w2.
    """

    accuracy: float = 1.0
    angle: float = 1000.0

    def __post_init__(self) -> None:
        if not (np.isfinite(self.accuracy) and self.accuracy > 0):
            raise InvalidValue(f"The weight of accuracy must be positive, not {self.accuracy}.")
        if not (np.isfinite(self.angle) and self.angle >= 0):
            raise InvalidValue(f"The weight of the angle must be zero or more, not {self.angle}.")


@dataclass(frozen=True, eq=False)
class Handles:
    """Handles of C channels with K common keys.

    in_slopes, out_slopes: (C, K) directions before and after each key [unit/frame].
    lengths: (C, K-1, 2) of the out-handle and the in-handle of each segment, as shares of its duration.
    """

    in_slopes: Floats
    out_slopes: Floats
    lengths: Floats


def fit_keys(
    clip: Clip,
    keys: Sequence[int] | Ints,
    tags: Sequence[KeyTag] | None = None,
    *,
    method: FitMethod | str = FitMethod.PREVIEW,
    rotation_modes: str | Sequence[str] | None = None,
    weights: FitWeights | None = None,
    channels: RigChannels | None = None,
) -> Animation:
    """Curves through the poses of `clip` at the frames `keys`, following it in between.

    keys: Increasing frames, two at least. Before the first and after the last the curves are level.
    tags: What each key is; keyposes by default.
    rotation_modes: As in `rig_channels`.
    channels: `rig_channels(clip)`, where the caller has it already: it serves every choice of keys.
    """
    frames = _checked_keys(keys, len(clip))
    rig = _checked_channels(clip, channels, rotation_modes)
    return animation_of(rig, frames, fit_handles(rig.values, frames, method, weights), tags)


def animation_of(
    rig: RigChannels, keys: Ints, handles: Handles, tags: Sequence[KeyTag] | None = None
) -> Animation:
    """The animation of a rig's channels with keys (K,) that have these handles.

    tags: What each key is; keyposes by default.
    """
    return Animation(
        rig.clip.skeleton,
        rig.clip.fps,
        _curves(rig, keys, handles),
        rig.rotation_modes,
        keys / rig.clip.fps,
        (KeyTag.KEYPOSE,) * len(keys) if tags is None else tuple(tags),
        rig.clip.name,
    )


def fit_handles(
    values: Floats, keys: Ints, method: FitMethod | str = FitMethod.PREVIEW, weights: FitWeights | None = None
) -> Handles:
    """Handles for the keys (K,) of channels (C, F), each fitted for itself."""
    if method not in tuple(FitMethod):
        raise UnknownFit(str(method), [fit.value for fit in FitMethod])
    percent = np.ptp(values, axis=1, keepdims=True) / _PERCENT
    scaled = kernel_floats((values - values[:, :1]) / np.where(percent > 0.0, percent, 1.0))
    slopes = key_slopes(scaled, keys)
    handles = _preview(scaled, keys, slopes)
    if method == FitMethod.FINAL:
        _refine(scaled, keys, slopes, weights or FitWeights(), handles)
    return Handles(handles.in_slopes * percent, handles.out_slopes * percent, handles.lengths)


def _preview(scaled: Floats, keys: Ints, slopes: KeySlopes) -> Handles:
    lengths = np.empty((len(scaled), len(keys) - 1, 2))
    tangents = kernel_floats(slopes.in_tangents), kernel_floats(slopes.out_tangents)
    preview_lengths(scaled, *_dense_slopes(slopes), *tangents, keys, lengths)
    return Handles(slopes.in_tangents.copy(), slopes.out_tangents.copy(), lengths)


def _refine(scaled: Floats, keys: Ints, slopes: KeySlopes, weights: FitWeights, handles: Handles) -> None:
    """Moves `handles`, the preview's, to the final fit's where that plays better.

    Two starts, because the objective has valleys: the original's tangents, and the slopes of a smooth curve
    through the keys alone, which noise does not lead astray.
    """
    chords = np.gradient(scaled[:, keys], keys, axis=1)
    own = np.empty((len(scaled), 3))
    own[:, 0], own[:, 1], own[:, 2] = weights.accuracy, weights.angle, slopes.typical
    tangents = slopes.in_tangents, slopes.out_tangents
    smooth = np.where(slopes.corners, tangents[0], chords), np.where(slopes.corners, tangents[1], chords)
    frame_slopes, before, after = _dense_slopes(slopes)
    originals = Originals(scaled, frame_slopes, before, after, slopes.corners, slopes.breaks, own)
    found = KeyHandles(handles.in_slopes, handles.out_slopes, handles.lengths)
    for start_in, start_out in (tangents, smooth):
        improve_handles(originals, keys, kernel_floats(start_in), kernel_floats(start_out), found)


def _dense_slopes(slopes: KeySlopes) -> tuple[Floats, Floats, Floats]:
    return kernel_floats(slopes.frames), kernel_floats(slopes.before), kernel_floats(slopes.after)


def _checked_keys(keys: Sequence[int] | Ints, count: int) -> Ints:
    frames = np.asarray(keys)
    if frames.ndim != 1 or len(frames) < 2:
        raise InvalidValue("Curves need at least two keys.")
    if not np.issubdtype(frames.dtype, np.integer):
        raise InvalidValue(f"Keys are frames, whole numbers, not {frames.dtype}.")
    if (np.diff(frames) <= 0).any():
        raise InvalidValue("The frames of keys must increase.")
    outside = frames[(frames < 0) | (frames >= count)]
    if len(outside):
        raise InvalidValue(f"The key at frame {outside[0]} is outside the motion's {count} frames.")
    return frames.astype(np.int64)


def _checked_channels(
    clip: Clip, channels: RigChannels | None, rotation_modes: str | Sequence[str] | None
) -> RigChannels:
    if channels is None:
        return rig_channels(clip, rotation_modes)
    if channels.clip is not clip or rotation_modes is not None:
        raise InvalidValue("Channels given to a fit must be the clip's own, and say its rotation modes.")
    return channels


def _curves(rig: RigChannels, keys: Ints, handles: Handles) -> dict[Channel, Curve]:
    """Curves in seconds; the unused handles outside the first and last key mirror those inside."""
    times, spans = kernel_floats(keys / rig.clip.fps), np.diff(keys)
    values = kernel_floats(rig.values[:, keys])
    after, before = np.zeros(values.shape), np.zeros(values.shape)  # handle lengths in frames
    after[:, :-1], before[:, 1:] = handles.lengths[..., 0] * spans, handles.lengths[..., 1] * spans
    after[:, -1], before[:, 0] = before[:, -1], after[:, 0]
    incoming = np.stack([times - before / rig.clip.fps, values - before * handles.in_slopes], axis=-1)
    outgoing = np.stack([times + after / rig.clip.fps, values + after * handles.out_slopes], axis=-1)
    incoming, outgoing = kernel_floats(incoming), kernel_floats(outgoing)
    holds = np.zeros(len(keys), dtype=np.bool_)
    return {
        channel: Curve(times, values[row], incoming[row], outgoing[row], holds)
        for row, channel in enumerate(rig.channels)
    }
