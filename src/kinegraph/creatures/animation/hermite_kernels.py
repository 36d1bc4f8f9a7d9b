"""Compiled evaluation of a table of Hermite curves (see `hermite.CurveTable`) at one time."""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.decorators import kernel, part
from kinegraph.core.kernels.quaternions import exponential, multiply, quaternion, set_quaternion


class CurveTable(NamedTuple):
    """C curves with N keys together, as kernels take them.

    starts: (C + 1,) first key of each curve, and N.
    times: (N,) [s].
    bases: (N, 4) the quaternion that each rotation segment starts from; the identity for vectors.
    cubics: (N, 4, 3) the segment after each key: coefficients of 1, u, u^2, u^3 with u in seconds since the
        key.
    turns: (C,) 1 for rotations, 0 for vectors.
    """

    starts: Ints
    times: Floats
    bases: Floats
    cubics: Floats
    turns: Ints


@kernel
def evaluate_curves(table, first, last, time, values_out):
    """Writes the values at `time` [s] of the curves first..last-1 into those rows of values_out (C, 4).

    A vector fills the first three numbers, a rotation all four.
    """
    for curve in range(first, last):
        start, end = table.starts[curve], table.starts[curve + 1]
        low, high = start, end
        while high - low > 1:  # the last key at or before the time; the first key before all of them
            middle = (low + high) // 2
            if table.times[middle] <= time:
                low = middle
            else:
                high = middle
        u = max(time - table.times[low], 0.0) if low < end - 1 else 0.0
        cubic = table.cubics[low]
        x, y, z = _cubic_at(cubic, 0, u), _cubic_at(cubic, 1, u), _cubic_at(cubic, 2, u)
        value = (x, y, z, 0.0)
        if table.turns[curve]:
            value = multiply(quaternion(table.bases, low), exponential((x, y, z)))  # q0 exp(r(t))
        set_quaternion(values_out, curve, value)


@part
def _cubic_at(cubic, axis, u):
    """The cubic of one axis, its coefficients (4, 3) by rising power of u [s]."""
    return cubic[0, axis] + u * (cubic[1, axis] + u * (cubic[2, axis] + u * cubic[3, axis]))
