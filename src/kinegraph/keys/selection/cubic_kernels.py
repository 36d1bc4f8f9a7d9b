"""Compiled least-squares cubics in time: through two frames' values, and as near as can be to those between.

With u from 0 at frame i to 1 at frame j, a channel is b0 x_i + b1 p + b2 q + b3 x_j, where b are the cubic
Bernstein polynomials of u, and p and q solve the normal equations of the frames between.
"""

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.decorators import part

FAST = {"contract", "reassoc", "nsz", "nnan"}


@part
def bernstein(u):
    """The four cubic Bernstein polynomials at u."""
    v = 1.0 - u
    return v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u


@cached_kernel(fastmath=FAST, nogil=True)
def fit_cubics(values, i, j, p, q):
    """Writes (C,) p and q of the channels' cubics from frame i to frame j.

    values: (F, C) channels by frame.
    """
    channels = values.shape[1]
    p[:] = 0.0
    q[:] = 0.0
    m11, m12, m22 = 0.0, 0.0, 0.0
    for k in range(i + 1, j):
        b0, b1, b2, b3 = bernstein((k - i) / (j - i))
        m11 += b1 * b1
        m12 += b1 * b2
        m22 += b2 * b2
        for c in range(channels):
            rest = values[k, c] - b0 * values[i, c] - b3 * values[j, c]
            p[c] += b1 * rest
            q[c] += b2 * rest
    scale = 1.0 / (m11 * m22 - m12 * m12)
    for c in range(channels):
        first = (m22 * p[c] - m12 * q[c]) * scale
        q[c] = (m11 * q[c] - m12 * p[c]) * scale
        p[c] = first
