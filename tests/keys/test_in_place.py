"""A keyed stretch in place: the original outside, the keys inside, no jump where they meet."""

from pathlib import Path

import numpy as np
import pytest
from tests.keys.captures import capture
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.animation import QUATERNION, Animation
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.bake import bake
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.in_place import put_in_place
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.settings import KeySettings

FIRST, LAST = 40, 100


def keyed_span(clip: Clip, rotation: str = "auto", span: tuple[int, int] = (FIRST, LAST)) -> Animation:
    settings = KeySettings(contacts=False, rotation=rotation, span=span)
    return key_motion(choose_keys(clip, settings), 8).in_file_time


def places(clip: Clip) -> np.ndarray:
    return forward_kinematics(clip).positions


@pytest.mark.parametrize("rotation", ["auto", "ZXY", QUATERNION])
def test_the_original_stays_outside_and_the_keys_play_inside(rotation: str) -> None:
    clip = swaying_clip(4, 161)
    keyed = keyed_span(clip, rotation)
    whole = bake(put_in_place(clip, keyed))
    assert len(whole) == len(clip)
    apart = np.linalg.norm(places(whole) - places(clip), axis=-1).max(axis=1)
    outside = np.r_[0 : FIRST + 1, LAST : len(clip)]
    assert apart[outside].max() < 1e-9
    inside = np.linalg.norm(places(whole)[FIRST : LAST + 1] - places(bake(keyed))[FIRST : LAST + 1], axis=-1)
    assert inside.max() < 1e-9
    assert apart.max() > 1e-7, "the keys are not the original"


def test_keys_are_sparse_inside_and_on_every_frame_outside() -> None:
    clip = swaying_clip(4, 161)
    keyed = keyed_span(clip)
    frames = put_in_place(clip, keyed).column_times * clip.fps
    inside = frames[(frames > FIRST + 0.5) & (frames < LAST - 0.5)]
    assert len(inside) == len(keyed.column_times) - 2
    outside = np.setdiff1d(np.rint(frames), np.rint(inside))
    np.testing.assert_array_equal(outside, np.r_[0 : FIRST + 1, LAST : len(clip)])


def test_an_end_that_a_hand_has_posed_is_led_to_and_from_without_a_jump() -> None:
    clip = swaying_clip(4, 161)
    keyed = keyed_span(clip)
    pose = pose_at(keyed, keyed.start)
    rotations = pose.rotations.copy()
    rotations[1] = quat_multiply(rotations[1], quat_from_axis_angle([0.0, 0.0, 0.8]))
    root = pose.root_translation + np.array([0.05, 0.1, 0.0])
    keyed = with_pose(keyed, keyed.start, Pose(pose.skeleton, root, rotations, pose.translations))
    whole = bake(put_in_place(clip, keyed, 0.3))
    steps = np.linalg.norm(np.diff(places(whole), axis=0), axis=-1).max(axis=1)
    usual = np.linalg.norm(np.diff(places(clip), axis=0), axis=-1).max(axis=1)
    led = round(0.3 * clip.fps)
    moved = np.linalg.norm(places(whole)[FIRST] - places(clip)[FIRST], axis=-1).max()
    assert moved > 0.1
    assert steps[: FIRST + 1].max() < usual.max() + 2.0 * moved / led
    apart = np.linalg.norm(places(whole) - places(clip), axis=-1).max(axis=1)
    assert apart[: FIRST - led].max() < 1e-6
    assert apart[LAST:].max() < 1e-6


@pytest.mark.parametrize("name", ["Walk", "Cartwheel"])
def test_a_part_of_a_real_shot_is_keyed_in_place(shared_data: Path, name: str) -> None:
    clip = capture(shared_data, name)
    keyed = keyed_span(clip, span=(120, 260))
    whole = bake(put_in_place(clip, keyed))
    apart = np.linalg.norm(places(whole) - places(clip), axis=-1).max(axis=1)
    assert len(whole) == len(clip)
    assert np.delete(apart, np.arange(121, 260)).max() < 1e-6


def test_what_does_not_fit_is_refused_with_a_sentence() -> None:
    clip = swaying_clip(4, 161)
    keyed = keyed_span(clip)
    with pytest.raises(InvalidValue, match="do not lie in the motion"):
        put_in_place(clip.frames(0, 80), keyed)
    with pytest.raises(InvalidValue, match="same skeleton"):
        put_in_place(swaying_clip(4, 161, joints=3), keyed)
    with pytest.raises(InvalidValue, match="zero or more seconds"):
        put_in_place(clip, keyed, float("nan"))
