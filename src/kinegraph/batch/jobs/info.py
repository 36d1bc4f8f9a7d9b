"""The job `info`: the contents of each file, as JSON."""

import json
from pathlib import Path

from kinegraph.batch.jobs.description import describe
from kinegraph.batch.jobs.job import Facts, Job, Outcome
from kinegraph.batch.jobs.pictures import footage_of_scene
from kinegraph.characters.rendering.footage import Footage
from kinegraph.core.scene import Scene


class InfoJob(Job, frozen=True, kw_only=True, tag="info"):
    """Describes each file."""

    def run(self, path: Path, folder: Path) -> Outcome:
        scene = self.load(path)
        content = describe(path, scene) | {"file": path.name}  # equal files have equal results
        (folder / f"{path.stem}.json").write_text(json.dumps(content, indent=2), encoding="utf-8")
        return Outcome(_facts(scene), scene.notes, _footage(scene))


def _facts(scene: Scene) -> Facts:
    motions = (*scene.clips, *scene.animations)
    seconds = [clip.duration for clip in scene.clips]
    seconds += [animation.end - animation.start for animation in scene.animations]
    seconds += [len(markers) / markers.fps for markers in scene.markers]
    return {
        "joints": 0 if scene.character is None else len(scene.character.skeleton),
        "motions": len(motions),
        "markers": sum(len(markers.names) for markers in scene.markers),
        "frames": sum(len(clip) for clip in (*scene.clips, *scene.markers)),
        "seconds": round(float(sum(seconds)), 3),
    }


def _footage(scene: Scene) -> Footage | None:
    return None if scene.character is None and not scene.markers else footage_of_scene(scene)
