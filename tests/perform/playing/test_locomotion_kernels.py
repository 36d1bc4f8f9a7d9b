"""The compiled walker does what a plain one does, on random feet."""

import math

import numpy as np
import pytest

from kinegraph.perform.playing.locomotion_kernels import WalkerMemory, new_state, walk_frames

HOVER = 0.07


def plain_walk(points: np.ndarray, seconds: float, parts: int = 4000) -> np.ndarray:
    """(F, 3) offsets of the base for marked points (F, P, 3): each frame in many parts, the lowest stands."""
    base, speed, offsets = np.zeros(2), np.zeros(2), []
    for frame, now in enumerate(points):
        low = now[:, 1].min()
        share = min(max((low - HOVER) / HOVER, 0.0), 1.0)
        fall = -low * (1.0 - share * share * (3.0 - 2.0 * share))
        if frame > 0:
            before = points[frame - 1]
            push = (before - now)[:, [0, 2]]
            middles = (np.arange(parts) + 0.5) / parts
            heights = before[:, 1] + middles[:, None] * (now - before)[:, 1]
            moved = push[heights.argmin(axis=1)].mean(axis=0)
            ends = np.array([before[:, 1].min(), low])
            above = ends > 2.0 * HOVER
            standing = 1.0 - above.mean() if above.all() or not above.any() else None
            if standing is None:
                standing = (2.0 * HOVER - ends.min()) / np.ptp(ends)
            base = base + standing * moved + (1.0 - standing) * seconds * speed
            if standing > 0.0:
                speed = speed + (1.0 - math.exp(-standing * seconds / 0.06)) * (moved / seconds - speed)
        offsets.append([base[0], fall, base[1]])
    return np.array(offsets)


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
    reaches = np.array([HOVER, 0.0])  # and no patience
    carried = new_state(), np.zeros((count, 3)), np.zeros((count, 3))
    walker = WalkerMemory(np.zeros(count, dtype=np.int64), np.zeros((count, 3)), reaches, *carried)
    walk_frames(points, 1 / 60, walker, offsets)
    np.testing.assert_allclose(offsets, plain_walk(points, 1 / 60), atol=1e-3)
    assert np.ptp(offsets[:, 2]) > 0.01
