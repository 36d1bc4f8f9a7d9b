"""Errors of a result beside its original, against motions whose errors are known."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.curves.playback_error import playback_error

LEG = Skeleton.from_offsets(["hips", "foot"], [-1, 0], [[0, 1.0, 0], [0, -1.0, 0]], ends=[(1, (0, 0, 0.2))])
SOLE = ContactPoint("sole", 1, np.zeros(3))


def standing(frames: int = 60) -> Clip:
    return Clip(
        LEG, 60.0, np.tile([0.0, 1.0, 0.0], (frames, 1)), np.tile([0.0, 0.0, 0.0, 1.0], (frames, 2, 1))
    )


def shifted(clip: Clip, frames: slice, by: tuple[float, float, float]) -> Clip:
    roots = np.array(clip.root_translations)
    roots[frames] += by
    return replace(clip, root_translations=roots)


def test_a_motion_is_no_distance_from_itself() -> None:
    found = playback_error(standing(), standing(), [SOLE])
    assert (found.worst.largest, found.mean, found.worst_stance_drift) == (0.0, 0.0, 0.0)


def test_the_worst_joint_is_named_with_its_frame() -> None:
    rotations = np.array(standing().rotations)
    rotations[20, 0] = quat_from_axis_angle([0.1, 0.0, 0.0])  # about the hips: they stay, the foot swings
    found = playback_error(standing(), replace(standing(), rotations=rotations))
    assert (found.worst.joint, found.worst.frame) == ("foot", 20)
    swing = (
        2.0 * np.sin(0.05) * np.hypot(1.0, 0.2)
    )  # of the toe, which is farther from the hips than the foot
    assert found.worst.largest == pytest.approx(swing, abs=1e-12)
    assert found.joints[0].largest == 0.0
    assert found.mean == pytest.approx(swing / (2 * 60), abs=1e-12)
    assert found.root_mean_square == pytest.approx(swing / np.sqrt(2 * 60), abs=1e-12)


def test_the_turn_of_a_last_joint_is_seen_at_its_end_site() -> None:
    rotations = np.array(standing().rotations)
    rotations[20, 1] = quat_from_axis_angle([0.1, 0.0, 0.0])
    found = playback_error(standing(), replace(standing(), rotations=rotations))
    assert found.worst.joint == "foot"
    assert found.worst.largest == pytest.approx(2.0 * np.sin(0.05) * 0.2, abs=1e-12)


def test_a_foot_that_slides_while_it_should_stand_has_drifted() -> None:
    found = playback_error(standing(), shifted(standing(), slice(30, None), (0.03, 0.0, 0.04)), [SOLE])
    assert found.worst_stance_drift == pytest.approx(0.05, abs=1e-12)
    assert [(s.point, s.start, s.stop, s.original) for s in found.stances] == [("sole", 0, 60, 0.0)]


def test_a_constant_offset_is_an_error_but_no_drift() -> None:
    found = playback_error(standing(), shifted(standing(), slice(None), (0.1, 0.0, 0.0)), [SOLE])
    assert found.worst.largest == pytest.approx(0.1, abs=1e-12)
    assert found.worst_stance_drift == pytest.approx(0.0, abs=1e-12)


def test_height_is_that_of_the_rest_pose() -> None:
    assert playback_error(standing(), standing()).height == pytest.approx(1.0, abs=1e-12)


def test_clips_that_do_not_match_are_refused() -> None:
    with pytest.raises(InvalidValue, match="bake it at the original's rate"):
        playback_error(standing(), standing(59))
    other = Skeleton.from_offsets(["hips"], [-1], [[0, 1, 0]])
    stranger = Clip(other, 60.0, np.zeros((60, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (60, 1, 1)))
    with pytest.raises(InvalidValue, match="same skeleton"):
        playback_error(standing(), stranger)
