"""Fields of a scene: clips on tracks, layers, targets, and cuts of the camera."""

from typing import Annotated, Literal

import msgspec

from kinegraph.studio.document.perform_fields import Vector

Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
ShortText = Annotated[str, msgspec.Meta(max_length=200)]
OwnId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class SceneClip(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A motion on a track.

    id: Unique in the scene.
    start: When it begins [s].
    trim: First and last moment of the motion that plays [s]; null: all of it. What the
        motion no longer has is cut off.
    speed: Times as fast as it was made.
    repeat: How often it plays.
    fade: Time over which it replaces what played before; in a layer, over which it comes and goes [s].
    own: Whether it keeps its own coordinates, seen from where the character stands; otherwise it goes on from
        where the character is, facing the way it faces.
    weight: In a layer.
    """

    id: OwnId
    motion: OwnId
    start: Seconds = 0.0
    trim: tuple[Seconds, Seconds] | None = None
    speed: Annotated[float, msgspec.Meta(ge=0.05, le=20.0)] = 1.0
    repeat: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    fade: Seconds = 0.3
    own: bool = False
    weight: Share = 1.0


class SceneLayer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Clips over the track of a character, for some of its parts.

    part: The part that they move, by name, as in "head" or "left arm"; "whole body" for all.
    additive: Whether changes are added to what is below instead of replacing it.
    """

    id: OwnId
    part: ShortText = "whole body"
    additive: bool = False
    clips: Annotated[tuple[SceneClip, ...], msgspec.Meta(max_length=1000)] = ()


class SceneTarget(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A thing that a character looks at, reaches for, or follows, over what it plays.

    of, part: Another character, and a part of it; empty part for its middle. of: Null for a point.
    point: On the stage [m], where there is no character.
    limb: Which part of the own body; empty for the usual one: the head looks, an arm reaches.
    """

    id: OwnId
    kind: Literal["look", "reach", "follow"] = "look"
    of: OwnId | None = None
    part: ShortText = ""
    point: Vector = (0.0, 1.0, 0.0)
    limb: ShortText = ""
    start: Seconds = 0.0
    stop: Seconds = 3600.0
    weight: Share = 1.0


class SceneTrack(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The track of one character. clips: In the order of their starts, each replaces the one before it."""

    character: OwnId
    clips: Annotated[tuple[SceneClip, ...], msgspec.Meta(max_length=1000)] = ()
    layers: Annotated[tuple[SceneLayer, ...], msgspec.Meta(max_length=16)] = ()
    targets: Annotated[tuple[SceneTarget, ...], msgspec.Meta(max_length=64)] = ()


class SceneShot(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A camera from its start until the next shot's.

    eye, target: Where it is and what it looks at [m].
    angle: Vertical field of view [degrees].
    follow: The character with which it moves; null where it stands.
    watch: The character that it looks at, wherever that goes; null for `target`.
    """

    id: OwnId
    start: Seconds = 0.0
    eye: Vector
    target: Vector
    angle: Annotated[float, msgspec.Meta(ge=5.0, le=120.0)] = 35.0
    follow: OwnId | None = None
    watch: OwnId | None = None
