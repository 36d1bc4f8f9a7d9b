"""Classroom: the students of a class with their processes, pictures and hand-ins, as the server has them."""

import asyncio
import secrets
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from starlette.types import Scope

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.studio.classroom.document_process import Spec
from kinegraph.studio.classroom.handover import Refused
from kinegraph.studio.classroom.process_pool import DocumentProcess, Nursery, State
from kinegraph.studio.classroom.roster import RosterFile, Student
from kinegraph.studio.running.seat import hand_in_time, hand_ins
from kinegraph.studio.server.guard import Guard, digest_of, token_digest

LARGEST_PICTURE = 128 * 2**10  # [bytes]
_KINDS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
_SWEEP = 2.0  # [s] between two looks for processes that no page needs
_MOST_SHOWN = 8  # hand-ins that are open for looking at


class UnknownStudent(UnknownName):
    """A student that is not in the class."""

    kind = "student"


class UnknownHandIn(UnknownName):
    """A copy that was not handed in."""

    kind = "copy"


@dataclass
class Picture:
    """The last picture of a student's stage."""

    content: bytes = b""
    kind: str = ""
    number: int = 0


@dataclass(frozen=True, eq=False)
class Place:
    """One student with what belongs to it."""

    student: Student
    process: DocumentProcess
    picture: Picture = field(default_factory=Picture)


@dataclass(frozen=True)
class HandedIn:
    """A copy that was handed in. time: [s since 1970]."""

    name: str
    time: float


@dataclass(frozen=True)
class PlaceState:
    """One student as the teacher's page shows it.

    here: Whether the student's page is open.
    last_seen: [s since 1970]; 0 for never.
    picture: Grows with each new picture; 0 for none.
    """

    id: str
    name: str
    state: State
    here: bool
    last_seen: float
    trouble: str
    picture: int
    hand_ins: tuple[HandedIn, ...]
    token: str
    view: str


class Classroom:
    """All places of a class; used from the event loop alone."""

    def __init__(
        self,
        file: RosterFile,
        nursery: Nursery,
        *,
        hosts: tuple[str, ...],
        secure: bool,
        page: Path,
        upload_limit: int,
    ) -> None:
        """
        hosts, secure: How the class's server is reached.
        page: The folder that holds the built page.
        """
        self.file = file
        self._nursery = nursery
        self._common = {"hosts": hosts, "secure": secure, "page": str(page), "upload_limit": upload_limit}
        self.places = {student.id: self._place(student) for student in file.roster.students}
        self._shown: dict[str, tuple[Path, DocumentProcess]] = {}
        self._opens = {
            token_digest(token): place.process
            for place in self.places.values()
            for token in (place.student.token, place.student.view)
        }
        self._sweeping: asyncio.Task[None] | None = None
        self._guard: Guard | None = None

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of all students."""
        return tuple(student.token for student in self.file.roster.students)

    @property
    def views(self) -> tuple[str, ...]:
        """The tokens for looking at the students' documents."""
        return tuple(student.view for student in self.file.roster.students)

    def protect(self, guard: Guard) -> None:
        """Asks this guard about sockets, which pass by the application."""
        self._guard = guard

    async def open(self) -> None:
        """Gets ready for the first student."""
        self._sweeping = asyncio.create_task(self._sweep())
        await self._nursery.warm_up()

    async def close(self) -> None:
        """Closes every document."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        shown = [process for _, process in self._shown.values()]
        await asyncio.gather(
            *(place.process.stop() for place in self.places.values()), *(process.stop() for process in shown)
        )
        for folder, _ in self._shown.values():
            shutil.rmtree(folder, ignore_errors=True)

    def is_teacher(self, scope: Scope) -> bool:
        """True if a request is the teacher's."""
        return digest_of(scope) == token_digest(self.file.roster.teacher)

    def place_of(self, scope: Scope) -> Place | None:
        """The place of the student that a request is from."""
        given = digest_of(scope)
        return next((p for p in self.places.values() if token_digest(p.student.token) == given), None)

    def process_for(self, scope: Scope) -> DocumentProcess:
        """The process of the document that a request's token opens."""
        process = self._opens.get(digest_of(scope))
        if process is None:
            raise Refused("This address does not open a document.")
        return process

    def find_socket(self, scope: Scope) -> DocumentProcess:
        """The process that a socket is for, where the socket may pass."""
        assert self._guard is not None
        refusal = self._guard.refusal(scope)
        if refusal is not None:
            raise Refused(refusal)
        if scope["path"] != "/socket":
            raise Refused("There is no such socket.")
        return self.process_for(scope)

    def states(self) -> list[PlaceState]:
        """Every student as the teacher's page shows it."""
        copies = hand_ins(self.file.hand_ins)
        return [
            self._state(place, copies.get(Path(place.student.file).stem, []))
            for place in self.places.values()
        ]

    def place(self, id: str) -> Place:
        """The place with this id."""
        if id not in self.places:
            raise UnknownStudent(id, self.places)
        return self.places[id]

    def hand_in(self, place: Place, name: str) -> Path:
        """The file of a copy that a student handed in."""
        stem = Path(place.student.file).stem
        # The name is looked up among what is there: it is not joined to a path.
        copies = {path.name: path for path in hand_ins(self.file.hand_ins).get(stem, ())}
        if name not in copies:
            raise UnknownHandIn(name, copies)
        return copies[name]

    async def show(self, place: Place, name: str) -> str:
        """Opens a copy that was handed in, for looking at; returns the token that opens it."""
        copy = self.hand_in(place, name)
        for token, (folder, _) in self._shown.items():
            if (folder / copy.name).exists():
                return token
        while len(self._shown) >= _MOST_SHOWN:
            await self._put_away(next(iter(self._shown)))
        folder = Path(tempfile.mkdtemp(prefix="kinegraph-handed-in-"))
        await asyncio.to_thread(shutil.copyfile, copy, folder / copy.name)
        token = secrets.token_urlsafe(24)
        spec = self._spec(place.student, folder / copy.name, token=secrets.token_urlsafe(24), view=token)
        process = self._opens[token_digest(token)] = DocumentProcess(spec, self._nursery)
        self._shown[token] = (folder, process)
        if self._guard is not None:
            self._guard.admit(token)
        return token

    async def simplify(self, simple: bool) -> None:
        """Lets all students' pages show fewer panels, or all of them."""
        self.file.roster.simple = simple
        await asyncio.to_thread(self.file.save)
        await asyncio.gather(*(place.process.simplify(simple) for place in self.places.values()))

    def keep_picture(self, place: Place, content: bytes) -> None:
        """Keeps what a student's stage looks like now."""
        kind = next((kind for start, kind in _KINDS.items() if content.startswith(start)), None)
        if kind is None or len(content) > LARGEST_PICTURE:
            raise InvalidValue("The picture of a stage is a JPEG or a PNG of at most 128 KB.")
        place.picture.content, place.picture.kind = content, kind
        place.picture.number += 1

    def _place(self, student: Student) -> Place:
        spec = self._spec(
            student,
            self.file.document(student),
            token=student.token,
            view=student.view,
            hand_ins=str(self.file.hand_ins),
        )
        return Place(student, DocumentProcess(spec, self._nursery))

    def _spec(
        self, student: Student, document: Path, *, token: str, view: str, hand_ins: str | None = None
    ) -> Spec:
        return Spec(
            document=str(document),
            student=student.name,
            simple=self.file.roster.simple,
            token=token,
            view=view,
            hand_ins=hand_ins,
            **self._common,
        )

    def _state(self, place: Place, copies: list[Path]) -> PlaceState:
        student, process = place.student, place.process
        here = process.pages > 0
        return PlaceState(
            id=student.id,
            name=student.name,
            state=process.state,
            here=here,
            last_seen=time.time() if here else process.last_seen,
            trouble=process.trouble,
            picture=place.picture.number,
            hand_ins=tuple(HandedIn(path.name, hand_in_time(path)) for path in copies),
            token=student.token,
            view=student.view,
        )

    async def _sweep(self) -> None:
        """Ends processes that have been without a page for a while."""
        while True:
            await asyncio.sleep(_SWEEP)
            for place in self.places.values():
                if place.process.is_idle():
                    await place.process.stop()
            for token in [token for token, (_, process) in self._shown.items() if process.is_idle()]:
                await self._put_away(token)

    async def _put_away(self, token: str) -> None:
        folder, process = self._shown.pop(token)
        del self._opens[token_digest(token)]
        if self._guard is not None:
            self._guard.dismiss(token)
        with suppress(OSError):
            await process.stop()
            shutil.rmtree(folder)
