"""Prepares what the first start would have to wait for: `python -m kinegraph.studio.prepare`.

Shapes the cast, draws its pictures, and compiles the kernels of every part. With `--ship` all but the
compiled code goes into the package, for a wheel to carry. A studio that finds something missing prepares it
while it runs.
"""

import sys
from pathlib import Path

from kinegraph.core.files.places import cache_folder
from kinegraph.studio.compile_tasks import TASKS
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.running.casting import (
    FIRST,
    cast_member,
    cast_members,
    keepsake_name,
    shape_member,
)
from kinegraph.studio.running.compiling import COMPILED, note_compiled
from kinegraph.studio.running.follower import compile_driver
from kinegraph.studio.running.keepsakes import SHIPPED, look_up, put_away
from kinegraph.studio.running.looks import THEMES, draw_picture, picture_name
from kinegraph.studio.running.worker import Progress


def main() -> None:
    """Makes whatever is missing, saying what."""
    shipping = "--ship" in sys.argv[1:]
    members = [member.name for member in cast_members()]
    for number, name in enumerate(members, start=1):
        _say(f"Preparing the cast: {name} ({number} of {len(members)})")
        prepare_member(name=name, folder=SHIPPED if shipping else cache_folder())
    cast = cast_member(FIRST, lambda task, **arguments: task(**arguments))
    compile_driver(character=unpack_character(cast.blobs[cast.character.blob], cast.character))
    note_compiled("following")
    for number, (part, task) in enumerate(TASKS.items(), start=1):
        _say(f"Compiling: {part} ({number} of {len(TASKS)})")
        task()
        note_compiled(part)
    _say("The cast is ready.")
    print()


def _say(sentence: str) -> None:
    print(f"\r{sentence}".ljust(60), end="", flush=True)


def missing_members() -> list[str]:
    """The members of the cast that were not shaped yet, the first character first."""
    return [member.name for member in cast_members() if look_up(keepsake_name(member.name)) is None]


def prepare_member(*, name: str, folder: Path, progress: Progress | None = None) -> bytes:
    """Shapes a member of the cast and draws its pictures, where that was not done: a task for the worker."""
    kept = look_up(keepsake_name(name)) or shape_member(name=name)
    put_away(keepsake_name(name), kept, folder)
    cast = cast_member(name, lambda task, **arguments: task(**arguments))
    record, blob = cast.character, cast.blobs[cast.character.blob]
    for theme in THEMES:
        picture = look_up(picture_name(record.blob, theme))
        picture = picture or draw_picture(record=record, blob=blob, theme=theme)
        put_away(picture_name(record.blob, theme), picture, folder)
    return COMPILED


if __name__ == "__main__":
    main()
