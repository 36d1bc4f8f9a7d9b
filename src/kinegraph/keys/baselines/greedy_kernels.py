"""Compiled passes of the two greedy methods: keys added one by one, and keys removed one by one."""

import numpy as np
from numba import njit


@njit(cache=True)
def farthest_from_chord(points, i, j):
    """The frame between i and j farthest from the line through them, and its squared distance.

    Where nothing lies between, the frame is -1 and the distance -1. Ties go to the earliest frame.
    """
    width = points.shape[1]
    length = 0.0
    for d in range(width):
        length += (points[j, d] - points[i, d]) ** 2
    frame, farthest = -1, -1.0
    for k in range(i + 1, j):
        along, total = 0.0, 0.0
        for d in range(width):
            along += (points[k, d] - points[i, d]) * (points[j, d] - points[i, d])
        share = along / length if length > 0.0 else 0.0
        for d in range(width):
            total += (points[k, d] - points[i, d] - share * (points[j, d] - points[i, d])) ** 2
        if total > farthest:
            frame, farthest = k, total
    return frame, farthest


@njit(cache=True)
def frames_as_added(points, most):
    """(most,) frames in the order in which they become keys: the two ends, then ever the farthest."""
    count = len(points)
    added = np.empty(most, dtype=np.int64)
    added[0], added[1] = 0, count - 1
    ends = np.empty(count, dtype=np.int64)  # per key the next key
    worst_frames, worst = np.full(count, -1), np.full(count, -1.0)  # per key what its segment hides
    ends[0] = count - 1
    worst_frames[0], worst[0] = farthest_from_chord(points, 0, count - 1)
    for n in range(2, most):
        key = np.argmax(worst)
        frame, end = worst_frames[key], ends[key]
        ends[key], ends[frame] = frame, end
        worst_frames[key], worst[key] = farthest_from_chord(points, key, frame)
        worst_frames[frame], worst[frame] = farthest_from_chord(points, frame, end)
        added[n] = frame
    return added


@njit(cache=True)
def frames_as_removed(points, fewest):
    """(N - fewest,) frames in the order in which they stop being keys."""
    count = len(points)
    removed = np.empty(count - fewest, dtype=np.int64)
    before, after = np.arange(count) - 1, np.arange(count) + 1
    loss = np.full(count, np.inf)  # by how much the motion is distorted without this key
    for k in range(1, count - 1):
        loss[k] = farthest_from_chord(points, k - 1, k + 1)[1]
    for n in range(count - fewest):
        key = np.argmin(loss)
        loss[key] = np.inf
        left, right = before[key], after[key]
        after[left], before[right] = right, left
        if left > 0:
            loss[left] = farthest_from_chord(points, before[left], right)[1]
        if right < count - 1:
            loss[right] = farthest_from_chord(points, left, after[right])[1]
        removed[n] = key
    return removed
