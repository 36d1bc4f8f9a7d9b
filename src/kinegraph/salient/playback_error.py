"""How far a keyed result plays from the motion it came from: at the joints, and at feet that stood still."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import USUAL_LIMITS, ContactLimits, character_height, detect_contacts
from kinegraph.core.errors import InvalidValue
from kinegraph.core.forward_kinematics import forward_kinematics, points_on_joints


@dataclass(frozen=True)
class JointError:
    """One joint's distance from where it was.

    largest, root_mean_square: [m]; frame: Where it is largest.
    """

    joint: str
    largest: float
    root_mean_square: float
    frame: int


@dataclass(frozen=True)
class StanceDrift:
    """How far a point that stood on the ground moved along it while it should have stood.

    original, result: Largest distance from where the stance began, in the capture and in the result [m].
    """

    point: str
    start: int
    stop: int
    original: float
    result: float


@dataclass(frozen=True)
class PlaybackError:
    """A result beside its original.

    height: Of the character at rest [m]; errors are also told as shares of it.
    joints: In joint order.
    stances: In the order of points and time; empty where nothing stood.
    """

    height: float
    joints: tuple[JointError, ...]
    stances: tuple[StanceDrift, ...]

    @property
    def worst(self) -> JointError:
        """The joint that is farthest off anywhere."""
        return max(self.joints, key=lambda joint: joint.largest)

    @property
    def mean(self) -> float:
        """Root mean square over all joints and frames [m]."""
        return float(np.sqrt(np.mean([joint.root_mean_square**2 for joint in self.joints])))

    @property
    def worst_stance_drift(self) -> float:
        """Largest drift that the result adds to any stance [m]."""
        return max((max(0.0, stance.result - stance.original) for stance in self.stances), default=0.0)


def playback_error(
    original: Clip, result: Clip, contacts: Sequence[ContactPoint] = (), limits: ContactLimits = USUAL_LIMITS
) -> PlaybackError:
    """Compares two clips of one skeleton frame by frame.

    contacts: Points whose stances are watched; where the original says that they stand.
    """
    if result.skeleton != original.skeleton:
        raise InvalidValue("A result can only be compared with a motion of the same skeleton.")
    if len(result) != len(original) or result.fps != original.fps:
        raise InvalidValue(
            f"The result has {len(result)} frames at {result.fps:g} fps, the original {len(original)} "
            f"at {original.fps:g}; bake it at the original's rate."
        )
    there, here = forward_kinematics(original), forward_kinematics(result)
    apart = np.linalg.norm(here.positions - there.positions, axis=-1)
    joints = tuple(
        JointError(
            name,
            float(apart[:, index].max()),
            float(np.sqrt(np.mean(apart[:, index] ** 2))),
            int(apart[:, index].argmax()),
        )
        for index, name in enumerate(original.skeleton.names)
    )
    stances: list[StanceDrift] = []
    if contacts:
        found = detect_contacts(original, contacts, limits)
        carriers = np.array([point.joint for point in contacts])
        offsets = np.stack([point.offset for point in contacts])
        before, after = points_on_joints(there, carriers, offsets), points_on_joints(here, carriers, offsets)
        for index, point in enumerate(contacts):
            stances.extend(
                StanceDrift(
                    point.name,
                    start,
                    stop,
                    _drift(before[start:stop, index]),
                    _drift(after[start:stop, index]),
                )
                for start, stop in found.intervals(index)
            )
    return PlaybackError(character_height(original.skeleton), joints, tuple(stances))


def _drift(path: Floats) -> float:
    """Largest horizontal distance from the first point of a path [m]."""
    return float(np.linalg.norm((path - path[0])[:, [0, 2]], axis=1).max())
