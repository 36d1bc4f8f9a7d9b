"""Editing keyed motion: columns of keys across all curves, and single keys on one.

Every function returns a new animation whose columns are all times at which it has keys. Two rules keep keys
from getting lost:

- A key that is moved in time stops a frame away from the keys around it (or as near as they were before), so
  no key passes another or the animation's start.
- Handles stay inside their segments: those that would not, the neighbours' too, are shortened along their
  direction.

A joint whose rotation is a quaternion is keyed as one: its four curves gain, lose and retime keys
together, since components keyed at different times would pull the rotation off course.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.editing import with_key_at, with_keys_moved, without_keys
from kinegraph.core.curves.handles import HandleShape, with_handle, with_shaped_handles
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import (
    SAME_TIME,
    column_indices,
    key_columns,
    nearest,
    with_all_columns,
    with_curves,
)

# A key: the index of its channel, in the order of `Animation.curves`, and its own index on that curve.
Key = tuple[int, int]
Mask = NDArray[np.bool_]

_LATEST = 1e6  # [s] no key is moved past this: times must stay apart by more than they round
_LARGEST = 1e9  # [m, rad] no key or handle is moved past this: nothing is that far away


def moved_columns(animation: Animation, columns: ArrayLike, shift: float) -> Animation:
    """Columns moved by `shift` [s], each key with its handles.

    columns: Their times [s].
    """
    _check_finite("A shift in time", shift)
    whole = with_all_columns(animation)
    chosen = _column_mask(whole, columns)
    slope = chosen.astype(np.float64)
    held = _nearest_ordered(whole.column_times, slope, shift, _least_gap(whole), _earliest(whole))
    return _with_columns_at(whole, whole.column_times + held * slope, chosen, 1.0)


def scaled_columns(animation: Animation, columns: ArrayLike, pivot: float, factor: float) -> Animation:
    """Columns retimed: times and handles stretched about `pivot` [s], as far as the other columns allow.

    factor: Above 1 is slower.
    """
    _check_finite("A pivot", pivot)
    _check_finite("A factor of time", factor)
    if factor <= 0.0:
        raise InvalidValue(f"Time can only be stretched by a factor above zero, not {factor:g}.")
    whole = with_all_columns(animation)
    chosen = _column_mask(whole, columns)
    slope = np.where(chosen, whole.column_times - pivot, 0.0)
    grown = _nearest_ordered(whole.column_times, slope, factor - 1.0, _least_gap(whole), _earliest(whole))
    return _with_columns_at(whole, whole.column_times + grown * slope, chosen, 1.0 + grown)


def with_column(animation: Animation, time: float, tag: KeyTag = KeyTag.KEYPOSE) -> Animation:
    """A key on every curve at `time` [s], all of which keep their shape; a column there is completed."""
    if not animation.curves:
        raise InvalidValue("An animation without curves has nothing to set keys on.")
    whole = with_all_columns(animation)
    _check_time(whole, time)
    near = float(whole.column_times[nearest(whole.column_times, np.array([time]))[0]])
    at = near if abs(near - time) <= SAME_TIME else time
    keyed = with_curves(whole, {channel: _add_key(curve, at) for channel, curve in whole.curves.items()})
    return tagged_columns(keyed, [at], tag)


def without_columns(animation: Animation, columns: ArrayLike) -> Animation:
    """Without the columns; handles around reach across the gap. Curves keyed nowhere else go with them."""
    whole = with_all_columns(animation)
    chosen = _column_mask(whole, columns)
    return _without(whole, {name: chosen[key_columns(whole, curve)] for name, curve in whole.curves.items()})


def tagged_columns(animation: Animation, columns: ArrayLike, tag: KeyTag) -> Animation:
    """The animation with other tags on some of its columns."""
    whole = with_all_columns(animation)
    tags = list(whole.column_tags)
    for index in column_indices(whole, columns):
        tags[index] = KeyTag(tag)
    return replace(whole, column_tags=tuple(tags))


def moved_keys(animation: Animation, keys: Iterable[Key], dt: float, dv: float) -> Animation:
    """Single keys moved with their handles by `dt` [s] and `dv` [unit of their channels].

    All move by the same time, the longest that none of them is held back from. A moved key takes its column's
    tag along to where there was no column.
    """
    _check_finite("A shift in time", dt)
    _check_finite("A shift in value", dv)
    whole = with_all_columns(animation)
    risen = _key_masks(whole, keys)
    shifted = _with_siblings(whole, risen)
    gap, earliest = _least_gap(whole), _earliest(whole)
    for channel, mask in shifted.items():
        dt = _nearest_ordered(whole.curves[channel].times, mask.astype(np.float64), dt, gap, earliest)
    curves, origins = dict(whole.curves), []
    for channel, mask in shifted.items():
        curve = whole.curves[channel]
        times = curve.times + dt * mask
        values = curve.values
        if channel in risen:
            values = values + dv * risen[channel]
            _check_value(np.abs(values).max())
        curves[channel] = with_keys_moved(curve, times, values)
        origins.append((times[mask], key_columns(whole, curve)[mask]))
    return with_curves(whole, curves, origins)


def with_key(animation: Animation, channel: int, time: float) -> Animation:
    """A key on one curve at `time` [s], which keeps its shape; on all four of a quaternion's."""
    whole = with_all_columns(animation)
    _check_time(whole, time)
    named = _channel(whole, channel)
    curves = dict(whole.curves)
    for sibling in _siblings(whole, named):
        curves[sibling] = _add_key(curves[sibling], time)
    return with_curves(whole, curves)


def deleted_keys(animation: Animation, keys: Iterable[Key]) -> Animation:
    """Without single keys; a curve that loses its last goes, and its channel rests."""
    whole = with_all_columns(animation)
    return _without(whole, _with_siblings(whole, _key_masks(whole, keys)))


def with_handle_at(
    animation: Animation, key: Key, outgoing: bool, time: float, value: float, free: bool = False
) -> Animation:
    """A handle put at (time [s], value [unit]), as `curves.handles.with_handle` does."""
    whole = with_all_columns(animation)
    channel = _channel(whole, key[0])
    _check_value(abs(value))
    reshaped = with_handle(whole.curves[channel], key[1], outgoing, time, value, free)
    return replace(whole, curves={**whole.curves, channel: reshaped})


def with_handles_shaped(animation: Animation, keys: Iterable[Key], shape: HandleShape | str) -> Animation:
    """Keys whose handles are shaped by a rule."""
    whole = with_all_columns(animation)
    masks = _key_masks(whole, keys)
    reshaped = {
        channel: with_shaped_handles(whole.curves[channel], mask, shape) for channel, mask in masks.items()
    }
    return replace(whole, curves={**whole.curves, **reshaped})


def _with_columns_at(animation: Animation, times: Floats, chosen: Mask, stretch: float) -> Animation:
    """The animation with its columns at other times; the handles of those chosen stretched in time."""
    curves = dict(animation.curves)
    for channel, curve in curves.items():
        columns = key_columns(animation, curve)
        own = chosen[columns]
        if own.any():
            moved = curve.times + (times - animation.column_times)[columns]
            curves[channel] = with_keys_moved(curve, moved, stretch=np.where(own, stretch, 1.0))
    return replace(animation, curves=curves, column_times=times)


def _nearest_ordered(times: Floats, slope: Floats, wanted: float, gap: float, earliest: float) -> float:
    """The value nearest to `wanted` at which times + value * slope are in order, `gap` or more apart.

    Times that are nearer together than that may stay so: 0 is always allowed.
    """
    gaps = np.diff(times)
    spare = np.concatenate([gaps - np.minimum(gap, gaps), [times[0] - earliest, _LATEST - times[-1]]])
    rates = np.concatenate([np.diff(slope), [slope[0], -slope[-1]]])
    grows, shrinks = rates > 0.0, rates < 0.0
    spare = np.maximum(0.0, spare)
    low = np.max(-spare[grows] / rates[grows], initial=-np.inf)
    high = np.min(-spare[shrinks] / rates[shrinks], initial=np.inf)
    return float(np.clip(wanted, low, high))


def _without(animation: Animation, removed: dict[Channel, Mask]) -> Animation:
    curves = dict(animation.curves)
    for channel, mask in removed.items():
        if mask.any():
            left = without_keys(curves.pop(channel), mask)
            if left is not None:
                curves[channel] = left
    if not curves:
        raise InvalidValue("An animation keeps at least one key; not all of them can be removed.")
    return with_curves(animation, curves)


def _add_key(curve: Curve, time: float) -> Curve:
    """The curve with a key at `time`, unless one is in that column already."""
    return curve if np.abs(curve.times - time).min() <= SAME_TIME else with_key_at(curve, time)


def _column_mask(animation: Animation, columns: ArrayLike) -> Mask:
    mask = np.zeros(len(animation.column_times), dtype=np.bool_)
    mask[column_indices(animation, columns)] = True
    return mask


def _channel(animation: Animation, index: int) -> Channel:
    if not 0 <= index < len(animation.curves):
        raise InvalidValue(f"Channel {index} is outside the animation's {len(animation.curves)}.")
    return list(animation.curves)[index]


def _key_masks(animation: Animation, keys: Iterable[Key]) -> dict[Channel, Mask]:
    """Per channel which of its keys are named."""
    masks: dict[Channel, Mask] = {}
    channels = list(animation.curves.items())
    for channel, key in keys:
        if not 0 <= channel < len(channels):
            raise InvalidValue(f"Channel {channel} is outside the animation's {len(channels)}.")
        name, curve = channels[channel]
        if not 0 <= key < len(curve):
            raise InvalidValue(f"Key {key} is outside the {len(curve)} of channel {channel}.")
        masks.setdefault(name, np.zeros(len(curve), dtype=np.bool_))[key] = True
    if not masks:
        raise InvalidValue("Name at least one key.")
    return masks


def _siblings(animation: Animation, channel: Channel) -> list[Channel]:
    """The channels that are keyed together with this one, itself included."""
    turns = channel.property == Property.ROTATION
    if not (turns and animation.rotation_modes[channel.joint] == QUATERNION):
        return [channel]
    return [c for c in animation.curves if c.joint == channel.joint and c.property == channel.property]


def _with_siblings(animation: Animation, masks: dict[Channel, Mask]) -> dict[Channel, Mask]:
    """The masks with the keys of the same columns on channels that are keyed together."""
    whole: dict[Channel, Mask] = {}
    for channel, mask in masks.items():
        columns = key_columns(animation, animation.curves[channel])[mask]
        for sibling in _siblings(animation, channel):
            own = np.isin(key_columns(animation, animation.curves[sibling]), columns)
            whole[sibling] = own | whole[sibling] if sibling in whole else own
    return whole


def _least_gap(animation: Animation) -> float:
    return 1.0 / animation.fps


def _earliest(animation: Animation) -> float:
    return min(0.0, animation.start)


def _check_time(animation: Animation, time: float) -> None:
    if not _earliest(animation) <= time <= _LATEST:
        raise InvalidValue(
            f"A key can be set from {_earliest(animation):g} s, where the animation starts, "
            f"to {_LATEST:g} s, not at {time:g} s."
        )


def _check_value(size: float) -> None:
    if not size <= _LARGEST:
        raise InvalidValue(f"Keys and handles can have values up to {_LARGEST:g}, not {size:g}.")


def _check_finite(what: str, value: float) -> None:
    if not np.isfinite(value):
        raise InvalidValue(f"{what} must be a finite number.")
