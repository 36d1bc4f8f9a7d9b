"""Results on disk, each in a folder under the address of its input and settings.

A result is prepared in a folder of its own and renamed to its address: it is there as a whole or not at all,
and the first of two that were made at once is the one that stays. The files that people see are links to it.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from kinegraph.batch.jobs.job import Facts
from kinegraph.core.errors import FormatError

HOME = ".kinegraph-batch"
FILES, FACTS, THUMBNAIL = "files", "result.json", "thumbnail.png"


class Result(msgspec.Struct, frozen=True):
    """Facts about a result besides its files.

    files: Names of its files.
    seconds: How long it took to make [s].
    """

    facts: Facts
    notes: tuple[str, ...]
    files: tuple[str, ...]
    seconds: float


class ResultStore:
    """The results below one output folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._objects = folder / HOME / "results"

    def place(self, key: str) -> Path:
        """The folder of a result."""
        return self._objects / key[:2] / key

    def read(self, key: str) -> Result | None:
        """A finished result, or None."""
        try:
            data = (self.place(key) / FACTS).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FormatError(self.place(key), f"cannot be read: {error.strerror}.") from error
        return msgspec.json.decode(data, type=Result)

    @contextmanager
    def new_folder(self) -> Iterator[Path]:
        """A folder to prepare a result in; it is removed unless the result is published."""
        waiting = self.folder / HOME / "unfinished"
        waiting.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(dir=waiting))
        (place / FILES).mkdir()
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def publish(self, key: str, folder: Path, result: Result) -> bool:
        """Moves a prepared result to its address; False where one was there already."""
        (folder / FACTS).write_bytes(msgspec.json.encode(result))
        for file in folder.rglob("*"):
            if file.is_file():
                _make_durable(file)
        target = self.place(key)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.rename(folder, target)
        except OSError:
            if (target / FACTS).is_file():
                return False
            raise
        return True

    def show(self, key: str, name: str) -> list[Path]:
        """Links the files of a result to where people look for them.

        name: Place below the output folder, without an ending.
        """
        source = self.place(key) / FILES
        files = sorted(file for file in source.rglob("*") if file.is_file())
        target = self.folder / name
        stems = {file.name.split(".")[0] for file in files}
        # Files that name each other keep their names: where the stem is taken, they get a folder.
        together = len(files) > 1 and stems != {target.name}
        shown = []
        for file in files:
            place = (
                target / file.relative_to(source)
                if together
                else target.parent / _shown_name(file, target.name)
            )
            _link(file, place)
            shown.append(place)
        return shown

    def sweep(self) -> None:
        """Removes what interrupted workers left behind; only while no batch runs here."""
        shutil.rmtree(self.folder / HOME / "unfinished", ignore_errors=True)


def _shown_name(file: Path, stem: str) -> str:
    return f"{stem}{file.suffix}"


def _link(source: Path, place: Path) -> None:
    """Puts a file in its place: a link where the file system has them, else a copy."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if place.samefile(source):
            return
        place.unlink()
    try:
        os.link(source, place)
    except OSError:
        shutil.copyfile(source, place)


def _make_durable(file: Path) -> None:
    """Flushes a file to disk and makes it read-only: what people see is the same file."""
    with file.open("rb") as content:
        os.fsync(content.fileno())
    file.chmod(0o444)
