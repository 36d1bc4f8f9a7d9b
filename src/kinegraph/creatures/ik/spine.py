"""Spine tables of the particle solver: particles at branch points, quintic splines between (paper, 4.3.2)."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.tables import GoalRows, ParticleRows, PullRows

SPINE_NEAREST, SPINE_FARTHEST = 0.45, 1.12  # shares of the path between which a spine follows a goal


@dataclass(frozen=True)
class SpineGoal:
    """A goal that a spine body follows: body `of` has it, body `by` follows, a handle at `offset` (3,)."""

    of: int
    by: int
    offset: Floats
    placed: bool


@dataclass(frozen=True)
class SpinePull:
    """A limb that pulls on the spine: its goal body, its spine body, its seat (3,), chord and path [m]."""

    of: int
    by: int
    seat: Floats
    chord: float
    path: float


def quintic_basis(t: float) -> tuple[Floats, Floats]:
    """(values (6,), derivatives (6,)) of the quintic Hermite basis for p0, v0, a0, a1, v1, p1 at t."""
    u2, u3, u4, u5 = t * t, t**3, t**4, t**5
    values = [
        1 - 10 * u3 + 15 * u4 - 6 * u5,
        t - 6 * u3 + 8 * u4 - 3 * u5,
        0.5 * u2 - 1.5 * u3 + 1.5 * u4 - 0.5 * u5,
        0.5 * u3 - u4 + 0.5 * u5,
        -4 * u3 + 7 * u4 - 3 * u5,
        10 * u3 - 15 * u4 + 6 * u5,
    ]
    slopes = [
        -30 * u2 + 60 * u3 - 30 * u4,
        1 - 18 * u2 + 32 * u3 - 15 * u4,
        t - 4.5 * u2 + 6 * u3 - 2.5 * u4,
        1.5 * u2 - 4 * u3 + 2.5 * u4,
        -12 * u2 + 28 * u3 - 15 * u4,
        30 * u2 - 60 * u3 + 30 * u4,
    ]
    return np.array(values), np.array(slopes)


def fit_quintic(points: Floats) -> tuple[Floats, Floats]:
    """(parameters (N,), v0 a0 a1 v1 (4, 3)) of the spline from the first to the last point, near the others.

    points: (N, 3). Linear least squares; parameters go with the path. Where fewer points than unknowns are
    left, the spline is the one nearest to a curve of constant speed with the path's own end directions.
    """
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    path = max(float(steps.sum()), 1e-300)
    t = np.concatenate([[0.0], np.cumsum(steps) / path])
    t[-1] = 1.0
    guess = np.zeros((4, 3))
    for row, (a, b) in ((0, (0, 1)), (3, (-2, -1))):
        step = points[b] - points[a]
        guess[row] = path * step / max(float(np.linalg.norm(step)), 1e-300)
    basis = np.array([quintic_basis(value)[0] for value in t])
    drawn = basis[:, [0]] * points[0] + basis[:, 1:5] @ guess + basis[:, [5]] * points[-1]
    inside = slice(1, len(points) - 1)
    mended = np.linalg.lstsq(basis[inside, 1:5], (points - drawn)[inside], rcond=1e-9)[0]
    return t, guess + mended


@dataclass(frozen=True)
class SpineTables:
    """The spine's share of `IkTables`, under the same names."""

    spine: ParticleRows
    spine_goals: GoalRows
    pulls: PullRows
    between: ParticleRows


def spine_tables(
    creature: Creature, goals: list[SpineGoal], pulls: list[SpinePull], radii: Floats
) -> SpineTables:
    """Particles, splines, goals and pulls of the spine for one set of goals."""
    rest, root = creature.rest_positions, creature.root
    bodies, inner, chains, first_tangents = _particles(
        creature, {goal.by for goal in goals} | {pull.by for pull in pulls}
    )
    places = rest[bodies]
    outer = [-1] * len(bodies)
    for i in range(1, len(bodies)):
        if inner[i] > 0:
            outer[inner[i]] = i
    lengths = np.linalg.norm(places - places[np.maximum(inner, 0)], axis=1)
    paths = _paths(rest, inner, chains)
    bend = _bends(inner, outer, paths, [any(g.by == b and g.placed for g in goals) for b in bodies])
    own_goals = [[goal for goal in goals if goal.by == body and body != root] for body in bodies]
    own_pulls = [[pull for pull in pulls if pull.by == body and body != root] for body in bodies]
    links = np.zeros((len(bodies) + 1, 7), dtype=np.int64)
    links[:-1, :5] = np.stack([bodies, inner, outer, *bend[:2]], axis=1)
    links[1:, at.FIRST_GOAL] = np.cumsum([len(row) for row in own_goals])
    links[1:, at.FIRST_PULL] = np.cumsum([len(row) for row in own_pulls])
    hermite, between = _splines(rest, chains)
    tangents = _rest_tangents(places, inner, outer, first_tangents)
    clear = clearances(places[:, 1], radii[bodies], float(creature.size.max()))
    reach, relax = _reaches(places, paths), _relaxations(tangents, own_goals)
    backs = _backs(places, creature.spine.index(root), [creature.spine.index(body) for body in bodies])
    columns = [places, lengths, tangents, first_tangents, bend[2], reach, clear, hermite, relax, backs]
    flat_goals, flat_pulls = [g for row in own_goals for g in row], [p for row in own_pulls for p in row]
    return SpineTables(
        ParticleRows(links, np.column_stack(columns)),
        GoalRows(
            np.array([goal.of for goal in flat_goals], dtype=np.int64),
            np.array([goal.offset for goal in flat_goals], dtype=np.float64).reshape(-1, 3),
        ),
        PullRows(
            np.array([pull.of for pull in flat_pulls], dtype=np.int64),
            np.array([_pull_row(pull) for pull in flat_pulls], dtype=np.float64).reshape(-1, 5),
        ),
        between,
    )


def _particles(creature: Creature, wanted: set[int]) -> tuple[list[int], list[int], list[list[int]], Floats]:
    """(bodies, inner particles, chains of bodies from the inner particle, (S, 3) the root's tangents)."""
    spine, rest, root = creature.spine, creature.rest_positions, creature.root
    middle = spine.index(root)
    arms = [list(spine[middle + 1 :]), list(spine[:middle])[::-1]]
    bodies, inner, chains, tangents = [root], [-1], [[root]], [np.zeros(3)]
    for which, arm in enumerate(arms):
        above, run = 0, [root]
        for body in arm:
            run.append(body)
            if body in wanted:
                bodies.append(body)
                inner.append(above)
                chains.append(run)
                tangents.append(_root_tangent(rest, root, arms, which))
                above, run = len(bodies) - 1, [body]
    return bodies, inner, chains, np.array(tangents)


def clearances(heights: Floats, radii: Floats, size: float) -> Floats:
    """(N, 2) least heights: the radius, or lower where a body rests lower; and the soft band."""
    band = np.full(len(heights), 0.004 * size)
    return np.stack([np.minimum(radii, heights - band), band], axis=1)


def _root_tangent(rest: Floats, root: int, arms: list[list[int]], which: int) -> Floats:
    """(3,) the spine's direction at the root towards an arm, as long as the way to the next joint."""
    ahead, behind = arms[which], arms[1 - which]
    if not ahead:
        return np.zeros(3)
    step = rest[ahead[0]] - rest[root]
    through = rest[ahead[0]] - rest[behind[0]] if behind else step
    size = float(np.linalg.norm(through))
    return step if size == 0.0 else through * (float(np.linalg.norm(step)) / size)


def _paths(rest: Floats, inner: list[int], chains: list[list[int]]) -> Floats:
    paths = np.zeros(len(inner))
    for i in range(1, len(inner)):
        paths[i] = paths[inner[i]] + np.linalg.norm(np.diff(rest[chains[i]], axis=0), axis=1).sum()
    return paths


def _rest_tangents(places: Floats, inner: list[int], outer: list[int], first: Floats) -> Floats:
    tangents = np.zeros_like(places)
    for i in range(1, len(places)):
        if outer[i] >= 0:
            tangents[i] = 0.5 * (places[outer[i]] - places[inner[i]])
        else:
            above = first[i] if inner[i] == 0 else tangents[inner[i]]
            tangents[i] = 1.5 * (places[i] - places[inner[i]]) - 0.5 * above
    return tangents


def _bends(
    inner: list[int], outer: list[int], paths: Floats, placed: list[bool]
) -> tuple[Ints, Ints, Floats]:
    """For each particle: the placed particles (or the root) inside and outside of it, its share between."""
    count = len(inner)
    start, stop, shares = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count)
    for i in range(1, count):
        a = inner[i]
        while a > 0 and not placed[a]:
            a = inner[a]
        b = i
        while b >= 0 and not placed[b]:
            b = outer[b]
        start[i], stop[i] = a, (b if b >= 0 else a)
        if b >= 0:
            share = (paths[i] - paths[a]) / max(paths[b] - paths[a], 1e-300)
            # From the root outward a spine bends as a beam held at one end.
            shares[i] = share * share if a == 0 else share
    return start, stop, shares


def _reaches(places: Floats, paths: Floats) -> Floats:
    chords = np.linalg.norm(places - places[0], axis=1)
    bands = np.minimum(0.1 * paths, 0.3 * chords)
    nearest = np.minimum(SPINE_NEAREST * paths, chords - bands)
    return np.stack([nearest, SPINE_FARTHEST * paths, np.maximum(bands, 1e-300)], axis=1)


def _relaxations(tangents: Floats, goals: list[list[SpineGoal]]) -> Floats:
    """(S, 2) share of the way to a goal in one iteration, and share of the resulting turn that counts.

    A handle far from its particle swings as the spine bends: moving a particle by d turns it by about
    1.5 d / tangent, and its handle moves by that times its offset.
    """
    relax = np.ones((len(tangents), 2))
    for i, own in enumerate(goals):
        swings = [
            1.5 * np.linalg.norm(goal.offset) / max(np.linalg.norm(tangents[i]), 1e-300) for goal in own
        ]
        relax[i] = 1.0 / (1.0 + max(swings, default=0.0) ** 2)
    return np.maximum(relax, 0.05)


def _backs(places: Floats, root: int, along: list[int]) -> Floats:
    """(S, 3) direction in which a back arches: backwards where the spine is upright, up where it is level.

    along: Where particles are on the spine, whose root is at `root`; the arms on both sides arch alike.
    """
    ways = places - places[0]
    sizes = np.linalg.norm(ways, axis=1)
    heads = np.where(np.array(along) >= root, 1.0, -1.0) / np.maximum(sizes, 1e-300)
    zero = np.zeros(len(ways))
    return np.stack([zero, heads * ways[:, 2], -heads * ways[:, 1]], axis=1)


def _splines(rest: Floats, chains: list[list[int]]) -> tuple[Floats, ParticleRows]:
    """Quintics (S, 12) of all chains, and the rows of the bodies inside them."""
    hermite = np.zeros((len(chains), 12))
    links, rows = [], []
    for outer, chain in enumerate(chains):
        if len(chain) < 2:
            continue
        points = rest[chain]
        t, ends = fit_quintic(points)
        hermite[outer] = ends.ravel()
        knots = np.vstack([points[0], ends, points[-1]])
        for body, place, share in zip(chain[1:-1], points[1:-1], t[1:-1], strict=True):
            values, slopes = quintic_basis(float(share))
            links.append((body, outer))
            rows.append(np.concatenate([values, slopes, [share], place - values @ knots, slopes @ knots]))
    return hermite, ParticleRows(
        np.array(links, dtype=np.int64).reshape(-1, 2), np.array(rows, dtype=np.float64).reshape(-1, 19)
    )


def _pull_row(pull: SpinePull) -> Floats:
    return np.array([*pull.seat, max(pull.chord, 0.9 * pull.path), 0.2 * pull.path])
