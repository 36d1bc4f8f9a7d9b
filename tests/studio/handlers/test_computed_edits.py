"""An edit that takes long to compute is computed again where the document changed, but not for ever."""

import asyncio
from pathlib import Path

import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Outdated, Records, entitle
from kinegraph.studio.running.gestures import Build
from kinegraph.studio.studio import Studio


def computed(path: Path, outdated: int) -> str | None:
    """Makes an edit that is outdated a number of times; returns its label."""
    attempts = 0

    async def compute() -> Build:
        nonlocal attempts
        attempts += 1
        now = attempts

        def build(records: Records) -> Edit:
            if now <= outdated:
                raise Outdated("The document was changed meanwhile.")
            return entitle(records, "Walks")

        return build

    async def run() -> str | None:
        studio = Studio(Document(path), first=None, eager=False)
        try:
            change = await studio.commit_computed(compute)
            return None if change is None else change.label
        finally:
            await studio.close()

    return asyncio.run(run())


def test_an_outdated_edit_is_computed_again(tmp_path: Path) -> None:
    label = computed(tmp_path / "test.kine", outdated=2)
    assert label == EditKind.RENAME_DOCUMENT.of("Walks").label


def test_an_edit_that_stays_outdated_fails_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="Try again"):
        computed(tmp_path / "test.kine", outdated=1000)
