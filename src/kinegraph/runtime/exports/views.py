"""Views of the arguments of exported kernels, with the types of numbers that files keep."""

from typing import NamedTuple, get_type_hints

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.gait.ground_kernels import GroundTable
from kinegraph.creatures.gait.tables import GaitState, GaitTables
from kinegraph.creatures.playing.array_views import ArrayView, TupleView, View, WholeView
from kinegraph.creatures.playing.tables import STEP_VIEW
from kinegraph.perform.playing.rig_program import RigProgram


class TypedView(ArrayView):
    """A contiguous array of numbers of any type."""

    def __init__(self, kind: type, axes: int) -> None:
        super().__init__(False, axes)
        object.__setattr__(self, "kind", np.dtype(kind))

    @property
    def dtype(self) -> np.dtype:
        """Type of its numbers."""
        return self.kind  # type: ignore[attr-defined]  # set above, the class is frozen


class StepCall(NamedTuple):
    """Creatures first..last-1 of a list of addresses of `Step` directories."""

    directories: Ints
    first: int
    last: int


class PlayCall(NamedTuple):
    """Frames of a spatial rig, as `place_frames` and `pose_frames` have them."""

    program: RigProgram
    displaced: Floats
    kept_sets: Ints
    kept_frames: Ints
    kept_shares: Floats
    placed: Floats
    shares: Floats
    rotations: Floats
    slides: Floats
    guessed: np.ndarray


class ForwardCall(NamedTuple):
    """World transforms of frames, as `world_transforms` has them."""

    parents: Ints
    roots: Floats
    locals_: Floats
    rotations: Floats
    positions_out: Floats
    rotations_out: Floats


class SkinCall(NamedTuple):
    """A skin that follows a pose: positions (J, 3) and rotations (J, 4) in the world; where vertices go."""

    points: np.ndarray
    joints: np.ndarray
    weights: np.ndarray
    joint_from_mesh: Floats
    positions: Floats
    rotations: Floats
    matrices: Floats
    result: np.ndarray


class RelocateCall(NamedTuple):
    """A creature that is put at another place, as `relocate` has it."""

    tables: GaitTables
    walk: GaitState
    jiggling: Floats
    ground: GroundTable
    move: Floats


def record_view(kind: type, axes: dict[str, int], **others: View) -> TupleView:
    """The view of a NamedTuple of arrays with two axes, or with those given. others: Other fields' views."""
    hints = get_type_hints(kind)
    fields: list[tuple[str, View]] = []
    for name in kind._fields:  # type: ignore[attr-defined]  # a NamedTuple
        if name in others:
            fields.append((name, others[name]))
        elif hints[name] is int:
            fields.append((name, WholeView()))
        else:
            fields.append((name, ArrayView(hints[name] == Ints, axes.get(name, 2))))
    return TupleView(kind, tuple(fields))


_SINGLE, _SHORT, _TRUTH = np.float32, np.uint16, np.bool_
_TABLES: TupleView = STEP_VIEW.field("tables")  # type: ignore[assignment]

STEP_CALL = record_view(StepCall, {"directories": 1})
PROGRAM_VIEW = record_view(
    RigProgram,
    dict.fromkeys(("parents", "numbers", "reaches", "manipulators", "order", "goal_weights", "carriers"), 1),
    rivals=TypedView(_TRUTH, 2),
)
PLAY_CALL = record_view(
    PlayCall,
    {"kept_sets": 1, "kept_frames": 1, **dict.fromkeys(("displaced", "placed", "rotations", "slides"), 3)},
    program=PROGRAM_VIEW,
    guessed=TypedView(_TRUTH, 2),
)
FORWARD_CALL = record_view(
    ForwardCall,
    {"parents": 1, **dict.fromkeys(("locals_", "rotations", "positions_out", "rotations_out"), 3)},
)
SKIN_CALL = record_view(
    SkinCall,
    {"joint_from_mesh": 3, "matrices": 4},
    points=TypedView(_SINGLE, 2),
    joints=TypedView(_SHORT, 2),
    weights=TypedView(_SINGLE, 2),
    result=TypedView(_SINGLE, 3),
)
RELOCATE_CALL = record_view(
    RelocateCall,
    {"move": 1},
    tables=_TABLES.field("gait"),
    walk=STEP_VIEW.field("walk"),
    ground=STEP_VIEW.field("ground"),
)
