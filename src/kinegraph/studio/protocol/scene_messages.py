"""Commands and events of the scene, and its frames."""

import hashlib
from typing import Annotated, ClassVar, NamedTuple

import msgspec
import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.studio.document.frames import FrameHeader, pack
from kinegraph.studio.document.scene_fields import SceneClip, SceneShot, SceneTarget, Seconds, ShortText
from kinegraph.studio.protocol.commands import DragStep, ExportOptions, Id, Request, Text
from kinegraph.studio.protocol.events import Event
from kinegraph.studio.protocol.motion_frames import clip_arrays


class PlaceSceneClip(Request, frozen=True, kw_only=True):
    """Puts a motion on its character's track. The answer names the new clip.

    start: [s]; null: after the last clip there.
    layer: Into this layer of the track; null: onto the track itself.
    """

    motion: Id
    start: Seconds | None = None
    layer: Id | None = None


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


class ClearScene(Request, frozen=True, kw_only=True):
    """Takes everything out of the scene."""


class RequestScene(Request, frozen=True, kw_only=True):
    """Asks for the scene frame by frame; a `ScenePlayed` follows the frames.

    known: States of the frames that the page has, by character: these are not sent again.
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

    duration: [s]. characters: Those that play. notes: Sentences about what could not be done.
    """

    request: int
    duration: float
    characters: tuple[str, ...]
    notes: tuple[str, ...]


class CharacterParts(Event, frozen=True, kw_only=True):
    """The answer to `RequestParts`: names of parts of a character's body."""

    request: int
    character: str
    parts: tuple[str, ...]


class SceneFrame(FrameHeader, frozen=True, kw_only=True):
    """The motion of a character in the scene.

    Arrays: roots (F, 3), rotations (F, J, 4), and translations (F, J, 3) where joints slide; all float32, in
    the character's space.

    state: The same for the same frames.
    """

    character: str
    state: str
    fps: float


class ScenePart(NamedTuple):
    """The motion of a character in the scene, as pages get it. state: As in a `SceneFrame`."""

    state: str
    fps: float
    arrays: dict[str, np.ndarray]

    def frame(self, character: str) -> bytes:
        """The binary frame."""
        return pack(SceneFrame(character=character, state=self.state, fps=self.fps), self.arrays)


def scene_part(clip: Clip) -> ScenePart:
    """A clip as pages get it."""
    arrays = clip_arrays(clip)
    made = hashlib.sha256()
    for name in sorted(arrays):
        made.update(name.encode() + arrays[name].tobytes())
    return ScenePart(made.hexdigest()[:24], clip.fps, arrays)


AnySceneEvent = ScenePlayed | CharacterParts
