"""Animation: curves for a skeleton's channels. Sparse, editable motion.

Channel values are displacements from rest in the joint's own rest frame, as Blender's pose bones have them:
    local rotation    = rest rotation * rotation(channels)
    local translation = rest offset + rest rotation applied to translation(channels)
so a channel without a curve rests, and an animation of zeros is the rest pose.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.euler import EULER_ORDERS
from kinegraph.core.skeleton import Skeleton

QUATERNION = "QUATERNION"


class Property(StrEnum):
    """The property of a joint that a channel moves."""

    TRANSLATION = "translation"
    ROTATION = "rotation"


class KeyTag(StrEnum):
    """The role of a key column: keypose, breakdown or detail."""

    KEYPOSE = "keypose"
    BREAKDOWN = "breakdown"
    DETAIL = "detail"


class Channel(NamedTuple):
    """One scalar of one joint.

    axis: 0, 1, 2 for x, y, z; for a joint whose rotation mode is QUATERNION the rotation has 3 for w as well.
        An Euler rotation's axis says about which of the three factors of its order, left to right, it turns.
    """

    joint: int
    property: Property
    axis: int


@dataclass(frozen=True, eq=False)
class Animation:
    """Keyed motion of one skeleton.

    fps: The frame grid that the animation is edited on and baked at by default.
    curves: A curve per keyed channel: translations [m], Euler angles [rad], quaternion components (no unit).
    rotation_modes: Per joint an Euler order ("ZXY": the intrinsic product Rz Rx Ry) or QUATERNION.
    column_times: (C,) increasing times of the tagged key columns [s].
    column_tags: What each column is.
    """

    skeleton: Skeleton
    fps: float
    curves: Mapping[Channel, Curve]
    rotation_modes: tuple[str, ...]
    column_times: Floats = field(default_factory=lambda: np.empty(0))
    column_tags: tuple[KeyTag, ...] = ()
    name: str = "animation"

    def __post_init__(self) -> None:
        if not (np.isfinite(self.fps) and self.fps > 0):
            raise InvalidValue(
                f"An animation's rate must be a positive number of frames per second, not {self.fps}."
            )
        modes = tuple(self.rotation_modes)
        if len(modes) != len(self.skeleton):
            raise InvalidValue(f"There are {len(modes)} rotation modes for {len(self.skeleton)} joints.")
        for mode in modes:
            if mode != QUATERNION and mode not in EULER_ORDERS:
                raise InvalidValue(
                    f"{mode!r} is no rotation mode; valid: {', '.join(EULER_ORDERS)}, {QUATERNION}."
                )
        for channel in self.curves:
            _check_channel(channel, self.skeleton.names, modes)
        times = frozen_floats("Animation column times", self.column_times, (None,))
        if (np.diff(times) <= 0).any():
            raise InvalidValue("The times of key columns must increase.")
        if len(times) != len(self.column_tags):
            raise InvalidValue(f"There are {len(self.column_tags)} tags for {len(times)} key columns.")
        set_field = object.__setattr__
        set_field(self, "fps", float(self.fps))
        set_field(self, "curves", MappingProxyType(dict(sorted(self.curves.items()))))
        set_field(self, "rotation_modes", modes)
        set_field(self, "column_times", times)
        set_field(self, "column_tags", tuple(KeyTag(tag) for tag in self.column_tags))

    @property
    def start(self) -> float:
        """Time of the earliest key [s]; 0 where there are no curves."""
        return min((float(curve.times[0]) for curve in self.curves.values()), default=0.0)

    @property
    def end(self) -> float:
        """Time of the latest key [s]; 0 where there are no curves."""
        return max((float(curve.times[-1]) for curve in self.curves.values()), default=0.0)

    def tag_at(self, time: float, tolerance: float = 1e-6) -> KeyTag:
        """The tag of the column at `time` [s]; untagged keys are keyposes."""
        if len(self.column_times) == 0:
            return KeyTag.KEYPOSE
        nearest = int(np.argmin(np.abs(self.column_times - time)))
        close = abs(self.column_times[nearest] - time) <= tolerance
        return self.column_tags[nearest] if close else KeyTag.KEYPOSE


def _check_channel(channel: Channel, names: tuple[str, ...], modes: tuple[str, ...]) -> None:
    if not 0 <= channel.joint < len(modes):
        raise InvalidValue(f"A channel names joint {channel.joint}; the skeleton has {len(modes)} joints.")
    mode = modes[channel.joint] if channel.property == Property.ROTATION else ""
    axes = 4 if mode == QUATERNION else 3
    if not 0 <= channel.axis < axes:
        given = f" in mode {mode}" if mode else ""
        raise InvalidValue(
            f"The {channel.property}{given} of {names[channel.joint]!r} has the axes 0 to {axes - 1}, and no "
            f"{channel.axis}."
        )
