"""Creature: a character with the anatomy that generalized motion needs, worked out at rest."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.body.leg import Leg


@dataclass(frozen=True, eq=False)
class Deform:
    """A scalar that opens or closes a part: a jaw, an eyelid, the fingers of a hand.

    body: The body that has it (the mouth, the eye, the grasper).
    name: "open" for mouths, "grip" for graspers, "shut" for eyes; one name means the same on every creature.
    joints: (N,) the joints that it turns.
    turns: (N, 3) how far at 1: rotation vectors in each joint's rest frame [rad].
    """

    body: int
    name: str
    joints: Ints
    turns: Floats


@dataclass(frozen=True, eq=False)
class Creature:
    """A character with its anatomy worked out. Body i hangs on joint i of the character's skeleton.

    Everything is in a space of its own: Y up, facing +Z, left is +X, origin on the ground below the root,
    metres. Make one with `creature_from_character`.

    caps: What each body is to motion: the character's caps, but ROOT is the root chosen here, SPINE are the
        bodies of `spine`, what else was called spine (the necks of several heads) is LIMB, and each part is
        one body: an ear and a mouth their first (of jaws the lower), a tail and a wing their tip.
    root: The spine body that carries the others: the one with most legs, then the most central.
    spine: The serial chain, from its tail end to its head end.
    parents: (B,) the tree hung from `root` (not the skeleton's): -1 for the root.
    order: (B,) all bodies, parents before children.
    rest_positions: (B, 3) each joint at rest.
    rest_rotations: (B, 4) each body's orientation at rest, xyzw.
    handles: (B, 3) the point that goals move, in the body's frame: the sole of a foot, the palm of a grasper,
        the lips of a mouth, the joint itself of a spine body.
    bounds: (2, 3) lower and upper corner of all boxes at rest.
    spine_of: (B,) the spine body that each body hangs on; a spine body's own index.
    limb_lengths: (B,) path from the handle to the joint where the limb leaves its spine body; for a
        spine body the length of the spine; never zero.
    legs: In order of their feet.
    deforms: What opens and closes.
    """

    character: Character
    caps: tuple[frozenset[Cap], ...]
    root: int
    spine: tuple[int, ...]
    parents: Ints
    order: Ints
    rest_positions: Floats
    rest_rotations: Floats
    handles: Floats
    bounds: Floats
    spine_of: Ints
    limb_lengths: Floats
    legs: tuple[Leg, ...]
    deforms: tuple[Deform, ...] = ()

    def __len__(self) -> int:
        return len(self.parents)

    @property
    def size(self) -> Floats:
        """(3,) width, height and length at rest [m]; never zero."""
        return np.maximum(self.bounds[1] - self.bounds[0], 1e-6)

    @cached_property
    def rest_handles(self) -> Floats:
        """(B, 3) where the handles are at rest."""
        handles = self.rest_positions + quat_rotate(self.rest_rotations, self.handles)
        handles.flags.writeable = False
        return handles

    @cached_property
    def origin(self) -> Floats:
        """(3,) where the origin of the creature's space is in its character's [m]."""
        rest = forward_kinematics(self.character.rest).positions[self.root]
        origin = rest - self.rest_positions[self.root]
        origin.flags.writeable = False
        return origin

    def bodies_with(self, cap: Cap) -> tuple[int, ...]:
        """The bodies that have a cap, in index order."""
        return tuple(index for index, caps in enumerate(self.caps) if cap in caps)
