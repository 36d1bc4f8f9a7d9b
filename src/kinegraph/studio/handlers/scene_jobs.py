"""Jobs of the scene: writing it to a file, and playing a motion on another character."""

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import MotionRecord, new_id
from kinegraph.studio.files.scene_files import SCENE_ENDINGS, BroughtMotion, bring_motion, export_scene
from kinegraph.studio.files.uploads import free_path
from kinegraph.studio.handlers.export_job import UnknownFormat, export_folder, export_ready
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.protocol.scene_messages import BringMotion, ExportScene
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.scenes import edits as scene_edits
from kinegraph.studio.studio import Studio


def start_scene_export(studio: Studio, command: ExportScene) -> Job:
    """Starts writing the scene; refuses at once what could not end well."""
    if command.extension not in SCENE_ENDINGS:
        raise UnknownFormat(command.extension, SCENE_ENDINGS)
    records = dict(studio.document.records)
    if scene_edits.is_empty(records):
        raise InvalidValue("The scene is empty. Add a motion to it first.")
    title = edits.stage_of(records).title or "scene"

    async def work(job: Job) -> JobDone:
        target = free_path(export_folder(studio, job.id), f"{title}{command.extension}")
        notes = await studio.in_worker(
            job,
            export_scene,
            document=studio.document.storage,
            records=records,
            options=command.options,
            target=target,
        )
        return export_ready(job, target, tuple(notes))  # type: ignore[arg-type]

    return studio.jobs.start("export", f"Exporting {title}{command.extension}", work)


def start_playing_on(studio: Studio, command: BringMotion) -> Job:
    """Starts bringing a motion to another character; refuses at once what could not end well."""
    records = dict(studio.document.records)
    source = edits.motion_record(records, command.motion)
    onto = edits.character_record(records, command.character)
    if source.character is None:
        raise InvalidValue(f"{source.name} consists of markers; choose a motion of a character.")
    if source.character == onto.id:
        raise InvalidValue(f"{source.name} is a motion of {onto.name} already; play it as it is.")

    async def work(job: Job) -> JobDone:
        brought = await studio.in_worker(
            job,
            bring_motion,
            document=studio.document.storage,
            records=records,
            motion=source.id,
            onto=onto.id,
        )
        assert isinstance(brought, BroughtMotion)
        data, id = pack_motion(brought.clip), new_id("m")
        note = (
            f"From {source.name}: {brought.how.value}. Feet slip {100 * brought.slip:.1f} % of its size, "
            f"and the deepest point is {100 * brought.penetration:.1f} % under the ground."
        )

        def build(now: Records) -> Edit:
            return _with_motion(now, command, brought, data, id, note)

        await studio.commit(build)
        await studio.keep(lambda now: edits.look(now, character=onto.id, motion=id, span=None))
        return job.done(f"{onto.name} plays {source.name}.", notes=(note,), created=(id,))

    return studio.jobs.start("play-on", f"Playing {source.name} on {onto.name}", work)


def _with_motion(
    records: Records, command: BringMotion, brought: BroughtMotion, data: bytes, id: str, note: str
) -> Edit:
    """The edit that adds a brought motion to the library and, where asked for, to the scene."""
    onto = edits.character_record(records, command.character)
    own = [r.name for r in records.values() if isinstance(r, MotionRecord) and r.character == onto.id]
    kept = describe_motion(brought.clip, id=id, blob=blob_hash(data), character=onto.id, notes=(note,))
    kept = replace(kept, name=edits.free_name(kept.name, own))
    name = EditKind.PLAY_ON.of(f"{kept.name} on {onto.name}")
    edit = edits.add(records, name, [kept], {kept.blob: data})
    if not command.place:
        return edit
    after = {**records, kept.id: kept}
    placed = scene_edits.place_clip(after, kept.id, id=new_id("p"), start=command.start)
    return Edit(name, {**edit.changes, **placed.changes}, edit.blobs)
