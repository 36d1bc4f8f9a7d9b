"""The job `grid`: each motion on random creatures, with scores."""

import json
from pathlib import Path

from kinegraph.batch.jobs.job import Job, Outcome
from kinegraph.batch.jobs.take import take_of_scene
from kinegraph.characters.rendering.footage import footage_of_clip
from kinegraph.creatures.animation.motion_file import load_motion
from kinegraph.creatures.animation.motion_schema import EXTENSION
from kinegraph.creatures.grid.page import grid_page
from kinegraph.creatures.grid.report import grid_report
from kinegraph.creatures.grid.validation_grid import fresh_creatures, run_grid
from kinegraph.creatures.retarget.generalize_clip import generalize_clip


class GridJob(Job, frozen=True, kw_only=True, tag="grid"):
    """Plays each motion, generalized, on random creatures and on the cast.

    creatures: Number of random creatures.
    seed: Of the creatures and the variants.
    frames: Frames that are played on each creature.
    """

    endings = (EXTENSION,)

    creatures: int = 10
    seed: int = 0
    frames: int = 60

    def run(self, path: Path, folder: Path) -> Outcome:
        footage, notes = None, ()
        if path.suffix.lower() == EXTENSION:
            animation = load_motion(path)
        else:
            take = take_of_scene(self.load(path), path.name)
            animation = generalize_clip(take.clip, take.character)
            footage, notes = footage_of_clip(take.character, take.clip), take.notes
        sources = fresh_creatures(self.creatures, self.seed)
        made = run_grid(sources, [animation], seed=self.seed, frames=self.frames, workers=0)
        report = grid_report(made)
        (folder / f"{path.stem}.html").write_text(grid_page(made), encoding="utf-8")
        (folder / f"{path.stem}.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
        totals = report["totals"]
        reasons = ", ".join(f"{reason} ({count})" for reason, count in totals["by_reason"].items())
        facts = {
            "seconds": round(animation.duration, 3),
            "creatures": totals["pairs"],
            "applies": totals["applies"],
            "passed": totals["passed"],
            "pass_percent": totals["pass_percent"],
            "failures": reasons,
        }
        return Outcome(facts, notes, footage)
