"""Inverse kinematics: local rotations that bring points of a character where they should be.

Damped least squares over all free joints and all goals at once, with Levenberg's control of the damping, an
optional pull towards a rest pose in what the goals leave free, and a way out of straight limbs. What cannot
be reached is approached as near as it can be. The result depends on the start pose and the goals alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.core.arrays import Floats, Ints, frozen_floats, kernel_floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.inverse_layout import AIM, ORIENTATION, POSITION, Goals, Joints, Options
from kinegraph.core.kinematics.inverse_solver_kernels import longest_limb, solve_frames
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

Motion = TypeVar("Motion", Pose, Clip)

_ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class PositionGoal:
    """A point on a joint should be at a place.

    target: (3,) in the world [m]; (F, 3) for a clip gives each frame its own.
    offset: (3,) the point in the joint's frame [m].
    weight: Importance beside the other goals; goals that all can be met are met whatever their weights.
    """

    joint: int
    target: ArrayLike
    offset: ArrayLike = _ORIGIN
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class OrientationGoal:
    """A joint should have an orientation.

    rotation: (4,) world-from-joint unit quaternion xyzw; (F, 4) for a clip gives each frame its own.
    """

    joint: int
    rotation: ArrayLike
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class AimGoal:
    """A joint's axis should point at a place, turned about itself as it likes.

    target: (3,) the place to point at in the world [m]; (F, 3) for a clip gives each frame its own.
    axis: (3,) the direction in the joint's frame that should point there.
    """

    joint: int
    target: ArrayLike
    axis: ArrayLike = (0.0, 0.0, 1.0)
    weight: float = 1.0


Goal = PositionGoal | OrientationGoal | AimGoal


@dataclass(frozen=True, eq=False)
class IkSolution(Generic[Motion]):
    """Result of a solve.

    motion: The start motion with its free joints turned.
    errors: (..., G) how far each goal is missed: distances [m] for positions, angles [rad] for the others.
    steps: (...) damped steps tried.
    """

    motion: Motion
    errors: Floats
    steps: Ints


def solve_ik(
    motion: Motion,
    goals: Sequence[Goal],
    *,
    free: Iterable[int] | None = None,
    stiffness: ArrayLike | None = None,
    move_root: bool = False,
    root_stiffness: float = 0.0,
    rest_pull: float = 0.0,
    rest: Pose | None = None,
    max_steps: int = 40,
    tolerance: float = 1e-5,
) -> IkSolution[Motion]:
    """Turns joints of a pose, or of every frame of a clip on its own, so that the goals are met.

    free: Indices of the joints that may turn; all by default.
    stiffness: (J,) reluctance of each joint, 0 (the default) to any size: one of stiffness s turns
        1 / (1 + s)^2 as far as one of none that would help as much.
    move_root: Whether the root may also shift, with `root_stiffness` in the same terms.
    rest_pull: Share (0 to 1) by which joints return towards `rest` in a step, where the goals leave them
        free.
    rest: The pose that pulls; the skeleton's rest pose by default.
    tolerance: Error at which a goal counts as met: [rad], and for positions a share of the longest limb in
        use.
    """
    skeleton = motion.skeleton
    if not 0.0 <= rest_pull <= 1.0:
        raise InvalidValue(f"The pull towards rest must lie between 0 and 1, not {rest_pull}.")
    if rest is not None and rest.skeleton != skeleton:
        raise InvalidValue("The rest pose that pulls must belong to the skeleton that is solved.")
    frames = len(motion) if isinstance(motion, Clip) else 1
    ease = _eases(skeleton, free, stiffness, root_stiffness if move_root else np.inf)
    arrays = _goal_arrays(goals, skeleton, frames)
    roots, local, rotations = _start(motion)
    length = longest_limb(skeleton.parents, kernel_floats(skeleton.offsets), arrays)
    errors, steps = np.empty((frames, len(goals))), np.empty(frames, dtype=np.int64)
    joints = Joints(
        skeleton.parents,
        kernel_floats(local),
        kernel_floats(skeleton.rest_rotations if rest is None else rest.rotations),
        kernel_floats(ease),
    )
    options = Options(length, float(rest_pull), int(max_steps), float(tolerance))
    solve_frames(joints, arrays, options, roots, rotations, errors, steps)
    if isinstance(motion, Pose):
        return IkSolution(motion.with_root(roots[0], rotations[0]), errors[0], steps[0])
    return IkSolution(motion.with_roots(roots, rotations), errors, steps)


def _start(motion: Pose | Clip) -> tuple[Floats, Floats, Floats]:
    """Copies to solve in: roots (F, 3), local translations (F or 1, J, 3), rotations (F, J, 4)."""
    if isinstance(motion, Clip):
        local = motion.skeleton.offsets[None] if motion.translations is None else motion.translations
        return motion.root_translations.copy(), local, quat_normalize(motion.rotations)
    local = motion.skeleton.offsets if motion.translations is None else motion.translations
    return motion.root_translation[None].copy(), local[None], quat_normalize(motion.rotations)[None]


def _eases(
    skeleton: Skeleton, free: Iterable[int] | None, stiffness: ArrayLike | None, root: float
) -> Floats:
    """(J + 1,) how readily each joint turns and, last, the root shifts: 1 freely, 0 not at all."""
    count = len(skeleton)
    stiff = np.zeros(count) if stiffness is None else frozen_floats("Joint stiffness", stiffness, (count,))
    if (stiff < 0).any() or not root >= 0:
        raise InvalidValue("A stiffness must be zero or more.")
    ease = 1.0 / (1.0 + np.append(stiff, root))
    if free is not None:
        held = np.append(np.ones(count, dtype=np.bool_), False)
        for joint in free:
            _check_joint(joint, skeleton)
            held[joint] = False
        ease[held] = 0.0
    return ease


def _goal_arrays(goals: Sequence[Goal], skeleton: Skeleton, frames: int) -> Goals:
    """Goals as the kernels take them."""
    count = len(goals)
    kinds, joints = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    offsets, targets, weights = np.zeros((count, 3)), np.zeros((frames, count, 4)), np.ones(count)
    for index, goal in enumerate(goals):
        _check_joint(goal.joint, skeleton)
        if not (np.isfinite(goal.weight) and goal.weight >= 0):
            raise InvalidValue(f"The weight of a goal must be zero or more, not {goal.weight}.")
        joints[index], weights[index] = goal.joint, goal.weight
        match goal:
            case PositionGoal():
                kinds[index] = POSITION
                if goal.offset is not _ORIGIN:
                    offsets[index] = frozen_floats("A position goal's offset", goal.offset, (3,))
                targets[:, index, :3] = _targets("A position goal's target", goal.target, 3, frames)
            case OrientationGoal():
                kinds[index] = ORIENTATION
                targets[:, index] = _targets("An orientation goal's rotation", goal.rotation, 4, frames)
            case AimGoal():
                kinds[index] = AIM
                offsets[index] = _unit_axis(goal.axis)
                targets[:, index, :3] = _targets("An aim goal's target", goal.target, 3, frames)
    turning = kinds == ORIENTATION
    targets[:, turning] = quat_normalize(targets[:, turning])
    return Goals(kinds, joints, offsets, targets, weights)


def _targets(what: str, values: ArrayLike, width: int, frames: int) -> Floats:
    """A goal's target, one for all frames or one per frame."""
    array = np.asarray(values, dtype=np.float64)
    # A finite sum of the right shape is valid; only other values are checked one by one, for the error.
    if array.shape in ((width,), (frames, width)) and isfinite(array.sum()):
        return array
    return frozen_floats(what, array, (width,) if array.ndim <= 1 else (frames, width))


def _unit_axis(axis: ArrayLike) -> NDArray[np.float64]:
    vector = frozen_floats("An aim goal's axis", axis, (3,))
    length = np.linalg.norm(vector)
    if length < 1e-12:
        raise InvalidValue("An aim goal's axis must have a direction.")
    return vector / length


def _check_joint(joint: int, skeleton: Skeleton) -> None:
    if not 0 <= joint < len(skeleton):
        raise InvalidValue(f"Joint {joint} is outside the skeleton's {len(skeleton)} joints.")
