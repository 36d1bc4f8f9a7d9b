"""Commands and events of the scene, and the headers of its binary frames."""

from typing import Annotated, ClassVar, Literal

import msgspec

from kinegraph.studio.document.frames import FrameHeader
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.scene_fields import (
    SceneClip,
    SceneHandshake,
    SceneProp,
    SceneShot,
    SceneTarget,
    Seconds,
    ShortText,
)
from kinegraph.studio.protocol.commands import DragStep, ExportOptions, Id, Request, Text
from kinegraph.studio.protocol.events import Event


class PlaceSceneClip(Request, frozen=True, kw_only=True):
    """Puts a motion on its character's track. The answer names the new clip.

    start: [s]; null: after the last clip there.
    layer: Into this layer of the track; null: onto the track itself.
    part: Into a new layer for this part of the body.
    own: Whether it keeps its own coordinates; null: a drawn line does if it comes first.
    """

    motion: Id
    start: Seconds | None = None
    layer: Id | None = None
    part: Text | None = None
    own: bool | None = None


class ChangeSceneClip(DragStep, frozen=True, kw_only=True):
    """Replaces a clip of the scene by another state of it. id: The clip's."""

    drag_key: ClassVar[tuple[str, ...]] = ("id",)

    id: Id
    clip: SceneClip


class RemoveSceneClips(Request, frozen=True, kw_only=True):
    """Takes clips out of the scene."""

    clips: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=1000)]


class SplitSceneClip(Request, frozen=True, kw_only=True):
    """Cuts a clip in two at a time of the scene [s]. The answer names the second."""

    clip: Id
    time: Seconds


class AddSceneLayer(Request, frozen=True, kw_only=True):
    """Begins a layer over a character's track, for a part of the body. The answer names it."""

    character: Id
    part: Text
    additive: bool = False


class ChangeSceneLayer(Request, frozen=True, kw_only=True):
    """Changes the part that a layer moves, and whether it adds to what is below."""

    layer: Id
    part: Text
    additive: bool


class RemoveSceneLayer(Request, frozen=True, kw_only=True):
    """Removes a layer with its clips."""

    layer: Id


class SetSceneTargets(DragStep, frozen=True, kw_only=True):
    """Replaces what a character looks at, reaches for and follows."""

    drag_key: ClassVar[tuple[str, ...]] = ("character",)

    character: Id
    targets: Annotated[tuple[SceneTarget, ...], msgspec.Meta(max_length=64)]


class SetSceneShots(DragStep, frozen=True, kw_only=True):
    """Replaces the cuts of the camera."""

    drag_key: ClassVar[tuple[str, ...]] = ()

    shots: Annotated[tuple[SceneShot, ...], msgspec.Meta(max_length=1000)]


class AddSceneProp(Request, frozen=True, kw_only=True):
    """Puts a prop into the scene, in its usual size. The answer names it.

    doodle: Whose scenery a drawing shows; it stands where it was drawn.
    place: The middle of its underside [m]; null: where a drawing was drawn, else the middle of the stage.
    """

    kind: Literal["box", "ball", "tree", "drawing"]
    doodle: Id | None = None
    place: Vector | None = None


class ChangeSceneProp(DragStep, frozen=True, kw_only=True):
    """Replaces a prop of the scene by another state of it. id: The prop's."""

    drag_key: ClassVar[tuple[str, ...]] = ("id",)

    id: Id
    prop: SceneProp


class RemoveSceneProp(Request, frozen=True, kw_only=True):
    """Takes a prop out of the scene."""

    prop: Id


class SetHandshakes(DragStep, frozen=True, kw_only=True):
    """Replaces all handshakes of the scene."""

    drag_key: ClassVar[tuple[str, ...]] = ()

    handshakes: Annotated[tuple[SceneHandshake, ...], msgspec.Meta(max_length=100)]


class LightScene(Request, frozen=True, kw_only=True):
    """Changes the light of the scene; null for that of the page."""

    light: Literal["dark", "light"] | None = None


class ClearScene(Request, frozen=True, kw_only=True):
    """Takes everything out of the scene."""


class RequestScene(Request, frozen=True, kw_only=True):
    """Asks for the scene frame by frame; a `ScenePlayed` follows the frames.

    known: States of the frames that the page has, by their names: these are not sent again.
    """

    reads: ClassVar[bool] = True

    known: dict[Id, ShortText] = msgspec.field(default_factory=dict)


class RequestParts(Request, frozen=True, kw_only=True):
    """Asks for the parts of a character's body by name; a `CharacterParts` answers."""

    reads: ClassVar[bool] = True

    character: Id


class BringMotion(Request, frozen=True, kw_only=True):
    """Starts a job that plays a motion on another character: the result is a motion of that character.

    place: Whether it also goes onto the scene. start: When there [s]; null: after the last clip.
    """

    motion: Id
    character: Id
    place: bool = False
    start: Seconds | None = None


class ExportScene(Request, frozen=True, kw_only=True):
    """Starts a job that writes the whole scene to a file to be downloaded.

    extension: ".mp4", ".gif", ".glb", ".gltf", ".usda", ".usdz", ".blend", ".html".
    """

    extension: Annotated[str, msgspec.Meta(max_length=16)]
    options: ExportOptions = ExportOptions()


class ScenePlayed(Event, frozen=True, kw_only=True):
    """The answer to `RequestScene`, after its frames.

    duration: [s]. characters: Those that play. props: Those that are there. filmed: Whether it has a camera.
    notes: Sentences about what could not be done.
    """

    request: int
    duration: float
    characters: tuple[str, ...]
    props: tuple[str, ...]
    filmed: bool
    notes: tuple[str, ...]


class CharacterParts(Event, frozen=True, kw_only=True):
    """The answer to `RequestParts`: names of parts of a character's body.

    joints: The joints of each part. ends: The joint at the end of each: the hand of an arm.
    """

    request: int
    character: str
    parts: tuple[str, ...]
    joints: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]


class SceneFrame(FrameHeader, frozen=True, kw_only=True):
    """The motion of a character in the scene.

    Arrays: roots (F, 3), rotations (F, J, 4), and translations (F, J, 3) where joints slide; all float32, in
    the character's space.

    state: The same for the same frames.
    """

    character: str
    state: str
    fps: float


class ScenePropFrame(FrameHeader, frozen=True, kw_only=True):
    """The motion of a prop in the scene.

    Arrays: places (F, 3) of the middle of its underside, and rotations (F, 4); float32, on the stage. One
    frame where it stands still.
    """

    prop: str
    state: str
    fps: float


class ScenePropShape(FrameHeader, frozen=True, kw_only=True):
    """The shape of a prop, with the middle of its underside at the origin.

    Arrays: positions and normals (V, 3), colors (V, 3) linear, all float32, and triangles (T, 3) int32.
    """

    prop: str
    state: str


class SceneCameraFrame(FrameHeader, frozen=True, kw_only=True):
    """The camera of the scene.

    Arrays, all float32: eyes (F, 3) [m], ways (F, 3) of unit length in which it looks, angles (F,) its
    vertical field of view [degrees]; cuts (N,) frames at which it cuts.
    """

    state: str
    fps: float


AnySceneEvent = ScenePlayed | CharacterParts
AnySceneFrame = SceneFrame | ScenePropFrame | ScenePropShape | SceneCameraFrame
