"""One Blender for many files: a program that serves folders stands in for it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kinegraph.core.errors import FormatError
from kinegraph.formats.blender import session as blender_session
from kinegraph.formats.blender.process import run_job
from kinegraph.formats.blender.session import BlenderSession, keep_blender, release_blender

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-in for Blender is a script")

# The project's own script runs in it: only bpy, and the reader that uses it, are stand-ins.
_STAND_IN = """#!{python}
import os, sys, types
with open({log!r}, "a") as log:
    log.write(f"{{os.getpid()}}\\n")
bpy = types.ModuleType("bpy")
bpy.app = types.SimpleNamespace(version_string="0.0")
reader = types.ModuleType("read_scene")
def read_scene(job):
    if job["path"] == "crash":
        os.kill(os.getpid(), 11)
    if job["path"] == "hang":
        import time
        time.sleep(600)
    if job["path"] == "bad":
        raise RuntimeError("Error: no armature")
    return {{"path": job["path"], "process": os.getpid()}}, {{}}
reader.read_scene = read_scene
sys.modules |= {{"bpy": bpy, "read_scene": reader}}
script = sys.argv[sys.argv.index("--python") + 1]
sys.path.insert(0, os.path.dirname(script))
exec(compile(open(script).read(), script, "exec"), {{"__name__": "__main__", "__file__": script}})
"""


@pytest.fixture
def blender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BlenderSession]:
    program = tmp_path / "blender"
    program.write_text(_STAND_IN.format(python=sys.executable, log=str(tmp_path / "starts")))
    program.chmod(0o755)
    monkeypatch.setenv("KINEGRAPH_BLENDER", str(program))
    yield keep_blender()
    release_blender()


def read(tmp_path: Path, path: str, timeout: float = 20.0) -> dict:
    work = tmp_path / f"work{len(list(tmp_path.iterdir()))}"
    work.mkdir()
    job = {"task": "read", "kind": "fbx", "path": path}
    return run_job(job, {"unused": np.zeros(1)}, tmp_path / "walk.fbx", work, timeout)[0]


def starts(tmp_path: Path) -> int:
    return len((tmp_path / "starts").read_text().splitlines())


@pytest.mark.usefixtures("blender")
def test_many_files_go_to_one_blender(tmp_path: Path) -> None:
    results = [read(tmp_path, f"file {number}") for number in range(5)]
    assert [result["path"] for result in results] == [f"file {number}" for number in range(5)]
    assert len({result["process"] for result in results}) == 1
    assert starts(tmp_path) == 1


@pytest.mark.usefixtures("blender")
def test_a_file_that_crashes_it_costs_that_file_alone(tmp_path: Path) -> None:
    read(tmp_path, "good")
    with pytest.raises(FormatError, match=r"Blender stopped while reading it \(signal 11\)"):
        read(tmp_path, "crash")
    assert read(tmp_path, "good again")["path"] == "good again"
    assert starts(tmp_path) == 2


@pytest.mark.usefixtures("blender")
def test_a_file_that_hangs_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"still reading it after 1 s"):
        read(tmp_path, "hang", timeout=1.0)
    assert read(tmp_path, "good")["path"] == "good"


@pytest.mark.usefixtures("blender")
def test_an_error_in_one_file_leaves_it_open_for_the_next(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no armature"):
        read(tmp_path, "bad")
    read(tmp_path, "good")
    assert starts(tmp_path) == 1


@pytest.mark.usefixtures("blender")
def test_a_new_one_starts_after_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blender_session, "MOST_JOBS", 2)
    for number in range(5):
        read(tmp_path, f"file {number}")
    assert starts(tmp_path) == 3


def test_it_ends_when_it_is_released(blender: BlenderSession, tmp_path: Path) -> None:
    process = read(tmp_path, "good")["process"]
    release_blender()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
