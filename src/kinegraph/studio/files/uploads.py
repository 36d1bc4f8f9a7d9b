"""Uploads: files of an import request, streamed into a folder of their own.

The body is a row of files, each as name length (uint32), name (UTF-8), content length (uint64), content;
numbers are little-endian. Names are labels: only a plain last part of harmless characters reaches the disk,
since formats find companions (`.asf`, `.bin`, textures) by name.
"""

import re
import struct
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from kinegraph.core.errors import KinegraphError

_HARMLESS_MARKS = frozenset(" ._()+-")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LONGEST_NAME = 1024
MOST_FILES = 2000


class BadUpload(KinegraphError):
    """A request body that is not a row of files."""


class UploadTooLarge(KinegraphError):
    """More bytes than the studio takes at once."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"Imports are limited to {limit / 1e6:g} MB at once; start the studio with --upload-limit."
        )


async def receive_files(chunks: AsyncIterator[bytes], folder: Path, limit: int) -> list[Path]:
    """Writes the files of a request body into `folder`; returns their paths in order.

    limit: Most bytes that the body may have.
    """
    body = _Body(chunks, limit)
    paths: list[Path] = []
    while (size_bytes := await body.read_or_end(4)) is not None:
        if len(paths) >= MOST_FILES:
            raise BadUpload(f"An import holds at most {MOST_FILES} files.")
        (name_length,) = struct.unpack("<I", size_bytes)
        if name_length > _LONGEST_NAME:
            raise BadUpload("An uploaded file's name is too long, or the upload is damaged.")
        name = (await body.read(name_length)).decode(errors="replace")
        (size,) = struct.unpack("<Q", await body.read(8))
        path = free_path(folder, name)
        with path.open("xb") as file:
            await body.copy(size, file)
        paths.append(path)
    if not paths:
        raise BadUpload("The upload holds no file.")
    return paths


def free_path(folder: Path, name: str) -> Path:
    """A path inside `folder` for a file that its sender calls `name`; whatever the name is, it stays
    inside.
    """
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    composed = unicodedata.normalize("NFC", last)
    clean = "".join(c if _is_harmless(c) else "_" for c in composed).strip(" .") or "file"
    if _RESERVED.fullmatch(clean):
        clean = f"_{clean}"
    stem, ending = _cut_text(Path(clean).stem, 150), _cut_text(Path(clean).suffix, 40)
    path, number = folder / f"{stem}{ending}", 2
    while path.exists():
        path, number = folder / f"{stem} ({number}){ending}", number + 1
    return path


def _is_harmless(character: str) -> bool:
    """True if it is a letter, mark or number of any script, or punctuation that no file system minds."""
    return unicodedata.category(character)[0] in "LMN" or character in _HARMLESS_MARKS


def _cut_text(text: str, size: int) -> str:
    """As much of a text as fits into `size` bytes: disks limit names by bytes."""
    return text.encode()[:size].decode(errors="ignore")


class _Body:
    """A stream of chunks that can be read by count."""

    def __init__(self, chunks: AsyncIterator[bytes], limit: int) -> None:
        self._chunks, self._limit = chunks, limit
        self._buffer = b""
        self._received = 0

    async def read_or_end(self, count: int) -> bytes | None:
        if not self._buffer and not await self._more():
            return None
        return await self.read(count)

    async def read(self, count: int) -> bytes:
        while len(self._buffer) < count:
            if not await self._more():
                raise BadUpload("The upload ended in the middle of a file.")
        found, self._buffer = self._buffer[:count], self._buffer[count:]
        return found

    async def copy(self, count: int, file: BinaryIO) -> None:
        if count > self._limit:
            raise UploadTooLarge(self._limit)
        while count > 0:
            if not self._buffer and not await self._more():
                raise BadUpload("The upload ended in the middle of a file.")
            piece, self._buffer = self._buffer[:count], self._buffer[count:]
            file.write(piece)
            count -= len(piece)

    async def _more(self) -> bool:
        async for chunk in self._chunks:
            self._received += len(chunk)
            if self._received > self._limit:
                raise UploadTooLarge(self._limit)
            if chunk:
                self._buffer += chunk
                return True
        return False
