"""Refined keys: closer as they play, never worse than plain ones, within the rules, as close as promised."""

from pathlib import Path

import numpy as np
import pytest
from tests.keys.captures import capture
from tests.keys.keyed_motion import chain, swaying_clip

from kinegraph.core.animation import QUATERNION
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.keys.baselines.uniform import uniform_keys
from kinegraph.keys.choices import KeyChoices, choose_keys
from kinegraph.keys.curves.fit import FitMethod, fit_keys
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.refining.refiner import Promise
from kinegraph.keys.refining.rotation_choice import fitted_modes
from kinegraph.keys.settings import KeySettings


@pytest.fixture(scope="module")
def choices() -> KeyChoices:
    return choose_keys(swaying_clip(3, 160), KeySettings(contacts=False))


@pytest.mark.parametrize("count", [4, 8, 13, 20])
def test_refined_keys_play_no_worse_than_unrefined_and_uniform_ones(choices: KeyChoices, count: int) -> None:
    clip = choices.clip
    refined = key_motion(choices, count)
    assert len(refined.keys.frames) == count
    plain = key_motion(choices, count, refine=False)
    even = fit_keys(clip, uniform_keys(len(clip), count), method=FitMethod.FINAL, channels=choices.channels)
    uniform, _ = PlaybackReference(clip).error(poses_at(even, clip.times, clip.fps))
    assert refined.error.worst.largest <= min(plain.error.worst.largest, uniform.worst.largest)


def test_more_keys_are_never_worse(choices: KeyChoices) -> None:
    errors = [key_motion(choices, count).error.worst.largest for count in (4, 5, 6, 8, 11, 13, 16, 20)]
    assert (np.diff(errors) <= 0.0).all()


def test_keys_closer_than_a_frame_of_film_become_one_where_the_promise_stays_kept(
    choices: KeyChoices,
) -> None:
    refiner, loose = choices.refiner, Promise(10.0)
    found = refiner.refine(12, choices.keys(12).frames)
    near = [int(frame) for frame in found.frames[3:6]]
    crowded = np.unique([*found.frames.tolist(), *(frame + 3 for frame in near)])
    polisher = refiner._polisher(crowded)
    merged = refiner.merge_close(refiner._measured(polisher), loose)
    assert np.diff(merged.frames).min() >= 5
    assert len(merged.frames) < len(crowded)
    kept = refiner.merge_close(found, Promise(found.largest))
    assert kept.largest <= found.largest


def test_the_result_is_what_its_animation_plays(choices: KeyChoices) -> None:
    result, clip = key_motion(choices, 12), choices.clip
    error, _ = choices.reference.error(poses_at(result.animation, clip.times, clip.fps))
    assert error.worst.largest == pytest.approx(result.error.worst.largest, abs=1e-12)


def test_refinement_follows_the_rules() -> None:
    settings = KeySettings(contacts=False, fixed=(40,), forbidden=tuple(range(60, 90)), gap=5)
    frames = key_motion(choose_keys(swaying_clip(4, 120), settings), 12).keys.frames
    assert 40 in frames
    assert not set(frames.tolist()) & set(range(60, 90))
    assert np.diff(frames).min() >= 5


def test_keys_fall_on_a_grid_except_for_the_last() -> None:
    found = choose_keys(swaying_clip(4, 120), KeySettings(contacts=False, grid=24.0))
    frames = key_motion(found, 10).keys.frames
    assert len(frames) == 10
    assert (frames[:-1] % 5 == 0).all()


def test_a_promised_error_is_kept_with_more_keys() -> None:
    clip = swaying_clip(5, 160)
    wanted = 0.5 * key_motion(choose_keys(clip, KeySettings(contacts=False)), 8).error.worst.largest
    result = key_motion(choose_keys(clip, KeySettings(contacts=False, max_error=wanted)))
    assert result.error.worst.largest <= wanted


def test_a_promise_that_cannot_be_kept_is_reported_with_its_place() -> None:
    clip = swaying_clip(5, 60)
    turns = np.array(clip.rotations)
    turns[30, 1] = quat_from_axis_angle([1.5, 0.0, 0.0])  # a glitch, at a frame that must not be a key
    broken = Clip(clip.skeleton, clip.fps, clip.root_translations, turns)
    settings = KeySettings(contacts=False, max_error=0.01, forbidden=(29, 30, 31))
    result = key_motion(choose_keys(broken, settings))
    assert result.error.worst.largest > 0.01
    assert "could not be reached" in result.notes[0]
    assert 29 <= result.error.worst.frame <= 31
    assert any(f"at frame {frame}" in result.notes[0] for frame in (29, 31))


def test_refinement_can_be_stopped_at_once(choices: KeyChoices) -> None:
    result = key_motion(choose_keys(choices.clip, choices.settings), 12, stop=lambda: True)
    assert len(result.keys.frames) == 12


def test_progress_grows_to_one(choices: KeyChoices) -> None:
    reports: list[float] = []
    key_motion(choose_keys(choices.clip, choices.settings), 9, progress=reports.append)
    assert (np.diff(reports) >= 0.0).all()
    assert reports[-1] == 1.0


def turning(rates: tuple[float, float, float]) -> Clip:
    """Two joints; the second turns about x, y and z, one after the other, at these rates [rad/s]."""
    times = np.arange(90) / 60.0
    turns = np.zeros((90, 2, 4))
    turns[..., 3] = 1.0
    for axis, rate in enumerate(rates):
        turns[:, 1] = quat_multiply(
            turns[:, 1], quat_from_axis_angle(np.outer(times, rate * np.eye(3)[axis]))
        )
    return Clip(chain(2), 60.0, np.zeros((90, 3)), turns)


def test_a_tumble_is_keyed_as_quaternions_and_a_hinge_as_euler_angles() -> None:
    assert fitted_modes(turning((7.0, 6.0, 5.0)))[1] == QUATERNION
    assert fitted_modes(turning((5.0, 0.0, 0.0)))[1] != QUATERNION


def test_one_rotation_mode_can_be_asked_for_and_an_unknown_one_is_refused() -> None:
    found = choose_keys(swaying_clip(1, 40), KeySettings(contacts=False, rotation="ZXY"))
    assert set(found.channels.rotation_modes) == {"ZXY"}
    with pytest.raises(KinegraphError, match="rotation mode"):
        KeySettings(rotation="XXY")
    with pytest.raises(InvalidValue, match="positive"):
        KeySettings(max_error=0.0)
    with pytest.raises(InvalidValue, match="grid"):
        KeySettings(grid=-1.0)


def test_a_capture_plays_closer_than_uniform_and_unrefined_keys(shared_data: Path) -> None:
    found = choose_keys(capture(shared_data, "Turn"))
    refined, plain = key_motion(found, 16), key_motion(found, 16, refine=False)
    assert refined.error.worst.largest < 0.6 * plain.error.worst.largest
    assert refined.error.mean < plain.error.mean
