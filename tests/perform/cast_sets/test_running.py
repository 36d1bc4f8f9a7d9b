"""The running man: what the two runs are, and which kernel plays the one without keys."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply
from kinegraph.perform.cast_sets.running import (
    EXAGGERATION,
    exaggerated_run,
    natural_run,
    run_performance,
    run_table,
    running_rig,
)
from kinegraph.perform.performances.compare_motion import ANGLE, POSITION
from kinegraph.perform.sets.radial_functions import RadialFunction

FIGURE = character("figure")
RUNS = pytest.mark.parametrize("run", [natural_run, exaggerated_run])


@cache
def table(exaggerated: bool, degree: int) -> dict:
    original = exaggerated_run() if exaggerated else natural_run()
    return run_table(original, run_performance(EXAGGERATION if exaggerated else 1.0), degree)


def soles(run: Clip) -> np.ndarray:
    joints = np.array([point.joint for point in FIGURE.contacts])
    offsets = np.stack([point.offset for point in FIGURE.contacts])
    return points_on_joints(forward_kinematics(run), joints, offsets)


@RUNS
def test_a_run_is_one_stride_of_25_frames_that_closes(run: Callable[[], Clip]) -> None:
    clip = run()
    assert len(clip) == 25
    np.testing.assert_allclose(clip.rotations[-1], clip.rotations[0], atol=1e-12)
    np.testing.assert_allclose(clip.root_translations[-1], clip.root_translations[0], atol=1e-12)


@RUNS
def test_the_right_side_does_half_a_stride_later_what_the_left_does(run: Callable[[], Clip]) -> None:
    feet = forward_kinematics(run()).positions[:24]
    left, right = (feet[:, FIGURE.skeleton.index(f"{side}_foot")] for side in ("left", "right"))
    np.testing.assert_allclose(np.roll(right, 12, axis=0) * [-1, 1, 1], left, atol=2e-3)


@RUNS
def test_feet_meet_the_ground_and_both_leave_it(run: Callable[[], Clip]) -> None:
    lowest = soles(run())[..., 1].min(axis=1)
    assert abs(lowest.min()) < 1e-9
    assert lowest.max() > 0.03


def test_the_exaggerated_run_is_larger_with_the_same_timing() -> None:
    paths = [forward_kinematics(run()).positions for run in (natural_run, exaggerated_run)]
    for joint in ("left_foot", "right_hand"):
        natural, larger = (path[:, FIGURE.skeleton.index(joint), 2] for path in paths)
        assert np.ptp(larger) > 1.2 * np.ptp(natural)
        assert abs(int(natural.argmax()) - int(larger.argmax())) <= 1


@RUNS
def test_no_joint_jumps_from_frame_to_frame(run: Callable[[], Clip]) -> None:
    rotations = run().rotations
    turns = quat_multiply(quat_conjugate(rotations[:-1]), rotations[1:])
    assert np.degrees(2 * np.arccos(np.minimum(np.abs(turns[..., 3]), 1.0))).max() < 50.0


def test_one_controller_moves_four_sets() -> None:
    rig = running_rig()
    assert rig.highest() == ("run",)
    assert {each.name: len(each.keys) for each in rig.sets} == {
        "body": 4,
        "legs": 8,
        "arms": 4,
        "head": 3,
        "run": 4,
    }


def test_a_path_through_the_markers_plays_the_natural_run() -> None:
    found = table(exaggerated=False, degree=1)[RadialFunction.HARDY]
    assert found.mean_percent(POSITION) < 5.0
    assert found.mean_percent(ANGLE) < 1.0


@pytest.mark.parametrize("degree", [1, 0, -1])
@pytest.mark.parametrize("other", [RadialFunction.LINEAR, RadialFunction.GAUSSIAN])
def test_outside_the_markers_hardy_is_nearest_to_the_exaggerated_run(
    degree: int, other: RadialFunction
) -> None:
    found = table(exaggerated=True, degree=degree)
    assert found[RadialFunction.HARDY].mean_percent(POSITION) < found[other].mean_percent(POSITION)
    assert found[RadialFunction.HARDY].mean_error(POSITION) < found[other].mean_error(POSITION)
