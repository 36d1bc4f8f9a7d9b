"""Text files as blocks of bytes for compiled kernels: bounded memory, and errors that know their line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import SEEK_END
from os import PathLike
from typing import BinaryIO

import numpy as np

from kinegraph.core.errors import FormatError
from kinegraph.formats.text.number_kernels import number_from

BLOCK_BYTES = 1 << 20
_TOKEN = re.compile(rb"[^\x00-\x20]+")


@dataclass(frozen=True)
class TextBlocks:
    """The part of a text file that holds its numbers.

    file: Open for reading, seekable.
    path: Its name, for errors.
    start: The byte at which the numbers start; first_line: the line of that byte, from 1.
    held: All bytes of the file, where they are in memory already: then blocks are views of them.
    """

    file: BinaryIO
    path: str | PathLike[str]
    start: int
    first_line: int
    held: bytes | None = None

    @property
    def size(self) -> int:
        """Number of bytes from the start of the numbers on."""
        return (self.file.seek(0, SEEK_END) if self.held is None else len(self.held)) - self.start

    def blocks(self) -> Iterator[np.ndarray]:
        """(n,) uint8 arrays of about BLOCK_BYTES, cut after a line, or a blank where lines are longer."""
        return self._read_blocks() if self.held is None else self._held_blocks(self.held)

    def _read_blocks(self) -> Iterator[np.ndarray]:
        self.file.seek(self.start)
        kept = b""
        while data := self.file.read(BLOCK_BYTES):
            data = kept + data
            cut = _cut(data, 0, len(data))
            self._check_rest(len(data) - cut)
            kept = data[cut:]
            if cut:
                yield np.frombuffer(data, dtype=np.uint8, count=cut)
        if kept:
            yield np.frombuffer(kept, dtype=np.uint8)

    def _held_blocks(self, data: bytes) -> Iterator[np.ndarray]:
        start = stop = self.start
        while start < len(data):
            stop = min(stop + BLOCK_BYTES, len(data))
            cut = stop if stop == len(data) else _cut(data, start, stop)
            self._check_rest(stop - cut)
            if cut > start:
                yield np.frombuffer(data, dtype=np.uint8, count=cut - start, offset=start)
            start = cut

    def _check_rest(self, size: int) -> None:
        if size > BLOCK_BYTES:
            raise FormatError(self.path, "there are a million characters without any white space.")

    def hard_number(self, block: np.ndarray, place: int, behind: int, largest: float) -> tuple[float, int]:
        """A number that a kernel could not read, and the place after it; raises where there is no number.

        behind: How many bytes of the file come before the block.
        """
        match = _TOKEN.match(bytes(block[place : place + 2000]))
        token = match.group() if match else b""
        value = number_from(token)
        if value is None or abs(value) > largest:
            reason = "is not a number" if value is None else "is out of any range"
            raise self.error_at(f"{quote_token(token)} {reason}.", behind + place)
        return value, place + len(token)

    def error_at(self, reason: str, place: int) -> FormatError:
        """A FormatError at a byte of the file."""
        self.file.seek(self.start)
        lines = returns = 0
        for start in range(self.start, place, BLOCK_BYTES):
            data = self.file.read(min(BLOCK_BYTES, place - start))
            lines += data.count(b"\n")
            returns += data.count(b"\r")
        return self.error(reason, lines or returns)

    def error(self, reason: str, line: int) -> FormatError:
        """A FormatError at a line counted from 0 where the numbers start."""
        return FormatError(self.path, reason, line=self.first_line + line)


def _cut(data: bytes, start: int, stop: int) -> int:
    """The place after the last line of `data[start:stop]`, or else after its last blank; start for none."""
    cut = data.rfind(b"\n", start, stop) + 1 or data.rfind(b"\r", start, stop) + 1
    return cut or max(data.rfind(b" ", start, stop) + 1, data.rfind(b"\t", start, stop) + 1, start)


def line_of(data: bytes, place: int) -> int:
    """The line, from 1, of a place in the bytes; lines end in LF, CR LF or CR."""
    lone_returns = data.count(b"\r", 0, place) - data.count(b"\r\n", 0, place)
    return data.count(b"\n", 0, place) + max(lone_returns, 0) + 1


def decode_name(name: bytes) -> str:
    """A name from a file of unstated encoding, without control characters, of bounded length."""
    try:
        text = name.decode("utf-8")
    except UnicodeDecodeError:
        text = name.decode("latin-1")
    if text.isprintable():
        return text.strip()[:200]
    return "".join(letter for letter in text if letter.isprintable() or letter == "\t").strip()[:200]


def quote_token(token: bytes) -> str:
    """A token as an error quotes it."""
    return repr(decode_name(token[:40])) if token else "the end of the file"
