"""Movement modes: how a channel's keys translate to any body (paper, 3.2.2).

A mode is a plain value. Position and rotation have modes of their own. `specialization` turns them into
the pair G (generalize) and S (specialize); `mode_kernels` holds the formulas.
"""

from dataclasses import dataclass
from enum import StrEnum

from kinegraph.creatures.animation import mode_kernels


class Scale(StrEnum):
    """The length of one unit of generalized movement."""

    NONE = "none"
    """A metre, on every creature."""
    CREATURE = "creature"
    """The creature's width, height and length: axis by axis."""
    LIMB = "limb"
    """The path from the body's handle to the spine."""
    STANCE = "stance"
    """The height of its hips over its feet, the same for all its bodies: for steps and for travel."""


class Secondary(StrEnum):
    """The channel's target and its effect on the movement."""

    OFF = "off"
    REACH = "reach"
    """gx runs from the rest place (0) to the target (1)."""
    DIRECTION = "direction"
    """gx points at the target and keeps its scale."""
    SURFACE = "surface"
    """gx runs from the rest place (0) to contact with the target's surface (1); gy and gz go up and sideways
    around the target [rad]. A body part has its own surface; an external target is a point on one."""


@dataclass(frozen=True)
class PositionMode:
    """Rules by which positions generalize. All parts combine; the rest place is zero in all but `absolute`.

    absolute: Copied as it is, in character space; ground, sagittal and secondary still start at rest.
    ground: The vertical axis runs from rest height (0) to the ground (1).
    sagittal: The lateral axis runs from rest (0) to the plane between left and right (1).
    secondary: The channel's target gives the axes.
    follows: Rides on the root: zero is the rest place as the root has carried it. Not for absolute modes.
    turns: Zero is the rest place turned about the vertical by the heading of the channel's own rotation: for
        feet of a body that turns round (see `turned_rests`). Not for modes that follow, or with a target.
    """

    absolute: bool = False
    scale: Scale = Scale.LIMB
    ground: bool = False
    sagittal: bool = False
    secondary: Secondary = Secondary.OFF
    follows: bool = True
    turns: bool = False

    @property
    def flags(self) -> int:
        """The bits that the kernels read."""
        bits = 0 if self.absolute else mode_kernels.REST
        bits |= mode_kernels.GROUND if self.ground else 0
        bits |= mode_kernels.SAGITTAL if self.sagittal else 0
        if self.secondary is not Secondary.OFF:
            bits |= mode_kernels.SECONDARY
        if self.secondary is Secondary.DIRECTION:
            bits |= mode_kernels.DIRECTIONAL
        if self.secondary is Secondary.SURFACE:
            bits |= mode_kernels.SURFACE
        follows = self.follows and (not self.absolute or self.secondary is not Secondary.OFF)
        return bits | (mode_kernels.FOLLOWS if follows else 0)

    @property
    def needs_target(self) -> bool:
        """True if the mode needs a target."""
        return self.secondary is not Secondary.OFF


@dataclass(frozen=True)
class RotationMode:
    """Rules by which rotations generalize.

    absolute: The orientation of the body's frame (see `body.frames`) is copied; else a turn away from rest.
    look_at: Relative to facing the channel's target, softly limited as that goes behind the body.
    follows: Turns along with the root. Not for absolute modes.
    """

    absolute: bool = False
    look_at: bool = False
    follows: bool = True

    @property
    def flags(self) -> int:
        """The bits that the kernels read."""
        bits = 0 if self.absolute else mode_kernels.REST
        bits |= mode_kernels.LOOK_AT if self.look_at else 0
        return bits | (mode_kernels.FOLLOWS if self.follows and not self.absolute else 0)

    @property
    def needs_target(self) -> bool:
        """True if the mode needs a target."""
        return self.look_at
