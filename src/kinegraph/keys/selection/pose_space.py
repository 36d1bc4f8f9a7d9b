"""Pose space: each frame of a motion as one point, so that a motion is a curve and keys are points on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, frozen_floats, frozen_quats, read_only
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.core.skeleton import Skeleton
from kinegraph.core.tips import tip_positions, tips

# Joints that never leave a joint already chosen, by less than this share of the body's size, add nothing.
_COINCIDENT = 0.02
# Beyond this a weight leaves nothing of the other joints.
_HEAVIEST = 1e6


@dataclass(frozen=True, eq=False)
class PoseSpace:
    """Frames as points.

    points: (N, D) one row a frame [m, times a weight]. No frame number and no unit but length is in it, so
        that resampling or scaling a clip changes no key.
    fps: Rate of the frames [1/s].
    joints: For each point of a row, three columns, the joint whose place or tip it is; a joint with both is
        named more than once.
    rotations: (N, J, 4) parent-from-joint rotations of those joints, for objectives that look at them.
    touching: (N, P) whether each contact point stands on the ground, for objectives that look at that.
    """

    points: Floats
    fps: float
    joints: tuple[str, ...] = ()
    rotations: Floats | None = None
    touching: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "points", frozen_floats("Poses", self.points, (None, None)))
        frames = len(self.points)
        if frames < 2:
            raise InvalidValue(f"Keys need a motion of at least two frames; this one has {frames}.")
        if self.rotations is not None:
            rotations = frozen_quats("Rotations of poses", self.rotations, (frames, len(self.joints), 4))
            set_field(self, "rotations", rotations)
        if self.touching is not None:
            touching = np.array(self.touching, dtype=np.bool_)
            if touching.ndim != 2 or len(touching) != frames:
                raise InvalidValue(f"Contacts must be given for each of the {frames} frames.")
            set_field(self, "touching", read_only(touching))

    def __len__(self) -> int:
        return len(self.points)

    def frames(self, start: int, stop: int) -> "PoseSpace":
        """The frames start..stop-1 as a space of their own."""
        return PoseSpace(
            self.points[start:stop],
            self.fps,
            self.joints,
            None if self.rotations is None else self.rotations[start:stop],
            None if self.touching is None else self.touching[start:stop],
        )

    def of_joints(self, names: Sequence[str]) -> "PoseSpace":
        """The same frames, with the positions of some joints only."""
        chosen = [index for name in names for index, own in enumerate(self.joints) if own == name]
        columns = (3 * np.array(chosen)[:, None] + np.arange(3)).ravel()
        rotations = None if self.rotations is None else self.rotations[:, chosen]
        names = tuple(self.joints[index] for index in chosen)
        return PoseSpace(self.points[:, columns], self.fps, names, rotations, self.touching)


def pose_space(
    clip: Clip,
    joints: Sequence[str] | None = None,
    weights: Mapping[str, float] | None = None,
    contacts: Sequence[ContactPoint] = (),
) -> PoseSpace:
    """World positions of joints, frame by frame, with their rotations beside them.

    joints: Names of joints; by default `distinct_joints` of the skeleton and the tips beyond them, without
        which the turn of a head or a hand would not show.
    weights: Relative weight of a joint's position, 1 by default, up to a million.
    contacts: Where the character may touch the ground; without them the space has no contacts.
    """
    skeleton = clip.skeleton
    chosen = distinct_joints(skeleton) if joints is None else tuple(dict.fromkeys(joints))
    if not chosen:
        raise InvalidValue("Name at least one joint to compare poses by.")
    indices = [skeleton.index(name) for name in chosen]
    beyond = telling_tips(skeleton, indices) if joints is None else []
    carriers = tips(skeleton)[0][beyond].tolist()
    world = forward_kinematics(clip)
    places = [world.positions[:, indices], tip_positions(skeleton, world)[:, beyond]]
    indices += carriers
    chosen = tuple(skeleton.names[index] for index in indices)
    positions = np.concatenate(places, axis=1) * _factors(skeleton, chosen, weights or {})[:, None]
    touching = detect_contacts(clip, contacts).touching if contacts else None
    rotations = unroll_quats(clip.rotations[:, indices])
    return PoseSpace(positions.reshape(len(clip), -1), clip.fps, chosen, rotations, touching)


def _factors(skeleton: Skeleton, chosen: Sequence[str], weights: Mapping[str, float]) -> Floats:
    """(J,) the weight of each of the joints that were chosen."""
    factors = np.ones(len(chosen))
    for name, weight in weights.items():
        skeleton.index(name)
        if not 0.0 <= weight <= _HEAVIEST:
            raise InvalidValue(f"The weight of {name!r} must be zero to {_HEAVIEST:g}, not {weight}.")
        factors[[own == name for own in chosen]] = weight
    if not factors.any():
        names = ", ".join(repr(name) for name in dict.fromkeys(chosen[:4])) + (", ..." if chosen[4:] else "")
        raise InvalidValue(f"All joints that poses are compared by ({names}) have weight 0; raise one.")
    return factors


def telling_tips(skeleton: Skeleton, chosen: Sequence[int]) -> list[int]:
    """Tips that add to chosen joints: those farther from their joint than joints need be to count."""
    joints, offsets = tips(skeleton)
    far = np.linalg.norm(offsets, axis=1) > _COINCIDENT * _reach(skeleton)
    return np.flatnonzero(far & np.isin(joints, chosen)).tolist()


def distinct_joints(skeleton: Skeleton) -> tuple[str, ...]:
    """Joints that together describe a pose: all except those that sit close to a joint already chosen.

    Fingers and toes lie close to a hand or foot. Of joints nearer to their chosen ancestor than a fiftieth of
    the skeleton's reach, only the ancestor is taken.
    """
    lengths = np.linalg.norm(skeleton.offsets, axis=1)
    limit = _COINCIDENT * _reach(skeleton)
    since_chosen, chosen = np.zeros(len(skeleton)), [0]
    for joint in range(1, len(skeleton)):
        since_chosen[joint] = since_chosen[skeleton.parents[joint]] + lengths[joint]
        if since_chosen[joint] > limit:
            chosen.append(joint)
            since_chosen[joint] = 0.0
    return tuple(skeleton.names[joint] for joint in chosen)


def _reach(skeleton: Skeleton) -> float:
    """The longest way from the root to a joint along the bones [m]."""
    lengths = np.linalg.norm(skeleton.offsets, axis=1)
    reach = np.zeros(len(skeleton))
    for joint in range(1, len(skeleton)):
        reach[joint] = reach[skeleton.parents[joint]] + lengths[joint]
    return max(float(reach.max()), 1e-12)
