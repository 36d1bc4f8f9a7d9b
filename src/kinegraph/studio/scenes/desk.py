"""The desk of the scene: it is played in a thread, once for each state of the document, and sent to pages."""

import asyncio
import hashlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import msgspec

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.remembered import Remembered
from kinegraph.scenes import StagePlayer
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import CharacterRecord, MotionRecord
from kinegraph.studio.motions.shelf import MotionShelf
from kinegraph.studio.protocol.scene_messages import ScenePart, scene_part
from kinegraph.studio.running.looks import Looks
from kinegraph.studio.scenes.edits import scene_of
from kinegraph.studio.scenes.stage_of_records import SceneSources, in_own_space, stage_of_records

FPS = 30.0  # at which pages get a scene; they show the poses in between too
_MOST_SCENES, _MOST_CHARACTERS, _MOST_CLIPS = 3, 64, 64


@dataclass(frozen=True, eq=False)
class PlayedScene:
    """A scene, frame by frame.

    duration: [s]. parts: What each character does, by its id. notes: Sentences about what could not be done.
    """

    duration: float
    parts: Mapping[str, ScenePart]
    notes: tuple[str, ...]


class SceneDesk:
    """Plays the scene for all pages of one document; used from the event loop, computes in a thread."""

    def __init__(self, shelf: MotionShelf, looks: Looks) -> None:
        self._shelf, self._looks = shelf, looks
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
        playing = {track.character for track in scene_of(records).tracks}
        if not playing:
            return PlayedScene(0.0, {}, ())
        sources = SceneSources(
            lambda id: self._character(edits.character_record(records, id)),
            lambda motion: self._clip(motion, records),
        )
        player = StagePlayer(stage_of_records(records, sources))
        parts = {
            each.name: scene_part(in_own_space(each.clip, edits.placement_of(records, each.name)))
            for each in player.cast(FPS)
            if each.name in playing
        }
        return PlayedScene(player.stage.duration, parts, player.notes)

    def _character(self, record: CharacterRecord) -> Character:
        key = (record.blob, record.name, record.caps, record.mirror)
        return self._characters.get(key, lambda: with_guessed_anatomy(self._looks.character(record)))

    def _clip(self, motion: MotionRecord, records: Records) -> Clip:
        key = (motion.blob, motion.fps, edits.character_record(records, str(motion.character)).blob)
        return self._clips.get(key, lambda: self._shelf.clip(motion))


def _state(records: Records) -> str:
    """A digest of all that the frames of a scene depend on."""
    scene = scene_of(records)
    parts: list[object] = [scene.tracks, edits.stage_of(records).placements]
    for track in scene.tracks:
        owner = records.get(track.character)
        parts.append(owner)
        for clip in (*track.clips, *(each for layer in track.layers for each in layer.clips)):
            motion = records.get(clip.motion)
            if isinstance(motion, MotionRecord):
                parts += [motion.blob, motion.fps, motion.duration, motion.recording]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
