"""Handles of a curve's keys: putting one where a hand drags it, and shaping them by rule."""

from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue

# A cubic with handles at the thirds stays between its ends where no slope exceeds three chords'.
_MONOTONE = 3.0


class HandleShape(StrEnum):
    """A rule for the two handles of a key.

    AUTO: Smooth, through the neighbours' chord; level at extremes and ends, so that nothing overshoots.
    ALIGNED: In line with each other, each reaching as far in time as before.
    FLAT: Level.
    LINEAR: Each along the straight line to its neighbour.
    STEPPED: As they are; the key's value is held until the next key. AUTO and LINEAR let it go again.
    BROKEN: As they are; the tool that drags a handle decides whether the other moves with it.
    """

    AUTO = "auto"
    ALIGNED = "aligned"
    FLAT = "flat"
    LINEAR = "linear"
    STEPPED = "stepped"
    BROKEN = "broken"


# Shapes that say how the curve goes on to the next key: it is no longer held.
_LETS_GO = (HandleShape.AUTO, HandleShape.LINEAR)


def with_handle(curve: Curve, key: int, outgoing: bool, time: float, value: float, free: bool) -> Curve:
    """The curve with a handle at (time, value), or as far towards it as its segment reaches.

    A handle pulled to the wrong side of its key stands upright on it.

    outgoing: Whether it is the handle after the key.
    free: Whether the other handle stays; else it turns to be in line, as long as it was when the curve's
        extent in time and its extent in value are drawn the same size.
    """
    if not np.isfinite([time, value]).all():
        raise InvalidValue("A handle can only be put at a finite time and value.")
    if not 0 <= key < len(curve):
        raise InvalidValue(f"Key {key} is outside the curve's {len(curve)}.")
    at = np.array([curve.times[key], curve.values[key]])
    side = 1.0 if outgoing else -1.0
    reach = np.array([max(0.0, side * (time - at[0])), side * (value - at[1])])
    handles = [curve.in_handles.copy(), curve.out_handles.copy()]
    handles[outgoing][key] = at + side * reach
    if not free and reach.any():  # on its key it has no direction to be in line with
        other = handles[not outgoing][key] - at
        handles[not outgoing][key] = at - side * _turn(other, reach, _extent(curve))
    return Curve.clamped(curve.times, curve.values, handles[0], handles[1], curve.holds)


def with_shaped_handles(curve: Curve, chosen: ArrayLike, shape: HandleShape | str) -> Curve:
    """The curve with the handles of some keys shaped by a rule.

    chosen: (K,) True for those keys.
    """
    mask = np.asarray(chosen, dtype=np.bool_)
    if mask.shape != curve.times.shape:
        raise InvalidValue(f"There are {mask.size} flags for {len(curve)} keys.")
    try:
        rule = HandleShape(shape)
    except ValueError:
        raise InvalidValue(f"{shape!r} is no shape of handles; valid: {', '.join(HandleShape)}.") from None
    if rule is HandleShape.BROKEN or not mask.any():
        return curve
    if rule is HandleShape.STEPPED:
        return replace(curve, holds=curve.holds | mask)
    holds = curve.holds & ~mask if rule in _LETS_GO else curve.holds
    incoming, outgoing = _SHAPES[rule](curve)
    keys = np.stack([curve.times, curve.values], axis=-1)
    return Curve.clamped(
        curve.times,
        curve.values,
        np.where(mask[:, None], keys - incoming, curve.in_handles),
        np.where(mask[:, None], keys + outgoing, curve.out_handles),
        holds,
    )


def auto_slopes(curve: Curve) -> Floats:
    """(K,) the slopes that AUTO gives to keys [unit/s]."""
    slopes = np.zeros(len(curve))
    if len(curve) > 2:
        chords = np.diff(curve.values) / np.diff(curve.times)
        before, after = chords[:-1], chords[1:]
        through = (curve.values[2:] - curve.values[:-2]) / (curve.times[2:] - curve.times[:-2])
        most = _MONOTONE * np.minimum(np.abs(before), np.abs(after))
        slopes[1:-1] = np.where(before * after > 0.0, np.clip(through, -most, most), 0.0)
    return slopes


def _auto(curve: Curve) -> tuple[Floats, Floats]:
    slopes = auto_slopes(curve)
    reach_in, reach_out = _thirds(curve)
    return _set_slopes(reach_in, slopes), _set_slopes(reach_out, slopes)


def _linear(curve: Curve) -> tuple[Floats, Floats]:
    chords = np.zeros(len(curve) + 1)
    chords[1:-1] = np.diff(curve.values) / np.diff(curve.times)
    if len(curve) > 1:  # the unused handles outside go straight on
        chords[0], chords[-1] = chords[1], chords[-2]
    reach_in, reach_out = _thirds(curve)
    return _set_slopes(reach_in, chords[:-1]), _set_slopes(reach_out, chords[1:])


def _flat(curve: Curve) -> tuple[Floats, Floats]:
    level = np.zeros(len(curve))
    reach_in, reach_out = _reaches(curve)
    return _set_slopes(reach_in, level), _set_slopes(reach_out, level)


def _align(curve: Curve) -> tuple[Floats, Floats]:
    """Along the line through both tips; at an end along the one handle that is used."""
    rise = curve.out_handles - curve.in_handles
    if len(curve) > 1:
        rise[0] = curve.out_handles[0] - [curve.times[0], curve.values[0]]
        rise[-1] = [curve.times[-1], curve.values[-1]] - curve.in_handles[-1]
    slopes = np.where(rise[:, 0] > 0.0, rise[:, 1] / np.where(rise[:, 0] > 0.0, rise[:, 0], 1.0), 0.0)
    reach_in, reach_out = _reaches(curve)
    return _set_slopes(reach_in, slopes), _set_slopes(reach_out, slopes)


_SHAPES = {
    HandleShape.AUTO: _auto,
    HandleShape.ALIGNED: _align,
    HandleShape.FLAT: _flat,
    HandleShape.LINEAR: _linear,
}


def _thirds(curve: Curve) -> tuple[Floats, Floats]:
    """(K,) a third of the segment before and after each key [s]; outside the ends as inside."""
    spans = np.zeros(len(curve) + 1)
    spans[1:-1] = np.diff(curve.times) / 3.0
    if len(curve) > 1:
        spans[0], spans[-1] = spans[1], spans[-2]
    return spans[:-1], spans[1:]


def _reaches(curve: Curve) -> tuple[Floats, Floats]:
    """(K,) how far in time the handles before and after each key reach now [s]."""
    before = np.maximum(0.0, curve.times - curve.in_handles[:, 0])
    return before, np.maximum(0.0, curve.out_handles[:, 0] - curve.times)


def _set_slopes(reach: Floats, slopes: Floats) -> Floats:
    """(K, 2) from key to handle forwards in time, for a reach in time and a slope."""
    return np.stack([reach, reach * slopes], axis=-1)


def _extent(curve: Curve) -> Floats:
    """(2,) how far the curve goes in time and in value, handles included; 1 where nowhere."""
    points = np.concatenate(
        [np.stack([curve.times, curve.values], -1), curve.in_handles[1:], curve.out_handles[:-1]]
    )
    extent = np.ptp(points, axis=0)
    return np.where(extent > 0.0, extent, 1.0)


def _turn(handle: Floats, along: Floats, extent: Floats) -> Floats:
    """A vector along `along`, as long as `handle`, lengths measured in shares of `extent`."""
    return along * (np.linalg.norm(handle / extent) / np.linalg.norm(along / extent))
