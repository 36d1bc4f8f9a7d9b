"""Measures of a take: each is a worst value, with its body and its frame."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.grid.overlap_kernels import capsule_overlaps
from kinegraph.creatures.grid.reach import FULL, goal_lengths, held_goals
from kinegraph.creatures.grid.shape import GridShape
from kinegraph.creatures.grid.take import Take

_STILL = 1e-4  # share of the creature's size that a standing foot's goal may move in a frame
_DEGENERATE = 0.02  # share of the spine's length: shorter bones have no clear direction


@dataclass(frozen=True)
class Measure:
    """A worst value. body: Its body, or -1. frame: Its frame. other: A second body, or -1."""

    value: float
    body: int = -1
    frame: int = 0
    other: int = -1


@dataclass(frozen=True)
class GoalCounts:
    """Goals of full weight over all frames.

    excused: Those of them that are out of reach. missed: Excused ones that the handle does not come near.
    """

    goals: int
    excused: int
    missed: int


def goal_error(take: Take, shape: GridShape) -> Measure:
    """Distance of a handle from a goal within reach, as a share of the limb's (or spine's) length."""
    return _worst(np.where(held_goals(take, shape), _away(take), 0.0))


def count_goals(take: Take, shape: GridShape, near: float) -> GoalCounts:
    """All goals, and those that do not count. near: Error up to which a goal is met [limb lengths]."""
    asked = take.goal_weights >= FULL
    asked[:, take.creature.root] = False
    excused = asked & ~held_goals(take, shape)
    return GoalCounts(int(asked.sum()), int(excused.sum()), int((excused & (_away(take) > near)).sum()))


def _away(take: Take) -> Floats:
    """(F, B) distance of each handle from its goal, as a share of the limb's (or spine's) length."""
    return np.linalg.norm(take.handles - take.goals, axis=-1) / goal_lengths(take.creature)


def foot_slip(take: Take) -> Measure:
    """Distance that a foot slides over the ground while its goal stands still [m]."""
    creature = take.creature
    worst = Measure(0.0)
    for foot in (leg.foot for leg in creature.legs):
        goals, soles = take.goals[:, foot], take.handles[:, foot]
        above = goals[:, 1] - take.ground.height(goals[:, 0], goals[:, 2]) - creature.rest_handles[foot, 1]
        size = float(creature.size.max())
        still = np.linalg.norm(np.diff(goals, axis=0, prepend=goals[:1]), axis=1) < _STILL * size
        stands = still & (above < 1e-3 * size) & (take.goal_weights[:, foot] > FULL)
        for start, stop in stretches(stands):
            slid = np.linalg.norm((soles[start:stop] - soles[start])[:, [0, 2]], axis=1)
            if slid.max() > worst.value:
                worst = Measure(float(slid.max()), foot, start + int(slid.argmax()))
    return worst


def penetration(take: Take, shape: GridShape) -> Measure:
    """Depth of a capsule in the ground, beyond its depth at rest [m]."""
    rest = np.stack(shape.ends(take.creature.rest_positions, take.creature.rest_rotations))
    clear = np.clip(rest[..., 1], 0.0, shape.end_radii)
    places = np.stack(shape.ends(take.positions, take.rotations), axis=1)
    heights = places[..., 1] - take.ground.height(places[..., 0], places[..., 2])
    worst = _worst((clear - heights).max(axis=1))
    return Measure(max(worst.value, 0.0), int(shape.bodies[worst.body]), worst.frame)


def buckling(take: Take) -> Measure:
    """Fold between two neighbouring bones of the spine, beyond the fold at rest [rad]."""
    spine = list(take.creature.spine)
    rest = np.diff(take.creature.rest_positions[spine], axis=0)
    sizes = np.linalg.norm(rest, axis=1)
    long_ones = [0, *(np.flatnonzero(sizes > _DEGENERATE * sizes.sum()) + 1).tolist()]
    if len(long_ones) < 3:
        return Measure(0.0)
    joints = [spine[index] for index in long_ones]
    fold = _folds(take.positions[:, joints]) - _folds(take.creature.rest_positions[joints])
    worst = _worst(fold)
    return Measure(max(worst.value, 0.0), joints[worst.body + 1], worst.frame)


def intersection(take: Take, shape: GridShape) -> Measure:
    """Overlap of two capsules, beyond that at rest, in diameters of the thinner one."""
    if not len(shape.pairs):
        return Measure(0.0)
    starts, stops = shape.ends(take.positions, take.rotations)
    overlaps = capsule_overlaps(starts, stops, shape.radii, shape.pairs)
    thin = np.maximum(2.0 * shape.radii[shape.pairs].min(axis=1), 1e-3 * take.creature.size.max())
    worst = _worst((overlaps - shape.rest_overlaps) / thin)
    other, body = shape.bodies[shape.pairs[worst.body]].tolist()
    return Measure(max(worst.value, 0.0), body, worst.frame, other)


def stretch(take: Take) -> tuple[Measure, Measure]:
    """The shortest and the longest link between a joint and its parent's, in shares of its rest length."""
    creature = take.creature
    rest = np.linalg.norm(creature.rest_positions - creature.rest_positions[creature.parents], axis=1)
    linked = (creature.parents >= 0) & (rest > 1e-4 * creature.size.max())
    links = np.linalg.norm(take.positions - take.positions[:, creature.parents], axis=-1)
    shares = np.where(linked, links / np.where(linked, rest, 1.0), 1.0)
    short = _worst(-shares)
    return Measure(-short.value, short.body, short.frame), _worst(shares)


def jerk(take: Take) -> Measure:
    """The largest third difference of a handle in character space, as a share of the creature's size.

    What moves smoothly has next to none from one short frame to the next; what jumps has twice its jump.
    """
    if len(take) < 4:
        return Measure(0.0)
    places = take.handles - take.placements[:, None, :3]
    third = np.linalg.norm(np.diff(places, n=3, axis=0), axis=-1) / take.creature.size.max()
    worst = _worst(third)
    return Measure(worst.value, worst.body, worst.frame + 1)


def stretches(flags: np.ndarray) -> list[tuple[int, int]]:
    """(first, one past last) of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _folds(places: Floats) -> Floats:
    """(..., N - 2) angles of a chain of (..., N, 3) places at its inner ones [rad]."""
    steps = np.diff(places, axis=-2)
    one, other = steps[..., :-1, :], steps[..., 1:, :]
    sines = np.linalg.norm(np.cross(one, other), axis=-1)
    return np.arctan2(sines, (one * other).sum(axis=-1))


def _worst(values: Floats) -> Measure:
    """The largest of (F, N) values."""
    frame, place = np.unravel_index(int(np.argmax(values)), values.shape)
    return Measure(float(values[frame, place]), int(place), int(frame))
