"""ShortWay: cursors of a page that performs, from the socket to the performer and back with no task between.

The usual way of a message takes four rounds of the event loop: it wakes the task that listens, then the one
that answers, then the one that sends. Where 50 documents answer 60 cursors a second each, that costs more
than the poses do. A cursor that is read while nothing waits before it is answered before the socket is left.
"""

import msgspec

from kinegraph.studio.protocol.commands import Cursor
from kinegraph.studio.running.page import Page
from kinegraph.studio.running.page_clock import PageClock
from kinegraph.studio.server.page_socket import PageSocket
from kinegraph.studio.studio import Studio

_NAME = b'"Cursor"'
_decoder = msgspec.json.Decoder(Cursor)


class ShortWay:
    """One page's way from its socket to the performer.

    open: Whether the listener has nothing in hand that came before.
    """

    def __init__(self, studio: Studio, page: Page, clock: PageClock, socket: PageSocket | None) -> None:
        """socket: None where the server has another kind of sockets; then all goes the usual way."""
        self._performer, self._page, self._clock, self._socket = studio.performer, page, clock, socket
        self._failures = studio.failures
        self.open = True
        if socket is not None:
            page.outbox.send_now = socket.send_now
            if not page.viewing:
                socket.hear(self._take, self._answer)

    def close(self) -> None:
        """The page is gone."""
        self._page.outbox.send_now = None
        if self._socket is not None:
            self._socket.hear(None)

    def _take(self, text: bytes) -> bool:
        if not self.open or _NAME not in text:
            return False
        try:
            cursor = _decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            return False
        return self._performer.point(self._page, cursor, self._clock.server_time(cursor.time), answered=True)

    def _answer(self) -> None:
        try:
            self._performer.answer_waiting(self._page)
        except Exception as error:  # a bug of ours: it is logged, and the page keeps its socket
            self._failures.report(error, Cursor.__name__)
