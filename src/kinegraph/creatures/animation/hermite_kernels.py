"""Compiled evaluation of a table of Hermite curves (see `hermite.CurveTable`) at one time."""

from kinegraph.core.kernels.decorators import kernel
from kinegraph.core.kernels.quaternions import exponential, multiply


@kernel
def evaluate_curves(table, first, last, time, values_out):
    """Writes the values at `time` [s] of the curves first..last-1 into those rows of
    values_out (C, 4).

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
        x = cubic[0, 0] + u * (cubic[1, 0] + u * (cubic[2, 0] + u * cubic[3, 0]))
        y = cubic[0, 1] + u * (cubic[1, 1] + u * (cubic[2, 1] + u * cubic[3, 1]))
        z = cubic[0, 2] + u * (cubic[1, 2] + u * (cubic[2, 2] + u * cubic[3, 2]))
        w = 0.0
        if table.turns[curve]:
            x, y, z, w = exponential((x, y, z))
            base = table.bases[low]
            x, y, z, w = multiply(base, (x, y, z, w))
        values_out[curve, 0] = x
        values_out[curve, 1] = y
        values_out[curve, 2] = z
        values_out[curve, 3] = w
