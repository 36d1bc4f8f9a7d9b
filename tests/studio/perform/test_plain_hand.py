"""A hand with nothing around it is answered the short way, with the same bytes as the long way."""

from collections.abc import Callable

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.frames import FrameTemplate, pack
from kinegraph.studio.document.records import Placement, SetRecord
from kinegraph.studio.perform.hand_path import Pointed
from kinegraph.studio.perform.performer import Performer
from kinegraph.studio.perform.plain_hand import PlainHand
from kinegraph.studio.perform.ready_sets import with_sets
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_tuning import complete_sets
from kinegraph.studio.protocol.perform_commands import Perform
from kinegraph.studio.protocol.perform_frames import PerformFrame

Stage = tuple[Rigs, Records]


def _stage(name: str) -> Stage:
    rig = cast_rig(name)
    shape = pack_character(rig.character)
    blobs = {blob_hash(shape): shape}
    owner = describe_character(rig.character, id="c", blob=blob_hash(shape), cast=name)
    rigs, records = Rigs(blobs.__getitem__), {owner.id: owner}
    tuned = complete_sets(records, with_sets(records, "c", None, rig.sets, (), ()), rigs)
    blobs |= tuned.blobs
    return rigs, records | {id: record for id, record in tuned.changes.items() if record is not None}


def _answers(stage: Stage, set: str, hands: list[Pointed]) -> list[bytes]:
    rigs, records = stage
    sent: list[bytes] = []
    placement = Placement(character="c", position=(0.3, 0.1, -2.0), heading=0.7)
    performer = Performer(rigs, lambda: (0, records), lambda _: placement, lambda _, f: sent.append(f))
    performer.take_charge("page", Perform(request=1, character="c", set=set), 0.0)
    for hand in hands:
        performer.answer("page", [hand])
    return sent


@pytest.mark.parametrize("name", ["bear", "figure"])
def test_every_set_gives_the_same_bytes_the_short_and_the_long_way(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, dice = _stage(name), np.random.default_rng(5)
    short: list[bool] = []
    usual: Callable[[PlainHand, Pointed], bytes | None] = PlainHand.frame

    def noted(self: PlainHand, hand: Pointed) -> bytes | None:
        found = usual(self, hand)
        short.append(found is not None)
        return found

    for each in (record for record in stage[1].values() if isinstance(record, SetRecord)):
        places = [key.place for key in each.keys]
        places += dice.normal(np.mean(places, axis=0), 1.0, (40, 3)).tolist()
        hands = [Pointed(tuple(p), 0.0, 1e5 + i / 60, i - 1) for i, p in enumerate(places)]
        monkeypatch.setattr(PlainHand, "frame", noted)
        found = _answers(stage, each.id, hands)
        monkeypatch.setattr(PlainHand, "frame", lambda *_: None)
        assert found == _answers(stage, each.id, hands)
        assert len(found) == len(hands)
    assert np.mean(short) > 0.8  # few poses are guesses, which take the long way


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
