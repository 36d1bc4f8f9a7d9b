"""The live link: poses of what is seen on the stage, as a stream for programs on this machine.

A page sends what it draws over a socket; programs read it as one long HTTP answer. Both speak messages: a
length (uint32, little-endian), a kind (one byte), and the content.

    J  JSON: {"type": "character", ...} with names and the rest pose, or {"type": "gone", "number": n}
    P  a pose: number of the character (uint32), joints J (uint32), time (float64 [s]), then float32
       translations (J, 3) [m] and rotations (J, 4) xyzw, in the parents' frames; joint 0 in the world

Of poses only the newest of each character waits for a program that reads slowly.
"""

import asyncio
import json
import secrets
import struct
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

ADDRESS = "/api/live"
_MOST_CHARACTERS, _MOST_JOINTS = 64, 20_000
_HEAD, _POSE = struct.Struct("<IB"), struct.Struct("<IId")
_JSON, _POSED = ord("J"), ord("P")
_SILENCE = 5.0  # seconds until a program that hears nothing gets an empty message, so that both notice an end


class LiveLink:
    """The messages of the page that sent last, and the programs that listen."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self._characters: dict[int, bytes] = {}
        self._listeners: set[_Listener] = set()

    @property
    def listeners(self) -> int:
        """Number of programs that listen."""
        return len(self._listeners)

    def tell(self, text: str) -> bool:
        """Takes a description of a character, or that it is gone. Returns whether it is one."""
        try:
            said: Any = json.loads(text)
            number, kind = said["number"], said["type"]
        except (ValueError, TypeError, KeyError):
            return False
        if not isinstance(number, int) or not 0 <= number < _MOST_CHARACTERS:
            return False
        message = _message(_JSON, text.encode())
        if kind == "character":
            self._characters[number] = message
        elif kind == "gone":
            self._characters.pop(number, None)
        else:
            return False
        for listener in self._listeners:
            listener.put(message)
        return True

    def show(self, pose: bytes) -> bool:
        """Takes a pose of a character that was described. Returns whether it is one."""
        if len(pose) < _POSE.size:
            return False
        number, joints, _ = _POSE.unpack_from(pose)
        if number not in self._characters or not 0 < joints <= _MOST_JOINTS:
            return False
        if len(pose) != _POSE.size + 28 * joints:
            return False
        message = _message(_POSED, pose)
        for listener in self._listeners:
            listener.put(message, number)
        return True

    def clear(self) -> None:
        """Says that all characters are gone: the page that sent them is."""
        for number in list(self._characters):
            self.tell(json.dumps({"type": "gone", "number": number}))

    async def listen(self) -> AsyncIterator[bytes]:
        """Messages for one program, beginning with all characters."""
        listener = _Listener()
        for message in self._characters.values():
            listener.put(message)
        self._listeners.add(listener)
        try:
            while True:
                yield await listener.take()
        finally:
            self._listeners.discard(listener)


class _Listener:
    """Messages that wait for one program."""

    def __init__(self) -> None:
        self._events: list[bytes] = []
        self._newest: dict[int, bytes] = {}
        self._filled = asyncio.Event()

    def put(self, message: bytes, stream: int | None = None) -> None:
        """Adds a message; of a stream only the newest waits."""
        if stream is None:
            self._events.append(message)
        else:
            self._newest[stream] = message
        self._filled.set()

    async def take(self) -> bytes:
        """All that waits; an empty message after a silence."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._filled.wait(), _SILENCE)
        self._filled.clear()
        waiting = b"".join([*self._events, *self._newest.values()])
        self._events, self._newest = [], {}
        return waiting or _message(_JSON, b"{}")


def _message(kind: int, content: bytes) -> bytes:
    return _HEAD.pack(len(content), kind) + content


def live_routes(link: LiveLink) -> list[BaseRoute]:
    """Routes: pages send, programs read, and a page learns the address for programs."""

    async def publish(socket: WebSocket) -> None:
        if socket.scope.get("viewing"):
            await socket.close(1008, "This page shows the document; it does not send it.")
            return
        await socket.accept()
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                pose = message.get("bytes")
                fits = link.show(pose) if pose is not None else link.tell(message.get("text") or "")
                if not fits:
                    await socket.close(1003, "A live link takes descriptions of characters and poses only.")
                    break
        except WebSocketDisconnect:
            pass
        finally:
            link.clear()

    async def read(_: Request) -> Response:
        headers = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
        return StreamingResponse(link.listen(), media_type="application/octet-stream", headers=headers)

    async def address(request: Request) -> Response:
        return JSONResponse(
            {
                "address": f"http://{request.headers['host']}{ADDRESS}?token={link.token}",
                "listeners": link.listeners,
            }
        )

    return [
        WebSocketRoute(f"{ADDRESS}/page", publish),
        Route(f"{ADDRESS}/address", address),
        Route(ADDRESS, read),
    ]
