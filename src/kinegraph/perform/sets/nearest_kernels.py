"""Compiled nearest rotations of blended matrices, where keys pull a joint to opposite sides.

The rotation nearest to a matrix is the quaternion q with the largest q' K q, for a symmetric K that is linear
in the matrix (Horn 1987). It is continuous wherever the largest eigenvalue of K is single. The gap to the
second says how clearly: 1 for a rotation, 0 where two rotations are as near. Where the gap closes, a mean of
the keys is mixed into K. What is left are single points, and around each of them the joint turns by a whole
round: no continuous way through exists there.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.perform.sets.orthonormal_kernels import LANES

# A gap below which keys cancel each other, so that the rotation is a guess. Half-way between two keys 160
# degrees apart the gap is 0.29, for 163 degrees 0.25, for 170 degrees 0.15: in most sets this never happens.
CLEAR = 0.25
_SWEEPS = 12
_ROTATION = math.sqrt(12.0)  # size of the K of a rotation
_LEAST = 0.1  # how much of a rotation the mean of the keys is at least


@cached_kernel(nogil=True, error_model="numpy")
def fill_lane_form(tile, lane, form):
    """Writes (4, 4) the K of the matrix in a lane of a tile; quaternions are xyzw."""
    a, b, c = tile[lane], tile[lane + LANES], tile[lane + 2 * LANES]
    d, e, f = tile[lane + 3 * LANES], tile[lane + 4 * LANES], tile[lane + 5 * LANES]
    g, h, i = tile[lane + 6 * LANES], tile[lane + 7 * LANES], tile[lane + 8 * LANES]
    form[0, 0], form[1, 1], form[2, 2], form[3, 3] = a - e - i, e - a - i, i - a - e, a + e + i
    form[0, 1] = form[1, 0] = b + d
    form[0, 2] = form[2, 0] = c + g
    form[1, 2] = form[2, 1] = f + h
    form[0, 3] = form[3, 0] = h - f
    form[1, 3] = form[3, 1] = c - g
    form[2, 3] = form[3, 2] = d - b


@cached_kernel(nogil=True, error_model="numpy")
def add_rotation_form(form, quat, amount):
    """Adds the K of a rotation, `amount` times."""
    for i in range(4):
        for j in range(4):
            form[i, j] += amount * 4.0 * quat[i] * quat[j]
        form[i, i] -= amount


@cached_kernel(nogil=True, error_model="numpy")
def form_size(form):
    """Share of a rotation in a K: 1 for that of one."""
    square = 0.0
    for i in range(4):
        for j in range(4):
            square += form[i, j] * form[i, j]
    return math.sqrt(square) / _ROTATION


@cached_kernel(nogil=True, error_model="numpy")
def nearest_quat(form, quat):
    """Writes the unit quaternion with the largest q' K q, w >= 0; returns the gap. `form` is overwritten."""
    size = form_size(form)
    vectors = np.eye(4)
    for _ in range(_SWEEPS):
        rest = 0.0
        for p in range(3):
            for q in range(p + 1, 4):
                rest += form[p, q] * form[p, q]
                _turn_away(form, vectors, p, q)
        if rest <= 1e-30 * size * size:
            break
    best, second = 0, -1
    for i in range(1, 4):
        if form[i, i] > form[best, best]:
            best = i
    for i in range(4):
        if i != best and (second < 0 or form[i, i] > form[second, second]):
            second = i
    sign = -1.0 if vectors[3, best] < 0.0 else 1.0
    for i in range(4):
        quat[i] = sign * vectors[i, best]
    return (form[best, best] - form[second, second]) / (4.0 * size) if size > 0.0 else 0.0


@cached_kernel(nogil=True, error_model="numpy")
def _turn_away(form, vectors, p, q):
    """Jacobi's rotation: makes entry (p, q) of a symmetric matrix zero."""
    if form[p, q] == 0.0:
        return
    slope = (form[q, q] - form[p, p]) / (2.0 * form[p, q])
    tangent = math.copysign(1.0, slope) / (abs(slope) + math.sqrt(slope * slope + 1.0))
    cosine = 1.0 / math.sqrt(tangent * tangent + 1.0)
    sine = tangent * cosine
    for i in range(4):
        form[i, p], form[i, q] = (
            cosine * form[i, p] - sine * form[i, q],
            sine * form[i, p] + cosine * form[i, q],
        )
    for i in range(4):
        form[p, i], form[q, i] = (
            cosine * form[p, i] - sine * form[q, i],
            sine * form[p, i] + cosine * form[q, i],
        )
        old = vectors[i, p]
        vectors[i, p], vectors[i, q] = (
            cosine * old - sine * vectors[i, q],
            sine * old + cosine * vectors[i, q],
        )


@cached_kernel(nogil=True, error_model="numpy")
def mean_amount(size, gap):
    """Share of the keys' mean that is mixed into a K of a size and a gap."""
    share = min(max((CLEAR - gap) / CLEAR, 0.0), 1.0)
    return (size + _LEAST) * share * share * (3.0 - 2.0 * share)
