"""Pieces: blobs cut where their content says, so that what changes a little is stored once.

A blob is a frame: a header and arrays. It is cut between the header and the arrays, and inside long arrays
where a hash of the last 32 bytes has a certain value (content-defined chunking, as in rsync and restic): a
change moves only the cuts around it, and all other pieces are found under their hash. Numbers are packed
byte plane by byte plane, which makes their sameness visible to deflate.
"""

import hashlib
import random
import zlib
from collections.abc import Iterator

import msgspec
import numpy as np

from kinegraph.core.errors import InvalidValue

LARGEST = 1 << 17  # of a piece, unpacked [bytes]
_SMALLEST = 1 << 11
_MASK = np.uint32(0x3FFF << 18)  # 14 bits: a cut about every 16 KiB beyond the smallest
_WINDOW = 32  # bytes that decide on a cut
_LEVEL = 1  # of deflate: level 6 takes a third longer for 3 % less
_chance = random.Random(14)
_GEAR = np.array([_chance.getrandbits(32) for _ in range(256)], dtype=np.uint32)


class _Array(msgspec.Struct):
    dtype: str
    offset: int


class _Header(msgspec.Struct):
    arrays: tuple[_Array, ...] = ()


def cut(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The pieces of a blob in their order, each with the size of its numbers [bytes]."""
    for start, stop, width in _sections(data):
        for piece in _chunks(data[start:stop], width):
            yield piece, width


def piece_hash(piece: bytes) -> bytes:
    """The name under which a piece is found again."""
    return hashlib.sha256(piece).digest()[:16]


def pack_piece(piece: bytes, width: int) -> bytes:
    """A piece as it is stored: the width of its byte planes, 0 for a piece as it is, then the bytes."""
    planes = np.frombuffer(piece, np.uint8)
    if width > 1 and len(piece) % width == 0:
        planes = np.ascontiguousarray(planes.reshape(-1, width).T)
    else:
        width = 1
    packed = zlib.compress(planes.tobytes(), _LEVEL)
    return bytes((width,)) + packed if len(packed) < len(piece) else b"\0" + piece


def unpack_piece(packed: bytes) -> bytes:
    """The bytes of a piece; raises InvalidValue for what `pack_piece` does not write."""
    width, content = packed[:1], packed[1:]
    if width == b"\0":
        if len(content) > LARGEST:
            raise InvalidValue("a piece is larger than any that Kinegraph writes")
        return content
    if width not in (b"\1", b"\2", b"\4", b"\10"):
        raise InvalidValue("a piece is packed in an unknown way")
    inflate = zlib.decompressobj()
    try:
        planes = inflate.decompress(content, LARGEST)
    except zlib.error:
        raise InvalidValue("a piece cannot be unpacked") from None
    if inflate.unconsumed_tail or not inflate.eof or len(planes) % width[0]:
        raise InvalidValue("a piece is not what was stored")
    return np.frombuffer(planes, np.uint8).reshape(width[0], -1).T.tobytes()


def _sections(data: bytes) -> list[tuple[int, int, int]]:
    """Start, stop and number size of the header and of each array; the whole where it is no frame."""
    length = 4 + int.from_bytes(data[:4], "little")
    try:
        arrays = msgspec.json.decode(data[4:length], type=_Header).arrays if length <= len(data) else ()
    except (msgspec.MsgspecError, UnicodeDecodeError):
        arrays = ()
    starts = [array.offset for array in arrays]
    if not arrays or starts != sorted(starts) or starts[0] < length or starts[-1] > len(data):
        return [(0, len(data), 1)] if data else []
    found = [(0, starts[0], 1)]
    for array, start, stop in zip(arrays, starts, [*starts[1:], len(data)], strict=True):
        width = {"float64": 8, "int64": 8, "float32": 4, "int32": 4}.get(array.dtype, 1)
        # Small arrays of one kind share a piece: each piece costs a row.
        if found[-1][2] == width and stop - found[-1][0] <= _SMALLEST and len(found) > 1:
            start = found.pop()[0]
        found.append((start, stop, width))
    return [section for section in found if section[1] > section[0]]


def _chunks(data: bytes, width: int) -> Iterator[bytes]:
    start = 0
    for at in (*_cuts(data, width), len(data)):
        while at - start > LARGEST:
            yield data[start : start + LARGEST]
            start += LARGEST
        yield data[start:at]
        start = at


def _cuts(data: bytes, width: int) -> Iterator[int]:
    """Places to cut, between numbers, at least the smallest piece apart."""
    if len(data) < 2 * _SMALLEST:
        return
    rolling = _GEAR[np.frombuffer(data, np.uint8)]
    span = 1
    while span < _WINDOW:  # the gear hash of the last `span` bytes, twice as many each time
        rolling[span:] += rolling[:-span] << np.uint32(span)
        span *= 2
    last = 0
    for found in np.flatnonzero((rolling & _MASK) == 0).tolist():
        at = found // width * width
        if at - last >= _SMALLEST and len(data) - at >= _SMALLEST:
            yield at
            last = at
