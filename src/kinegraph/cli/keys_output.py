"""Writes the result of `kinegraph keys`: to any motion format, or to a studio document."""

from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.cli.output import DOCUMENT, kept_contents

if TYPE_CHECKING:
    from kinegraph.core.character import Character
    from kinegraph.core.clip import Clip
    from kinegraph.keys.choices import KeyChoices
    from kinegraph.keys.keyed_motion import KeyedMotion


def write_keys(
    out: Path,
    character: "Character",
    choices: "KeyChoices",
    result: "KeyedMotion",
    source: str | None = None,
    whole: "Clip | None" = None,
) -> tuple[str, ...]:
    """Writes the keyed motion, whole or not at all; returns notes on losses.

    source: The file that the character came from, unchanged; a glTF file keeps what else it holds.
    whole: The motion that the keys are put into, in place of its own frames; None to write the keys alone.
    """
    if out.suffix.lower() == DOCUMENT:
        from kinegraph.studio.keys.document_keys import add_keys

        return add_keys(out, character, choices, result)
    from kinegraph.core.scene import Scene
    from kinegraph.formats import format_of, save

    animation = result.in_file_time
    if whole is not None:
        from kinegraph.keys.in_place import put_in_place

        animation = put_in_place(whole, animation)
    save(Scene(character, animations=(animation,)), out, **kept_contents(source, out))
    if format_of(out).name in ("bvh", "acclaim"):
        return (f"A {out.suffix} file has no curves: the result was baked, a pose on every frame.",)
    return ()
