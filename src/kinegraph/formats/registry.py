"""The registry of file formats: what reads and writes which extension, and the two functions that use it.

A format's module is imported when a file of that format is first touched: reading a BVH never waits for USD.
"""

import inspect
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from kinegraph.core.animation import Animation
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue, KinegraphError, UnknownName
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.formats.size_note import size_note

Savable = Scene | Character | Clip | Animation | MarkerClip


class UnknownOption(UnknownName):
    """An option that the format's reader or writer does not take."""

    kind = "option"


@dataclass(frozen=True)
class Format:
    """One file format.

    name: Short and lower case, as in the name of the module that handles it.
    description: What people call it.
    extensions: With the dot, lower case; the first is the usual one.
    module: The module that holds `read_<name>(path, **options)` and `write_<name>(scene, path, **options)`.
    readable, writable: Which of the two the module has.
    companions: Extensions of files that may have to lie beside one of this format, such as an .amc's .asf.
    reader: Name of the format whose module reads these files; this one by default.
    through_blender: Which of "read" and "write" need a Blender on this machine.
    scale_is_factor: Whether the reader's `scale` multiplies lengths whose unit the file states.
    together: The module that holds `write_<name>_together(scenes, path, name)`; empty: one character a file.
    """

    name: str
    description: str
    extensions: tuple[str, ...]
    module: str
    readable: bool = True
    writable: bool = True
    companions: tuple[str, ...] = ()
    reader: str = ""
    through_blender: tuple[str, ...] = ()
    scale_is_factor: bool = False
    together: str = ""

    @property
    def read(self) -> Callable[..., Scene] | None:
        """The reader: path and options to Scene. None where the format is only written."""
        if self.reader:
            return next(each for each in FORMATS if each.name == self.reader).read
        return getattr(import_module(self.module), f"read_{self.name}") if self.readable else None

    @property
    def write(self) -> Callable[..., None] | None:
        """The writer: Scene, path and options. None where the format is only read."""
        return getattr(import_module(self.module), f"write_{self.name}") if self.writable else None

    @property
    def write_together(self) -> Callable[[Sequence[Scene], Path, str], None]:
        """The writer of several characters; only where `together` is set."""
        return getattr(import_module(self.together), f"write_{self.name}_together")

    @property
    def read_options(self) -> tuple[str, ...]:
        """The options that `load` takes for this format, as the reader's own signature states them."""
        return _options(self.read, skip=1)

    @property
    def write_options(self) -> tuple[str, ...]:
        """The options that `save` takes for this format, as the writer's own signature states them."""
        return _options(self.write, skip=2)


FORMATS: tuple[Format, ...] = (
    Format("bvh", "Biovision hierarchy: skeleton and dense motion", (".bvh",), "kinegraph.formats.bvh.file"),
    Format(
        "acclaim",
        "Acclaim skeleton (.asf) and motion (.amc)",
        (".amc", ".asf"),
        "kinegraph.formats.acclaim.file",
        companions=(".asf",),
    ),
    Format("c3d", "C3D: captured markers and events", (".c3d",), "kinegraph.formats.c3d.file"),
    Format(
        "gltf",
        "glTF 2.0: characters, skins and animation",
        (".glb", ".gltf"),
        "kinegraph.formats.gltf.file",
        companions=(".bin", ".png", ".jpg", ".jpeg"),
        scale_is_factor=True,
        together="kinegraph.formats.gltf.together",
    ),
    Format(
        "usd",
        "Universal Scene Description: UsdSkel characters and animation",
        (".usda", ".usdc", ".usdz", ".usd"),
        "kinegraph.formats.usd.file",
        scale_is_factor=True,
        together="kinegraph.formats.usd.file",
    ),
    Format(
        "blender",
        "Blender files, through a Blender on this machine",
        (".blend",),
        "kinegraph.formats.blender.file",
        through_blender=("read", "write"),
        scale_is_factor=True,
        together="kinegraph.formats.blender.file",
    ),
    Format(
        "fbx",
        "FBX: characters, skins and curves; read through a Blender on this machine",
        (".fbx",),
        "kinegraph.formats.fbx.file",
        reader="blender",
        through_blender=("read",),
        scale_is_factor=True,
    ),
    Format(
        "maya",
        "Maya: a Python script that sets keys with weighted tangents",
        (".py",),
        "kinegraph.formats.maya.file",
        readable=False,
    ),
    Format(
        "keyed_json",
        "Kinegraph's own keyed format: a skeleton and its curves, exactly",
        (".json",),
        "kinegraph.formats.keyed.file",
    ),
)


def format_of(path: str | os.PathLike[str], also: Sequence[str] = ()) -> Format:
    """The format that a path's extension names; raises FormatError with the nearest extensions otherwise.

    also: Further extensions that the caller accepts, for the error.
    """
    extension = Path(path).suffix.lower()
    for candidate in FORMATS:
        if extension in candidate.extensions:
            return candidate
    known = [*(name for candidate in FORMATS for name in candidate.extensions), *also]
    if not extension:
        raise FormatError(path, f"its name has no extension; known: {', '.join(known)}.")
    close = get_close_matches(extension, known, n=2, cutoff=0.6)
    hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(known)}."
    raise FormatError(path, f"files ending in {extension} are not a known format; {hint}")


def load(path: str | os.PathLike[str], **options: Any) -> Scene:
    """Reads any known file.

    options: As the format's reader takes them, e.g. scale= for BVH; an unknown one raises UnknownOption.
    """
    chosen = format_of(path)
    reader = chosen.read
    if reader is None:
        raise FormatError(path, f"{chosen.extensions[0]} files are written, not read.")
    _check_options(options, chosen.read_options)
    try:
        _check_file(path)
        scene = reader(Path(path), **options)
        odd = () if "scale" in options else size_note(scene, chosen.scale_is_factor)
        return replace(scene, notes=(*scene.notes, *odd)) if odd else scene
    except FormatError:
        raise
    except KinegraphError as error:  # a data type refused what the file holds
        raise FormatError(path, str(error)) from error
    except OSError as error:
        raise FormatError(path, f"cannot be read: {_why(error)}.") from error
    except MemoryError as error:
        raise FormatError(path, "needs more memory than there is.") from error


def save(thing: Savable, path: str | os.PathLike[str], **options: Any) -> None:
    """Writes a scene, or one thing as a scene of its own, in the format that the path's extension names.

    The file appears whole or not at all: it is written in a hidden folder beside its place and then moved
    there, so a failed export leaves an existing file as it was.
    """
    chosen = format_of(path)
    writer = chosen.write
    if writer is None:
        raise FormatError(path, f"{chosen.extensions[0]} files can be read but not written.")
    _check_options(options, chosen.write_options)
    scene = as_scene(thing)
    _save(path, lambda target: writer(scene, target, **options))


def _save(path: str | os.PathLike[str], write: Callable[[Path], None]) -> None:
    """Writes a file as a whole, with one sentence if that fails."""
    try:
        target = Path(os.path.realpath(path))  # through a link, to the file that it names
        if target.is_dir():
            raise FormatError(path, "is a folder, not a file.")
        if not target.parent.is_dir():
            raise FormatError(path, f"the folder {Path(path).parent} does not exist.")
        _write_whole(write, target)
    except FormatError as error:
        raise FormatError(
            path, error.reason
        ) from error  # the place it was staged at means nothing to the user
    except OSError as error:
        raise FormatError(path, f"cannot be written: {_why(error)}.") from error
    except UnicodeEncodeError as error:
        raise FormatError(path, "cannot be written: a name holds half a character.") from error
    except MemoryError as error:
        raise FormatError(path, "cannot be written: it needs more memory than there is.") from error


def save_together(scenes: Sequence[Scene], path: str | os.PathLike[str], name: str = "scene") -> None:
    """Writes several characters with their clips into one file: glTF, USD or .blend, a skeleton each.

    scenes: One per character. Characters have names of their own; glTF files keep the first clip of
        each. name: Of the whole. The file appears whole or not at all, as with `save`.
    """
    chosen = format_of(path)
    if not chosen.together:
        known = ", ".join(name for each in FORMATS if each.together for name in each.extensions)
        raise FormatError(path, f"holds one character; several go into {known}.")
    names = [scene.character.name if scene.character else "" for scene in scenes]
    if not all(names) or len(set(names)) < len(names):
        raise InvalidValue("Characters that share a file need names of their own.")
    _save(path, lambda target: chosen.write_together(scenes, target, name))


def as_scene(thing: Savable) -> Scene:
    """Returns a scene as it is, and anything else that can be saved as a scene that holds only that."""
    match thing:
        case Scene():
            return thing
        case Character():
            return Scene(character=thing)
        case Clip():
            return Scene(character=Character.bare(thing.name, thing.skeleton), clips=(thing,))
        case Animation():
            return Scene(character=Character.bare(thing.name, thing.skeleton), animations=(thing,))
        case MarkerClip():
            return Scene(markers=(thing,))
    raise InvalidValue(
        f"A {type(thing).__name__} cannot be saved; a Scene, Character, Clip, Animation or MarkerClip can."
    )


def _write_whole(write: Callable[[Path], None], target: Path) -> None:
    staging = Path(tempfile.mkdtemp(prefix=".kinegraph-", dir=target.parent))
    try:
        main = staging / target.name
        write(main)
        companions = [file for file in sorted(staging.rglob("*")) if file.is_file() and file != main]
        for file in (*companions, main):  # the file that points at the others comes last
            place = target.parent / file.relative_to(staging)
            place.parent.mkdir(parents=True, exist_ok=True)
            os.replace(file, place)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _check_file(path: str | os.PathLike[str]) -> None:
    file = Path(path)
    if file.is_dir():
        raise FormatError(path, "is a folder, not a file.")
    if not file.exists():
        raise FormatError(path, "there is no such file.")
    if not file.is_file():
        raise FormatError(path, "is not a regular file.")
    if file.stat().st_size == 0:
        raise FormatError(path, "the file is empty.")


def _options(function: Callable[..., Any] | None, skip: int) -> tuple[str, ...]:
    return () if function is None else tuple(inspect.signature(function).parameters)[skip:]


def _check_options(options: dict[str, Any], valid: tuple[str, ...]) -> None:
    for name in options:
        if name not in valid:
            raise UnknownOption(name, valid)


def _why(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).lower()
