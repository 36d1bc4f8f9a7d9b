"""The job that reads uploaded files into the document."""

import shutil
from pathlib import Path

import msgspec

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord, MotionRecord
from kinegraph.studio.files.importing import Imported, import_files
from kinegraph.studio.handlers.drawing import look_at
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.studio import Studio


def start_import(studio: Studio, files: list[Path], folder: Path) -> Job:
    """Starts reading `files`; `folder`, which holds them, is removed in the end."""
    label = f"Importing {files[0].name}" + (f" and {len(files) - 1} more" if len(files) > 1 else "")

    async def work(job: Job) -> JobDone:
        try:
            return await _import(studio, job, files, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    return studio.jobs.start("import", label, work)


async def _import(studio: Studio, job: Job, files: list[Path], folder: Path) -> JobDone:
    blobs = folder / "blobs"
    blobs.mkdir()
    imported = await studio.in_worker(
        job,
        import_files,
        files=files,
        blobs=blobs,
        document=studio.document.storage,
        records=msgspec.json.encode(list(studio.document.records.values())),
    )
    assert isinstance(imported, Imported)
    if not imported.records:
        raise InvalidValue(" ".join(imported.failures))
    job.progress("Storing", 0, 0)
    data = {hash: (blobs / hash).read_bytes() for record in imported.records for hash in record.blobs}
    what = _what(imported, files)
    name = EditKind.IMPORT_FILES.of(what)
    await studio.commit(lambda records: edits.add(records, name, imported.records, data))
    await _show(studio, imported)
    created = tuple(record.id for record in imported.records)
    notes = (*imported.failures, *imported.notes)
    return job.done(f"Imported {what}.", notes=notes, created=created)


async def _show(studio: Studio, imported: Imported) -> None:
    """Makes what arrived the active character and motion, or the doodle that is looked at."""
    doodle = next((r.id for r in imported.records if isinstance(r, DoodleRecord)), None)
    if doodle is not None:
        await look_at(studio, doodle)
        return
    motion = next((r for r in imported.records if isinstance(r, MotionRecord)), None)
    character = next((r.id for r in imported.records if isinstance(r, CharacterRecord)), None)
    chosen: dict[str, object] = {}
    if motion is not None:
        chosen = {"motion": motion.id, "span": None}
        character = motion.character or character
    if character is not None:
        chosen["character"] = character
    await studio.keep(lambda records: edits.look(records, **chosen))


def _what(imported: Imported, files: list[Path]) -> str:
    sources = {getattr(record, "file", None) for record in imported.records} - {None}
    if len(sources) == 1:
        return str(sources.pop())
    return f"{len(sources) or len(files)} files"
