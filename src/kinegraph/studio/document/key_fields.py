"""Keying: how a keyed motion came of a dense one, as its record keeps it and as pages send and see it."""

from typing import Annotated, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=10_000)]
Frame = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Frames = Annotated[tuple[Frame, ...], msgspec.Meta(max_length=100_000)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class KeySettings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Settings of a choice of keys. Pages send all fields; a new motion's come in its `KeyChoicesFrame`.

    The engine's settings of the same name, as documents store them and pages send them: with bounds on every
    field, which the engine's Python callers do not need. Fields and defaults are the same.

    objective: The criterion of one selection for all keys; null for layers of keyposes and breakdowns.
    space: What distinguishes poses: the "positions" of joints, which suits captures, or the "channels" of the
        rig, which finds the keys of motion that was keyed and baked.
    joints: Joints whose positions distinguish poses; null for a choice that suits the skeleton.
    leading: Joints of the leading part, which keyposes are chosen by; null for the proposed one.
    weights: How much a joint counts, by name; 1 where it is not named.
    accuracy: Per layer, the largest error that the automatic choice allows, as a share of the motion; layers
        that are not named here take the usual ones.
    significance: What a further key must improve on, as a share, to be worth having.
    detail: Whether there is a fourth layer, of detail.
    layer_counts: Keys up to and including each layer, where they are chosen by hand; null for automatic.
    fixed: Frames that must be keys.
    forbidden: Frames that must not.
    gap: Least distance between keys [frames].
    span: First and last frame that is keyed; null for all of the motion.
    contacts: Whether keys are set where feet land and leave, and stances are held.
    calibration: Whether a calibration pose at the start or end of a capture is keyed as well.
    max_error: Largest error that the automatic choice allows [m]; null for one that suits the accuracy.
    rotation: What rotations are keyed as: "auto", "QUATERNION", or an Euler order for all joints.
    grid: Frames per second that keys fall on; null for any frame.
    smooth: Whether the motion's noise is removed first.
    """

    objective: Name | None = None
    space: Literal["positions", "channels"] = "positions"
    joints: Names | None = None
    leading: Names | None = None
    weights: dict[str, Annotated[float, msgspec.Meta(ge=0.0, le=1e6)]] = {}
    accuracy: Annotated[tuple[Share, ...], msgspec.Meta(max_length=4)] = ()
    significance: Share = 0.10
    detail: bool = False
    layer_counts: Annotated[tuple[Frame | None, ...], msgspec.Meta(max_length=4)] = ()
    fixed: Frames = ()
    forbidden: Frames = ()
    gap: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    span: tuple[Frame, Frame] | None = None
    contacts: bool = True
    calibration: bool = False
    max_error: Annotated[float, msgspec.Meta(gt=0.0, le=1e6)] | None = None
    rotation: Name = "auto"
    grid: Annotated[float, msgspec.Meta(gt=0.0, le=1e6)] | None = None
    smooth: bool = False


class MotionPart(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A motion without a record of its own: the base or a layer of a layered motion.

    form: Dense or keyed. keys: Number of key columns; 0 for dense motion. blob: Its arrays.
    """

    form: Literal["clip", "animation"]
    keys: int = 0
    blob: str


class StackedLayer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A layer over a motion.

    name: Unique in its motion.
    part: How far joints leave what lies under the layer: rest means no change.
    weight: How much of it counts: 0 none, 1 all.
    muted, solo: A muted layer does not play; where any layer is solo, only those play.
    """

    name: str
    part: MotionPart
    weight: float = 1.0
    muted: bool = False
    solo: bool = False


class Layering(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Base and layers of a layered motion.

    source: The motion that it is shown beside; it may be gone.
    layers: From the lowest to the highest.
    """

    source: str
    base: MotionPart
    layers: tuple[StackedLayer, ...] = ()


class KeyFigures(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Distances at which a keyed motion plays from its source.

    largest: Distance of the joint that is farthest from where it was [m].
    joint, frame: Which joint that is, and when.
    mean: Mean over joints and frames [m].
    stance_drift: The most that a foot which stood slides further than it did in the source [m].
    """

    largest: float
    joint: str
    frame: int
    mean: float
    stance_drift: float


class KeyMiss(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The place where a keyed motion plays farther from its source than was asked for, or promised.

    name: The joint; the contact point where a planted foot slides or sinks.
    slides: Whether it is a planted foot.
    frame: Where it is worst.
    error, allowed: How far it is off, and may be [m].
    reason: The motion jumps there ("jump"), frames there must not be keys ("barred"), or more keys could be
        set ("few").
    """

    name: str
    slides: bool
    frame: int
    error: float
    allowed: float
    reason: Literal["jump", "barred", "few"]


class Keying(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Source and settings of a keyed motion.

    source: The motion whose frames were keyed; it may be gone.
    source_blob: What it held then; where it holds something else now, it was changed since.
    settings: How keys were chosen.
    count: How many were chosen.
    figures: How far the result plays from its source; null where that is gone.
    hand_edited: Whether keys were changed by hand since they were chosen.
    hand: Times of the columns that were set by hand [s]; they stay when keys are chosen anew.
    """

    source: str
    source_blob: str
    settings: KeySettings
    count: int
    figures: KeyFigures | None = None
    hand_edited: bool = False
    hand: tuple[float, ...] = ()
