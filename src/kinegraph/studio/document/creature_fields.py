"""Fields of a creature's animation and gait, as records keep them and as pages see them."""

from typing import Annotated

import msgspec

from kinegraph.creatures.gait.plan_file import GaitFile
from kinegraph.studio.document.perform_fields import Vector

Coordinate = Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)]
Ground = Annotated[tuple[tuple[float, float], ...], msgspec.Meta(max_length=10_000)]


class CreatureGait(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Locomotion of a creature while it plays.

    speed: Forward [m/s], or backward where it is below 0; 0 stands. Along a path it is above 0.
    sideways: To its left [m/s].
    turn: To its left [rad/s].
    style: A style of `CreatureCatalogue.styles`; "lumber+limp" is one laid on the other.
    plan: The gait itself, as a .kinegait file holds it, instead of a style; null for the style.
    path: Where it goes, drawn on the ground: x and z on the stage [m]; empty to go as speed and turn say.
    """

    speed: float = 0.0
    sideways: float = 0.0
    turn: float = 0.0
    style: str = "plain"
    path: Ground = ()
    plan: GaitFile | None = None


class GroundHill(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A smooth hill on the ground, or a hollow where its height is below 0.

    x, z: Its middle on the stage [m].  radius: Where it ends [m].  height: [m]
    """

    x: Coordinate
    z: Coordinate
    radius: Annotated[float, msgspec.Meta(gt=0.0, le=50.0)]
    height: Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)]


class GroundStairs(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Stairs up to a landing and down again.

    x, z: The middle of the first edge on the stage [m].
    heading: The way up, about +Y, 0 being +Z [rad].
    rise, run: Height and depth of a step [m].
    count: Steps up, and as many down.
    width, landing: [m]
    """

    x: Coordinate
    z: Coordinate
    heading: Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)] = 0.0
    rise: Annotated[float, msgspec.Meta(ge=0.01, le=2.0)] = 0.15
    run: Annotated[float, msgspec.Meta(ge=0.05, le=5.0)] = 0.4
    count: Annotated[int, msgspec.Meta(ge=1, le=40)] = 5
    width: Annotated[float, msgspec.Meta(ge=0.1, le=50.0)] = 3.0
    landing: Annotated[float, msgspec.Meta(ge=0.0, le=50.0)] = 1.2


class StageGround(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The uneven ground of the stage: level but for hills and stairs."""

    hills: Annotated[tuple[GroundHill, ...], msgspec.Meta(max_length=1000)] = ()
    stairs: Annotated[tuple[GroundStairs, ...], msgspec.Meta(max_length=20)] = ()


class TargetPart(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A part of another creature that a target follows.

    character: Whose.  joint: Its index.
    """

    character: str
    joint: Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class CreatureLayer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A further animation that a creature plays: over the others, or after them.

    animation: The animation record.
    start: When it begins [s].  seconds: How long it plays; null for the animation's own duration.
    fade: Time over which it fades in, and out at its end [s].
    weight: How much it counts over the layers below, 0 to 1.
    score: The blob that holds the animation as it is played; empty where it does not play. Set by the engine.
    """

    animation: str
    variant: int = 0
    start: float = 0.0
    seconds: float | None = None
    fade: float = 0.3
    weight: float = 1.0
    score: str = ""


class CreaturePlaying(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Sources of a motion of form "creature"; the engine makes its frames.

    animation: The animation record that plays; null for the gait alone.
    variant: Which of the `variants` ways to play.
    seconds: How long; null for the animation's own duration, or until the end of the path.
    targets: Where external targets are for this creature alone, by name, on the stage [m]; those not named
        are where the animation's record says, and else where the animation itself puts them.
    places: Where each external target comes to be, in the character's own space [m]. Set by the engine.
    variants: How many ways there are; 0 where the animation does not play on this creature (the motion's
        notes say why), which then only goes as its gait says. Set by the engine.
    score: The blob that holds the animation as it is played; empty for none. Set by the engine.
    layers: What plays over it and after it, the lowest first.
    bound: Targets that follow a part of another creature instead, by name.
    """

    animation: str | None = None
    variant: int = 0
    gait: CreatureGait = CreatureGait()
    seconds: float | None = None
    targets: dict[str, Vector] = {}
    places: dict[str, Vector] = {}
    variants: int = 1
    score: str = ""
    layers: Annotated[tuple[CreatureLayer, ...], msgspec.Meta(max_length=32)] = ()
    bound: dict[str, TargetPart] = {}
