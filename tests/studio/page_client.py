"""A page as the tests play it: a real socket to a real server."""

import itertools
import json
import struct
from types import TracebackType
from typing import Any

import numpy as np
from websockets.sync.client import connect

from kinegraph.studio.document.frames import unpack
from kinegraph.studio.protocol.messages import PROTOCOL, AnyFrame

HEADERS = {header.__name__: header for header in AnyFrame.__args__}


class PageClient:
    """Says hello when it is made; keeps every event and frame it was sent."""

    def __init__(self, address: str, token: str, *, greet: bool = True, session: str | None = None) -> None:
        url = f"ws://{address}/socket?token={token}"
        self._connection = connect(url, max_size=None, compression=None, close_timeout=1)
        self.socket = self._connection.__enter__()
        self.numbers = itertools.count(1)
        self.events: list[dict] = []
        self.frames: list[tuple[Any, dict[str, np.ndarray]]] = []
        self.records: dict[str, dict] = {}
        if greet:
            self.welcome = self.ask("Hello", protocol=PROTOCOL, session=session)
            self.records = {record["id"]: record for record in self.welcome["records"]}

    def __enter__(self) -> "PageClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.__exit__(kind, error, trace)

    def say(self, kind: str, /, **fields: Any) -> int:
        """Sends a command; returns its request number."""
        number = next(self.numbers)
        numbered = {} if kind in ("Cursor", "Watch") else {"request": number}
        self.socket.send(json.dumps({"type": kind, **numbered, **fields}))
        return number

    def ask(self, kind: str, /, **fields: Any) -> dict:
        """Sends a command and waits for its answer."""
        number = self.say(kind, **fields)
        answers = ("Welcome", "Done", "Failure")
        return self.wait(lambda event: event.get("request") == number and event["type"] in answers)

    def hear(self, timeout: float = 30.0) -> dict | None:
        """Takes the next message; returns it if it is an event."""
        message = self.socket.recv(timeout=timeout)
        if isinstance(message, bytes):
            length = int.from_bytes(message[:4], "little")
            header = HEADERS[json.loads(message[4 : 4 + length])["type"]]
            self.frames.append(unpack(message, header))
            return None
        event = json.loads(message)
        self.events.append(event)
        if event["type"] == "DocumentChanged":
            self.records |= {record["id"]: record for record in event["changed"]}
            for id in event["removed"]:
                self.records.pop(id, None)
        return event

    def wait(self, wanted: Any, timeout: float = 30.0) -> dict:
        """Takes messages until one is wanted."""
        while True:
            event = self.hear(timeout)
            if event is not None and wanted(event):
                return event

    def wait_for(self, kind: str, **fields: Any) -> dict:
        """Takes messages until an event of a kind, with these fields, arrives."""
        return self.wait(
            lambda e: e["type"] == kind and all(e[name] == value for name, value in fields.items())
        )

    def wait_for_job(self, job: str) -> dict:
        """Takes messages until a job ends."""
        return self.wait(lambda e: e["type"] in ("JobDone", "JobFailed") and e["job"] == job)

    def frame(self, timeout: float = 30.0) -> tuple[Any, dict[str, np.ndarray]]:
        """Takes messages until a binary frame arrives."""
        count = len(self.frames)
        while len(self.frames) == count:
            self.hear(timeout)
        return self.frames[-1]


def upload_body(*files: tuple[str, bytes]) -> bytes:
    """The body of an import request."""
    parts = []
    for name, content in files:
        encoded = name.encode()
        parts += [struct.pack("<I", len(encoded)), encoded, struct.pack("<Q", len(content)), content]
    return b"".join(parts)
