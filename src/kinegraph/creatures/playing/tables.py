"""Everything that one frame of one creature reads and writes.

The tables of gait, channels, inverse kinematics and jiggles, the state that lasts from frame to frame,
scratch arrays, and the resulting pose.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.animation.hermite_kernels import CurveTable
from kinegraph.creatures.animation.mode_kernels import RestTable
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.gait import tables as gait
from kinegraph.creatures.gait.ground_kernels import GroundTable
from kinegraph.creatures.gait.tables import GaitState, GaitTables
from kinegraph.creatures.ik.jiggle_kernels import JiggleTables
from kinegraph.creatures.ik.tables import (
    CapsuleRows,
    CrossRows,
    GoalRows,
    IkTables,
    IkWork,
    PairRows,
    PullRows,
    RunRows,
)
from kinegraph.creatures.playing.array_views import tuple_view

# Step.layers (L, 9): since it began and as it was before this frame [s], seconds of it per second; its
# weight, where a fade of it begins, ends, how far it is and how long it takes [s]; 1 if it goes at its end.
TIME, BEFORE, PACE, WEIGHT, FADE_FROM, FADE_TO, FADE_TIME, FADE_LONG, LEAVES = range(9)
LAYER_COLUMNS = 9
# Step.commands (F, 4): velocity to the left and forward [m/s], turn to the left [rad/s], frame's length [s].
SIDEWAYS, FORWARD, TURNING, SECONDS = range(4)
# Step.events (E, 4): layer, time [s], duration of its animation [s], 1 if that loops.
E_LAYER, E_TIME, E_DURATION, E_LOOPS = range(4)
# Step.news (2,): how many events were passed, how many layers have faded away.
PASSED, FADED = range(2)


class MotionTables(NamedTuple):
    """L layers of animations bound to one creature: E entries (a part of a body), S shares in them, C curves.

    root: The root body.
    legs: (K, 9) as `footing_kernels` has them.
    leg_entries: (R, 3) leg, layer and entry, for each entry that moves a foot.
    riding: (N,) the bodies whose goals under the layers go along when channels move the root.
    rest: What the modes need of the creature at rest.
    curves: All keys.
    layer_curves: (L + 1,) first curve of each layer, and C.
    layer_entries: (L, 3) first entry, end of the root's entries, end of all entries.
    durations: (L,) [s].  loops: (L,) 1 or 0.
    entry_bodies, entry_kinds, entry_deforms: (E,) see `ownership.Entry`.
    entry_shares: (E + 1,) first share of each entry, and S.
    share_curves, share_weights: (S,) curve of the values and of the weight, -1 for a weight of 1.
    share_flags: (S,) the bits of `mode_kernels`.  share_scales: (S, 3) [m].
    share_externals, share_bodies: (S,) the external target or the body that is the target, else -1.
    share_moving: (S,) 1 where a target body is met at its goal, 0 where it is met at rest as carried.
    """

    root: int
    legs: Floats
    leg_entries: Ints
    riding: Ints
    rest: RestTable
    curves: CurveTable
    layer_curves: Ints
    layer_entries: Ints
    durations: Floats
    loops: Ints
    entry_bodies: Ints
    entry_kinds: Ints
    entry_deforms: Ints
    entry_shares: Ints
    share_curves: Ints
    share_weights: Ints
    share_flags: Ints
    share_scales: Floats
    share_externals: Ints
    share_bodies: Ints
    share_moving: Ints


class PoseTables(NamedTuple):
    """From bodies to the pose of a skeleton.

    parents: (B,) the skeleton's.
    deform_joints: (K, 2) a joint, and the deform that turns it.
    deform_turns: (K, 3) by how much at 1: rotation vectors in the joint's frame [rad].
    """

    parents: Ints
    deform_joints: Ints
    deform_turns: Floats


class Tables(NamedTuple):
    """Tables that stay the same while a creature plays the same layers."""

    gait: GaitTables
    motion: MotionTables
    ik: IkTables
    jiggles: JiggleTables
    pose: PoseTables
    events: Floats


class ChannelWork(NamedTuple):
    """Inputs of a frame's channels, and work arrays for their evaluation.

    times, weights: (L,) since each layer began to play [s]; in 0..1.
    targets: (T, 3) external targets in character space [m].
    heights: (B,) of the ground under each body, in character space [m].
    values: (C, 4) of the curves, written.  support: (K,) how much each leg bears, written.
    """

    times: Floats
    weights: Floats
    targets: Floats
    heights: Floats
    values: Floats
    support: Floats


class Scratch(NamedTuple):
    """Room to work in; nothing in it is read before it is written.

    frame: (7,) place [m] and turn of the creature in the world.
    """

    ik: IkWork
    channels: ChannelWork
    frame: Floats


class Step(NamedTuple):
    """Everything of one creature. F frames are done in one go: one in a game, many for a clip.

    walk, jiggling, layers: All that lasts: (N, 10) of the jiggles, (L, 9).
    commands: (F, 4).
    targets: (F or 1, T, 3) external targets; known: (T,) 1 where they are in the world, 0 for where the
        animation put them, in character space [m].
    under, goals: The goals of the gait, and with the channels over them.
    positions, rotations: (B, 3), (B, 4) of the last frame, in character space.
    news: (2,).
    local_translations, local_rotations: (F, B, 3), (F, B, 4) of the skeleton's joints, joint 0 in the world.
    """

    ground: GroundTable
    tables: Tables
    walk: GaitState
    jiggling: Floats
    layers: Floats
    commands: Floats
    targets: Floats
    known: Ints
    under: Goals
    goals: Goals
    scratch: Scratch
    positions: Floats
    rotations: Floats
    news: Ints
    local_translations: Floats
    local_rotations: Floats


def _line(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


def _rows(**columns: int) -> dict[str, tuple[int, ...]]:
    return {name: (count,) for name, count in columns.items()}


STEP_VIEW = tuple_view(
    Step,
    {
        GroundTable: _line("frame"),
        GaitTables: {**_line("hip_bodies", "steady_bodies", "body"), "parameters": 3, "path": 3},
        GaitState: _line("body"),
        Goals: _line(
            "placement", "root_position", "root_rotation", "position_weights", "rotation_weights", "deforms"
        ),
        CurveTable: {**_line("starts", "times", "turns"), "cubics": 3},
        RestTable: _line("softs", "radii"),
        MotionTables: _line(
            "riding", "layer_curves", "durations", "loops", "entry_bodies", "entry_kinds", "entry_deforms",
            "entry_shares", "share_curves", "share_weights", "share_flags", "share_externals",
            "share_bodies", "share_moving",
        ),
        IkTables: _line("leaves", "axes", "size"),
        GoalRows: _line("bodies"),
        PullRows: _line("bodies"),
        RunRows: _line("chain"),
        CrossRows: _line("lengths"),
        PairRows: _line("capsules"),
        PoseTables: _line("parents"),
        ChannelWork: _line("times", "weights", "heights", "support"),
        Scratch: _line("frame"),
        Step: {**_line("known", "news"), "targets": 3, "local_translations": 3, "local_rotations": 3},
    },
    {
        GaitTables: _rows(
            numbers=3, feet=gait.FOOT_COLUMNS, groups=4, parameters=gait.CROUCH + 1, hips=3, hip_rests=4,
            steady=6, path=4,
        ),
        GaitState: _rows(feet=gait.STATE_FOOT_COLUMNS, hips=gait.STATE_HIP_COLUMNS, now=gait.CROUCH + 1),
        CurveTable: {"bases": (4,), "cubics": (4, 3)},
        RestTable: _rows(handles=3, places=3, rotations=4, body_from_frame=4, forward=3, middles=3),
        MotionTables: _rows(legs=9, leg_entries=3, layer_entries=3, share_scales=3),
        GoalRows: _rows(offsets=3),
        PullRows: _rows(numbers=5),
        RunRows: _rows(links=7, numbers=15, bends=3),
        CrossRows: _rows(links=2),
        CapsuleRows: _rows(ends=2, offsets=6),
        PairRows: _rows(numbers=5),
        IkTables: {
            **_rows(bodies=3, rest=7, limb_bodies=3),
            "spine": _rows(links=7, numbers=33),
            "between": _rows(links=2, numbers=19),
            "limbs": _rows(links=8, numbers=7),
            "touches": _rows(links=2, numbers=7),
            "presses": _rows(links=2, numbers=7),
            "passes": _rows(links=2, numbers=9),
        },
        JiggleTables: _rows(links=3, table=13, rest_turns=4),
        PoseTables: _rows(deform_joints=2, deform_turns=3),
        IkWork: _rows(bodies=13, spine=25, limbs=16, runs=4, capsules=10),
        ChannelWork: _rows(targets=3, values=4),
        Goals: _rows(positions=3, rotations=4),
        Tables: _rows(events=4),
        Step: _rows(
            jiggling=10, layers=LAYER_COLUMNS, commands=4, targets=3, positions=3, rotations=4,
            local_translations=3, local_rotations=4,
        ),
    },
    ("ground", "tables"),
)  # fmt: skip
