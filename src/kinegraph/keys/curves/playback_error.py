"""Playback error: how far a keyed result is from its source, at the joints and at planted feet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import USUAL_LIMITS, ContactLimits, detect_contacts, standing_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics, points_on_joints
from kinegraph.core.tips import tip_positions, tips
from kinegraph.keys.selection.noise_floor import track_noise

# Curves through noise miss by up to this multiple of it: at the keys and between them it adds up.
NOISE_PEAK = 5.0


@dataclass(frozen=True)
class JointError:
    """Distance of a joint, or of a tip that it carries, from its original position.

    largest, root_mean_square, mean: [m]; frame: Where it is largest.
    noise: How much the original trembles there [m].
    """

    joint: str
    largest: float
    root_mean_square: float
    frame: int
    mean: float
    noise: float = 0.0


@dataclass(frozen=True)
class StanceDrift:
    """Distance that a planted point slid along the ground and sank during its stance.

    start, stop: First frame of the stance, and the frame after its last.
    original, result: Largest distance from where the stance began, in the capture and in the result [m].
    sunk: Largest depth of the result below the capture [m].
    worst: The frame at which the result is farthest from the capture.
    noise: How much the point trembles in the capture [m].
    """

    point: str
    start: int
    stop: int
    original: float
    result: float
    sunk: float = 0.0
    worst: int = 0
    noise: float = 0.0

    @property
    def added(self) -> float:
        """Drift of the result beyond that of the capture [m]."""
        return max(0.0, self.result - self.original)

    @property
    def strays(self) -> float:
        """The larger of the drift that the result adds and the depth that it sinks to [m]."""
        return max(self.added, self.sunk)


@dataclass(frozen=True)
class PlaybackError:
    """Difference between a result and its original.

    height: Height of the character [m]; errors are also given as shares of it.
    joints: In joint order.
    stances: In the order of points and time; empty where nothing was planted.
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
        """Mean over all joints and frames [m]."""
        return float(np.mean([joint.mean for joint in self.joints]))

    @property
    def root_mean_square(self) -> float:
        """Root mean square over all joints and frames [m]."""
        return float(np.sqrt(np.mean([joint.root_mean_square**2 for joint in self.joints])))

    @property
    def worst_stance_drift(self) -> float:
        """Largest drift that the result adds to any stance [m]."""
        return max((stance.added for stance in self.stances), default=0.0)

    @property
    def worst_sinking(self) -> float:
        """Largest depth of any planted point below its place in the capture [m]."""
        return max((stance.sunk for stance in self.stances), default=0.0)


class PlaybackReference:
    """A motion that results are compared with, and all that does not depend on the result.

    original: The motion.
    contacts: Points whose stances are checked; the original decides when they stand.
    """

    def __init__(
        self, original: Clip, contacts: Sequence[ContactPoint] = (), limits: ContactLimits = USUAL_LIMITS
    ) -> None:
        self.original, self.contacts = original, tuple(contacts)
        self._height = standing_height(original)
        found = detect_contacts(original, self.contacts, limits) if self.contacts else None
        world = forward_kinematics(original)
        self._positions, self._places = world.positions, self._points(world)
        self._tips = tip_positions(original.skeleton, world)
        self._stances = [
            (index, start, stop)
            for index in range(len(self.contacts))
            for start, stop in (found.intervals(index) if found else ())
        ]

    @cached_property
    def noise(self) -> Floats:
        """(J,) how much each joint, or the tip that it carries, trembles in the original [m]."""
        original = self.original
        places = np.concatenate([self._positions, self._tips], axis=1)
        noise, joints = track_noise(places, original.fps), len(original.skeleton)
        found = noise[:joints].copy()
        np.maximum.at(found, tips(original.skeleton)[0], noise[joints:])
        return found

    @cached_property
    def _point_noise(self) -> Floats:
        """(P,) how much each contact point trembles in the original [m]."""
        return np.minimum(track_noise(self._places, self.original.fps), self.noise.max())

    @property
    def planted(self) -> list[tuple[int, int, int]]:
        """Joints that stand on the ground: the joint, its first frame there, and the one after the last."""
        return [(self.contacts[index].joint, start, stop) for index, start, stop in self._stances]

    def error(self, result: Clip) -> tuple[PlaybackError, Floats]:
        """Error of `result`, and (N, J) distances of each joint from the original at each frame [m]."""
        original = self.original
        if result.skeleton != original.skeleton:
            raise InvalidValue("A result can only be compared with a motion of the same skeleton.")
        if len(result) != len(original) or result.fps != original.fps:
            raise InvalidValue(
                f"The result has {len(result)} frames at {result.fps:g} fps, the original {len(original)} "
                f"at {original.fps:g}; bake it at the original's rate."
            )
        world = forward_kinematics(result)
        apart = np.linalg.norm(world.positions - self._positions, axis=-1)
        # Only a tip shows how the last joint of a chain is turned.
        beyond = np.linalg.norm(tip_positions(original.skeleton, world) - self._tips, axis=-1)
        for tip, joint in enumerate(tips(original.skeleton)[0].tolist()):
            np.maximum(apart[:, joint], beyond[:, tip], out=apart[:, joint])
        largest, frames = apart.max(axis=0), apart.argmax(axis=0)
        squares, means = np.sqrt(np.mean(apart**2, axis=0)), apart.mean(axis=0)
        joints = tuple(
            JointError(
                name,
                float(largest[j]),
                float(squares[j]),
                int(frames[j]),
                float(means[j]),
                float(self.noise[j]),
            )
            for j, name in enumerate(original.skeleton.names)
        )
        places = self._points(world)
        stances = tuple(self._drift(places, *stance) for stance in self._stances)
        return PlaybackError(self._height, joints, stances), apart

    def _points(self, world: WorldTransforms) -> Floats:
        """(N, P, 3) world positions of the contact points [m]."""
        if not self.contacts:
            return np.empty((len(world.positions), 0, 3))
        carriers = np.array([point.joint for point in self.contacts])
        return points_on_joints(world, carriers, np.stack([point.offset for point in self.contacts]))

    def _drift(self, places: Floats, index: int, start: int, stop: int) -> StanceDrift:
        before, after = self._places[start:stop, index], places[start:stop, index]
        apart = np.linalg.norm(after - before, axis=1)
        return StanceDrift(
            self.contacts[index].name,
            start,
            stop,
            _farthest(before),
            _farthest(after),
            max(0.0, float((before - after)[:, 1].max())),
            start + int(apart.argmax()),
            float(self._point_noise[index]),
        )


def playback_error(
    original: Clip, result: Clip, contacts: Sequence[ContactPoint] = (), limits: ContactLimits = USUAL_LIMITS
) -> PlaybackError:
    """Compares two clips of one skeleton frame by frame.

    contacts: Points whose stances are checked; the original decides when they stand.
    """
    return PlaybackReference(original, contacts, limits).error(result)[0]


def _farthest(path: Floats) -> float:
    """Largest horizontal distance from the first point of a path [m]."""
    return float(np.linalg.norm((path - path[0])[:, [0, 2]], axis=1).max())
