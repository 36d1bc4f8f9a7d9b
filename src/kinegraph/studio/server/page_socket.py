"""PageSocket: uvicorn's WebSocket, made for many small messages."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_MOST_WAITING = 32  # messages that were received and not yet taken


class PageSocket(WebSocketsSansIOProtocol):
    """Goes on reading while a few messages wait.

    uvicorn stops reading after each message until the application has taken it: two system calls and a good
    part of the time that a cursor takes.
    """

    read_paused: bool
    queue: Any

    def send_receive_event_to_app(self) -> None:
        """Gives a message to the application; stops reading where that has fallen behind."""
        if self.read_paused or self.queue.qsize() >= _MOST_WAITING:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that it is not done now
        super().send_receive_event_to_app()
        self.read_paused = False
