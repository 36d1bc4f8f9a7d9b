"""The studio's round trip: a cursor message out, the pose of a 60-joint rig back, over loopback, with no
rendering.

The server runs in a process of its own, as it does for a page. Beside it, in the same server and the same
run, is the plain way: the same pose as JSON lists. Both take turns, so that whatever else the machine does
strikes both.
"""

import base64
import json
import multiprocessing
import os
import socket
import struct
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

import numpy as np

from kinegraph.studio.protocol.messages import PROTOCOL

JOINTS = 60
ROUND_TRIPS = 2000
WARM_UP = 200
TARGET = 2e-3  # p50 [s]
TOKEN = "benchmark"
POSE_ALONE = "the pose alone"
_TEXT, _PING, _PONG = 1, 9, 10  # kinds of WebSocket frames


def main() -> int:
    """Prints p50, p95 and p99 of both ways; 1 if ours missed its target."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        server = context.Process(target=_serve, args=(folder, theirs))
        server.start()
        try:
            times, sizes = _measure(ours.recv())
        finally:
            server.kill()
            server.join()
    print(f"{ROUND_TRIPS} round trips, {JOINTS} joints, loopback; load average {os.getloadavg()[0]:.1f}")
    print(f"{'':24}{'p50':>9}{'p95':>9}{'p99':>9}{'bytes':>9}")
    for name, spent in times.items():
        cuts = quantiles(spent, n=100)
        p50, p95, p99 = (f"{cuts[k - 1] * 1e3:6.2f} ms" for k in (50, 95, 99))
        print(f"{name:24}{p50:>9}{p95:>9}{p99:>9}{sizes.get(name, ''):>9}")
    middle = {name: quantiles(spent, n=2)[0] for name, spent in times.items()}
    ratio = middle["JSON lists"] / middle["binary frames"]
    met = middle["binary frames"] < TARGET
    print(f"JSON lists take {ratio:.2f} times as long. p50 under 2 ms: {'yes' if met else 'NO'}")
    return 0 if met else 1


def _measure(address: str) -> tuple[dict[str, list[float]], dict[str, int]]:
    times: dict[str, list[float]] = {"binary frames": [], "JSON lists": [], POSE_ALONE: []}
    sizes: dict[str, int] = {}
    ours, plain = _Socket(address, "/socket"), _Socket(address, "/socket/json")
    ours.send(json.dumps({"type": "Hello", "request": 1, "protocol": PROTOCOL}))
    ours.send('{"type": "FollowMode", "request": 2, "character": "rig", "on": true}')
    while b'"request":2' not in (answer := ours.receive()):
        pass
    if b'"Done"' not in answer:
        raise RuntimeError(answer.decode())
    for trip in range(WARM_UP + ROUND_TRIPS):
        ways = (("binary frames", ours, _answers_binary), ("JSON lists", plain, _answers_json))
        message = b""
        for name, link, answers in ways:
            begun = time.perf_counter()
            link.send(_cursor(trip, begun))
            while not answers(message := link.receive(), trip):
                pass
            if trip >= WARM_UP:
                times[name].append(time.perf_counter() - begun)
                sizes[name] = len(message)
        if trip >= WARM_UP:
            times[POSE_ALONE].append(json.loads(message)["spent"])
        time.sleep(0.001)
    return times, sizes


class _Socket:
    """As little of a WebSocket client as there can be, so that the server is measured and not its client."""

    def __init__(self, address: str, path: str) -> None:
        host, port = address.split(":")
        self._link = socket.create_connection((host, int(port)))
        self._link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._input = self._link.makefile("rb")
        lines = (
            f"GET {path}?token={TOKEN} HTTP/1.1",
            f"Host: {address}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        )
        self._link.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        while self._input.readline() != b"\r\n":
            pass

    def send(self, text: str) -> None:
        """Sends a text frame."""
        self._send(_TEXT, text.encode())

    def _send(self, kind: int, data: bytes) -> None:
        """Sends a short frame, masked with zeros."""
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self._link.sendall(bytes([0x80 | kind]) + length + bytes(4) + data)

    def receive(self) -> bytes:
        """The content of the next frame, text or binary."""
        kind, length = self._input.read(2)
        if length == 126:
            (length,) = struct.unpack(">H", self._input.read(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self._input.read(8))
        data = self._input.read(length)
        if kind & 0x0F == _PING:
            self._send(_PONG, data)
            return self.receive()
        return data


def _cursor(trip: int, now: float) -> str:
    position = [np.sin(trip / 50), 1.0 + 0.3 * np.cos(trip / 70), 1.5]
    return json.dumps({"type": "Cursor", "position": position, "time": now, "sequence": trip})


def _answers_binary(message: bytes, trip: int) -> bool:
    """Reads the frame as a page does: header, then arrays over the buffer."""
    if message[:1] == b"{":  # an event
        return False
    length = int.from_bytes(message[:4], "little")
    header = json.loads(message[4 : 4 + length])
    for info in header["arrays"]:
        np.frombuffer(message, info["dtype"], int(np.prod(info["shape"])), info["offset"])
    return header["sequence"] == trip


def _answers_json(message: bytes, trip: int) -> bool:
    pose = json.loads(message)
    np.asarray(pose["rotations"], dtype=np.float32)
    return pose["sequence"] == trip


def _serve(folder: str, pipe: Connection) -> None:
    """The server's process."""
    import uvicorn
    from starlette.routing import WebSocketRoute

    from kinegraph.studio.document import edits
    from kinegraph.studio.document.blobs import blob_hash
    from kinegraph.studio.document.character_blob import describe_character, pack_character
    from kinegraph.studio.document.document import Document
    from kinegraph.studio.document.edit_kinds import EditKind
    from kinegraph.studio.server.app import make_app
    from kinegraph.studio.server.guard import Guard
    from kinegraph.studio.server.server import bound_socket, configuration
    from kinegraph.studio.studio import Studio

    rig = _rig()
    blob = pack_character(rig)
    document = Document(Path(folder) / "bench.kine")
    record = describe_character(rig, id="rig", blob=blob_hash(blob))
    document.commit(edits.add({}, EditKind.ADD_CHARACTER.of(), [record], {record.blob: blob}))
    listener = bound_socket(0)
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    app = make_app(
        Studio(document, first=None, eager=False), Path(folder), on_start=lambda: pipe.send(address)
    )
    app.router.routes.insert(0, WebSocketRoute("/socket/json", _plain_socket(rig)))
    uvicorn.Server(configuration(Guard(app, TOKEN, (address,)))).run(sockets=[listener])


def _plain_socket(rig: Any) -> Callable[[Any], Awaitable[None]]:
    """A socket that answers each cursor message with the pose as JSON lists."""
    from starlette.websockets import WebSocket

    from kinegraph.characters.follow.follower import Follower

    follower = Follower(rig)

    async def answer(socket: WebSocket) -> None:
        await socket.accept()
        while True:
            cursor = await socket.receive_json()
            begun = time.perf_counter()
            pose = follower.pose_at(np.array(cursor["position"]), cursor["time"])
            spent = time.perf_counter() - begun
            lists = {"root": pose.root_translation.tolist(), "rotations": pose.rotations.tolist()}
            await socket.send_text(json.dumps({"sequence": cursor["sequence"], "spent": spent, **lists}))

    return answer


def _rig() -> Any:
    """A person with fingers: a spine of 12 with neck and head, two arms of 19, two legs of 5."""
    from kinegraph.characters.anatomy.guess import with_guessed_anatomy
    from kinegraph.core.character import Character
    from kinegraph.core.skeleton import Skeleton

    names, parents, offsets = ["hips"], [-1], [(0.0, 0.95, 0.0)]

    def chain(parent: str, links: Sequence[tuple[str, tuple[float, float, float]]]) -> None:
        for name, offset in links:
            parents.append(names.index(parent))
            names.append(name)
            offsets.append(offset)
            parent = name

    chain(
        "hips",
        [(f"spine{n}", (0, 0.05, 0)) for n in range(9)] + [("neck", (0, 0.06, 0)), ("head", (0, 0.08, 0))],
    )
    for side, sign in (("left", 1.0), ("right", -1.0)):
        arm = [("shoulder", 0.05), ("upper_arm", 0.12), ("forearm", 0.28), ("hand", 0.25)]
        chain("spine8", [(f"{side}_{name}", (sign * length, 0, 0)) for name, length in arm])
        for finger in ("thumb", "index", "middle", "ring", "little"):
            chain(f"{side}_hand", [(f"{side}_{finger}{n}", (sign * 0.03, 0, 0.01)) for n in range(3)])
        leg = [("thigh", (sign * 0.1, 0, 0)), ("shin", (0, -0.42, 0)), ("foot", (0, -0.42, 0))]
        toes = [("toes", (0, -0.06, 0.12)), ("toe_tip", (0, 0, 0.06))]
        chain("hips", [(f"{side}_{name}", offset) for name, offset in leg + toes])
    assert len(names) == JOINTS
    return with_guessed_anatomy(Character.bare("rig", Skeleton.from_offsets(names, parents, offsets)))


if __name__ == "__main__":
    raise SystemExit(main())
