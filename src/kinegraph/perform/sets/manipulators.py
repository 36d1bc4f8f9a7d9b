"""Manipulators: what a spatial set can key, with up to six degrees of freedom each."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


class ManipulatorKind(StrEnum):
    """The part of a character that a manipulator holds.

    JOINT: A joint's own rotation, and its translation where it moves (the root's places the character).
    HANDLE: A goal for a joint, reached by inverse kinematics.
    POLE: A place that a joint half-way along a limb, a knee or an elbow, should point to.
    LOCATOR: A point of the user's own, with no effect on the body.
    CONTROLLER: The controller of another set, so that one hand moves several.
    """

    JOINT = "joint"
    HANDLE = "handle"
    POLE = "pole"
    LOCATOR = "locator"
    CONTROLLER = "controller"


@dataclass(frozen=True)
class Manipulator:
    """One thing to key.

    target: The joint's name; for a controller its set's; for a locator its own.
    moves, turns: Which of its degrees of freedom are keyed: the place, the rotation, or both.
    """

    kind: ManipulatorKind
    target: str
    moves: bool = False
    turns: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", ManipulatorKind(self.kind))
        if not (self.moves or self.turns):
            raise InvalidValue(f"The {self.kind} {self.target!r} must be keyed by its place or its rotation.")
        if self.turns and self.kind in (ManipulatorKind.POLE, ManipulatorKind.CONTROLLER):
            raise InvalidValue(f"A {self.kind} is keyed by its place alone; {self.target!r} cannot turn.")


def body_manipulators(skeleton: Skeleton, root_moves: bool = True) -> tuple[Manipulator, ...]:
    """Every joint's rotation, and where the root is: a set of these keys whole poses."""
    return tuple(
        Manipulator(ManipulatorKind.JOINT, name, moves=root_moves and joint == 0, turns=True)
        for joint, name in enumerate(skeleton.names)
    )


def joint_manipulators(skeleton: Skeleton, names: tuple[str, ...]) -> tuple[Manipulator, ...]:
    """The rotations of some joints; the root among them moves as well."""
    chosen = {skeleton.index(name) for name in names}
    return tuple(m for joint, m in enumerate(body_manipulators(skeleton)) if joint in chosen)


def values_of_pose(
    manipulators: tuple[Manipulator, ...], pose: Pose, carrier: int | None = None
) -> tuple[Floats, Floats]:
    """(M, 3) positions [m] and (M, 4) rotations that joints, and handles and poles on them, have in a pose.

    carrier: The joint in whose space handles and poles are given; None for the world.
    """
    slides, world = local_translations(pose), None
    positions, rotations = (
        np.zeros((len(manipulators), 3)),
        np.tile([0.0, 0.0, 0.0, 1.0], (len(manipulators), 1)),
    )
    for index, manipulator in enumerate(manipulators):
        if manipulator.kind in (ManipulatorKind.LOCATOR, ManipulatorKind.CONTROLLER):
            raise InvalidValue(f"A pose does not say where the {manipulator.kind} {manipulator.target!r} is.")
        joint = pose.skeleton.index(manipulator.target)
        if manipulator.kind == ManipulatorKind.JOINT:
            place, rotation = slides[joint], pose.rotations[joint]
        else:
            world = forward_kinematics(pose) if world is None else world
            place, rotation = _view_from(carrier, joint, world)
        if manipulator.moves:
            positions[index] = place
        if manipulator.turns:
            rotations[index] = rotation
    return positions, rotations


def _view_from(carrier: int | None, joint: int, world: WorldTransforms) -> tuple[Floats, Floats]:
    """Place and orientation of a joint in a carrier's space."""
    place, rotation = world.positions[joint], world.rotations[joint]
    if carrier is None:
        return place, rotation
    back = quat_conjugate(world.rotations[carrier])
    return quat_rotate(back, place - world.positions[carrier]), quat_multiply(back, rotation)
