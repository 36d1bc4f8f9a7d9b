"""Accessors: numbers out of a glTF file's buffers, checked against the bytes that are really there."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import FormatError
from kinegraph.formats.gltf.container import GltfFile
from kinegraph.formats.gltf.schema import Accessor, BufferView, Sparse

_COMPONENTS = {
    5120: np.dtype("i1"),
    5121: np.dtype("u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}

# An honest file's bytes are used about once, and a byte grows at most eightfold on its way to float64. A
# file may ask for the same bytes again and again; past this it is an attack on memory.
_GROWTH = 16
_ALLOWANCE = 64 << 20
# Accessors without bytes of their own are zeros that cost the file nothing.
_MOST_ZEROS = 1 << 20


class Accessors:
    """Reads accessors, each once.

    It has state, a cache and a budget of decoded bytes, for the length of one file's reading.
    """

    def __init__(self, file: GltfFile) -> None:
        self._file = file
        self._floats: dict[int, Floats] = {}
        self._ints: dict[int, Ints] = {}
        self._budget = _ALLOWANCE + _GROWTH * sum(map(len, file.buffers))

    def floats(self, index: int, kinds: Sequence[str], what: str) -> Floats:
        """(count, width) of accessor `index`; normalized integers become -1..1 or 0..1, scalars are (count,
        1).

        kinds: The accessor types that will do.
        """
        if index not in self._floats:
            accessor = self._accessor(index, kinds, what)
            raw = self._raw(accessor, index)
            self._charge(raw.size * 8)
            values = raw.astype(np.float64)
            if accessor.normalized and raw.dtype.kind != "f":
                values = np.maximum(values / np.iinfo(raw.dtype).max, -1.0)
            if not np.isfinite(values.sum()) and not np.isfinite(values).all():
                raise self._file.fail(f"{what} (accessor {index}) holds a value that is not a finite number.")
            values.flags.writeable = False
            self._floats[index] = values
        elif self._file.document.accessors[index].type not in kinds:
            self._accessor(index, kinds, what)
        return self._floats[index]

    def ints(self, index: int, kinds: Sequence[str], what: str) -> Ints:
        """(count, width) whole numbers of accessor `index`."""
        if index not in self._ints:
            accessor = self._accessor(index, kinds, what)
            raw = self._raw(accessor, index)
            if raw.dtype.kind == "f":
                rounded = np.rint(raw)
                if not (rounded == raw).all() or (np.abs(rounded) > 1 << 24).any():
                    raise self._file.fail(f"{what} (accessor {index}) must be whole numbers.")
            self._charge(raw.size * 8)
            values = raw.astype(np.int64)
            values.flags.writeable = False
            self._ints[index] = values
        elif self._file.document.accessors[index].type not in kinds:
            self._accessor(index, kinds, what)
        return self._ints[index]

    def view_bytes(self, index: int, what: str) -> bytes:
        """The bytes of a whole buffer view."""
        view = self._file.at(self._file.document.buffer_views, index, what)
        buffer = self._buffer(view, index)
        self._charge(view.byte_length)
        return bytes(buffer[view.byte_offset : view.byte_offset + view.byte_length])

    def charge(self, values: int) -> None:
        """Counts float64 or int64 values that a reader derives from accessors against the file's budget."""
        self._charge(8 * values)

    def _charge(self, size: int) -> None:
        self._budget -= size
        if self._budget < 0:
            raise self._file.fail("it uses the same data over and over, far beyond its own size.")

    def _accessor(self, index: int, kinds: Sequence[str], what: str) -> Accessor:
        accessor = self._file.at(self._file.document.accessors, index, what)
        if accessor.type not in kinds:
            raise self._file.fail(
                f"{what} (accessor {index}) is a {accessor.type}; expected {' or '.join(kinds)}."
            )
        if accessor.component_type not in _COMPONENTS:
            raise self._file.fail(
                f"accessor {index} has the unknown component type {accessor.component_type}."
            )
        if accessor.count < 0:
            raise self._file.fail(f"accessor {index} has a negative count.")
        return accessor

    def _raw(self, accessor: Accessor, index: int) -> np.ndarray:
        """(count, width) in the file's own type; a view of the buffer where nothing has to be changed."""
        dtype = _COMPONENTS[accessor.component_type]
        width = _WIDTHS[accessor.type]
        if accessor.type in ("MAT2", "MAT3") and dtype.itemsize < 4:
            raise self._file.fail(
                f"accessor {index} is a small matrix of small numbers, which is not supported."
            )
        if accessor.buffer_view is None:
            if accessor.count > _MOST_ZEROS:
                raise self._file.fail(f"accessor {index} claims {accessor.count} elements but has no data.")
            values = np.zeros((accessor.count, width), dtype=dtype)
        else:
            values = self._read_strided(
                accessor.buffer_view, accessor.byte_offset, accessor.count, width, dtype, f"accessor {index}"
            )
        if accessor.sparse is None:
            return values
        return self._with_sparse(accessor, accessor.sparse, values, index)

    def _with_sparse(self, accessor: Accessor, sparse: Sparse, base: np.ndarray, index: int) -> np.ndarray:
        kind = _COMPONENTS.get(sparse.indices.component_type)
        if kind is None or kind.kind != "u":
            raise self._file.fail(f"the sparse indices of accessor {index} must be unsigned whole numbers.")
        if not 0 <= sparse.count <= accessor.count:
            raise self._file.fail(f"accessor {index} replaces {sparse.count} of {accessor.count} elements.")
        what = f"the sparse part of accessor {index}"
        places = self._read_strided(
            sparse.indices.buffer_view, sparse.indices.byte_offset, sparse.count, 1, kind, what
        )[:, 0]
        values = self._read_strided(
            sparse.values.buffer_view,
            sparse.values.byte_offset,
            sparse.count,
            base.shape[1],
            base.dtype,
            what,
        )
        if places.size and int(places.max()) >= accessor.count:
            raise self._file.fail(f"{what} replaces element {int(places.max())} of {accessor.count}.")
        self._charge(base.nbytes)
        replaced = base.copy()
        replaced[places.astype(np.int64)] = values
        return replaced

    def _read_strided(
        self, view_index: int, offset: int, count: int, width: int, dtype: np.dtype, what: str
    ) -> np.ndarray:
        """(count, width) of `dtype` in a buffer view, with its stride; checked against the buffer's end."""
        view = self._file.at(self._file.document.buffer_views, view_index, what)
        buffer = self._buffer(view, view_index)
        element = width * dtype.itemsize
        stride = view.byte_stride or element
        needed = (count - 1) * stride + element if count else 0
        if offset < 0 or stride < element or offset + needed > view.byte_length:
            raise self._file.fail(
                f"{what} reaches past the end of its buffer view: {count} elements from byte {offset} "
                f"do not fit into {view.byte_length} bytes.",
                byte=view.byte_offset + max(offset, 0),
            )
        if count == 0:
            return np.zeros((0, width), dtype=dtype)
        start = view.byte_offset + offset
        flat = np.frombuffer(buffer[start : start + needed], dtype=np.uint8)
        if stride == element:
            return flat.view(dtype).reshape(count, width)
        rows = np.lib.stride_tricks.as_strided(flat, (count, element), (stride, 1), writeable=False)
        return np.ascontiguousarray(rows).view(dtype)

    def _buffer(self, view: BufferView, index: int) -> memoryview:
        buffers = self._file.buffers
        if not 0 <= view.buffer < len(buffers):
            raise self._file.fail(
                f"buffer view {index} points at buffer {view.buffer}; there are {len(buffers)}."
            )
        buffer = buffers[view.buffer]
        if view.byte_offset < 0 or view.byte_length < 0 or view.byte_offset + view.byte_length > len(buffer):
            raise FormatError(
                self._file.source,
                f"buffer view {index} ({view.byte_length} bytes from {view.byte_offset}) reaches past the "
                f"end of its buffer of {len(buffer)} bytes.",
            )
        return buffer
