"""Descriptions of the cast's poses: angles in degrees over rest, feet that stay where they stand.

All joints of the cast rest unrotated, so a turn means the same for every character: the first angle nods
forward, the second turns to the character's left, the third tilts its head to its right and lifts its left
arm. The turn is applied first, then the nod, then the tilt.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from kinegraph.characters.body_plan import other_side
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.kinematics.inverse import (
    Goal,
    OrientationGoal,
    PositionGoal,
    solve_ik,
)
from kinegraph.core.math.euler import euler_from_quat, quat_from_euler
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.manipulators import (
    Manipulator,
    ManipulatorKind,
    body_manipulators,
    values_of_pose,
)
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

Triple = tuple[float, float, float]
Turns = Mapping[str, Triple]
_STILL: Triple = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Step:
    """Place of a foot that stands or hangs.

    shift: From where it rests [m]; the second is how far its lowest point is above the ground.
    turn: [degrees], in the world.
    """

    shift: Triple = _STILL
    turn: Triple = _STILL


@dataclass(frozen=True)
class Described:
    """A pose as angles and places that people can read and write.

    turns: Per joint [degrees] over rest; joints that are not named rest.
    shift: Of the root from where it rests [m].
    steps: Per foot where it stands; feet that are not named stand where they rest.
    reaches: Per hand where it is [m]: its limb bends from what `turns` says until it is there.
    hanging: Feet that do not stand; their limbs are as `turns` says.
    """

    turns: Turns = field(default_factory=dict)
    shift: Triple = _STILL
    steps: Mapping[str, Step] = field(default_factory=dict)
    reaches: Mapping[str, Triple] = field(default_factory=dict)
    hanging: tuple[str, ...] = ()

    def mirrored(self) -> "Described":
        """The same with left and right exchanged."""
        return Described(
            {other_side(joint): _flip_turn(turn) for joint, turn in self.turns.items()},
            _flip_place(self.shift),
            {
                other_side(foot): Step(_flip_place(step.shift), _flip_turn(step.turn))
                for foot, step in self.steps.items()
            },
            {other_side(hand): _flip_place(place) for hand, place in self.reaches.items()},
            tuple(other_side(foot) for foot in self.hanging),
        )


@dataclass(frozen=True)
class Marked:
    """A described pose at its marker.

    at: (3,) place of the marker in the character's space [m].
    other: The key that this one mirrors.
    """

    name: str
    at: Triple
    pose: Described
    other: "Marked | None" = None

    def mirrored(self, name: str) -> "Marked":
        """The key for the other side, its marker across the plane x = 0."""
        return Marked(name, _flip_place(self.at), self.pose.mirrored(), self)


def both_sides(**turns: Triple) -> dict[str, Triple]:
    """Turns of the left joints of these names, and of the right ones mirrored."""
    left = {f"left_{name}": turn for name, turn in turns.items()}
    return left | {other_side(name): _flip_turn(turn) for name, turn in left.items()}


def gaze(down: float, left: float) -> dict[str, Triple]:
    """Both eyes turned by these angles [degrees]."""
    return {"left_eye": (down, left, 0.0), "right_eye": (down, left, 0.0)}


def described_pose(character: Character, described: Described, feet: Iterable[str] = ()) -> Pose:
    """The described pose, with feet on their places."""
    skeleton, rest = character.skeleton, character.rest
    rotations = rest.rotations.copy()
    if described.turns:
        turned = [skeleton.index(name) for name in described.turns]
        rotations[turned] = quat_multiply(rotations[turned], _rotation(list(described.turns.values())))
    pose = Pose(skeleton, rest.root_translation + described.shift, rotations)
    goals, free = _goals(character, described, feet)
    return solve_ik(pose, goals, free=sorted(free), max_steps=80).motion if goals else pose


def described_set(
    character: Character,
    name: str,
    keys: Sequence[Marked],
    *,
    feet: Sequence[str] = (),
    planted: bool = True,
    without: Iterable[str] = (),
    only: Iterable[str] = (),
    function: RadialFunction = RadialFunction.HARDY,
    degree: int = 0,
) -> SpatialSet:
    """A set of described poses; its controller is at home at the first key.

    feet: Joints that stand.
    planted: Whether feet are keyed as handles too, so that between the keys they stay where they stand.
    without: Joints that the set leaves to others.
    only: The joints that the set keys; all by default.
    """
    left_out, chosen = set(without), set(only) or set(character.skeleton.names)
    joints = [m for m in body_manipulators(character.skeleton) if m.target in chosen - left_out]
    kind = ManipulatorKind.HANDLE
    handles = [Manipulator(kind, foot, moves=True, turns=True) for foot in feet if planted]
    manipulators = (*joints, *handles)
    poses = {id(key): described_pose(character, key.pose, feet) for key in keys if key.other not in keys}
    poses |= {  # what is a mirror image needs no solving
        id(key): mirror_motion(poses[id(key.other)], character.symmetry) for key in keys if key.other in keys
    }
    made = [SpatialKey(key.name, key.at, *values_of_pose(manipulators, poses[id(key)])) for key in keys]
    return SpatialSet(name, manipulators, tuple(made), function, degree, keys[0].at)


def _goals(character: Character, described: Described, feet: Iterable[str]) -> tuple[list[Goal], set[int]]:
    """The goals of feet and hands, and the joints of their limbs, which may turn for them."""
    skeleton, rest = character.skeleton, forward_kinematics(character.rest)
    goals: list[Goal] = []
    free: set[int] = set()
    for name in [each for each in feet if each not in described.hanging]:
        foot, step = skeleton.index(name), described.steps.get(name, Step())
        place = rest.positions[foot] + step.shift
        below = tuple(described.turns.get(skeleton.names[j], _STILL) for j in skeleton.descendants(foot)[1:])
        place[1] = step.shift[1] - _lowest(character, foot, below, step.turn)
        goals.append(PositionGoal(foot, place))
        goals.append(OrientationGoal(foot, quat_multiply(_rotation(step.turn), rest.rotations[foot])))
        free |= {foot, *_limb(character, foot)}
    for name, place in described.reaches.items():
        hand = skeleton.index(name)
        goals.append(PositionGoal(hand, place))
        free |= set(_limb(character, hand))
    return goals, free


@lru_cache(maxsize=256)  # most feet of most poses are as in another one
def _lowest(character: Character, foot: int, turns: tuple[Triple, ...], turn: Triple) -> float:
    """Height of a foot's lowest contact point over its joint [m].

    turns: Of the joints that hang on it [degrees].
    turn: Of the foot, in the world [degrees].
    """
    skeleton, rotations = character.skeleton, character.rest.rotations.copy()
    below = skeleton.descendants(foot)
    if turns:
        rotations[below[1:]] = _rotation(turns)
    world = forward_kinematics(Pose(skeleton, character.rest.root_translation, rotations))
    marked = [point for point in character.contacts if point.joint in below]
    joints, offsets = np.array([p.joint for p in marked]), np.stack([p.offset for p in marked])
    from_foot = points_on_joints(world, joints, offsets) - world.positions[foot]
    return float(quat_rotate(_rotation(turn), from_foot)[:, 1].min())


def _limb(character: Character, end: int) -> list[int]:
    """The joints that carry a hand or a foot, up to where its limb leaves the body."""
    skeleton, limb = character.skeleton, []
    joint = int(skeleton.parents[end])
    while joint > 0 and len(skeleton.children[joint]) == 1:
        limb.append(joint)
        joint = int(skeleton.parents[joint])
    return limb


def _rotation(turns: Triple | Sequence[Triple]) -> Floats:
    """(..., 4) rotations of turns (..., 3) [degrees]."""
    return quat_from_euler(np.radians(turns)[..., [1, 0, 2]], "YXZ")


@lru_cache(maxsize=256)
def about(axis: Triple, degrees: float) -> Triple:
    """The turn by an angle about any axis, in the angles that descriptions use."""
    along = np.asarray(axis, dtype=np.float64)
    turned = quat_from_axis_angle(np.radians(degrees) * along / np.linalg.norm(along))
    y, x, z = np.degrees(euler_from_quat(turned, "YXZ"))
    return float(x), float(y), float(z)


def _flip_place(place: Triple) -> Triple:
    return -place[0], place[1], place[2]


def _flip_turn(turn: Triple) -> Triple:
    return turn[0], -turn[1], -turn[2]


def over(base: Described, **changes: Any) -> Described:
    """A description with some of its turns and other fields replaced."""
    turns = dict(base.turns) | dict(changes.pop("turns", {}))
    return replace(base, turns=turns, **changes)
