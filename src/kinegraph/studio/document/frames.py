"""Binary frames: named arrays with dtype and shape behind a JSON header. The same layout holds blobs on disk.

    bytes 0..3      length of the header, little-endian unsigned
    bytes 4..       the header, JSON in UTF-8, padded with spaces so that the data starts at a multiple of 8
    then            each array's bytes, little-endian, C order, each padded to a multiple of 8

The header lists the arrays with the offset of each from the frame's first byte, so that a page can lay a
typed array over the received buffer without a copy.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal, TypeVar, get_args

import msgspec
import numpy as np

from kinegraph.core.errors import InvalidValue, KinegraphError

DType = Literal["float32", "float64", "int32", "int64", "uint8"]
_DTYPES: dict[str, np.dtype] = {name: np.dtype(name).newbyteorder("<") for name in get_args(DType)}
_NAMES: dict[np.dtype, DType] = {dtype: name for name, dtype in _DTYPES.items()}  # type: ignore[misc]
_ALIGNMENT = 8
_encode = msgspec.json.Encoder().encode
_USUAL_START = 640  # of the data [bytes]: enough for a pose's header, which then need be encoded only once


class ArrayInfo(msgspec.Struct, frozen=True, rename="camel"):
    """One array of a frame. offset: from the frame's first byte [bytes]."""

    name: str
    dtype: DType
    shape: tuple[int, ...]
    offset: int


class FrameHeader(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of all headers. `pack` fills in the arrays."""

    arrays: tuple[ArrayInfo, ...] = ()


class PoseFrame(FrameHeader, frozen=True, kw_only=True):
    """A character's pose now.

    Arrays: root (3,) [m], rotations (J, 4) xyzw parent-from-joint, and translations (J, 3) [m] where joints
    slide; all float32, in the character's space (its placement on the stage comes on top).

    sequence: That of the cursor message it answers; -1 for idle motion; -2 for a pose that is being designed
        by a drag, or is shown again as it was because the drag was given up.
    time: When it is, on the server's clock; never less than in the frame before [s].
    """

    character: str
    sequence: int
    time: float


class ClipFrame(FrameHeader, frozen=True, kw_only=True):
    """A motion's frames, baked where it is keyed.

    Arrays: roots (F, 3), rotations (F, J, 4), translations (F, J, 3) where joints slide, and where a
    performance walks walked (F, 4), how far feet have carried the character along the ground, x, 0, z [m],
    after they have turned it about the vertical [rad], which the roots include; all float32.
    """

    motion: str
    blob: str
    fps: float


class MarkersFrame(FrameHeader, frozen=True, kw_only=True):
    """A marker motion's frames. Arrays: positions (F, M, 3) float32 [m], seen (F, M) uint8."""

    motion: str
    blob: str
    fps: float


class TrailFrame(FrameHeader, frozen=True, kw_only=True):
    """The path of a joint. Arrays: positions (F, 3) float32 [m], in the character's space."""

    motion: str
    joint: int
    blob: str
    fps: float


AnyFrame = PoseFrame | ClipFrame | MarkersFrame | TrailFrame

_MOST_AXES = 8

_Header = TypeVar("_Header", bound=FrameHeader)


@contextmanager
def report_damage(what: str) -> Iterator[None]:
    """Raises InvalidValue where a stored array is missing, or has another shape or type than it must have.

    what: What is read, as in "motion". A document from elsewhere can hold anything under a valid hash.
    """
    try:
        yield
    except KinegraphError:
        raise
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InvalidValue(f"The stored {what} is damaged ({reason:.200}).") from error


def pack(header: FrameHeader, arrays: Mapping[str, np.ndarray]) -> bytes:
    """One frame of `arrays` under `header`."""
    blocks = {name: _little_endian(name, array) for name, array in arrays.items()}
    start = _USUAL_START
    while True:  # offsets are written in the header, whose length they change
        described = msgspec.structs.replace(header, arrays=_lay_out(blocks, start))
        encoded = msgspec.json.encode(described)
        needed = _align(4 + len(encoded))
        if needed <= start:
            break
        start = needed
    parts = [(start - 4).to_bytes(4, "little"), encoded.ljust(start - 4)]
    for block in blocks.values():
        data = block.tobytes()
        parts += [data, bytes(_align(len(data)) - len(data))]
    return b"".join(parts)


class FrameTemplate:
    """Frames of one kind whose arrays keep their shapes: laid out once, the same bytes as from `pack`.

    content: The bytes of all arrays, to be written before each frame is made.
    starts: Where each array begins in the content [bytes].
    """

    def __init__(
        self, header: FrameHeader, arrays: Mapping[str, np.ndarray], changing: Sequence[str]
    ) -> None:
        """changing: The fields that differ from frame to frame: the last ones of the header, in order."""
        described = msgspec.structs.replace(header, arrays=_lay_out(arrays, _USUAL_START))
        self.starts = {info.name: info.offset - _USUAL_START for info in described.arrays}
        self.content = np.zeros(sum(_align(array.nbytes) for array in arrays.values()), np.uint8)
        for name, array in arrays.items():
            start = self.starts[name]
            self.content[start : start + array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
        text = msgspec.json.encode(described)
        end = b",".join(
            msgspec.json.encode(name) + b":" + msgspec.json.encode(getattr(header, name)) for name in changing
        )
        if not text.endswith(end + b"}"):
            raise InvalidValue(f"{', '.join(changing)} are not the last fields of {type(header).__name__}.")
        # What comes between the values that change, and room for these: joined for each frame.
        before = [text[: -len(end) - 1], *[b","] * (len(changing) - 1)]
        named = [b + msgspec.json.encode(name) + b":" for b, name in zip(before, changing, strict=True)]
        self._parts = [part for each in named for part in (each, b"")]
        self._length = (_USUAL_START - 4).to_bytes(4, "little")

    def frame(self, *values: float) -> bytes | None:
        """The frame of the content with the values of the changing fields; None where these are too long."""
        parts, at = self._parts, 1
        for value in values:
            parts[at] = _encode(value)
            at += 2
        text = b"".join(parts) + b"}"
        if len(text) > _USUAL_START - 4:
            return None
        return b"".join((self._length, text.ljust(_USUAL_START - 4), self.content.data))


def unpack(frame: bytes, header_type: type[_Header]) -> tuple[_Header, dict[str, np.ndarray]]:
    """The header and the arrays (read-only views) of a frame; raises InvalidValue for other bytes."""
    length = int.from_bytes(frame[:4], "little")
    if len(frame) < 4 or 4 + length > len(frame):
        raise InvalidValue(f"A frame of {len(frame)} bytes is shorter than its header says.")
    try:
        header = msgspec.json.decode(frame[4 : 4 + length], type=header_type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidValue(f"A frame's header cannot be read: {error}.") from None
    return header, {info.name: _array_at(frame, info) for info in header.arrays}


def _array_at(frame: bytes, info: ArrayInfo) -> np.ndarray:
    count = 1
    if len(info.shape) > _MOST_AXES:
        raise InvalidValue(f"The array {info.name!r} has {len(info.shape)} axes; at most {_MOST_AXES}.")
    for length in info.shape:
        if not 0 <= length <= len(frame):
            raise InvalidValue(f"The array {info.name!r} has an axis of the length {length}.")
        count *= length
    dtype = _DTYPES[info.dtype]
    if info.offset < 0 or info.offset + count * dtype.itemsize > len(frame):
        raise InvalidValue(f"The array {info.name!r} reaches past the end of its frame.")
    return np.frombuffer(frame, dtype, count, info.offset).reshape(info.shape)


def _little_endian(name: str, array: np.ndarray) -> np.ndarray:
    block = np.asarray(array)
    if block.dtype in _NAMES:
        return block
    swapped = block.dtype.newbyteorder("<")
    if swapped not in _NAMES:
        raise InvalidValue(f"The array {name!r} is {block.dtype}, which a frame cannot carry.")
    return block.astype(swapped)


def _lay_out(blocks: Mapping[str, np.ndarray], start: int) -> tuple[ArrayInfo, ...]:
    infos, offset = [], start
    for name, block in blocks.items():
        infos.append(ArrayInfo(name, _NAMES[block.dtype], block.shape, offset))
        offset += _align(block.nbytes)
    return tuple(infos)


def _align(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
