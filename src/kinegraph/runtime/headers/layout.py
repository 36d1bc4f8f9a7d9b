"""Names, words and columns of the layout, from the definitions that Python itself uses."""

from dataclasses import dataclass

import numpy as np

from kinegraph.creatures.gait import tables as gait
from kinegraph.creatures.ik import jiggle_kernels as jiggle
from kinegraph.creatures.ik import tables as ik
from kinegraph.creatures.playing import relocation_kernels as move
from kinegraph.creatures.playing import tables as step
from kinegraph.creatures.playing.array_views import ArrayView, TupleView, places
from kinegraph.perform.playing import player_kernels as play
from kinegraph.runtime.baked import records
from kinegraph.runtime.exports.entry_kernels import ENTRIES


@dataclass(frozen=True)
class Chain:
    """Whole numbers that kernels follow from row to row, so that they must lead to an end.

    record, path: Which array. column: Of its rows. inward: Whether each leads to an earlier row; else to a
        later one. Below zero is an end. last: 1 where the array's last row does not count.
    """

    record: str
    path: str
    column: int
    inward: bool
    last: int = 0


_IK = "step_tables_ik"
CHAINS = (
    Chain("creature", "skeleton_parents", 0, True),
    Chain("rig", "skeleton_parents", 0, True),
    Chain("rig", "program_parents", 0, True),
    Chain("layers", "step_tables_pose_parents", 0, True),
    Chain("layers", f"{_IK}_spine_links", ik.INNER, True, 1),
    Chain("layers", f"{_IK}_spine_links", ik.OUTER, False, 1),
    Chain("layers", f"{_IK}_limbs_links", ik.L_INNER, True, 1),
)

# Columns that hosts read or write.
COLUMNS: dict[str, int] = {
    **{f"layer_{name.lower()}": getattr(step, name) for name in (
        "TIME", "BEFORE", "PACE", "WEIGHT", "FADE_FROM", "FADE_TO", "FADE_TIME", "FADE_LONG", "LEAVES")},
    "layer_columns": step.LAYER_COLUMNS,
    **{f"command_{name.lower()}": getattr(step, name) for name in (
        "SIDEWAYS", "FORWARD", "TURNING", "SECONDS")},
    **{name.lower().replace("e_", "event_", 1): getattr(step, name)
       for name in ("E_LAYER", "E_TIME", "E_DURATION", "E_LOOPS")},
    "news_passed": step.PASSED, "news_faded": step.FADED,
    "foot_flight": gait.FLIGHT, "foot_columns": gait.STATE_FOOT_COLUMNS, "foot_group": gait.GROUP,
    "body_remainder": gait.REMAINDER, "body_ticks": gait.TICKS,
    "jiggle_columns": jiggle.S_KNOWN + 1,
    **{f"move_{name.lower()}": getattr(move, name) for name in ("FROM_X", "FROM_Z", "TO_X", "TO_Z", "TURN")},
    "set_manipulators_end": play.END,
}  # fmt: skip


@dataclass(frozen=True)
class Field:
    """A field of a record. axes: -1 for a whole number. kind: Of an array's numbers, as NumPy writes it."""

    name: str
    word: int
    axes: int
    kind: str

    @property
    def item(self) -> int:
        """Bytes of one number."""
        return np.dtype(self.kind).itemsize


def fields(view: TupleView) -> list[Field]:
    """The fields of a record or a call."""
    found = []
    for path, part, word in places(view):
        name = "_".join(path).rstrip("_")
        if isinstance(part, ArrayView):
            found.append(Field(name, word, part.axes, part.dtype.str[1:]))
        else:
            found.append(Field(name, word, -1, "i8"))
    return found


def all_views() -> dict[str, TupleView]:
    """Records and calls by name."""
    return {**records.RECORDS, **{f"{each.name}_call": each.call for each in ENTRIES}}
