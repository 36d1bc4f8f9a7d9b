"""Contacts: when feet, paws and tips stand on the ground.

A point is in contact while it is low and slow. Both are judged twice, as an edge detector does: every
stretch that passes the loose limits counts if somewhere it passes the strict ones. That keeps a contact
whole where a single limit would chatter, and gives the same answer whether time runs forwards or backwards.
Limits are shares of the character's height, so a mouse and a giant are judged alike; times are in seconds,
so the frame rate does not matter.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics, points_on_joints
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class ContactLimits:
    """Limits of height, speed and duration of a contact.

    low, low_loose: Height over the point's resting height [character heights].
    slow, slow_loose: Speed [character heights per second].
    shortest_contact, shortest_gap: Contacts and gaps that last less are taken for noise [s].
    clearance: How far above the ground a point may rest, for joints inside a foot [character heights].
    speed_window: Time over which a speed is measured [s], at least one frame to either side.
    """

    low: float = 0.02
    low_loose: float = 0.04
    slow: float = 0.15
    slow_loose: float = 0.35
    shortest_contact: float = 0.08
    shortest_gap: float = 0.06
    clearance: float = 0.08
    speed_window: float = 0.05


USUAL_LIMITS = ContactLimits()
# A character that is less high than this share of its longest extent is flat, or lies down.
_FLAT = 1.0 / 3.0


@dataclass(frozen=True, eq=False)
class Contacts:
    """The frames in which each point of a clip is in contact.

    names: Name of each point.
    fps: The clip's rate.
    touching: (F, P) whether the point stands on the ground.
    ground: Height of the ground [m].
    resting_heights: (P,) height of each point while it stands [m].
    """

    names: tuple[str, ...]
    fps: float
    touching: Flags
    ground: float
    resting_heights: Floats

    def intervals(self, point: int) -> tuple[tuple[int, int], ...]:
        """The point's contacts as (first frame, frame after the last) pairs, in order."""
        return runs(self.touching[:, point])

    def duty_factors(self) -> Floats:
        """(P,) the share of the clip that each point is in contact."""
        return self.touching.mean(axis=0)


def detect_contacts(
    clip: Clip, points: Sequence[ContactPoint], limits: ContactLimits = USUAL_LIMITS
) -> Contacts:
    """Finds the frames in which points stand on the ground.

    points: Where the character may touch the ground; `joint_points` makes them from foot joints.
    """
    if not points:
        raise InvalidValue("Contacts can only be detected for at least one point.")
    joints = np.array([point.joint for point in points])
    if joints.min() < 0 or joints.max() >= len(clip.skeleton):
        raise InvalidValue(f"A contact point names a joint outside the skeleton's {len(clip.skeleton)}.")
    places = points_on_joints(forward_kinematics(clip), joints, np.stack([point.offset for point in points]))
    height = standing_height(clip)
    speeds = point_speeds(places, clip.fps, limits.speed_window) / height
    ground, resting = _resting_heights(places[..., 1] / height, speeds, limits)
    lift = places[..., 1] / height - resting
    strict = (lift <= limits.low) & (speeds <= limits.slow)
    loose = (lift <= limits.low_loose) & (speeds <= limits.slow_loose)
    touching = np.stack(
        [_track(strict[:, p], loose[:, p], clip.fps, limits) for p in range(len(points))], axis=-1
    )
    names = tuple(point.name for point in points)
    return Contacts(names, clip.fps, touching, ground * height, resting * height)


def joint_points(skeleton: Skeleton, joints: Iterable[int | str]) -> tuple[ContactPoint, ...]:
    """Contact points at the joints themselves, by index or name: for skeletons without marked points."""
    indices = [skeleton.index(joint) if isinstance(joint, str) else int(joint) for joint in joints]
    return tuple(ContactPoint(skeleton.names[joint], joint, np.zeros(3)) for joint in indices)


def character_height(skeleton: Skeleton) -> float:
    """Height of the skeleton at rest [m]: at least a third of its longest extent, 1 where it has none.

    The third is for characters that are flat, or rest lying down.
    """
    extents = _extents(Pose.rest(skeleton))
    height = max(float(extents[1]), _FLAT * float(extents.max()))
    return height if height > 0.0 else 1.0


def standing_height(clip: Clip) -> float:
    """Height of the character of a clip [m]: at rest, or where it rests flat, as it mostly is in the clip.

    Many rigs rest with every bone along one axis, so lying down, and stand only where they move.
    """
    height, rest = character_height(clip.skeleton), _extents(Pose.rest(clip.skeleton))
    if rest[1] >= _FLAT * rest.max():
        return height
    return max(height, float(np.median(_extents(clip)[:, 1])))


def _extents(motion: Pose | Clip) -> Floats:
    """(..., 3) from the lowest to the highest place of any joint or end site along each axis [m]."""
    world = forward_kinematics(motion)
    places = np.concatenate([world.positions, end_positions(motion.skeleton, world)], axis=-2)
    return np.ptp(places, axis=-2)


def point_speeds(places: Floats, fps: float, window: float = 0.05) -> Floats:
    """(F, ...) speeds [m/s] of points (F, ..., 3) [m], measured over `window` [s] around each frame."""
    frames = len(places)
    reach = max(1, round(0.5 * window * fps))
    before, after = (
        np.maximum(np.arange(frames) - reach, 0),
        np.minimum(np.arange(frames) + reach, frames - 1),
    )
    span = np.maximum(after - before, 1) / fps
    distances = np.linalg.norm(places[after] - places[before], axis=-1)
    return distances / span.reshape(-1, *[1] * (distances.ndim - 1))


def runs(flags: Flags) -> tuple[tuple[int, int], ...]:
    """The stretches of True in (F,) flags, as (first, one past the last) pairs."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return tuple((int(start), int(stop)) for start, stop in edges.reshape(-1, 2))


def _resting_heights(heights: Floats, speeds: Floats, limits: ContactLimits) -> tuple[float, Floats]:
    """The ground's height, and (P,) each point's own height while it stands [character heights].

    The ground is where the lowest point of a frame is when it is slow; stray frames below do not count. A
    point in a foot, such as an ankle, rests above it: as high as the low end of its own slow moments, within
    the clearance.
    """
    lowest = np.argmin(heights, axis=1)
    frames = np.arange(len(heights))
    floor, pace = heights[frames, lowest], speeds[frames, lowest]
    standing = floor[pace <= limits.slow]
    ground = float(np.quantile(standing if len(standing) else floor, 0.1))
    resting = np.full(heights.shape[1], ground)
    for point in range(heights.shape[1]):
        near = (heights[:, point] <= ground + limits.clearance) & (speeds[:, point] <= limits.slow)
        if near.any():
            resting[point] = max(ground, float(np.quantile(heights[near, point], 0.1)))
    return ground, resting


def _track(strict: Flags, loose: Flags, fps: float, limits: ContactLimits) -> Flags:
    """(F,) one point's contacts: loose stretches with a strict frame; short gaps close, short contacts go.

    What the clip's ends cut off may have lasted longer, and is kept.
    """
    touching = np.zeros(len(strict), dtype=np.bool_)
    for start, stop in runs(loose):
        touching[start:stop] = strict[start:stop].any()
    for wanted, shortest in ((False, limits.shortest_gap), (True, limits.shortest_contact)):
        for start, stop in runs(touching == wanted):
            inside = start > 0 and stop < len(touching)
            if inside and (stop - start) / fps < shortest:
                touching[start:stop] = not wanted
    return touching
