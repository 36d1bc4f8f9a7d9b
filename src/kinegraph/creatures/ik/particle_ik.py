"""Particle inverse kinematics: solves a pose from the goals of a few bodies, for any anatomy (paper, 4.3).

Two phases: the spine with particles at its branch points and splines between them, then the limbs with the
spine fixed. The root is forward-kinematic. Bodies without goals below them are carried along.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.limbs import LimbGoal, limb_tables
from kinegraph.creatures.ik.solver_kernels import solve_frames
from kinegraph.creatures.ik.spine import SpineGoal, SpinePull, spine_tables
from kinegraph.creatures.ik.tables import IkTables, IkWork
from kinegraph.creatures.ik.volume import volume_tables


@dataclass(frozen=True, eq=False)
class SolvedFrame:
    """The places of bodies.

    positions: (..., B, 3) joints [m]. rotations: (..., B, 4) bodies. In the space of the goals.
    """

    positions: Floats
    rotations: Floats


@dataclass(frozen=True, eq=False)
class IkRig:
    """The solver's tables for goals on some bodies of a creature.

    goal_bodies: Bodies that may have position goals (and orientations). Goals on other bodies turn them only.
    free_bodies: Bodies that nothing keyed moves, parents first: candidates for passive motion (paper, 4.4).
    """

    creature: Creature
    goal_bodies: tuple[int, ...]
    free_bodies: tuple[int, ...]
    tables: IkTables

    def work(self) -> IkWork:
        """New work space for `solve_frame`; each thread needs its own."""
        tables = self.tables
        shapes = (
            (len(tables.bodies), 13),
            (len(tables.spine.numbers), 25),
            (len(tables.limbs.numbers), 16),
            (len(tables.runs.numbers), 4),
            (len(tables.capsules.ends), 10),
        )
        return IkWork(*(np.zeros(shape) for shape in shapes))


def ik_rig(creature: Creature, goal_bodies: Iterable[int], turned_bodies: Iterable[int] = ()) -> IkRig:
    """Works out particles, constraints, splines and volumes for goals on some bodies.

    goal_bodies: May have position and orientation goals.
    turned_bodies: Have orientation goals alone; a spine bends towards those.
    """
    placed, turned = sorted(set(goal_bodies)), sorted(set(turned_bodies) - set(goal_bodies))
    for body in (*placed, *turned):
        if not 0 <= body < len(creature):
            raise InvalidValue(
                f"There is no body {body} for a goal: the creature's bodies are 0 to {len(creature) - 1}."
            )
    radii = np.array([body.radius for body in creature.character.bodies])
    spine_goals, limb_goals = _delegate_goals(creature, placed, turned)
    pulls = [_pull(creature, goal) for goal in limb_goals]
    spine = spine_tables(creature, spine_goals, pulls, radii)
    limbs = limb_tables(creature, limb_goals, radii)
    volume, limbs.limbs.links[:, at.FIRST_PAIR] = volume_tables(creature, limbs, radii)
    roles = np.full(len(creature), at.CARRIED, dtype=np.int64)
    roles[list(creature.spine)] = at.SPINE_CARRIED
    roles[spine.spine.links[:-1, at.BODY]] = at.SPINE
    roles[spine.between.links[:, at.BETWEEN_BODY]] = at.SPINE
    roles[limbs.limb_bodies[:-1, at.LB_BODY]] = at.LIMB
    tables = IkTables(
        bodies=np.column_stack([creature.parents, creature.order, roles]),
        rest=np.column_stack([creature.rest_positions, creature.rest_rotations]),
        **vars(spine),
        **vars(limbs),
        **vars(volume),
        size=np.array([float(creature.size.max())]),
    )
    return IkRig(creature, tuple(placed), _free(creature, roles, (*placed, *turned)), tables)


def _delegate_goals(
    creature: Creature, placed: list[int], turned: list[int]
) -> tuple[list[SpineGoal], list[LimbGoal]]:
    """Assigns goals: spine bodies get their own and those of mouths and eyes on them, limbs the others."""
    spine = set(creature.spine)
    spine_goals, limb_goals = [], []
    for body in (*placed, *turned):
        by = _follower(creature, body, spine)
        offset = creature.rest_handles[body] - creature.rest_positions[by]
        if by in spine:
            if by != creature.root:
                spine_goals.append(SpineGoal(body, by, offset, body in placed))
        elif body in placed:
            limb_goals.append(LimbGoal(body, by, offset))
    return spine_goals, limb_goals


def _follower(creature: Creature, body: int, spine: set[int]) -> int:
    """The body that moves for a goal on `body`: for a mouth or an eye, the head or spine that carries it."""
    if body in spine:
        return body
    parent, caps = int(creature.parents[body]), creature.caps[body]
    part = Cap.MOUTH in caps or Cap.EYE in caps or not (caps or creature.handles[body].any())
    fixed = part and not caps & {Cap.GRASPER, Cap.FOOT}
    if fixed and parent != creature.root and (parent in spine or Cap.HEAD in creature.caps[parent]):
        return parent
    return body


def _pull(creature: Creature, goal: LimbGoal) -> SpinePull:
    """The simplified limb of a goal: from its seat on the spine straight to its handle."""
    seat = goal.by
    path = float(np.linalg.norm(goal.offset))
    while int(creature.parents[seat]) != creature.spine_of[goal.by]:
        above = int(creature.parents[seat])
        path += float(np.linalg.norm(creature.rest_positions[seat] - creature.rest_positions[above]))
        seat = above
    spine = int(creature.spine_of[goal.by])
    start = creature.rest_positions[seat]
    chord = float(np.linalg.norm(creature.rest_positions[goal.by] + goal.offset - start))
    least = 1e-3 * float(creature.size.max())
    return SpinePull(goal.of, spine, start - creature.rest_positions[spine], chord, max(path, least))


def _free(creature: Creature, roles: np.ndarray, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Bodies of sub-trees without any goal, parents first: neither they nor what they carry is keyed."""
    keyed = {creature.root}
    for body in wanted:
        while body >= 0:
            keyed.add(body)
            body = int(creature.parents[body])
    free = (at.CARRIED, at.SPINE_CARRIED)
    return tuple(body for body in creature.order.tolist() if roles[body] in free and body not in keyed)


def solve(rig: IkRig, goals: Goals, ground_heights: ArrayLike | None = None) -> SolvedFrame:
    """Solves one frame of goals, or each of many independently.

    ground_heights: (..., B) height of the ground under each body or its goal [m]; 0 where not given.
    """
    single = goals.root_position.ndim == 1
    heights = np.zeros_like(goals.position_weights) if ground_heights is None else ground_heights
    frames = Goals(*(_rows(array, single) for array in goals))
    positions, rotations = np.empty_like(frames.positions), np.empty_like(frames.rotations)
    solve_frames(rig.tables, rig.work(), frames, _rows(heights, single), positions, rotations)
    return SolvedFrame(positions[0], rotations[0]) if single else SolvedFrame(positions, rotations)


def _rows(values: ArrayLike, single: bool) -> Floats:
    """The values with a leading axis of frames."""
    rows = np.asarray(values, dtype=np.float64)
    return np.ascontiguousarray(rows[None] if single else rows)
