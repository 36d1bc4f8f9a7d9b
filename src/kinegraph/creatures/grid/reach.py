"""Goals within reach of a creature's limbs and spine: only these count.

A goal is within reach of a limb if it is no farther from the limb's seat than the limb is long, no nearer
than its longest bone leaves room for, above the ground, and outside of the torso's flesh. Where an end has
an orientation goal, its joint must be within reach. A goal of the spine, its own or that of a mouth on it,
must lie within the lengths that a spine can take from its fixed end, and in a direction to which it bends
without folding; a belly on the ground can go no lower. Bodies on the root, and on hips that legs hold, move
with them. Two parts cannot be in one place: goals of hands and heads that are nearer to each other than
both are thick do not count, nor do goals that fade in or out.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.grid.overlap_kernels import capsule_overlaps
from kinegraph.creatures.grid.shape import GridShape, limb_root
from kinegraph.creatures.grid.take import Take
from kinegraph.creatures.ik.spine import SPINE_FARTHEST

FULL = 0.999  # a goal of less weight is blended with rest
SPINE_ARC = 0.65  # share of its path: nearer than an arc of 120 degrees squashed to 0.8, a spine must fold
FOLD_START = 0.5  # cosine of 60 degrees: the solver keeps a spine from folding further


def held_goals(take: Take, shape: GridShape) -> np.ndarray:
    """(F, B) whether each goal counts."""
    creature = take.creature
    held = take.goal_weights >= FULL
    held[:, creature.root] = False
    for body in np.flatnonzero(held.any(axis=0)).tolist():
        if follows_spine(creature, body):
            held[:, body] &= _spine_reaches(take, body)
        else:
            near, far, origins, wished = _span(take, body)
            away = np.linalg.norm(wished - origins, axis=-1)
            held[:, body] &= (away <= far) & (away >= near) & ~_inside(take, shape, body)
    held &= ~_find_crowded_goals(take)
    grounds = take.ground.height(take.goals[..., 0], take.goals[..., 2])
    return held & (take.goals[..., 1] >= grounds + _bellies(creature) - 1e-6)


def _find_crowded_goals(take: Take) -> np.ndarray:
    """(F, B) whether a goal of a hand or a head lies where another one, of another limb, has to be."""
    creature = take.creature
    crowded = np.zeros(take.goal_weights.shape, dtype=bool)
    asked = take.goal_weights >= FULL
    ends = [
        body
        for body in np.flatnonzero(asked.any(axis=0)).tolist()
        if creature.caps[body] & {Cap.GRASPER, Cap.MOUTH, Cap.HEAD}
    ]
    radii = [creature.character.bodies[_carrier(creature, body)].radius for body in ends]
    for place, one in enumerate(ends):
        for far, other in enumerate(ends[:place]):
            if limb_root(creature, one) == limb_root(creature, other):
                continue
            apart = np.linalg.norm(take.goals[:, one] - take.goals[:, other], axis=1)
            both = asked[:, one] & asked[:, other] & (apart < radii[place] + radii[far])
            crowded[both, one] = crowded[both, other] = True
    return crowded


def _bellies(creature: Creature) -> Floats:
    """(B,) least height of a goal over the ground [m]: the thickness of flesh under a spine's joints."""
    spine, room = list(creature.spine), np.zeros(len(creature))
    radii = np.array([creature.character.bodies[body].radius for body in spine])
    room[spine] = np.maximum(np.minimum(radii, creature.rest_handles[spine, 1]), 0.0)
    return room


def _span(take: Take, body: int) -> tuple[Floats | float, Floats | float, Floats, Floats]:
    """(nearest [m], farthest [m], (F, 3) fixed end, (F, 3) place that the chain must reach)."""
    creature = take.creature
    goals, by = take.goals[:, body], _carrier(creature, body)
    bones = _bones(creature, by)
    offset = creature.rest_handles[body] - creature.rest_positions[by]
    offset = quat_rotate(quat_conjugate(creature.rest_rotations[by]), offset)
    hand = float(np.linalg.norm(offset))
    seats = take.positions[:, limb_root(creature, body)]
    if hand == 0.0:
        return *_lengths(bones), seats, goals
    turned = take.rotation_weights[:, by] > 0.0
    joints = goals - quat_rotate(take.goal_rotations[:, by], offset)
    (near, far), (near_free, far_free) = _lengths(bones), _lengths([*bones, hand])
    wished = np.where(turned[:, None], joints, goals)
    return np.where(turned, near, near_free), np.where(turned, far, far_free), seats, wished


def _carrier(creature: Creature, body: int) -> int:
    """The body whose turn places a limb's handle: the head that a mouth or an eye is on, else itself."""
    above = int(creature.parents[body])
    on_head = bool(creature.caps[body] & {Cap.MOUTH, Cap.EYE}) and Cap.HEAD in creature.caps[above]
    return above if on_head else body


def _lengths(bones: list[float]) -> tuple[float, float]:
    """Smallest and largest distance of the ends of a chain of bones [m]."""
    total = sum(bones)
    return max(0.0, 2.0 * max(bones, default=0.0) - total), total


def _bones(creature: Creature, body: int) -> list[float]:
    """Lengths from a limb's seat to a body's joint [m]."""
    lengths, root = [], limb_root(creature, body)
    while body != root:
        above = int(creature.parents[body])
        lengths.append(float(np.linalg.norm(creature.rest_positions[body] - creature.rest_positions[above])))
        body = above
    return lengths


def follows_spine(creature: Creature, body: int) -> bool:
    """True if the spine itself follows a body's goal: its own, or that of a mouth or an eye on it."""
    return limb_root(creature, body) == -1 or (
        limb_root(creature, body) == body and bool(creature.caps[body] & {Cap.MOUTH, Cap.EYE})
    )


def goal_lengths(creature: Creature) -> Floats:
    """(B,) unit of goal errors [m]: the limb's length, or the spine's where the spine follows the goal."""
    followers = [
        int(creature.spine_of[body]) if follows_spine(creature, body) else body
        for body in range(len(creature))
    ]
    return creature.limb_lengths[followers]


def _spine_reaches(take: Take, body: int) -> np.ndarray:
    """(F,) whether the spine could bring a body to its goal with the given orientation."""
    creature = take.creature
    spine, by = creature.spine, int(creature.spine_of[body])
    seat = _spine_seat(take, body)
    if by == seat:
        return np.zeros(len(take), dtype=bool)
    one, other = sorted((spine.index(seat), spine.index(by)))
    places = creature.rest_positions[list(spine[one : other + 1])]
    path = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
    carried = take.handles[:, body] - take.positions[:, by]
    back = quat_conjugate(take.rotations[:, seat])
    wish = quat_rotate(back, take.goals[:, body] - carried - take.positions[:, seat])
    rest = quat_rotate(
        quat_conjugate(creature.rest_rotations[seat]),
        creature.rest_positions[by] - creature.rest_positions[seat],
    )
    away = np.linalg.norm(wish, axis=1)
    ahead = wish @ rest >= FOLD_START * away * float(np.linalg.norm(rest))
    return ahead & (away >= SPINE_ARC * path) & (away <= SPINE_FARTHEST * path)


def _spine_seat(take: Take, body: int) -> int:
    """The spine body that a goal's follower moves from: the next one inward with a place of its own.

    That is the root, or hips on the way that legs hold; the follower itself where it has another goal.
    """
    creature = take.creature
    by = int(creature.spine_of[body])
    above = by if by != body else int(creature.parents[by])
    while above != creature.root and not (take.goal_weights[:, above] >= FULL).all():
        above = int(creature.parents[above])
    return above


def _inside(take: Take, shape: GridShape, body: int) -> np.ndarray:
    """(F,) whether a body's goal is inside the torso, which pushes the body out."""
    torso = np.flatnonzero(shape.limbs < 0)
    starts, stops = shape.ends(take.positions, take.rotations)
    goals = take.goals[:, body][:, None]
    radii = np.append(shape.radii[torso], take.creature.character.bodies[body].radius)
    pairs = np.column_stack([np.arange(len(torso)), np.full(len(torso), len(torso))])
    overlaps = capsule_overlaps(
        np.ascontiguousarray(np.concatenate([starts[:, torso], goals], axis=1)),
        np.ascontiguousarray(np.concatenate([stops[:, torso], goals], axis=1)),
        radii,
        pairs,
    )
    return np.asarray((overlaps > 0.0).any(axis=1))
