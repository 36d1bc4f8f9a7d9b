"""Limb tables of the particle solver: particles at joints and handles, serial runs, cross-constraints."""

import math
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.spine import clearances
from kinegraph.creatures.ik.tables import CrossRows, ParticleRows, RunRows

LIMB_FARTHEST = 1.14  # share of its path that a limb stretches to for goals out of reach
_SOFT_REACH = 0.1  # share of a limb's path over which its reach ends softly
_SQUASH = 0.55  # share of its length that a link may be squashed to where it cannot fold
_SLACK = 0.06  # share of its path that a limb keeps bent until it has to stretch
# How far a hand without an orientation goal bends at its wrist, never less than at rest.
_BENDS, _AS_AT_REST, UNBENT_BAND = math.cos(math.radians(65.0)), 0.999, 0.1
_STRAIGHT = 0.08  # share of its path: a limb that bends less gets a direction to bend in


@dataclass(frozen=True, eq=False)
class LimbGoal:
    """A goal that a limb follows: body `of` has it, body `by` carries the handle at `offset` (3,) at rest."""

    of: int
    by: int
    offset: Floats


@dataclass
class _Particles:
    """Rows of the particle table under construction."""

    parents: list[int] = field(default_factory=list)
    bodies: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    handles: list[int] = field(default_factory=list)
    rest: list[Floats] = field(default_factory=list)

    def add(self, parent: int, body: int, goal: int, handle: int, rest: Floats) -> int:
        index = len(self.parents)
        self.parents.append(parent)
        self.bodies.append(body)
        self.seats.append(index if parent < 0 else self.seats[parent])
        self.goals.append(goal)
        self.handles.append(handle)
        self.rest.append(rest)
        return index

    def children(self, particle: int) -> list[int]:
        return [q for q, parent in enumerate(self.parents) if parent == particle]


@dataclass(frozen=True)
class LimbTables:
    """The limbs' share of `IkTables`, under the same names."""

    limbs: ParticleRows
    runs: RunRows
    leaves: Ints
    crosses: CrossRows
    limb_bodies: Ints
    axes: Ints


def limb_tables(creature: Creature, goals: list[LimbGoal], radii: Floats) -> LimbTables:
    """Particles, runs and constraints of all limbs that have goals; pairs with capsules are still empty."""
    particles, joints = _particles(creature, goals)
    count = len(particles.parents)
    rest = np.array(particles.rest, dtype=np.float64).reshape(-1, 3)
    steps = rest - rest[np.maximum(np.array(particles.parents, dtype=np.int64), 0)]
    lengths = np.where(np.array(particles.parents) < 0, 0.0, np.linalg.norm(steps, axis=1))
    children = [particles.children(q) for q in range(count)]
    runs = _runs(particles, children)
    links = np.zeros((count + 1, 8), dtype=np.int64)
    columns = (particles.parents, particles.bodies, particles.seats, particles.goals, particles.handles)
    for column, values in enumerate(columns):
        links[:-1, column] = values
    links[:-1, at.L_GIVES] = _give_way(creature, particles)
    links[:, at.L_RUN] = -1
    for index, run in enumerate(runs):
        links[run.chain, at.L_RUN] = index
    pairs = [pair for siblings in children for pair in _pairs(siblings)]
    carried = np.zeros((len(joints) + 1, 3), dtype=np.int64)
    for row, (body, joint) in enumerate(joints.items()):
        carried[row, :2] = body, joint
        carried[row + 1, 2] = carried[row, 2] + len(children[joint])
    clear = clearances(rest[:, 1], _thickness(creature, particles, radii), float(creature.size.max()))
    run_rows, leaves = _run_rows(creature, particles, runs, rest, lengths)
    return LimbTables(
        ParticleRows(
            links, np.column_stack([rest, lengths, clear, _least_distances(particles, rest, lengths)])
        ),
        run_rows,
        leaves,
        CrossRows(
            np.array(pairs, dtype=np.int64).reshape(-1, 2),
            np.array([float(np.linalg.norm(rest[i] - rest[j])) for i, j in pairs]),
        ),
        limb_bodies=carried,
        axes=np.array([q for joint in joints.values() for q in children[joint]], dtype=np.int64),
    )


def _give_way(creature: Creature, particles: _Particles) -> list[int]:
    """Per particle: 0 on limbs that end in a foot, which stays where it stands, else 1."""
    pairs = zip(particles.seats, particles.goals, strict=True)
    stand = {seat for seat, goal in pairs if goal >= 0 and Cap.FOOT in creature.caps[goal]}
    return [int(seat not in stand) for seat in particles.seats]


def _least_distances(particles: _Particles, rest: Floats, lengths: Floats) -> Floats:
    """(Q,) least distance of a handle from the joint before its own [m]: its end bends no further."""
    least = np.zeros(len(rest))
    for q, handle in enumerate(particles.handles):
        wrist = particles.parents[q]
        elbow = particles.parents[wrist] if wrist >= 0 else -1
        if handle and particles.goals[q] >= 0 and elbow >= 0:
            bent = lengths[q] ** 2 + lengths[wrist] ** 2 + 2.0 * lengths[q] * lengths[wrist] * _BENDS
            chord = float(np.linalg.norm(rest[q] - rest[elbow]))
            least[q] = min(math.sqrt(bent), _AS_AT_REST * chord / (1.0 + UNBENT_BAND))
    return least


def _thickness(creature: Creature, particles: _Particles, radii: Floats) -> Floats:
    """(Q,) thickness of limbs at their particles [m]; 0 for soles, which touch the ground."""
    thick = np.where(np.array(particles.handles, dtype=bool), 0.0, radii[particles.bodies])
    for q, goal in enumerate(particles.goals):
        if goal >= 0 and Cap.FOOT not in creature.caps[goal]:
            thick[q] = radii[goal]
    return thick


def _particles(creature: Creature, goals: list[LimbGoal]) -> tuple[_Particles, dict[int, int]]:
    """All particles, and the joint particle of each body that has one."""
    spine = set(creature.spine)
    inside: set[int] = set()
    for goal in goals:
        body = goal.by
        while body not in spine:
            inside.add(body)
            body = int(creature.parents[body])
    particles, joints = _Particles(), {}
    tiny = 1e-9 * float(creature.size.max())
    at_joints = [goal for goal in goals if np.linalg.norm(goal.offset) <= tiny]
    for body in creature.order.tolist():
        if body not in inside:
            continue
        place, above = creature.rest_positions[body], int(creature.parents[body])
        inner = joints.get(above, -1)
        # A handle may be where the next joint is: one particle serves both.
        wishes = [goal.of for goal in at_joints if goal.by == body]
        for goal in goals:
            if goal.by == above and np.linalg.norm(creature.rest_handles[goal.of] - place) <= tiny:
                wishes.append(goal.of)
                at_joints.append(goal)
        # A seat does not move: a goal on the joint there has no effect.
        joints[body] = particles.add(inner, body, wishes[0] if wishes and inner >= 0 else -1, 0, place)
    for goal in goals:
        if goal not in at_joints:
            joint = joints[goal.by]
            particles.add(joint, goal.by, goal.of, 1, creature.rest_positions[goal.by] + goal.offset)
    return particles, joints


@dataclass(frozen=True)
class _Run:
    start: int
    inner: int
    chain: list[int]
    ends_in_goal: bool


def _runs(particles: _Particles, children: list[list[int]]) -> list[_Run]:
    """Serial runs from seats outward; a run ends at a goal, or where a limb branches."""
    runs: list[_Run] = []
    waiting = [(seat, -1) for seat, parent in enumerate(particles.parents) if parent < 0]
    while waiting:
        start, inner = waiting.pop(0)
        for first in children[start]:
            chain = [first]
            while particles.goals[chain[-1]] < 0 and len(children[chain[-1]]) == 1:
                chain.append(children[chain[-1]][0])
            runs.append(_Run(start, inner, chain, particles.goals[chain[-1]] >= 0))
            waiting.append((chain[-1], len(runs) - 1))
    return runs


def _pairs(siblings: list[int]) -> list[tuple[int, int]]:
    """Pairs of siblings that keep their distance: all pairs of few siblings, a ring of many."""
    count = len(siblings)
    if count <= 3:
        return [(siblings[i], siblings[j]) for i in range(count) for j in range(i + 1, count)]
    return [(siblings[i], siblings[(i + 1) % count]) for i in range(count)]


def _run_rows(
    creature: Creature, particles: _Particles, runs: list[_Run], rest: Floats, lengths: Floats
) -> tuple[RunRows, Ints]:
    """(the runs, (L,) the goal particles beyond those that branch)."""
    links = np.zeros((len(runs) + 1, 7), dtype=np.int64)
    rows, bends = np.zeros((len(runs), 15)), []
    chain: list[int] = []
    leaves: list[int] = []
    for r, run in enumerate(runs):
        last = run.chain[-1]
        joint = run.chain[-2] if particles.handles[last] and len(run.chain) > 1 else last
        origin = run.start
        while particles.parents[origin] >= 0 and particles.goals[origin] < 0:
            origin = particles.parents[origin]
        stop = len(chain) + len(run.chain)
        links[r, :6] = len(chain), stop, run.start, run.inner, int(run.ends_in_goal), origin
        chain.extend(run.chain)
        beyond = [] if run.ends_in_goal else _leaves_beyond(particles, last)
        leaves.extend(beyond)
        links[r + 1, at.FIRST_LEAF] = len(leaves)
        for column, end in ((0, last), (at.FOR_JOINT, joint)):
            rows[r, column + at.PATH] = _path(particles, lengths, end, run.start)[0]
            rows[r, column + at.NEAREST : column + at.BAND + 1] = _reach(
                particles, rest, lengths, end, origin
            )
            rows[r, column + at.SLACK_FROM : column + at.SLACK + 1] = _slack(
                particles, rest, lengths, end, run.start
            )
        goal_bodies = [particles.goals[q] for q in ([last] if run.ends_in_goal else beyond)]
        rows[r, at.REFERENCE : at.REFERENCE + 3] = _reference(
            creature, particles, rest, run, last, goal_bodies
        )
        bends.extend(_hints(creature, rest, lengths, run, goal_bodies))
    chained = np.array(chain, dtype=np.int64)
    hints = np.array(bends, dtype=np.float64).reshape(-1, 3)
    return RunRows(links, rows, chained, hints), np.array(leaves, dtype=np.int64)


def _path(particles: _Particles, lengths: Floats, end: int, start: int) -> tuple[float, float]:
    """(path, longest link) from `start` out to `end`."""
    path, longest = 0.0, 0.0
    while end != start:
        path, longest = path + float(lengths[end]), max(longest, float(lengths[end]))
        end = particles.parents[end]
    return path, longest


def _reach(
    particles: _Particles, rest: Floats, lengths: Floats, end: int, origin: int
) -> tuple[float, float, float]:
    """(nearest, farthest, band) of an end from its origin: rest itself is well inside."""
    path, longest = _path(particles, lengths, end, origin)
    chord = float(np.linalg.norm(rest[end] - rest[origin]))
    band = min(_SOFT_REACH * path, 0.3 * chord)
    # Nearer than its longest link minus the others a limb cannot fold: it is squashed, within limits.
    nearest = min(max(_SQUASH * (2.0 * longest - path), 0.1 * path), chord - band)
    return nearest, LIMB_FARTHEST * path, max(band, 1e-300)


def _slack(particles: _Particles, rest: Floats, lengths: Floats, end: int, start: int) -> tuple[float, float]:
    path = _path(particles, lengths, end, start)[0]
    begins = max((1.0 - _SLACK) * path, float(np.linalg.norm(rest[end] - rest[start])))
    return begins, max(path - begins, 0.0)


def _leaves_beyond(particles: _Particles, particle: int) -> list[int]:
    found = []
    for q, goal in enumerate(particles.goals):
        if goal >= 0:
            inner = particles.parents[q]
            while inner >= 0 and inner != particle:
                # A goal further in replaces those beyond it.
                inner = particles.parents[inner] if particles.goals[inner] < 0 else -1
            if inner == particle:
                found.append(q)
    return found


def _reference(
    creature: Creature, particles: _Particles, rest: Floats, run: _Run, last: int, goal_bodies: list[int]
) -> Floats:
    """(3,) the direction over which a run is aimed: its own at rest, for arms leaning away from the body.

    Aiming is singular opposite to it. An arm that hangs down is often raised straight up; nothing reaches
    into its own shoulder blade.
    """
    axis = rest[last] - rest[run.start]
    size = float(np.linalg.norm(axis))
    if size == 0.0:
        return np.zeros(3)
    axis = axis / size
    if particles.parents[run.start] >= 0 or any(Cap.FOOT in creature.caps[body] for body in goal_bodies):
        return axis
    seat = int(particles.bodies[run.start])
    outward = rest[run.start] - creature.rest_positions[creature.parents[seat]]
    outward = np.array([outward[0], 0.0, 0.0])
    width = float(np.linalg.norm(outward))
    outward = np.array([0.0, 0.0, 1.0]) if width < 0.02 * creature.size.max() else outward / width
    lean = axis + 0.6 * (outward + np.array([0.0, 0.0, 0.4]))
    return lean / float(np.linalg.norm(lean))


def _hints(
    creature: Creature, rest: Floats, lengths: Floats, run: _Run, goal_bodies: list[int]
) -> list[Floats]:
    """Per chain particle: the bow that a straight run takes when it is pressed together."""
    start, end = rest[run.start], rest[run.chain[-1]]
    path = np.cumsum(lengths[run.chain])
    axis = end - start
    size = float(np.linalg.norm(axis))
    if path[-1] <= 0.0 or size == 0.0:
        return [np.zeros(3) for _ in run.chain]
    axis = axis / size
    offsets = rest[run.chain] - start
    offsets = offsets - np.outer(offsets @ axis, axis)
    sizes = np.linalg.norm(offsets, axis=1)
    widest = int(np.argmax(np.round(sizes / path[-1], 9)))
    bow = float(sizes[widest]) / float(path[-1])
    need = max(0.0, 1.0 - bow / _STRAIGHT)
    if bow > 0.005:
        direction = offsets[widest] / sizes[widest]
    else:
        direction = _bend_direction(axis, any(Cap.FOOT in creature.caps[body] for body in goal_bodies))
    shares = path / path[-1]
    return [need * 1.4 * share * (1.0 - share) * float(path[-1]) * direction for share in shares]


def _bend_direction(axis: Floats, stands: bool) -> Floats:
    """Knees of hanging legs go forward, of legs that stick out up; elbows the other way."""
    upright = abs(float(axis[1]))
    wish = np.array([0.0, 1.0 - upright, upright + 1e-3])
    wish = wish if stands else np.array([0.0, -1.0, -1.0]) * wish
    wish = wish - float(wish @ axis) * axis
    size = float(np.linalg.norm(wish))
    return wish / size if size > 1e-6 else np.array([0.0, 1.0, 0.0])
