"""Finding a Blender on this machine, and the command and environment to start it with."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from kinegraph.core.errors import KinegraphError

SCRIPT = Path(__file__).with_name("scripts") / "run.py"
VARIABLE = "KINEGRAPH_BLENDER"
# In this package's source tree, never in the working directory, which may hold untrusted files.
_PROJECT_PYTHON = Path(__file__).resolve().parents[4] / ".venv-blender" / "bin" / "python"
_HOW_TO_GET_ONE = (
    "install Blender 4.2 or newer so that `blender` is on the PATH, run `make blender` in Kinegraph's "
    f"sources, or let {VARIABLE} name a blender program or a Python that has bpy"
)


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
    """A way to run a script inside Blender.

    program: A blender program, or a Python that has bpy.
    is_python: Which of the two it is.
    """

    program: Path
    is_python: bool

    def command(self, folder: Path | str) -> list[str]:
        """The command that does the job in `folder`: no user's settings, no scripts out of the file.

        folder: "-" for a Blender that reads the folders of its jobs from its standard input.
        """
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


def blender_environment(folder: Path) -> dict[str, str]:
    """This process's environment without variables that change Blender's Python or load add-ons."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BLENDER"))}
    return {**kept, "BLENDER_USER_RESOURCES": str(folder / "user"), "OPENBLAS_NUM_THREADS": "1"}


def kill_process(process: subprocess.Popen) -> None:
    """Ends a process with all that it started."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # its session: the process leads it
        else:
            process.kill()
    process.wait()
