"""Character: a skeleton with its bodies, its skins, its marked contact points and its symmetry."""

from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import ArrayField, Ints, frozen_floats, frozen_ints
from kinegraph.core.body import Body, Skin
from kinegraph.core.errors import InvalidValue
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class ContactPoint:
    """A place on the character that may touch the ground.

    name: For people, "left toe".
    joint: The joint that carries it.
    offset: (3,) its position in that joint's frame [m].
    """

    name: str
    joint: int
    offset: ArrayField

    def __post_init__(self) -> None:
        object.__setattr__(self, "offset", frozen_floats(f"Contact point {self.name!r}", self.offset, (3,)))


@dataclass(frozen=True, eq=False)
class Symmetry:
    """Pairs of joints that mirror each other across the character's sagittal (x = 0) plane.

    mirror: (J,) the joint on the other side; itself for joints in the centre or without a partner.
    sides: (J,) +1 left (+X), -1 right, 0 centre.
    """

    mirror: Ints
    sides: Ints

    def __post_init__(self) -> None:
        mirror = frozen_ints("Symmetry mirror", self.mirror, (None,))
        if (
            (mirror < 0).any()
            or (mirror >= len(mirror)).any()
            or (mirror[mirror] != np.arange(len(mirror))).any()
        ):
            raise InvalidValue(
                "A symmetry must pair joints: the mirror of a joint's mirror is the joint itself."
            )
        object.__setattr__(self, "mirror", mirror)
        object.__setattr__(self, "sides", frozen_ints("Symmetry sides", self.sides, (len(mirror),)))

    @staticmethod
    def none(joint_count: int) -> "Symmetry":
        """No joint has a partner, all are central."""
        return Symmetry(np.arange(joint_count), np.zeros(joint_count, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Character:
    """A character: a skeleton with bodies, skins, contact points and symmetry.

    bodies: One per joint, in joint order.
    skins: Meshes that follow several joints.
    contacts: Toes, heels, paws, tips: what may stand on the ground.
    rest: The pose the character was made in.
    """

    name: str
    skeleton: Skeleton
    bodies: tuple[Body, ...]
    skins: tuple[Skin, ...] = ()
    contacts: tuple[ContactPoint, ...] = ()
    symmetry: Symmetry = None  # type: ignore[assignment]  # filled in below
    rest: Pose = field(default=None)  # type: ignore[assignment]  # filled in below

    def __post_init__(self) -> None:
        count = len(self.skeleton)
        if len(self.bodies) != count:
            raise InvalidValue(f"{self.name!r} has {len(self.bodies)} bodies for {count} joints.")
        for skin in self.skins:
            if len(skin.joint_from_mesh) != count:
                raise InvalidValue(
                    f"A skin of {self.name!r} is bound to {len(skin.joint_from_mesh)} of {count} joints."
                )
        for contact in self.contacts:
            if not 0 <= contact.joint < count:
                raise InvalidValue(
                    f"Contact point {contact.name!r} names a joint that {self.name!r} does not have."
                )
        if self.symmetry is None:
            object.__setattr__(self, "symmetry", Symmetry.none(count))
        if len(self.symmetry.mirror) != count:
            raise InvalidValue(
                f"The symmetry of {self.name!r} covers {len(self.symmetry.mirror)} of {count} joints."
            )
        if self.rest is None:
            object.__setattr__(self, "rest", Pose.rest(self.skeleton))
        if self.rest.skeleton != self.skeleton:
            raise InvalidValue(f"The rest pose of {self.name!r} belongs to another skeleton.")

    @staticmethod
    def bare(name: str, skeleton: Skeleton) -> "Character":
        """A character with nothing but its skeleton."""
        return Character(name, skeleton, (Body(),) * len(skeleton))  # bodies never change: one serves all
