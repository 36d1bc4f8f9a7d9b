"""A class's server for tests: real sockets, real processes, in a thread of the test's process."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
from page_client import PageClient
from serving import wait_until

from kinegraph.studio.classroom.roster import RosterFile, Student
from kinegraph.studio.classroom.server import ClassServer, Where
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document


@dataclass
class RunningClass:
    """A class that listens."""

    file: RosterFile
    server: ClassServer
    thread: threading.Thread

    @property
    def address(self) -> str:
        return self.server.address.partition("://")[2]

    @property
    def students(self) -> tuple[Student, ...]:
        return self.file.roster.students

    def page(self, token: str) -> PageClient:
        return PageClient(self.address, token)

    def http(self, token: str) -> httpx.Client:
        return httpx.Client(
            base_url=self.server.address, headers={"Authorization": f"Bearer {token}"}, timeout=60
        )

    def teacher(self) -> httpx.Client:
        return self.http(self.file.roster.teacher)

    def state(self, student: Student) -> dict:
        """What the teacher's page shows of a student."""
        with self.teacher() as teacher:
            states = teacher.get("/api/class").json()["students"]
        return next(state for state in states if state["id"] == student.id)

    def pid(self, student: Student) -> int:
        pid = self.server.classroom.places[student.id].process.pid
        assert pid is not None
        return pid

    def wait_for_state(self, student: Student, wanted: Callable[[dict], bool]) -> dict:
        end = time.monotonic() + 30
        while not wanted(state := self.state(student)):
            assert time.monotonic() < end, state
            time.sleep(0.05)
        return state

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(60)
        assert not self.thread.is_alive()


def start_class(folder: Path, page: Path, students: int = 3, where: Where | None = None) -> RunningClass:
    """Starts the server of the class in a folder."""
    file = RosterFile(folder)
    file.seat(students)
    with Document(folder.with_name("lesson.kine")) as lesson:  # a new document would shape a character first
        lesson.commit(edits.entitle(lesson.records, "Lesson"))
    file.take_lesson(folder.with_name("lesson.kine"))
    server = ClassServer(file, where or Where(), page=page, kernels=False, upload_limit=10**6)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started, 60)
    return RunningClass(file, server, thread)
