"""A scene as a document, or added to one: its character and motions, written without an open studio."""

from pathlib import Path

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.errors import FormatError
from kinegraph.core.scene import Scene
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import CharacterRecord, MotionRecord, new_id
from kinegraph.studio.motions.document_file import change_document


def add_scene(path: Path, scene: Scene, file: str) -> tuple[str, ...]:
    """Puts a scene into a document, as one edit, and shows its first motion.

    file: Name of the file that it came from.
    Returns a sentence if the document was there already. A new document appears whole or not at all.
    """
    if scene.character is None and not scene.markers:
        raise FormatError(path, "there is neither a character nor a motion to put into it.")
    known = change_document(path, lambda document: _add(document, scene, file))
    return (f"{path} was there already: the contents of {file} were added to it.",) if known else ()


def _add(document: Document, scene: Scene, file: str) -> None:
    records: list[CharacterRecord | MotionRecord] = []
    blobs: dict[str, bytes] = {}

    def kept(data: bytes) -> str:
        blobs[blob_hash(data)] = data
        return blob_hash(data)

    owner = None
    if scene.character is not None:
        whole = with_guessed_anatomy(scene.character)
        blob = kept(pack_character(whole))
        records.append(describe_character(whole, id=new_id("c"), blob=blob, file=file, notes=scene.notes))
        owner = records[0].id
    for motion in (*scene.clips, *scene.animations, *scene.markers):
        who = None if motion in scene.markers else owner
        blob, own = kept(pack_motion(motion)), new_id("m")
        records.append(
            describe_motion(motion, id=own, blob=blob, character=who, file=file, notes=scene.notes)
        )
    document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(file), records, blobs))
    shown = next((record.id for record in records if isinstance(record, MotionRecord)), None)
    document.keep(edits.look(document.records, character=owner, motion=shown, span=None))
