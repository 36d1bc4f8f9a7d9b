"""Calibration poses at either end: left out, reported, and kept on request."""

import numpy as np
import pytest

from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_multiply
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.rules.calibration import moving_span
from kinegraph.keys.settings import KeySettings


def walk() -> Clip:
    return next(clip for clip in sample_motions("bear") if clip.name == "walk")


def with_poses(clip: Clip, before: int, after: int) -> Clip:
    """The clip with the rest pose, elsewhere, held for these numbers of frames at its ends."""
    roots, turns = np.array(clip.root_translations), np.array(clip.rotations)
    far = turns.copy()
    far[:, 1:] = quat_multiply(turns[:, 1:], [0.0, 0.0, 0.7071067811865476, 0.7071067811865476])

    def held(frame: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        return np.repeat(roots[[frame]] + [0.8, 0.0, 0.0], count, axis=0), np.repeat(
            far[[frame]], count, axis=0
        )

    starts, ends = held(0, before), held(-1, after)
    return Clip(
        clip.skeleton,
        clip.fps,
        np.concatenate([starts[0], roots, ends[0]]),
        np.concatenate([starts[1], turns, ends[1]]),
    )


@pytest.mark.parametrize(("before", "after"), [(1, 0), (3, 0), (9, 0), (0, 1), (2, 7)])
def test_poses_held_at_the_ends_are_found(before: int, after: int) -> None:
    clip = walk()
    assert moving_span(with_poses(clip, before, after)) == (before, before + len(clip) - 1)


@pytest.mark.parametrize("name", ["bear", "figure", "spider"])
def test_motion_without_a_calibration_pose_is_kept_whole(name: str) -> None:
    for clip in sample_motions(name):
        assert moving_span(clip) == (0, len(clip) - 1), clip.name


def test_the_first_row_is_left_out_with_a_note_and_kept_on_request() -> None:
    clip = with_poses(walk(), 1, 0)
    found = choose_keys(clip, KeySettings(contacts=False))
    assert (found.start, len(found.clip)) == (1, len(clip) - 1)
    assert any("Left out frame 0" in note for note in found.notes)
    kept = choose_keys(clip, KeySettings(contacts=False, calibration=True))
    assert (kept.start, len(kept.clip)) == (0, len(clip))
