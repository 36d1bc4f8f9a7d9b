"""Films of doodles, with their paper and ink, for an export. Runs in the worker process."""

from dataclasses import replace
from pathlib import Path

from kinegraph.core.clip import Clip
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.doodle_blob import unpack_doodle
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord, MotionRecord
from kinegraph.studio.document.store.blob_store import read_blob
from kinegraph.studio.document.store.database import read_only_database
from kinegraph.studio.doodles.content import doodle_of_content, with_surroundings
from kinegraph.studio.files.filming import film_rate, write_pictures
from kinegraph.studio.motions.stored_motions import stored_motions
from kinegraph.studio.protocol.commands import ExportOptions
from kinegraph.studio.running.worker import Progress


def film_doodle(
    *,
    document: Path,
    doodle: DoodleRecord,
    character: CharacterRecord,
    motion: MotionRecord,
    options: ExportOptions,
    target: Path,
    progress: Progress,
) -> list[str]:
    """Films the motion of a doodle's lines; returns notes about it."""
    from kinegraph.doodles.clip import read_doodle
    from kinegraph.doodles.pictures.film import film_frames, frame_count

    progress("Collecting", 0, 2)
    database = read_only_database(document)
    try:

        def read(hash: str) -> bytes:
            return read_blob(database, document, hash)

        who = unpack_character(read(character.blob), character)
        (clip,) = stored_motions([motion], who, (), read)
        drawn = with_surroundings(doodle_of_content(unpack_doodle(read(motion.blob)), read), doodle, read)
    finally:
        database.close()
    assert isinstance(clip, Clip)
    result = replace(read_doodle(drawn), character=who, clip=clip)
    fps = film_rate(target, options)
    write_pictures(film_frames(result, fps), frame_count(result, fps), target, fps, progress)
    return list(result.notes)
