"""A hand with nothing around it is answered the short way, with the same bytes as the long way."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hand_scenes import a_stage, answers, hand_over_keys, sets_of

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.studio.document.frames import FrameTemplate, pack
from kinegraph.studio.perform.hand_path import Pointed
from kinegraph.studio.perform.plain_hand import PlainHand
from kinegraph.studio.protocol.perform_frames import PerformFrame


@pytest.mark.parametrize("name", ["bear", "figure"])
def test_every_set_gives_the_same_bytes_the_short_and_the_long_way(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, dice = a_stage(name), np.random.default_rng(5)
    short: list[bool] = []
    usual: Callable[[PlainHand, Pointed], bytes | None] = PlainHand.frame

    def noted(self: PlainHand, hand: Pointed) -> bytes | None:
        found = usual(self, hand)
        short.append(found is not None)
        return found

    for each in sets_of(stage):
        places = [key.place for key in each.keys]
        places += dice.normal(np.mean(places, axis=0), 1.0, (40, 3)).tolist()
        hands = [[Pointed(tuple(p), 0.0, 1e5 + i / 60, i - 1)] for i, p in enumerate(places)]
        monkeypatch.setattr(PlainHand, "frame", noted)
        found = answers(stage, each.id, hands)
        monkeypatch.setattr(PlainHand, "frame", lambda *_: None)
        assert found == answers(stage, each.id, hands)
        assert len(found) == len(hands)
    assert np.mean(short) > 0.8  # few poses are guesses, which take the long way


@pytest.mark.parametrize("name", ["figure", "bear"])
def test_walking_gives_the_same_bytes_the_short_and_the_long_way(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, dice = a_stage(name), np.random.default_rng(8)
    short: list[bool] = []
    usual: Callable[..., bytes | None] = PlainHand.walk

    def noted(self: PlainHand, walker: Walker, before: Pointed, way: list[Pointed]) -> bytes | None:
        found = usual(self, walker, before, way)
        short.append(found is not None)
        return found

    for each in sets_of(stage):
        ways = hand_over_keys(each, dice, 120)
        monkeypatch.setattr(PlainHand, "walk", noted)
        found = answers(stage, each.id, ways, walks=True)
        monkeypatch.setattr(PlainHand, "walk", lambda *_: None)
        assert found == answers(stage, each.id, ways, walks=True)
        assert len(found) == len(ways)
    assert np.mean(short) > 0.8  # few poses are guesses, which take the long way


def test_answering_a_hand_needs_no_kernel_that_is_not_loaded_ahead() -> None:
    script = Path(__file__).parents[1] / "answering_process.py"
    found = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert found.stdout == "[] True\n"


def test_a_frame_that_is_laid_out_once_is_the_same_as_a_packed_one() -> None:
    arrays = {"root": np.arange(3, dtype=np.float32), "degenerate": np.zeros(0, np.int32)}
    header = PerformFrame(character="c", set="s", sequence=0, time=0.0)
    template = FrameTemplate(header, arrays, ("sequence", "time"))
    for sequence, time in ((0, 0.0), (-(2**53), 1e-7), (2**53, 123456.789), (7, 1e22)):
        wanted = pack(PerformFrame(character="c", set="s", sequence=sequence, time=time), arrays)
        assert template.frame(sequence, time) == wanted


def test_a_header_that_is_too_long_is_left_to_the_long_way() -> None:
    header = PerformFrame(character="c" * 700, set="s", sequence=0, time=0.0)
    assert FrameTemplate(header, {}, ("sequence", "time")).frame(1, 2.0) is None


def test_only_the_last_fields_of_a_header_can_change() -> None:
    header = PerformFrame(character="c", set="s", sequence=0, time=0.0)
    with pytest.raises(InvalidValue, match="last fields"):
        FrameTemplate(header, {}, ("character",))
