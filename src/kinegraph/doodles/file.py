"""Doodles as files: JSON that a person or another program can write, .json (docs/doodle-format.md)."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.doodles.doodle import (
    BackgroundPicture,
    Doodle,
    Layer,
    MotionLine,
    PieceChoice,
    Scenery,
    TaughtExamples,
)
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.line.learned_hand import Lesson
from kinegraph.doodles.props.prop import Prop, PropKind
from kinegraph.doodles.schema import (
    FORMAT,
    VERSION,
    CameraEntry,
    ChoiceEntry,
    DoodleEntry,
    LessonEntry,
    LineEntry,
    LinkEntry,
    OtherEntry,
    PictureEntry,
    PropEntry,
    SceneryEntry,
    StrokeEntry,
    TaughtEntry,
    Units,
)
from kinegraph.formats.text.json import (
    check_head,
    decode_json,
    encode_json,
    lines,
    locate_errors,
)

MOST_BYTES = 64 << 20
MOST_STROKES = 2000
_FORM = "a doodle"
_decoder = msgspec.json.Decoder(DoodleEntry)


def load_doodle(path: Path) -> Doodle:
    """Reads a doodle."""
    return doodle_from_bytes(read_bounded(path, MOST_BYTES, _FORM), str(path))


def save_doodle(doodle: Doodle, path: Path) -> None:
    """Writes a doodle: metres, seconds, y up, the ground at 0."""
    with whole_file(Path(path)) as place:
        place.write_bytes(doodle_bytes(doodle))


def doodle_from_bytes(data: bytes, source: str = "doodle.json") -> Doodle:
    """The doodle in the bytes of a file. source: The file's name for messages."""
    check_head(data, source, FORMAT, VERSION, _FORM)
    entry = decode_json(_decoder, data, source, _FORM)
    performers = (entry, *entry.others)
    strokes = len(entry.ground) + len(entry.scenery)
    strokes += sum(len(e.character.strokes) + len(e.character.annotations) + len(e.lines) for e in performers)
    if strokes > MOST_STROKES:
        raise FormatError(source, f"it has {strokes} strokes; the limit is {MOST_STROKES}.")
    sheet = _Sheet(entry.units, source)
    own = _performer(entry, sheet, "$")
    others = []
    for n, other in enumerate(entry.others):
        with locate_errors(source, f"$.others[{n}]"):
            others.append(Doodle(**_performer(other, sheet, f"$.others[{n}]")))
    parts = _parts(entry, sheet)
    with locate_errors(source, "$"):
        return Doodle(**own, **parts, others=tuple(others))


def doodle_bytes(doodle: Doodle) -> bytes:
    """The file of a doodle, a line for each stroke."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION if _is_newer(doodle) else 1,
        "name": doodle.name,
        "units": Units(),
        **_performer_entry(doodle),
        "props": lines([_prop_entry(prop) for prop in doodle.props]),
    }
    if doodle.ground:
        content["ground"] = lines([StrokeEntry(*_stroke_fields(each)) for each in doodle.ground])
    if doodle.scenery:
        content["scenery"] = lines(
            [SceneryEntry(*_stroke_fields(each.stroke), layer=each.layer.value) for each in doodle.scenery]
        )
    if doodle.others:
        content["others"] = [{"name": other.name, **_performer_entry(other)} for other in doodle.others]
    if doodle.hand:
        content["hand"] = lines([LessonEntry(each.measure, each.limit, each.shift) for each in doodle.hand])
    if not doodle.learns:
        content["learns"] = False
    if doodle.camera is not None:
        content["camera"] = _camera_entry(doodle.camera)
    if doodle.taught:
        content["taught"] = lines([_taught_entry(gesture) for gesture in doodle.taught])
    if doodle.picture is not None:
        picture = doodle.picture
        place = (float(picture.place[0]), float(picture.place[1]))
        content["picture"] = PictureEntry(picture.image, place, picture.width, picture.opacity)
    return encode_json(content) + b"\n"


def _is_newer(doodle: Doodle) -> bool:
    """True if a doodle has anything that readers of version 1 do not know."""
    return bool(doodle.ground or doodle.scenery or doodle.others or doodle.hand or not doodle.learns)


def _performer_entry(doodle: Doodle) -> dict[str, Any]:
    """A character and its lines."""
    links = [
        LinkEntry(*_stroke_fields(stroke), label=doodle.labels.get(n))
        for n, stroke in enumerate(doodle.links)
    ]
    return {
        "character": {
            "strokes": lines(links),
            "annotations": lines([StrokeEntry(*_stroke_fields(each)) for each in doodle.annotations]),
            "joints": {name: place.tolist() for name, place in doodle.joints.items()},
        },
        "lines": lines([_line_entry(line) for line in doodle.lines]),
        "choices": lines([ChoiceEntry(c.line, c.span, c.name, c.backward) for c in doodle.choices]),
    }


class _Sheet:
    """Converts entries of a file to metres and seconds; errors name the stroke and the point."""

    def __init__(self, units: Units, source: str) -> None:
        self.units, self.source = units, source
        self._up = 1.0 if units.y == "up" else -1.0

    def place(self, pair: tuple[float, float]) -> np.ndarray:
        return self._metres(np.array([pair]))[0]

    def strokes(self, entries: list[Any], place: str) -> tuple[Stroke, ...]:
        return tuple(self.stroke(entry, f"{place}[{n}]") for n, entry in enumerate(entries))

    def stroke(self, entry: StrokeEntry, place: str, *, picture: bool = False) -> Stroke:
        """A stroke of the sheet, or of a picture, whose points have no unit."""
        with locate_errors(self.source, place):
            if not entry.points:
                raise InvalidValue("The stroke has no points; it needs at least one.")
            points = np.array(entry.points, dtype=np.float64)
            times = None if entry.times is None else np.array(entry.times) * self.units.time
            return stroke_from_raw(
                points if picture else self._metres(points), times, entry.pressure, "the stroke"
            )

    def _metres(self, points: np.ndarray) -> np.ndarray:
        return (points - [0.0, self.units.ground]) * [self.units.length, self._up * self.units.length]


def _line(entry: LineEntry, sheet: _Sheet, place: str) -> MotionLine:
    with locate_errors(sheet.source, f"{place}.camera"):
        camera = None if entry.camera is None else _camera(entry.camera)
    stroke = sheet.stroke(entry, place, picture=camera is not None)
    with locate_errors(sheet.source, f"{place}.at"):
        return MotionLine(stroke, None if entry.at is None else entry.at * sheet.units.time, camera)


def _performer(entry: DoodleEntry | OtherEntry, sheet: "_Sheet", place: str) -> dict[str, Any]:
    """A character, its lines and the choices for them. place: Of the entry, for messages."""
    character = entry.character
    choices = []
    for n, choice in enumerate(entry.choices):
        with locate_errors(sheet.source, f"{place}.choices[{n}]"):
            choices.append(PieceChoice(choice.line, choice.points, choice.motion, choice.backward))
    return {
        "links": sheet.strokes(character.strokes, f"{place}.character.strokes"),
        "annotations": sheet.strokes(character.annotations, f"{place}.character.annotations"),
        "lines": tuple(_line(line, sheet, f"{place}.lines[{n}]") for n, line in enumerate(entry.lines)),
        "joints": {name: sheet.place(joint) for name, joint in character.joints.items()},
        "labels": {n: link.label for n, link in enumerate(character.strokes) if link.label is not None},
        "choices": choices,
        "name": entry.name or "doodle",
    }


def _parts(entry: DoodleEntry, sheet: _Sheet) -> dict[str, Any]:
    """The surroundings of the characters, and taught gestures."""
    props, taught = [], []
    for n, prop in enumerate(entry.props):
        with locate_errors(sheet.source, f"$.props[{n}]"):
            props.append(_prop(prop))
    for n, gesture in enumerate(entry.taught):
        examples = sheet.strokes(gesture.examples, f"$.taught[{n}].examples")
        with locate_errors(sheet.source, f"$.taught[{n}]"):
            taught.append(
                TaughtExamples(gesture.name, gesture.motion, examples, gesture.backward, gesture.sound)
            )
    with locate_errors(sheet.source, "$.camera"):
        camera = None if entry.camera is None else _camera(entry.camera)
    with locate_errors(sheet.source, "$.picture"):
        seen = entry.picture
        picture = (
            None
            if seen is None
            else BackgroundPicture(seen.image, np.array(seen.place), seen.width, seen.opacity)
        )
    scenery = [
        Scenery(sheet.stroke(each, f"$.scenery[{n}]"), Layer(each.layer))
        for n, each in enumerate(entry.scenery)
    ]
    ground = sheet.strokes(entry.ground, "$.ground")
    hand = []
    for n, lesson in enumerate(entry.hand):
        with locate_errors(sheet.source, f"$.hand[{n}]"):
            hand.append(Lesson(lesson.measure, lesson.limit, lesson.shift))
    return {
        "hand": tuple(hand),
        "learns": entry.learns,
        "props": props,
        "camera": camera,
        "taught": taught,
        "picture": picture,
        "ground": ground,
        "scenery": tuple(scenery),
    }


def _prop(entry: PropEntry) -> Prop:
    size = np.broadcast_to(np.array(entry.size, dtype=np.float64), (3,))
    return Prop(
        PropKind(entry.kind),
        np.array(entry.place),
        size,
        entry.turn,
        entry.loose,
        np.array(entry.push),
        entry.starts,
        entry.name,
    )


def _camera(entry: CameraEntry) -> Camera:
    return Camera(np.array(entry.position), np.array(entry.target), entry.vertical_fov, entry.aspect)


def _stroke_fields(stroke: Stroke) -> tuple[Any, Any, Any]:
    pressure = None if stroke.pressure is None else stroke.pressure.tolist()
    return stroke.points.tolist(), stroke.times.tolist(), pressure


def _line_entry(line: MotionLine) -> LineEntry:
    camera = None if line.camera is None else _camera_entry(line.camera)
    return LineEntry(*_stroke_fields(line.stroke), at=line.at, camera=camera)


def _camera_entry(camera: Camera) -> CameraEntry:
    return CameraEntry(
        tuple(camera.position.tolist()), tuple(camera.target.tolist()), camera.vertical_fov, camera.aspect
    )


def _prop_entry(prop: Prop) -> PropEntry:
    return PropEntry(
        prop.kind.value,
        tuple(prop.place.tolist()),
        tuple(prop.size.tolist()),
        prop.turn,
        prop.loose,
        tuple(prop.push.tolist()),
        prop.starts,
        prop.name,
    )


def _taught_entry(gesture: TaughtExamples) -> TaughtEntry:
    examples = [StrokeEntry(*_stroke_fields(each)) for each in gesture.examples]
    return TaughtEntry(gesture.name, gesture.motion, examples, gesture.backward, gesture.sound)
