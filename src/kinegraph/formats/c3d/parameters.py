"""The head of a C3D file: a block of fixed fields, then named parameters in groups.

Read byte by byte, every length checked against the bytes that remain: one wrong byte can crash a reader that
trusts them, or make it take all memory. The format is that of the C3D user guide (2008).
"""

from dataclasses import dataclass
from os import PathLike
from typing import NamedTuple

import numpy as np

from kinegraph.core.errors import FormatError

BLOCK = 512
HEAD_BYTES = 512 * BLOCK  # parameters start within the first 255 blocks and fill 255 at most
MAGIC = 0x50
INTEL, DEC, MIPS = 84, 85, 86
_FLOAT, _INT16, _BYTE, _CHAR = 4, 2, 1, -1
_MOST_DIMENSIONS = 7  # by the user guide

Values = np.ndarray | list[str]


class Header(NamedTuple):
    """The fixed fields.

    points: Markers per frame; analogs: analog values per frame, over all channels.
    first, last: Frame numbers from 1, as far as 16 bits reach.
    scale: File units per integer step; negative where the data are floats.
    data_start: The byte at which frames start.
    """

    points: int
    analogs: int
    first: int
    last: int
    scale: float
    data_start: int
    rate: float


@dataclass(frozen=True)
class C3dHead:
    """Header and parameters, these by group and name, both in upper case."""

    header: Header
    processor: int
    parameters: dict[tuple[str, str], Values]

    def numbers(self, group: str, name: str) -> np.ndarray:
        """A numeric parameter as float64 of any shape; empty where it is missing or is text."""
        found = self.parameters.get((group, name))
        return np.empty(0) if found is None or isinstance(found, list) else found.astype(np.float64)

    def texts(self, group: str, name: str) -> list[str]:
        """A text parameter, one string per row; empty where it is missing or is numeric."""
        found = self.parameters.get((group, name))
        return found if isinstance(found, list) else []


def parse_head(data: bytes, path: str | PathLike[str]) -> C3dHead:
    """Parses header and parameters from the start of a file; `data` may stop before the frames do."""
    if len(data) < 2 * BLOCK:
        raise FormatError(path, "is too short for a C3D file, which has two blocks of 512 bytes at least.")
    if data[1] != MAGIC:
        raise FormatError(path, f"is no C3D file: its second byte is {data[1]}, not 80.", byte=1)
    start = (data[0] - 1) * BLOCK
    if start < BLOCK or start + 4 > len(data):
        raise FormatError(path, f"its parameters would start at block {data[0]}, which is not there.", byte=0)
    processor = data[start + 3]
    if processor not in (INTEL, DEC, MIPS):
        raise FormatError(path, f"names processor type {processor}; 84, 85 and 86 are known.", byte=start + 3)
    header = _parse_header(data, processor)
    if header.data_start < BLOCK:
        raise FormatError(path, "says that its frames start inside the header.", byte=16)
    length = data[start + 2] * BLOCK or len(data)
    section = data[: min(len(data), start + length)]
    return C3dHead(header, processor, _Walk(section, start + 4, processor, path).parameters())


def decode_floats(raw: np.ndarray, processor: int) -> np.ndarray:
    """float32 from bytes (n * 4,) uint8 as the processor that wrote them had them."""
    if processor == MIPS:
        return raw.view(">f4").astype(np.float32)
    if processor == INTEL:
        return raw.view("<f4").astype(np.float32)
    # A VAX float has its halves exchanged and an exponent that is larger by two.
    halves = raw.view("<u2").reshape(-1, 2)[:, ::-1]
    return np.ascontiguousarray(halves).view("<f4").ravel() / np.float32(4.0)


def decode_integers(raw: np.ndarray, processor: int) -> np.ndarray:
    """int16 from bytes (n * 2,) uint8."""
    return raw.view(">i2" if processor == MIPS else "<i2").astype(np.int16)


def _parse_header(data: bytes, processor: int) -> Header:
    raw = np.frombuffer(data, dtype=np.uint8, count=BLOCK)
    words = decode_integers(raw, processor).view(np.uint16)
    scale = float(decode_floats(raw[12:16], processor)[0])
    rate = float(decode_floats(raw[20:24], processor)[0])
    points, analogs, first, last = (int(word) for word in words[1:5])
    return Header(points, analogs, first, last, scale, (int(words[8]) - 1) * BLOCK, rate)


class _Walk:
    """One walk along the chain of groups and parameters."""

    def __init__(self, data: bytes, place: int, processor: int, path: str | PathLike[str]) -> None:
        self.data = data
        self.place = place
        self.processor = processor
        self.path = path

    def parameters(self) -> dict[tuple[str, str], Values]:
        groups: dict[int, str] = {}
        found: dict[tuple[int, str], Values] = {}
        while self.place + 2 <= len(self.data):
            name_length, group = np.frombuffer(self.data, dtype=np.int8, count=2, offset=self.place).tolist()
            if name_length == 0:
                break
            name = _text(self.bytes_at(self.place + 2, abs(name_length))).upper()
            link = self.place + 2 + abs(name_length)
            step = int(decode_integers(self.array_at(link, 2), self.processor)[0])
            if group < 0:
                groups[-group] = name
            elif group > 0:
                found[group, name] = self.values(link + 2)
            if step == 0:
                break
            if step < 2:
                raise FormatError(self.path, "its parameters lead backwards.", byte=link)
            self.place = link + step
        return {(groups[group], name): values for (group, name), values in found.items() if group in groups}

    def values(self, place: int) -> Values:
        kind = int(self.array_at(place, 1).view(np.int8)[0])
        dimensions = tuple(self.bytes_at(place + 2, int(self.array_at(place + 1, 1)[0])))
        if kind not in (_CHAR, _BYTE, _INT16, _FLOAT):
            raise FormatError(self.path, f"a parameter has the unknown type {kind}.", byte=place)
        if len(dimensions) > _MOST_DIMENSIONS:
            reason = f"a parameter has {len(dimensions)} dimensions; at most {_MOST_DIMENSIONS} are possible."
            raise FormatError(self.path, reason, byte=place + 1)
        count = 1
        for length in dimensions:  # stops before the product can grow past what any file holds
            count *= length
            if count > len(self.data):
                raise FormatError(self.path, "a parameter is larger than the file.", byte=place)
        raw = self.array_at(place + 2 + len(dimensions), count * abs(kind))
        if kind == _CHAR:
            width = dimensions[0] if dimensions else 1
            return [_text(row.tobytes()) for row in raw.reshape(-1, width)] if raw.size else []
        decode = {_BYTE: lambda raw, _: raw.view(np.int8), _INT16: decode_integers, _FLOAT: decode_floats}
        return decode[kind](raw, self.processor).reshape(dimensions[::-1])

    def array_at(self, place: int, count: int) -> np.ndarray:
        return np.frombuffer(self.bytes_at(place, count), dtype=np.uint8)

    def bytes_at(self, place: int, count: int) -> bytes:
        if place + count > len(self.data):
            raise FormatError(
                self.path, "its parameters run past their end.", byte=min(place, len(self.data))
            )
        return self.data[place : place + count]


def _text(raw: bytes) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return "".join(letter for letter in text if letter.isprintable()).strip()
