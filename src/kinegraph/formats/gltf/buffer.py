"""The one binary buffer of a glTF file that is being written, and the accessors into it."""

from typing import Any

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.formats.gltf.schema import Accessor, BufferView

_COMPONENTS = {"u1": 5121, "u2": 5123, "u4": 5125, "f4": 5126}
_TYPES: dict[tuple[int, ...], Any] = {
    (1,): "SCALAR",
    (2,): "VEC2",
    (3,): "VEC3",
    (4,): "VEC4",
    (4, 4): "MAT4",
}
ARRAY, ELEMENTS = 34962, 34963  # what a buffer view of vertices, and of triangle corners, is for


class BufferWriter:
    """Collects arrays. It has state: the bytes and accessors so far."""

    def __init__(self) -> None:
        self.views: list[BufferView] = []
        self.accessors: list[Accessor] = []
        self._parts: list[bytes] = []
        self._size = 0

    def array(self, values: np.ndarray, target: int | None = None, bounds: bool = False) -> int:
        """Adds (count, ...) uint8, uint16, uint32 or float32 values and returns their accessor.

        bounds: Whether to state the smallest and largest of each component, as glTF asks of positions and
        times.
        """
        data = np.ascontiguousarray(values)
        if data.dtype.kind == "f" and not np.isfinite(data).all():
            raise InvalidValue("A number is too large for a glTF file, which holds them as float32.")
        view = self.raw(data.tobytes(), target)
        kind = data.dtype.str[1:]
        flat = data.reshape(len(data), -1)
        self.accessors.append(
            Accessor(
                component_type=_COMPONENTS[kind],
                count=len(data),
                type=_TYPES[data.shape[1:] or (1,)],
                buffer_view=view,
                min=[float(low) for low in flat.min(axis=0)] if bounds else None,
                max=[float(high) for high in flat.max(axis=0)] if bounds else None,
            )
        )
        return len(self.accessors) - 1

    def raw(self, data: bytes, target: int | None = None) -> int:
        """Adds raw bytes, aligned to four, and returns their buffer view."""
        self.views.append(BufferView(buffer=0, byte_length=len(data), byte_offset=self._size, target=target))
        padding = -len(data) % 4
        self._parts += [data, b"\0" * padding]
        self._size += len(data) + padding
        return len(self.views) - 1

    def joined(self) -> bytes:
        """All bytes so far."""
        return b"".join(self._parts)
