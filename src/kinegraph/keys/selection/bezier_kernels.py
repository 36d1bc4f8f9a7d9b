"""Compiled edge table of the Bezier objective (thesis, appendix A).

For the segment i..j a cubic Bezier runs through the end poses, its two inner points P and Q by linear least
squares at uniform parameters u_k = (k - i) / (j - i); the edge is the largest distance of a pose to the
curve's point at its own parameter. The thesis's eq. A.1 prints (u - 1) where the Bernstein basis has (1 - u).

How it is fast. Let y_k = x_k - x_i. P and Q are sums of the moments T_p = sum of (k - i)^p y_k, p = 1, 2, 3,
and of y_j, with factors that the length of the segment alone decides. The distance squared
    |y_k|^2 - 2 y_k . curve(u_k) + |curve(u_k)|^2
needs of the poses only y_k . y_j, known from three pose distances, and y_k . T_p, of which every step of j
adds one term: some thirty multiplications a frame, whatever the dimension. Differences of squares lose
digits, so that this only finds the frames that may lie farthest; those are measured from the poses.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.selection.larger_kernels import larger

# Segments up to this length are measured whole from the poses: it is as cheap, and residuals are smallest.
SHORT = 16
# Frames looked through together for the farthest.
BLOCK = 32
# The same unsigned: an index that cannot be negative is not tested for it.
WIDE = np.uint64(BLOCK)
# Bound of the rounding of a squared distance found from pose distances, as a share of the largest of those.
ROUNDING = 1e-11

_FAST = {"contract", "reassoc", "nsz", "nnan"}


@cached_kernel(fastmath=_FAST, nogil=True)
def fill_bezier_max(points, matrix):
    """Writes edges over squared pose distances: `matrix[j, i]` for the segment i..j; the upper half stays."""
    count, width = points.shape
    factors, ramp = _inner_point_factors(count), np.arange(count).astype(np.float64)
    moved, moments = np.empty((count, width)), np.empty((3, width))
    sums, twice, apart = np.zeros((3, count)), np.empty(count), np.empty(count)
    maxima = np.empty(count // BLOCK + 1)
    for i in range(count - 1):
        last, size = count - 1 - i, 0.0
        for t in range(last + 1):
            for d in range(width):
                moved[t, d] = points[i + t, d] - points[i, d]
        moments[:] = 0.0
        for s in range(1, last + 1):
            ahead, row = matrix[i, i : i + s], matrix[i + s, i : i + s]
            c = matrix[i, i + s]
            size = max(size, c)
            for t in range(s):
                twice[t] = ahead[t] + c - row[t]  # 2 y_k . y_j
            if s <= SHORT:
                edge = _largest_of_all(moved, s)
            else:
                curve = factors[s], _curve_form(moved[s], moments, factors[s])
                most = _fill_apart(ahead, twice, sums, ramp, c, curve, s, apart, maxima)
                rounding = ROUNDING * size
                if most < 1e3 * rounding:  # nothing but rounding may be left of a motion that is a cubic
                    edge = _largest_of_all(moved, s)
                else:
                    least = most - 2.0 * rounding
                    edge = _largest_of_likely(moved, moments, factors[s], s, apart, maxima, least)
            matrix[i + s, i] = math.sqrt(edge)
            _grow_sums(sums, moments, twice, moved[s], c, s)


@cached_kernel(nogil=True)
def _inner_point_factors(count):
    """(N, 2, 4) for every length of a segment: P, then Q, as sums of T_1, T_2, T_3 and y_j."""
    factors = np.zeros((count, 2, 4))
    for s in range(4, count):
        m = np.zeros((2, 3))  # sums of products of the first two inner Bernstein polynomials with all three
        for t in range(1, s):
            u = t / s
            b = np.array([3.0 * u * (1.0 - u) ** 2, 3.0 * u * u * (1.0 - u), u * u * u])
            for row in range(2):
                for column in range(3):
                    m[row, column] += b[row] * b[column]
        scale = 1.0 / (m[0, 0] * m[1, 1] - m[0, 1] * m[0, 1])
        # The right-hand sides: the Bernstein polynomials in powers of k - i, less the end pose's share.
        first = np.array([3.0 / s, -6.0 / s**2, 3.0 / s**3, -m[0, 2]])
        second = np.array([0.0, 3.0 / s**2, -3.0 / s**3, -m[1, 2]])
        factors[s, 0] = (m[1, 1] * first - m[0, 1] * second) * scale
        factors[s, 1] = (m[0, 0] * second - m[0, 1] * first) * scale
    return factors


@cached_kernel(fastmath=_FAST, nogil=True)
def _curve_form(end, moments, factors):
    """Products of the control points: P.P, 2 P.Q, 2 P.y_j, Q.Q, 2 Q.y_j."""
    p1, p2, p3, p4 = factors[0]
    q1, q2, q3, q4 = factors[1]
    first, second, third = moments[0], moments[1], moments[2]
    pp, pq, py, qq, qy = 0.0, 0.0, 0.0, 0.0, 0.0
    for d in range(len(end)):
        y = end[d]
        p = p1 * first[d] + p2 * second[d] + p3 * third[d] + p4 * y
        q = q1 * first[d] + q2 * second[d] + q3 * third[d] + q4 * y
        pp += p * p
        pq += p * q
        py += p * y
        qq += q * q
        qy += q * y
    return pp, 2.0 * pq, 2.0 * py, qq, 2.0 * qy


@cached_kernel(fastmath=_FAST, nogil=True)
def _fill_apart(ahead, twice, sums, ramp, c, curve, s, apart, maxima):
    """Writes the squared distance to the curve of every frame, to within rounding, and each block's largest.

    curve: The factors of its length, and its form. Returns the largest of all.
    """
    factors, form = curve
    p1, p2, p3, p4 = factors[0]
    q1, q2, q3, q4 = factors[1]
    pp, pq, py, qq, qy = form
    first, second, third = sums[0], sums[1], sums[2]
    step, most = 1.0 / s, 0.0
    for block in range((s + BLOCK - 1) // BLOCK):
        start, largest = np.uint64(block * BLOCK), 0.0
        for t in range(start, min(start + WIDE, np.uint64(s))):
            u = ramp[t] * step
            v = 1.0 - u
            uv = 3.0 * u * v
            b1, b2, b3 = uv * v, uv * u, u * u * u
            of_p = pp * b1 + pq * b2 + py * b3
            of_p -= p1 * first[t] + p2 * second[t] + p3 * third[t] + p4 * twice[t]
            of_q = qq * b2 + qy * b3
            of_q -= q1 * first[t] + q2 * second[t] + q3 * third[t] + q4 * twice[t]
            here = ahead[t] + b1 * of_p + b2 * of_q + b3 * (c * b3 - twice[t])
            apart[t] = here
            largest = larger(largest, here)
        maxima[block] = largest
        most = larger(most, largest)
    return most


@cached_kernel(fastmath=_FAST, nogil=True)
def _grow_sums(sums, moments, twice, end, c, s):
    """Adds frame j to the moments, and to every frame's sums 2 y_k . T_p; those of frame j begin here."""
    p1 = float(s)
    p2, p3 = p1 * p1, p1 * p1 * p1
    first, second, third = sums[0], sums[1], sums[2]
    for t in range(s):
        first[t] += p1 * twice[t]
        second[t] += p2 * twice[t]
        third[t] += p3 * twice[t]
    one, two, three = moments[0], moments[1], moments[2]
    for d in range(len(end)):
        one[d] += p1 * end[d]
        two[d] += p2 * end[d]
        three[d] += p3 * end[d]
    s1, s2, s3 = 0.0, 0.0, 0.0
    for d in range(len(end)):
        s1 += one[d] * end[d]
        s2 += two[d] * end[d]
        s3 += three[d] * end[d]
    first[s], second[s], third[s] = 2.0 * s1, 2.0 * s2, 2.0 * s3


@cached_kernel(fastmath=_FAST, nogil=True)
def _largest_of_likely(moved, moments, factors, s, apart, maxima, least):
    """The largest squared distance, measured at the frames that come to `least` or more."""
    edge = 0.0
    for block in range((s + BLOCK - 1) // BLOCK):
        if maxima[block] >= least:
            for t in range(block * BLOCK, min((block + 1) * BLOCK, s)):
                if apart[t] >= least:
                    edge = max(edge, _measured(moved, moments, factors, s, t))
    return edge


@cached_kernel(fastmath=_FAST, nogil=True)
def _measured(moved, moments, factors, s, t):
    """The squared distance of one frame to the curve, from the poses."""
    u = t / s
    b1, b2 = 3.0 * u * (1.0 - u) ** 2, 3.0 * u * u * (1.0 - u)
    f1 = b1 * factors[0, 0] + b2 * factors[1, 0]
    f2 = b1 * factors[0, 1] + b2 * factors[1, 1]
    f3 = b1 * factors[0, 2] + b2 * factors[1, 2]
    f4 = b1 * factors[0, 3] + b2 * factors[1, 3] + u * u * u
    first, second, third, here, end = moments[0], moments[1], moments[2], moved[t], moved[s]
    total = 0.0
    for d in range(len(here)):
        miss = here[d] - f1 * first[d] - f2 * second[d] - f3 * third[d] - f4 * end[d]
        total += miss * miss
    return total


@cached_kernel(fastmath=_FAST, nogil=True)
def _largest_of_all(moved, s):
    """The largest squared distance, every frame measured from the poses, all sums taken afresh."""
    if s <= 3:  # up to two frames between: the curve passes through them
        return 0.0
    end, width = moved[s], moved.shape[1]
    first, second = np.zeros(width), np.zeros(width)
    m11, m12, m22 = 0.0, 0.0, 0.0
    for t in range(1, s):
        u = t / s
        b1, b2, b3 = 3.0 * u * (1.0 - u) ** 2, 3.0 * u * u * (1.0 - u), u * u * u
        m11, m12, m22 = m11 + b1 * b1, m12 + b1 * b2, m22 + b2 * b2
        here = moved[t]
        for d in range(width):
            rest = here[d] - b3 * end[d]
            first[d] += b1 * rest
            second[d] += b2 * rest
    scale = 1.0 / (m11 * m22 - m12 * m12)
    worst = 0.0
    for t in range(1, s):
        u = t / s
        b1, b2, b3 = 3.0 * u * (1.0 - u) ** 2, 3.0 * u * u * (1.0 - u), u * u * u
        f1, f2 = (b1 * m22 - b2 * m12) * scale, (b2 * m11 - b1 * m12) * scale
        here, total = moved[t], 0.0
        for d in range(width):
            miss = here[d] - f1 * first[d] - f2 * second[d] - b3 * end[d]
            total += miss * miss
        worst = max(worst, total)
    return worst
