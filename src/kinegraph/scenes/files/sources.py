"""Sources: the characters and motions that a scene file names."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.characters.cast import character as cast_member
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, UnknownMotion
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.creatures.animation.motion_file import load_motion
from kinegraph.creatures.animation.motion_schema import EXTENSION as MOTION_ENDING
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.creature_from_rig import standing_pose
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.creature_source import load_creature
from kinegraph.creatures.gait.walk_path import walk_path
from kinegraph.creatures.grid.validation_grid import MEMBER, SEED
from kinegraph.creatures.maker.plan_file import ENDING as PLAN_ENDING
from kinegraph.creatures.playing.play import play
from kinegraph.doodles.clip import DoodleResult
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.file import load_doodle
from kinegraph.doodles.schema import FORMAT
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.flows.doodle_to_creature import doodle_to_creature
from kinegraph.flows.perform_drawing import perform_drawing
from kinegraph.flows.play_on import PlayedOn, play_on
from kinegraph.formats import load
from kinegraph.perform.files.package_reading import load_package
from kinegraph.perform.files.package_schema import EXTENSION as PACKAGE_ENDING
from kinegraph.perform.performances.performance import perform

ANIMATION = "animation:"
_FPS = 60.0
_MOST_BYTES = 64 << 20

Documents = Callable[[Path, str | None], Scene]
"""Reads a studio document: its path, and the name of a motion or None."""


@dataclass(frozen=True, eq=False)
class Source:
    """A character as it was loaded, with its own motions."""

    character: Character
    motions: dict[str, Clip] = field(default_factory=dict)
    known: Creature | None = None

    @cached_property
    def creature(self) -> Creature:
        """The character as a creature, for gaits and motions of other bodies."""
        return self.known or neutral_creature(self.character)


@dataclass(frozen=True, eq=False)
class Played:
    """A motion on a character. own: Whether its coordinates are those of the scene, as with doodles."""

    clip: Clip
    result: PlayedOn | None = None
    own: bool = False


class Sources:
    """Loads what a scene file names, each file once.

    folder: Where files are looked for. documents: How studio documents are read; None: they are not.
    """

    def __init__(self, folder: Path, documents: Documents | None = None) -> None:
        self._folder = folder
        self._documents = documents
        self._scenes: dict[str, Scene] = {}
        self._doodles: dict[Path, DoodleResult] = {}
        self._played: dict[tuple[int, str], Played] = {}

    def character(self, words: str, size: float = 1.0) -> Source:
        """The character that `cast:NAME`, `seed:N`, a plan, a doodle or another file names.

        size: Times as large as it is.
        """
        source = self._load_character(words)
        if size == 1.0:
            return source
        scene = scale_lengths(Scene(source.character, clips=tuple(source.motions.values())), size)
        assert scene.character is not None  # it was one before
        return Source(scene.character, dict(zip(source.motions, scene.clips, strict=True)))

    def _load_character(self, words: str) -> Source:
        path = self._folder / words
        if words.startswith(MEMBER):
            name = words.removeprefix(MEMBER)
            return Source(cast_member(name), {clip.name: clip for clip in sample_motions(name)})
        if words.startswith(SEED) or path.suffix.lower() == PLAN_ENDING:
            creature = load_creature(words if words.startswith(SEED) else str(path))
            return Source(creature.character, {}, creature)
        if self._is_doodle(path):
            result = self._doodle(path)
            assert result.character is not None  # a figure stands in for a missing one
            return Source(result.character, {} if result.clip is None else {"doodle": result.clip})
        scene = self._scene(words, None)
        if scene.character is None:
            raise FormatError(path, "contains no character.")
        rig = with_guessed_anatomy(scene.character, standing_pose(scene))
        return Source(rig, {clip.name: clip for clip in _clips(scene)})

    def motion(self, words: str, source: Source) -> Played:
        """A motion on a character: its own by name, `animation:NAME`, or that of a file, `FILE#MOTION`."""
        key = (id(source), words)
        if key not in self._played:
            self._played[key] = self._load_motion(words, source)
        return self._played[key]

    def walk(
        self, source: Source, points: list[tuple[float, float]], pace: float | None, style: str | None
    ) -> Clip:
        """A walk of a character along points on the ground, (x, z) [m], the first where it stands."""
        size = float(source.creature.size.max())
        return play(
            None,
            source.creature,
            fps=_FPS,
            path=walk_path(np.array(points)),
            speed=pace or 0.9 * size,
            style=style or "plain",
        )

    def doodle(self, words: str) -> DoodleResult:
        """A doodle as it was read and performed."""
        return self._doodle(self._folder / words)

    def _load_motion(self, words: str, source: Source) -> Played:
        if words in source.motions:
            return Played(source.motions[words], own=words == "doodle")
        if words.startswith(ANIMATION):
            return _of(play_on(shipped_animation(words.removeprefix(ANIMATION)), source.creature))
        file, _, name = words.partition("#")
        path = self._folder / file
        if path.suffix.lower() == MOTION_ENDING:
            return _of(play_on(load_motion(path), source.creature))
        if not path.suffix and not file.startswith(MEMBER):
            raise UnknownMotion(words, source.motions)
        if self._is_doodle(path):
            return self._doodle_on(path, source)
        scene = self._scene(file, name or None)
        clips = {clip.name: clip for clip in _clips(scene)}
        if not clips:
            raise FormatError(path, "contains no motion of a character.")
        if name and name not in clips:
            raise UnknownMotion(name, clips)
        clip = clips[name] if name else next(iter(clips.values()))
        onto = source.character if clip.skeleton == source.character.skeleton else source.creature
        return _of(play_on(clip, onto, scene.character))

    def _doodle_on(self, path: Path, source: Source) -> Played:
        """A drawn line on another character: it performs the line, and is not a copy of the drawn figure."""
        result = self._doodle(path)
        if result.character is not None and result.character.skeleton == source.character.skeleton:
            assert result.clip is not None
            return Played(result.clip, own=True)
        clip = doodle_to_creature(
            result.reading.pieces, source.creature, result.scene, fps=_FPS, name=result.doodle.name
        )
        return Played(clip, own=True)

    def _scene(self, words: str, motion: str | None) -> Scene:
        if words.startswith(MEMBER):
            name = words.removeprefix(MEMBER)
            return Scene(cast_member(name), clips=sample_motions(name))
        key = f"{words}#{motion}" if words.lower().endswith(".kine") else words
        if key not in self._scenes:
            self._scenes[key] = self._read(self._folder / words, motion)
        return self._scenes[key]

    def _read(self, path: Path, motion: str | None) -> Scene:
        ending = path.suffix.lower()
        if ending == ".kine":
            if self._documents is None:
                raise FormatError(path, "documents of the studio cannot be read here.")
            return self._documents(path, motion)
        if ending == PACKAGE_ENDING:
            package = load_package(path)
            clips = [
                _with_name(perform(each, _FPS).clip, name) for name, each in package.performances.items()
            ]
            return Scene(package.rig.character, clips=tuple(clips))
        return load(path)

    def _is_doodle(self, path: Path) -> bool:
        if path.suffix.lower() != ".json":
            return False
        return FORMAT.encode() in read_bounded(path, _MOST_BYTES, "a doodle")[:4096]

    def _doodle(self, path: Path) -> DoodleResult:
        if path not in self._doodles:
            drawing: Doodle = load_doodle(path)
            self._doodles[path] = perform_drawing(drawing, _FPS, Proportions())
        return self._doodles[path]


def _of(result: PlayedOn) -> Played:
    return Played(result.clip, result)


def _clips(scene: Scene) -> list[Clip]:
    return [*scene.clips, *(bake(animation) for animation in scene.animations)]


def _with_name(clip: Clip, name: str) -> Clip:
    return replace(clip, name=name)
