"""Events of Perform: answers to what a page asks about performances."""

import msgspec

from kinegraph.studio.protocol.events import Event


class PartError(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Distance of a part from the motion.

    part: The joint's name.
    angle: Whether the figures are of its angles, in percent of half a turn; else of its place, in percent of
        the motion's coordinate.
    percent: About or along x, y and z; null where the coordinate is near zero throughout.
    """

    part: str
    angle: bool
    percent: tuple[float | None, float | None, float | None]


class EffortWay(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One way to make a motion: with spatial keys, or with keyframes.

    poses: Poses at places, or times with a keyframe.
    keys: Keys of three channels each.
    error: Root mean square over all joints and frames [m].
    position_percent, angle_percent: Means of what the parts miss.
    parts: What each part misses; none for what is the motion itself.
    """

    method: str
    poses: int
    keys: int
    error: float
    position_percent: float
    angle_percent: float
    parts: tuple[PartError, ...] = ()


class EffortCounted(Event, frozen=True, kw_only=True):
    """The keyframes that a performance saves, sent before the job ends that counts them.

    blob: What the performance held when they were counted.
    channels: That move in it; passes: that were recorded.
    allowed: Error that keyframes were allowed [m].
    """

    job: str
    motion: str
    blob: str
    frames: int
    channels: int
    passes: int
    allowed: float
    ways: tuple[EffortWay, ...]


AnyPerformEvent = EffortCounted
