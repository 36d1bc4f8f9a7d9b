"""Curve: one scalar channel over time, as a chain of 2D cubic Bezier segments.

The same idea of a curve that Blender, Maya and USD have. A segment is a function of time because its handles
stay inside it: with both inner abscissae between the outer ones the cubic x(u) never turns back.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats, kernel_floats
from kinegraph.core.curves.evaluation_kernels import evaluate_curve, evaluate_slope
from kinegraph.core.errors import InvalidValue

# Handles may leave their segment by this share of its length before they are refused: float32 files round.
_TIME_SLACK = 1e-6


@dataclass(frozen=True, eq=False)
class Curve:
    """Keys and handles of one channel.

    times: (K,) strictly increasing key times [s].
    values: (K,) key values, in the channel's unit.
    in_handles: (K, 2) absolute (time, value) of the handle before each key; the first key's is not used.
    out_handles: (K, 2) absolute (time, value) of the handle after each key; the last key's is not used.
    holds: (K,) True where the segment after the key stays at the key's value and jumps at the next key.
    """

    times: ArrayField
    values: ArrayField
    in_handles: ArrayField
    out_handles: ArrayField
    holds: NDArray[np.bool_]

    def __post_init__(self) -> None:
        times = frozen_floats("Curve times", self.times, (None,))
        count = len(times)
        if count == 0:
            raise InvalidValue("A curve needs at least one key.")
        gaps = np.diff(times)
        if (gaps <= 0).any():
            raise InvalidValue(
                f"Key times must increase; they do not at key {int(np.argmax(gaps <= 0)) + 1}."
            )
        incoming = frozen_floats("Curve in-handles", self.in_handles, (count, 2))
        outgoing = frozen_floats("Curve out-handles", self.out_handles, (count, 2))
        slack = gaps * _TIME_SLACK
        for side, handle, segment in (("out", outgoing[:-1, 0], "after"), ("in", incoming[1:, 0], "before")):
            outside = (handle < times[:-1] - slack) | (handle > times[1:] + slack)
            if outside.any():
                key = int(np.argmax(outside)) + (side == "in")
                raise InvalidValue(f"The {side}-handle of key {key} leaves the segment {segment} it in time.")
        holds = np.array(self.holds, dtype=np.bool_)
        if holds.shape != (count,):
            raise InvalidValue(f"Curve holds has shape {holds.shape}; expected one flag per key.")
        holds.flags.writeable = False
        values = frozen_floats("Curve values", self.values, (count,))
        for name, array in (
            ("times", times),
            ("values", values),
            ("in_handles", incoming),
            ("out_handles", outgoing),
            ("holds", holds),
        ):
            object.__setattr__(self, name, array)

    def __len__(self) -> int:
        return len(self.times)

    def evaluate(self, times: ArrayLike) -> Floats:
        """Values at `times` [s], any shape; exact at keys, constant before the first and after the last."""
        return self._apply(evaluate_curve, times)

    def slopes(self, times: ArrayLike) -> Floats:
        """Rates of change at `times` [unit/s]; at a key the rate of the segment that starts there."""
        return self._apply(evaluate_slope, times)

    def _apply(self, kernel: Callable[..., Floats], times: ArrayLike) -> Floats:
        wanted = np.asarray(times, dtype=np.float64)
        if not np.isfinite(wanted).all():
            raise InvalidValue("A curve can only be evaluated at finite times.")
        arrays = (self.times, self.values, self.in_handles, self.out_handles)
        found = kernel(*map(kernel_floats, arrays), self.holds, kernel_floats(wanted.ravel()))
        return found.reshape(wanted.shape)

    @staticmethod
    def linear(times: ArrayLike, values: ArrayLike) -> "Curve":
        """Straight segments: handles at the thirds of each chord."""
        times, values = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
        points = np.stack([times, values], axis=-1)
        thirds = np.diff(points, axis=0) / 3.0
        outgoing, incoming = points.copy(), points.copy()
        outgoing[:-1] += thirds
        incoming[1:] -= thirds
        return Curve(times, values, incoming, outgoing, np.zeros(len(times), dtype=np.bool_))

    @staticmethod
    def stepped(times: ArrayLike, values: ArrayLike) -> "Curve":
        """Each key's value holds until the next key."""
        straight = Curve.linear(times, values)
        return Curve(
            straight.times,
            straight.values,
            straight.in_handles,
            straight.out_handles,
            np.ones(len(straight), dtype=np.bool_),
        )

    @staticmethod
    def hermite(times: ArrayLike, values: ArrayLike, in_slopes: ArrayLike, out_slopes: ArrayLike) -> "Curve":
        """Cubic Hermite segments, as glTF's CUBICSPLINE: handles at a third of the time, so u is linear in t.

        in_slopes, out_slopes: (K,) rates before and after each key [unit/s].
        """
        times, values = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
        before, after = np.zeros(len(times)), np.zeros(len(times))
        before[1:] = after[:-1] = np.diff(times) / 3.0
        incoming = np.stack([times - before, values - before * np.asarray(in_slopes)], axis=-1)
        outgoing = np.stack([times + after, values + after * np.asarray(out_slopes)], axis=-1)
        return Curve(times, values, incoming, outgoing, np.zeros(len(times), dtype=np.bool_))

    @staticmethod
    def clamped(
        times: ArrayLike,
        values: ArrayLike,
        in_handles: ArrayLike,
        out_handles: ArrayLike,
        holds: ArrayLike | None = None,
    ) -> "Curve":
        """A curve from handles that may reach outside their segments, as other programs allow.

        A handle that is too long is shortened along its own direction until it ends inside; one that points
        back in time shrinks to its key. Handles that fit are taken as they are.
        """
        times, values = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
        keys = np.stack([times, values], axis=-1)
        incoming, outgoing = np.array(in_handles, dtype=np.float64), np.array(out_handles, dtype=np.float64)
        spans = np.diff(times)
        outgoing[:-1] = keys[:-1] + _shorten(outgoing[:-1] - keys[:-1], spans)
        incoming[1:] = keys[1:] - _shorten(keys[1:] - incoming[1:], spans)
        held = np.zeros(len(times), dtype=np.bool_) if holds is None else np.asarray(holds, dtype=np.bool_)
        return Curve(times, values, incoming, outgoing, held)


def _shorten(reach: Floats, spans: Floats) -> Floats:
    """(K-1, 2) handle vectors scaled down to advance in time by no more than their segments."""
    fits = (reach[:, 0] >= 0.0) & (reach[:, 0] <= spans)
    share = np.where(fits | (reach[:, 0] <= 0.0), fits, spans / np.where(reach[:, 0] > 0.0, reach[:, 0], 1.0))
    return reach * share[:, None]
