"""Where the result of `kinegraph keys` goes: any format that is written, or a studio document."""

from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.core.errors import FormatError

if TYPE_CHECKING:
    from kinegraph.core.character import Character
    from kinegraph.keys.choices import KeyChoices
    from kinegraph.keys.keyed_motion import KeyedMotion

DOCUMENT = ".kine"


def check_out(out: Path, source: Path) -> None:
    """Refuses a file that could not be written, and one that would take the place of its own source."""
    from kinegraph.formats import format_of

    if out.is_dir():
        raise FormatError(out, "is a folder, not a file.")
    if not out.resolve().parent.is_dir():
        raise FormatError(out, f"the folder {out.parent} does not exist.")
    if out.suffix.lower() == DOCUMENT:
        return
    if out.exists() and source.exists() and out.samefile(source):
        raise FormatError(out, "is the motion to key, which the keys would replace; give them another name.")
    if format_of(out).name == "c3d":
        raise FormatError(
            out, "a C3D file holds markers; keys go to .blend, .glb, .usda, .bvh, .json or .kine."
        )
    if format_of(out).name == "blender":
        from kinegraph.formats.blender.process import find_blender

        find_blender()


def write_keys(
    out: Path, character: "Character", choices: "KeyChoices", result: "KeyedMotion"
) -> tuple[str, ...]:
    """Writes the keyed motion, whole or not at all; returns sentences about what could not be kept."""
    if out.suffix.lower() == DOCUMENT:
        from kinegraph.studio.keys.document_keys import add_keys

        return add_keys(out, character, choices, result)
    from kinegraph.core.scene import Scene
    from kinegraph.formats import format_of, save

    save(Scene(character, animations=(result.animation,)), out)
    if format_of(out).name in ("bvh", "acclaim") or out.suffix.lower() == ".fbx":
        return (f"A {out.suffix} file has no curves: the result was baked, a pose on every frame.",)
    return ()
