"""Long clips: cut where they are slow, and still one ladder."""

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip

from kinegraph.keys import choices as key_choices_module
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.selection.clip_cuts import slow_cuts
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.settings import KeySettings


def pausing(frames: int, pauses: list[int]) -> PoseSpace:
    """A straight way that slows down around some frames."""
    at = np.arange(frames)[:, None]
    speeds = 1.0 - 0.95 * np.exp(-(((at - pauses) / 20.0) ** 2)).sum(axis=1)
    return PoseSpace(np.cumsum(speeds)[:, None] * np.ones(3), 30.0)


def test_cuts_are_at_slow_moments() -> None:
    cuts = slow_cuts(pausing(3000, [900, 2100]), np.array([0, 2999]), longest=2000)
    assert np.abs(np.array(cuts) - [900, 2100]).max() <= 2


def test_no_stretch_is_longer_than_the_limit() -> None:
    space = PoseSpace(np.cumsum(np.random.default_rng(1).normal(size=(5000, 3)), axis=0), 30.0)
    certain = np.array([0, 700, 4999])
    cuts = np.array(sorted([*certain, *slow_cuts(space, certain, longest=600)]))
    assert np.diff(cuts).max() <= 600 * 1.6
    assert (np.diff(cuts) > 0).all()


def test_short_stretches_are_left_whole() -> None:
    assert slow_cuts(pausing(1000, [500]), np.array([0, 999])) == ()


@pytest.fixture
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        key_choices_module, "slow_cuts", lambda space, certain: slow_cuts(space, certain, longest=100)
    )


@pytest.mark.usefixtures("short_limit")
def test_a_cut_clip_has_one_ladder_and_says_that_it_was_cut() -> None:
    clip = swaying_clip(2, 300)
    choices = choose_keys(clip, KeySettings(objective="chord_max", contacts=False))
    assert len(choices.pieces) == 3
    assert "solved in 3 pieces" in choices.notes[0]
    cuts = {piece[1] for piece in choices.pieces}
    assert choices.counts.tolist() == list(range(4, 301))
    for count in (4, 20, 150):
        assert cuts <= set(choices.keys(count).frames.tolist())


@pytest.mark.usefixtures("short_limit")
def test_each_piece_gets_keys_until_all_have_the_same_error() -> None:
    clip = swaying_clip(2, 300)
    stage = choose_keys(clip, KeySettings(objective="chord_max", contacts=False)).ladder.stages[0]
    shares = stage.space.shares(np.array([30]))
    errors = [part.errors[int(share[0])] for part, share in zip(stage.space.parts, shares, strict=True)]
    fewer = [
        part.errors[max(int(share[0]) - 1, 0)] for part, share in zip(stage.space.parts, shares, strict=True)
    ]
    assert stage.space.errors[30] == max(errors)
    assert min(fewer) >= max(errors) * 0.5  # taking a key from any piece for the worst would not help


def test_a_clip_solved_whole_says_so() -> None:
    choices = choose_keys(swaying_clip(2, 120), KeySettings(contacts=False))
    assert choices.pieces == ((0, 119),)
    assert choices.notes == ()
