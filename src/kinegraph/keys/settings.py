"""Key settings: every option of the choice of keys, with defaults for any motion."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import QUATERNION
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.math.euler import EULER_ORDERS
from kinegraph.keys.selection.layers import FOUR_LAYERS, THREE_LAYERS, LayerPlan
from kinegraph.keys.selection.objectives import objective_named
from kinegraph.keys.selection.threshold_choice import Thresholds

# Shares of the largest distance between two poses that the layers may miss by (thesis 4.3.4), and of the
# only layer where an objective was named.
LAYER_ACCURACY = (0.20, 0.20, 0.01, 0.001)
SINGLE_ACCURACY = (0.01,)

# What poses are compared by: positions of joints in the world, or the channels of the rig.
POSITIONS, CHANNELS = "positions", "channels"


# Rotation modes are chosen for each joint.
AUTO = "auto"


class UnknownRotation(UnknownName):
    """A name that no rotation mode has."""

    kind = "rotation mode"


class UnknownSpace(UnknownName):
    """A name that no pose space has."""

    kind = "pose space"


@dataclass(frozen=True)
class KeySettings:
    """Settings of a choice of keys. Frames count from the clip's first frame, not from the span's.

    objective: One criterion for all keys, by name; None for layers of keyposes, breakdowns and detail.
    space: What breakdowns and a named objective compare poses by: "positions" of joints, which suits
        captures, or "channels" of the rig, which recovers the keys of motion that was keyed and baked.
    joints: Joints whose positions are compared; `distinct_joints` of the skeleton where None.
    leading: Joints of the leading part, which keyposes follow; proposed automatically where None.
    weights: Relative weight of a joint, 1 by default.
    accuracy: Per layer the largest error of the automatic choice, as a share of the largest distance between
        two poses of a segment; layers beyond the last named take the usual ones.
    significance: Share by which a key must improve on having one less, to be chosen automatically.
    detail: Whether a fourth layer adds detail.
    layer_counts: Keys up to and including each layer where chosen by hand; None, or nothing, for automatic.
    fixed, forbidden: Frames that are always, or never, keys.
    gap: Smallest number of frames from one key to the next.
    grid: Frames per second that keys fall on, as far as the clip's own frames do; any frame where None. The
        first and last frame, fixed ones, and both sides of jumps are keys wherever they are.
    span: First and last frame to choose keys in; the whole clip where None.
    contacts: Whether the first keys are where feet touch down, lift off, and at extremes of jumps, and
        whether the automatic choice adds keys until planted feet stay in place.
    calibration: Whether frames of a calibration pose at either end are keyed, too; they are left out where
        the span is None.
    max_error: Largest distance that a joint or tip may play from the original in the automatic choice [m];
        twice the last layer's accuracy, as a share of the character's height, where None.
    rotation: What rotations are keyed as: an Euler order or "QUATERNION" for all joints, or "auto" for the
        Euler order that suits each joint, and quaternions where curves of these follow it clearly closer.
    smooth: Whether the motion's noise is removed before keys are chosen; contacts and extremes stay.
    """

    objective: str | None = None
    space: str = POSITIONS
    joints: tuple[str, ...] | None = None
    leading: tuple[str, ...] | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    accuracy: tuple[float, ...] = ()
    significance: float = 0.10
    detail: bool = False
    layer_counts: tuple[int | None, ...] = ()
    fixed: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()
    gap: int = 1
    span: tuple[int, int] | None = None
    contacts: bool = True
    calibration: bool = False
    max_error: float | None = None
    rotation: str = AUTO
    grid: float | None = None
    smooth: bool = False

    def __post_init__(self) -> None:
        if self.objective is not None:
            objective_named(self.objective)
        if self.space not in (POSITIONS, CHANNELS):
            raise UnknownSpace(self.space, (POSITIONS, CHANNELS))
        if self.rotation not in (AUTO, QUATERNION, *EULER_ORDERS):
            raise UnknownRotation(self.rotation, (AUTO, QUATERNION, *EULER_ORDERS))
        if self.grid is not None and not (np.isfinite(self.grid) and self.grid > 0.0):
            raise InvalidValue(f"The grid must be a positive number of frames per second, not {self.grid}.")
        if self.max_error is not None and not (np.isfinite(self.max_error) and self.max_error > 0.0):
            raise InvalidValue(f"The largest error must be a positive length, not {self.max_error}.")
        if self.gap < 1:
            raise InvalidValue(f"The gap between keys must be at least one frame, not {self.gap}.")
        if len(self.accuracy) > len(self.plans):
            raise InvalidValue(
                f"There are {len(self.accuracy)} accuracy thresholds for {len(self.plans)} layers."
            )
        if len(self.layer_counts) > len(self.plans):
            raise InvalidValue(f"There are {len(self.layer_counts)} counts for {len(self.plans)} layers.")
        named = [count for count in self.layer_counts if count is not None]
        if any(count < 2 for count in named) or any(after < before for before, after in pairwise(named)):
            raise InvalidValue(
                f"Keys per layer must be two or more and not shrink from layer to layer, not {named}."
            )
        clash = sorted(set(self.fixed) & set(self.forbidden))
        if clash:
            raise InvalidValue(f"Frame {clash[0]} is both fixed and forbidden.")
        close = [pair for pair in pairwise(sorted(set(self.fixed))) if pair[1] - pair[0] < self.gap]
        if close:
            raise InvalidValue(
                f"The fixed frames {close[0][0]} and {close[0][1]} are closer than the gap of "
                f"{self.gap} frames between keys."
            )

    @property
    def plans(self) -> tuple[LayerPlan, ...]:
        """The layers that these settings ask for, coarsest first."""
        if self.objective is not None:
            threshold = self.accuracy[0] if self.accuracy else SINGLE_ACCURACY[0]
            return (LayerPlan(self.objective, False, THREE_LAYERS[0].tag, self._threshold(threshold)),)
        layers = FOUR_LAYERS if self.detail else THREE_LAYERS
        accuracy = (*self.accuracy, *LAYER_ACCURACY[len(self.accuracy) :])
        return tuple(
            LayerPlan(plan.objective, plan.leading, plan.tag, self._threshold(share))
            for plan, share in zip(layers, accuracy, strict=False)
        )

    def _threshold(self, accuracy: float) -> Thresholds:
        return Thresholds(accuracy, self.significance)

    def span_of(self, frames: int) -> tuple[int, int]:
        """First and last frame of the span in a clip of this many frames, checked."""
        if frames < 2:
            raise InvalidValue(f"Keys need a motion of at least two frames; this one has {frames}.")
        first, last = (0, frames - 1) if self.span is None else self.span
        if not 0 <= first < frames or not 0 <= last < frames:
            raise InvalidValue(f"The span {first} to {last} is outside the motion's {frames} frames.")
        if last <= first:
            raise InvalidValue(f"The span {first} to {last} must end after the frame it starts at.")
        return int(first), int(last)

    def fixed_in(self, frames: int) -> tuple[int, ...]:
        """The fixed frames in order, checked to lie in a clip of this many frames."""
        return _checked_frames("fixed", self.fixed, frames)

    def forbidden_in(self, frames: int) -> tuple[int, ...]:
        """The forbidden frames in order, checked to lie in a clip of this many frames."""
        return _checked_frames("forbidden", self.forbidden, frames)

    def off_grid(self, frames: int, fps: float) -> tuple[int, ...]:
        """The frames of a clip of this length and rate that lie off the grid."""
        if self.grid is None or self.grid >= fps:
            return ()
        count = int((frames - 1) / fps * self.grid) + 1
        on = np.round(np.arange(count) * fps / self.grid).astype(np.int64)
        return tuple(np.setdiff1d(np.arange(frames), on).tolist())

    @property
    def counted_by_hand(self) -> bool:
        """True if the user has chosen the final number of keys."""
        return len(self.layer_counts) == len(self.plans) and self.layer_counts[-1] is not None


def _checked_frames(what: str, frames: tuple[int, ...], count: int) -> tuple[int, ...]:
    chosen = sorted({int(frame) for frame in frames})
    outside = [frame for frame in chosen if not 0 <= frame < count]
    if outside:
        raise InvalidValue(f"The {what} frame {outside[0]} is outside the motion's {count} frames.")
    return tuple(chosen)
