"""Blobs that another program has made: a valid hash, and content that does not fit. One sentence each."""

import numpy as np
import pytest
from small_scenes import a_character, a_clip, a_skeleton, an_animation, some_markers

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.character_blob import describe_character, pack_character, unpack_character
from kinegraph.studio.document.frames import FrameHeader, pack, unpack
from kinegraph.studio.document.ink_blob import pack_chunk, unpack_chunk
from kinegraph.studio.document.motion_blob import (
    Motion,
    describe_motion,
    pack_motion,
    unpack_motion,
)
from kinegraph.studio.document.spatial_set_blob import pack_key_values, unpack_key_values


class _Plain(FrameHeader, frozen=True, kw_only=True):
    """A frame of arrays alone."""


def test_an_array_of_very_many_axes_is_refused() -> None:
    frame = pack(_Plain(), {"a": np.zeros((1,) * 8)})
    assert unpack(frame, _Plain)[1]["a"].shape == (1,) * 8
    one, many = (b"[" + b",".join([b"1"] * count) + b"]" for count in (8, 70))
    with pytest.raises(InvalidValue, match="axes"):
        unpack(_with_shape(frame, one, many), _Plain)


def test_an_empty_array_of_an_endless_axis_is_refused() -> None:
    frame = pack(_Plain(), {"a": np.zeros((0, 4))})
    with pytest.raises(InvalidValue, match="axis"):
        unpack(_with_shape(frame, b"[0,4]", b"[0,4000000000000000000]"), _Plain)


def _with_shape(frame: bytes, before: bytes, after: bytes) -> bytes:
    start = int.from_bytes(frame[:4], "little") + 4
    header = frame[4:start].replace(before, after).rstrip().ljust(start - 4)
    return frame[:4] + header + frame[start:]


@pytest.mark.parametrize("motion", [a_clip(), an_animation(), some_markers()])
def test_a_motion_without_its_arrays_is_refused(motion: Motion) -> None:
    record = describe_motion(motion, id="m", blob="")
    blob = pack_motion(motion)
    for name in (b"rotations", b"channels", b"seen"):
        if name in blob:
            with pytest.raises(InvalidValue, match="damaged"):
                unpack_motion(blob.replace(name, b"x" * len(name)), record, a_skeleton())


@pytest.mark.parametrize("row", [[0, 99, 0, 3], [0, 0, 0, -5], [2**40, 0, 0, 3]])
def test_an_animation_of_impossible_channels_is_refused(row: list[int]) -> None:
    motion = an_animation()
    blob = pack_motion(motion)
    stored = np.array([[0, 0, 0, 3]], dtype=np.int64).tobytes()
    assert stored in blob
    broken = blob.replace(stored, np.array([row], dtype=np.int64).tobytes(), 1)
    with pytest.raises(InvalidValue):
        unpack_motion(broken, describe_motion(motion, id="m", blob=""), a_skeleton())


def test_a_set_without_its_arrays_is_refused() -> None:
    blob = pack_key_values(np.zeros((1, 1, 3)), np.zeros((1, 1, 4)))
    with pytest.raises(InvalidValue, match="stored set is damaged"):
        unpack_key_values(blob.replace(b"positions", b"somewhere"))


def test_a_character_without_its_arrays_is_refused() -> None:
    blob = pack_character(a_character())
    record = describe_character(a_character(), id="c", blob="")
    assert b'"boxes"' in blob
    with pytest.raises(InvalidValue, match="stored character is damaged"):
        unpack_character(blob.replace(b'"boxes"', b'"other"'), record)


@pytest.mark.parametrize("shape", [(), (3,), (3, 0), (3, 3), (1, 3, 4)])
def test_rows_of_a_stroke_in_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidValue, match="stored stroke is damaged"):
        unpack_chunk(pack_chunk(np.zeros(shape)))
