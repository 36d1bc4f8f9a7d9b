"""Missed promises: what, where and why, for results that jump, are barred, or need more keys."""

from dataclasses import replace

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.keys.choices import KeyChoices, choose_keys
from kinegraph.keys.curves.playback_error import StanceDrift
from kinegraph.keys.keyed_motion import KeyedMotion, key_motion
from kinegraph.keys.missed_promise import MissedPromise, MissReason, missed_promise
from kinegraph.keys.settings import KeySettings


def missed(choices: KeyChoices, result: KeyedMotion) -> MissedPromise | None:
    return missed_promise(choices.promise, choices.reference, result.error, result.keys.frames, choices.rules)


def glitched(clip: Clip, frame: int) -> Clip:
    turns = np.array(clip.rotations)
    turns[frame, 1] = quat_from_axis_angle([1.5, 0.0, 0.0])
    return Clip(clip.skeleton, clip.fps, clip.root_translations, turns)


def test_a_kept_promise_is_not_missed() -> None:
    choices = choose_keys(swaying_clip(5, 120), KeySettings(contacts=False, max_error=0.02))
    result = key_motion(choices)
    assert result.error.worst.largest <= 0.02
    assert missed(choices, result) is None


def test_too_few_keys_are_the_reason_where_others_could_be_set() -> None:
    choices = choose_keys(swaying_clip(5, 120), KeySettings(contacts=False, max_error=1e-4))
    result = key_motion(choices, 4)
    found = missed(choices, result)
    assert found is not None
    worst = result.error.worst
    assert (found.name, found.frame, found.error) == (worst.joint, worst.frame, worst.largest)
    assert (found.reason, found.slides) == (MissReason.FEW, False)
    assert found.allowed >= 1e-4


def test_a_jump_is_the_reason_beside_one() -> None:
    settings = KeySettings(contacts=False, max_error=0.01, forbidden=(29, 30, 31))
    choices = choose_keys(glitched(swaying_clip(5, 60), 30), settings)
    found = missed(choices, key_motion(choices))
    assert found is not None
    assert found.reason is MissReason.JUMP
    assert 29 <= found.frame <= 31


def test_excluded_frames_are_the_reason_where_no_key_may_be() -> None:
    clip = swaying_clip(5, 60)
    settings = KeySettings(contacts=False, max_error=1e-4, forbidden=tuple(range(1, 59)))
    choices = choose_keys(clip, settings)
    found = missed(choices, key_motion(choices))
    assert found is not None
    assert found.reason is MissReason.BARRED


@pytest.mark.parametrize("gap", [2, 7])
def test_a_least_distance_bars_frames_as_well(gap: int) -> None:
    choices = choose_keys(swaying_clip(5, 50), KeySettings(contacts=False, max_error=1e-6, gap=gap))
    result = key_motion(choices, int(choices.counts[-1]), refine=False)
    found = missed(choices, result)
    assert found is not None
    steps = np.diff(result.keys.frames)
    at = int(np.searchsorted(result.keys.frames, found.frame, side="right")) - 1
    full = steps[min(at, len(steps) - 1)] < 2 * gap
    assert found.reason is (MissReason.BARRED if full else MissReason.FEW)


def test_a_planted_foot_that_slides_is_missed_where_joints_are_near() -> None:
    choices = choose_keys(swaying_clip(5, 120), KeySettings(contacts=False, max_error=10.0))
    result = key_motion(choices, 4)
    stances = tuple(
        StanceDrift("left toe", 10, 40, 0.001, 0.001 + drift, worst=frame)
        for drift, frame in ((0.004, 20), (0.03, 31))
    )
    promise = replace(choices.promise, drift=0.005)
    slid = replace(result.error, stances=stances)
    found = missed_promise(promise, choices.reference, slid, result.keys.frames, choices.rules)
    assert found is not None
    assert (found.name, found.slides, found.frame, found.allowed) == ("left toe", True, 31, 0.005)
    assert found.error == pytest.approx(0.03)
    kept = replace(result.error, stances=stances[:1])
    assert missed_promise(promise, choices.reference, kept, result.keys.frames, choices.rules) is None
