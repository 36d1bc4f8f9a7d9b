"""Keys in a document, made without a studio: character, original and keyed result as one edit."""

from pathlib import Path

from msgspec.structs import replace

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.key_fields import Keying, KeySettings
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import new_id
from kinegraph.studio.keys.keyed_records import keyed_arrays
from kinegraph.studio.keys.playback import figures
from kinegraph.studio.motions.document_file import change_document


def add_keys(path: Path, character: Character, choices: KeyChoices, result: KeyedMotion) -> tuple[str, ...]:
    """Puts a character, the motion that was keyed, and the keys into a document, and shows the keys.

    A new document appears whole or not at all; to one that is there already they are added, as one edit that
    can be undone. Returns a sentence where that was the case.
    """
    known = change_document(path, lambda document: _add(document, character, choices, result))
    return (f"{path} was there already: character, original and keys were added to it.",) if known else ()


def _add(document: Document, character: Character, choices: KeyChoices, result: KeyedMotion) -> None:
    whole = with_guessed_anatomy(character)
    shape, dense = pack_character(whole), pack_motion(choices.clip)
    who = describe_character(whole, id=new_id("c"), blob=blob_hash(shape))
    source = describe_motion(choices.clip, id=new_id("m"), blob=blob_hash(dense), character=who.id)
    made = keyed_arrays(result.animation, result.keys.importance)
    keying = Keying(
        source=source.id,
        source_blob=source.blob,
        settings=_settings(choices),
        count=len(result.keys.frames),
        figures=figures(result.error, 0),
    )
    name = f"{source.name} keys"
    keys = replace(made.described, id=new_id("m"), name=name, character=who.id, keying=keying)
    name = EditKind.ADD_KEYED_MOTION.of(f"{source.name} at {keying.count} frames")
    blobs = {who.blob: shape, source.blob: dense, made.blob: made.data}
    document.commit(edits.add(document.records, name, (who, source, keys), blobs))
    document.keep(edits.look(document.records, character=who.id, motion=keys.id, span=None))


def _settings(choices: KeyChoices) -> KeySettings:
    """The settings by which keys were chosen, with frames counted from the first of the span."""
    asked, first, last = choices.settings, choices.start, choices.start + len(choices.clip) - 1
    fields = {name: getattr(asked, name) for name in KeySettings.__struct_fields__}
    for name in ("fixed", "forbidden"):
        fields[name] = tuple(frame - first for frame in fields[name] if first <= frame <= last)
    return KeySettings(**{**fields, "weights": dict(asked.weights), "span": None})
