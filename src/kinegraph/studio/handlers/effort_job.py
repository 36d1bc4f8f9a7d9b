"""The job that counts the keyframes which a performance saves."""

from typing import TYPE_CHECKING, Any

from kinegraph.perform.performances.performance import Performance
from kinegraph.studio.document import edits
from kinegraph.studio.document.performance_blob import layers_of, performance_of
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.protocol.perform_commands import CountEffort
from kinegraph.studio.protocol.perform_events import EffortCounted, EffortWay, PartError
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.running.page import Page
from kinegraph.studio.running.worker import Progress
from kinegraph.studio.studio import Studio

if TYPE_CHECKING:
    from kinegraph.flows.effort import Effort, EffortRow
    from kinegraph.perform.performances.compare_motion import ManipulatorError

FPS = 30.0  # of the keyframes


def start_effort(studio: Studio, page: Page, command: CountEffort) -> Job:
    """Starts counting; refuses motions that were not performed."""
    records = studio.document.records
    record = edits.motion_record(records, command.motion)
    layers = layers_of(record, studio.rigs.read_blob)
    character = str(record.character)
    performance = performance_of(
        record, layers, studio.rigs.rig(records, character), edits.sets_of(records, character)
    )

    async def work(job: Job) -> JobDone:
        found: Any = await studio.in_worker(
            job, count_effort, performance=performance, accuracy=command.accuracy
        )
        page.tell(
            EffortCounted(
                job=job.id,
                motion=record.id,
                blob=record.blob,
                frames=found.frames,
                channels=found.channels,
                passes=found.passes,
                allowed=found.allowed,
                ways=tuple(_way(row) for row in found.rows),
            )
        )
        return job.done(f"Counted the keyframes of {record.name}")

    return studio.jobs.start("effort", f"Counting the keyframes of {record.name}", work)


def count_effort(*, performance: Performance, accuracy: float, progress: Progress) -> "Effort":
    """Counts the keyframes that a performance saves: a task for the worker."""
    from kinegraph.flows.effort import effort_table

    progress("Counting keyframes", 0, 0)
    return effort_table(performance, FPS, accuracy)


def _way(row: "EffortRow") -> EffortWay:
    from kinegraph.perform.performances.compare_motion import ANGLE, POSITION

    apart = row.apart
    return EffortWay(
        method=row.method,
        poses=row.poses,
        keys=row.keys,
        error=row.error,
        position_percent=0.0 if apart is None else apart.mean_percent(POSITION),
        angle_percent=0.0 if apart is None else apart.mean_percent(ANGLE),
        parts=() if apart is None else tuple(_part(each) for each in apart.errors),
    )


def _part(error: "ManipulatorError") -> PartError:
    from kinegraph.perform.performances.compare_motion import ANGLE

    x, y, z = (
        float(percent) if used else None for percent, used in zip(error.percent, error.used, strict=True)
    )
    return PartError(part=error.manipulator.target, angle=error.quantity == ANGLE, percent=(x, y, z))
