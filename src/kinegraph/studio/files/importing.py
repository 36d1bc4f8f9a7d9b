"""Importing: files become records and blobs. Runs in the worker process, beside the studio.

Blobs go through a folder, not through the pipe; the studio commits them with the records as one edit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError, KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.animation.motion_schema import EXTENSION as ANIMATION_ENDING
from kinegraph.creatures.maker.plan_file import ENDING as PLAN_ENDING
from kinegraph.perform.files.package_schema import EXTENSION
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character, unpack_character
from kinegraph.studio.document.edits import clean_name
from kinegraph.studio.document.motion_blob import Motion, describe_motion, pack_motion
from kinegraph.studio.document.perform_fields import Recording
from kinegraph.studio.document.records import (
    AnimationRecord,
    CharacterRecord,
    DoodleRecord,
    MotionRecord,
    Record,
    SetRecord,
    new_id,
)
from kinegraph.studio.document.store.blob_store import read_blob
from kinegraph.studio.document.store.database import read_only_database
from kinegraph.studio.doodles.content import is_doodle_file
from kinegraph.studio.running.places import ENDING
from kinegraph.studio.running.worker import Progress

LibraryRecord = CharacterRecord | MotionRecord | SetRecord | AnimationRecord | DoodleRecord


@dataclass
class Imported:
    """Results of an import.

    notes: Sentences about what was odd, each with the file's name where there are several.
    failures: One sentence per file that could not be read.
    """

    records: list[LibraryRecord] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def import_files(
    *, files: Sequence[Path], blobs: Path, document: Path, records: bytes, progress: Progress
) -> Imported:
    """Reads files into records, and writes their blobs, named by hash, into the folder `blobs`.

    document, records: The document that they will go into and its records, to find skeletons that are there
        already.
    """
    imported = Imported()
    library = _Library(document, msgspec.json.decode(records, type=list[Record]), blobs)
    mains = main_files(files)
    for index, file in enumerate(mains):
        progress(f"Reading {file.name}", index, len(mains))
        try:
            found, notes = _records_of(file, library)
            imported.records += found
            imported.notes += [f"{file.name}: {note}" for note in notes] if len(mains) > 1 else notes
        except FormatError as error:
            named = FormatError(file.name, error.reason, line=error.line, byte=error.byte)
            imported.failures.append(str(named))
        except KinegraphError as error:
            imported.failures.append(f"{file.name}: {error}")
    return imported


def main_files(files: Sequence[Path]) -> list[Path]:
    """The files to read: all but those that only lie beside another (an .amc's .asf, a .gltf's .bin)."""
    from kinegraph.formats import FORMATS

    def is_companion(file: Path) -> bool:
        ending = file.suffix.lower()
        others = {other.suffix.lower() for other in files} - {ending}
        return any(ending in form.companions and others & set(form.extensions) for form in FORMATS)

    return [file for file in files if not is_companion(file)] or list(files)


def _library_records(scene: Scene, library: "_Library", file: str) -> list[LibraryRecord]:
    """Records of everything in a scene; their blobs are stored in the library."""
    records: list[LibraryRecord] = []
    owner: str | None = None
    if scene.character is not None:
        known = None if _has_shape(scene.character) else library.who_has(scene.character.skeleton)
        if known is None:
            owner = new_id("c")
            blob = library.store(pack_character(scene.character))
            record = describe_character(scene.character, id=owner, blob=blob, file=file, notes=scene.notes)
            library.skeletons[owner] = scene.character.skeleton
            records.append(record)
        else:
            owner = known
    motions: tuple[Motion, ...] = (*scene.clips, *scene.animations)
    for motion in (*motions, *scene.markers):
        blob = library.store(pack_motion(motion))
        character = owner if motion in motions else None
        records.append(
            describe_motion(
                motion, id=new_id("m"), blob=blob, character=character, file=file, notes=scene.notes
            )
        )
    return records


def _records_of(file: Path, library: "_Library") -> tuple[list[LibraryRecord], tuple[str, ...]]:
    """The content of a file, and notes on repairs."""
    if file.suffix.lower() == ENDING:
        return _records_of_document(file, library), ()
    if file.suffix.lower() == EXTENSION:
        return _records_of_package(file, library), ()
    if file.suffix.lower() == PLAN_ENDING:
        return _records_of_plan(file, library), ()
    if file.suffix.lower() == ANIMATION_ENDING:
        return _records_of_animation(file), ()
    if file.suffix.lower() == ".json" and is_doodle_file(file):
        return _records_of_doodle(file, library), ()
    from kinegraph.formats import load

    scene = load(file)
    if scene.character is not None:
        scene = _with_anatomy(scene, scene.character)
    records = _library_records(scene, library, file.name)
    if not records:
        raise FormatError(file, "it holds neither a character nor a motion.")
    return records, scene.notes


def _with_anatomy(scene: Scene, character: Character) -> Scene:
    """The scene with what its character lacks guessed, and notes about what a person should look at."""
    from kinegraph.characters.anatomy.guess import guess_anatomy

    anatomy = guess_anatomy(character)
    whole = replace(character, bodies=anatomy.bodies, symmetry=anatomy.symmetry, contacts=anatomy.contacts)
    return replace(scene, character=whole, notes=(*scene.notes, *anatomy.notes))


def _records_of_document(file: Path, library: "_Library") -> list[LibraryRecord]:
    """The library of another document, under new ids."""
    from kinegraph.studio.document.document import Document

    with Document(file) as other:
        found = [
            record
            for record in other.records.values()
            if isinstance(record, CharacterRecord | AnimationRecord | DoodleRecord)
            # A motion or a set without its character moves nothing.
            or (
                isinstance(record, MotionRecord | SetRecord)
                and (not record.character or record.character in other.records)
            )
        ]
        for record in found:
            for hash in record.blobs:
                library.store(other.blob(hash))
    ids = {record.id: new_id(record.id[0]) for record in found}
    return [_under_new_ids(record, ids) for record in found]


def _records_of_package(file: Path, library: "_Library") -> list[LibraryRecord]:
    """A character with its sets and performances."""
    from kinegraph.perform.files.package_reading import load_package
    from kinegraph.studio.perform.package_records import records_of_rig

    package = load_package(file)
    who = package.rig.character.name
    found, blobs = records_of_rig(package.rig, tuple(package.performances.items()), who, file.name)
    for data in blobs.values():
        library.store(data)
    return [record for record in found if isinstance(record, CharacterRecord | MotionRecord | SetRecord)]


def _records_of_plan(file: Path, library: "_Library") -> list[LibraryRecord]:
    """A creature, shaped after its plan."""
    from kinegraph.creatures.maker.plan_file import load_plan
    from kinegraph.studio.creatures.making import make

    made = make(load_plan(file))
    library.store(made.data)
    return [msgspec.structs.replace(made.described, id=new_id("c"), file=file.name)]


def _records_of_animation(file: Path) -> list[LibraryRecord]:
    """An animation that any creature can play."""
    from kinegraph.creatures.animation.motion_file import file_of_motion, load_motion

    motion = file_of_motion(load_motion(file))
    return [AnimationRecord(id=new_id("a"), name=clean_name(motion.name), motion=motion)]


def _records_of_doodle(file: Path, library: "_Library") -> list[LibraryRecord]:
    """A drawing and its lines; what is made of them follows when they are in the document."""
    from kinegraph.doodles.file import load_doodle
    from kinegraph.studio.doodles.content import records_of_doodle

    doodle = load_doodle(file)
    found, blobs = records_of_doodle(doodle, clean_name(doodle.name))
    for data in blobs.values():
        library.store(data)
    return list(found)


def _under_new_ids(record: LibraryRecord, ids: Mapping[str, str]) -> LibraryRecord:
    """A record of another document with its own id and those it refers to changed.

    A source of keys that did not come along stays one that is gone: another record could have its id here.
    """
    renamed = msgspec.structs.replace(record, id=ids[record.id])
    if isinstance(renamed, MotionRecord | SetRecord) and renamed.character:
        renamed = msgspec.structs.replace(renamed, character=ids[renamed.character])
    if isinstance(renamed, SetRecord):
        return _set_under_new_ids(renamed, ids)
    if isinstance(renamed, MotionRecord) and renamed.recording:
        recording = _recording_under_new_ids(renamed.recording, ids)
        renamed = msgspec.structs.replace(renamed, recording=recording)
    if isinstance(renamed, MotionRecord) and renamed.playing and renamed.playing.animation:
        # Animations come along with every document, so this one is only missing where it was missing before.
        animation = ids.get(renamed.playing.animation) or new_id("a")
        renamed = msgspec.structs.replace(
            renamed, playing=msgspec.structs.replace(renamed.playing, animation=animation)
        )
    if isinstance(renamed, DoodleRecord):
        made = {
            name: ids.get(getattr(renamed, name) or "") for name in ("actor", "character", "motion", "sheet")
        }
        return msgspec.structs.replace(renamed, **made)
    if isinstance(renamed, MotionRecord) and renamed.drawing:
        doodle = ids.get(renamed.drawing.doodle) or new_id("d")
        renamed = msgspec.structs.replace(
            renamed, drawing=msgspec.structs.replace(renamed.drawing, doodle=doodle)
        )
    if isinstance(renamed, MotionRecord) and renamed.layering:
        source = ids.get(renamed.layering.source) or new_id("m")
        renamed = msgspec.structs.replace(
            renamed, layering=msgspec.structs.replace(renamed.layering, source=source)
        )
    if isinstance(renamed, MotionRecord) and renamed.keying:
        source = ids.get(renamed.keying.source) or new_id("m")
        renamed = msgspec.structs.replace(
            renamed, keying=msgspec.structs.replace(renamed.keying, source=source)
        )
    return renamed


def _set_under_new_ids(record: SetRecord, ids: Mapping[str, str]) -> SetRecord:
    """A set that moves the same controllers, which have other ids."""
    manipulators = tuple(
        msgspec.structs.replace(m, target=ids[m.target]) if m.kind == "controller" else m
        for m in record.manipulators
    )
    return msgspec.structs.replace(
        record, manipulators=manipulators, parent=ids[record.parent] if record.parent else None
    )


def _recording_under_new_ids(recording: Recording, ids: Mapping[str, str]) -> Recording:
    """Layers of the same sets, which have other ids. A set that is gone stays one that is gone."""
    known: dict[str, str] = dict(ids)

    def renamed(id: str) -> str:
        return known.setdefault(id, new_id("s"))

    layers = tuple(
        msgspec.structs.replace(
            layer,
            set=renamed(layer.set),
            switches=tuple(msgspec.structs.replace(s, set=renamed(s.set)) for s in layer.switches),
        )
        for layer in recording.layers
    )
    return msgspec.structs.replace(recording, layers=layers)


def _has_shape(character: Character) -> bool:
    return bool(character.skins) or any(body.meshes for body in character.bodies)


class _Library:
    """The characters that are there already, and the folder that new blobs go into."""

    def __init__(self, document: Path, records: Iterable[Record], blobs: Path) -> None:
        self._document, self._blobs = document, blobs
        self._there = [record for record in records if isinstance(record, CharacterRecord)]
        self.skeletons: dict[str, Skeleton] = {}

    def store(self, data: bytes) -> str:
        hash = blob_hash(data)
        (self._blobs / hash).write_bytes(data)
        return hash

    def who_has(self, skeleton: Skeleton) -> str | None:
        """The id of a character with this very skeleton, so that takes of one performer share one
        character.
        """
        for record in self._there:
            if record.joints == skeleton.names and record.id not in self.skeletons:
                database = read_only_database(self._document)
                try:
                    blob = read_blob(database, self._document, record.blob)
                finally:
                    database.close()
                self.skeletons[record.id] = unpack_character(blob, record).skeleton
        return next((id for id, known in self.skeletons.items() if known == skeleton), None)
