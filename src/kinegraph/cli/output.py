"""The check of an output file that commands make before they start to work."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kinegraph.core.errors import FormatError

DOCUMENT = ".kine"


def check_output(out: Path, source: Path | None = None, *, also: Sequence[str] = ()) -> None:
    """Raises an error if a motion cannot be written to `out`.

    source: The input file, which must not be overwritten. A studio document may be: results are added to it.
    also: Endings that the command writes besides those of the motion formats.
    """
    from kinegraph.formats import format_of

    suffix = out.suffix.lower()
    if out.is_dir():
        raise FormatError(out, "is a folder, not a file.")
    if not out.resolve().parent.is_dir():
        raise FormatError(out, f"the folder {out.parent} does not exist.")
    if suffix != DOCUMENT and source is not None:
        check_inputs_kept(out, source)
    if suffix in also:
        return
    form = format_of(out, also=also)
    if form.name == "c3d":
        raise FormatError(
            out, "a C3D file holds markers only; write to .glb, .usda, .blend, .bvh or another."
        )
    if "write" in form.through_blender:
        from kinegraph.formats.blender.launch import find_blender

        find_blender()


def check_inputs_kept(out: Path, *inputs: str | Path | None) -> None:
    """Raises an error if `out` is one of the files that a command reads.

    inputs: Also words that may name a file, such as cast:NAME.
    """
    for each in inputs:
        if each is not None and out.exists() and Path(each).exists() and out.samefile(each):
            raise FormatError(out, "is the input file, which would be lost; choose another name.")


def kept_contents(source: str | None, out: Path) -> dict[str, Any]:
    """Options of `save` that keep what a glTF file holds besides its motions, where one is written again.

    source: The file that the scene was read from; None where its joints have changed since.
    """
    from kinegraph.formats import FORMATS

    endings = next(form for form in FORMATS if form.name == "gltf").extensions
    if source is None or Path(source).suffix.lower() not in endings or out.suffix.lower() not in endings:
        return {}
    return {"onto": source}
