"""Tips: what tells how last joints are turned, where a file says nothing."""

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.skeleton import Skeleton
from kinegraph.core.tips import tip_positions, tips
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.settings import KeySettings


def box(*, alone: bool = False) -> Skeleton:
    """A box with a lid on a turned hinge, without end sites; alone, the lid is all there is."""
    if alone:
        return Skeleton.from_offsets(["lid"], [-1], [[0, 0, 0]])
    turned = quat_from_axis_angle([[0.0, 0.0, 0.0], [0.0, 0.0, 0.7]])
    plain = Skeleton.from_offsets(["box", "lid"], [-1, 0], [[0, 0, 0], [0, 0.3, 0.1]])
    return Skeleton(plain.names, plain.parents, plain.offsets, turned)


def opening(skeleton: Skeleton, axis: tuple[float, float, float], frames: int = 61) -> Clip:
    """The last joint swings twice about `axis` of its own, and nothing else moves."""
    angles = 0.8 * np.sin(np.linspace(0.0, 4.0 * np.pi, frames))
    rotations = np.repeat(skeleton.rest_rotations[None], frames, axis=0)
    turns = quat_from_axis_angle(angles[:, None] * np.array(axis))
    rotations[:, -1] = quat_multiply(rotations[:, -1], turns)
    return Clip(skeleton, 30.0, np.zeros((frames, 3)), rotations)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
def test_a_last_joint_that_only_turns_keeps_its_motion(axis: tuple[float, float, float], alone: bool) -> None:
    clip = opening(box(alone=alone), axis)
    result = key_motion(choose_keys(clip, KeySettings(contacts=False)))
    assert 4 <= len(result.keys.frames) <= 16
    assert np.abs(np.sum(result.clip.rotations * clip.rotations, axis=-1)).min() > np.cos(0.02)


def test_the_error_sees_a_last_joint_turned_wrongly() -> None:
    choices = choose_keys(opening(box(), (1.0, 0.0, 0.0)), KeySettings(contacts=False))
    assert key_motion(choices, count=2).error.worst.joint == "lid"
    assert key_motion(choices, count=2).error.worst.largest > 0.03
    assert choices.errors[0] > 0.03


def test_a_tip_lies_along_the_bone_and_one_across_it() -> None:
    skeleton = box()
    joints, offsets = tips(skeleton)
    assert joints.tolist() == [1, 1]
    rest = Clip(skeleton, 30.0, np.zeros((1, 3)), skeleton.rest_rotations[None])
    bone = skeleton.offsets[1]
    beyond = tip_positions(skeleton, forward_kinematics(rest))[0] - bone
    np.testing.assert_allclose(beyond[0], bone / 3.0, atol=1e-12)
    assert abs(beyond[1] @ bone) < 1e-12
    np.testing.assert_allclose(np.linalg.norm(offsets, axis=1), np.linalg.norm(bone) / 3.0, rtol=1e-12)


def test_where_a_file_has_end_sites_they_are_the_tips() -> None:
    skeleton = Skeleton.from_offsets(
        ["neck", "head"], [-1, 0], [[0, 1, 0], [0, 0.2, 0]], ends=[(1, (0, 0.2, 0.1))]
    )
    joints, offsets = tips(skeleton)
    assert joints.tolist() == [1]
    assert offsets.tolist() == [[0, 0.2, 0.1]]
