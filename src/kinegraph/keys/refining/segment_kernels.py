"""Compiled errors of segments: what curves between two keys would miss, at the joints and tips as they play.

Between keys i and j each channel follows the best cubic in time through its values there. What it misses
moves joints and tips by their leverage, to first order.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.selection.cubic_kernels import FAST, bernstein, fit_cubics

# Frames of a segment that are looked at, about; in longer ones every second, third ... frame.
_LOOKED_AT = 24


@cached_kernel(fastmath=FAST, nogil=True)
def point_misses(lever, frame, misses, turned, moved):
    """Largest and summed squared weighted distance of the points at a frame, for channel misses (C,)."""
    joints, parents, carriers = lever.joints, lever.parents, lever.carriers
    axes, bones = lever.axes[frame], lever.bones[frame]
    reaches, weights = lever.reaches[frame], lever.weights[frame]
    count, row, channels = len(parents), 0, len(joints)
    largest, total = 0.0, 0.0
    for j in range(count):
        p = parents[j]
        if p >= 0:
            wx, wy, wz = turned[p, 0], turned[p, 1], turned[p, 2]
            bx, by, bz = bones[j, 0], bones[j, 1], bones[j, 2]
            x = moved[p, 0] + wy * bz - wz * by
            y = moved[p, 1] + wz * bx - wx * bz
            z = moved[p, 2] + wx * by - wy * bx
        else:
            wx = wy = wz = x = y = z = 0.0
        while row < channels and joints[row] == j:
            miss = misses[row]
            if lever.turns[row]:
                wx += miss * axes[row, 0]
                wy += miss * axes[row, 1]
                wz += miss * axes[row, 2]
            else:
                x += miss * axes[row, 0]
                y += miss * axes[row, 1]
                z += miss * axes[row, 2]
            row += 1
        turned[j, 0], turned[j, 1], turned[j, 2] = wx, wy, wz
        moved[j, 0], moved[j, 1], moved[j, 2] = x, y, z
        apart = weights[j] * weights[j] * (x * x + y * y + z * z)
        largest = max(largest, apart)
        total += apart
    for t in range(len(carriers)):
        j = carriers[t]
        wx, wy, wz = turned[j, 0], turned[j, 1], turned[j, 2]
        bx, by, bz = reaches[t, 0], reaches[t, 1], reaches[t, 2]
        x = moved[j, 0] + wy * bz - wz * by
        y = moved[j, 1] + wz * bx - wx * bz
        z = moved[j, 2] + wx * by - wy * bx
        apart = weights[count + t] * weights[count + t] * (x * x + y * y + z * z)
        largest = max(largest, apart)
        total += apart
    return largest, total


@cached_kernel(fastmath=FAST, nogil=True)
def segment_error(values, lever, i, j, work):
    """Largest distance [m] and sum of squared distances [m2] of the best cubics from frame i to frame j.

    values: (F, C) channels by frame. work: scratch from `scratch_for`.
    """
    span = j - i
    if span <= 3:  # up to two frames between: the cubic passes through them
        return 0.0, 0.0
    first, second, misses, turned, moved = work
    channels = values.shape[1]
    step = max(1, (span + _LOOKED_AT - 1) // _LOOKED_AT)
    start = i + max(1, step // 2)
    # As `fit_cubics`, whose call costs this loop a tenth of its time.
    first[:] = 0.0
    second[:] = 0.0
    m11, m12, m22 = 0.0, 0.0, 0.0
    for k in range(start, j, step):
        b0, b1, b2, b3 = bernstein((k - i) / span)
        m11 += b1 * b1
        m12 += b1 * b2
        m22 += b2 * b2
        for c in range(channels):
            rest = values[k, c] - b0 * values[i, c] - b3 * values[j, c]
            first[c] += b1 * rest
            second[c] += b2 * rest
    scale = 1.0 / (m11 * m22 - m12 * m12)
    for c in range(channels):
        p = (m22 * first[c] - m12 * second[c]) * scale
        second[c] = (m11 * second[c] - m12 * first[c]) * scale
        first[c] = p
    largest, total, seen = 0.0, 0.0, 0
    for k in range(start, j, step):
        b0, b1, b2, b3 = bernstein((k - i) / span)
        for c in range(channels):
            misses[c] = values[k, c] - b0 * values[i, c] - b3 * values[j, c] - b1 * first[c] - b2 * second[c]
        worst, squares = point_misses(lever, k, misses, turned, moved)
        largest = max(largest, worst)
        total += squares
        seen += 1
    return math.sqrt(largest), total * (span - 1) / seen


@cached_kernel(nogil=True)
def scratch_for(channels, joints):
    """Room for `segment_error`."""
    rows = np.empty((3, channels))
    return rows[0], rows[1], rows[2], np.empty((joints, 3)), np.empty((joints, 3))


@cached_kernel(nogil=True)
def fill_edges(values, lever, start, stop, bound, reach, largest, totals):
    """Writes the errors of the segments that begin at the frames start..stop-1.

    largest, totals: (F, reach + 1); [i, s] is of the segment from frame i to i + s.
    reach: (F,) written: how far segments from each frame go. A row ends where `bound` [m] has been passed for
    a while, since longer segments hardly come back below it.
    """
    frames, channels = values.shape
    work = scratch_for(channels, len(lever.parents))
    for i in range(start, stop):
        beyond, s = 0, 1
        limit = min(largest.shape[1] - 1, frames - 1 - i)
        while s <= limit and beyond <= 3 + s // 4:
            largest[i, s], totals[i, s] = segment_error(values, lever, i, i + s, work)
            beyond = beyond + 1 if largest[i, s] > bound else 0
            s += 1
        reach[i] = s - 1


@cached_kernel(fastmath=FAST, nogil=True)
def turn_misses(values, lever, keys):
    """(J,) for each joint the sum over frames of the fourth power of the angle that cubics through keys miss.

    values: (F, C) channels by frame; keys: (K,) frames. Angles are the joint's own [rad].
    """
    channels, joints = values.shape[1], len(lever.parents)
    p, q, _, turns, _ = scratch_for(channels, joints)
    totals = np.zeros(joints)
    for s in range(len(keys) - 1):
        i, j = keys[s], keys[s + 1]
        if j - i <= 3:
            continue
        fit_cubics(values, i, j, p, q)
        for k in range(i + 1, j):
            b0, b1, b2, b3 = bernstein((k - i) / (j - i))
            turns[:] = 0.0
            for c in range(channels):
                if lever.turns[c]:
                    miss = values[k, c] - b0 * values[i, c] - b3 * values[j, c] - b1 * p[c] - b2 * q[c]
                    for axis in range(3):
                        turns[lever.joints[c], axis] += miss * lever.axes[k, c, axis]
            for joint in range(joints):
                x, y, z = turns[joint, 0], turns[joint, 1], turns[joint, 2]
                totals[joint] += (x * x + y * y + z * z) ** 2
    return totals
