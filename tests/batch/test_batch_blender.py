"""One real Blender reads all files of a batch, and a bad file costs only itself."""

import subprocess
from pathlib import Path

import pytest
from small_library import waving

from kinegraph.batch import ConvertJob, run_batch
from kinegraph.batch.ledger import Ledger
from kinegraph.formats import load, save
from kinegraph.formats.blender.launch import Blender
from kinegraph.formats.blender.session import BlenderSession

pytestmark = pytest.mark.blender


@pytest.fixture
def library(blender: Blender, tmp_path: Path) -> Path:
    (tmp_path / "library").mkdir()
    for number in range(3):
        save(waving(number), tmp_path / "library" / f"clip{number}.fbx")
    return tmp_path / "library"


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[Blender]:
    """Every Blender that is started to be kept."""
    found: list[Blender] = []
    start = BlenderSession._start

    def count(session: BlenderSession, blender: Blender) -> "subprocess.Popen[bytes]":
        found.append(blender)
        return start(session, blender)

    monkeypatch.setattr(BlenderSession, "_start", count)
    return found


def test_one_blender_reads_all_files_of_a_batch(library: Path, tmp_path: Path, starts: list[Blender]) -> None:
    counts = run_batch(ConvertJob(to=".glb"), [library], tmp_path / "out", workers=0)
    assert (counts.done, counts.failed) == (3, 0)
    assert len(starts) == 1
    assert len(load(tmp_path / "out" / "clip2.glb").clips[0]) == len(waving(2))


def test_a_damaged_file_costs_only_itself(library: Path, tmp_path: Path, starts: list[Blender]) -> None:
    whole = (library / "clip1.fbx").read_bytes()
    (library / "clip1.fbx").write_bytes(whole[: len(whole) // 2])
    counts = run_batch(ConvertJob(to=".glb"), [library], tmp_path / "out", workers=0)
    assert (counts.done, counts.failed) == (2, 1)
    with Ledger(tmp_path / "out") as ledger:
        assert [row.path.name for row in ledger.failures()] == ["clip1.fbx"]
    assert len(starts) <= 2  # one more where the file ended the first
