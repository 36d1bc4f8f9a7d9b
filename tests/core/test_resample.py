"""Resampling: exact where grids meet, constant speed between, never past the end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.core_samples import random_clip, random_skeleton
from tests.present import present

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import axis_angle_from_quat, quat_from_axis_angle
from kinegraph.core.resample import resample, retime, sample_at
from kinegraph.core.skeleton import Skeleton


def clip_of(frames: int, fps: float = 30.0, slides: bool = False) -> Clip:
    rng = np.random.default_rng(1)
    clip = random_clip(rng, random_skeleton(rng, 4), frames, slides)
    return Clip(clip.skeleton, fps, clip.root_translations, clip.rotations, clip.translations)


@pytest.mark.parametrize("factor", [1, 2, 3, 4, 7])
def test_old_frames_are_copied_exactly_at_whole_multiples_of_the_rate(factor: int) -> None:
    clip = clip_of(9, slides=True)
    finer = resample(clip, clip.fps * factor)
    assert len(finer) == 8 * factor + 1
    np.testing.assert_array_equal(finer.rotations[::factor], clip.rotations)
    np.testing.assert_array_equal(finer.root_translations[::factor], clip.root_translations)
    np.testing.assert_array_equal(present(finer.translations)[::factor], clip.translations)


def test_frames_are_dropped_exactly_at_a_whole_fraction_of_the_rate() -> None:
    clip = clip_of(121, fps=120.0)
    coarser = resample(clip, 30.0)
    assert len(coarser) == 31
    np.testing.assert_array_equal(coarser.rotations, clip.rotations[::4])


@given(st.integers(1, 40), st.floats(1.0, 240.0), st.floats(1.0, 240.0))
def test_the_new_clip_ends_within_a_frame_of_the_old_and_never_after_it(
    frames: int, fps: float, wanted: float
) -> None:
    clip = clip_of(frames, fps)
    new = resample(clip, wanted)
    assert new.duration <= clip.duration + 1e-6 / wanted
    assert new.duration > clip.duration - 1.0 / wanted - 1e-6 / wanted
    np.testing.assert_array_equal(new.rotations[0], clip.rotations[0])


def test_a_steady_turn_stays_steady() -> None:
    angles = np.linspace(0.0, 2.0, 11)
    skeleton = Skeleton.from_offsets(["spinner"], [-1], [[0, 0, 0]])
    rotations = quat_from_axis_angle(angles[:, None, None] * [0.0, 1.0, 0.0])
    clip = Clip(skeleton, 10.0, angles[:, None] * [1.0, 0.0, 0.0], rotations)
    finer = resample(clip, 37.0)
    np.testing.assert_allclose(
        axis_angle_from_quat(finer.rotations[:, 0])[:, 1], 2.0 * finer.times, atol=1e-14
    )
    np.testing.assert_allclose(finer.root_translations[:, 0], 2.0 * finer.times, atol=1e-14)


def test_quaternions_of_opposite_sign_take_the_shorter_way() -> None:
    skeleton = Skeleton.from_offsets(["only"], [-1], [[0, 0, 0]])
    rotations = np.array([[[0.0, 0.0, 0.0, 1.0]], [[0.0, 0.0, 0.0, -1.0]]])
    clip = Clip(skeleton, 1.0, np.zeros((2, 3)), rotations)
    np.testing.assert_allclose(
        resample(clip, 4.0).rotations[:4], np.tile([0, 0, 0, 1.0], (4, 1, 1)), atol=1e-15
    )


def test_retiming_keeps_both_end_poses() -> None:
    clip = clip_of(10)
    slower = retime(clip, 2.0)
    assert len(slower) == 61
    np.testing.assert_array_equal(slower.rotations[[0, -1]], clip.rotations[[0, -1]])
    np.testing.assert_array_equal(retime(clip, clip.duration).rotations, clip.rotations)


def test_times_outside_the_clip_give_its_end_poses() -> None:
    clip = clip_of(5)
    poses = sample_at(clip, [-3.0, 99.0], 30.0)
    np.testing.assert_array_equal(poses.rotations, clip.rotations[[0, -1]])


@pytest.mark.parametrize("fps", [0.0, -1.0, np.nan, np.inf])
def test_an_impossible_rate_is_refused(fps: float) -> None:
    with pytest.raises(InvalidValue, match="rate"):
        resample(clip_of(3), fps)
