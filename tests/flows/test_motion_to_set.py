"""A clip becomes a set for performing, and its path plays the clip again."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.flows.motion_to_set import MotionAsSet, motion_to_set
from kinegraph.perform.performances.layout_fitting import LONGEST_STEP
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


def swinging_clip(seed: int, frames: int = 60) -> Clip:
    """The bear's joints swing with random rates and starts, hold still for a third, and swing on."""
    rng = np.random.default_rng(seed)
    skeleton = BEAR.skeleton
    busy = np.interp(np.arange(frames), [0, frames / 3, 2 * frames / 3, frames], [0.0, 1.0, 1.03, 2.0])
    rates, starts = rng.uniform(1.0, 4.0, (len(skeleton), 3)), rng.uniform(0.0, 2 * np.pi, (len(skeleton), 3))
    turns = 0.25 * np.sin(rates * busy[:, None, None] + starts)
    rotations = quat_multiply(BEAR.rest.rotations, quat_from_axis_angle(turns))
    return Clip(skeleton, 30.0, np.tile(BEAR.rest.root_translation, (frames, 1)), rotations, name="swings")


@pytest.mark.parametrize("seed", [3, 8])
def test_no_step_of_the_hand_is_longer_than_three_median_steps(seed: int) -> None:
    made = motion_to_set(BEAR, swinging_clip(seed), 7).made
    steps = np.linalg.norm(np.diff(made.layer.displacements, axis=0), axis=1)
    assert made.longest_step == pytest.approx(steps.max() / np.median(steps))
    assert made.longest_step <= LONGEST_STEP


def test_the_hand_also_moves_evenly_over_a_clip_with_a_jump(hop: MotionAsSet) -> None:
    assert hop.made.longest_step <= LONGEST_STEP


def test_a_clip_of_one_pose_is_refused() -> None:
    still = swinging_clip(1).frames(0, 1)
    rest = Clip(still.skeleton, 30.0, still.root_translations.repeat(9, 0), still.rotations.repeat(9, 0))
    with pytest.raises(InvalidValue, match="one pose"):
        motion_to_set(BEAR, rest, 3)
