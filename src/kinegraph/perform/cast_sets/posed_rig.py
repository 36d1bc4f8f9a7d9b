"""A rig of several sets that play together: each keys a part of whole poses, in the space that carries it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.character import Character
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet


@dataclass(frozen=True, eq=False)
class PosedSet:
    """A set that keys some joints of whole poses.

    home: (3,) where its controller rests [m].
    joints: The joints that it keys; feet: those of them that stay where the poses put them.
    keys: Per key its marker's place [m] and the pose.
    """

    name: str
    home: ArrayLike
    joints: Sequence[str]
    keys: Mapping[str, tuple[ArrayLike, Pose]]
    feet: Sequence[str] = ()
    function: RadialFunction = RadialFunction.HARDY


def posed_rig(member: Character, sets: Sequence[PosedSet], degree: int = 1) -> SpatialRig:
    """The character with these sets, their functions over polynomials of a degree."""
    rig = SpatialRig(member, tuple(_without_keys(member, each, degree) for each in sets))
    carriers = {each.name: rig.carrier(each.name) for each in sets}
    for each in sets:
        made = rig.set(each.name)
        for name, (place, pose) in each.keys.items():
            made = made.with_pose(pose, place, name, carriers[each.name])
        rig = rig.with_set(made)
    return rig


def synchronizing_set(
    name: str, home: ArrayLike, keys: Mapping[str, tuple[ArrayLike, Mapping[str, ArrayLike]]], degree: int = 1
) -> SpatialSet:
    """A set that moves other sets' controllers.

    keys: Per key its marker's place [m], and where it puts each of the controllers [m].
    """
    (_, moved), *_ = keys.values()
    controllers = tuple(Manipulator(ManipulatorKind.CONTROLLER, each, moves=True) for each in moved)
    still = np.tile([0.0, 0.0, 0.0, 1.0], (len(controllers), 1))
    made = tuple(
        SpatialKey(key, place, np.stack([np.asarray(places[m.target]) for m in controllers]), still)
        for key, (place, places) in keys.items()
    )
    return SpatialSet(name, controllers, made, RadialFunction.HARDY, degree, home)


def _without_keys(member: Character, each: PosedSet, degree: int) -> SpatialSet:
    handles = [Manipulator(ManipulatorKind.HANDLE, foot, moves=True, turns=True) for foot in each.feet]
    manipulators = (*joint_manipulators(member.skeleton, tuple(each.joints)), *handles)
    return SpatialSet(each.name, manipulators, (), each.function, degree, each.home)
