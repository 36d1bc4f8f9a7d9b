"""Teleports: both sides are keys, and the rest is as good as if there were none."""

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.rules.teleports import teleports
from kinegraph.keys.settings import KeySettings


def walking(frames: int = 120, fps: float = 30.0, speed: float = 1.0) -> Clip:
    """A swaying body that also goes forward [m/s]."""
    clip = swaying_clip(3, frames)
    roots = clip.root_translations + np.arange(frames)[:, None] / fps * np.array([0.0, 0.0, speed])
    return Clip(clip.skeleton, fps, roots, clip.rotations)


def displace_after(clip: Clip, frame: int, by: float) -> Clip:
    roots = clip.root_translations.copy()
    roots[frame:] += [by, 0.0, 0.0]
    return Clip(clip.skeleton, clip.fps, roots, clip.rotations)


@pytest.mark.parametrize("heights", [1.0, 100.0])
def test_a_teleport_has_a_key_on_either_side_and_costs_no_accuracy(heights: float) -> None:
    whole = walking()
    cut = displace_after(whole, 60, heights * standing_height(whole))
    choices = choose_keys(cut, KeySettings(contacts=False))
    assert {59, 60} <= set(choices.forced.tolist())
    assert any("another place at frame 60" in note for note in choices.notes)
    errors = [
        key_motion(choose_keys(clip, KeySettings(contacts=False))).error.worst.largest
        for clip in (whole, cut)
    ]
    assert errors[1] <= max(2.0 * errors[0], 0.01 * standing_height(whole))


def test_the_note_counts_in_the_frames_of_the_motion() -> None:
    cut = displace_after(walking(), 60, 50.0)
    choices = choose_keys(cut, KeySettings(contacts=False, span=(20, 100)))
    assert {39, 40} <= set(choices.forced.tolist())
    assert any("another place at frame 60" in note for note in choices.notes)


def test_quick_motion_at_few_frames_a_second_is_no_teleport() -> None:
    assert teleports(walking(fps=1.0, speed=20.0)) == ()
    assert teleports(swaying_clip(3, 2)) == ()


def test_a_gap_between_keys_is_kept_at_a_teleport() -> None:
    cut = displace_after(walking(), 60, 50.0)
    choices = choose_keys(cut, KeySettings(contacts=False, gap=4))
    assert np.diff(choices.keys(choices.automatic).frames).min() >= 4
