"""GridShape: a creature's flesh as capsules, and the pairs that must not overlap."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.grid.overlap_kernels import capsule_overlaps

_SMALL = frozenset({Cap.EYE, Cap.EAR, Cap.SPIKE, Cap.MOUTH})  # parts that move with their carriers


@dataclass(frozen=True, eq=False)
class GridShape:
    """Capsules of a creature, S of them, P pairs.

    bodies: (S,) the body that carries each; it starts at that body's joint.
    others: (S,) the body at whose joint it ends, -1 where `offsets` says.
    offsets: (S, 3) its end in the body's frame [m].
    radii: (S,) [m]: what is thick at one end and thin at the other, as thick as between them.
    end_radii: (2, S) [m] at the start and at the end.
    limbs: (S,) the first body of the limb that it belongs to, -1 on the spine.
    pairs: (P, 2) capsules that may not run into each other.
    rest_overlaps: (P,) by how much they do at rest, zero or more [m].
    """

    creature: Creature
    bodies: Ints
    others: Ints
    offsets: Floats
    radii: Floats
    end_radii: Floats
    limbs: Ints
    pairs: Ints
    rest_overlaps: Floats

    def ends(self, positions: Floats, rotations: Floats) -> tuple[Floats, Floats]:
        """(..., S, 3) starts and stops of capsules, contiguous. positions, rotations: (..., B, 3) and 4."""
        starts = positions[..., self.bodies, :]
        carried = starts + quat_rotate(rotations[..., self.bodies, :], self.offsets)
        stops = np.where(self.others[:, None] >= 0, positions[..., self.others, :], carried)
        return np.ascontiguousarray(starts), np.ascontiguousarray(stops)


def grid_shape(creature: Creature) -> GridShape:
    """Capsules along the spine and the limbs; parts that sit on others have none."""
    rows = [*_spine_rows(creature), *_limb_rows(creature)]
    bodies, others, offsets = (np.array(column) for column in zip(*rows, strict=True))
    thick = np.array([body.radius for body in creature.character.bodies])
    ends = np.stack([thick[bodies], np.where(others >= 0, thick[others], thick[bodies])])
    radii = ends.mean(axis=0)
    limbs = np.array([limb_root(creature, body) for body in bodies.tolist()])
    none = np.zeros((0, 2), dtype=np.int64)
    bare = GridShape(creature, bodies, others, offsets, radii, ends, limbs, none, np.zeros(0))
    pairs = _pairs(bare)
    starts, stops = bare.ends(creature.rest_positions, creature.rest_rotations)
    overlaps = capsule_overlaps(starts[None], stops[None], radii, pairs)[0]
    return replace(bare, pairs=pairs, rest_overlaps=np.maximum(overlaps, 0.0))


def limb_root(creature: Creature, body: int) -> int:
    """The first body of the limb that a body is on, next to the spine; -1 for spine bodies."""
    if creature.spine_of[body] == body:
        return -1
    while creature.parents[body] != creature.spine_of[body]:
        body = int(creature.parents[body])
    return body


def _spine_rows(creature: Creature) -> list[tuple[int, int, Floats]]:
    spine = creature.spine
    rows: list[tuple[int, int, Floats]] = [(one, other, np.zeros(3)) for one, other in pairwise(spine)]
    last = creature.character.bodies[spine[-1]]
    return [*rows, (spine[-1], -1, last.box.mean(axis=0))]


def _limb_rows(creature: Creature) -> list[tuple[int, int, Floats]]:
    rows: list[tuple[int, int, Floats]] = []
    on_limbs = [b for b in range(len(creature)) if creature.spine_of[b] != b and _has_flesh(creature, b)]
    inner = {int(creature.parents[body]) for body in on_limbs}
    for body in on_limbs:
        if body not in inner:
            rows.append((body, -1, _end(creature, body)))
        if creature.parents[body] != creature.spine_of[body]:
            rows.append((int(creature.parents[body]), body, np.zeros(3)))
    return rows


def _has_flesh(creature: Creature, body: int) -> bool:
    return bool(creature.caps[body]) and not creature.caps[body] & _SMALL


def _end(creature: Creature, body: int) -> Floats:
    """(3,) the end of a limb's last body in its frame: its handle, or its middle."""
    middle = creature.character.bodies[body].box.mean(axis=0)
    far = float(np.linalg.norm(creature.handles[body]))
    if far == 0.0 or Cap.HEAD in creature.caps[body]:
        return middle
    return creature.handles[body] * max(0.0, 1.0 - creature.character.bodies[body].radius / far)


def _pairs(shape: GridShape) -> Ints:
    """Pairs of capsules of different limbs, and of the spine and limbs that do not start there."""
    count = len(shape.bodies)
    pairs = [
        (one, other)
        for one in range(count)
        for other in range(one + 1, count)
        if shape.limbs[one] != shape.limbs[other]
        and not (shape.limbs[one] < 0 and shape.bodies[other] == shape.limbs[other])
    ]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
