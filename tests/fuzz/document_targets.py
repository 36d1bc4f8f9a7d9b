"""What reaches an open studio: a document file, messages of a page, frames, and the body of an upload."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from tests.fuzz.hostile_commands import HostileCommands
from tests.studio.page_client import upload_body
from tests.studio.samples_of_records import BLOBS, HASHES, a_character, a_motion

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.frames import ClipFrame, pack, unpack
from kinegraph.studio.files.uploads import receive_files
from kinegraph.studio.protocol.messages import COMMANDS, decode_command, request_of

Pair = tuple[Callable[[bytes], object], Callable[[], list[bytes]]]
_UPLOAD_LIMIT = 1 << 20


def targets() -> dict[str, Pair]:
    """Readers of what comes from a page or from a document, each with valid inputs."""
    return {
        "kine": (_read_document, _documents),
        "message": (_read_message, _messages),
        "frame": (lambda data: unpack(data, ClipFrame), _frames),
        "upload": (_read_upload, lambda: [upload_body(("a.bvh", b"content"), ("b c.amc", b""))]),
    }


def _read_document(data: bytes) -> None:
    """Opens a document, and does with it what a studio does first."""
    folder = Path(tempfile.mkdtemp(prefix="kinegraph-fuzz-"))
    try:
        (folder / "fuzzed.kine").write_bytes(data)
        with Document(folder / "fuzzed.kine") as document:
            steps: list[Callable[[], object]] = [
                *(lambda hash=hash: document.blob(hash) for hash in HASHES),
                lambda: edits.view_of(document.records),
                document.undo,
                document.redo,
                document.collect_garbage,
                lambda: document.commit(edits.entitle(document.records, "new")),
            ]
            for step in steps:
                with suppress(KinegraphError):
                    step()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _documents() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seed.kine"
        with Document(path) as document:
            added = [a_character(), a_motion()]
            document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of("bear"), added, BLOBS))
            document.commit(edits.entitle(document.records, "a title"))
            document.undo()
        return [path.read_bytes()]


def _read_message(data: bytes) -> None:
    text = data.decode(errors="replace")
    request_of(text)
    decode_command(text)


def _messages() -> list[bytes]:
    """A message of each kind."""
    maker, found = HostileCommands(1, ("pip", "hips", "g")), {}
    for _ in range(40 * len(COMMANDS)):
        name, fields = maker.command()
        text = json.dumps({"type": name, "request": 1, **fields}).encode()
        with suppress(KinegraphError):
            decode_command(text)
            found.setdefault(name, text)
    return list(found.values())


def _frames() -> list[bytes]:
    arrays = {"roots": np.zeros((2, 3), np.float32), "rotations": np.zeros((2, 4, 4), np.float32)}
    return [pack(ClipFrame(motion="m", blob="b", fps=30.0), arrays)]


def _read_upload(data: bytes) -> None:
    async def body() -> AsyncIterator[bytes]:
        for start in range(0, len(data), 1000):
            yield data[start : start + 1000]

    folder = Path(tempfile.mkdtemp(prefix="kinegraph-fuzz-"))
    try:
        paths = asyncio.run(receive_files(body(), folder, _UPLOAD_LIMIT))
        assert all(path.parent == folder for path in paths)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
