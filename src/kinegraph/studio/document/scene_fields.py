"""Fields of a scene: clips on tracks, layers, targets, props, handshakes, and cuts of the camera."""

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

    of, part: Another character and a part of it, empty for its middle; or a prop. of: Null for a point.
    point: On the stage [m], where it is neither.
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


class SceneHandshake(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Two characters that shake hands. first_limb, second_limb: Empty for the usual ones."""

    id: OwnId
    first: OwnId
    second: OwnId
    first_limb: ShortText = ""
    second_limb: ShortText = ""
    start: Seconds = 0.0
    stop: Seconds = 2.5


class ScenePropKey(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Place of a prop at a time of the scene. place: As of a `SceneProp`. turn: About +Y [rad]."""

    time: Seconds
    place: Vector
    turn: float = 0.0


class SceneHeld(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A character holds a prop. by: The character. limb: With what; empty for the usual one."""

    by: OwnId
    limb: ShortText = ""
    start: Seconds = 0.0
    stop: Seconds = 3600.0


class SceneProp(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A thing in the scene.

    name: Unique among the props of the scene.
    kind: A drawing shows the scenery of a doodle, upright, seen from its own +Z and from behind.
    doodle: Of a drawing; null for other kinds. It follows changes of that doodle.
    place: The middle of its underside when the scene begins [m].
    size: Its own width, height and depth along x, y and z [m]; of a ball its diameter, three times.
    turn: About +Y [rad].
    loose: Whether it falls and rolls; else it stays where it is, or moves between its keys.
    push: The velocity that it is pushed with [m/s], at the time `starts` [s].
    keys: In the order of their times.
    held: In the order of their starts.
    """

    id: OwnId
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    kind: Literal["box", "ball", "tree", "drawing"]
    doodle: OwnId | None = None
    place: Vector
    size: Vector
    turn: float = 0.0
    loose: bool = False
    push: Vector = (0.0, 0.0, 0.0)
    starts: Seconds = 0.0
    keys: Annotated[tuple[ScenePropKey, ...], msgspec.Meta(max_length=1000)] = ()
    held: Annotated[tuple[SceneHeld, ...], msgspec.Meta(max_length=64)] = ()


class SceneCameraKey(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A camera at a time after its cut.

    time: After the start of the shot [s].
    eye, target: Where it is and what it looks at [m]. Where the shot follows something, the eye is seen
        from the ground under its middle, and the target from its middle.
    angle: Vertical field of view [degrees].
    """

    time: Seconds = 0.0
    eye: Vector
    target: Vector
    angle: Annotated[float, msgspec.Meta(ge=5.0, le=120.0)] = 35.0


class SceneShot(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A camera from its start until the next shot's.

    keys: In the order of their times; it moves from each to the next.
    follow: The character or prop with which it moves; null where it stands.
    watch, watch_part: The character or prop that it looks at, wherever that goes, and a part of it; null for
        the targets of its keys.
    """

    id: OwnId
    start: Seconds = 0.0
    keys: Annotated[tuple[SceneCameraKey, ...], msgspec.Meta(min_length=1, max_length=1000)]
    follow: OwnId | None = None
    watch: OwnId | None = None
    watch_part: ShortText = ""
