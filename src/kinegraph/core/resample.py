"""Resampling: a clip on another frame grid. Rotations along great arcs, translations along straight lines."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.math.rotations import slerp

# Frames times joints of one clip: gigabytes. Only an absurd rate needs more.
_MOST_JOINT_FRAMES = 40_000_000
# A sample this near to a frame, as a share of the frame's length, is that frame: the rest is rounding.
_ON_FRAME = 1e-9


def resample(clip: Clip, fps: float) -> Clip:
    """The clip at another rate; the first frame is kept and, where the grids meet, the last.

    Frames that fall on old frames are copied exactly. The new clip never reaches past the old one's last
    frame.
    """
    if not (np.isfinite(fps) and fps > 0):
        raise InvalidValue(f"A clip's rate must be a positive number of frames per second, not {fps}.")
    if clip.duration * fps * len(clip.skeleton) > _MOST_JOINT_FRAMES:
        raise InvalidValue(f"{clip.duration:g} s at {fps:g} frames per second are too many frames.")
    count = int(np.floor(clip.duration * fps + _ON_FRAME * max(1.0, fps / clip.fps))) + 1
    return sample_at(clip, np.arange(count) / fps, fps)


def retime(clip: Clip, duration: float) -> Clip:
    """The clip stretched or squeezed to last `duration` [s] at its own rate, ends kept."""
    if not (np.isfinite(duration) and duration >= 0):
        raise InvalidValue(f"A clip's duration must be zero or more seconds, not {duration}.")
    count = round(duration * clip.fps) + 1
    longer = duration / clip.duration if clip.duration > 0.0 else 1.0
    events = tuple(replace(event, time=event.time * longer) for event in clip.events)
    sampled = sample_at(clip, np.linspace(0.0, clip.duration, count), clip.fps)
    return replace(sampled, events=events)


def sample_at(clip: Clip, times: ArrayLike, fps: float) -> Clip:
    """The poses at `times` (N,) [s], as a clip of rate `fps`; times outside the clip give its end poses."""
    frames, shares = _places(clip, np.asarray(times, dtype=np.float64))
    sliding = None if clip.translations is None else _lerp(clip.translations, frames, shares)
    return replace(
        clip,
        fps=fps,
        root_translations=_lerp(clip.root_translations, frames, shares),
        rotations=_slerp_frames(clip.rotations, frames, shares),
        translations=sliding,
    )


def resample_locators(locators: LocatorClip, fps: float) -> LocatorClip:
    """The locators at another rate, as `resample` does it with their motion."""
    last = (len(locators) - 1) / locators.fps
    count = int(np.floor(last * fps + _ON_FRAME * max(1.0, fps / locators.fps))) + 1
    frames, shares = _places(locators, np.arange(count) / fps)
    return replace(
        locators,
        fps=fps,
        positions=_lerp(locators.positions, frames, shares),
        rotations=_slerp_frames(locators.rotations, frames, shares),
    )


def _places(clip: Clip | LocatorClip, times: Floats) -> tuple[np.ndarray, Floats]:
    """(N,) the frame at or before each time, and (N,) the share of the way to the next."""
    if times.ndim != 1 or not np.isfinite(times).all():
        raise InvalidValue("A clip can only be sampled at a list of finite times.")
    exact = np.clip(times * clip.fps, 0.0, len(clip) - 1)
    nearest = np.round(exact)
    exact = np.where(np.abs(exact - nearest) < _ON_FRAME * np.maximum(1.0, exact), nearest, exact)
    whole = np.floor(exact)
    shares: Floats = np.subtract(exact, whole, dtype=np.float64)
    return whole.astype(np.int64), shares


def _lerp(values: Floats, frames: np.ndarray, shares: Floats) -> Floats:
    result = values[frames].copy()
    between = np.flatnonzero(shares)
    share = shares[between].reshape(-1, *[1] * (values.ndim - 1))
    result[between] += share * (values[frames[between] + 1] - result[between])
    return result


def _slerp_frames(rotations: Floats, frames: np.ndarray, shares: Floats) -> Floats:
    result = rotations[frames].copy()
    between = np.flatnonzero(shares)
    following = rotations[frames[between] + 1]
    result[between] = slerp(result[between], following, shares[between, None])
    return result
