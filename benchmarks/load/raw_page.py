"""RawPage: as little of a page as there can be, so that the server is measured and not its client."""

import base64
import json
import os
import re
import socket
import struct
from collections import deque

from kinegraph.studio.protocol.messages import PROTOCOL

_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10  # kinds of WebSocket frames
_SEQUENCE = re.compile(rb'"sequence":(-?\d+)')
_CHUNK = 2**18


class PageLost(Exception):
    """The server has closed the connection."""


class RawPage:
    """One page's socket; never blocks after it was opened."""

    def __init__(self, address: str, token: str) -> None:
        """address: As in "127.0.0.1:8000"."""
        host, port = address.split(":")
        self.link = socket.create_connection((host, int(port)), timeout=120)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = (
            f"GET /socket?token={token} HTTP/1.1",
            f"Host: {address}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        )
        self.link.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        self._data, self._events = bytearray(), deque[dict]()
        self._part = b""
        self.received = 0
        self.answered: list[int] = []  # sequence numbers of frames that came since the list was emptied
        self._read_answer()
        self._requests = 0
        self.records: dict[str, dict] = {}
        welcome = self.ask("Hello", protocol=PROTOCOL)
        self._keep(welcome["records"])

    def _read_answer(self) -> None:
        while b"\r\n\r\n" not in self._data:
            self._fill()
        head, _, rest = bytes(self._data).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise PageLost(head.decode() + rest.decode(errors="replace"))
        self._data = bytearray(rest)

    def say(self, kind: str, **fields: object) -> int:
        """Sends a request; returns its number."""
        self._requests += 1
        self.send(json.dumps({"type": kind, "request": self._requests, **fields}).encode())
        return self._requests

    def tell(self, kind: str, **fields: object) -> None:
        """Sends what is not answered by an event."""
        self.send(json.dumps({"type": kind, **fields}).encode())

    def ask(self, kind: str, **fields: object) -> dict:
        """Sends a request and waits for its answer."""
        number = self.say(kind, **fields)
        while True:
            event = self.next_event()
            if event.get("request") == number:
                if event["type"] == "Failure":
                    raise RuntimeError(event["message"])
                return event

    def next_event(self) -> dict:
        """Waits for the next event."""
        self.link.settimeout(120)
        while not self._events:
            self._fill()
            self._take()
        return self._events.popleft()

    def send(self, text: bytes) -> None:
        """Sends a text frame, masked with zeros."""
        self._send(_TEXT, text)

    def _send(self, kind: int, data: bytes) -> None:
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.link.sendall(bytes([0x80 | kind]) + length + bytes(4) + data)

    def read(self) -> None:
        """Takes what has come."""
        self._fill()
        self._take()

    def _fill(self) -> None:
        data = self.link.recv(_CHUNK)
        if not data:
            raise PageLost("The server closed the connection.")
        self._data += data
        self.received += len(data)

    def _take(self) -> None:
        data, at = self._data, 0
        while len(data) - at >= 2:
            kind, length, start = data[at], data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
            elif length == 127:
                length, start = int.from_bytes(data[start : start + 8], "big"), start + 8
            if len(data) < start + length or len(data) < start:
                break
            self._frame(kind & 0x0F, bytes(data[start : start + length]))
            at = start + length
        del data[:at]

    def _frame(self, kind: int, data: bytes) -> None:
        if kind == _PING:
            self._send(_PONG, data)
        elif kind == _CLOSE:
            raise PageLost("The server closed the socket.")
        elif kind == _BINARY:
            found = _SEQUENCE.search(data, 0, 1024)
            if found:
                self.answered.append(int(found[1]))
        elif kind == _TEXT:
            event = json.loads(data)
            if event["type"] == "DocumentChanged":
                self._keep(event["changed"])
                for id in event["removed"]:
                    self.records.pop(id, None)
            self._events.append(event)

    def _keep(self, records: list[dict]) -> None:
        self.records |= {record["id"]: record for record in records}

    def drop_events(self) -> None:
        """Forgets events that are not waited for."""
        self._events.clear()

    def of_kind(self, kind: str) -> list[dict]:
        """The records of a kind."""
        return [record for record in self.records.values() if record["kind"] == kind]

    def close(self) -> None:
        """Leaves as a page does whose tab is closed."""
        self.link.close()
