"""Keys stay where they are when a clip is sampled twice as densely, or measured in another unit."""

import numpy as np
import pytest

from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.keys.selection.objectives import OBJECTIVES, Combine
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import selection_space

# Where the motion turns sharply, comes to rest, or sets a foot down [s].
MOMENTS = np.array([0.0, 0.5, 1.0, 1.6, 2.0, 2.6, 3.0])
KEYS = len(MOMENTS)


def performed(fps: float, unit: float = 1.0) -> PoseSpace:
    """Two joints that ease from pose to pose in arcs, and turn as they go; a foot that steps."""
    rng = np.random.default_rng(11)
    poses, turns = rng.uniform(-1, 1, (KEYS, 6)), rng.uniform(-1, 1, (KEYS, 2, 3))
    seconds = np.arange(round(MOMENTS[-1] * fps) + 1) / fps
    segment = np.clip(np.searchsorted(MOMENTS, seconds, side="right") - 1, 0, KEYS - 2)
    share = (seconds - MOMENTS[segment]) / np.diff(MOMENTS)[segment]
    eased = share - 0.8 * np.sin(2.0 * np.pi * share) / (2.0 * np.pi)  # slow at the moments, fast between

    def between(values: np.ndarray, at: np.ndarray) -> np.ndarray:
        at = at.reshape(-1, *[1] * (values.ndim - 1))
        return (1.0 - at) * values[segment] + at * values[segment + 1]

    bows = rng.uniform(-0.3, 0.3, (KEYS - 1, 6))[segment] * np.sin(np.pi * eased**1.2)[:, None]
    touching = (segment % 2 == 1)[:, None]
    rotations = quat_from_axis_angle(between(turns, eased))
    return PoseSpace(unit * (between(poses, eased) + bows), fps, ("hand", "head"), rotations, touching)


# Not contact: a lift-off is one frame, the last that stands, and half of the frames miss it by one.
@pytest.mark.parametrize("name", [*sorted(set(OBJECTIVES) - {"contact"}), "chord_max + 0.2 * velocity"])
def test_keys_of_half_the_frames_are_as_good_within_the_sampling(name: str) -> None:
    coarse, fine = selection_space(performed(60.0), name), selection_space(performed(120.0), name)
    for count in (KEYS - 2, KEYS):
        assert fine.error_of(2 * coarse.keys(count)) <= 1.06 * fine.errors[count] + 1e-9


# Not chord_max: only the worst of its segments pins its keys. The others may lie anywhere that is no worse,
# and the earliest such place moves by more than a frame where the motion is slow.
@pytest.mark.parametrize("name", sorted(set(OBJECTIVES) - {"chord_max"}))
def test_twice_the_frames_give_the_same_keys_within_the_sampling(name: str) -> None:
    coarse, fine = selection_space(performed(60.0), name), selection_space(performed(120.0), name)
    for count in (KEYS - 2, KEYS):
        if name == "contact" and count < KEYS:
            continue  # events cost alike: which of them are keys is a matter of ties
        apart = np.abs(coarse.keys(count) / 60.0 - fine.keys(count) / 120.0)
        assert apart.max() <= 1.0 / 60.0 + 1e-9


@pytest.mark.parametrize("name", OBJECTIVES)
def test_twice_the_frames_give_the_same_errors_within_the_sampling(name: str) -> None:
    """Sums go over frames, so that they double with them; as means they stay. Contacts are counted."""
    coarse, fine = selection_space(performed(60.0), name), selection_space(performed(120.0), name)
    twice = 2.0 if coarse.combine == Combine.SUM and name != "contact" else 1.0
    few = [2, 3, 4, 5]
    np.testing.assert_allclose(fine.errors[few], twice * coarse.errors[few], rtol=0.05, atol=1e-9)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_centimetres_give_exactly_the_keys_of_metres(name: str) -> None:
    metres, centimetres = (
        selection_space(performed(60.0), name),
        selection_space(performed(60.0, 100.0), name),
    )
    for count in range(2, 2 * KEYS):
        assert metres.keys(count).tolist() == centimetres.keys(count).tolist()
