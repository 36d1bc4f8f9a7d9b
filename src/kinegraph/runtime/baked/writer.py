"""Bytes of a `.kinelive` file: equal arrays are stored once."""

import struct
from typing import Any
from zlib import crc32

import numpy as np

from kinegraph.creatures.playing.array_views import ArrayView, TupleView, places
from kinegraph.runtime.baked.records import (
    ALIGNMENT,
    CONTENTS,
    HEADER_BYTES,
    MAGIC,
    VERSION,
    ZEROS,
    Contents,
    layout_number,
)


class LiveWriter:
    """A file that grows array by array."""

    def __init__(self) -> None:
        self._bytes = bytearray(HEADER_BYTES)
        self._kept: dict[bytes, int] = {}
        self._strings: dict[str, int] = {}

    def name(self, text: str) -> int:
        """The number of a string."""
        return self._strings.setdefault(text, len(self._strings))

    def names(self, texts: Any) -> np.ndarray:
        """(N,) numbers of strings."""
        return np.array([self.name(text) for text in texts], dtype=np.int64)

    def array(self, view: ArrayView, value: np.ndarray, *, starts_as_zeros: bool = False) -> int:
        """The address of an array's numbers.

        starts_as_zeros: Whether hosts fill it with zeros where it has no others.
        """
        numbers = np.ascontiguousarray(value, dtype=view.dtype.newbyteorder("<"))
        if not numbers.size or (starts_as_zeros and not numbers.any()):
            return ZEROS if starts_as_zeros else 0
        raw = numbers.tobytes()
        if raw not in self._kept:
            self._bytes += bytes(-len(self._bytes) % ALIGNMENT)
            self._kept[raw] = len(self._bytes)
            self._bytes += raw
        return self._kept[raw]

    def record(self, view: TupleView, value: Any, own: tuple[str, ...] = ()) -> int:
        """The address of a record's directory. own: Fields of `step` that hosts copy; zeros take no room."""
        words: list[int] = []
        for path, part, _ in places(view):
            found = value
            for name in path:
                found = getattr(found, name)
            if isinstance(part, ArrayView):
                zeros = path[0] == "step" and path[1] in own
                words += [self.array(part, found, starts_as_zeros=zeros), *found.shape]
            else:
                words.append(int(found))
        self._bytes += bytes(-len(self._bytes) % ALIGNMENT)
        at = len(self._bytes)
        self._bytes += np.array(words, dtype="<i8").tobytes()
        return at

    def finish(self, creatures: list[int], rigs: list[int]) -> bytes:
        """The whole file."""
        texts = [text.encode() for text in self._strings]
        contents = Contents(
            np.frombuffer(b"".join(texts), dtype=np.uint8),
            np.cumsum([0, *map(len, texts)], dtype=np.int64),
            np.array(creatures, dtype=np.int64),
            np.array(rigs, dtype=np.int64),
        )
        at = self.record(CONTENTS, contents)
        checksum = crc32(self._bytes[HEADER_BYTES:])
        head = struct.pack("<8s5q", MAGIC, VERSION, layout_number(), len(self._bytes), checksum, at)
        self._bytes[: len(head)] = head
        return bytes(self._bytes)
