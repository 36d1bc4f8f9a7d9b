"""Compiled edge table of the Bezier objective (thesis, appendix A).

For the segment i..j a cubic Bezier runs through the end poses, its two inner points P and Q by linear least
squares at uniform parameters u_k = (k - i) / (j - i); the edge is the largest distance of a pose to the
curve's point at its own parameter. The thesis's eq. A.1 prints (u - 1) where the Bernstein basis has (1 - u).

How it is fast. Let y_k = x_k - x_i. P and Q are sums of the moments T_p = sum of (k - i)^p y_k, p = 1, 2, 3,
and of y_j, with factors that the length of the segment alone decides. The distance squared
    |y_k|^2 - 2 y_k . curve(u_k) + |curve(u_k)|^2
needs of the poses only y_k . y_j, known from three pose distances, and y_k . T_p, of which every step of j
adds one term: some thirty multiplications a frame, whatever the dimension. That is done at every NODE-th
frame only. Between two nodes the motion bulges from its chord by what is known beforehand, and the curve by
at most an eighth of its second derivative: only blocks that may hold a larger distance than the largest so
far are measured, from the poses, since differences of squares lose digits.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.selection.larger_kernels import larger

# Frames from one node to the next.
NODE = 8
# Segments up to this length are measured whole from the poses: it is as cheap, and residuals are smallest.
SHORT = 24
# Blocks whose bounds are looked at together.
GROUP = 8
# Bound of the rounding of a squared distance found from pose distances, as a share of the largest of those.
ROUNDING = 1e-11

_FAST = {"contract", "reassoc", "nsz", "nnan"}


@cached_kernel(nogil=True)
def fill_bezier_max(points, matrix):
    """Writes edges over squared pose distances: `matrix[j, i]` for the segment i..j; the upper half stays."""
    count, width = points.shape
    factors = _inner_point_factors(count)
    nodes, bulges = _nodes_and_bulges(points, matrix)
    room = nodes.shape[1] + GROUP + 1
    moved, moments, curve = np.empty((count, width)), np.empty((3, width)), np.empty((3, width))
    sums, twice, apart = np.zeros((3, room)), np.empty(room), np.empty(room)
    for i in range(count - 1):
        last, size = count - 1 - i, 0.0
        for t in range(last + 1):
            for d in range(width):
                moved[t, d] = points[i + t, d] - points[i, d]
        moments[:] = 0.0
        first = i // NODE + 1  # the first node after frame i
        for s in range(1, last + 1):
            j = i + s
            past = (j - 1) // NODE + 1  # the first node that is not before frame j
            c = matrix[i, j]
            size = max(size, c)
            ahead, row = nodes[i], nodes[j]
            for q in range(first, past):
                twice[q] = ahead[q] + c - row[q]  # 2 y_k . y_j
            if s <= SHORT:
                edge = _largest_of_all(moved, s)
            else:
                form = _write_curve(moved[s], moments, factors[s], curve)
                most = _fill_apart(ahead, twice, sums, c, (factors[s], form), (i, s, first, past), apart)
                rounding = ROUNDING * size
                if most < 1e3 * rounding:  # nothing but rounding may be left of a motion that is a cubic
                    edge = _largest_of_all(moved, s)
                else:
                    bow = 0.75 * (NODE / s) ** 2 * math.sqrt(_largest_bend(form, c))
                    edge = _largest_of_likely(moved, curve, (i, s, first, past), apart, bulges, bow, rounding)
            matrix[j, i] = math.sqrt(edge)
            _grow_sums(sums, moments, twice, moved[s], s, first, past)
            if j == past * NODE:
                _begin_sums(sums, moments, moved[s], past)


@cached_kernel(nogil=True)
def _nodes_and_bulges(points, matrix):
    """Squared distances to nodes (N, Q), and how far each block between two bulges from its chord (Q,)."""
    count, width = points.shape
    blocks = (count - 1) // NODE + 1
    nodes, bulges = np.empty((count, blocks)), np.zeros(blocks + GROUP + 1)
    for i in range(count):
        for q in range(blocks):
            nodes[i, q] = matrix[i, q * NODE]
    for q in range(blocks):
        low, high = q * NODE, min((q + 1) * NODE, count - 1)
        worst = 0.0
        for k in range(low + 1, high):
            share, total = (k - low) / (high - low), 0.0
            for d in range(width):
                miss = points[k, d] - (1.0 - share) * points[low, d] - share * points[high, d]
                total += miss * miss
            worst = max(worst, total)
        # Rounding must never make the bound too small; a bulge too large by a hair only costs a scan.
        bulges[q] = math.sqrt(worst) * (1.0 + 1e-9) + 1e-12
    return nodes, bulges


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
def _write_curve(end, moments, factors, curve):
    """Writes the control points P, Q and y_j; returns P.P, 2 P.Q, 2 P.y_j, Q.Q, 2 Q.y_j."""
    p1, p2, p3, p4 = factors[0]
    q1, q2, q3, q4 = factors[1]
    first, second, third = moments[0], moments[1], moments[2]
    pp, pq, py, qq, qy = 0.0, 0.0, 0.0, 0.0, 0.0
    for d in range(len(end)):
        y = end[d]
        p = p1 * first[d] + p2 * second[d] + p3 * third[d] + p4 * y
        q = q1 * first[d] + q2 * second[d] + q3 * third[d] + q4 * y
        curve[0, d], curve[1, d], curve[2, d] = p, q, y
        pp += p * p
        pq += p * q
        py += p * y
        qq += q * q
        qy += q * y
    return pp, 2.0 * pq, 2.0 * py, qq, 2.0 * qy


@cached_kernel(nogil=True)
def _largest_bend(form, c):
    """The larger of |2 P - Q|^2 and |P - 2 Q + y_j|^2: a sixth of the second derivative at either end."""
    pp, pq, py, qq, qy = form
    return max(0.0, 4.0 * pp - 2.0 * pq + qq, pp + 4.0 * qq + c - 2.0 * pq + py - 2.0 * qy)


@cached_kernel(fastmath=_FAST, nogil=True)
def _fill_apart(ahead, twice, sums, c, factors_and_form, where, apart):
    """Writes the squared distance to the curve of every node, to within rounding; returns the largest."""
    factors, form = factors_and_form
    i, s, first, past = where
    p1, p2, p3, p4 = factors[0]
    q1, q2, q3, q4 = factors[1]
    pp, pq, py, qq, qy = form
    one, two, three = sums[0], sums[1], sums[2]
    step, most = 1.0 / s, 0.0
    start = NODE * first - i
    for n in range(past - first):
        q = first + n
        u = (start + NODE * n) * step
        v = 1.0 - u
        uv = 3.0 * u * v
        b1, b2, b3 = uv * v, uv * u, u * u * u
        of_p = pp * b1 + pq * b2 + py * b3
        of_p -= p1 * one[q] + p2 * two[q] + p3 * three[q] + p4 * twice[q]
        of_q = qq * b2 + qy * b3
        of_q -= q1 * one[q] + q2 * two[q] + q3 * three[q] + q4 * twice[q]
        here = ahead[q] + b1 * of_p + b2 * of_q + b3 * (c * b3 - twice[q])
        apart[q] = here
        most = larger(most, here)
    return most


@cached_kernel(fastmath=_FAST, nogil=True)
def _grow_sums(sums, moments, twice, end, s, first, past):
    """Adds frame j to the moments, and to every node's sums 2 y_k . T_p."""
    p1 = float(s)
    p2, p3 = p1 * p1, p1 * p1 * p1
    one, two, three = sums[0], sums[1], sums[2]
    for n in range(past - first):
        q = first + n
        one[q] += p1 * twice[q]
        two[q] += p2 * twice[q]
        three[q] += p3 * twice[q]
    one, two, three = moments[0], moments[1], moments[2]
    for d in range(len(end)):
        one[d] += p1 * end[d]
        two[d] += p2 * end[d]
        three[d] += p3 * end[d]


@cached_kernel(fastmath=_FAST, nogil=True)
def _begin_sums(sums, moments, end, node):
    """Writes the sums of a node: all frames up to it are in the moments."""
    one, two, three = moments[0], moments[1], moments[2]
    s1, s2, s3 = 0.0, 0.0, 0.0
    for d in range(len(end)):
        s1 += one[d] * end[d]
        s2 += two[d] * end[d]
        s3 += three[d] * end[d]
    sums[0, node], sums[1, node], sums[2, node] = 2.0 * s1, 2.0 * s2, 2.0 * s3


@cached_kernel(fastmath=_FAST, nogil=True)
def _largest_of_likely(moved, curve, where, apart, bulges, bow, rounding):
    """The largest squared distance, measured in the blocks between nodes that may hold it."""
    i, s, first, past = where
    # The nodes at first - 1 and past stand for the ends, where the curve passes through the poses. Blocks
    # there are parts of whole ones, and bulge by at most twice as much.
    apart[first - 1], apart[past] = 0.0, 0.0
    top = first
    for q in range(first, past):
        if apart[q] > apart[top]:
            top = q
    best = _largest_between(moved, curve, s, max(NODE * (top - 1) - i, 0), min(NODE * (top + 1) - i, s))
    root = math.sqrt(best)
    for q in range(past + 1, past + 1 + GROUP):
        apart[q] = -1e300
    for group in range(first - 1, past, GROUP):
        most = 0.0
        for t in range(GROUP):
            q = group + t
            gap = root - 2.0 * bulges[q] - bow
            most = larger(most, larger(apart[q], apart[q + 1]) + rounding - gap * abs(gap))
        if most > 0.0:
            for q in range(group, min(group + GROUP, past)):
                gap = root - (bulges[q] if first <= q < past - 1 else 2.0 * bulges[q]) - bow
                if larger(apart[q], apart[q + 1]) + rounding > gap * abs(gap) and q != top and q != top - 1:
                    low, high = max(NODE * q - i, 0), min(NODE * (q + 1) - i, s)
                    best = larger(best, _largest_between(moved, curve, s, low, high))
                    root = math.sqrt(best)
    return best


@cached_kernel(fastmath=_FAST, nogil=True)
def _largest_between(moved, curve, s, low, high):
    """The largest squared distance to the curve of the frames low..high, counted from the segment's first."""
    worst, step = 0.0, 1.0 / s
    for t in range(low, high + 1):
        u = t * step
        b1, b2, b3 = 3.0 * u * (1.0 - u) ** 2, 3.0 * u * u * (1.0 - u), u * u * u
        total = 0.0
        for d in range(moved.shape[1]):
            miss = moved[t, d] - b1 * curve[0, d] - b2 * curve[1, d] - b3 * curve[2, d]
            total += miss * miss
        worst = larger(worst, total)
    return worst


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
