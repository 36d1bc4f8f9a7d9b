"""Compiling in another process: it holds up every thread of the one that does it.

Numba stores what it compiled on disk; the keepsakes store which parts were compiled.
"""

import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from kinegraph.core.files.places import cache_folder
from kinegraph.core.kernels.cache import stamp_of_kernels
from kinegraph.studio.running.casting import Run
from kinegraph.studio.running.keepsakes import kept, look_up, put_away

COMPILED = b"compiled"


def compile_elsewhere(what: str, run: Run, task: Callable[..., bytes], **arguments: object) -> None:
    """Lets another process do `task` first, unless this machine has done it before.

    what: Says what is compiled.
    """
    kept(_note(what), lambda: run(task, **arguments))


def is_compiled(what: str) -> bool:
    """True if this machine has compiled it before."""
    return look_up(_note(what)) is not None


def note_compiled(what: str) -> None:
    """Notes that it was compiled here."""
    put_away(_note(what), COMPILED, cache_folder())


def _note(what: str) -> str:
    return (
        f"compiled for {what} {sys.version} {version('numba')} {platform.machine()} {_code_folder()} "
        f"{stamp_of_kernels()}"
    )


def _code_folder() -> str:
    """Folder of Numba's machine code: in its own folder, or else beside the sources.

    The number of the folder tells a new folder from one of the same name that was deleted with its code.
    """
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parents[2] / "core/kernels/__pycache__")
    try:
        return f"{folder} {folder.stat().st_ino}"
    except OSError:
        return str(folder)
