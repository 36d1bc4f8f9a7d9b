"""Sets that come ready-made: the cast's own, and those made of a motion, which is a job."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.cast_sets import RIGGED, WALKING
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import free_name
from kinegraph.studio.handlers.registry import Answer
from kinegraph.studio.perform.ready_sets import Named, finished_sets, with_sets
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.protocol.perform_commands import AddCastSets, SetFromMotion
from kinegraph.studio.running.background import Cancelled
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.studio import Studio

_Result = TypeVar("_Result")


async def add_cast_sets(studio: Studio, command: AddCastSets) -> Answer:
    """Gives a member of the cast its finished sets and performances."""
    owner = edits.character_record(studio.document.records, command.character)

    def load() -> tuple[SpatialRig, Named]:
        if owner.cast not in RIGGED:
            raise InvalidValue(f"{owner.name} has no finished sets; add a set and set poses in it.")
        rig, performances = finished_sets(owner.cast)
        if rig.character.skeleton != studio.rigs.character(owner).skeleton:
            raise InvalidValue(f"The finished sets do not fit the skeleton of {owner.name}.")
        return rig, performances

    await studio.awakening.wait_for("performing")
    rig, performances = await asyncio.to_thread(load)
    name = EditKind.ADD_CAST_SETS.of(owner.name)
    return Answer(created=await _add_sets(studio, owner.id, name, rig.sets, performances, WALKING))


def start_set_from_motion(studio: Studio, command: SetFromMotion) -> Job:
    """Starts making a set of a motion's salient poses; refuses at once what could not end well."""
    source = edits.motion_record(studio.document.records, command.motion)
    if source.form == "markers" or source.character is None:
        raise InvalidValue(f"{source.name} consists of markers; a set needs a motion of a skeleton.")
    owner = edits.character_record(studio.document.records, source.character)

    def make() -> tuple[SpatialSet, Performance, float]:
        from kinegraph.flows.motion_to_set import motion_to_set

        clip = studio.shelf.clip(source)
        taken = [each.name for each in edits.sets_of(studio.document.records, owner.id)]
        named = Clip(
            clip.skeleton,
            clip.fps,
            clip.root_translations,
            clip.rotations,
            clip.translations,
            free_name(source.name, taken),
        )
        made = motion_to_set(
            studio.rigs.character(owner), named, command.count, dimensions=command.dimensions
        )
        return made.made.set, made.performance, made.made.error

    async def work(job: Job) -> JobDone:
        job.progress(f"Choosing poses of {source.name}", 0, 0)
        each, performance, error = await _unless_stopped(job, make)
        name = EditKind.MAKE_SET.of(source.name)
        named = ((f"{source.name} performed", performance),)
        created = await _add_sets(studio, owner.id, name, (each,), named)
        made = f"Made a set of {len(each.keys)} poses from {source.name}"
        message = f"{made}; it plays within {1000 * error:.0f} mm of it."
        return job.done(message, created=created)

    return studio.jobs.start("set", f"Making a set from {source.name}", work)


async def _unless_stopped(job: Job, make: Callable[[], _Result]) -> _Result:
    """The result of `make`, computed in a thread; raises Cancelled at once where the job is cancelled."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[None] = loop.create_future()
    job.stop = lambda: None if stopped.done() else stopped.set_result(None)
    made = asyncio.ensure_future(asyncio.to_thread(make))
    await asyncio.wait([made, stopped], return_when=asyncio.FIRST_COMPLETED)
    if stopped.done():
        made.add_done_callback(lambda done: done.cancelled() or done.exception())
        raise Cancelled(f"{job.label}: cancelled.")
    return made.result()


async def _add_sets(
    studio: Studio,
    character: str,
    name: EditName,
    sets: tuple[SpatialSet, ...],
    performances: Named,
    walking: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Adds sets and performances of them as one edit; returns the ids of what is new."""
    before = set(studio.document.records)
    change = await studio.commit(lambda now: with_sets(now, character, name, sets, performances, walking))
    return tuple(record.id for record in change.changed if record.id not in before)
