"""Commands about creatures: making them, and playing animations on any of them."""

from typing import Annotated, ClassVar

import msgspec

from kinegraph.creatures.animation.motion_schema import MotionFile
from kinegraph.creatures.maker.creature_plan import CreaturePlan
from kinegraph.studio.document.creature_fields import (
    CreatureGait,
    CreatureLayer,
    StageGround,
    TargetPart,
)
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.channel_commands import Phrase
from kinegraph.studio.protocol.commands import DragStep, Id, Request, Text

Ids = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=200)]
Seconds = Annotated[float, msgspec.Meta(gt=0.0, le=600.0)]


class RequestCatalogue(Request, frozen=True, kw_only=True):
    """Asks what creatures can be made of and play: a `CreatureCatalogue`, then `Done`."""

    reads: ClassVar[bool] = True


class MakeCreature(Request, frozen=True, kw_only=True):
    """Puts a made creature into the library and on the stage; `Done.created` holds its id.

    kind: A kind of `CreatureCatalogue.kinds`; null for any.
    seed: The same seed makes the same creature; null for a random one.
    plan: A plan to make instead of a random one.
    """

    kind: Text | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    plan: CreaturePlan | None = None
    position: Vector | None = None


class RequestHandles(Request, frozen=True, kw_only=True):
    """Asks where the maker's handles of a creature are: `CreatureHandles`, then `Done`."""

    reads: ClassVar[bool] = True

    character: Id


class AddAnimation(Request, frozen=True, kw_only=True):
    """Puts an animation into the document; `Done.created` holds its id.

    shipped: A shipped one's name; one that is there already and was not edited is taken instead of a copy.
    motion: The content of a .kinemotion file instead.
    source: A motion of the document to be made into an animation for any creature instead.
    name: Null for its own; neither of the three makes an empty one of two seconds.
    """

    shipped: Text | None = None
    motion: MotionFile | None = None
    source: Id | None = None
    name: Text | None = None


class PlayOn(Request, frozen=True, kw_only=True):
    """Plays an animation on characters: each gets a motion of form "creature", as one edit.

    A motion of that animation that a character has already is used again. `Done.created` holds the motions,
    in the order of the characters that it plays on; one that it cannot play on is named by a `PlayRefused`,
    and where it plays on none the request fails.

    animation: An animation record, or
    shipped: a shipped animation by name, which the same edit brings; neither for the gait alone.
    characters: Made ones, members of the cast, imported rigs: any.
    variant: Which way to play; past those that a creature has, they begin again.
    gait: How they go; null for as they did, or standing.
    """

    characters: Ids
    animation: Id | None = None
    shipped: Text | None = None
    variant: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    gait: CreatureGait | None = None
    seconds: Seconds | None = None


class TryOn(Request, frozen=True, kw_only=True):
    """Shows this page an animation on characters without changing anything: a `PlayFrame` for each, a
    `PlayRefused` for those that it does not play on, then `Done`.

    shipped: A shipped animation by name, or
    animation: one of the document; neither for the gait alone.
    """

    reads: ClassVar[bool] = True

    characters: Ids
    shipped: Text | None = None
    animation: Id | None = None
    variant: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    gait: CreatureGait = CreatureGait()
    seconds: Seconds | None = None


class SetVariant(Request, frozen=True, kw_only=True):
    """Plays motions of form "creature" in another way."""

    motions: Ids
    variant: Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class SetGait(DragStep, frozen=True, kw_only=True):
    """Sets the gait of creatures while they play; with a gesture, as a step of a drag.

    seconds: How long they play; null for the animation's own duration, or until the end of the path.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("motions",)

    motions: Ids
    gait: CreatureGait
    seconds: Seconds | None = None


class SetLayers(DragStep, frozen=True, kw_only=True):
    """Sets the animations that creatures play over and after the first one; with a gesture, as a step of a
    drag. A layer that does not play on a creature is left out there, and the motion's notes say why.

    layers: All of them, the lowest first; the engine sets `score`.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("motions",)

    motions: Ids
    layers: Annotated[tuple[CreatureLayer, ...], msgspec.Meta(max_length=32)]


class SetGround(DragStep, frozen=True, kw_only=True):
    """Shapes the ground on which creatures walk; with a gesture, as a step of a drag. Of a step pages get a
    `ClipFrame` of each motion that it changes.
    """

    drag_key: ClassVar[tuple[str, ...]] = ()

    ground: StageGround


class RequestGround(Request, frozen=True, kw_only=True):
    """Asks for the heights of the ground: a `GroundFrame`, then `Done`.

    ground: One that is being drawn; null for that of the stage.
    """

    reads: ClassVar[bool] = True

    ground: StageGround | None = None


class BindTarget(Request, frozen=True, kw_only=True):
    """Lets an external target of a motion follow a part of another creature.

    part: Null to let it stay in one place again.
    """

    motion: Id
    target: Text
    part: TargetPart | None


class RequestMotionEvents(Request, frozen=True, kw_only=True):
    """Asks what happens in a motion of form "creature": `MotionEvents`, then `Done`."""

    reads: ClassVar[bool] = True

    motion: Id


class MoveTarget(DragStep, frozen=True, kw_only=True):
    """Puts an external target somewhere on the stage, for all motions of the animation or for one; with
    a gesture, as a step of a drag. Of a step pages get a `ClipFrame` of each motion, with an empty `blob`.

    place: On the stage [m]; null for where the animation itself puts it.
    motion: Null for all.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("animation", "target", "motion")

    animation: Id
    target: Text
    place: Vector | None
    motion: Id | None = None


class SelectBodies(Request, frozen=True, kw_only=True):
    """Asks which bodies a context selects: a `BodiesSelected`, then `Done`.

    bodies: A sentence, "graspers on the left, front-most".
    characters: Null for all on the stage.
    """

    reads: ClassVar[bool] = True

    bodies: Phrase
    characters: Ids | None = None


class ListVariants(Request, frozen=True, kw_only=True):
    """Asks in which ways an animation plays on a character: `Variants`, then `Done`."""

    reads: ClassVar[bool] = True

    animation: Id
    character: Id


class RequestChannelKeys(Request, frozen=True, kw_only=True):
    """Asks for the keys of a channel as they are for one creature: `ChannelKeys`, then `Done`.

    motion: Of form "creature".
    body: Of those that the channel moves; null for the first.
    """

    reads: ClassVar[bool] = True

    motion: Id
    channel: Text
    body: int | None = None


class GridJob(Request, frozen=True, kw_only=True):
    """Starts a job of kind "grid" that plays animations on generated creatures and on some of the document,
    scores each, and makes a page of it to be downloaded.

    animations: Of the document; none for all that ship.
    characters: Made creatures and members of the cast; those from files are left out.
    creatures: How many generated ones.
    """

    animations: Annotated[tuple[Id, ...], msgspec.Meta(max_length=200)] = ()
    characters: Annotated[tuple[Id, ...], msgspec.Meta(max_length=200)] = ()
    creatures: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 20
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
