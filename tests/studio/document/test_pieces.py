"""Blobs are stored in pieces: exactly, and once where they share content."""

import random
from pathlib import Path

import numpy as np
import pytest
from samples_of_records import a_character

from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.frames import FrameHeader, pack
from kinegraph.studio.document.performance_blob import PerformanceBlob
from kinegraph.studio.document.store.pieces import LARGEST, cut, pack_piece, piece_hash, unpack_piece


class Numbers(FrameHeader, frozen=True, kw_only=True):
    """The header of a blob of numbers."""

    name: str = ""


def walk(count: int, seed: int = 0) -> np.ndarray:
    """(count, 3) values that do not repeat."""
    return np.random.default_rng(seed).normal(size=(count, 3)).cumsum(axis=0)


def shared(a: bytes, b: bytes) -> float:
    """The share of b's bytes that lie in pieces of a."""
    known = {piece_hash(piece) for piece, _ in cut(a)}
    return sum(len(piece) for piece, _ in cut(b) if piece_hash(piece) in known) / len(b)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 100, 2047, 2048, 5000, 131_071, 131_072, 131_073, 400_001])
def test_bytes_come_back_exactly(size: int) -> None:
    data = random.Random(size).randbytes(size)
    pieces = list(cut(data))
    assert all(len(piece) <= LARGEST for piece, _ in pieces)
    assert b"".join(unpack_piece(pack_piece(piece, width)) for piece, width in pieces) == data


def test_a_frame_comes_back_exactly() -> None:
    arrays = {
        "floats": walk(20_000),
        "small": np.arange(3.0),
        "bytes": (np.arange(999) % 7 == 0).astype(np.uint8),
        "ints": np.arange(5000, dtype=np.int32),
    }
    data = pack(
        Numbers(),
        {name: array.astype(np.uint8) if array.dtype == bool else array for name, array in arrays.items()},
    )
    assert b"".join(unpack_piece(pack_piece(piece, width)) for piece, width in cut(data)) == data


def test_another_header_leaves_the_arrays_alone() -> None:
    a, b = (pack(Numbers(name=name), {"values": walk(2000)}) for name in ("one", "two"))
    assert shared(a, b) > 0.97


def test_a_changed_number_changes_one_piece() -> None:
    values = walk(50_000)
    before = pack(Numbers(), {"values": values})
    values[25_000, 1] += 1.0
    assert shared(before, pack(Numbers(), {"values": values})) > 0.85


def test_rows_put_in_between_leave_the_rest_alone() -> None:
    values = walk(50_000)
    longer = np.insert(values, 20_000, walk(10, seed=1), axis=0)
    assert shared(pack(Numbers(), {"values": values}), pack(Numbers(), {"values": longer})) > 0.85


def test_a_small_change_of_a_large_blob_costs_little(tmp_path: Path) -> None:
    values = walk(100_000)
    with Document(tmp_path / "x.kine") as document:

        def store(number: int) -> None:
            values[number] = number
            data = pack(Numbers(), {"values": values})
            changed = a_character(name=f"edit {number}", blob=blob_hash(data))
            document.commit(Edit(EditKind.RENAME_RECORD.of(), {"c1": changed}, {changed.blob: data}))

        store(0)
        document.checkpoint()
        before = document.size
        for number in range(1, 11):
            store(number)
        document.checkpoint()
        assert before > 1_500_000
        assert document.size - before < 0.6 * before, "ten edits that change one number each"


def test_another_rig_costs_a_performance_less_than_a_kilobyte() -> None:
    paths = {"times": np.arange(6000) / 60.0, "displacements": walk(6000)}
    before, after = (
        pack(PerformanceBlob(rig=rig, plays=rig), paths) for rig in ("0123456789abcdef", "fedcba98")
    )
    known = {piece_hash(piece) for piece, _ in cut(before)}
    added = [pack_piece(piece, width) for piece, width in cut(after) if piece_hash(piece) not in known]
    assert len(after) > 190_000
    assert sum(map(len, added)) < 1000
