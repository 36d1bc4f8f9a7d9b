"""Seat: a student's place in a class, as the studio of that student's document knows it."""

import os
import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.protocol.events import SeatInfo
from kinegraph.studio.running.places import ENDING

_STAMP = "%Y-%m-%d %H.%M.%S"
_STAMPED = re.compile(r"(.+) (\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d)(?: \((\d+)\))?" + re.escape(ENDING))


class Seat:
    """Hands a document in: each time a frozen copy, with the time in its name."""

    def __init__(self, student: str, simple: bool, document: Path, folder: Path) -> None:
        """
        student: The student's name.
        simple: Whether the page shows fewer panels.
        folder: Where copies go.
        """
        self.student, self.simple = student, simple
        self._stem, self._folder = document.stem, folder

    @property
    def info(self) -> SeatInfo:
        """The seat as pages hear of it."""
        copies = hand_ins(self._folder).get(self._stem, ())
        return SeatInfo(
            student=self.student, simple=self.simple, handed_in=hand_in_time(copies[-1]) if copies else None
        )

    def hand_in(self, write_copy: Callable[[Path], None]) -> Path:
        """Hands in; returns the path of the copy.

        write_copy: Writes a consistent copy of the document to a new file.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = self._free_path(time.strftime(_STAMP))
            building = path.with_name(f".{path.name}.part")
            building.unlink(missing_ok=True)
            write_copy(building)
            with open(building, "rb+") as file:
                os.fsync(file.fileno())
            building.chmod(0o400)  # what was handed in stays as it was
            os.replace(building, path)
        except OSError as error:
            raise DocumentError(self._folder, f"handing in failed: {error.strerror}.") from None
        return path

    def _free_path(self, stamp: str) -> Path:
        numbered = (f"{self._stem} {stamp}{f' ({n})' if n else ''}{ENDING}" for n in range(1000))
        return next(path for name in numbered if not (path := self._folder / name).exists())


def hand_ins(folder: Path) -> dict[str, list[Path]]:
    """The copies that were handed in, by the stem of their document, the oldest first."""
    names = os.listdir(folder) if folder.is_dir() else ()
    found = [match for name in names if (match := _STAMPED.fullmatch(name))]
    copies: dict[str, list[Path]] = {}
    for match in sorted(found, key=lambda match: (match[2], int(match[3] or 0))):
        copies.setdefault(match[1], []).append(folder / match[0])
    return copies


def hand_in_time(copy: Path) -> float:
    """Time at which a copy was handed in, from its name [s since 1970]."""
    match = _STAMPED.fullmatch(copy.name)
    assert match is not None
    return datetime.strptime(match[2], _STAMP).timestamp()
