"""Edits of a channel's keys and of how they are meant, as pages send them: pure functions."""

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import axis_angle_from_quat, quat_conjugate, quat_multiply
from kinegraph.creatures.animation.hermite import AnyCurve, RotationCurve
from kinegraph.creatures.animation.motion_file import (
    channel_of_entry,
    key_entries,
    turn_curve,
    vector_curve,
)
from kinegraph.creatures.animation.motion_schema import (
    ChannelEntry,
    DeformEntry,
    KeyEntry,
    MotionFile,
    PositionEntry,
    PositionModeEntry,
    RotationEntry,
    RotationModeEntry,
)
from kinegraph.creatures.animation.smooth_keys import smooth_curve, smooth_turns
from kinegraph.studio.creatures.channel_surroundings import ChannelBody
from kinegraph.studio.protocol.channel_commands import (
    InsertChannelKey,
    SetChannelKeys,
    SetPositionMode,
    SetRotationMode,
)

Body = Callable[[MotionFile, str, str], ChannelBody]
"""The body that a channel of an animation moves in a motion, by the motion's id and the channel's name."""


def in_mode(
    motion: MotionFile, channel: ChannelEntry, edit: SetPositionMode | SetRotationMode, body: Body
) -> ChannelEntry:
    """A channel with another position or rotation mode.

    edit.on: The motion whose body moves as before, by other keys; None keeps the keys.
    """
    kind = "position" if isinstance(edit, SetPositionMode) else "rotation"
    entry: PositionEntry | RotationEntry | None = getattr(channel, kind)
    if entry is None:
        raise InvalidValue(f"The channel {channel.name!r} has no {kind} keyframes; add some first.")
    in_new_mode = replace(entry, mode=edit.mode)
    plain = replace(channel, **{kind: in_new_mode})
    before, after = (getattr(channel_of_entry(each), kind) for each in (channel, plain))
    if edit.on is None or before is None or after is None:
        return plain
    remapped = getattr(body(motion, edit.on, channel.name), kind)(before, after.mode)
    return replace(channel, **{kind: replace(in_new_mode, keys=key_entries(remapped.curve))})


def with_keys(motion: MotionFile, channel: ChannelEntry, edit: SetChannelKeys, body: Body) -> ChannelEntry:
    """A channel with other keys."""
    keys = edit.keys
    if keys is not None and not all(-1e-6 <= key.time <= motion.duration + 1e-6 for key in keys):
        raise InvalidValue(
            f"Keyframes must lie between 0 s and the end of the animation at {motion.duration:g} s."
        )
    if keys is not None and edit.smooth:
        keys = _ease_keys(motion, keys, turning=edit.track == "rotation" and not edit.weight)
    if keys is not None and edit.on is not None and not edit.weight and edit.track != "deform":
        keys = _generalize_keys(motion, channel, edit, keys, body)
    if edit.track == "deform":
        return _with_deform(channel, edit, keys)
    track = channel.position if edit.track == "position" else channel.rotation
    if edit.weight:
        if track is None:
            raise InvalidValue(f"The channel {channel.name!r} has no keyframes for this weight.")
        track = replace(track, weight=keys)
    elif keys is None:
        track = None
    elif track is not None:
        track = replace(track, keys=keys)
    elif edit.track == "position":
        track = PositionEntry(PositionModeEntry(), keys)
    else:
        track = RotationEntry(RotationModeEntry(), keys)
    return replace(channel, **{edit.track: track})


def _with_deform(channel: ChannelEntry, edit: SetChannelKeys, keys: list[KeyEntry] | None) -> ChannelEntry:
    if not edit.deform:
        raise InvalidValue("Keyframes of a deform need its name: open, shut or grip.")
    there = next((each for each in channel.deforms if each.name == edit.deform), None)
    if edit.weight and there is None:
        raise InvalidValue(f"The channel {channel.name!r} has no keyframes for this weight.")
    if edit.weight and there is not None:
        made = replace(there, weight=keys)
    elif keys is None:
        made = None
    else:
        made = DeformEntry(edit.deform, keys) if there is None else replace(there, keys=keys)
    others = [each for each in channel.deforms if each.name != edit.deform]
    return replace(channel, deforms=others if made is None else [*others, made])


def _ease_keys(motion: MotionFile, keys: list[KeyEntry], turning: bool) -> list[KeyEntry]:
    """Keys through which the curve eases."""
    curve = turn_curve(keys) if turning else vector_curve(keys, len(keys[0].value))
    whole = motion.loops and curve.times[0] == 0.0 and abs(curve.times[-1] - motion.duration) < 1e-6
    closes = bool(whole and np.allclose(curve.values[0], curve.values[-1], atol=1e-9))
    smooth = smooth_turns if turning else smooth_curve
    return key_entries(smooth(curve.times, curve.values, loops=closes))


def _generalize_keys(
    motion: MotionFile, channel: ChannelEntry, edit: SetChannelKeys, keys: list[KeyEntry], body: Body
) -> list[KeyEntry]:
    """Keys of one body's places or turns in the coordinates of its channel's mode."""
    made = channel_of_entry(channel)
    on = body(motion, str(edit.on), channel.name)
    if edit.track == "position":
        if made.position is None:
            raise InvalidValue(f"The channel {channel.name!r} has no position mode yet.")
        return key_entries(on.generalized_places(vector_curve(keys, 3), made.position.mode))
    if made.rotation is None:
        raise InvalidValue(f"The channel {channel.name!r} has no rotation mode yet.")
    return key_entries(on.generalized_turns(turn_curve(keys), made.rotation.mode))


def with_key_at(motion: MotionFile, channel: ChannelEntry, edit: InsertChannelKey) -> ChannelEntry:
    """A channel with one more key on a curve whose shape stays."""
    if not 0.0 <= edit.time <= motion.duration:
        raise InvalidValue(
            f"Keyframes must lie between 0 s and the end of the animation at {motion.duration:g} s."
        )
    track = next((each for each in tracks_of(channel) if _is(channel, each, edit)), None)
    keys = None if track is None else track.weight if edit.weight else track.keys
    if track is None or keys is None:
        raise InvalidValue(f"The channel {channel.name!r} has no such curve.")
    turning = edit.track == "rotation" and not edit.weight
    curve = turn_curve(keys) if turning else vector_curve(keys, len(keys[0].value))
    if np.abs(curve.times - edit.time).min() < 1e-6:
        raise InvalidValue(f"There is already a keyframe at {edit.time:g} s.")
    value, rate = curve.at(edit.time), _rate_at(curve, edit.time)
    made = [*keys, KeyEntry(edit.time, value.tolist(), rate.tolist())]
    made.sort(key=lambda key: key.time)
    wanted = SetChannelKeys(
        channel=channel.name, track=edit.track, deform=edit.deform, weight=edit.weight, keys=made
    )
    if edit.track == "deform":
        return _with_deform(channel, wanted, made)
    return replace(channel, **{edit.track: replace(track, **{"weight" if edit.weight else "keys": made})})


def _rate_at(curve: AnyCurve, time: float) -> Floats:
    """Rate of a curve at a time between its keys; 0 outside of them.

    By central differences, which are exact to 1e-9 for the cubics that these are.
    """
    step = 1e-5
    if not curve.times[0] + step < time < curve.times[-1] - step:
        return np.zeros(curve.rates_in.shape[1])
    before, after = curve.at(time - step), curve.at(time + step)
    if isinstance(curve, RotationCurve):
        return axis_angle_from_quat(quat_multiply(quat_conjugate(before), after)) / (2.0 * step)
    return (after - before) / (2.0 * step)


def tracks_of(channel: ChannelEntry) -> list[PositionEntry | RotationEntry | DeformEntry]:
    """All that a channel has keys of."""
    return [track for track in (channel.position, channel.rotation, *channel.deforms) if track is not None]


def _is(channel: ChannelEntry, track: object, edit: InsertChannelKey) -> bool:
    if edit.track == "deform":
        return isinstance(track, DeformEntry) and track.name == edit.deform
    return track is (channel.position if edit.track == "position" else channel.rotation)
