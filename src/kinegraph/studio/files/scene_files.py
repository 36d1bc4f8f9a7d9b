"""Scenes as files, and motions brought to other characters. Runs in the worker process, beside the studio."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.flows.play_on import PlayedHow, measure_played, play_on
from kinegraph.scenes import Stage, StagePlayer, write_stage
from kinegraph.scenes.output.writing import stage_scenes
from kinegraph.studio.document import edits
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.creature_blob import is_rigged, unpack_play
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.doodle_blob import unpack_doodle
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import CharacterRecord, MotionRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.document.store.blob_store import read_blob
from kinegraph.studio.document.store.database import read_only_database
from kinegraph.studio.doodles.works import drawn_clip
from kinegraph.studio.files.format_list import PAGE_ENDING
from kinegraph.studio.motions.stored_motions import play_stored, stored_motions
from kinegraph.studio.protocol.commands import ExportOptions
from kinegraph.studio.running.worker import Progress
from kinegraph.studio.scenes.edits import is_empty, scene_of
from kinegraph.studio.scenes.scenery import scenery_of
from kinegraph.studio.scenes.stage_of_records import SceneSources, stage_of_records

SCENE_ENDINGS = (".mp4", ".gif", ".glb", ".gltf", ".usda", ".usdz", ".blend", PAGE_ENDING)
_FPS = 30.0


class EmptyScene(InvalidValue):
    """A document whose scene has no tracks."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"The scene of {path} is empty. Open the studio and add a motion to it.")


class BroughtMotion(NamedTuple):
    """A motion on another character.

    clip: On that character's skeleton. how, slip, penetration: As in `PlayedOn`.
    """

    clip: Clip
    how: PlayedHow
    slip: float
    penetration: float


def export_scene(
    *, document: Path, records: Records, options: ExportOptions, target: Path, progress: Progress
) -> list[str]:
    """Writes the scene of a document; returns notes about what could not be done."""
    progress("Collecting", 0, 0)
    with _Stored(document, records) as stored:
        stage = stage_of_records(records, stored.sources(), options.theme, target.stem)
    player = StagePlayer(stage)

    def bar(pictures: Iterable[Any], total: int) -> Iterator[Any]:
        for number, picture in enumerate(pictures):
            progress(f"Filming {target.name}", number, total)
            yield picture

    progress(f"Writing {target.name}", 0, 0)
    if target.suffix == PAGE_ENDING:
        from kinegraph.share import motion_content, save_page

        save_page(motion_content(stage_scenes(player, options.fps or _FPS), target.stem), target)
        return list(player.notes)
    write_stage(player, target, fps=options.fps or _FPS, bar=bar)
    return list(player.notes)


def scene_of_studio(path: Path) -> Stage:
    """The scene of a document that is not open; raises EmptyScene where it is empty."""
    if not path.is_file():
        raise FormatError(path, "is a folder, not a file." if path.is_dir() else "there is no such file.")
    with Document(path) as document:
        records = dict(document.records)
        if is_empty(records):
            raise EmptyScene(path)
        with _Stored(document.storage, records) as stored:
            return stage_of_records(records, stored.sources(), name=path.stem)


def bring_motion(
    *, document: Path, records: Records, motion: str, onto: str, progress: Progress
) -> BroughtMotion:
    """Plays a motion of a document on another of its characters."""
    source = edits.motion_record(records, motion)
    progress(f"Playing {source.name}", 0, 0)
    with _Stored(document, records) as stored:
        character = stored.character(onto)
        if source.drawing is not None or source.playing is not None:
            clip = stored.performed_anew(source, onto)
            played = measure_played(clip, PlayedHow.GENERALIZED, character)
        else:
            played = play_on(stored.clip(source), character, stored.character(str(source.character)))
    clip = replace(played.clip, name=source.name)
    return BroughtMotion(clip, played.how, played.slip, played.penetration)


class _Stored:
    """A document's characters and motions, read from its file."""

    def __init__(self, document: Path, records: Records) -> None:
        self._records, self._document = records, document
        self._database = read_only_database(document)
        self._characters: dict[str, Character] = {}
        self._names: dict[str, str] = {}

    def __enter__(self) -> "_Stored":
        return self

    def __exit__(self, *error: object) -> None:
        self._database.close()

    @property
    def _read(self) -> ReadBlob:
        return lambda hash: read_blob(self._database, self._document, hash)

    def sources(self) -> SceneSources:
        """Characters and motions for a scene, under names that people know."""
        return SceneSources(self.character, self.clip, self._drawn, self._name)

    def _drawn(self, doodle: str) -> tuple[Stroke, ...]:
        return scenery_of(self._records, doodle, self._read)

    def character(self, id: str) -> Character:
        """The character of a record."""
        if id not in self._characters:
            record = edits.character_record(self._records, id)
            self._characters[id] = with_guessed_anatomy(unpack_character(self._read(record.blob), record))
        return self._characters[id]

    def clip(self, record: MotionRecord) -> Clip:
        """A motion frame by frame."""
        owner = str(record.character)
        sets = edits.sets_of(self._records, owner)
        ((motion, *_),) = stored_motions([record], self.character(owner), sets, self._read)
        if isinstance(motion, MarkerClip):
            raise InvalidValue(f"{record.name} consists of markers; choose a motion of a character.")
        return bake(motion) if isinstance(motion, Animation) else motion

    def performed_anew(self, record: MotionRecord, onto: str) -> Clip:
        """A doodle's lines, or an animation for any creature, performed by another character."""
        owner, blob = edits.character_record(self._records, onto), self._read(record.blob)
        character = self.character(onto)
        if record.drawing is not None:
            content = structs.replace(unpack_doodle(blob), actor=owner.blob, rigged=is_rigged(owner))
            return drawn_clip(content, character, record.name, self._read)
        play = structs.replace(unpack_play(blob), rigged=is_rigged(owner))
        return play_stored(play, character, record.name, self._read)

    def _name(self, id: str) -> str:
        if id not in self._names:
            record = self._records.get(id)
            props = {prop.id: prop.name for prop in scene_of(self._records).props}
            name = display_name(record.name) if isinstance(record, CharacterRecord) else props[id]
            self._names[id] = edits.free_name(name, self._names.values())
        return self._names[id]
