"""Splicing: a stretch of one keyed animation in another, with curves that go on where the two meet.

One rotation has many names: Euler angles may be a turn apart, or the other triple; a quaternion may be its
negative. The piece is named as the animation is where it begins, and what follows as the piece is where it
ends, so that no curve jumps.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.animation_editing import with_column, without_columns
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import SAME_TIME, nearest, with_all_columns

_TURN = 2.0 * np.pi


def splice(animation: Animation, piece: Animation) -> Animation:
    """The animation with the keys of a piece from the piece's first key to its last.

    The piece should begin and end in the animation's poses there; handles outside stay as they are.
    """
    if piece.rotation_modes != animation.rotation_modes or piece.skeleton != animation.skeleton:
        raise InvalidValue("A piece can only be spliced into an animation of the same rig.")
    piece = with_all_columns(piece)
    start, stop = float(piece.column_times[0]), float(piece.column_times[-1])
    whole = _opened(with_all_columns(animation), start, stop)
    before, after = whole.column_times < start + SAME_TIME, whole.column_times > stop - SAME_TIME
    curves = dict(whole.curves)
    groups = sorted({(c.joint, c.property == Property.ROTATION) for c in (*whole.curves, *piece.curves)})
    for joint, turns in groups:
        quaternion = turns and whole.rotation_modes[joint] == QUATERNION
        kind = Property.ROTATION if turns else Property.TRANSLATION
        channels = [Channel(joint, kind, axis) for axis in range(4 if quaternion else 3)]
        outer = [whole.curves.get(c) or _resting(c, whole.column_times) for c in channels]
        inner = [piece.curves.get(c) or _resting(c, piece.column_times) for c in channels]
        later = outer
        if turns:
            mode = whole.rotation_modes[joint]
            inner = _renamed(inner, _values(inner, start), _values(outer, start), mode)
            later = _renamed(outer, _values(outer, stop), _values(inner, stop), mode)
        for channel, first, within, last in zip(channels, outer, inner, later, strict=True):
            joined = _joined(first, within, last, start, stop)
            if channel in whole.curves or channel in piece.curves or np.ptp(joined.values) > 0.0:
                curves[channel] = joined
    times = [whole.column_times[before], piece.column_times[1:-1], whole.column_times[after]]
    tags = np.array(whole.column_tags, dtype=object)
    named = (*tags[before].tolist(), *piece.column_tags[1:-1], *tags[after].tolist())
    return with_all_columns(
        replace(whole, curves=curves, column_times=np.concatenate(times), column_tags=named)
    )


def _opened(animation: Animation, start: float, stop: float) -> Animation:
    """The animation with columns at both ends of a stretch, and none within."""
    whole = with_column(animation, start) if not _has_column(animation, start) else animation
    whole = with_column(whole, stop) if not _has_column(whole, stop) else whole
    times = whole.column_times
    within = times[(times > start + SAME_TIME) & (times < stop - SAME_TIME)]
    return without_columns(whole, within) if len(within) else whole


def _has_column(animation: Animation, time: float) -> bool:
    """True if every curve has a key at a time."""
    return all(np.abs(curve.times - time).min() <= SAME_TIME for curve in animation.curves.values())


def _resting(channel: Channel, times: Floats) -> Curve:
    rest = 1.0 if channel.property == Property.ROTATION and channel.axis == 3 else 0.0
    return Curve.linear(times, np.full(len(times), rest))


def _values(curves: Sequence[Curve], time: float) -> Floats:
    return np.array([float(curve.evaluate(time)) for curve in curves])


def _renamed(curves: list[Curve], own: Floats, wanted: Floats, mode: str) -> list[Curve]:
    """A joint's rotation curves as other names of the same rotations: `own` becomes what is next to `wanted`.

    own, wanted: (3,) or (4,) two names of one rotation.
    """
    if mode == QUATERNION:
        sign = -1.0 if float(own @ wanted) < 0.0 else 1.0
        return [_mapped(curve, sign, 0.0) for curve in curves]
    # The other triple of three axes is (a + pi, pi - b, c + pi), of two axes (a + pi, -b, c + pi).
    half = np.array([np.pi, 0.0 if mode[0] == mode[2] else np.pi, np.pi])
    signs = [np.ones(3), np.array([1.0, -1.0, 1.0])]
    shifts = [wanted - own, wanted - signs[1] * own]
    shifts[0] = _TURN * np.round(shifts[0] / _TURN)
    shifts[1] = half + _TURN * np.round((shifts[1] - half) / _TURN)
    off = [np.abs(sign * own + shift - wanted).sum() for sign, shift in zip(signs, shifts, strict=True)]
    best = int(off[1] < off[0] - 1e-9)
    return [_mapped(curve, *to) for curve, *to in zip(curves, signs[best], shifts[best], strict=True)]


def _mapped(curve: Curve, sign: float, shift: float) -> Curve:
    """The curve with values v as sign * v + shift."""
    handles = [
        np.column_stack([h[:, 0], sign * h[:, 1] + shift]) for h in (curve.in_handles, curve.out_handles)
    ]
    return Curve(curve.times, sign * curve.values + shift, handles[0], handles[1], curve.holds)


def _joined(first: Curve, within: Curve, last: Curve, start: float, stop: float) -> Curve:
    """A curve that is `first` up to a time, then another, then `last`."""
    at = int(nearest(first.times, np.array([start]))[0])
    on = int(nearest(last.times, np.array([stop]))[0])
    times = np.concatenate([first.times[: at + 1], within.times[1:-1], last.times[on:]])
    values = np.concatenate([first.values[: at + 1], within.values[1:-1], last.values[on:]])
    incoming = np.concatenate([first.in_handles[: at + 1], within.in_handles[1:-1], last.in_handles[on:]])
    outgoing = np.concatenate([first.out_handles[: at + 1], within.out_handles[1:-1], last.out_handles[on:]])
    holds = np.concatenate([first.holds[: at + 1], within.holds[1:-1], last.holds[on:]])
    end = at + len(within.times) - 1
    outgoing[at] = within.out_handles[0] + [0.0, values[at] - within.values[0]]
    incoming[end] = within.in_handles[-1] + [0.0, values[end] - within.values[-1]]
    holds[at] = within.holds[0]
    return Curve.clamped(times, values, incoming, outgoing, holds)
