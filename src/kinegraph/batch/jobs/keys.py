"""The job `keys`: each motion reduced to the keyframes an animator would set."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Self

import msgspec

from kinegraph.batch.jobs.job import Job, Outcome, check_ending, motion_facts
from kinegraph.batch.jobs.key_options import KeyOptions
from kinegraph.batch.jobs.key_summary import KeySummary
from kinegraph.batch.jobs.onto_rig import take_onto_rig
from kinegraph.batch.jobs.take import MOST_ALIKE, Take, take_of_scene
from kinegraph.characters.rendering.footage import footage_of_clip
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.curves.fit import FitMethod, UnknownFit
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.refining.rotation_choice import fitted_modes
from kinegraph.keys.settings import AUTO


class KeysJob(Job, frozen=True, kw_only=True, tag="keys"):
    """Sets keys on each motion.

    to: Ending of the results, with the dot.
    options: As `kinegraph keys` takes them.
    fit: Quality of the curve fit.
    onto: File of the rig that the motions are keyed on; the rig of each file where empty.
    mapping: File that says which joints follow which; guessed where empty.
    modes: Rotation modes of joints, by the names of their joints: those that suit all motions of a character.
        Found before the first file is worked on.
    """

    to: str = ".glb"
    options: KeyOptions = KeyOptions()
    fit: str = "final"
    onto: str = ""
    mapping: str = ""
    modes: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def prepared(self, paths: Iterable[Path]) -> Self:
        if self.options.rotation.lower() != AUTO:
            return self
        clips: dict[str, list[Clip]] = {}
        for path in paths:
            try:
                take = self._take(path)
            except (KinegraphError, OSError):
                continue  # the run reports it
            known = clips.setdefault(_joints_of(take), [])
            if len(known) < MOST_ALIKE and (take.rotation_modes is None or not self.onto):
                known.append(replace(take.clip, skeleton=known[0].skeleton if known else take.clip.skeleton))
        modes = {joints: fitted_modes(*found) for joints, found in clips.items() if len(found) > 1}
        return msgspec.structs.replace(self, modes=modes)

    def _take(self, path: Path) -> Take:
        take = take_of_scene(self.load(path), path.name)
        if not self.onto:
            return take
        return take_onto_rig(take, load(self.onto), self.onto, Path(self.mapping) if self.mapping else None)

    def check(self) -> None:
        self.options.check()
        check_ending(self.to)
        if self.fit not in tuple(FitMethod):
            raise UnknownFit(self.fit, [method.value for method in FitMethod])
        if self.mapping and not self.onto:
            raise InvalidValue("A mapping is for a rig; name the rig, too.")
        for file in (self.onto, self.mapping):
            if file and not Path(file).is_file():
                raise InvalidValue(f"{file}: there is no such file.")

    def run(self, path: Path, folder: Path) -> Outcome:
        take = self._take(path)
        if len(take.clip) < 2:
            raise InvalidValue(f"{path.name}: keys need at least two frames; there is one.")
        settings = self.options.settings((0, len(take.clip) - 1), whole=True)
        choices = choose_keys(
            take.clip,
            settings,
            take.character.contacts,
            rotation_modes=self.modes.get(_joints_of(take))
            or self.options.rotation_modes(take, bool(self.onto)),
        )
        count, remarks = self.options.wanted(choices)
        automatic = self.options.count is None and self.options.keep is None
        result = key_motion(choices, None if automatic else count, self.fit)
        result, thinned = self.options.thinned(choices, result)
        save(Scene(take.character, animations=(result.in_file_time,)), folder / f"{path.stem}{self.to}")
        found = KeySummary(path.name, choices, result).facts
        facts = {
            **motion_facts(len(take.clip), take.clip.fps),
            "keys": found["keys"],
            "kept_percent": round(100.0 * found["keys"] / len(take.clip), 2),
            "largest_error_mm": found["error_mm"]["max"],
            "mean_error_mm": found["error_mm"]["mean"],
            "stance_drift_mm": found["stance_drift_mm"],
        }
        notes = (*take.notes, *choices.notes, *remarks, *result.notes, *thinned)
        return Outcome(facts, notes, footage_of_clip(take.character, take.clip))


def _joints_of(take: Take) -> str:
    """The joints of a take's character, each with its parent: motions with the same are of one character."""
    skeleton = take.character.skeleton
    pairs = zip(skeleton.names, skeleton.parents.tolist(), strict=True)
    return " ".join(f"{parent}:{name}" for name, parent in pairs)
