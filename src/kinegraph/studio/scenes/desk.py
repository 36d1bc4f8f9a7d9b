"""The desk of the scene: it is played in a thread, once for each state of the document, and sent to pages."""

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import msgspec
import numpy as np
from msgspec.structs import replace

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.remembered import Remembered
from kinegraph.scenes import StagePlayer
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord, MotionRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.motions.shelf import MotionShelf
from kinegraph.studio.running.looks import Looks
from kinegraph.studio.scenes.edits import scene_of
from kinegraph.studio.scenes.parts import (
    ScenePart,
    camera_part,
    character_part,
    prop_part,
    shape_part,
)
from kinegraph.studio.scenes.scenery import scenery_of
from kinegraph.studio.scenes.stage_of_records import SceneSources, in_own_space, stage_of_records

FPS = 30.0  # at which pages get a scene; they show the poses in between too
_MOST_SCENES, _MOST_CHARACTERS, _MOST_CLIPS = 3, 64, 64


@dataclass(frozen=True, eq=False)
class PlayedScene:
    """A scene, frame by frame.

    duration: [s]. characters, props: Their ids. notes: Sentences about what could not be done.
    parts: What they do, how props look, and where the camera is.
    """

    duration: float
    characters: tuple[str, ...] = ()
    props: tuple[str, ...] = ()
    parts: tuple[ScenePart, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def filmed(self) -> bool:
        """True if a camera is part of the scene."""
        return any(part.name == "camera" for part in self.parts)


class SceneDesk:
    """Plays the scene for all pages of one document; used from the event loop, computes in a thread."""

    def __init__(self, shelf: MotionShelf, looks: Looks, read_blob: ReadBlob) -> None:
        self._shelf, self._looks, self._read_blob = shelf, looks, read_blob
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kinegraph-scene")
        self._scenes = Remembered[PlayedScene](_MOST_SCENES)
        self._characters = Remembered[Character](_MOST_CHARACTERS)
        self._clips = Remembered[Clip](_MOST_CLIPS)

    async def play(self, records: Records) -> PlayedScene:
        """The scene of a document as it is in these records."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._played, records)

    def close(self) -> None:
        """Ends what is under way."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _played(self, records: Records) -> PlayedScene:
        return self._scenes.get(_state(records), lambda: self._make(records))

    def _make(self, records: Records) -> PlayedScene:
        scene = scene_of(records)
        playing = {track.character for track in scene.tracks}
        playing |= {id for shake in scene.handshakes for id in (shake.first, shake.second)}
        if not playing and not scene.props:
            return PlayedScene(0.0)
        sources = SceneSources(
            lambda id: self._character(edits.character_record(records, id)),
            lambda motion: self._clip(motion, records),
            lambda doodle: scenery_of(records, doodle, self._read_blob),
        )
        player = StagePlayer(stage_of_records(records, sources))
        props = {prop.name: prop.shape for prop in player.stage.props}
        parts: list[ScenePart] = []
        for each in player.cast(FPS):
            if each.name in playing:
                own = in_own_space(each.clip, edits.placement_of(records, each.name))
                parts.append(character_part(each.name, own))
            elif each.name in props:
                meshes = tuple(mesh for body in props[each.name].bodies for mesh in body.meshes)
                parts += [prop_part(each.name, each.clip), shape_part(each.name, meshes)]
        if player.stage.shots:
            parts.append(_camera(player))
        return PlayedScene(
            player.stage.duration,
            tuple(member.name for member in player.stage.members if member.name in playing),
            tuple(props),
            tuple(parts),
            player.notes,
        )

    def _character(self, record: CharacterRecord) -> Character:
        key = (record.blob, record.name, record.caps, record.mirror)
        return self._characters.get(key, lambda: with_guessed_anatomy(self._looks.character(record)))

    def _clip(self, motion: MotionRecord, records: Records) -> Clip:
        key = (motion.blob, motion.fps, edits.character_record(records, str(motion.character)).blob)
        return self._clips.get(key, lambda: self._shelf.clip(motion))


def _camera(player: StagePlayer) -> ScenePart:
    """The way of the camera, cut by cut."""
    times = player.times(FPS).tolist()
    views = [view for time in times if (view := player.camera(time)) is not None]
    shots = [player.stage.shot_at(time) for time in times]
    cuts = [frame for frame in range(1, len(shots)) if shots[frame] is not shots[frame - 1]]
    angles = np.degrees(2.0 * np.arctan([view.half_height for view in views]))
    eyes, ways = np.array([view.eye for view in views]), np.array([view.axes[2] for view in views])
    return camera_part(FPS, eyes, ways, angles, np.array(cuts))


def _state(records: Records) -> str:
    """A digest of all that the frames of a scene depend on."""
    scene = scene_of(records)
    parts: list[object] = [replace(scene, light=None), edits.stage_of(records).placements]
    for prop in scene.props:
        doodle = records.get(prop.doodle or "")
        if isinstance(doodle, DoodleRecord):
            parts += [(stroke.ink, stroke.blob) for stroke in doodle.strokes]
    for track in scene.tracks:
        parts.append(records.get(track.character))
        for clip in (*track.clips, *(each for layer in track.layers for each in layer.clips)):
            motion = records.get(clip.motion)
            if isinstance(motion, MotionRecord):
                parts += [motion.blob, motion.fps, motion.duration, motion.recording]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
