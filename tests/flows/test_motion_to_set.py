"""A clip becomes a set for performing, and its path plays the clip again."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.errors import InvalidValue
from kinegraph.flows.motion_to_set import MotionAsSet, motion_to_set
from kinegraph.perform.sets.blend import blend

BEAR = character("bear")
CLIPS = {clip.name: clip for clip in sample_motions("bear")}


@pytest.fixture(scope="module")
def hop() -> MotionAsSet:
    return motion_to_set(BEAR, CLIPS["hop"], 7)


def test_the_path_plays_the_clip_again(hop: MotionAsSet) -> None:
    assert hop.error.mean < 0.003
    assert hop.error.worst.largest < 0.03  # of a body 1.05 m tall, at the tip of an ear
    np.testing.assert_allclose(hop.made.error, np.sqrt(np.mean(hop.made.misses**2)))


def test_at_a_marker_the_pose_is_the_chosen_frame_exactly(hop: MotionAsSet) -> None:
    places = np.stack([key.place for key in hop.made.set.keys])
    found = blend(hop.made.set).at(places).rotations
    wanted = CLIPS["hop"].rotations[hop.made.frames]
    np.testing.assert_allclose(np.abs((found * wanted).sum(axis=-1)), 1.0, atol=1e-9)


def test_a_planar_set_is_planar_and_a_spatial_one_at_least_as_good() -> None:
    flat = motion_to_set(BEAR, CLIPS["wave"], 6, dimensions=2)
    deep = motion_to_set(BEAR, CLIPS["wave"], 6, dimensions=3)
    assert np.ptp([key.place[2] for key in flat.made.set.keys]) == 0.0
    assert np.ptp([key.place[2] for key in deep.made.set.keys]) > 0.0
    assert deep.made.error < flat.made.error * 1.1


def test_bad_requests_are_refused() -> None:
    with pytest.raises(InvalidValue, match="not on the skeleton"):
        motion_to_set(character("dog"), CLIPS["hop"])
    with pytest.raises(InvalidValue, match="2 or 3 dimensions"):
        motion_to_set(BEAR, CLIPS["hop"], dimensions=4)
    with pytest.raises(InvalidValue, match="needs at least"):
        motion_to_set(BEAR, CLIPS["hop"], 1)
