"""Cursors of a page that performs are answered as they are read, the newest alone."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from kinegraph.studio.protocol.commands import Cursor
from kinegraph.studio.running.page import Page
from kinegraph.studio.running.page_clock import PageClock
from kinegraph.studio.server.short_way import ShortWay


class FakeSocket:
    message: Callable[[bytes], bool] | None = None
    all_read: Callable[[], None] | None = None

    def hear(
        self, message: Callable[[bytes], bool] | None, all_read: Callable[[], None] | None = None
    ) -> None:
        self.message, self.all_read = message, all_read

    def send_now(self, data: bytes) -> bool:
        return True


class FakePerformer:
    def __init__(self, in_charge: bool = True, breaks: bool = False) -> None:
        self.in_charge, self.breaks = in_charge, breaks
        self.taken: list[int] = []
        self.answered: list[int] = []

    def point(self, page: Page, cursor: Cursor, time: float, answered: bool) -> bool:
        self.taken += [cursor.sequence] if self.in_charge and answered else []
        return self.in_charge

    def answer_waiting(self, page: Page) -> None:
        if self.breaks:
            raise ZeroDivisionError
        self.answered.append(self.taken[-1])


def _way(performer: FakePerformer, viewing: bool = False) -> tuple[ShortWay, FakeSocket, list[Exception]]:
    reported: list[Exception] = []
    failures = SimpleNamespace(report=lambda error, _: reported.append(error))
    studio: Any = SimpleNamespace(performer=performer, failures=failures)
    socket: Any = FakeSocket()
    return ShortWay(studio, Page("p", viewing), PageClock(), socket), socket, reported


def _cursor(sequence: int) -> bytes:
    cursor = {"type": "Cursor", "position": [0, 1, 2], "time": 1.0, "sequence": sequence}
    return json.dumps(cursor).encode()


def test_of_cursors_that_come_together_the_newest_is_answered() -> None:
    performer = FakePerformer()
    _, socket, _ = _way(performer)
    assert socket.message is not None
    assert socket.all_read is not None
    assert socket.message(_cursor(1))
    assert socket.message(_cursor(2))
    socket.all_read()
    assert (performer.taken, performer.answered) == ([1, 2], [2])


def test_all_else_goes_the_usual_way() -> None:
    performer = FakePerformer()
    way, socket, _ = _way(performer)
    assert socket.message is not None
    assert not socket.message(b'{"type": "Undo", "request": 3}')
    assert not socket.message(b'{"type": "Undo", "request": 3, "note": "Cursor"}')
    assert not socket.message(b'{"type": "Cursor"}')
    assert not socket.message(b"{")
    way.open = False  # a message that came before is still in hand
    assert not socket.message(_cursor(1))
    assert performer.taken == []
    assert _way(FakePerformer(in_charge=False))[1].message(_cursor(1)) is False  # type: ignore[misc]
    assert _way(performer, viewing=True)[1].message is None


def test_a_bug_in_an_answer_is_logged_and_the_socket_stays() -> None:
    _, socket, reported = _way(FakePerformer(breaks=True))
    assert socket.all_read is not None
    socket.all_read()
    assert [type(error) for error in reported] == [ZeroDivisionError]


def test_messages_of_a_page_that_left_are_ignored() -> None:
    way, socket, _ = _way(FakePerformer())
    way.close()
    assert (socket.message, socket.all_read) == (None, None)
