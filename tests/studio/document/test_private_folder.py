"""Folders of killed studios are swept, those of running ones are not."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from kinegraph.studio.document.store.private_folder import PrivateFolder, sweep_private_folders

KILLED = """
import os, sys
from kinegraph.studio.document.store.private_folder import PrivateFolder
folder = PrivateFolder()
(folder.path / "upload.bvh").write_bytes(bytes(1000))
print(folder.path, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)


def test_the_folder_of_a_killed_process_is_swept() -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    left = Path(done.stdout.strip())
    assert left.is_dir()
    assert sweep_private_folders() == [left]
    assert not left.exists()


def test_the_folder_of_a_running_process_stays() -> None:
    folder = PrivateFolder()
    assert sweep_private_folders() == []
    assert folder.path.is_dir()
    folder.close()
    assert not folder.path.exists()


def test_other_folders_stay(tmp_path: Path) -> None:
    other = tmp_path / "kinegraph-private-of-a-person"
    other.mkdir()
    assert sweep_private_folders() == []
    assert other.is_dir()
