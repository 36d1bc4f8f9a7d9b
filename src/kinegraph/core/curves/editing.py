"""Edits of a curve's keys: setting, removing and moving them, with as little change between as can be."""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, kernel_floats, read_only
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.editing_kernels import move_keys, remove_keys
from kinegraph.core.curves.evaluation_kernels import segment_parameter
from kinegraph.core.errors import InvalidValue

# Parameters, and shares of a segment, closer than this are the same: the rest is rounding.
_SAME_PARAMETER = 1e-9


def with_key_at(curve: Curve, time: float) -> Curve:
    """The curve with a key at `time` [s] and the same value at every time.

    A Bezier segment is split where it passes `time`; a held one is held on; outside the keys the end value is
    continued. Where there is a key already, the curve itself is returned. A segment whose handles overlap in
    time may have no halves with handles inside them; then it also gets a key where it is steepest.
    """
    if not np.isfinite(time):
        raise InvalidValue("A key can only be inserted at a finite time.")
    if (curve.times == time).any():
        return curve
    after = int(np.searchsorted(curve.times, time))
    if after == 0 or after == len(curve):
        return _extend(curve, time, after)
    if curve.holds[after - 1]:
        held = _insert(curve, after, (time, curve.values[after - 1]), hold=True)
        return Curve.clamped(*held)
    handles = kernel_floats(curve.in_handles), kernel_floats(curve.out_handles)
    k, u = segment_parameter(kernel_floats(curve.times), handles[0], handles[1], time)
    points = _control_points(curve, k)
    if not _splits_inside(points, u):
        steepest = _steepest(points)
        if abs(steepest - u) > _SAME_PARAMETER:
            return with_key_at(
                _split_segment(curve, k, steepest, float(_halves(points, steepest)[3, 0])), time
            )
        u = steepest
    return _split_segment(curve, k, u, time)


def without_keys(curve: Curve, removed: ArrayLike) -> Curve | None:
    """The curve without some of its keys; None where none is left.

    Each handle beside a removed key keeps its direction and reaches as far as if the key had been set by
    `with_key_at`; so removing such a key gives back the curve there was.

    removed: (K,) True for those to go.
    """
    gone = np.ascontiguousarray(removed, dtype=np.bool_)
    if gone.shape != curve.times.shape:
        raise InvalidValue(f"There are {gone.size} flags for {len(curve)} keys.")
    if gone.all():
        return None
    times, values, incoming, outgoing = _kernel_arrays(curve)
    return Curve.clamped(*remove_keys(times, values, incoming, outgoing, curve.holds, gone))


def with_keys_moved(
    curve: Curve, times: Floats, values: Floats | None = None, stretch: Floats | None = None
) -> Curve:
    """The curve with its keys elsewhere and their handles with them.

    Handles that would leave their segments, its neighbours' too, are shortened along their direction.

    times: (K,) increasing [s].
    values: (K,) as before where None.
    stretch: (K,) how many times as far in time the handles of each key reach; 1 where None.
    """
    to = kernel_floats(times), kernel_floats(curve.values if values is None else values)
    if len(to[0]) != len(curve) or len(to[1]) != len(curve):
        raise InvalidValue(f"There are {len(to[0])} times and {len(to[1])} values for {len(curve)} keys.")
    reach = kernel_floats(np.ones(len(curve)) if stretch is None else stretch)
    arrays = _kernel_arrays(curve)
    incoming, outgoing = move_keys(arrays[0], arrays[1], arrays[2], arrays[3], to[0], to[1], reach)
    return Curve(to[0], to[1], read_only(incoming), read_only(outgoing), curve.holds)


def _kernel_arrays(curve: Curve) -> tuple[Floats, Floats, Floats, Floats]:
    times, values = kernel_floats(curve.times), kernel_floats(curve.values)
    return times, values, kernel_floats(curve.in_handles), kernel_floats(curve.out_handles)


def _split_segment(curve: Curve, k: int, u: float, time: float) -> Curve:
    """The curve with segment k split at its parameter u, where its time is `time` up to rounding."""
    halves = _halves(_control_points(curve, k), u)
    halves[:4, 0], halves[3:, 0] = np.minimum(halves[:4, 0], time), np.maximum(halves[3:, 0], time)
    outgoing, incoming = curve.out_handles.copy(), curve.in_handles.copy()
    outgoing[k], incoming[k + 1] = halves[1], halves[5]
    reshaped = Curve(curve.times, curve.values, incoming, outgoing, curve.holds)
    return Curve(*_insert(reshaped, k + 1, (time, halves[3, 1]), halves[2], halves[4]))


def _control_points(curve: Curve, k: int) -> Floats:
    """(4, 2) the Bezier points of segment k, times clipped to it as evaluation does."""
    start, end = curve.times[k], curve.times[k + 1]
    ends = [start, curve.values[k]], [end, curve.values[k + 1]]
    points = np.array([ends[0], curve.out_handles[k], curve.in_handles[k + 1], ends[1]])
    points[:, 0] = np.clip(points[:, 0], start, end)
    return points


def _halves(p: Floats, u: float) -> Floats:
    """(7, 2) de Casteljau: control points of a cubic's parts before and after u, which share the fourth."""
    q = p[:-1] + u * np.diff(p, axis=0)
    r = q[:-1] + u * np.diff(q, axis=0)
    middle = r[0] + u * (r[1] - r[0])
    return np.stack([p[0], q[0], r[0], middle, r[1], q[2], p[3]])


def _splits_inside(points: Floats, u: float) -> bool:
    """True if both parts of a segment split at u keep their handles inside them."""
    x = _halves(points, u)[:, 0]
    slack = _SAME_PARAMETER * (x[6] - x[0])
    return bool((x[1:3] <= x[3] + slack).all() and (x[4:6] >= x[3] - slack).all())


def _steepest(points: Floats) -> float:
    """The parameter where overlapping handles let time advance least: in the parts around it none overlap."""
    d0, d1, d2 = np.diff(points[:, 0])
    return float((d0 - d1) / (d0 - 2.0 * d1 + d2))


def _extend(curve: Curve, time: float, after: int) -> Curve:
    """A key before the first or after the last, joined to it by a level segment."""
    near = 0 if after == 0 else len(curve) - 1
    value = curve.values[near]
    thirds = np.linspace(time, curve.times[near], 4)
    outgoing, incoming, holds = curve.out_handles.copy(), curve.in_handles.copy(), curve.holds.copy()
    if after == 0:
        incoming[near] = [thirds[2], value]
    else:
        outgoing[near], holds[near] = [thirds[2], value], False
    reshaped = Curve(curve.times, curve.values, incoming, outgoing, holds)
    handle = np.array([thirds[1], value])
    return Curve(*_insert(reshaped, after, (time, value), handle, handle))


def _insert(
    curve: Curve,
    index: int,
    key: tuple[float, float],
    in_handle: Floats | None = None,
    out_handle: Floats | None = None,
    hold: bool = False,
) -> tuple[Floats, Floats, Floats, Floats, np.ndarray]:
    """A curve's arrays with a key put in at `index`; handles not given sit on the key."""
    return (
        np.insert(curve.times, index, key[0]),
        np.insert(curve.values, index, key[1]),
        np.insert(curve.in_handles, index, key if in_handle is None else in_handle, axis=0),
        np.insert(curve.out_handles, index, key if out_handle is None else out_handle, axis=0),
        np.insert(curve.holds, index, hold),
    )
