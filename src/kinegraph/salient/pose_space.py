"""Pose space: each frame of a motion as one point, so that a motion is a curve and keys are points on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.core.skeleton import Skeleton

# Joints that never leave a joint already chosen, by less than this share of the body's size, add nothing.
_COINCIDENT = 0.02


@dataclass(frozen=True, eq=False)
class PoseSpace:
    """Frames as points.

    points: (N, D) one row a frame [m, times a weight]. No frame number and no unit but length is in it, so
        that resampling or scaling a clip changes no key.
    fps: Rate of the frames [1/s].
    joints: Names of the joints whose positions make up a row, three columns each.
    """

    points: Floats
    fps: float
    joints: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", frozen_floats("Poses", self.points, (None, None)))
        if len(self.points) < 2:
            raise InvalidValue(f"Keys need a motion of at least two frames; this one has {len(self.points)}.")

    def __len__(self) -> int:
        return len(self.points)

    def frames(self, start: int, stop: int) -> "PoseSpace":
        """The frames start..stop-1 as a space of their own."""
        return PoseSpace(self.points[start:stop], self.fps, self.joints)

    def of_joints(self, names: Sequence[str]) -> "PoseSpace":
        """The same frames, told by some of the joints only."""
        chosen = [self.joints.index(name) for name in names]
        columns = (3 * np.array(chosen)[:, None] + np.arange(3)).ravel()
        return PoseSpace(self.points[:, columns], self.fps, tuple(names))


def pose_space(
    clip: Clip, joints: Sequence[str] | None = None, weights: Mapping[str, float] | None = None
) -> PoseSpace:
    """World positions of joints, frame by frame.

    joints: Which, by name; `telling_joints` of the skeleton by default.
    weights: How much a joint counts beside the others, 1 where not named.
    """
    skeleton = clip.skeleton
    chosen = telling_joints(skeleton) if joints is None else tuple(joints)
    if not chosen:
        raise InvalidValue("Name at least one joint to tell poses by.")
    indices = [skeleton.index(name) for name in chosen]
    factors = np.ones(len(chosen))
    for name, weight in (weights or {}).items():
        skeleton.index(name)
        if not (np.isfinite(weight) and weight >= 0):
            raise InvalidValue(f"The weight of {name!r} must be zero or more, not {weight}.")
        if name in chosen:
            factors[chosen.index(name)] = weight
    positions = forward_kinematics(clip).positions[:, indices] * factors[:, None]
    return PoseSpace(positions.reshape(len(clip), -1), clip.fps, chosen)


def telling_joints(skeleton: Skeleton) -> tuple[str, ...]:
    """Joints that together tell a pose: all but those that sit on a joint already chosen.

    Fingers and toes crowd round a hand: of joints nearer to their chosen ancestor than a fiftieth of the
    skeleton's reach, only the ancestor is taken.
    """
    lengths = np.linalg.norm(skeleton.offsets, axis=1)
    reach = np.zeros(len(skeleton))
    for joint in range(1, len(skeleton)):
        reach[joint] = reach[skeleton.parents[joint]] + lengths[joint]
    limit = _COINCIDENT * max(float(reach.max()), 1e-12)
    since_chosen, chosen = np.zeros(len(skeleton)), [0]
    for joint in range(1, len(skeleton)):
        since_chosen[joint] = since_chosen[skeleton.parents[joint]] + lengths[joint]
        if since_chosen[joint] > limit:
            chosen.append(joint)
            since_chosen[joint] = 0.0
    return tuple(skeleton.names[joint] for joint in chosen)
