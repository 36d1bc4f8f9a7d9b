"""Performing: what spatial sets and recorded takes are made of, as records keep it and as pages see it."""

from enum import StrEnum

import msgspec

from kinegraph.perform.sets.manipulators import ManipulatorKind

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
GroundPoint = tuple[float, float]


class PoseHold(StrEnum):
    """Origin of a pose that waits to be stored in a key or discarded.

    NONE: It does not wait.
    BODY: Parts of the body were posed: no controller moves what is seen.
    BALLS: Controllers were put somewhere for a set that moves them: this set's own controller does not move
        what is seen.
    """

    NONE = "none"
    BODY = "body"
    BALLS = "balls"


class SetManipulator(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One thing that a set keys.

    target: The joint's name; for a controller the id of its set; for a locator its own name.
    moves, turns: Which of its degrees of freedom are keyed: the place, the rotation, or both.
    """

    kind: ManipulatorKind
    target: str
    moves: bool = False
    turns: bool = False


class KeyMarker(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A key of a set, as it is seen.

    name: Unique in its set.
    place: Of the marker, in the space of the set's controller [m].
    """

    name: str
    place: Vector


class LayerSwitch(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """From `time` on [s] the hand moves another set's controller.

    set: An alternative, by id: a set that keys something which the layer's own keys too.
    """

    time: float
    set: str


class LayerRelease(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """From `start` to `stop` [s] the controller is not moved by the set above it."""

    start: float
    stop: float


class WalkSpan(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """From `start` to `stop` [s] a character goes where its feet push it."""

    start: float
    stop: float


class RecordedLayer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One recorded pass of a controller.

    name: Unique in its performance.
    set: Whose controller was moved, by id. While that set is gone the layer does not play.
    muted, solo: A muted layer does not play; where any layer is solo, only those play.
    start, end: Of the pass [s].
    events: How many positions of the hand it holds.
    keys: When its temporal keys are [s].
    """

    name: str
    set: str
    muted: bool = False
    solo: bool = False
    start: float
    end: float
    events: int
    switches: tuple[LayerSwitch, ...] = ()
    releases: tuple[LayerRelease, ...] = ()
    keys: tuple[float, ...] = ()


class Recording(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Parts of a performance beside the hand's paths in its blob.

    layers: In the order they are played; those on one controller add up.
    walks: Whether the character goes where its feet push it.
    walking: When it does, where not all the time.
    way: Points on the ground that it passes, x and z in the character's own space [m]; none: straight ahead.
    fade: How long one set takes over from another [s].
    rig: A hash of the character's sets. Every edit of a set gives its character's performances another one,
        and with it another blob: what they play has changed.
    """

    layers: tuple[RecordedLayer, ...]
    walks: bool = False
    walking: tuple[WalkSpan, ...] = ()
    way: tuple[GroundPoint, ...] = ()
    fade: float = 0.25
    rig: str = ""
