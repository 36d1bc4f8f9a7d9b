"""Messages read and write as defined, and the page's declarations are those made from them."""

import json
import re
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.frames import PoseFrame, pack, unpack
from kinegraph.studio.protocol import typescript
from kinegraph.studio.protocol.commands import (
    CancelGesture,
    Cursor,
    DragStep,
    EndGesture,
    RenameRecord,
)
from kinegraph.studio.protocol.messages import COMMANDS, decode_command, request_of


def test_the_generated_typescript_is_up_to_date() -> None:
    assert typescript.OUTPUT.read_text(encoding="utf-8") == typescript.declarations()


def test_every_command_is_declared_for_the_page() -> None:
    text = typescript.declarations()
    for command in COMMANDS:
        assert f"export interface {command.__name__} {{" in text


def test_the_page_knows_which_commands_change_nothing() -> None:
    reading = {command.__name__ for command in COMMANDS if command.reads}
    listed = typescript.declarations().split("READS:")[1]
    assert {name for name in re.findall(r'"(\w+)"', listed) if name != "type"} == reading
    assert {"RequestClip", "OpenKeys", "Perform", "TryOn"} <= reading
    assert not {"RenameRecord", "Undo", "PenPoints", "SelectMotion"} & reading


def test_only_what_the_page_sends_may_leave_fields_out() -> None:
    text = typescript.declarations()
    assert "  gesture?: string | null" in text
    assert "  undoLabel: string | null" in text


def test_a_command_reads_as_its_struct() -> None:
    text = '{"type": "Cursor", "position": [1, 2, 3], "time": 0.5, "sequence": 7}'
    assert decode_command(text) == Cursor(position=(1.0, 2.0, 3.0), time=0.5, sequence=7)
    assert decode_command('{"type":"RenameRecord","request":1,"id":"c1","name":"Otto"}') == RenameRecord(
        request=1, id="c1", name="Otto"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"type": "Explode", "request": 3}', "There is no message 'Explode'"),
        ('{"type": "RenameRecord", "request": 3, "id": 5, "name": "x"}', "Expected `str`, got `int`"),
        ('{"type": "RenameRecord", "request": 3}', "missing required field `id`"),
        ("not json", "A message cannot be read"),
        ("[1, 2]", "A message cannot be read"),
        ('{"type": "Cursor", "position": [1, 2], "time": 0, "sequence": 0}', "length"),
        ("[" * 100_000, "A message cannot be read"),
    ],
)
def test_what_is_wrong_with_a_message_is_said_in_a_sentence(text: Any, sentence: str) -> None:
    with pytest.raises(InvalidValue, match=sentence):
        decode_command(text)


def test_the_request_number_of_an_unreadable_command_is_still_found() -> None:
    assert request_of('{"type": "Explode", "request": 3}') == 3
    assert request_of("garbage") is None


@given(st.text() | st.binary())
def test_fuzz_any_text_is_a_command_or_a_sentence(text: Any) -> None:
    with suppress(InvalidValue):
        decode_command(text)


DTYPES = st.sampled_from(["float32", "float64", "int32", "int64", "uint8"])
ARRAYS = DTYPES.flatmap(lambda dtype: npst.arrays(dtype, npst.array_shapes(min_dims=0, min_side=0)))


@given(st.dictionaries(st.text(max_size=8), ARRAYS))
def test_arrays_come_out_of_a_frame_as_they_went_in(arrays: Any) -> None:
    header, found = unpack(pack(PoseFrame(character="c", sequence=1, time=0.5), arrays), PoseFrame)
    assert list(found) == list(arrays)
    assert (header.character, header.sequence, header.time) == ("c", 1, 0.5)
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        assert found[name].shape == array.shape
        assert found[name].tobytes() == array.tobytes()


@given(st.integers(0, 9), st.text(max_size=20))
def test_arrays_start_at_multiples_of_eight(count: int, name: str) -> None:
    arrays = {f"{name}{index}": np.arange(index, dtype=np.uint8) for index in range(count)}
    frame = pack(PoseFrame(character=name, sequence=1, time=0.5), arrays)
    header, _ = unpack(frame, PoseFrame)
    assert all(info.offset % 8 == 0 for info in header.arrays)
    assert len(frame) % 8 == 0
    length = int.from_bytes(frame[:4], "little")
    assert json.loads(frame[4 : 4 + length])["type"] == "PoseFrame"


@given(st.binary(max_size=300), st.integers(0, 300))
def test_fuzz_a_broken_frame_is_refused(noise: Any, cut: Any) -> None:
    whole = pack(PoseFrame(character="c", sequence=1, time=0.5), {"root": np.zeros(3, dtype=np.float32)})
    for frame in (noise, whole[:cut][:-1], whole[: cut % 150] + noise + whole[cut % 150 + len(noise) :]):
        with suppress(InvalidValue):
            unpack(frame, PoseFrame)


def test_steps_of_drags_name_what_they_move_by_their_own_fields() -> None:
    for command in COMMANDS:
        if issubclass(command, DragStep):
            assert set(command.drag_key) <= set(command.__struct_fields__), command
        elif command not in (EndGesture, CancelGesture):
            assert "gesture" not in command.__struct_fields__, command
