"""Roster: the students of a class, each with a document and a token, in a private file beside the documents.

The tokens are kept so that links survive a restart: a student's link opens the same document tomorrow.
"""

import os
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.store.location import without_links
from kinegraph.studio.document.store.lock import DocumentLock
from kinegraph.studio.files.uploads import free_path
from kinegraph.studio.running.places import ENDING

FILE = "class.json"
LESSON = f"lesson{ENDING}"
HANDED_IN = "handed-in"
DOCUMENTS = "documents"
MOST_STUDENTS = 200
_LONGEST_NAME = 60


class Student(msgspec.Struct, frozen=True, kw_only=True):
    """One student.

    file: The name of the document, in the folder of documents.
    token: Opens the document for the student.
    view: Opens it for looking only.
    """

    id: str
    name: str
    file: str
    token: str
    view: str


class Roster(msgspec.Struct, kw_only=True):
    """A class as its file holds it.

    teacher: The teacher's token.
    simple: Whether students' pages show fewer panels.
    port: The port of the last time, so that links stay the same; 0 where there was none.
    """

    teacher: str
    simple: bool = False
    port: int = 0
    students: tuple[Student, ...] = ()


class RosterFile:
    """The file of a class, and the folder around it."""

    def __init__(self, folder: Path) -> None:
        """Opens the class in a folder; begins a new one where there is none."""
        self.folder = Path(os.path.realpath(folder))
        try:
            for place in (self.folder, self.documents, self.hand_ins):
                place.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise FormatError(
                folder, f"the folder of the class cannot be created: {error.strerror}."
            ) from None
        path = self.folder / FILE
        self.roster = _read(path) if path.exists() else Roster(teacher=_new_token())

    @property
    def documents(self) -> Path:
        """The folder of the students' documents."""
        return self.folder / DOCUMENTS

    @property
    def hand_ins(self) -> Path:
        """The folder of copies that were handed in."""
        return self.folder / HANDED_IN

    def document(self, student: Student) -> Path:
        """The path of a student's document."""
        return self.documents / student.file

    def seat(self, count: int, names: Sequence[str] = ()) -> None:
        """Gives seats to as many students, or to one for each name. A student keeps a seat."""
        if max(count, len(names)) > MOST_STUDENTS:
            raise InvalidValue(f"A class has at most {MOST_STUDENTS} students.")
        students = list(self.roster.students)
        taken = {student.name for student in students}
        for name in dict.fromkeys(_tidy(name) for name in names):
            if name and name not in taken:
                students.append(self._student(name, students))
                taken.add(name)
        while len(students) < count:
            free = (f"Student {n}" for n in range(1, MOST_STUDENTS + count + 1))
            students.append(self._student(next(name for name in free if name not in taken), students))
            taken.add(students[-1].name)
        self.roster.students = tuple(students)

    def take_lesson(self, lesson: Path) -> None:
        """Makes a document the one that every student begins with."""
        if not lesson.is_file():
            raise FormatError(lesson, "there is no such document.")
        target, building = self.folder / LESSON, self.folder / f".{LESSON}.part"
        lock = DocumentLock(without_links(lesson))
        try:
            building.unlink(missing_ok=True)
            with Document(lesson) as document:
                document.copy_to(building)
            os.replace(building, target)
        finally:
            lock.release()

    def hand_out(self) -> None:
        """Gives the lesson to every student that has no document yet."""
        lesson = self.folder / LESSON
        if not lesson.is_file():
            return
        for student in self.roster.students:
            path = self.document(student)
            if not path.exists():
                building = path.with_name(f".{path.name}.part")
                shutil.copyfile(lesson, building)
                os.replace(building, path)

    def save(self) -> None:
        """Writes the file, readable by its owner alone: the tokens in it open every document."""
        write_private(self.folder / FILE, msgspec.json.format(msgspec.json.encode(self.roster), indent=1))

    def _student(self, name: str, others: Sequence[Student]) -> Student:
        path = free_path(self.documents, f"{name}{ENDING}")
        files = {other.file.casefold() for other in others}
        number, file = 2, path.name
        while file.casefold() in files:
            file = f"{path.stem} ({number}){ENDING}"
            number += 1
        return Student(id=secrets.token_hex(6), name=name, file=file, token=_new_token(), view=_new_token())


def write_private(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all, readable by its owner alone."""
    building = path.with_name(f".{path.name}.part")
    building.unlink(missing_ok=True)
    file = os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(building, path)


def _read(path: Path) -> Roster:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Roster)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FormatError(path, f"is not the file of a class: {error}.") from None
    except OSError as error:
        raise FormatError(path, f"cannot be read: {error.strerror}.") from None


def _tidy(name: str) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:_LONGEST_NAME]


def _new_token() -> str:
    return secrets.token_urlsafe(24)
