"""Writing BVH: what is read back is what was there, and others can read it too."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.formats.bvh.bvh_samples import WALKER, plain_world_positions
from tests.formats.format_samples import clip as sample_clip
from tests.formats.format_samples import skeleton as sample_skeleton

from kinegraph.core.bake import animation_from_clip
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.math.euler import EULER_ORDERS
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_normalize
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import load, save
from kinegraph.formats.bvh.file import bvh_from_bytes

TOLERANCE = 1e-6  # [m]


def largest_error(clip: Clip, again: Clip) -> float:
    """The largest distance between equal joints and end sites of two clips [m]; joints go by name."""
    here, there = forward_kinematics(clip), forward_kinematics(again)
    joints = [again.skeleton.index("_".join(name.split())) for name in clip.skeleton.names]
    error = np.linalg.norm(here.positions - there.positions[:, joints], axis=-1).max()
    tips, tips_again = end_positions(clip.skeleton, here), end_positions(again.skeleton, there)
    assert tips.shape == tips_again.shape
    for frame in range(len(clip)):  # end sites have no names, so any order will do
        gaps = np.linalg.norm(tips[frame, :, None] - tips_again[frame, None], axis=-1)
        error = max(error, gaps.min(axis=1, initial=0.0).max(initial=0.0))
    return float(error)


def there_and_back(clip: Clip, folder: Path, **options: object) -> Clip:
    save(clip, folder / "out.bvh", **options)
    return load(folder / "out.bvh", scale=options.get("scale", 0.01), up="Y").clips[0]


def test_turned_rests_sliding_joints_and_several_end_sites_come_back(tmp_path: Path) -> None:
    clip = sample_clip(sample_skeleton())
    assert largest_error(clip, there_and_back(clip, tmp_path)) < TOLERANCE


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_every_euler_order_can_be_written(order: str, tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    assert largest_error(clip, there_and_back(clip, tmp_path, order=order)) < TOLERANCE


def test_rotations_through_gimbal_lock_come_back_without_jumps(tmp_path: Path) -> None:
    skeleton = Skeleton.from_offsets(("a", "b"), (-1, 0), [[0, 0, 0], [0, 1, 0]], [(1, (1.0, 0.0, 0.0))])
    angles = np.linspace(0.0, 4.0 * np.pi, 200)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (200, 2, 1))
    rotations[:, 0] = quat_from_axis_angle(angles[:, None] * [1.0, 0.0, 0.0])  # the middle axis of ZXY
    clip = Clip(skeleton, 60.0, np.zeros((200, 3)), rotations)
    assert largest_error(clip, there_and_back(clip, tmp_path)) < TOLERANCE
    text = (tmp_path / "out.bvh").read_text().split("Frame Time:")[1].splitlines()[1:]
    channels = np.array([line.split() for line in text], dtype=float)
    assert np.abs(np.diff(channels, axis=0)).max() < 20.0  # degrees; the motion turns 3.6 a frame


def test_random_motions_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    skeleton = sample_skeleton()
    rotations = quat_normalize(rng.normal(size=(50, len(skeleton), 4)))
    clip = Clip(skeleton, 120.0, rng.normal(size=(50, 3)) * 10.0, rotations)
    assert largest_error(clip, there_and_back(clip, tmp_path)) < TOLERANCE


def test_every_capture_comes_back(shared_data: Path, tmp_path: Path) -> None:
    for path in sorted(shared_data.glob("*/*.bvh")):
        clip = load(path).clips[0]
        again = there_and_back(clip, tmp_path)
        assert largest_error(clip.frames(0, 40), again.frames(0, 40)) < TOLERANCE, path.name
        assert again.fps == pytest.approx(clip.fps, rel=1e-8)


def test_a_written_file_is_read_again_without_stating_the_unit(shared_data: Path, tmp_path: Path) -> None:
    clip = load(shared_data / "cmu" / "16_52.bvh").clips[0]  # named as the CMU's, written in cm
    save(clip, tmp_path / "out.bvh")
    assert largest_error(clip, load(tmp_path / "out.bvh").clips[0]) < TOLERANCE


def test_the_plain_reading_of_what_was_written_agrees(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    save(clip, tmp_path / "out.bvh")
    expected = plain_world_positions((tmp_path / "out.bvh").read_text())
    positions = forward_kinematics(clip).positions
    for joint, name in enumerate(clip.skeleton.names):
        np.testing.assert_allclose(0.01 * expected[name], positions[:, joint], atol=TOLERANCE)


def test_names_that_others_stumble_over_are_written_with_underscores(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    names = ("a b", "a_b", "x{y}", "tab\there", "plain")
    save(replace(clip, skeleton=replace(clip.skeleton, names=names)), tmp_path / "out.bvh")
    assert load(tmp_path / "out.bvh").clips[0].skeleton.names == ("a_b_2", "a_b", "x_y_", "tab_here", "plain")


def test_the_scale_says_metres_per_unit(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    assert largest_error(clip, there_and_back(clip, tmp_path, scale=0.001)) < TOLERANCE
    assert "OFFSET 0.000000 900.000000 0.000000" in (tmp_path / "out.bvh").read_text()


def test_a_character_alone_is_written_at_rest(tmp_path: Path) -> None:
    skeleton = sample_skeleton()
    save(Character.bare("someone", skeleton), tmp_path / "out.bvh")
    clip = load(tmp_path / "out.bvh", scale=0.01, up="Y").clips[0]
    assert len(clip) == 1


def test_a_motion_is_chosen_by_name_or_index(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    short = replace(clip.frames(0, 1), name="short")
    scene = Scene(Character.bare("someone", clip.skeleton), (clip, short), (animation_from_clip(clip),))
    for motion, frames in ((0, 3), (1, 1), ("short", 1), (2, 3), (-1, 3)):
        save(scene, tmp_path / "out.bvh", motion=motion)
        assert len(load(tmp_path / "out.bvh").clips[0]) == frames


@pytest.mark.parametrize("options", [{"motion": "absent"}, {"motion": 7}, {"order": "XXY"}, {"scale": 0.0}])
def test_options_that_cannot_be_are_refused(options: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(InvalidValue):
        save(bvh_from_bytes(WALKER).clips[0], tmp_path / "out.bvh", **options)


def test_a_motion_too_far_away_is_refused(tmp_path: Path) -> None:
    clip = bvh_from_bytes(WALKER).clips[0]
    far = Clip(clip.skeleton, 30.0, clip.root_translations + 1e13, clip.rotations)
    with pytest.raises(FormatError, match="further than"):
        save(far, tmp_path / "out.bvh")


@pytest.mark.parametrize("size", [1e-3, 0.05, 0.3, 2.0, 30.0, 2000.0])
@pytest.mark.parametrize("names", [["a", "b", "c"], ["Hips", "LHipJoint", "RHipJoint"]])
def test_a_skeleton_of_any_size_comes_back_in_its_size(tmp_path: Path, size: float, names: list[str]) -> None:
    skeleton = Skeleton.from_offsets(names, [-1, 0, 0], np.array([[0, 0, 0], [0, size, 0], [0, size / 2, 0]]))
    clip = Clip(skeleton, 30.0, np.zeros((1, 3)), skeleton.rest_rotations[None])
    save(clip, tmp_path / "a.bvh")
    offsets = load(tmp_path / "a.bvh").clips[0].skeleton.offsets
    np.testing.assert_allclose(offsets, skeleton.offsets, atol=1e-6)
