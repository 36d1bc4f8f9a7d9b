"""Sockets speak the whole protocol, whichever way their frames come and go."""

import json
import os
import socket
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from serving import RunningStudio, a_page, start

from kinegraph.studio.protocol.messages import PROTOCOL

TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
HELLO = json.dumps({"type": "Hello", "request": 1, "protocol": PROTOCOL}).encode()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    folder = tmp_path_factory.mktemp("sockets")
    studio = start(folder / "test.kine", a_page(folder))
    yield studio
    studio.stop()


class RawSocket:
    """A WebSocket whose every byte the test chooses."""

    def __init__(self, studio: RunningStudio) -> None:
        host, port = studio.address.split(":")
        self.link = socket.create_connection((host, int(port)), timeout=20)
        lines = (
            f"GET /socket?token={studio.token} HTTP/1.1",
            f"Host: {studio.address}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
        )
        self.link.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        self.input = self.link.makefile("rb")
        while self.input.readline() != b"\r\n":
            pass

    def frame(self) -> tuple[int, bytes]:
        """Kind and content of the next frame."""
        kind, length = self.input.read(2)
        if length == 126:
            (length,) = struct.unpack("!H", self.input.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.input.read(8))
        return kind & 0x0F, self.input.read(length)

    def text(self, request: int) -> str:
        """The answer to a request."""
        while True:
            kind, content = self.frame()
            if kind == TEXT and json.loads(content).get("request") == request:
                return content.decode()


def masked(kind: int, content: bytes, final: bool = True) -> bytes:
    """A frame as a page sends it."""
    head = bytes([(0x80 if final else 0) | kind])
    if len(content) < 126:
        head += bytes([0x80 | len(content)])
    elif len(content) < 1 << 16:
        head += struct.pack("!BH", 0x80 | 126, len(content))
    else:
        head += struct.pack("!BQ", 0x80 | 127, len(content))
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))


def rename(request: int, title: str) -> bytes:
    return json.dumps({"type": "RenameDocument", "request": request, "title": title}).encode()


WAYS: dict[str, Callable[[bytes], list[bytes]]] = {
    "whole": lambda text: [masked(TEXT, text)],
    "byte by byte": lambda text: [bytes([byte]) for byte in masked(TEXT, text)],
    "in fragments": lambda text: [
        masked(TEXT, text[:5], final=False),
        masked(CONT, text[5:9], final=False),
        masked(PING, b"between"),
        masked(CONT, text[9:]),
    ],
}


@pytest.mark.parametrize("way", ["whole", "byte by byte", "in fragments"])
def test_a_message_is_read_however_it_comes(running: RunningStudio, way: str) -> None:
    page = RawSocket(running)
    for request, text in ((1, HELLO), (2, rename(2, "é日本")), (3, rename(3, "x" * 190))):
        for part in WAYS[way](text):
            page.link.sendall(part)
        answer = page.text(request)
        assert '"Failure"' not in answer, answer


def test_many_messages_in_one_packet_are_answered_in_order(running: RunningStudio) -> None:
    page = RawSocket(running)
    texts = [HELLO, *(rename(request, f"title {request}") for request in range(2, 102))]
    page.link.sendall(b"".join(masked(TEXT, text) for text in texts))
    for request in range(1, 102):
        assert '"Failure"' not in page.text(request)


def test_a_ping_is_answered_with_its_content(running: RunningStudio) -> None:
    page = RawSocket(running)
    page.link.sendall(masked(PING, b"are you there"))
    assert page.frame() == (PONG, b"are you there")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (masked(TEXT, b"\xff\xfe"), 1007),
        (b"\x81\x02hi", 1002),
        (masked(3, b"?"), 1002),
        (masked(TEXT, b"a", final=False) + masked(TEXT, b"b"), 1002),
        (masked(CONT, b"a"), 1002),
        (b"\x81\xff" + struct.pack("!Q", 2**21), 1009),
    ],
    ids=[  # masks are random, so the bytes themselves cannot name a test
        "no text",
        "not masked",
        "no such kind",
        "a message inside another",
        "the end of nothing",
        "larger than any message",
    ],
)
def test_what_breaks_the_protocol_ends_the_socket_with_its_code(
    running: RunningStudio, bad: bytes, code: int
) -> None:
    page = RawSocket(running)
    page.link.sendall(masked(TEXT, HELLO))
    page.text(1)
    page.link.sendall(bad)
    while (frame := page.frame())[0] != CLOSE:
        pass
    assert int.from_bytes(frame[1][:2], "big") == code


def test_closing_is_answered(running: RunningStudio) -> None:
    page = RawSocket(running)
    page.link.sendall(masked(CLOSE, struct.pack("!H", 1000)))
    kind, content = page.frame()
    assert (kind, content[:2]) == (CLOSE, struct.pack("!H", 1000))
    assert page.input.read() == b""


def test_nothing_else_of_the_studio_was_harmed(running: RunningStudio, tmp_path: Path) -> None:
    with running.page() as page:
        assert page.ask("RenameDocument", title="Whole")["type"] == "Done"
