"""Compiled vector algebra on tuples (x, y, z), without allocation.

Arguments may also be rows of arrays; results are tuples. `vector` reads a row, `set_vector` writes one.
"""

import math

from kinegraph.core.kernels.decorators import part

_NO_LENGTH = 1e-30  # a vector shorter than this has no direction


@part
def vector(rows, i, column=0):
    """The vector in row i of an array, starting at a column."""
    return rows[i, column], rows[i, column + 1], rows[i, column + 2]


@part
def set_vector(rows, i, v, column=0):
    """Writes a vector into row i of an array, starting at a column."""
    rows[i, column], rows[i, column + 1], rows[i, column + 2] = v[0], v[1], v[2]


@part
def add(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@part
def subtract(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@part
def scale(s, a):
    """s a."""
    return s * a[0], s * a[1], s * a[2]


@part
def add_scaled(a, s, b):
    """a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]


@part
def lerp(a, b, t):
    """Linear interpolation: exactly a at t = 0 and exactly b at t = 1."""
    s = 1.0 - t
    return s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]


@part
def dot(a, b):
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@part
def cross(a, b):
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@part
def length(a):
    """|a|."""
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@part
def unit(a, fallback):
    """a / |a|; the fallback where a has no direction."""
    size = length(a)
    return (a[0] / size, a[1] / size, a[2] / size) if size > _NO_LENGTH else fallback
