"""What one frame of one creature reads and writes, all of it.

The tables of gait, channels, inverse kinematics and jiggles, the state that lasts from frame to frame, room
to work in, and the pose that comes out.
"""

from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.animation.hermite import CurveTable
from kinegraph.creatures.binding.specialization import RestTable
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground_kernels import GroundTable
from kinegraph.creatures.gait.layout import GaitGoals, GaitState, GaitTables
from kinegraph.creatures.ik.tables import IkTables, IkWork
from kinegraph.creatures.playing.array_views import tuple_view
from kinegraph.creatures.playing.motion_tables import MotionTables

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


class JiggleTables(NamedTuple):
    """See `jiggles.JiggleRig`."""

    links: Ints
    table: Floats
    rest_turns: Floats


class PoseTables(NamedTuple):
    """From bodies to the pose of a skeleton.

    parents: (B,) the skeleton's.
    deform_joints: (K, 2) a joint, and the deform that turns it.
    deform_turns: (K, 3) by how much at 1: rotation vectors in the joint's frame [rad].
    """

    parents: Ints
    deform_joints: Ints
    deform_turns: Floats


class GoalArrays(NamedTuple):
    """As `evaluation.Goals`, for kernels."""

    root_position: Floats
    root_rotation: Floats
    goal_positions: Floats
    position_weights: Floats
    goal_rotations: Floats
    rotation_weights: Floats
    deforms: Floats


class Tables(NamedTuple):
    """What never changes while a creature plays the same layers."""

    gait: GaitTables
    motion: MotionTables
    ik: IkTables
    jiggles: JiggleTables
    pose: PoseTables
    events: Floats


class Scratch(NamedTuple):
    """Room to work in; nothing in it is read before it is written.

    times, weights: (L,) of the layers.  places: (T, 3) targets in character space.
    heights: (B,) of the ground, in character space.
    values: (C, 4), modes: (10 + legs,): see `evaluate_frame`.  frame: (7,) place and turn of the creature.
    """

    ik: IkWork
    times: Floats
    weights: Floats
    places: Floats
    heights: Floats
    values: Floats
    modes: Floats
    frame: Floats


class Step(NamedTuple):
    """Everything of one creature. F frames are done in one go: one in a game, many for a clip.

    walk, jiggling, layers: All that lasts: (N, 10) of the jiggles, (L, 9).
    commands: (F, 4).
    targets: (F or 1, T, 3) external targets; known: (T,) 1 where they are in the world, 0 for where the
        animation put them, in character space [m].
    under, goals: What the gait asks for, and what channels make of it.
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
    under: GaitGoals
    goals: GoalArrays
    scratch: Scratch
    positions: Floats
    rotations: Floats
    news: Ints
    local_translations: Floats
    local_rotations: Floats


def _line(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


STEP_VIEW = tuple_view(
    Step,
    {
        GroundTable: _line("frame"),
        GaitTables: {**_line("hip_bodies", "steady_bodies", "body"), "keys": 3},
        GaitState: _line("body"),
        GaitGoals: _line(
            "placement", "root_position", "root_rotation", "position_weights", "rotation_weights"
        ),
        CurveTable: {**_line("starts", "times", "turns"), "cubics": 3},
        RestTable: _line("softs"),
        MotionTables: _line(
            "riding", "layer_curves", "durations", "loops", "entry_bodies", "entry_kinds", "entry_deforms",
            "entry_shares", "share_curves", "share_weights", "share_flags", "share_externals",
            "share_bodies", "share_moving",
        ),
        IkTables: _line(
            "spine_goal_bodies", "pull_bodies", "chain", "leaves", "crosses", "axes", "pair_capsules", "size"
        ),
        PoseTables: _line("parents"),
        GoalArrays: _line(
            "root_position", "root_rotation", "position_weights", "rotation_weights", "deforms"
        ),
        Scratch: _line("times", "weights", "heights", "modes", "frame"),
        Step: {**_line("known", "news"), "targets": 3, "local_translations": 3, "local_rotations": 3},
    },
)  # fmt: skip


def pose_tables(creature: Creature) -> PoseTables:
    """The skeleton's tree and the creature's deforms."""
    joints = [(int(joint), n) for n, deform in enumerate(creature.deforms) for joint in deform.joints]
    turns = [deform.turns for deform in creature.deforms]
    return PoseTables(
        np.array(creature.character.skeleton.parents, dtype=np.int64),
        np.array(joints, dtype=np.int64).reshape(-1, 2),
        np.concatenate([np.empty((0, 3)), *turns]),
    )
