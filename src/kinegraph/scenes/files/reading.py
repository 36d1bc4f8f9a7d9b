"""Reads scene files: checks every name, and loads what they name; errors give the line and the place."""

from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.prop import Prop, PropKind
from kinegraph.formats.text.yaml import MOST_BYTES, YamlText, parse_yaml
from kinegraph.scenes.cameras.shot import CameraKey, StageShot
from kinegraph.scenes.files.clips import PlayedNote, TrackReader
from kinegraph.scenes.files.schema import (
    CharacterPart,
    HandshakePart,
    PlacePart,
    PlaceText,
    PropPart,
    SceneFile,
    ShotPart,
    TargetPart,
)
from kinegraph.scenes.files.sources import Documents, Source, Sources
from kinegraph.scenes.mixing.body_parts import joints_of_part
from kinegraph.scenes.props.drawing import drawing_size
from kinegraph.scenes.props.stage_prop import Held, PropKey, StageProp
from kinegraph.scenes.stage import Member, Stage
from kinegraph.scenes.targets.aiming import reaching_part
from kinegraph.scenes.targets.handshake import Handshake
from kinegraph.scenes.targets.place import Place, Span, UnknownThing
from kinegraph.scenes.targets.target import Target, TargetKind

_SIZES = {PropKind.BOX: (0.4, 0.4, 0.4), PropKind.BALL: (0.3, 0.3, 0.3), PropKind.TREE: (1.2, 2.0, 1.2)}
_SHAKE = 2.5  # [s] of a handshake


@dataclass(frozen=True, eq=False)
class SceneScript:
    """A scene file as it was read.

    fps, size: Frames per second, and width and height [px] of its film.
    played: How each motion of another body came to its character.
    """

    stage: Stage
    fps: float
    size: tuple[int, int]
    played: tuple[PlayedNote, ...] = ()


def load_stage(path: str | PathLike[str], documents: Documents | None = None) -> SceneScript:
    """Reads and checks a scene file; files that it names are looked for beside it.

    documents: How documents of the studio are read; None: they are not.
    """
    data = read_bounded(path, MOST_BYTES, "a scene")
    return stage_of_text(data, str(path), Path(path).parent, documents)


def stage_of_text(
    data: bytes | str, source: str, folder: Path, documents: Documents | None = None
) -> SceneScript:
    """Checks a scene that is already in memory. source: Its name for messages."""
    text = parse_yaml(data, source)
    return _Reader(text, text.convert(SceneFile), Sources(folder, documents)).script()


class _Reader:
    """Reads one file. It has state: what was loaded."""

    def __init__(self, text: YamlText, file: SceneFile, sources: Sources) -> None:
        self.text, self.file, self.sources = text, file, sources
        self.casting: dict[str, Source] = {}
        self.notes: list[PlayedNote] = []

    def script(self) -> SceneScript:
        """The whole file."""
        file, text = self.file, self.text
        for number, part in enumerate(file.characters):
            with text.at(f"$.characters[{number}].from"):
                self._new_name(part.name, f"$.characters[{number}].name")
                self.casting[part.name] = self.sources.character(part.origin, part.size)
        props = [prop for number, part in enumerate(file.props) for prop in self._props(number, part)]
        self.names = (*self.casting, *(prop.name for prop in props))
        for number, name in enumerate(self.names):
            if name in self.names[:number]:
                raise text.error("$.props", f"there are two things called {name!r}.")
        members = [self._member(number, part) for number, part in enumerate(file.characters)]
        handshakes = self._handshakes()
        shots = [self._shot(number, part) for number, part in enumerate(file.shots)]
        with text.at("$"):
            stage = Stage(
                tuple(members),
                tuple(props),
                tuple(handshakes),
                tuple(shots),
                file.name or Path(text.source).stem,
                file.length,
                file.light,
            )
        return SceneScript(stage, file.fps, file.size, tuple(self.notes))

    def _new_name(self, name: str, place: str) -> None:
        if not name:
            raise self.text.error(place, "a character needs a name.")
        if name in self.casting:
            raise self.text.error(place, f"there are two characters called {name!r}.")

    # Characters.

    def _member(self, number: int, part: CharacterPart) -> Member:
        place = f"$.characters[{number}]"
        reader = TrackReader(self.text, self.sources, self.casting[part.name], part, place)
        track = reader.track()
        self.notes += [replace(note, character=part.name) for note in reader.notes]
        targets = [
            self._target(target, part, f"{place}.targets[{index}]")
            for index, target in enumerate(part.targets)
        ]
        return Member(part.name, self.casting[part.name].character, track, tuple(targets))

    def _target(self, part: TargetPart, character: CharacterPart, here: str) -> Target:
        given = [kind for kind in TargetKind if getattr(part, kind.value) is not None]
        if len(given) != 1:
            raise self.text.error(here, "a target has one of look, reach and follow.")
        kind = given[0]
        place = self._place(getattr(part, kind.value), f"{here}.{kind.value}")
        with self.text.at(f"{here}.part"):
            performer = self.casting[character.name].character
            if part.part or kind != TargetKind.LOOK:
                joints_of_part(performer, part.part or reaching_part(performer))
        with self.text.at(here):
            if place.of == character.name and kind != TargetKind.REACH:
                raise InvalidValue(f"{character.name!r} cannot {kind.value} at itself.")
            when = Span(part.start, np.inf if part.stop is None else part.stop, part.ease, part.ease)
            return Target(kind, place, part.part, when, part.weight)

    def _place(self, said: PlaceText, here: str) -> Place:
        """A point, a thing, or a part of a character as `name.part`."""
        if not isinstance(said, str | PlacePart):
            return Place(offset=np.array(said))
        words = said if isinstance(said, str) else said.of
        name, _, part = (words, "", "") if words in self.names else words.rpartition(".")
        if name not in self.names:
            raise self.text.error(here, str(UnknownThing(name or words, self.names)))
        if part:
            if name not in self.casting:
                raise self.text.error(here, f"{name!r} is a prop and has no parts.")
            with self.text.at(here):
                joints_of_part(self.casting[name].character, part)
        return Place(name, part, np.array(said.offset if isinstance(said, PlacePart) else (0.0, 0.0, 0.0)))

    def _thing(self, name: str, here: str, *, character: bool = False) -> str:
        known = tuple(self.casting) if character else self.names
        if name not in known:
            raise self.text.error(here, str(UnknownThing(name, known)))
        return name

    # Props.

    def _props(self, number: int, part: PropPart) -> list[StageProp]:
        here = f"$.props[{number}]"
        if part.origin is not None:
            return self._props_of_doodle(part, here)
        if not part.name or (part.kind is None) == (part.drawn is None):
            raise self.text.error(here, "a prop has a name and a kind: box, ball or tree, or `drawn`.")
        with self.text.at(f"{here}.drawn"):
            drawn = self._scenery(part.drawn) if part.drawn is not None else ()
        kind = part.kind or PropKind.BOX
        size = _size(part.size, drawing_size(drawn)) if drawn else part.size or _SIZES[kind]
        size = (size, size, size) if isinstance(size, float | int) else size
        loose = part.loose or part.push is not None
        with self.text.at(here):
            prop = Prop(
                kind,
                np.array(part.at),
                np.array(size),
                float(np.radians(part.turn)),
                loose,
                np.array(part.push or (0.0, 0.0, 0.0)),
                part.starts,
                part.name,
            )
            keys = [PropKey(key.time, np.array(key.at), np.radians(key.turn)) for key in part.keys]
            held = []
            for index, each in enumerate(part.held):
                self._thing(each.by, f"{here}.held[{index}].by", character=True)
                with self.text.at(f"{here}.held[{index}].part"):
                    if each.part:
                        joints_of_part(self.casting[each.by].character, each.part)
                stop = np.inf if each.stop is None else each.stop
                held.append(Held(each.by, each.part, each.start, stop, each.reach))
            return [StageProp(part.name, prop, tuple(keys), tuple(held), drawn)]

    def _scenery(self, origin: str) -> tuple[Stroke, ...]:
        """The strokes of a doodle's scenery."""
        drawn = tuple(each.stroke for each in self.sources.doodle(origin).doodle.scenery)
        if not drawn:
            raise InvalidValue(f"{origin} has no scenery: draw some with the tools for it.")
        return drawn

    def _props_of_doodle(self, part: PropPart, here: str) -> list[StageProp]:
        """All props of a doodle, moved by `at` and turned; named after their kinds."""
        with self.text.at(f"{here}.from"):
            drawn = self.sources.doodle(part.origin or "").scene.props
        turn = quat_from_axis_angle(np.array([0.0, np.radians(part.turn), 0.0]))
        made: list[StageProp] = []
        for prop in drawn:
            moved = replace(
                prop,
                place=quat_rotate(turn, prop.place) + np.array(part.at),
                push=quat_rotate(turn, prop.push),
                turn=prop.turn + float(np.radians(part.turn)),
            )
            alike = sum(each.prop.kind == prop.kind for each in made)
            base = f"{part.name} {prop.kind.value}" if part.name else prop.kind.value
            made.append(StageProp(f"{base} {alike + 1}" if alike else base, moved))
        return made

    # Handshakes and shots.

    def _handshakes(self) -> list[Handshake]:
        """Pairs of names, or entries with times."""
        given, here = self.file.shake_hands, "$.shake_hands"
        names = [each for each in given if isinstance(each, str)]
        if len(names) not in (0, 2):
            raise self.text.error(here, "write two names, [a, b], or entries with `between: [a, b]`.")
        parts = [each for each in given if not isinstance(each, str)]
        if names:
            parts.insert(0, HandshakePart((names[0], names[1])))
        made = []
        for number, part in enumerate(parts):
            place = here if names else f"{here}[{number}]"
            for name, limb in zip(part.between, part.parts, strict=True):
                self._thing(name, place, character=True)
                with self.text.at(place):
                    if limb:
                        joints_of_part(self.casting[name].character, limb)
            stop = part.start + _SHAKE if part.stop is None else part.stop
            with self.text.at(place):
                when = Span(part.start, stop, part.ease, part.ease)
                made.append(Handshake(*part.between, *part.parts, when))
        return made

    def _shot(self, number: int, part: ShotPart) -> StageShot:
        here = f"$.shots[{number}]"
        if part.follow:
            self._thing(part.follow, f"{here}.follow")
        keys: list[CameraKey] = []
        if (part.at is None) == (not part.keys):
            raise self.text.error(here, "a shot has either a place, `at`, or `keys`.")
        first = None if part.look_at is None else self._place(part.look_at, f"{here}.look_at")
        if part.at is not None:
            with self.text.at(here):
                keys.append(CameraKey(part.start, np.array(part.at), first, part.angle))
        for index, key in enumerate(part.keys):
            place = f"{here}.keys[{index}]"
            aim = None if key.look_at is None else self._place(key.look_at, f"{place}.look_at")
            with self.text.at(place):
                aim = aim or (None if index else first)
                keys.append(CameraKey(key.time, np.array(key.at), aim, key.angle or part.angle))
        try:
            return StageShot(part.start, tuple(keys), part.follow)
        except KinegraphError as error:
            raise self.text.error(here, str(error)) from error


def _size(given: float | tuple[float, float, float] | None, drawn: Floats) -> tuple[float, float, float]:
    """The size of drawn scenery [m]: one number is its width, and keeps its shape."""
    if isinstance(given, tuple):
        return given
    width, height, depth = drawn.tolist()
    share = 1.0 if given is None else given / width
    return share * width, share * height, depth
