"""StepRig: the tables of a creature, its gait and the animations that it plays."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import BoundAnimation, bind
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.plan import GaitPlan, named_gait
from kinegraph.creatures.gait.rig import GaitRig, gait_rig
from kinegraph.creatures.ik.jiggle_kernels import JiggleTables
from kinegraph.creatures.ik.jiggles import jiggle_rig
from kinegraph.creatures.ik.particle_ik import IkRig, ik_rig
from kinegraph.creatures.playing import tables as at
from kinegraph.creatures.playing.array_views import pack, words_of
from kinegraph.creatures.playing.motion_tables import channel_work, motion_tables, target_names, target_places
from kinegraph.creatures.playing.tables import STEP_VIEW, PoseTables, Scratch, Step, Tables

_KEPT = 128  # most recently used gaits, bindings and rigs


@dataclass(frozen=True, eq=False)
class StepRig:
    """Everything that a creature needs to play some layers over its gait.

    tables: For the kernels, side by side in memory.
    ik: What inverse kinematics knows.
    target_names, target_places: The external targets and (T, 3) their default places in character
        space [m].
    words: Where the tables are, for the directory of an actor.
    """

    creature: Creature
    tables: Tables
    ik: IkRig
    target_names: tuple[str, ...]
    target_places: Floats
    words: list[int]

    def scratch(self) -> Scratch:
        """Scratch arrays for a frame."""
        room = Scratch(
            self.ik.work(),
            channel_work(self.tables.motion, len(self.target_names)),
            np.zeros(7),
        )
        return pack(STEP_VIEW.field("scratch"), room)


@lru_cache(maxsize=_KEPT)
def kept_gait(creature: Creature, style: str | GaitPlan) -> GaitRig:
    """The gait of a creature in named styles or by a plan, cached."""
    return gait_rig(creature, named_gait(style) if isinstance(style, str) else style)


@lru_cache(maxsize=_KEPT)
def kept_binding(animation: GeneralAnimation, creature: Creature, variant: int) -> BoundAnimation:
    """A variant of an animation on a creature, cached."""
    return bind(animation, creature).play(variant)


@lru_cache(maxsize=_KEPT)
def _kept_solver(
    creature: Creature, placed: frozenset[int], turned: frozenset[int]
) -> tuple[IkRig, JiggleTables]:
    """Inverse kinematics and jiggles for goals on some bodies: the same for all layers with such goals."""
    ik = ik_rig(creature, placed, turned)
    return ik, jiggle_rig(creature, ik.free_bodies).tables


@lru_cache(maxsize=_KEPT)
def step_rig(creature: Creature, gait: GaitRig, layers: tuple[BoundAnimation, ...]) -> StepRig:
    """The tables of a creature while it plays the same layers, cached."""
    placed, turned = set(gait.goal_bodies), set(gait.aimed_bodies)
    for layer in layers:
        placed.update(layer.goal_bodies)
        turned.update(layer.aimed_bodies)
    root = {creature.root}
    ik, jiggles = _kept_solver(creature, frozenset(placed - root), frozenset(turned - root))
    events = [
        (number, event.time, layer.animation.duration, float(layer.animation.loops))
        for number, layer in enumerate(layers)
        for event in layer.animation.events
    ]
    tables = Tables(
        gait.tables,
        motion_tables(creature, layers),
        ik.tables,
        jiggles,
        pose_tables(creature),
        np.array(events, dtype=np.float64).reshape(-1, 4),
    )
    view = STEP_VIEW.field("tables")
    packed = pack(view, tables)
    places = target_places(creature, layers)
    return StepRig(creature, packed, ik, target_names(layers), places, words_of(view, packed))


def standing_step(
    creature: Creature, gait: GaitRig, rig: StepRig, ground: Ground, start: tuple[float, float, float]
) -> Step:
    """Arrays for the first frame of a creature, before any layer plays. start: x, z [m], heading [rad]."""
    bodies = len(creature)
    return Step(
        ground.table,
        rig.tables,
        gait.standing(ground, *start),
        np.zeros((len(rig.tables.jiggles.links), 10)),
        np.zeros((0, at.LAYER_COLUMNS)),
        np.zeros((1, 4)),
        rig.target_places[None].copy(),
        np.zeros(len(rig.target_names), dtype=np.int64),
        rest_goals(creature),
        rest_goals(creature),
        rig.scratch(),
        np.zeros((bodies, 3)),
        np.zeros((bodies, 4)),
        np.zeros(2, dtype=np.int64),
        np.zeros((1, bodies, 3)),
        np.zeros((1, bodies, 4)),
    )


def pose_tables(creature: Creature) -> PoseTables:
    """The skeleton's tree and the creature's deforms."""
    joints = [(int(joint), n) for n, deform in enumerate(creature.deforms) for joint in deform.joints]
    turns = [deform.turns for deform in creature.deforms]
    return PoseTables(
        np.array(creature.character.skeleton.parents, dtype=np.int64),
        np.array(joints, dtype=np.int64).reshape(-1, 2),
        np.concatenate([np.empty((0, 3)), *turns]),
    )
