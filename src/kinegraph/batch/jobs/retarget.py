"""The job `retarget`: each motion on a creature."""

from functools import lru_cache
from pathlib import Path

from kinegraph.batch.jobs.job import Job, Outcome, check_ending, motion_facts
from kinegraph.batch.jobs.take import take_of_scene
from kinegraph.characters.rendering.footage import footage_of_clip
from kinegraph.core.scene import Scene
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.neutral_stance import relax_limbs
from kinegraph.creatures.creature_source import load_creature
from kinegraph.creatures.grid.validation_grid import MEMBER, SEED
from kinegraph.creatures.retarget.generalize_clip import retarget_clip
from kinegraph.formats import save


class RetargetJob(Job, frozen=True, kw_only=True, tag="retarget"):
    """Plays each motion on a creature.

    creature: cast:NAME, seed:N, a .kinecreature plan or a character's file.
    to: Ending of the results, with the dot.
    fps: Rate of the results [1/s].
    """

    creature: str
    to: str = ".glb"
    fps: float = 60.0

    def check(self) -> None:
        check_ending(self.to)
        _performer(self.creature)

    def other_files(self) -> tuple[Path, ...]:
        return () if self.creature.startswith((MEMBER, SEED)) else (Path(self.creature),)

    def run(self, path: Path, folder: Path) -> Outcome:
        take = take_of_scene(self.load(path), path.name)
        performer = _performer(self.creature)
        played = retarget_clip(take.clip, take.character, performer, fps=self.fps)
        save(Scene(performer.character, clips=(played,)), folder / f"{path.stem}{self.to}")
        facts = {**motion_facts(len(played), played.fps), "creature": performer.character.name}
        return Outcome(facts, take.notes, footage_of_clip(performer.character, played))


@lru_cache(maxsize=1)
def _performer(words: str) -> Creature:
    """The creature in a relaxed stance, made once a process: its skin takes seconds."""
    return relax_limbs(load_creature(words))
