"""Blender as a process of its own: finding one, and handing it a job through a folder.

Kinegraph never imports bpy: it is GPL, wants its own Python and NumPy, and a crash in it must not be ours.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.errors import FormatError, KinegraphError

SCRIPT = Path(__file__).with_name("scripts") / "run.py"
VARIABLE = "KINEGRAPH_BLENDER"
# In this package's source tree, never in the working directory, which may hold untrusted files.
_PROJECT_PYTHON = Path(__file__).resolve().parents[4] / ".venv-blender" / "bin" / "python"
_HOW_TO_GET_ONE = (
    "install Blender 4.2 or newer so that `blender` is on the PATH, run `make blender` in Kinegraph's "
    f"sources, or let {VARIABLE} name a blender program or a Python that has bpy"
)

Arrays = dict[str, np.ndarray]


class BlenderNotFound(KinegraphError):
    """No Blender was found on this machine."""

    def __init__(self, looked_at: str = "") -> None:
        self.looked_at = looked_at
        super().__init__(looked_at)

    def __str__(self) -> str:
        start = (
            f"{self.looked_at}; "
            if self.looked_at
            else ".blend and .fbx files go through a Blender, and none was found: "
        )
        return f"{start}{_HOW_TO_GET_ONE}."


@dataclass(frozen=True)
class Blender:
    """How to run a script inside Blender.

    program: A blender program, or a Python that has bpy.
    is_python: Which of the two it is.
    """

    program: Path
    is_python: bool

    def command(self, folder: Path) -> list[str]:
        """The command that does the job in `folder`: no user's settings, no scripts out of the file."""
        if self.is_python:
            return [str(self.program), "-I", str(SCRIPT), str(folder)]
        options = ["--background", "--factory-startup", "--disable-autoexec", "--python-exit-code", "9"]
        return [str(self.program), *options, "--python", str(SCRIPT), "--", str(folder)]


def find_blender() -> Blender:
    """The Blender to use: as KINEGRAPH_BLENDER says, else on the PATH, else the project's own, else here."""
    named = os.environ.get(VARIABLE)
    if named:
        return _find_named_blender(named)
    on_path = shutil.which("blender")
    if on_path:
        return Blender(Path(on_path), is_python=False)
    if _PROJECT_PYTHON.is_file() and _has_bpy(_PROJECT_PYTHON):
        return Blender(_PROJECT_PYTHON, is_python=True)
    if find_spec("bpy") is not None:
        return Blender(Path(sys.executable), is_python=True)
    raise BlenderNotFound()


def _find_named_blender(named: str) -> Blender:
    found = shutil.which(named)
    if found is None:
        raise BlenderNotFound(f"{VARIABLE} names {named!r}, which is no program")
    program = Path(found)
    if not program.name.lower().startswith("python"):
        return Blender(program, is_python=False)
    if not _has_bpy(program):
        raise BlenderNotFound(f"{VARIABLE} names {named!r}, a Python that has no bpy")
    return Blender(program, is_python=True)


@cache
def _has_bpy(python: Path) -> bool:
    question = "import importlib.util, sys; sys.exit(importlib.util.find_spec('bpy') is None)"
    try:
        return subprocess.run([python, "-I", "-c", question], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def run_job(
    job: dict[str, Any], arrays: Arrays, path: Path, folder: Path, timeout: float
) -> tuple[dict, Arrays]:
    """Runs a job in Blender; returns its result and arrays.

    path: The file that is read or written, for the errors.
    folder: An empty folder of this job's own.
    timeout: How long Blender may take [s].
    Raises FormatError with the reason where Blender refuses, fails, crashes or takes too long.
    """
    blender = find_blender()
    np.savez(folder / "job.npz", **arrays)  # type: ignore[arg-type]
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    (folder / "user").mkdir(exist_ok=True)
    doing = "reading" if job["task"] == "read" else "writing"
    code = _run(blender.command(folder), folder, path, timeout, doing)
    if not (folder / "result.json").is_file():
        raise FormatError(path, f"Blender stopped while {doing} it ({_ending(code)}).")
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    if "refused" in result:
        raise FormatError(path, result["refused"])
    if "failed" in result:
        raise FormatError(path, f"Blender failed at {doing} it: {_without_path(result['failed'], path)}")
    with np.load(folder / "result.npz", allow_pickle=False) as stored:
        return result, {name: stored[name] for name in stored.files}


def _run(command: list[str], folder: Path, path: Path, timeout: float, doing: str) -> int:
    with open(folder / "log.txt", "wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=_environment(folder),
            start_new_session=True,
        )
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise FormatError(
                path, f"Blender was still {doing} it after {timeout:g} s and was stopped."
            ) from None
        finally:
            if process.poll() is None:
                _kill(process)


def _environment(folder: Path) -> dict[str, str]:
    """This process's environment without variables that change Blender's Python or load add-ons."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BLENDER"))}
    return {**kept, "BLENDER_USER_RESOURCES": str(folder / "user"), "OPENBLAS_NUM_THREADS": "1"}


def _kill(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # its session: the process leads it
        else:
            process.kill()
    process.wait()


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _without_path(reason: str, path: Path) -> str:
    """Blender's sentence without the path, which the error already names."""
    text = reason
    for quote in "\"'":
        named = f"{quote}{path}{quote}"
        text = (
            text.replace(f"Loading {named} failed: ", "").replace(f" in file {named}", "").replace(named, "")
        )
    text = text.replace(str(path), "").replace(" :", ":").strip(" :.")
    return f"{text}."
