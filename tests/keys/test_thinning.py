"""Thinned curves: fewer keys, played as close, and removal costs that are what forward kinematics shows."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.keys.captures import capture
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.tips import tip_positions
from kinegraph.keys.choices import KeyChoices, choose_keys
from kinegraph.keys.keyed_motion import KeyedMotion, key_motion
from kinegraph.keys.settings import KeySettings
from kinegraph.keys.thinning import _thin_curves, key_total, thin_keys


def half_still(seed: int = 3) -> Clip:
    """Swaying, but the last joint moves in the second half only."""
    clip = swaying_clip(seed, 160)
    turns = np.array(clip.rotations)
    turns[:80, -1] = turns[80, -1]
    return Clip(clip.skeleton, clip.fps, clip.root_translations, turns)


@pytest.fixture(scope="module")
def choices() -> KeyChoices:
    return choose_keys(half_still(), KeySettings(contacts=False))


@pytest.fixture(scope="module")
def keyed(choices: KeyChoices) -> KeyedMotion:
    return key_motion(choices, 14)


def test_a_curve_keeps_no_keys_where_it_rests(choices: KeyChoices, keyed: KeyedMotion) -> None:
    thin = thin_keys(keyed, choices)
    assert key_total(thin.animation) < 0.95 * key_total(keyed.animation)
    last = [curve for channel, curve in thin.animation.curves.items() if channel.joint == 3]
    resting = sum(1 for frame in keyed.keys.frames if 0 < frame < 75)
    assert resting > 2
    for curve in last:
        assert ((curve.times > 0.0) & (curve.times < 75 / 120.0)).sum() <= resting / 2


@pytest.mark.parametrize("limit", [None, 0.01, 0.05])
def test_no_joint_plays_farther_than_the_limit(
    choices: KeyChoices, keyed: KeyedMotion, limit: float | None
) -> None:
    thin = thin_keys(keyed, choices, limit)
    bound = max(limit or 0.0, keyed.error.worst.largest)
    assert thin.error.worst.largest <= bound
    played, _ = choices.reference.error(poses_at(thin.animation, choices.clip.times, choices.clip.fps))
    assert played.worst.largest == pytest.approx(thin.error.worst.largest, abs=1e-12)


def test_a_larger_limit_leaves_fewer_keys(choices: KeyChoices, keyed: KeyedMotion) -> None:
    totals = [key_total(thin_keys(keyed, choices, limit).animation) for limit in (0.005, 0.02, 0.08)]
    assert totals[0] >= totals[1] >= totals[2]
    assert totals[2] < totals[0]


def test_ends_and_certain_keys_stay_on_every_curve() -> None:
    found = choose_keys(half_still(), KeySettings(contacts=False, fixed=(40,)))
    thin = thin_keys(key_motion(found, 14), found, 0.1)
    for curve in thin.animation.curves.values():
        assert {0, 40, 159} <= set(np.rint(curve.times * 120.0).astype(int).tolist())


def test_the_cost_of_a_key_is_how_far_its_removal_moves_a_point(
    choices: KeyChoices, keyed: KeyedMotion
) -> None:
    clip, curves = choices.clip, _thin_curves(keyed, choices)

    def places(animation_curves: dict) -> np.ndarray:
        played = poses_at(replace(keyed.animation, curves=animation_curves), clip.times, clip.fps)
        world = forward_kinematics(played)
        return np.concatenate([world.positions, tip_positions(clip.skeleton, world)], axis=1)

    before, tested = places(dict(keyed.animation.curves)), 0
    for channel, thin in curves.items():
        cost = float(thin.costs.min())  # of the key that goes first: alone
        if 1e-6 < cost < 0.02:
            shorter = {**keyed.animation.curves, channel: thin.at(cost, clip.fps)}
            moved = np.linalg.norm(places(shorter) - before, axis=-1).max()
            assert moved == pytest.approx(cost, rel=0.15)
            tested += 1
    assert tested > 3


def test_thinned_keys_of_a_range_stay_on_the_frames_of_the_file() -> None:
    found = choose_keys(half_still(), KeySettings(contacts=False, span=(20, 150)))
    thin = thin_keys(key_motion(found, 12), found, 0.05)
    poses = {frame + 20 for frame in thin.keys.frames.tolist()}
    for curve in thin.in_file_time.curves.values():
        frames = curve.times * 120.0
        np.testing.assert_allclose(frames, np.rint(frames), atol=1e-9)
        assert set(np.rint(frames).astype(int).tolist()) <= poses


def test_planted_feet_stray_no_farther_than_promised(shared_data: Path) -> None:
    found = choose_keys(capture(shared_data, "Turn"))
    keyed = key_motion(found, 17)
    thin = thin_keys(keyed, found, found.promise.largest)
    assert key_total(thin.animation) < 0.8 * key_total(keyed.animation)
    for now, before in zip(thin.error.stances, keyed.error.stances, strict=True):
        assert now.strays <= max(found.promise.stays(now), before.strays)


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf")])
def test_an_impossible_limit_is_refused(choices: KeyChoices, keyed: KeyedMotion, limit: float) -> None:
    with pytest.raises(InvalidValue, match="positive length"):
        thin_keys(keyed, choices, limit)
