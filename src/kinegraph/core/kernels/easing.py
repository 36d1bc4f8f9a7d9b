"""Compiled easing of single numbers: smoothstep and soft limits. `core/math/easing.py` has arrays."""

from kinegraph.core.kernels.decorators import part


@part
def smoothstep(x):
    """0 below 0, 1 above 1, and 3 x^2 - 2 x^3 between: no slope at either end."""
    t = min(max(x, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@part
def soft_maximum(x, floor, band):
    """x, never below the floor: equal to x above floor + band, smooth (C1) where it bends away."""
    if x >= floor + band:
        return x
    if x <= floor - band:
        return floor
    over = x - floor + band
    return floor + over * over / (4.0 * band)


@part
def soft_minimum(x, ceiling, band):
    """x, never above the ceiling: equal to x below ceiling - band, smooth (C1) where it bends away."""
    return -soft_maximum(-x, -ceiling, band)
