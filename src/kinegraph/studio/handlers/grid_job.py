"""The job that plays animations on many creatures, judges each, and makes a page of it for downloading."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.maker.creature_plan import CreaturePlan
from kinegraph.studio.creatures.ready_creatures import score_bytes
from kinegraph.studio.document import edits
from kinegraph.studio.handlers.export_job import export_folder
from kinegraph.studio.protocol.creature_commands import GridJob
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.running.worker import Progress
from kinegraph.studio.studio import Studio


def start_grid(studio: Studio, command: GridJob) -> Job:
    """Starts a grid; refuses at once what could not end well."""
    records = studio.document.records
    owners = [edits.character_record(records, id) for id in command.characters]
    scores = tuple(score_bytes(edits.animation_record(records, id)) for id in command.animations)
    cast = tuple(owner.cast for owner in owners if owner.cast is not None)
    plans = tuple(owner.plan for owner in owners if owner.plan is not None)
    if not (command.creatures or cast or plans):
        raise InvalidValue("A grid needs creatures: generated, created in the maker, or from the cast.")
    left = [owner.name for owner in owners if owner.cast is None and owner.plan is None]
    notes = (f"Left out characters that were imported from files: {', '.join(left)}.",) if left else ()

    async def work(job: Job) -> JobDone:
        target = export_folder(studio, job.id) / "creatures.html"
        message = await studio.in_worker(
            job,
            judge_creatures,
            scores=scores,
            count=command.creatures,
            cast=cast,
            plans=plans,
            seed=command.seed,
            target=target,
        )
        address = f"/api/exports/{job.id}/{quote(target.name)}"
        return job.done(str(message), notes=notes, download=address)

    return studio.jobs.start("grid", "Testing animations on many creatures", work)


def judge_creatures(
    *,
    scores: tuple[bytes, ...],
    count: int,
    cast: tuple[str, ...],
    plans: tuple[CreaturePlan, ...],
    seed: int,
    target: Path,
    progress: Progress,
) -> str:
    """Plays animations (none for all that ship) on creatures and writes a page: a task for the worker.

    Returns one sentence about what came of it.
    """
    from kinegraph.creatures.animation.motion_file import motion_of_bytes
    from kinegraph.creatures.grid.page import grid_page
    from kinegraph.creatures.grid.report import totals
    from kinegraph.creatures.grid.validation_grid import (
        MEMBER,
        PLAN,
        SEED,
        fresh_creatures,
        run_grid,
    )
    from kinegraph.creatures.maker.plan_file import ENDING, save_plan

    sources = [source for source in fresh_creatures(count, seed) if source.startswith(SEED)]
    sources += [f"{MEMBER}{name}" for name in dict.fromkeys(cast)]
    for number, plan in enumerate(plans, start=1):
        place = target.parent / f"creature {number}{ENDING}"
        save_plan(plan, place)
        sources.append(f"{PLAN}{place}")
    animations = [motion_of_bytes(score) for score in scores] or None

    def report(done: int, of: int) -> None:
        progress(f"Creature {done} of {of}", done, of)

    progress("Making creatures", 0, len(sources))
    grid = run_grid(sources, animations, seed=seed, workers=0, progress=report)
    target.write_text(grid_page(grid), encoding="utf-8")
    return _sentence(totals(grid))


def _sentence(found: dict[str, Any]) -> str:
    if not found["applies"]:
        return "None of the animations plays on any of the creatures."
    return f"{found['passed']} of {found['applies']} pairs pass ({found['pass_percent']:g} %)."
