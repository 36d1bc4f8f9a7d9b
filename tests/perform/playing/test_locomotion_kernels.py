"""The compiled walker does what a plain one does, on random feet."""

import math

import numpy as np
import pytest

from kinegraph.perform.playing.locomotion_kernels import new_state, walk_frames

MARGIN, HOLD, HOVER, TURNING = 0.025, 0.08, 0.07, 0.17


def plain_walk(points: np.ndarray, seconds: float) -> np.ndarray:
    """(F, 3) offsets of the base for marked points (F, P, 3), as the kernel's words tell it."""
    base, speed, heading = np.zeros(2), np.zeros(2), np.zeros(2)
    support, offsets = None, []
    for frame, now in enumerate(points):
        heights = now[:, 1]
        low = heights.min()
        share = min(max((low - HOVER) / HOVER, 0.0), 1.0)
        fall = -low * (1.0 - share * share * (3.0 - 2.0 * share))
        if frame > 0:
            pushes = (points[frame - 1] - now)[:, [0, 2]] / seconds
            if low > 2.0 * HOVER:
                support = None
            else:
                heading = heading + (1.0 - math.exp(-seconds / 0.3)) * (pushes[heights.argmin()] - heading)
                along = pushes @ heading
                if support is None or heights[support] > low + HOLD or along[support] < 0.0:
                    support = best_of(along, heights, low + MARGIN)
                    if along[support] < 0.0:
                        support = best_of(along, heights, low + HOLD)
                if along[support] < 0.0 and np.linalg.norm(heading) > TURNING:
                    support, speed = None, speed * math.exp(-seconds / 0.12)
                else:
                    speed = pushes[support]
            base = base + speed * seconds
        offsets.append([base[0], fall, base[1]])
    return np.array(offsets)


def best_of(along: np.ndarray, heights: np.ndarray, up_to: float) -> int:
    return max(np.flatnonzero(heights <= up_to).tolist(), key=lambda point: (along[point], -heights[point]))


def random_feet(seed: int, count: int, lift: float) -> np.ndarray:
    """Points that swing to and fro at their own pace and phase, some way off the ground [m]."""
    rng = np.random.default_rng(seed)
    t = np.arange(240)[:, None] / 60.0
    phase = 2 * np.pi * (rng.uniform(0.6, 1.4, count) * t + rng.uniform(0, 1, count))
    height = lift * np.maximum(np.sin(phase), -0.2) + rng.uniform(0, 0.03, count)
    return np.stack([0.05 * np.sin(2 * phase), height, 0.3 * np.cos(phase)], axis=-1)


@pytest.mark.parametrize(("seed", "count", "lift"), [(0, 4, 0.1), (1, 4, 0.3), (2, 8, 0.05), (3, 1, 0.2)])
def test_the_kernel_walks_as_a_plain_walker_does(seed: int, count: int, lift: float) -> None:
    points = random_feet(seed, count, lift)
    offsets = np.empty((len(points), 3))
    state, previous = new_state(), np.zeros((count, 3))
    walk_frames(points, False, 1 / 60, MARGIN, HOLD, HOVER, TURNING, state, previous, offsets)
    np.testing.assert_allclose(offsets, plain_walk(points, 1 / 60), atol=1e-9)
    assert np.ptp(offsets[:, 2]) > 0.01
