"""Finding a Blender, and what becomes of one that fails: shell scripts stand in for it."""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from kinegraph.core.errors import FormatError
from kinegraph.formats.blender import launch as blender_launch
from kinegraph.formats.blender.launch import BlenderNotFound, find_blender
from kinegraph.formats.blender.process import run_job

needs_shell = pytest.mark.skipif(os.name != "posix", reason="the stand-in for Blender is a shell script")


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Path:
    program = folder / "blender"
    program.write_text(f"#!/bin/sh\nfor folder; do :; done\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("KINEGRAPH_BLENDER", str(program))
    return program


def run(folder: Path, **changes: object) -> tuple:
    work = folder / "work"
    work.mkdir()
    job = {"task": "read", "kind": "blend", **changes}
    return run_job(job, {"numbers": np.arange(3)}, folder / "walk.blend", work, timeout=5.0)


def test_without_any_blender_the_error_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("KINEGRAPH_BLENDER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(blender_launch, "_PROJECT_PYTHON", tmp_path / "python")
    monkeypatch.setattr(blender_launch, "find_spec", lambda name: None)
    with pytest.raises(BlenderNotFound, match=r"make blender.*KINEGRAPH_BLENDER"):
        find_blender()


def test_a_variable_that_names_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINEGRAPH_BLENDER", "/nowhere/blender")
    with pytest.raises(BlenderNotFound, match="names '/nowhere/blender', which is no program"):
        find_blender()


def test_a_python_without_bpy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    if blender_launch.find_spec("bpy") is not None:
        pytest.skip("this Python has bpy")
    monkeypatch.setenv("KINEGRAPH_BLENDER", sys.executable)
    with pytest.raises(BlenderNotFound, match="a Python that has no bpy"):
        find_blender()


@needs_shell
def test_a_blender_on_the_path_runs_without_scripts_of_the_file_and_settings_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = stand_in(tmp_path, monkeypatch, "")
    monkeypatch.delenv("KINEGRAPH_BLENDER")
    monkeypatch.setenv("PATH", str(tmp_path))
    command = find_blender().command(tmp_path)
    assert command[0] == str(program)
    assert {"--background", "--factory-startup", "--disable-autoexec"} <= set(command)


@needs_shell
def test_the_job_reaches_the_program_and_its_result_comes_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = 'cp "$folder/job.json" "$folder/result.json"; cp "$folder/job.npz" "$folder/result.npz"'
    stand_in(tmp_path, monkeypatch, script)
    result, arrays = run(tmp_path, extra=7)
    assert result["extra"] == 7
    assert arrays["numbers"].tolist() == [0, 1, 2]


@needs_shell
def test_a_crash_is_a_format_error_with_the_signal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(tmp_path, monkeypatch, "kill -SEGV $$")
    with pytest.raises(FormatError, match=r"walk.blend: Blender stopped while reading it \(signal 11\)"):
        run(tmp_path)


@needs_shell
def test_a_refusal_keeps_blenders_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(
        tmp_path, monkeypatch, f"echo '{json.dumps({'refused': 'holds no armature.'})}' > $folder/result.json"
    )
    with pytest.raises(FormatError, match=r"walk\.blend: holds no armature\."):
        run(tmp_path)


@needs_shell
def test_a_blender_that_hangs_is_stopped_with_all_that_it_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in(tmp_path, monkeypatch, f"sleep 600 & echo $! > {tmp_path}/child; wait")
    (tmp_path / "work").mkdir()
    job = {"task": "write", "kind": "blend"}
    with pytest.raises(FormatError, match=r"still writing it after 0.5 s"):
        run_job(job, {}, tmp_path / "walk.blend", tmp_path / "work", timeout=0.5)
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not _alive(child):
            return
        time.sleep(0.05)
    pytest.fail("the program's child outlived it")


@needs_shell
def test_the_user_s_python_and_blender_settings_stay_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("BLENDER_USER_SCRIPTS", "/somewhere")
    stand_in(tmp_path, monkeypatch, f"env > {tmp_path}/environment")
    with pytest.raises(FormatError):
        run(tmp_path)
    environment = (tmp_path / "environment").read_text()
    assert "/somewhere" not in environment
    assert f"BLENDER_USER_RESOURCES={tmp_path}/work/user" in environment


def _alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        return os.path.isdir("/proc/self") is False
