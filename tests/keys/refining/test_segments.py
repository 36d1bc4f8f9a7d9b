"""Segments: leverage and errors against slow twins, and keys from them against every choice there is."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.animation import QUATERNION, Animation
from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.bake import poses_at
from kinegraph.core.curves.curve import Curve
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.tips import tip_positions
from kinegraph.keys.curves.channels import RigChannels, rig_channels
from kinegraph.keys.refining.leverage import leverage_of
from kinegraph.keys.refining.path_kernels import cheapest_path, walk_back
from kinegraph.keys.refining.segment_kernels import point_misses, scratch_for, segment_error


def played_points(rig: RigChannels, values: Floats) -> Floats:
    """(F, J + T, 3) joints and tips where the channels have these values."""
    clip = rig.clip
    curves = {channel: Curve.linear(clip.times, values[row]) for row, channel in enumerate(rig.channels)}
    animation = Animation(clip.skeleton, clip.fps, curves, rig.rotation_modes)
    world = forward_kinematics(poses_at(animation, clip.times, clip.fps))
    return np.concatenate([world.positions, tip_positions(clip.skeleton, world)], axis=1)


@pytest.mark.parametrize("mode", ["ZXY", "XYZ", QUATERNION])
def test_small_misses_move_points_as_forward_kinematics_does(mode: str) -> None:
    rig = rig_channels(swaying_clip(2, 20), mode)
    lever = leverage_of(rig)
    misses = 1e-6 * np.random.default_rng(1).normal(size=rig.values.shape)
    apart = played_points(rig, rig.values + misses) - played_points(rig, rig.values)
    squares = (apart**2).sum(axis=-1)
    work = scratch_for(len(rig.channels), len(rig.clip.skeleton))
    for frame in range(20):
        found = point_misses(lever, frame, kernel_floats(misses[:, frame]), work[3], work[4])
        np.testing.assert_allclose(found, (squares[frame].max(), squares[frame].sum()), rtol=1e-4)


def test_a_segment_misses_by_what_the_best_cubics_do() -> None:
    rig = rig_channels(swaying_clip(3, 60))
    lever, values = leverage_of(rig), kernel_floats(rig.values.T)
    work = scratch_for(len(rig.channels), len(rig.clip.skeleton))
    for i, j in ((0, 8), (10, 31), (20, 24)):
        u = (np.arange(i + 1, j) - i) / (j - i)
        free = np.stack([3 * u * (1 - u) ** 2, 3 * u * u * (1 - u)], axis=1)
        rest = values[i + 1 : j] - np.outer((1 - u) ** 3, values[i]) - np.outer(u**3, values[j])
        miss = rest - free @ np.linalg.lstsq(free, rest, rcond=None)[0]
        each = [
            point_misses(lever, i + 1 + k, kernel_floats(miss[k]), work[3], work[4]) for k in range(len(u))
        ]
        largest, total = np.array(each).T
        found = segment_error(values, lever, i, j, work)
        np.testing.assert_allclose(found, (np.sqrt(largest.max()), total.sum()), rtol=1e-6, atol=1e-15)


@pytest.mark.parametrize("bound", [0.6, 0.9, 5.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_cheapest_path_is_the_cheapest_of_all(seed: int, bound: float) -> None:
    rng = np.random.default_rng(seed)
    frames, gap, price = 9, 2, 0.3
    largest, totals = rng.random((2, frames, frames))
    usable = np.ones(frames, dtype=np.int64)
    usable[3], usable[5] = 0, 2
    reach = np.minimum(frames - 1 - np.arange(frames), frames - 1)
    back = np.empty(frames, dtype=np.int64)
    count, cost = cheapest_path(largest, totals, reach, usable, gap, bound, price, back)

    def cost_of(keys: tuple[int, ...]) -> float:
        steps = [(i, j - i) for i, j in pairwise(keys)]
        if any(s < gap or largest[i, s] > bound for i, s in steps):
            return np.inf
        return sum(totals[i, s] + price for i, s in steps)

    inner = (1, 2, 4, 6, 7)
    ways = [
        tuple(sorted((0, 5, 8, *chosen))) for n in range(len(inner) + 1) for chosen in combinations(inner, n)
    ]
    best = min(ways, key=cost_of)
    if not np.isfinite(cost_of(best)):
        assert count == 0
        return
    assert cost == pytest.approx(cost_of(best))
    assert tuple(walk_back(back, count).tolist()) == best
