"""Doodles as files: JSON that a person or another program can write, .json (docs/doodle-format.md)."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.doodles.doodle import BackgroundPicture, Doodle, MotionLine, PieceChoice, TaughtExamples
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.props.prop import Prop, PropKind
from kinegraph.doodles.schema import (
    FORMAT,
    VERSION,
    CameraEntry,
    ChoiceEntry,
    DoodleEntry,
    LineEntry,
    LinkEntry,
    PictureEntry,
    PropEntry,
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
    units, character = entry.units, entry.character
    strokes = len(character.strokes) + len(character.annotations) + len(entry.lines)
    if strokes > MOST_STROKES:
        raise FormatError(source, f"it has {strokes} strokes; the limit is {MOST_STROKES}.")
    sheet = _Sheet(units, source)
    links = sheet.strokes(character.strokes, "$.character.strokes")
    annotations = sheet.strokes(character.annotations, "$.character.annotations")
    motion_lines = [_line(line, sheet, f"$.lines[{n}]") for n, line in enumerate(entry.lines)]
    joints = {name: sheet.place(place) for name, place in character.joints.items()}
    labels = {n: link.label for n, link in enumerate(character.strokes) if link.label is not None}
    parts = _parts(entry, sheet)
    with locate_errors(source, "$"):
        return Doodle(
            links, labels, joints, annotations, tuple(motion_lines), name=entry.name or "doodle", **parts
        )


def doodle_bytes(doodle: Doodle) -> bytes:
    """The file of a doodle, a line for each stroke."""
    links = [
        LinkEntry(*_stroke_fields(stroke), label=doodle.labels.get(n))
        for n, stroke in enumerate(doodle.links)
    ]
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": doodle.name,
        "units": Units(),
        "character": {
            "strokes": lines(links),
            "annotations": lines([StrokeEntry(*_stroke_fields(each)) for each in doodle.annotations]),
            "joints": {name: place.tolist() for name, place in doodle.joints.items()},
        },
        "lines": lines([_line_entry(line) for line in doodle.lines]),
        "choices": lines([ChoiceEntry(c.line, c.span, c.name, c.backward) for c in doodle.choices]),
        "props": lines([_prop_entry(prop) for prop in doodle.props]),
    }
    if doodle.camera is not None:
        content["camera"] = _camera_entry(doodle.camera)
    if doodle.taught:
        content["taught"] = lines([_taught_entry(gesture) for gesture in doodle.taught])
    if doodle.picture is not None:
        picture = doodle.picture
        place = (float(picture.place[0]), float(picture.place[1]))
        content["picture"] = PictureEntry(picture.image, place, picture.width, picture.opacity)
    return encode_json(content) + b"\n"


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


def _parts(entry: DoodleEntry, sheet: _Sheet) -> dict[str, Any]:
    """Everything in a doodle besides its strokes."""
    props, choices, taught = [], [], []
    for n, prop in enumerate(entry.props):
        with locate_errors(sheet.source, f"$.props[{n}]"):
            props.append(_prop(prop))
    for n, choice in enumerate(entry.choices):
        with locate_errors(sheet.source, f"$.choices[{n}]"):
            choices.append(PieceChoice(choice.line, choice.points, choice.motion, choice.backward))
    for n, gesture in enumerate(entry.taught):
        examples = sheet.strokes(gesture.examples, f"$.taught[{n}].examples")
        with locate_errors(sheet.source, f"$.taught[{n}]"):
            taught.append(TaughtExamples(gesture.name, gesture.motion, examples, gesture.backward))
    with locate_errors(sheet.source, "$.camera"):
        camera = None if entry.camera is None else _camera(entry.camera)
    with locate_errors(sheet.source, "$.picture"):
        seen = entry.picture
        picture = (
            None
            if seen is None
            else BackgroundPicture(seen.image, np.array(seen.place), seen.width, seen.opacity)
        )
    return {"choices": choices, "props": props, "camera": camera, "taught": taught, "picture": picture}


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
    return TaughtEntry(gesture.name, gesture.motion, examples, gesture.backward)
