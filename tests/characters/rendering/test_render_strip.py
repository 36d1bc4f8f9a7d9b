"""Strips of chosen poses, each in a look of its own."""

import numpy as np
import pytest

from kinegraph.characters.rendering.footage import Footage, footage_of_clip
from kinegraph.characters.rendering.strip import StripPose, strip_of_poses
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.skeleton import Skeleton

SIZE = (300, 120)
AMBER, BLUE = "#f5a524", "#3f86de"


@pytest.fixture
def footage() -> Footage:
    """A stick that stands where it is, for ten frames."""
    bones = Skeleton.from_offsets(["a", "b"], [-1, 0], [[0, 0, 0], [0, 1, 0]], ends=[(1, (0, 0.5, 0))])
    still = Clip(bones, 30.0, np.zeros((10, 3)), np.tile([0.0, 0, 0, 1], (10, 2, 1)))
    return footage_of_clip(Character.bare("stick", bones), still)


def columns(picture: np.ndarray, channel: int) -> np.ndarray:
    """Columns of pixels in which that channel (0 red, 2 blue) is far above the opposite one."""
    excess = picture[..., channel].astype(int) - picture[..., 2 - channel]
    return np.flatnonzero(excess.max(axis=0) > 60)


def test_tints_appear_in_the_order_of_the_poses(footage: Footage) -> None:
    poses = [StripPose(0, 0.9, AMBER), StripPose(5, 0.9, BLUE), StripPose(9, 0.9, AMBER)]
    picture = strip_of_poses(footage, poses, SIZE)
    warm, cold = columns(picture, 0), columns(picture, 2)
    assert warm[0] < cold[0] <= cold[-1] < warm[-1]


def test_only_labelled_poses_have_a_number(footage: Footage) -> None:
    tinted = {"opacity": 0.9, "tint": AMBER}
    named = strip_of_poses(footage, [StripPose(0, **tinted), StripPose(9, **tinted)], SIZE)
    bare = [StripPose(0, labelled=False, **tinted), StripPose(9, labelled=False, **tinted)]
    unnamed = strip_of_poses(footage, bare, SIZE)
    assert not np.array_equal(named, unnamed)
    assert np.array_equal(named[:60], unnamed[:60])


def test_the_width_is_as_asked_and_the_height_follows(footage: Footage) -> None:
    picture = strip_of_poses(footage, [StripPose(0), StripPose(9)], width=200)
    assert picture.shape[1] == 200
    assert 30 <= picture.shape[0] <= 100


@pytest.mark.parametrize("count", [0, 61])
def test_no_pose_and_too_many_are_refused(footage: Footage, count: int) -> None:
    with pytest.raises(InvalidValue, match="1 to 60 poses"):
        strip_of_poses(footage, [StripPose(0)] * count, SIZE)
