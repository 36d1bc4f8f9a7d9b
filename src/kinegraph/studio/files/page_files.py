"""Pages to send to a friend. Runs in the worker process, which alone loads what writes them."""

from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.files.package import Package
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.creature_blob import creature_of, is_rigged, unpack_play, unpack_score
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.performance_blob import performance_of, unpack_layers
from kinegraph.studio.document.records import CharacterRecord, MotionRecord, SetRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob, spatial_rig
from kinegraph.studio.document.store.blob_store import read_blob
from kinegraph.studio.document.store.database import read_only_database
from kinegraph.studio.files.exporting import scene_of
from kinegraph.studio.motions.stored_motions import stored_motions
from kinegraph.studio.protocol.commands import ExportOptions
from kinegraph.studio.running.worker import Progress

if TYPE_CHECKING:
    from kinegraph.share import PageContent


def export_page(
    *,
    document: Path,
    character: CharacterRecord | None,
    motions: tuple[MotionRecord, ...],
    sets: tuple[SetRecord, ...],
    options: ExportOptions,
    target: Path,
    progress: Progress,
) -> list[str]:
    """Writes a page of a character and motions of it; returns notes about what could not be kept.

    sets: The character's.
    """
    if character is None:
        raise InvalidValue("A page shows a character; choose one, or a motion of one.")
    from kinegraph.share import save_page

    progress("Collecting", 0, 2)
    database = read_only_database(document)
    try:

        def read(hash: str) -> bytes:
            return read_blob(database, document, hash)

        who, title = unpack_character(read(character.blob), character), display_name(character.name)
        match options.page:
            case "sets":
                content = _performed(who, title, motions, sets, read)
            case "creature":
                content = _led(who, title, character, motions, read)
            case _:
                content = _played(who, title, motions, sets, options, read)
    finally:
        database.close()
    progress(f"Writing {target.name}", 1, 2)
    save_page(content, target)
    return []


def _played(
    who: Character,
    title: str,
    motions: tuple[MotionRecord, ...],
    sets: tuple[SetRecord, ...],
    options: ExportOptions,
    read: ReadBlob,
) -> "PageContent":
    from kinegraph.share import motion_content

    stored = stored_motions(motions, who, sets, read)
    scene = scene_of(who, [each.motion for each in stored], options)
    drawn = bool(motions) and all(motion.drawing is not None for motion in motions)
    return motion_content([scene], motions[0].name if len(motions) == 1 else title, paper=drawn)


def _performed(
    who: Character, title: str, motions: tuple[MotionRecord, ...], sets: tuple[SetRecord, ...], read: ReadBlob
) -> "PageContent":
    from kinegraph.share import sets_content

    if not sets:
        raise InvalidValue(f"{title} has no sets. Make one in Perform first.")
    rig = spatial_rig(who if who.contacts else with_guessed_anatomy(who), sets, read)
    takes = {
        each.name: performance_of(each, unpack_layers(read(each.blob), each.recording), rig, sets)
        for each in motions
        if each.recording is not None
    }
    return sets_content(Package(rig, takes), title, [each.name for each in sets if each.walks])


def _led(
    who: Character, title: str, record: CharacterRecord, motions: tuple[MotionRecord, ...], read: ReadBlob
) -> "PageContent":
    from kinegraph.creatures.binding.binding import binds
    from kinegraph.runtime.baked.bake import LayerChoice, LiveCreature
    from kinegraph.share import creature_content

    creature = creature_of(who, is_rigged(record))
    choices = {"walk": LayerChoice()}
    for each in motions:
        score = unpack_play(read(each.blob)).score if each.playing is not None else ""
        animation = unpack_score(read(score)) if score else None
        if animation is not None and binds(animation, creature):
            choices[animation.name] = LayerChoice(((animation, 0),))
    return creature_content(LiveCreature(creature, choices), title)
