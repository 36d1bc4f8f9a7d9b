"""Lanes: arrays of 32 creatures of one kind, interleaved number by number, as the threads of a GPU read them.

A group of 32 has a record of three words: the address of its kind's directory, that of what its creatures
keep, and that of room to work in. In the directory of a kind tables have addresses, and are shared; the other
arrays have distances, in bytes of one creature, from where the group keeps them.
"""

from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from kinegraph.creatures.playing.array_views import ArrayView, TupleView, View, WholeView, load_word
from kinegraph.creatures.playing.lane_arrays import LaneArrayType, make_lane_array

LANES = 32
DIRECTORY, KEPT, ROOM = range(3)  # words of a group's record
_WORD = ir.IntType(64)
# In mixed precision these keep 64 bits: what lasts from frame to frame, and what that follows from.
LASTING = (
    "ground", "walk", "jiggling", "layers", "commands", "targets", "under.placement", "goals.placement",
    "tables.gait", "tables.jiggles", "tables.events", "scratch.channels.times", "scratch.channels.weights",
    "scratch.frame",
)  # fmt: skip
# A frame writes these before it reads them, and nothing needs them after it: groups share the room for them.
PASSING = ("goals", "scratch", "positions", "rotations")


@dataclass(frozen=True)
class LaneView(ArrayView):
    """An array of the creatures of a group. width: Bytes of a number. room: Whether it is room to work in."""

    width: int = 8
    room: bool = False
    path: str = ""

    @property
    def compiled(self) -> LaneArrayType:
        """Its type in compiled code."""
        number = types.int64 if self.whole else types.float64
        if self.fixed:
            return LaneArrayType(number, self.axes, columns=self.columns, fixed=True, width=self.width)
        return LaneArrayType(
            number, self.axes, columns=self.columns, width=self.width, lanes=LANES, family=self.path
        )

    def load(self, context: Any, builder: ir.IRBuilder, words: Any, at: int) -> Any:
        """The array in compiled code, from the record of a group."""
        directory = _directory(builder, words)
        address = _fixed_word(builder, directory, at)
        known = self.columns
        lengths = [_fixed_word(builder, directory, at + 1 + n) for n in range(self.axes - len(known))]
        lengths += [context.get_constant(types.intp, length) for length in known]
        if not self.fixed:
            base = _fixed_word(builder, words, ROOM if self.room else KEPT)
            kind = ir.FunctionType(_WORD, [])
            lane = cgutils.get_or_insert_function(builder.module, kind, "kg_lane")
            within = builder.mul(builder.call(lane, []), _WORD(self.width))
            address = builder.add(builder.add(base, builder.mul(address, _WORD(LANES))), within)
        return make_lane_array(context, builder, self.compiled, address, lengths)


@dataclass(frozen=True)
class LaneWholeView(WholeView):
    """A whole number of a kind."""

    def load(self, context: Any, builder: ir.IRBuilder, words: Any, at: int) -> Any:
        """The number in compiled code, from the record of a group."""
        return _fixed_word(builder, _directory(builder, words), at)


def _fixed_word(builder: ir.IRBuilder, words: Any, at: int) -> Any:
    word = load_word(builder, words, at)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _directory(builder: ir.IRBuilder, words: Any) -> Any:
    return builder.inttoptr(_fixed_word(builder, words, DIRECTORY), words.type)


def lane_view(view: View, *, mixed: bool, path: str = "") -> Any:
    """The view of a group of creatures. mixed: Whether floats that do not last have 32 bits."""
    if isinstance(view, TupleView):
        fields = [
            (name, lane_view(part, mixed=mixed, path=f"{path}.{name}".strip(".")))
            for name, part in view.fields
        ]
        return TupleView(view.kind, tuple(fields))
    if not isinstance(view, ArrayView):
        return LaneWholeView()
    wide = view.whole or not mixed or _is_in(path, LASTING)
    return LaneView(
        view.whole, view.axes, view.columns, view.fixed, 8 if wide else 4, _is_in(path, PASSING), path
    )


def _is_in(path: str, groups: tuple[str, ...]) -> bool:
    return any(path == group or path.startswith(f"{group}.") for group in groups)
