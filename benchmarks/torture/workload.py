"""A workload whose state can be checked: every edit has a number, and a blob that follows from it."""

import random
from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.frames import FrameHeader, pack
from kinegraph.studio.document.records import CharacterRecord

ID = "c1"


class _Numbers(FrameHeader, frozen=True, kw_only=True):
    """The header of a blob of numbers."""


def blob_of(number: int) -> bytes:
    """The blob of an edit: mostly what the edits before had, from 1 kB to 320 kB."""
    values = np.arange(40_000, dtype=np.float64)[: 40 + number * 7919 % 40_000] * 1.000001
    values[number % len(values)] = -number
    return pack(_Numbers(), {"values": values})


def number_in(document: Document) -> int:
    """The number of the last edit in a document; -1 where there is none. Raises what a damaged document does,
    and AssertionError where the blob is another edit's.
    """
    record = document.records.get(ID)
    if not isinstance(record, CharacterRecord):
        return -1
    number = int(record.name.removeprefix("edit "))
    assert document.blob(record.blob) == blob_of(number), f"edit {number} has the blob of another"
    return number


def work(document: Document, chance: random.Random) -> Iterator[tuple[str, int]]:
    """Edits a document for ever; yields ("begin", number) before and ("done", number) after each change."""
    number = max(number_in(document), 0)
    while True:
        kind = chance.random()
        if kind < 0.08 and document.undo_label is not None and number_in(document) > 0:
            yield "begin", _after_undo(document)
            document.undo()
            yield "done", number_in(document)
            yield "begin", number
            document.redo()
            yield "done", number
        elif kind < 0.12:
            document.collect_garbage()
        elif kind < 0.25:
            document.checkpoint()
        else:
            yield "begin", number + 1
            number += 1
            document.commit(_edit(document, number))
            yield "done", number


def _edit(document: Document, number: int) -> Edit:
    data = blob_of(number)
    before = document.records.get(ID)
    record = before if isinstance(before, CharacterRecord) else _character()
    changed = replace(record, name=f"edit {number}", blob=blob_hash(data))
    return Edit(EditKind.RENAME_RECORD.of(f"edit {number}"), {ID: changed}, {changed.blob: data})


def _after_undo(document: Document) -> int:
    """The number that undo leads back to: edits are numbered without gaps."""
    return number_in(document) - 1 if number_in(document) > 1 else -1


def _character() -> CharacterRecord:
    return CharacterRecord(
        id=ID,
        name="",
        joints=("root",),
        parents=(-1,),
        caps=((),),
        mirror=(0,),
        sides=(0,),
        height=1.0,
        triangles=0,
        blob="",
    )
