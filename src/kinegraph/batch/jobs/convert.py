"""The job `convert`: each file in another format."""

from pathlib import Path

from kinegraph.batch.jobs.conversion import change_scene, check_changes, loss_notes
from kinegraph.batch.jobs.job import Facts, Job, Outcome, check_ending
from kinegraph.batch.jobs.pictures import footage_of_scene
from kinegraph.formats import format_of, save


class ConvertJob(Job, frozen=True, kw_only=True, tag="convert"):
    """Converts each file.

    to: Ending of the results, with the dot.
    fps: Rate that clips are resampled to [1/s].
    factor: Everything is scaled by this.
    """

    to: str
    fps: float | None = None
    factor: float | None = None

    def check(self) -> None:
        check_changes(self.fps, self.factor)
        if format_of(f"result{self.to}").name != "c3d":  # markers can become markers
            check_ending(self.to)

    def run(self, path: Path, folder: Path) -> Outcome:
        scene = change_scene(self.load(path), self.fps, self.factor)
        target = folder / f"{path.stem}{self.to}"
        save(scene, target)
        facts: Facts = {
            "joints": 0 if scene.character is None else len(scene.character.skeleton),
            "motions": len(scene.clips) + len(scene.animations),
            "frames": sum(len(clip) for clip in (*scene.clips, *scene.markers)),
            "bytes": target.stat().st_size,
        }
        return Outcome(facts, (*scene.notes, *loss_notes(scene, target)), footage_of_scene(scene))
