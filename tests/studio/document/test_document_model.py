"""Random edits, undo, redo and reopening leave a document as they leave a plain model of it in memory."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from samples_of_records import BLOBS, HASHES, a_character, a_motion

from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind

LIMIT = 6
IDS = ("c1", "c2", "c3")
NAMES = st.sampled_from(["Ada", "Bo", "Cleo"])


class DocumentAgainstModel(RuleBasedStateMachine):
    """The model: a list of whole states with a position in it, and the view beside."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.document = Document(self.folder / "model.kine", history_limit=LIMIT)
        self.states = [({}, None)]
        self.position = 0
        self.view = None

    def teardown(self) -> None:
        if hasattr(self, "document"):
            self.document.close()
            shutil.rmtree(self.folder)

    def edit(self, edit: Any) -> None:
        before = self.states[self.position][0]
        after = {id: record for id, record in {**before, **edit.changes}.items() if record is not None}
        self.document.commit(edit)
        if after != before:
            self.states = [*self.states[: self.position + 1], (after, edit.label)][-LIMIT - 1 :]
            self.position = len(self.states) - 1

    @rule(id=st.sampled_from(IDS), blob=st.sampled_from(HASHES), moving=st.booleans())
    def add(self, id: Any, blob: Any, moving: Any) -> None:
        if id not in self.document.records:
            added = [a_character(id, blob=blob), *([a_motion(f"m-{id}", id)] if moving else [])]
            self.edit(edits.add(self.document.records, EditKind.ADD_CHARACTER.of(id), added, BLOBS))

    def present(self) -> Any:
        return [id for id in IDS if id in self.states[self.position][0]]

    @precondition(lambda self: self.present())
    @rule(pick=st.integers(0, 2), name=NAMES)
    def rename(self, pick: Any, name: str) -> None:
        present = self.present()
        self.edit(edits.rename(self.document.records, present[pick % len(present)], name))

    @precondition(lambda self: self.present())
    @rule(pick=st.integers(0, 2), x=st.floats(-10, 10))
    def place(self, pick: Any, x: Any) -> None:
        present = self.present()
        self.edit(edits.place(self.document.records, present[pick % len(present)], (x, 0.0, 0.0), x))

    @precondition(lambda self: self.present())
    @rule(pick=st.integers(0, 2))
    def remove(self, pick: Any) -> None:
        present = self.present()
        self.edit(edits.remove(self.document.records, present[pick % len(present)]))

    @precondition(lambda self: self.position > 0)
    @rule()
    def undo(self) -> None:
        self.document.undo()
        self.position -= 1

    @precondition(lambda self: self.position < len(self.states) - 1)
    @rule()
    def redo(self) -> None:
        self.document.redo()
        self.position += 1

    @rule(speed=st.sampled_from([0.5, 1.0, 2.0]), id=st.sampled_from(IDS))
    def look(self, speed: Any, id: Any) -> None:
        edit = edits.look(self.document.records, speed=speed, character=id)
        self.document.keep(edit)
        self.view = edit.changes["view"]

    @rule()
    def reopen(self) -> None:
        self.document.close()
        self.document = Document(self.folder / "model.kine", history_limit=LIMIT)

    @rule()
    def collect_garbage(self) -> None:
        self.document.collect_garbage()

    @invariant()
    def agrees_with_the_model(self) -> None:
        if not hasattr(self, "states"):
            return
        records = dict(self.document.records)
        assert records.pop("view", None) == self.view
        assert records == self.states[self.position][0]
        assert self.document.undo_label == self.states[self.position][1] or self.position == 0
        assert (self.document.undo_label is None) == (self.position == 0)
        following = self.states[self.position + 1 : self.position + 2]
        assert self.document.redo_label == (following[0][1] if following else None)
        for record in records.values():
            for hash in record.blobs:
                assert self.document.blob(hash) == BLOBS[hash]


TestDocumentAgainstModel = DocumentAgainstModel.TestCase
TestDocumentAgainstModel.settings = settings(max_examples=25, stateful_step_count=30)
