"""Clips seen as motion of creatures: feet that stood stand exactly, calibration poses are left out."""

from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.body.neutral_stance import mean_rotation
from kinegraph.creatures.retarget.clip_motion import foot_steps, without_calibration

STANDS = ((0, 30), (50, 90))


def _measured(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A foot that stands twice and flies between, with the tremble and the tilt of a capture."""
    rng = np.random.default_rng(seed)
    way = np.interp(np.arange(110), [30, 50, 90, 109], [0.0, 0.7, 0.7, 1.2])
    lift = 0.1 * np.sin(np.pi * np.interp(np.arange(110), [30, 50], [0.0, 1.0]))
    places = np.stack([np.full(110, 0.1), 0.03 + lift, way], axis=1) + rng.normal(scale=0.004, size=(110, 3))
    return places, quat_from_axis_angle(rng.normal(scale=0.05, size=(110, 3)))


def test_a_foot_stands_exactly_still_and_level() -> None:
    steps = foot_steps(*_measured(1), STANDS, 0.02)
    for first, end in STANDS:
        assert np.ptp(steps.places[first:end], axis=0).tolist() == [0.0, 0.0, 0.0]
        assert steps.places[first, 1] == 0.02
        assert np.abs(steps.turns[first:end][:, [0, 2]]).max() == 0.0
        assert np.ptp(headings(steps.turns[first:end])) == 0.0


def test_a_foot_lands_and_lifts_without_a_jump() -> None:
    places, turns = _measured(2)
    steps = foot_steps(places, turns, STANDS, 0.02)
    fastest = np.linalg.norm(np.diff(places, axis=0), axis=1).max()
    assert np.linalg.norm(np.diff(steps.places, axis=0), axis=1).max() < fastest + 0.012


def test_a_foot_never_sinks_below_where_it_stands() -> None:
    assert foot_steps(*_measured(3), STANDS, 0.02).places[:, 1].min() >= 0.02


def test_a_pose_for_calibration_is_no_part_of_the_motion() -> None:
    figure = character("figure")
    rest = figure.rest
    roots = np.repeat(rest.root_translation[None], 40, axis=0) + np.arange(40)[:, None] * [0.0, 0.0, 0.01]
    roots[0] += [3.0, 0.0, 0.0]
    clip = Clip(figure.skeleton, 60.0, roots, np.repeat(rest.rotations[None], 40, axis=0))
    left = without_calibration(clip)
    assert len(left) == 39
    assert np.array_equal(left.root_translations, roots[1:])
    assert len(without_calibration(left)) == 39


def test_the_mean_of_turns_about_one_axis_is_the_mean_turn() -> None:
    angles = np.array([0.2, 0.4, 0.9])
    mean = mean_rotation(quat_from_axis_angle(angles[:, None] * [0.0, 0.0, 1.0]))
    exact = np.arctan2(np.sin(angles).sum(), np.cos(angles).sum())  # of the matrices, in the plane
    assert 2.0 * np.arctan2(mean[2], mean[3]) % (2 * np.pi) == pytest.approx(exact, abs=1e-12)


def test_the_neutral_stance_of_a_capture_has_arms_down_and_feet_under_its_hips(shared_data: Path) -> None:
    from kinegraph.core.body import Cap
    from kinegraph.creatures.body.neutral_stance import neutral_creature
    from kinegraph.formats import load

    scene = load(shared_data / "cmu" / "16_15.bvh")
    assert scene.character is not None
    subject = neutral_creature(scene.character, scene.clips[0])
    rest = forward_kinematics(scene.character.rest).positions
    for hand in subject.bodies_with(Cap.GRASPER):
        assert abs(rest[hand, 0]) > 0.6  # as it was bound
        assert abs(subject.rest_handles[hand, 0]) < 0.4
        assert subject.rest_handles[hand, 1] < 0.6 * subject.size[1]
    for leg in subject.legs:
        hip = subject.rest_positions[leg.bodies[1]]
        assert abs(subject.rest_handles[leg.foot, 0] - hip[0]) < 0.03
