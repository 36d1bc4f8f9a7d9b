"""Compiling in another process: it holds up every thread of the one that does it.

Numba stores what it compiled on disk; the keepsakes store which parts were compiled.
"""

import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version

from kinegraph.core.kernels.cache import stamp_of_kernels
from kinegraph.studio.running.casting import Run
from kinegraph.studio.running.keepsakes import kept

COMPILED = b"compiled"


def compile_elsewhere(what: str, run: Run, task: Callable[..., bytes], **arguments: object) -> None:
    """Lets another process do `task` first, unless this machine has done it before.

    what: Says what is compiled.
    """
    # Numba keeps what it compiled in its own folder, or else beside the sources.
    where = os.environ.get("NUMBA_CACHE_DIR") or __file__
    here = f"{sys.version} {version('numba')} {platform.machine()} {where}"
    kept(f"compiled for {what} {here} {stamp_of_kernels()}", lambda: run(task, **arguments))
