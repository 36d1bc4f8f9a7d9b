"""Commands that edit an animation for any creature: its channels, modes, keys and rules."""

from typing import Annotated, ClassVar, Literal

import msgspec

from kinegraph.creatures.animation.branching import Predicate, Wanted
from kinegraph.creatures.animation.motion_schema import (
    ChannelEntry,
    EventEntry,
    Keys,
    MotionFile,
    PositionModeEntry,
    RotationModeEntry,
    SideRuleEntry,
    TargetEntry,
)
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.commands import DragStep, Id, Text

Phrase = Annotated[str, msgspec.Meta(max_length=1000)]
Track = Literal["position", "rotation", "deform"]


class AnimationEditBase(
    msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"
):
    """Base of the edits of an animation."""


class AddChannel(AnimationEditBase, frozen=True, kw_only=True):
    """A further channel, behind the others or before the one called `before`."""

    channel: ChannelEntry
    before: Text | None = None


class DeleteChannel(AnimationEditBase, frozen=True, kw_only=True):
    """Removes a channel, and the references of others to it."""

    channel: Text


class DuplicateChannel(AnimationEditBase, frozen=True, kw_only=True):
    """Adds a copy after a channel, called "hand copy"."""

    channel: Text


class RenameChannel(AnimationEditBase, frozen=True, kw_only=True):
    """Gives a channel another name; what the others say of it stays."""

    channel: Text
    name: Text


class ReorderChannel(AnimationEditBase, frozen=True, kw_only=True):
    """Moves a channel to another position, counted from 0: the first channel owns what it moves."""

    channel: Text
    to: int


class SetContext(AnimationEditBase, frozen=True, kw_only=True):
    """Sets the bodies that a channel moves. bodies: A sentence, "graspers on the left, front-most"."""

    channel: Text
    bodies: Phrase


class SetPositionMode(AnimationEditBase, frozen=True, kw_only=True):
    """Says how a channel's positions are meant.

    on: A motion of form "creature" that plays the animation: keys are remapped so that its creature moves as
        before. Null keeps the keys' numbers, and all creatures move otherwise.
    """

    channel: Text
    mode: PositionModeEntry
    on: Id | None = None


class SetRotationMode(AnimationEditBase, frozen=True, kw_only=True):
    """Sets the mode of a channel's rotations; `on` as for positions."""

    channel: Text
    mode: RotationModeEntry
    on: Id | None = None


class SetTarget(AnimationEditBase, frozen=True, kw_only=True):
    """Sets the target of a channel's modes; null for none, if no mode needs one."""

    channel: Text
    target: TargetEntry | None


class ArrangeChannel(AnimationEditBase, frozen=True, kw_only=True):
    """Says how a channel goes with the others; null leaves as is.

    one_at_a_time: Plays on one of the bodies: each gives a variant.
    variant_group, blend_group: Empty for a group of its own.
    mirrors: Bodies on the right play the mirror image.
    instead_of: Plays only where none of these channels finds a body.
    """

    channel: Text
    one_at_a_time: bool | None = None
    variant_group: Phrase | None = None
    blend_group: Phrase | None = None
    mirrors: bool | None = None
    instead_of: Annotated[tuple[Text, ...], msgspec.Meta(max_length=100)] | None = None


class SetChannelKeys(AnimationEditBase, frozen=True, kw_only=True):
    """Gives a channel other keys; a track that it does not have yet begins with them.

    deform: Which, for the track "deform": "open", "shut", "grip".
    weight: Whether these are the keys of the track's weight.
    keys: In order of time; null takes the track (or its weight) away.
    smooth: Whether the rates are worked out so that the curve eases through the keys; those given count not.
    on: A motion of form "creature" that plays the animation: keys of positions are then places of its body
        in the character's space [m], and rotations such of the body, as `ChannelKeys.specialized` has them.
        Null for generalized coordinates.
    """

    channel: Text
    track: Track
    deform: str = ""
    weight: bool = False
    keys: Keys | None
    smooth: bool = False
    on: Id | None = None


class InsertChannelKey(AnimationEditBase, frozen=True, kw_only=True):
    """Adds a key to a curve, which keeps its shape."""

    channel: Text
    track: Track
    deform: str = ""
    weight: bool = False
    time: float


class SetLength(AnimationEditBase, frozen=True, kw_only=True):
    """Sets the animation's length [s]. stretch: Whether keys and events move along; else later ones go."""

    seconds: float
    stretch: bool = True


class SetLooping(AnimationEditBase, frozen=True, kw_only=True):
    """Makes the animation begin again at its end, or stop there."""

    loops: bool


class Describe(AnimationEditBase, frozen=True, kw_only=True):
    """One sentence about it, for people."""

    about: Annotated[str, msgspec.Meta(max_length=2000)]


class SetBranch(AnimationEditBase, frozen=True, kw_only=True):
    """Sets a predicate that must be true of a creature, or false, for the animation to play on it."""

    predicate: Predicate
    wanted: Wanted


class SetSideRules(AnimationEditBase, frozen=True, kw_only=True):
    """Sets the rules for the sides of bodies in varying channels."""

    rules: Annotated[tuple[SideRuleEntry, ...], msgspec.Meta(max_length=100)]


class SetEvents(AnimationEditBase, frozen=True, kw_only=True):
    """Replaces the events of the animation."""

    events: Annotated[tuple[EventEntry, ...], msgspec.Meta(max_length=10_000)]


class DeclareTarget(AnimationEditBase, frozen=True, kw_only=True):
    """An external target.

    place: Where it is by default, in the creature's widths from the middle, its heights above the
        ground and its heights ahead of its front; null takes the target away.
    """

    name: Text
    place: Vector | None


class ReplaceAnimation(AnimationEditBase, frozen=True, kw_only=True):
    """Another animation altogether; its name stays."""

    motion: MotionFile


AnimationEdit = (
    AddChannel
    | DeleteChannel
    | DuplicateChannel
    | RenameChannel
    | ReorderChannel
    | SetContext
    | SetPositionMode
    | SetRotationMode
    | SetTarget
    | ArrangeChannel
    | SetChannelKeys
    | InsertChannelKey
    | SetLength
    | SetLooping
    | Describe
    | SetBranch
    | SetSideRules
    | SetEvents
    | DeclareTarget
    | ReplaceAnimation
)


class EditAnimation(DragStep, frozen=True, kw_only=True):
    """Edits an animation, as one edit; with a gesture, as a step of a drag.

    All motions that play it change with it. Of a step pages get the record as it would be, and a `ClipFrame`
    of each of those motions, with an empty `blob`.

    edits: Carried out one after the other, each on what the one before left.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("animation",)

    animation: Id
    edits: Annotated[tuple[AnimationEdit, ...], msgspec.Meta(min_length=1, max_length=200)]
