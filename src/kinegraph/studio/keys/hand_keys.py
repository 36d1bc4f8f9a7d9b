"""Keys that were set by hand: which these are, and how they stay when the others are chosen anew."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.animation_editing import moved_columns, without_columns
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.key_columns import SAME_TIME, nearest, with_all_columns
from kinegraph.studio.document.key_fields import KeySettings


def kept_times(animation: Animation, hand: Sequence[float]) -> Floats:
    """(H,) the times set by hand at which an animation has a column [s]."""
    columns, wanted = animation.column_times, np.unique(np.asarray(hand, dtype=np.float64))
    if not len(columns) or not len(wanted):
        return np.empty(0)
    found = columns[nearest(columns, wanted)]
    return np.unique(found[np.abs(found - wanted) <= 2.0 * SAME_TIME])


def settings_around(settings: KeySettings, times: Floats, fps: float, frames: int) -> KeySettings:
    """Settings that make the frames of keys set by hand keys, as far as the gap between keys allows it.

    times: Of those keys [s]. frames: Of the motion.
    """
    first, last = settings.span or (0, frames - 1)
    fixed = sorted(settings.fixed)
    for frame in np.unique(np.rint(times * fps).astype(np.int64)).tolist():
        if first <= frame <= last and all(abs(frame - other) >= settings.gap for other in fixed):
            fixed.append(frame)
    forbidden = tuple(frame for frame in settings.forbidden if frame not in fixed)
    return msgspec.structs.replace(settings, fixed=tuple(sorted(fixed)), forbidden=forbidden)


def with_hand_keys(chosen: Animation, before: Animation, times: Floats) -> Animation:
    """Chosen keys with those that were set by hand before: their poses, times, handles and tags.

    A chosen key within half a frame of one set by hand gives way to it. Where the hand has moved the first or
    last key, nothing is keyed beyond it.

    times: Of the columns of `before` that were set by hand [s].
    """
    result, old = with_all_columns(chosen), with_all_columns(before)
    for time in times.tolist():
        near = float(result.column_times[nearest(result.column_times, np.array([time]))[0]])
        if SAME_TIME < abs(near - time) <= 0.5 / result.fps:
            result = moved_columns(result, [near], time - near)
        tag = old.column_tags[int(nearest(old.column_times, np.array([time]))[0])]
        result = with_pose(result, time, pose_at(old, time), tag)
    result = _cut_to_hand(result, old, times)
    tags = list(result.column_tags)
    for time in times.tolist():
        column = int(nearest(result.column_times, np.array([time]))[0])
        tags[column] = old.column_tags[int(nearest(old.column_times, np.array([time]))[0])]
    curves = {
        channel: _with_handles_of(result, old, channel, curve, times)
        for channel, curve in result.curves.items()
    }
    return replace(result, curves=curves, column_tags=tuple(tags))


def _cut_to_hand(animation: Animation, before: Animation, times: Floats) -> Animation:
    """Without columns before the first key, or after the last one, where the hand has set those."""
    columns = animation.column_times
    first, last = before.column_times[0], before.column_times[-1]
    beyond = np.zeros(len(columns), dtype=np.bool_)
    if np.abs(times - first).min(initial=np.inf) <= SAME_TIME:
        beyond |= columns < first - SAME_TIME
    if np.abs(times - last).min(initial=np.inf) <= SAME_TIME:
        beyond |= columns > last + SAME_TIME
    return without_columns(animation, columns[beyond]) if beyond.any() else animation


def _with_handles_of(
    animation: Animation, before: Animation, channel: Channel, curve: Curve, times: Floats
) -> Curve:
    """A curve whose keys at some times have the handles that they had before, where these still fit."""
    old = before.curves.get(channel)
    turns = channel.property == Property.ROTATION
    mode = before.rotation_modes[channel.joint]
    if old is None or (turns and animation.rotation_modes[channel.joint] != mode):
        return curve
    incoming, outgoing, holds = curve.in_handles.copy(), curve.out_handles.copy(), curve.holds.copy()
    for time in times.tolist():
        key = int(nearest(curve.times, np.array([time]))[0])
        old_key = int(nearest(old.times, np.array([time]))[0])
        if abs(curve.times[key] - time) > SAME_TIME or abs(old.times[old_key] - time) > SAME_TIME:
            continue
        sign = _sign(curve.values[key], old.values[old_key], turns, mode)
        if sign == 0.0:
            continue
        value, was = curve.values[key], old.values[old_key]
        for handles, source in ((incoming, old.in_handles), (outgoing, old.out_handles)):
            handles[key] = source[old_key, 0], value + sign * (source[old_key, 1] - was)
        holds[key] = old.holds[old_key]
    return Curve.clamped(curve.times, curve.values, incoming, outgoing, holds)


def _sign(value: float, was: float, turns: bool, mode: str) -> float:
    """Factor of slopes where one value names another; 0 where neither names the other.

    The same angle may be a whole turn away, and a quaternion be named by its negative.
    """
    if not turns:
        return 1.0
    if mode == QUATERNION:
        return -1.0 if abs(value + was) < abs(value - was) else 1.0
    rounds = (value - was) / (2.0 * np.pi)
    return 1.0 if abs(rounds - round(rounds)) < 1e-6 else 0.0
