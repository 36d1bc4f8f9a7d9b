"""The arrays of lane code in compiled code: interleaved, and cheaper to index than Numba's own.

Four things are known of them that Numba does not know of arrays in general. Rows have a length that is part
of the type. Indices are whole numbers from zero: none is counted from the end. Two arrays never share memory.
Tables never change, so what has been read of one needs not be read again. On a GPU that spares loads; the
processor is a twentieth slower with it, so there arrays are Numba's.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import lower_builtin, register_model
from numba.np import arrayobj

_WORD = ir.IntType(64)


class LaneArrayType(types.Array):
    """The type of an array of a creature in a lane, or of a table of its kind.

    columns: The lengths of the last axes, where they are known.
    fixed: Whether compiled code never writes to it, and nothing else does while compiled code runs.
    width: Bytes of one number in memory.
    lanes: How many creatures' arrays are interleaved, number by number.
    family: A name that only arrays have that may share memory; empty for all of one type.
    """

    def __init__(
        self,
        dtype: types.Type,
        ndim: int,
        *,
        columns: tuple[int, ...] = (),
        fixed: bool = False,
        width: int = 8,
        lanes: int = 1,
        family: str = "",
    ) -> None:
        self.columns, self.fixed = columns, fixed
        self.width, self.lanes, self.family = width, lanes, family
        about = ", ".join(map(str, (columns, fixed, width, lanes, family)))
        name = f"lanes({dtype}, {ndim}d, {about})"
        super().__init__(dtype, ndim, "A", readonly=fixed, name=name)

    @property
    def key(self) -> tuple:
        """All that tells two types apart."""
        return self.dtype, self.ndim, self.columns, self.fixed, self.width, self.lanes, self.family

    @property
    def mangling_args(self) -> Any:
        """Parts of the names of functions over such arrays."""
        numbers = (self.ndim, *self.columns, int(self.fixed), self.width, self.lanes)
        return "lanes", [self.dtype, *numbers, self.family]

    def copy(self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: Any = None) -> Any:
        """The type of a view of it."""
        ndim = self.ndim if ndim is None else ndim
        return LaneArrayType(
            dtype or self.dtype,
            ndim,
            columns=self.columns[max(len(self.columns) - ndim + 1, 0) :],
            fixed=self.fixed,
            width=self.width,
            lanes=self.lanes,
            family=self.family,
        )


register_model(LaneArrayType)(models.ArrayModel)


def make_lane_array(
    context: Any, builder: ir.IRBuilder, kind: LaneArrayType, address: Any, lengths: list[Any]
) -> Any:
    """The value of an array at an address. lengths: Of its axes."""
    array = arrayobj.make_array(kind)(context, builder)
    arrayobj.populate_array(
        array,
        data=builder.inttoptr(address, array.data.type),
        shape=lengths,
        strides=_strides(builder, kind, lengths),
        itemsize=context.get_constant(types.intp, kind.width),
        meminfo=None,
    )
    return array._getvalue()


def _strides(builder: Any, kind: LaneArrayType, lengths: list[Any]) -> list[Any]:
    """Bytes from item to item along each axis: constants where the type knows the lengths."""
    strides = [_WORD(kind.width * kind.lanes)]
    whole, known = kind.width * kind.lanes, list(kind.columns)
    for axis in range(kind.ndim - 1, 0, -1):
        if known:
            whole *= known.pop()
            strides.insert(0, _WORD(whole))
        else:
            strides.insert(0, builder.mul(strides[0], lengths[axis], flags=["nsw"]))
    return strides


def _parts(index: Any) -> tuple[Any, ...]:
    """The types of an index: several for a tuple."""
    several: Any = index
    return several.types if isinstance(index, types.BaseTuple) else (index,)


def _is_plain(index: Any) -> bool:
    """True for one whole number, or for a tuple of them."""
    return all(isinstance(each, types.Integer) for each in _parts(index))


def _place(context: Any, builder: Any, kind: LaneArrayType, array: Any, index: Any, value: Any) -> Any:
    """(address of the item or the first item, lengths and strides of the axes that are left)."""
    several = isinstance(index, types.BaseTuple)
    indices = cgutils.unpack_tuple(builder, value, count=len(index)) if several else [value]
    index_types = _parts(index)
    lengths = cgutils.unpack_tuple(builder, array.shape, kind.ndim)
    strides = _strides(builder, kind, lengths)
    offset = _WORD(0)
    for axis, (each, of_type) in enumerate(zip(indices, index_types, strict=True)):
        at = context.cast(builder, each, of_type, types.intp)
        if context.enable_boundscheck:
            cgutils.do_boundscheck(context, builder, at, lengths[axis], axis)
        offset = builder.add(offset, builder.mul(at, strides[axis], flags=["nsw"]), flags=["nsw"])
    count = len(indices)
    return cgutils.pointer_add(builder, array.data, offset), lengths[count:], strides[count:]


def _mark(builder: ir.IRBuilder, access: Any, kind: LaneArrayType, *, reads: bool) -> None:
    """Says what an access can not share memory with."""
    module = builder.module
    if kind.dtype in (types.float64, types.int64):
        root = module.add_metadata(["kinegraph arrays"])
        name = "floats" if kind.dtype == types.float64 else "whole numbers"
        scalar = module.add_metadata([f"{name} {kind.family}", root, _WORD(0)])
        access.set_metadata("tbaa", module.add_metadata([scalar, scalar, _WORD(0)]))
    if reads and kind.fixed:
        access.set_metadata("invariant.load", module.add_metadata([]))


def _stored(context: Any, kind: LaneArrayType) -> Any:
    """The LLVM type of an item in memory."""
    if kind.dtype == types.float64:
        return ir.FloatType() if kind.width == 4 else ir.DoubleType()
    return context.get_data_type(kind.dtype)


def _load(context: Any, builder: ir.IRBuilder, kind: LaneArrayType, place: Any) -> Any:
    stored, wanted = _stored(context, kind), context.get_value_type(kind.dtype)
    item = builder.load(builder.bitcast(place, stored.as_pointer()))
    _mark(builder, item, kind, reads=True)
    if stored == wanted:
        return item
    return builder.fpext(item, wanted) if isinstance(stored, ir.FloatType) else builder.fptrunc(item, wanted)


@lower_builtin(operator.getitem, LaneArrayType, types.Integer)
@lower_builtin(operator.getitem, LaneArrayType, types.BaseTuple)
def _get(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
    kind, index = signature.args
    if not _is_plain(index):
        return arrayobj.getitem_array_tuple(context, builder, signature, arguments)
    array = arrayobj.make_array(kind)(context, builder, arguments[0])
    place, lengths, strides = _place(context, builder, kind, array, index, arguments[1])
    if not lengths:
        return _load(context, builder, kind, place)
    result = signature.return_type
    return arrayobj.make_view(context, builder, kind, array, result, place, lengths, strides)._getvalue()


@lower_builtin(operator.setitem, LaneArrayType, types.Integer, types.Number)
@lower_builtin(operator.setitem, LaneArrayType, types.BaseTuple, types.Number)
def _set(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
    kind, index, given = signature.args
    array = arrayobj.make_array(kind)(context, builder, arguments[0])
    count = len(index) if isinstance(index, types.BaseTuple) else 1
    if not _is_plain(index) or count < kind.ndim:
        return arrayobj.setitem_array(context, builder, signature, arguments)
    place, _, _ = _place(context, builder, kind, array, index, arguments[1])
    item, stored = context.cast(builder, arguments[2], given, kind.dtype), _stored(context, kind)
    if item.type != stored:
        narrow = isinstance(stored, ir.FloatType)
        item = builder.fptrunc(item, stored) if narrow else builder.fpext(item, stored)
    _mark(builder, builder.store(item, builder.bitcast(place, stored.as_pointer())), kind, reads=False)
    return context.get_dummy_value()
