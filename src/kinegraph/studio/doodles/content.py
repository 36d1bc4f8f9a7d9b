"""Doodles between records and the engine: what a record says as the engine's `Doodle`, and back."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

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
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.learned_hand import Lesson
from kinegraph.doodles.props.prop import Prop
from kinegraph.doodles.schema import FORMAT
from kinegraph.studio.document import doodle_fields as doodling
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.doodle_blob import DoodleBlob
from kinegraph.studio.document.doodle_fields import (
    SCENERY,
    DoodleCamera,
    DoodlePicture,
    DoodleProp,
    HandLesson,
    InkKind,
    InkStroke,
    LearntGesture,
)
from kinegraph.studio.document.ink_blob import (
    pack_examples,
    pack_ink,
    unpack_examples,
    unpack_ink,
)
from kinegraph.studio.document.records import DoodleRecord, new_id
from kinegraph.studio.document.spatial_set_blob import ReadBlob, vector
from kinegraph.studio.doodles.edits import engine_camera, engine_prop
from kinegraph.studio.doodles.pictures import described_picture


class _Head(msgspec.Struct):
    format: object = None


def is_doodle_file(path: Path) -> bool:
    """True if a JSON file says that it is a doodle."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Head).format == FORMAT
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def links_of(content: DoodleBlob) -> tuple[InkStroke, ...]:
    """The strokes of a character's links."""
    return tuple(stroke for stroke in content.strokes if stroke.ink == "character")


def lines_of(content: DoodleBlob | DoodleRecord) -> tuple[InkStroke, ...]:
    """The motion lines, in the order they are performed."""
    lines = (stroke for stroke in content.strokes if stroke.ink == "motion")
    return tuple(sorted(lines, key=lambda stroke: stroke.at))


def doodle_of_content(
    content: DoodleBlob, read_blob: ReadBlob, ink: Callable[[str], Stroke] | None = None
) -> Doodle:
    """A doodle as far as it changes what is read and performed.

    ink: Gives the stroke of a blob, where the caller keeps strokes.
    """
    stroke = ink or (lambda hash: unpack_ink(read_blob(hash)))
    links, lines = links_of(content), lines_of(content)
    numbers = {line.id: number for number, line in enumerate(lines)}
    return Doodle(
        links=tuple(stroke(link.blob) for link in links),
        labels={n: link.label for n, link in enumerate(links) if link.label is not None},
        joints={name: np.array(place) for name, place in content.joints.items()},
        annotations=tuple(stroke(each.blob) for each in content.strokes if each.ink == "annotation"),
        lines=tuple(
            MotionLine(
                stroke(line.blob), line.at, None if line.camera is None else engine_camera(line.camera)
            )
            for line in lines
        ),
        ground=tuple(stroke(each.blob) for each in content.strokes if each.ink == "ground"),
        choices=tuple(
            PieceChoice(numbers[choice.stroke], (choice.start, choice.stop), choice.motion, choice.backward)
            for choice in content.choices
            if choice.stroke in numbers
        ),
        props=tuple(engine_prop(prop) for prop in content.props),
        taught=tuple(
            TaughtExamples(g.name, g.motion, unpack_examples(read_blob(g.blob)), g.backward, g.sound or "")
            for g in content.taught
        ),
        hand=tuple(Lesson(each.measure, each.limit, each.shift) for each in content.hand),
        learns=content.learns,
    )


def with_surroundings(doodle: Doodle, record: DoodleRecord, read_blob: ReadBlob) -> Doodle:
    """A doodle as a file holds it: with its name, its camera and its picture."""
    camera = None if record.camera is None else engine_camera(record.camera)
    picture = None
    if record.picture is not None:
        seen = record.picture
        picture = BackgroundPicture(read_blob(seen.blob), np.array(seen.place), seen.width, seen.opacity)
    scenery = tuple(
        Scenery(unpack_ink(read_blob(each.blob)), Layer(each.ink))
        for each in record.strokes
        if each.ink in SCENERY
    )
    return replace(doodle, name=record.name, camera=camera, picture=picture, scenery=scenery)


def with_others(doodle: Doodle, others: Iterable[tuple[DoodleRecord, Doodle]]) -> Doodle:
    """A doodle with the further characters on its sheet, each with its record."""
    bare = {"props": (), "taught": (), "ground": ()}
    return replace(doodle, others=tuple(replace(other, name=record.name, **bare) for record, other in others))


def records_of_doodle(doodle: Doodle, name: str) -> tuple[list[DoodleRecord], dict[str, bytes]]:
    """The records of a doodle that comes from a file, one for each character, and their blobs; what was drawn
    is made by the tuning."""
    record, blobs = _record_of(replace(doodle, others=()), name)
    records = [record]
    for other in doodle.others:
        guest, more = _record_of(other, other.name)
        records.append(msgspec.structs.replace(guest, sheet=record.id))
        blobs |= more
    return records, blobs


def _record_of(doodle: Doodle, name: str) -> tuple[DoodleRecord, dict[str, bytes]]:
    blobs: dict[str, bytes] = {}

    def store(data: bytes) -> str:
        blobs[blob_hash(data)] = data
        return blob_hash(data)

    def ink(kind: InkKind, stroke: Stroke, **fields: object) -> InkStroke:
        began = Stroke(stroke.points, stroke.times - stroke.times[0], stroke.pressure)
        return InkStroke(
            id=new_id("k"),
            ink=kind,
            seconds=began.duration,
            points=len(began),
            blob=store(pack_ink(began)),
            **fields,  # type: ignore[arg-type]
        )

    links = [ink("character", link, label=doodle.labels.get(n)) for n, link in enumerate(doodle.links)]
    details = [ink("annotation", stroke) for stroke in doodle.annotations]
    surroundings = [ink("ground", stroke) for stroke in doodle.ground]
    surroundings += [ink(each.layer.value, each.stroke) for each in doodle.scenery]
    lines = [
        ink("motion", line.stroke, at=at, camera=_camera(line.camera))
        for line, at in zip(doodle.lines, doodle.clock, strict=True)
    ]
    return DoodleRecord(
        id=new_id("d"),
        name=name,
        strokes=(*surroundings, *links, *details, *lines),
        joints={joint: (float(place[0]), float(place[1])) for joint, place in doodle.joints.items()},
        choices=tuple(
            doodling.PieceChoice(
                stroke=lines[choice.line].id,
                start=choice.span[0],
                stop=choice.span[1],
                motion=choice.name,
                backward=choice.backward,
            )
            for choice in doodle.choices
        ),
        props=tuple(_prop(prop) for prop in doodle.props),
        picture=_picture(doodle.picture, store),
        camera=_camera(doodle.camera),
        taught=tuple(_learnt(gesture, store) for gesture in doodle.taught),
        hand=hand_lessons(doodle.hand),
        learns=doodle.learns,
    ), blobs


def hand_lessons(lessons: Iterable[Lesson]) -> tuple[HandLesson, ...]:
    """Lessons about a hand as a record holds them."""
    return tuple(HandLesson(measure=each.measure, limit=each.limit, shift=each.shift) for each in lessons)


def _learnt(gesture: TaughtExamples, store: Callable[[bytes], str]) -> LearntGesture:
    drawings = [np.column_stack([each.points, each.times]) for each in gesture.examples]
    return LearntGesture(
        name=gesture.name,
        motion=gesture.motion,
        backward=gesture.backward,
        examples=len(drawings),
        blob=store(pack_examples(drawings)),
        sound=gesture.sound or None,
    )


def _prop(prop: Prop) -> DoodleProp:
    return DoodleProp(
        id=new_id("p"),
        kind=prop.kind,
        place=vector(prop.place),
        size=vector(prop.size),
        turn=float(prop.turn),
        loose=prop.loose,
        push=vector(prop.push),
        starts=float(prop.starts),
    )


def _camera(camera: Camera | None) -> DoodleCamera | None:
    if camera is None:
        return None
    return DoodleCamera(
        position=vector(camera.position),
        target=vector(camera.target),
        vertical_fov=camera.vertical_fov,
        aspect=camera.aspect,
    )


def _picture(picture: BackgroundPicture | None, store: Callable[[bytes], str]) -> DoodlePicture | None:
    if picture is None:
        return None
    described = described_picture(picture.image)
    store(picture.image)
    place = (float(picture.place[0]), float(picture.place[1]))
    return msgspec.structs.replace(described, place=place, width=picture.width, opacity=picture.opacity)
