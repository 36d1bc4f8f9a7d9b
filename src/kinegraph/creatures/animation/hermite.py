"""Hermite curves of generalized motion: vectors and rotations over time, with a rate on each side of a key.

Between two keys a vector runs along the cubic that has the keys' values and rates. A rotation does the same
in the rotation vectors about the earlier key: q(t) = q0 exp(r(t)), where the cubic r goes from nothing to
log(q0^-1 q1). Its rates are angular velocities in the turned frame, so with equal rates on both sides of a
key the rotation is C1 there, turning all keys by one rotation turns the curve by it, and keys that rest make
a curve that rests. Neighbouring keys are joined the short way round: a whole turn needs three keys between
its ends. Outside its keys a curve holds still.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats, frozen_quats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.core.math.rotations import axis_angle_from_quat, quat_conjugate, quat_multiply
from kinegraph.creatures.animation.hermite_kernels import CurveTable, evaluate_curves

LARGEST = 1e6  # no generalized value, rate or time is larger: keeps every product finite


@dataclass(frozen=True, eq=False)
class HermiteCurve:
    """N numbers over time (N is 3 for positions, 1 for weights and deforms).

    times: (K,) strictly increasing [s], at least one.
    values: (K, N) in generalized units.
    rates_in, rates_out: (K, N) slope on arriving at and on leaving each key [units / s].
    """

    times: ArrayField
    values: ArrayField
    rates_in: ArrayField
    rates_out: ArrayField

    def __post_init__(self) -> None:
        _check_keys(self, np.atleast_2d(np.asarray(self.values, dtype=np.float64)).shape[1])
        values = frozen_floats("Key values", self.values, (len(self.times), self.rates_in.shape[1]))
        object.__setattr__(self, "values", _check_bounds("Key values", values))

    @property
    def width(self) -> int:
        """Number of values per key."""
        return self.values.shape[1]

    def at(self, times: ArrayLike) -> Floats:
        """(..., N) the curve's values at times [s]."""
        return _sample(self, times)[..., : self.width]


@dataclass(frozen=True, eq=False)
class RotationCurve:
    """A rotation over time.

    times: (K,) strictly increasing [s], at least one.
    values: (K, 4) unit quaternions xyzw.
    rates_in, rates_out: (K, 3) angular velocity on arriving and on leaving, in the turned frame [rad / s].
    """

    times: ArrayField
    values: ArrayField
    rates_in: ArrayField
    rates_out: ArrayField

    def __post_init__(self) -> None:
        _check_keys(self, 3)
        values = frozen_quats("Rotation keys", self.values, (len(self.times), 4))
        object.__setattr__(self, "values", values)

    def at(self, times: ArrayLike) -> Floats:
        """(..., 4) the rotation at times [s]."""
        return _sample(self, times)


AnyCurve = HermiteCurve | RotationCurve


def curve_table(curves: list[AnyCurve]) -> CurveTable:
    """The table of some curves; their indices in it are those in the list."""
    starts = np.cumsum([0, *(len(curve.times) for curve in curves)])
    cubics = [_cubics(curve) for curve in curves]
    bases = [
        curve.values
        if isinstance(curve, RotationCurve)
        else np.tile([0.0, 0.0, 0.0, 1.0], (len(curve.times), 1))
        for curve in curves
    ]
    table = CurveTable(
        starts.astype(np.int64),
        kernel_floats(np.concatenate([curve.times for curve in curves]) if curves else np.empty(0)),
        kernel_floats(np.concatenate(bases) if curves else np.empty((0, 4))),
        kernel_floats(np.concatenate(cubics) if curves else np.empty((0, 4, 3))),
        np.array([isinstance(curve, RotationCurve) for curve in curves], dtype=np.int64),
    )
    return own_arrays(table)


def turn_steps(values: Floats) -> Floats:
    """(K - 1, 3) the rotation vector from each key to the next, in the turned frame [rad]."""
    return axis_angle_from_quat(quat_multiply(quat_conjugate(values[:-1]), values[1:]))


def _cubics(curve: AnyCurve) -> Floats:
    """(K, 4, 3) each segment's polynomial; the last key's is constant."""
    count = len(curve.times)
    result = np.zeros((count, 4, 3))
    rotation = isinstance(curve, RotationCurve)
    if not rotation:
        result[:, 0, : curve.width] = curve.values
    if count == 1:
        return result
    span = np.diff(curve.times)[:, None]
    step = turn_steps(curve.values) if rotation else np.diff(curve.values, axis=0)
    start, end = curve.rates_out[:-1], curve.rates_in[1:]
    if rotation:
        end = _vector_rates(step, end)
    width = step.shape[1]
    result[:-1, 1, :width] = start
    result[:-1, 2, :width] = (3.0 * step / span - 2.0 * start - end) / span
    result[:-1, 3, :width] = (start + end - 2.0 * step / span) / span**2
    return result


def _vector_rates(vectors: Floats, velocities: Floats) -> Floats:
    """(..., 3) rates of rotation vectors for given angular velocities in the turned frame.

    The inverse of the right Jacobian of the exponential, applied.
    """
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    safe = np.where(angle < 1e-4, 1.0, angle)
    third = np.where(angle < 1e-4, 1.0 / 12.0, 1.0 / safe**2 - 0.5 / (safe * np.tan(0.5 * safe)))
    once = np.cross(vectors, velocities)
    return velocities + 0.5 * once + third * np.cross(vectors, once)


def _sample(curve: AnyCurve, times: ArrayLike) -> Floats:
    times = np.asarray(times, dtype=np.float64)
    table = curve_table([curve])
    result = np.empty((times.size, 1, 4))
    for row, time in zip(result, times.ravel(), strict=True):
        evaluate_curves(table, 0, 1, float(time), row)
    return result.reshape(*times.shape, 4)


def _check_keys(curve: AnyCurve, width: int) -> None:
    set_field = object.__setattr__
    times = frozen_floats("Key times", curve.times, (None,))
    if not len(times):
        raise InvalidValue("A curve needs at least one key.")
    if (np.diff(times) <= 0.0).any():
        raise InvalidValue("The times of a curve's keys must increase.")
    set_field(curve, "times", _check_bounds("Key times", times))
    for name in ("rates_in", "rates_out"):
        rates = frozen_floats("Key rates", getattr(curve, name), (len(times), width))
        set_field(curve, name, _check_bounds("Key rates", rates))


def _check_bounds(what: str, values: Floats) -> Floats:
    if values.size and np.abs(values).max() > LARGEST:
        raise InvalidValue(f"{what} must be within {LARGEST:g}; one is {np.abs(values).max():g}.")
    return values
