"""Compiled vectors and turns as tuples: nothing is allocated, and formulas read as they are written on paper.

A vector is (x, y, z), a turn is a unit quaternion (x, y, z, w). Rows of arrays are read with `vector` and
`turn`, written with `put` and `put_turn`.
"""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.quaternions import multiply, turned, unit

IDENTITY = (0.0, 0.0, 0.0, 1.0)
_OPPOSITE = 1e-12  # share of both lengths at which two directions have no common normal left


@part
def vector(rows, i, column=0):
    """The vector in row i of an array from a column on."""
    return rows[i, column], rows[i, column + 1], rows[i, column + 2]


@part
def turn(rows, i, column=0):
    """The turn in row i of an array from a column on."""
    return rows[i, column], rows[i, column + 1], rows[i, column + 2], rows[i, column + 3]


@part
def put(rows, i, v, column=0):
    """Writes a vector into row i from a column on."""
    rows[i, column], rows[i, column + 1], rows[i, column + 2] = v[0], v[1], v[2]


@part
def put_turn(rows, i, q, column=0):
    """Writes a turn into row i from a column on."""
    rows[i, column], rows[i, column + 1] = q[0], q[1]
    rows[i, column + 2], rows[i, column + 3] = q[2], q[3]


@part
def plus(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@part
def minus(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@part
def times(s, a):
    """s a."""
    return s * a[0], s * a[1], s * a[2]


@part
def along(a, s, b):
    """a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]


@part
def mixed(a, b, t):
    """From a at t = 0 to b at t = 1, exactly at both."""
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
def carried(q, v):
    """The vector v turned by q."""
    return turned(q[0], q[1], q[2], q[3], v[0], v[1], v[2])


@part
def product(a, b):
    """First turn by b, then by a."""
    return multiply(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3])


@part
def inverse(q):
    """The turn back."""
    return -q[0], -q[1], -q[2], q[3]


@part
def normalized(q):
    """The unit quaternion along q; the identity where q is zero."""
    return unit(q[0], q[1], q[2], q[3])


@part
def blended(a, b, t):
    """From the turn a at t = 0 to b at t = 1 the shorter way; along the chord, which is smooth and cheap."""
    near = t if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] >= 0.0 else -t
    s = 1.0 - t
    return unit(
        s * a[0] + near * b[0], s * a[1] + near * b[1], s * a[2] + near * b[2], s * a[3] + near * b[3]
    )


@part
def between(a, b):
    """The smallest turn from direction a to direction b: no twist about either.

    The identity where either is zero; exactly the identity where both are the same. Opposite directions: half
    a turn about a normal of a, the one at right angles to the coordinate axis that a is least aligned with.
    """
    sizes = math.sqrt(dot(a, a) * dot(b, b))
    if not sizes > 0.0:
        return IDENTITY
    w = sizes + dot(a, b)
    if w < _OPPOSITE * sizes:
        x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
        if x <= y and x <= z:
            n = (0.0, a[2], -a[1])
        elif y <= z:
            n = (-a[2], 0.0, a[0])
        else:
            n = (a[1], -a[0], 0.0)
        return unit(n[0], n[1], n[2], 0.0)
    n = cross(a, b)
    return unit(n[0], n[1], n[2], w)


@part
def raised(x, floor, band):
    """x, but never below the floor: leaves x alone above floor + band, bends away C1 below it."""
    if x >= floor + band:
        return x
    if x <= floor - band:
        return floor
    over = x - floor + band
    return floor + over * over / (4.0 * band)


@part
def lowered(x, ceiling, band):
    """x, but never above the ceiling: leaves x alone below ceiling - band, bends away C1 above it."""
    return -raised(-x, -ceiling, band)


@part
def smooth_step(x):
    """0 below 0, 1 above 1, C1 between."""
    t = min(max(x, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)
