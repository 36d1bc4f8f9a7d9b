"""The job that writes records to a file for downloading."""

from pathlib import Path
from urllib.parse import quote

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.animation.motion_file import motion_bytes, motion_of_file
from kinegraph.creatures.animation.motion_schema import EXTENSION as ANIMATION_ENDING
from kinegraph.creatures.maker.plan_file import ENDING as PLAN_ENDING
from kinegraph.creatures.maker.plan_file import plan_bytes
from kinegraph.studio.document import edits
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord, MotionRecord
from kinegraph.studio.files.doodle_filming import Performer, film_doodle
from kinegraph.studio.files.exporting import export_records
from kinegraph.studio.files.filming import FILM
from kinegraph.studio.files.format_list import ANIMATION, CREATURE, OWN_WRITTEN, PAGE
from kinegraph.studio.files.page_files import export_page
from kinegraph.studio.files.uploads import free_path
from kinegraph.studio.protocol.commands import Export
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.studio import Studio


class UnknownFormat(UnknownName):
    """A format that cannot be written."""

    kind = "format to write"


def start_export(studio: Studio, command: Export) -> Job:
    """Starts writing; refuses at once what could not end well."""
    character, motions = _chosen_motions(studio, command.records)
    sets = edits.sets_of(studio.document.records, character.id) if character else ()
    ending = _ending(command.format, command.extension)
    if command.format in (CREATURE, ANIMATION):
        return _start_own(studio, command.format, character, motions)
    title = motions[0].name if len(motions) == 1 else character.name if character else "motions"

    async def work(job: Job) -> JobDone:
        target = free_path(export_folder(studio, job.id), f"{title}{ending}")
        common = {"document": studio.document.storage, "options": command.options, "target": target}
        performers = _performers_of(studio, motions) if command.format == FILM else []
        if performers:
            notes = await studio.in_worker(job, film_doodle, performers=performers, **common)
        else:
            write = export_page if command.format == PAGE else export_records
            notes = await studio.in_worker(
                job, write, character=character, motions=motions, sets=sets, **common
            )
        return export_ready(job, target, tuple(notes))  # type: ignore[arg-type]

    return studio.jobs.start("export", f"Exporting {title}{ending}", work)


def _start_own(
    studio: Studio, format_name: str, character: CharacterRecord | None, motions: tuple[MotionRecord, ...]
) -> Job:
    """Starts writing a creature's plan, or the animation that a creature plays: small files of ours."""
    if format_name == CREATURE:
        if character is None or character.plan is None:
            raise InvalidValue("Only a creature from the creature maker has a plan to write.")
        name, data = f"{character.name}{PLAN_ENDING}", plan_bytes(character.plan)
    else:
        played = {motion.playing.animation for motion in motions if motion.playing} - {None}
        if len(played) != 1:
            raise InvalidValue("Choose one motion in which a creature plays an animation.")
        record = edits.animation_record(studio.document.records, str(played.pop()))
        name = f"{record.name}{ANIMATION_ENDING}"
        data = motion_bytes(motion_of_file(record.motion, record.name))

    async def work(job: Job) -> JobDone:
        target = free_path(export_folder(studio, job.id), name)
        target.write_bytes(data)
        return export_ready(job, target, ())

    return studio.jobs.start("export", f"Exporting {name}", work)


def _performers_of(studio: Studio, motions: tuple[MotionRecord, ...]) -> list[Performer]:
    """All characters on the sheet whose lines say what the one motion does; none for motions that came
    otherwise.
    """
    if len(motions) != 1 or motions[0].drawing is None:
        return []
    records = studio.document.records
    doodles = (r for r in records.values() if isinstance(r, DoodleRecord))
    found = next((doodle for doodle in doodles if doodle.motion == motions[0].id), None)
    performers = []
    for doodle in () if found is None else edits.performers_of(records, found):
        motion = records.get(doodle.motion or "")
        motion = motion if isinstance(motion, MotionRecord) else None
        character = None if motion is None else records.get(motion.character or "")
        character = character if isinstance(character, CharacterRecord) else None
        performers.append(Performer(doodle, character, motion))
    return performers


def export_ready(job: Job, target: Path, notes: tuple[str, ...]) -> JobDone:
    """The end of a job that wrote a file, with the address for the download."""
    address = f"/api/exports/{job.id}/{quote(target.name)}"
    message = f"{target.name} is ready ({target.stat().st_size / 1e6:.2f} MB)."
    return job.done(message, notes=notes, download=address)


def export_folder(studio: Studio, job: str) -> Path:
    """The folder of one export's files."""
    folder = studio.scratch / f"export-{job}"
    folder.mkdir(exist_ok=True)
    return folder


def _chosen_motions(
    studio: Studio, ids: tuple[str, ...]
) -> tuple[CharacterRecord | None, tuple[MotionRecord, ...]]:
    records = studio.document.records
    for id in ids:
        if not isinstance(records.get(id), CharacterRecord | MotionRecord):
            raise edits.UnknownRecord(id)
    motions = tuple(r for id in ids if isinstance(r := records[id], MotionRecord))
    owners = {id for id in ids if isinstance(records[id], CharacterRecord)} | {m.character for m in motions}
    if len(owners) != 1:
        raise InvalidValue(
            "An export holds one character and motions of it, or markers; choose one at a time."
        )
    owner = owners.pop()
    return (None if owner is None else edits.character_record(records, owner)), motions


def _ending(format_name: str, extension: str | None) -> str:
    from kinegraph.formats import FORMATS

    writable = {form.name: form.extensions for form in FORMATS if form.writable}
    writable |= {form.name: form.extensions for form in OWN_WRITTEN}
    if format_name not in writable:
        raise UnknownFormat(format_name, writable)
    endings = writable[format_name]
    if extension is not None and extension not in endings:
        raise UnknownFormat(extension, endings)
    return extension or endings[0]
