"""Contacts: made-up steps whose answer is known, and a captured walk that a person can judge."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.core.core_samples import IDENTITY
from tests.present import present

from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import (
    ContactLimits,
    character_height,
    detect_contacts,
    joint_points,
    point_speeds,
    runs,
    standing_height,
)
from kinegraph.core.errors import InvalidValue, UnknownJoint
from kinegraph.core.resample import resample
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.skeleton import Skeleton

UP = np.array([0.0, 1.0, 0.0])
PERIOD, SWING = 1.2, 0.4  # [s] a step and the part of it that the foot is in the air


def walker() -> Skeleton:
    """Two metres tall; feet and a hand that can be put anywhere."""
    names, heights = ["hips", "left foot", "right foot", "hand", "head"], [1.0, -1.0, -1.0, 0.2, 1.0]
    return Skeleton.from_offsets(names, [-1, 0, 0, 0, 0], [[0.0, height, 0.0] for height in heights])


def foot_path(times: np.ndarray, lag: float) -> np.ndarray:
    """(F, 3) a foot that swings 0.8 m ahead, 0.2 m high, in the last SWING of each PERIOD, else stands."""
    phase = (times + lag) / PERIOD
    steps, share = np.floor(phase), phase - np.floor(phase)
    swing = np.clip((share - (1 - SWING / PERIOD)) / (SWING / PERIOD), 0.0, 1.0)
    ahead = 0.8 * (steps + swing - np.sin(2 * np.pi * swing) / (2 * np.pi))
    return np.stack([np.zeros_like(times), 0.2 * np.sin(np.pi * swing) ** 2, ahead], axis=-1)


def clip_of(places: np.ndarray, fps: float) -> Clip:
    """The walker with its feet and hand at world places (F, 3, 3), hips one metre above the origin."""
    frames, skeleton = len(places), walker()
    translations = np.tile(skeleton.offsets, (frames, 1, 1))
    translations[:, 1:4] = places - skeleton.offsets[0]
    rotations = np.tile(IDENTITY, (frames, 5, 1))
    return Clip(skeleton, fps, translations[:, 0], rotations, translations)


def walk(fps: float = 60.0, seconds: float = 6.0, floor: float = 0.0) -> Clip:
    times = np.arange(round(seconds * fps) + 1) / fps
    hand = np.stack([np.zeros_like(times), np.full_like(times, 1.0), 0.1 * np.sin(times)], axis=-1)
    places = np.stack([foot_path(times, 0.0), foot_path(times, 0.5 * PERIOD), hand], axis=1)
    return clip_of(places + np.array([0.0, floor, 0.0]), fps)


def feet(clip: Clip) -> tuple:
    return joint_points(clip.skeleton, ["left foot", "right foot", "hand"])


@pytest.mark.parametrize("fps", [24.0, 30.0, 60.0, 120.0, 240.0])
def test_a_synthetic_walk_is_found_to_a_twentieth_of_a_second_at_any_rate(fps: float) -> None:
    clip = walk(fps)
    found = detect_contacts(clip, feet(clip)).intervals(0)
    stands = [(k * PERIOD, (k + 1) * PERIOD - SWING) for k in range(5)]
    for (start, stop), (stand, lift) in zip(found, stands, strict=True):
        assert start / fps == pytest.approx(stand, abs=0.06 + 1 / fps)
        assert stop / fps == pytest.approx(lift, abs=0.06 + 1 / fps)


def test_a_hand_that_moves_slowly_in_the_air_touches_nothing() -> None:
    clip = walk()
    contacts = detect_contacts(clip, feet(clip))
    assert not contacts.touching[:, 2].any()
    assert contacts.names == ("left foot", "right foot", "hand")


@pytest.mark.parametrize("floor", [-3.0, 0.0, 0.7])
def test_the_ground_is_found_wherever_it_is(floor: float) -> None:
    clip = walk(floor=floor)
    contacts = detect_contacts(clip, feet(clip))
    assert contacts.ground == pytest.approx(floor, abs=1e-3)
    assert contacts.duty_factors()[0] == pytest.approx(1 - SWING / PERIOD, abs=0.1)


def test_a_few_stray_frames_under_the_ground_do_not_move_it() -> None:
    clip = walk()
    translations = present(clip.translations).copy()
    translations[100:104, 1, 1] -= 0.5
    contacts = detect_contacts(replace(clip, translations=translations), feet(clip))
    assert contacts.ground == pytest.approx(0.0, abs=1e-2)


@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_size_does_not_matter(factor: float) -> None:
    clip = walk()
    normal, other = detect_contacts(clip, feet(clip)), scale_lengths(clip, factor)
    np.testing.assert_array_equal(detect_contacts(other, feet(other)).touching, normal.touching)


def test_time_may_run_backwards() -> None:
    clip = walk()
    backwards = replace(
        clip,
        root_translations=clip.root_translations[::-1],
        rotations=clip.rotations[::-1],
        translations=present(clip.translations)[::-1],
    )
    there, back = (detect_contacts(c, feet(c)).touching for c in (clip, backwards))
    np.testing.assert_array_equal(back, there[::-1])


def test_a_foot_that_slides_fast_along_the_ground_does_not_stand() -> None:
    times = np.arange(121) / 60.0
    slide = np.stack([np.zeros(121), np.zeros(121), 2.0 * times], axis=-1)
    still = np.zeros((121, 3))
    clip = clip_of(np.stack([slide, still, still + UP], axis=1), 60.0)
    touching = detect_contacts(clip, feet(clip)).touching
    assert not touching[:, 0].any()
    assert touching[:, 1].all()


def test_in_a_jump_no_foot_touches_until_it_lands() -> None:
    times = np.arange(181) / 60.0
    air = np.clip((times - 1.0) / 0.8, 0.0, 1.0)
    jump = np.stack([np.zeros(181), 4 * 0.8 * air * (1 - air), np.zeros(181)], axis=-1)
    clip = clip_of(np.stack([jump, jump, jump + UP], axis=1), 60.0)
    touching = detect_contacts(clip, feet(clip)).touching[:, :2]
    assert not touching[(times > 1.08) & (times < 1.72)].any()
    assert touching[(times < 0.95) | (times > 1.87)].all()


def test_noise_at_the_limit_does_not_make_contacts_chatter() -> None:
    clip = walk(120.0)
    noise = np.random.default_rng(1).normal(scale=0.002, size=(len(clip), 5, 3))
    noise[:, 0] = 0.0
    noisy = replace(clip, translations=present(clip.translations) + noise)
    assert len(detect_contacts(noisy, feet(clip)).intervals(0)) == 5


def test_a_short_touch_and_a_short_gap_are_taken_for_noise() -> None:
    times = np.arange(241) / 60.0
    height = np.where((times > 1.0) & (times < 1.5), 0.5, 0.0)  # two real stands
    height[75:77] = 0.0  # a touch of two frames in the air
    height[150:152] = 0.5  # a gap of two frames in the second stand
    foot = np.stack([np.zeros(241), height, np.zeros(241)], axis=-1)
    other = np.zeros((241, 3))
    clip = clip_of(np.stack([foot, other, other + UP], axis=1), 60.0)
    sharp = ContactLimits(slow=1e3, slow_loose=1e3)
    assert detect_contacts(clip, feet(clip), sharp).intervals(0) == ((0, 61), (90, 241))


def test_a_point_on_the_sole_and_the_ankle_above_it_agree() -> None:
    clip = walk()
    sole, ankle = (
        ContactPoint("sole", 1, np.array([0.0, 0.0, 0.0])),
        ContactPoint("ankle", 1, np.array([0.0, 0.12, 0.0])),
    )
    contacts = detect_contacts(clip, [sole, ankle])
    np.testing.assert_array_equal(contacts.touching[:, 0], contacts.touching[:, 1])
    np.testing.assert_allclose(contacts.resting_heights, [0.0, 0.12], atol=1e-3)


def test_one_frame_is_enough() -> None:
    clip = walk().frames(0, 1)
    assert detect_contacts(clip, feet(clip)).touching[0].tolist() == [True, True, False]


def test_runs_are_half_open_and_ordered() -> None:
    assert runs(np.array([True, False, True, True])) == ((0, 1), (2, 4))
    assert runs(np.zeros(3, dtype=bool)) == ()
    assert runs(np.ones(3, dtype=bool)) == ((0, 3),)


def test_speeds_of_steady_motion_are_exact_to_the_ends() -> None:
    places = np.arange(50.0)[:, None, None] * np.array([[[0.0, 0.0, 0.02]]])
    np.testing.assert_allclose(point_speeds(places, 50.0), 1.0, atol=1e-12)


def test_height_is_measured_at_rest_and_is_never_nothing() -> None:
    assert character_height(walker()) == pytest.approx(2.0)
    flat = Skeleton.from_offsets(["tail", "nose"], [-1, 0], [[0, 0, 0], [0, 0, 0.9]])
    assert character_height(flat) == pytest.approx(0.3)
    assert character_height(Skeleton.from_offsets(["dot"], [-1], [[0, 0, 0]])) == 1.0


def test_a_rig_that_rests_lying_down_is_as_tall_as_it_stands_in_its_motion() -> None:
    lying = Skeleton.from_offsets(
        ["hips", "head", "knee", "foot"], [-1, 0, 0, 2], [[0, 0, 0], [0.8, 0, 0], [-0.4, 0, 0], [-0.4, 0, 0]]
    )
    upright = np.tile([0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)], (20, 1))  # x turned up
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (20, 4, 1))
    roots = np.tile([0.0, 0.8, 0.0], (20, 1))
    assert standing_height(Clip(lying, 30.0, roots, rotations)) == pytest.approx(1.6 / 3.0)
    rotations[:, 0] = upright
    assert standing_height(Clip(lying, 30.0, roots, rotations)) == pytest.approx(1.6)
    tall = walker()
    crouching = Clip(tall, 30.0, np.zeros((5, 3)), np.repeat(tall.rest_rotations[None], 5, axis=0))
    assert standing_height(crouching) == character_height(tall)


def test_no_points_and_points_on_missing_joints_are_refused() -> None:
    clip = walk()
    with pytest.raises(InvalidValue, match="at least one"):
        detect_contacts(clip, [])
    with pytest.raises(InvalidValue, match="outside"):
        detect_contacts(clip, [ContactPoint("ghost", 99, np.zeros(3))])
    with pytest.raises(UnknownJoint, match="left foot"):
        joint_points(clip.skeleton, ["left fot"])


@pytest.fixture(scope="module")
def captured_walk(shared_data: Path) -> Clip:
    """Trial 15 of subject 16 walks for 3.5 s, without the T-pose that the conversion puts first."""
    from kinegraph.formats import load

    clip = load(shared_data / "cmu" / "16_15.bvh").clips[0]
    return clip.frames(6, 421)


def captured_feet(clip: Clip) -> np.ndarray:
    """(F, 2) whether the left and the right foot stand, on heel or toe."""
    names = ["LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase"]
    touching = detect_contacts(clip, joint_points(clip.skeleton, names)).touching
    return touching[:, [0, 2]] | touching[:, [1, 3]]


def test_in_a_captured_walk_feet_alternate(captured_walk: Clip) -> None:
    stands = captured_feet(captured_walk)
    starts = sorted((start, side) for side in range(2) for start, _ in runs(stands[:, side]) if start > 0)
    sides = [side for _, side in starts]
    assert len(sides) >= 4
    assert all(a != b for a, b in pairwise(sides))


def test_in_a_captured_walk_a_foot_stands_about_two_thirds_of_a_stride(captured_walk: Clip) -> None:
    stands = captured_feet(captured_walk)
    for side in range(2):
        found = [run for run in runs(stands[:, side]) if run[0] > 0]
        for (start, stop), (following, _) in pairwise(found):
            assert 0.52 < (stop - start) / (following - start) < 0.72
            assert 0.9 < (following - start) / captured_walk.fps < 1.4  # [s] a stride of an unhurried adult


def test_in_a_captured_walk_some_foot_always_stands(captured_walk: Clip) -> None:
    assert captured_feet(captured_walk).any(axis=1).all()


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_a_captured_walk_has_the_same_contacts_at_a_lower_rate(captured_walk: Clip, fps: float) -> None:
    coarse = captured_feet(resample(captured_walk, fps))
    fine = captured_feet(captured_walk)[:: round(120 / fps)][: len(coarse)]
    assert (coarse == fine).mean() > 0.95


def test_in_a_captured_jump_there_is_one_flight(shared_data: Path) -> None:
    from kinegraph.formats import load

    clip = load(shared_data / "cmu" / "16_09.bvh").clips[0].frames(175, 495)
    in_air = np.asarray(~captured_feet(clip).any(axis=1))
    flights = [run for run in runs(in_air) if (run[1] - run[0]) / clip.fps > 0.2]
    assert len(flights) == 1
    assert 0.4 < (flights[0][1] - flights[0][0]) / clip.fps < 0.65
