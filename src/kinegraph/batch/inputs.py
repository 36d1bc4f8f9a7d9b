"""The files that a batch works on: from folders, patterns, lists and single names."""

import glob
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.formats import FORMATS
from kinegraph.formats.keyed.schema import FORMAT as KEYED

LISTS = (".txt", ".lst")
_HEAD = 200  # bytes of a .json file that show whether it is ours


@dataclass(frozen=True)
class Input:
    """A file of the library.

    path: Absolute.
    name: Where its result belongs below the output folder, without an ending.
    """

    path: Path
    name: str


def find_inputs(
    words: Sequence[str], *, endings: Sequence[str] = (), without: Sequence[Path] = ()
) -> Iterator[Input]:
    """The files that folders, patterns (**/*.bvh), lists (.txt, a name a line) and file names stand for.

    Folders are searched through; files in them that no reader knows are passed over. Yields one at a time, so
    a library of any size needs no memory.
    endings: Endings that are read besides those of the motion formats.
    without: Folders that are passed over, such as the output folder.
    """
    kept_out = {os.path.realpath(folder) for folder in without}
    for word in words:
        yield from _inputs_of(word, frozenset(endings), kept_out)


def _inputs_of(word: str, endings: frozenset[str], without: set[str]) -> Iterator[Input]:
    path = Path(word)
    if path.is_dir():
        yield from _in_folder(path, endings, without)
    elif path.is_file() and path.suffix.lower() in LISTS:
        yield from _in_list(path, endings, without)
    elif path.is_file():
        yield Input(Path(os.path.abspath(path)), path.stem)
    elif glob.has_magic(word):
        yield from _in_pattern(word, endings, without)
    else:
        raise FormatError(word, "there is no such file or folder.")


def _in_folder(folder: Path, endings: frozenset[str], without: set[str]) -> Iterator[Input]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and os.path.realpath(os.path.join(place, name)) not in without
        )
        here = Path(os.path.abspath(place))
        has_motion = any(name.lower().endswith(".amc") for name in files)
        for name in sorted(files):
            path = here / name
            if not name.startswith(".") and _is_input(path, endings, has_motion):
                yield Input(path, (Path(place).relative_to(folder) / path.stem).as_posix())


def _is_input(path: Path, endings: frozenset[str], has_motion: bool) -> bool:
    """True if a file that was found, not named, is one to work on.

    has_motion: Whether Acclaim motions lie beside it; a skeleton is then only a part of each.
    """
    ending = path.suffix.lower()
    if ending in endings:
        return True
    if ending == ".json":
        return _is_keyed(path)
    if ending == ".asf" and has_motion:
        return False
    return any(known.readable and ending in known.extensions for known in FORMATS)


def _is_keyed(path: Path) -> bool:
    if not path.is_file():  # a pipe would never answer
        return False
    try:
        with path.open("rb") as file:
            return KEYED.encode() in file.read(_HEAD)
    except OSError:
        return False


def _in_pattern(word: str, endings: frozenset[str], without: set[str]) -> Iterator[Input]:
    fixed = Path(*_fixed_parts(Path(word)))
    found = False
    for name in glob.iglob(word, recursive=True):
        path = Path(os.path.abspath(name))
        if path.is_file() and not any(os.path.realpath(above) in without for above in path.parents):
            found = True
            yield Input(path, Path(os.path.relpath(name, fixed)).with_suffix("").as_posix())
    if not found:
        raise InvalidValue(f"No file matches {word!r}.")


def _fixed_parts(pattern: Path) -> Iterator[str]:
    for part in pattern.parts[:-1]:
        if glob.has_magic(part):
            return
        yield part


def _in_list(file: Path, endings: frozenset[str], without: set[str]) -> Iterator[Input]:
    """Names count from the list's own folder; empty lines and lines that start with # are passed over."""
    with file.open(encoding="utf-8", errors="surrogateescape") as lines:
        for number, line in enumerate(lines, start=1):
            name = line.strip()
            if not name or name.startswith("#"):
                continue
            path = Path(os.path.join(file.parent, name))
            if path.suffix.lower() in LISTS:
                raise FormatError(file, f"names another list, {name!r}; a list names files.", line=number)
            if path.is_dir():
                yield from _in_folder(path, endings, without)
            else:  # a file that is gone is named in the report, as any file that cannot be read
                yield Input(Path(os.path.abspath(path)), path.stem)
