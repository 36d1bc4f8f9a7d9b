"""Data types: what they hold is checked once, frozen, and never the caller's to lose."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest
from tests.core.core_samples import random_clip, random_quats, random_skeleton
from tests.present import present

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.body import Body, Cap, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError, InvalidValue, KinegraphError, UnknownJoint
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton


@pytest.fixture
def skeleton() -> Skeleton:
    return random_skeleton(np.random.default_rng(1), 6)


@pytest.fixture
def clip(skeleton: Skeleton) -> Clip:
    return random_clip(np.random.default_rng(2), skeleton, 5, slides=True)


def test_arrays_are_frozen_without_locking_the_callers_own(skeleton: Skeleton) -> None:
    rotations, roots = random_quats(np.random.default_rng(3), 4, 6), np.zeros((4, 3))
    clip = Clip(skeleton, 30.0, roots, rotations)
    with pytest.raises(ValueError, match="read-only"):
        clip.rotations[0] = 0.0
    rotations[0, 0] = [0.0, 0.0, 0.0, 1.0]  # still the caller's
    with pytest.raises(FrozenInstanceError):
        clip.fps = 60.0  # type: ignore[misc]


def test_whole_numbers_become_floats(skeleton: Skeleton) -> None:
    assert Pose(skeleton, [0, 1, 2], skeleton.rest_rotations).root_translation.dtype == np.float64


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"names": ("a", "b", "c", "d", "e", "a")}, "'a' is used more than once"),
        ({"parents": np.array([-1, 0, 3, 0, 0, 0])}, "parent before"),
        ({"parents": np.array([-1, -1, 0, 0, 0, 0])}, "one tree"),
        ({"parents": np.array([-1.0, 0, 0, 0, 0, 0])}, "whole numbers"),
        ({"offsets": np.zeros((5, 3))}, "expected 6 x 3"),
        ({"offsets": np.full((6, 3), np.inf)}, "finite"),
        ({"rest_rotations": np.zeros((6, 4))}, "unit quaternions"),
        ({"end_joints": np.array([6, 0, 0])}, "does not exist"),
    ],
)
def test_an_invalid_skeleton_is_refused_with_the_reason(
    skeleton: Skeleton, change: dict, message: str
) -> None:
    with pytest.raises(InvalidValue, match=message):
        replace(skeleton, **change)


def test_a_skeleton_needs_a_joint() -> None:
    with pytest.raises(InvalidValue, match="at least one joint"):
        Skeleton.from_offsets([], [], [])


def test_skeletons_with_equal_contents_are_equal_and_hash_alike(skeleton: Skeleton) -> None:
    other = replace(skeleton, offsets=skeleton.offsets.copy())
    assert skeleton == other
    assert hash(skeleton) == hash(other)
    assert skeleton != replace(skeleton, offsets=skeleton.offsets + 1.0)


def test_a_tree_can_be_walked() -> None:
    skeleton = Skeleton.from_offsets("abcde", [-1, 0, 1, 0, 3], np.zeros((5, 3)))
    assert skeleton.children == ((1, 3), (2,), (), (4,), ())
    assert skeleton.chain(4) == (0, 3, 4)
    assert skeleton.descendants(1) == (1, 2)
    assert skeleton.depths.tolist() == [0, 1, 2, 1, 2]
    assert "c" in skeleton
    assert "z" not in skeleton


def test_an_unknown_joint_is_answered_with_the_nearest_names() -> None:
    skeleton = Skeleton.from_offsets(["LeftHand", "RightHand"], [-1, 0], np.zeros((2, 3)))
    with pytest.raises(UnknownJoint, match="did you mean 'LeftHand'") as caught:
        skeleton.index("LeftHnd")
    assert isinstance(caught.value, KinegraphError)


def test_frames_and_poses_share_the_clips_arrays(clip: Clip) -> None:
    part = clip.frames(1, 4)
    assert len(part) == 3
    assert np.shares_memory(part.rotations, clip.rotations)
    np.testing.assert_array_equal(clip.pose(-1).translations, present(clip.translations)[-1])
    assert clip.duration == pytest.approx(4 / 30)


def test_poses_join_to_the_clip_they_came_from(clip: Clip) -> None:
    joined = Clip.from_poses([clip.pose(frame) for frame in range(5)], clip.fps)
    np.testing.assert_array_equal(joined.rotations, clip.rotations)
    np.testing.assert_array_equal(joined.translations, clip.translations)


def test_poses_that_slide_and_poses_that_do_not_join(clip: Clip) -> None:
    rest = Pose.rest(clip.skeleton)
    joined = Clip.from_poses([clip.pose(0), rest], 30.0)
    np.testing.assert_array_equal(present(joined.translations)[1], clip.skeleton.offsets)


def test_local_translations_fill_in_the_offsets(clip: Clip) -> None:
    still = replace(clip, translations=None)
    local = local_translations(still)
    np.testing.assert_array_equal(local[:, 0], clip.root_translations)
    np.testing.assert_array_equal(local[2, 1:], clip.skeleton.offsets[1:])
    assert local_translations(still.pose(0)).shape == (6, 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fps": 0.0}, "positive"),
        ({"fps": np.nan}, "positive"),
        ({"rotations": np.zeros((0, 6, 4))}, "at least one frame"),
        ({"root_translations": np.zeros((4, 3))}, "expected 5 x 3"),
        ({"root_translations": np.zeros((5, 3))}, "repeat the root"),
        ({"rotations": np.full((5, 6, 4), np.nan)}, "finite"),
    ],
)
def test_an_invalid_clip_is_refused_with_the_reason(clip: Clip, change: dict, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        replace(clip, **change)


def test_a_frame_outside_the_clip_is_refused(clip: Clip) -> None:
    with pytest.raises(InvalidValue, match="outside the clip's 5 frames"):
        clip.pose(5)


def test_channels_are_sorted_and_checked(skeleton: Skeleton) -> None:
    curve = Curve.linear([0.0, 2.0], [0.0, 1.0])
    early, late = Channel(0, Property.ROTATION, 1), Channel(5, Property.TRANSLATION, 0)
    animation = Animation(skeleton, 30.0, {late: curve, early: curve}, (QUATERNION,) * 6)
    assert list(animation.curves) == [early, late]
    assert (animation.start, animation.end) == (0.0, 2.0)
    with pytest.raises(TypeError):
        animation.curves[early] = curve  # type: ignore[index]


@pytest.mark.parametrize(
    ("channel", "modes"),
    [
        (Channel(6, Property.ROTATION, 0), (QUATERNION,) * 6),
        (Channel(0, Property.ROTATION, 3), ("ZXY",) * 6),
        (Channel(0, Property.TRANSLATION, 3), (QUATERNION,) * 6),
        (Channel(0, Property.ROTATION, 0), ("XXY",) * 6),
        (Channel(0, Property.ROTATION, 0), ("ZXY",) * 5),
    ],
)
def test_a_channel_or_mode_that_does_not_exist_is_refused(
    skeleton: Skeleton, channel: Channel, modes: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidValue):
        Animation(skeleton, 30.0, {channel: Curve.linear([0.0], [0.0])}, modes)


def test_untagged_columns_are_keyposes(skeleton: Skeleton) -> None:
    tags = (KeyTag.BREAKDOWN, KeyTag.DETAIL)
    animation = Animation(skeleton, 30.0, {}, (QUATERNION,) * 6, np.array([0.5, 1.0]), tags)
    assert animation.tag_at(0.5) == KeyTag.BREAKDOWN
    assert animation.tag_at(0.7) == KeyTag.KEYPOSE
    with pytest.raises(InvalidValue, match="increase"):
        replace(animation, column_times=np.array([1.0, 0.5]))


def test_a_symmetry_must_pair_joints() -> None:
    Symmetry(np.array([0, 2, 1]), np.array([0, 1, -1]))
    with pytest.raises(InvalidValue, match="pair"):
        Symmetry(np.array([1, 2, 0]), np.array([0, 1, -1]))


def test_skin_weights_must_sum_to_one() -> None:
    mesh = Mesh(np.zeros((1, 3)), np.empty((0, 3), dtype=int))
    joints, bind = np.zeros((1, 4), dtype=int), np.eye(4)[None]
    Skin(mesh, joints, np.array([[0.5, 0.5, 0.0, 0.0]]), bind)
    for weights in ([0.5, 0.4, 0.0, 0.0], [1.5, -0.5, 0.0, 0.0]):
        with pytest.raises(InvalidValue, match="sum to one"):
            Skin(mesh, joints, np.array([weights]), bind)


def test_a_triangle_of_missing_vertices_is_refused() -> None:
    with pytest.raises(InvalidValue, match="outside the mesh's 2"):
        Mesh(np.zeros((2, 3)), np.array([[0, 1, 2]]))


def test_a_bare_character_rests_and_has_no_symmetry(skeleton: Skeleton) -> None:
    character = Character.bare("someone", skeleton)
    np.testing.assert_array_equal(character.rest.rotations, skeleton.rest_rotations)
    np.testing.assert_array_equal(character.symmetry.mirror, np.arange(6))


def test_parts_of_another_character_are_refused(skeleton: Skeleton) -> None:
    character = Character.bare("someone", skeleton)
    other = random_skeleton(np.random.default_rng(9), 6)
    with pytest.raises(InvalidValue, match="another skeleton"):
        replace(character, rest=Pose.rest(other))
    with pytest.raises(InvalidValue, match="bodies"):
        replace(character, bodies=(Body(),))
    with pytest.raises(InvalidValue, match="'tip'"):
        replace(character, contacts=(ContactPoint("tip", 6, np.zeros(3)),))
    with pytest.raises(InvalidValue, match="does not belong"):
        Scene(character, clips=(random_clip(np.random.default_rng(9), other),))


def test_caps_may_be_given_by_name() -> None:
    names: Any = frozenset({"foot"})
    assert Body(caps=names).caps == {Cap.FOOT}


def test_a_marker_clip_needs_a_flag_per_marker_and_frame() -> None:
    with pytest.raises(InvalidValue, match="visibility"):
        MarkerClip(("a",), 30.0, np.zeros((2, 1, 3)), np.ones((2, 2), dtype=bool), np.zeros((2, 1)))


def test_a_format_error_says_which_file_and_where() -> None:
    assert (
        str(FormatError("walk.bvh", "This is no number.", line=7)) == "walk.bvh, line 7: This is no number."
    )
    assert "byte 12" in str(FormatError("walk.glb", "Too short.", byte=12))


def test_later_changes_of_an_array_do_not_reach_a_clip() -> None:
    skeleton = Skeleton.from_offsets(["a"], [-1], [[0, 0, 0]])
    roots, rotations = np.zeros((3, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (3, 1, 1))
    clip = Clip(skeleton, 30.0, roots, rotations)
    roots[:] = 7.0
    rotations[:] = np.nan
    assert clip.root_translations.max() == 0.0
    assert np.isfinite(clip.rotations).all()


def test_a_part_of_a_clip_shares_its_arrays() -> None:
    skeleton = Skeleton.from_offsets(["a"], [-1], [[0, 0, 0]])
    clip = Clip(skeleton, 30.0, np.zeros((9, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (9, 1, 1)))
    assert np.shares_memory(clip.frames(2, 5).rotations, clip.rotations)


@pytest.mark.parametrize("quaternion", [(0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.1)])
def test_rotations_must_be_unit_quaternions(quaternion: tuple[float, ...]) -> None:
    skeleton = Skeleton.from_offsets(["a"], [-1], [[0, 0, 0]])
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (3, 1, 1))
    rotations[1, 0] = quaternion
    with pytest.raises(InvalidValue, match=r"unit quaternions; the one at \(1, 0\) is not"):
        Clip(skeleton, 30.0, np.zeros((3, 3)), rotations)
    with pytest.raises(InvalidValue, match="unit quaternions"):
        Pose(skeleton, np.zeros(3), rotations[1])


@pytest.mark.parametrize("offsets", [[[0, 0, 0], [1, 2]], [["x", "y", "z"]], None])
def test_values_that_are_not_numbers_are_refused_in_a_sentence(offsets: object) -> None:
    with pytest.raises(InvalidValue, match=r"numbers|shape"):
        Skeleton(("a",), np.array([-1]), offsets, np.array([[0, 0, 0, 1.0]]))  # type: ignore[arg-type]
