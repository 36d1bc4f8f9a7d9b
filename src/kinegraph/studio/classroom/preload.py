"""Loaded once, by the process that all document processes are forked from: they share what it holds.

Importing this module imports the studio and loads the compiled kernels of following, performing, creatures
and doodles. A forked process then starts in milliseconds, and its memory counts only what it changes.
"""

import gc

from kinegraph.studio.classroom import document_process  # noqa: F401
from kinegraph.studio.compile_tasks import TASKS
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.running.casting import FIRST, cast_member
from kinegraph.studio.running.compiling import note_compiled
from kinegraph.studio.running.follower import compile_driver


def _load_kernels() -> None:
    cast = cast_member(FIRST, lambda task, **arguments: task(**arguments))
    compile_driver(character=unpack_character(cast.blobs[cast.character.blob], cast.character))
    note_compiled("following")
    for part, compile_part in TASKS.items():
        compile_part()
        note_compiled(part)  # what is compiled here need not be compiled anywhere else on this machine


_load_kernels()
gc.collect()
gc.freeze()  # the collector leaves shared objects alone: looking at them would copy their pages
