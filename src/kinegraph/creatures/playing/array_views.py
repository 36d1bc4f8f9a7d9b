"""Array views: how one compiled call reaches the arrays of many creatures.

A frame of a creature uses 117 arrays. Passing them from Python to compiled code takes 27 us, the whole frame
of a creature with 41 bodies 11 us. Creatures also differ in size, so their tables do not fit into one array.
Instead, a directory lists the address and the shape of every array of a NamedTuple as int64 words. Compiled
code gets the address of the directory, which takes 0.2 us, and builds the same NamedTuple from it (`reader`;
only this file writes LLVM instructions). The owner of a directory must keep the arrays alive.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj
from numba.np.numpy_support import from_dtype

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kernels.decorators import stage


@dataclass(frozen=True)
class ArrayView:
    """A contiguous array of float64, or of int64 where `whole`, with a number of axes.

    columns: The lengths of its last axes, where every such array has the same.
    fixed: Whether compiled code only reads it.
    """

    whole: bool
    axes: int
    columns: tuple[int, ...] = ()
    fixed: bool = False

    @property
    def dtype(self) -> np.dtype:
        """Type of its numbers."""
        return np.dtype(np.int64 if self.whole else np.float64)

    @property
    def compiled(self) -> types.Array:
        """Its type in compiled code."""
        return types.Array(from_dtype(self.dtype), self.axes, "C")

    def load(self, context: Any, builder: ir.IRBuilder, words: Any, at: int) -> Any:
        """The array in compiled code, from the words of a directory."""
        compiled = self.compiled
        shape = [load_word(builder, words, at + 1 + axis) for axis in range(self.axes)]
        item = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(compiled.dtype)))
        strides = [item]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        array = arrayobj.make_array(compiled)(context, builder)
        arrayobj.populate_array(
            array,
            data=builder.inttoptr(load_word(builder, words, at), array.data.type),
            shape=shape,
            strides=strides,
            itemsize=item,
            meminfo=None,
        )
        return array._getvalue()


@dataclass(frozen=True)
class WholeView:
    """One whole number."""

    compiled = types.int64

    def load(self, context: Any, builder: ir.IRBuilder, words: Any, at: int) -> Any:
        """The number in compiled code, from the words of a directory."""
        return load_word(builder, words, at)


@dataclass(frozen=True)
class TupleView:
    """A NamedTuple of views."""

    kind: type
    fields: tuple[tuple[str, "View"], ...]

    def field(self, name: str) -> "View":
        """The view of one field."""
        return dict(self.fields)[name]

    @property
    def compiled(self) -> types.NamedTuple:
        """Its type in compiled code."""
        return types.NamedTuple([view.compiled for _, view in self.fields], self.kind)


View = ArrayView | WholeView | TupleView


class Place(NamedTuple):
    """An array or a whole number of a directory: its path, its view and the index of its first word."""

    path: tuple[str, ...]
    view: ArrayView | WholeView
    word: int


Columns = Mapping[str, Any]  # lengths of the last axes of arrays by name, or such a mapping


def tuple_view(
    kind: type,
    axes: Mapping[type, Mapping[str, int]],
    columns: Mapping[type, Columns] | None = None,
    fixed: Collection[str] = (),
) -> TupleView:
    """The view of a NamedTuple whose fields are annotated as Floats, Ints, int or such NamedTuples.

    axes: Per NamedTuple, the number of axes of each array that does not have two.
    columns: Per NamedTuple, the lengths of the last axes of arrays where they are always the same; for a
        NamedTuple in it, those of its arrays.
    fixed: Fields of `kind` that compiled code only reads.
    """
    return _tuple_view(kind, axes, columns or {}, frozenset(fixed), False)


def _tuple_view(
    kind: type,
    axes: Mapping[type, Mapping[str, int]],
    columns: Mapping[type, Columns],
    fixed: frozenset[str],
    all_fixed: bool,
) -> TupleView:
    fields = []
    for name, hint in get_type_hints(kind).items():
        if hint is int:
            view: View = WholeView()
        elif hint in (Floats, Ints):
            known = columns.get(kind, {}).get(name, ())
            view = ArrayView(hint == Ints, axes.get(kind, {}).get(name, 2), known, all_fixed or name in fixed)
        else:
            within = columns.get(kind, {}).get(name)
            inner = columns if within is None else {**columns, hint: within}
            view = _tuple_view(hint, axes, inner, frozenset(), all_fixed or name in fixed)
        fields.append((name, view))
    return TupleView(kind, tuple(fields))


def directory(view: View, value: Any) -> Ints:
    """The address and the lengths of the axes of every array of a value, in order."""
    return np.array(words_of(view, value), dtype=np.int64)


def words_of(view: View, value: Any, name: str = "") -> list[int]:
    """The words of a value in a directory. name: For errors."""
    words: list[int] = []
    _list(view, value, name or type(value).__name__, words)
    return words


def pack(view: View, value: Any) -> Any:
    """The value with copies of its arrays side by side in one piece of memory, in order, and writable."""
    return _pack(view, value, np.empty(_room(view, value)), 0)[0]


def _room(view: View, value: Any) -> int:
    if isinstance(view, TupleView):
        return sum(_room(part, getattr(value, name)) for name, part in view.fields)
    return value.size if isinstance(view, ArrayView) else 0


def _pack(view: View, value: Any, room: Floats, at: int) -> tuple[Any, int]:
    if isinstance(view, TupleView):
        parts = []
        for name, part in view.fields:
            copy, at = _pack(part, getattr(value, name), room, at)
            parts.append(copy)
        return view.kind(*parts), at
    if isinstance(view, WholeView):
        return value, at
    copy = room[at : at + value.size].view(np.int64 if view.whole else np.float64).reshape(value.shape)
    copy[...] = value
    return copy, at + value.size


def _list(view: View, value: Any, name: str, words: list[int]) -> None:
    if isinstance(view, TupleView):
        for field, part in view.fields:
            _list(part, getattr(value, field), f"{name}.{field}", words)
    elif isinstance(view, WholeView):
        words.append(int(value))
    else:
        if value.dtype != view.dtype or value.ndim != view.axes or not value.flags.c_contiguous:
            raise InvalidValue(f"{name} must be a contiguous array of {view.dtype} with {view.axes} axes.")
        known = view.columns
        if value.shape[view.axes - len(known) :] != known:
            raise InvalidValue(f"{name} must have rows of the shape {known}, not {value.shape[1:]}.")
        words += [value.ctypes.data, *value.shape]


def reader(view: TupleView) -> Any:
    """A function for compiled code: from the address of a directory to the NamedTuple that it lists."""
    compiled = view.compiled

    @intrinsic
    def read(typing: Any, address: Any) -> Any:
        def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            words = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
            return _load(context, builder, view, words, 0)[0]

        return compiled(types.int64), build

    return read


_LINE = 64  # bytes of a line of the cache
_MOST = 1 << 15  # bytes of one array that are asked for ahead


def _read_word(typing: Any, address: Any) -> Any:
    """The int64 at an address."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.inttoptr(arguments[0], ir.IntType(64).as_pointer()))

    return types.int64(types.int64), build


def _prefetch(typing: Any, address: Any) -> Any:
    """Asks for the line of the cache at an address."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        byte, whole = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, whole, whole, whole])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        place = builder.inttoptr(arguments[0], byte)
        builder.call(prefetch, [place, whole(0), whole(2), whole(1)])  # to read, into the second cache, data
        return context.get_dummy_value()

    return types.void(types.int64), build


_word_at: Any = intrinsic(_read_word)
_fetch_line: Any = intrinsic(_prefetch)


def fetcher(view: TupleView, *fields: str) -> Any:
    """A function for compiled code: it asks for the arrays of some fields ahead, by a directory's address.

    They are on their way to the cache while another creature is computed: a thousand creatures are more than
    caches hold. Nothing is read, so the result stays the same.
    """
    places = np.array(array_places(view, fields), dtype=np.int64)
    words = 8 * count_words(view)

    @stage
    def fetch(address: Any, next_address: Any) -> None:
        for line in range(next_address, next_address + words, _LINE):
            _fetch_line(line)
        for n in range(len(places)):
            word = address + 8 * places[n, 0]
            start, size = _word_at(word), 8
            for axis in range(places[n, 1]):
                size *= _word_at(word + 8 + 8 * axis)
            for line in range(start - start % _LINE, start + min(size, _MOST), _LINE):
                _fetch_line(line)

    return fetch


def array_places(view: TupleView, fields: Sequence[str] = ()) -> list[tuple[int, int]]:
    """(index of its address in the directory, number of axes) of every array of some fields; of all if none
    are given.
    """
    found = [each for each in places(view) if not fields or each.path[0] in fields]
    return [(each.word, each.view.axes) for each in found if isinstance(each.view, ArrayView)]


def places(view: TupleView) -> list[Place]:
    """All arrays and whole numbers of a directory, in order."""
    found: list[Place] = []
    _find_places(view, (), 0, found)
    return found


def count_words(view: TupleView) -> int:
    """The length of a directory."""
    return _find_places(view, (), 0, [])


def _find_places(view: View, path: tuple[str, ...], word: int, found: list[Place]) -> int:
    if isinstance(view, TupleView):
        for name, part in view.fields:
            word = _find_places(part, (*path, name), word, found)
        return word
    found.append(Place(path, view, word))
    return word + (1 + view.axes if isinstance(view, ArrayView) else 1)


def _load(context: Any, builder: ir.IRBuilder, view: View, words: Any, at: int) -> tuple[Any, int]:
    """(the value of a view, the index after its last word)."""
    if isinstance(view, TupleView):
        parts = []
        for _, part in view.fields:
            value, at = _load(context, builder, part, words, at)
            parts.append(value)
        return context.make_tuple(builder, view.compiled, parts), at
    after = at + 1 + (view.axes if isinstance(view, ArrayView) else 0)
    return view.load(context, builder, words, at), after


def load_word(builder: ir.IRBuilder, words: Any, at: int) -> Any:
    """One word of a directory."""
    return builder.load(builder.gep(words, [ir.Constant(ir.IntType(64), at)]))
