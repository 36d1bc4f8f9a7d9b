"""Channel: which bodies of a creature move, in which movement mode, and with which keys (paper, 3).

A channel reads as an animator would say it: "graspers, one at a time, move relative to rest, scaled by limb
length". It names no joint.
"""

from dataclasses import dataclass

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode


@dataclass(frozen=True)
class ExternalTarget:
    """A place that the game gives: a fruit, another creature's hand."""

    name: str


@dataclass(frozen=True)
class BodyTarget:
    """The nearest at rest of the bodies that a context selects, never the body itself."""

    context: Context


@dataclass(frozen=True)
class ChannelTarget:
    """The nearest at rest of the bodies that another channel moves in the same variant."""

    channel: str


Target = ExternalTarget | BodyTarget | ChannelTarget


@dataclass(frozen=True, eq=False)
class PositionTrack:
    """Keys of the handle's position.

    curve: Three generalized coordinates over time, in the units of the mode.
    weight: One number in 0..1 over time; None for 1.
    """

    mode: PositionMode
    curve: HermiteCurve
    weight: HermiteCurve | None = None

    def __post_init__(self) -> None:
        _check_width("A position", self.curve, 3)
        _check_weight(self.weight)


@dataclass(frozen=True, eq=False)
class RotationTrack:
    """Keys of the body's rotation; `weight` as for positions."""

    mode: RotationMode
    curve: RotationCurve
    weight: HermiteCurve | None = None

    def __post_init__(self) -> None:
        _check_weight(self.weight)


@dataclass(frozen=True, eq=False)
class DeformTrack:
    """Keys of a deform: 0 at rest, 1 fully open or closed; `weight` as for positions.

    name: "open" for mouths, "grip" for graspers, "shut" for eyes.
    """

    name: str
    curve: HermiteCurve
    weight: HermiteCurve | None = None

    def __post_init__(self) -> None:
        _check_width(f"The deform {self.name!r}", self.curve, 1)
        _check_weight(self.weight)


@dataclass(frozen=True, eq=False)
class Channel:
    """One line of an animation.

    name: Unique in its animation.
    context: Which bodies it moves.
    target: The target of secondary-relative and look-at modes.
    one_at_a_time: Plays on one of the selected bodies; each gives a variant.
    variant_group: Channels of one group vary together; empty for a group of its own.
    blend_group: Channels of one group share a body by their weights; empty for a group of its own.
    mirrors: Bodies on the right play the mirror image of those on the left.
    instead_of: Plays only where none of the channels named here finds a body.
    """

    name: str
    context: Context
    position: PositionTrack | None = None
    rotation: RotationTrack | None = None
    deforms: tuple[DeformTrack, ...] = ()
    target: Target | None = None
    one_at_a_time: bool = False
    variant_group: str = ""
    blend_group: str = ""
    mirrors: bool = True
    instead_of: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.name:
            raise InvalidValue("A channel needs a name.")
        modes = [track.mode for track in (self.position, self.rotation) if track is not None]
        if self.target is None and any(mode.needs_target for mode in modes):
            raise InvalidValue(f"Channel {self.name!r} has a mode that needs a target, but no target.")
        names = [deform.name for deform in self.deforms]
        if len(set(names)) < len(names):
            raise InvalidValue(f"Channel {self.name!r} keys the deform {names[0]!r} more than once.")

    @property
    def varies_with(self) -> str:
        """The name of its variant group."""
        return self.variant_group or f"channel {self.name}"

    @property
    def blends_with(self) -> str:
        """The name of its blend group."""
        return self.blend_group or f"channel {self.name}"


def _check_width(what: str, curve: HermiteCurve, width: int) -> None:
    if curve.width != width:
        raise InvalidValue(f"{what} needs {width} numbers per key, not {curve.width}.")


def _check_weight(curve: HermiteCurve | None) -> None:
    if curve is not None:
        _check_width("A weight", curve, 1)
        if curve.values.min() < 0.0 or curve.values.max() > 1.0:
            raise InvalidValue("Weights must be between 0 and 1.")
