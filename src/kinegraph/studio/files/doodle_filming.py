"""Films of doodles, with their paper and ink, for an export. Runs in the worker process."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.core.clip import Clip
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.doodle_blob import unpack_doodle
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord, MotionRecord
from kinegraph.studio.document.store.blob_store import read_blob
from kinegraph.studio.document.store.database import read_only_database
from kinegraph.studio.doodles.content import doodle_of_content, with_others, with_surroundings
from kinegraph.studio.files.filming import film_rate, write_pictures
from kinegraph.studio.motions.stored_motions import stored_motions
from kinegraph.studio.protocol.commands import ExportOptions
from kinegraph.studio.running.worker import Progress

if TYPE_CHECKING:
    from kinegraph.doodles.clip import DoodleResult


@dataclass(frozen=True)
class Performer:
    """A character on a sheet; character, motion: None while its drawing is incomplete."""

    doodle: DoodleRecord
    character: CharacterRecord | None
    motion: MotionRecord | None


def film_doodle(
    *,
    document: Path,
    performers: list[Performer],
    options: ExportOptions,
    target: Path,
    progress: Progress,
) -> list[str]:
    """Films a sheet with the motions of all its lines; returns notes about it.

    performers: All characters on the sheet, first the one whose sheet it is.
    """
    from kinegraph.doodles.clip import read_doodle
    from kinegraph.doodles.doodle import Doodle
    from kinegraph.doodles.pictures.film import film_frames, frame_count

    progress("Collecting", 0, 2)
    database = read_only_database(document)
    try:

        def read(hash: str) -> bytes:
            return read_blob(database, document, hash)

        def drawn(performer: Performer) -> Doodle:
            motion = performer.motion
            return Doodle() if motion is None else doodle_of_content(unpack_doodle(read(motion.blob)), read)

        sheet, *others = performers
        doodles = [drawn(each) for each in performers]
        surroundings = next((each for each in doodles if each.props or each.ground), doodles[0])
        first = replace(doodles[0], props=surroundings.props, ground=surroundings.ground)
        whole = with_surroundings(first, sheet.doodle, read)
        guests = zip((each.doodle for each in others), doodles[1:], strict=True)
        result = read_doodle(with_others(whole, guests))
        results = [
            _perform_stored(each, found, read)
            for each, found in zip(performers, (result, *result.others), strict=True)
        ]
    finally:
        database.close()
    result = replace(results[0], others=tuple(results[1:]))
    fps = film_rate(target, options)
    write_pictures(film_frames(result, fps), frame_count(result, fps), target, fps, progress)
    return [note for each in (result, *result.others) for note in each.notes]


def _perform_stored(
    performer: Performer, result: "DoodleResult", read: Callable[[str], bytes]
) -> "DoodleResult":
    """The result with the stored character and its motion."""
    character, motion = performer.character, performer.motion
    if character is None or motion is None:
        return replace(result, character=None, clip=None)
    who = unpack_character(read(character.blob), character)
    ((clip, *_),) = stored_motions([motion], who, (), read)
    assert isinstance(clip, Clip)
    return replace(result, character=who, clip=clip)
