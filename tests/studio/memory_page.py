"""A page without a network: the real session of the server, on a socket in memory."""

import asyncio
import itertools
import json
from collections import Counter
from typing import Any, cast

import numpy as np
from page_client import HEADERS

from kinegraph.studio.document.frames import unpack
from kinegraph.studio.perform.posing import POSING, pose_id
from kinegraph.studio.protocol.messages import PROTOCOL
from kinegraph.studio.server.session import run_session
from kinegraph.studio.studio import Studio


class MemorySocket:
    """The server's end of a connection; `page` takes what is sent."""

    def __init__(self, page: "MemoryPage") -> None:
        self._page = page
        self._sent: asyncio.Queue[str | None] = asyncio.Queue()
        self.reads = asyncio.Event()  # unset while the page does not read
        self.reads.set()

    def send(self, text: str | None) -> None:
        """Sends a message to the server; None closes the connection."""
        self._sent.put_nowait(text)

    async def accept(self) -> None:
        """Opens the connection."""

    async def receive(self) -> dict[str, Any]:
        """The next message of the page."""
        text = await self._sent.get()
        return (
            {"type": "websocket.disconnect"} if text is None else {"type": "websocket.receive", "text": text}
        )

    async def send_text(self, text: str) -> None:
        """Gives the page an event, once it reads."""
        await self.reads.wait()
        self._page.hear_event(json.loads(text))

    async def send_bytes(self, data: bytes) -> None:
        """Gives the page a frame, once it reads."""
        await self.reads.wait()
        self._page.hear_frame(data)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Ends the connection from the server's side."""
        self._sent.put_nowait(None)


class MemoryPage:
    """Follows a document as a page does: records, labels of undo and redo, and poses that are designed.

    gestures: Drags under way.
    takes: Recordings under way.
    refusals: What the studio refused, by its sentence.
    poses: By the ids of their records, poses that were shown after the record was.
    clips: Ids of motions whose frames are those of a drag: no record came after them.
    """

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._session: str | None = None
        self.records: dict[str, dict[str, Any]] = {}
        self.labels: tuple[str | None, str | None] = (None, None)
        self.poses: dict[str, np.ndarray] = {}
        self.clips: set[str] = set()
        self.gestures: list[str] = []
        self.takes: list[str] = []
        self.refusals: Counter[str] = Counter()

    async def connect(self) -> None:
        """Says hello; takes up the session before, if there was one."""
        self.socket = MemorySocket(self)
        self._serving = asyncio.create_task(run_session(self._studio, cast(Any, self.socket)))
        await self.ask("Hello", protocol=PROTOCOL, session=self._session)

    async def disconnect(self) -> None:
        """Loses the connection, and all that was under way."""
        self.socket.send(None)
        self.socket.reads.set()
        await self._serving
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()
        self.gestures.clear()
        self.takes.clear()

    def say(self, kind: str, /, **fields: Any) -> asyncio.Future[dict[str, Any]]:
        """Sends a command; returns what will hold its answer."""
        if kind == "Watch":
            self.socket.send(json.dumps({"type": kind, **fields}))
            return asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        self.socket.send(json.dumps({"type": kind, "request": number, **fields}))
        return self._answers[number]

    async def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        return await self.say(kind, **fields)

    async def settle(self) -> None:
        """Waits until every request is answered."""
        while self._answers:
            await asyncio.gather(*self._answers.values(), return_exceptions=True)

    def hear_event(self, event: dict[str, Any]) -> None:
        """Takes an event as the real page does."""
        if event["type"] == "Welcome":
            self._session = event["session"]
            self.records = {record["id"]: record for record in event["records"]}
            self.poses, self.clips = {}, set()
        elif event["type"] == "DocumentChanged":
            self.records |= {record["id"]: record for record in event["changed"]}
            for id in event["removed"]:
                self.records.pop(id, None)
            for id in (*event["removed"], *(record["id"] for record in event["changed"])):
                self.poses.pop(id, None)  # from here on the record tells
                self.clips.discard(id)
        elif event["type"] == "Failure":
            self.refusals[event["message"]] += 1
        if event["type"] in ("Welcome", "DocumentChanged"):
            self.labels = event["undoLabel"], event["redoLabel"]
        answer = self._answers.pop(event.get("request") or 0, None)
        if answer is not None:
            answer.set_result(event)

    def hear_frame(self, data: bytes) -> None:
        """Keeps what drags show in frames: designed poses, and motions that are edited."""
        length = int.from_bytes(data[:4], "little")
        kind = json.loads(data[4 : 4 + length])["type"]
        if kind == "PoseFrame":
            header, arrays = unpack(data, HEADERS[kind])
            if header.sequence == POSING:
                self.poses[pose_id(header.character)] = arrays["rotations"]
        elif kind == "ClipFrame":
            header, _ = unpack(data, HEADERS[kind])
            if not header.blob:
                self.clips.add(header.motion)
