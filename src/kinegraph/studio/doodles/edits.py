"""Edits of doodles, as functions from the document's records to an `Edit`.

They write what was asked for; `doodle_tuning` adds what follows: the character that was drawn, and what it
does.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec.structs import replace

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.props.prop import Prop, PropKind
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.called_blob import pack_called
from kinegraph.studio.document.doodle_fields import (
    CalledMotion,
    DoodleCamera,
    DoodlePicture,
    DoodleProp,
    InkStroke,
    LearntGesture,
    LinkLabel,
    PieceChoice,
    Point,
)
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import (
    Edit,
    Records,
    clean_name,
    free_name,
)
from kinegraph.studio.document.ink_blob import pack_examples, unpack_examples
from kinegraph.studio.document.limits import FARTHEST
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import DoodleRecord, MotionRecord, StageRecord, new_id
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.protocol.doodle_commands import (
    AddProp,
    ChooseGuess,
    EditProp,
    GestureExample,
    TeachGesture,
)

if TYPE_CHECKING:
    from kinegraph.studio.doodles.works import DoodleWork

MOST_PERFORMERS = 12
LONGEST_CALLED = 120.0  # motion that a gesture plays [s]
MOST_DOODLES, MOST_STROKES, MOST_PROPS, MOST_TAUGHT = 200, 2000, 200, 100
USUAL_SIZES: dict[PropKind, Vector] = {
    PropKind.BOX: (1.0, 0.5, 0.8),
    PropKind.BALL: (0.5, 0.5, 0.5),
    PropKind.TREE: (1.4, 2.4, 1.4),
}


class UnknownInk(edits.UnknownRecord):
    """A stroke, a thing or a gesture that a doodle does not have."""


def doodles_of(records: Records) -> list[DoodleRecord]:
    """All doodles of a document."""
    return [record for record in records.values() if isinstance(record, DoodleRecord)]


def stroke_of(record: DoodleRecord, id: str) -> InkStroke:
    """A stroke of a doodle by its id."""
    found = next((stroke for stroke in record.strokes if stroke.id == id), None)
    if found is None:
        raise UnknownInk(id, "stroke")
    return found


def add_doodle(records: Records, name: str | None, sheet: str | None = None) -> Edit:
    """Begins a doodle. sheet: A doodle on whose sheet it is drawn; None for a sheet of its own."""
    host = None if sheet is None else edits.sheet_of(records, edits.doodle_record(records, sheet))
    if host is not None and len(edits.performers_of(records, host)) >= MOST_PERFORMERS:
        raise InvalidValue(f"A sheet holds at most {MOST_PERFORMERS} characters; start another sheet.")
    there = doodles_of(records)
    if len(there) >= MOST_DOODLES:
        raise InvalidValue(f"A document holds at most {MOST_DOODLES} doodles.")
    wanted = "Doodle" if name is None else clean_name(name)
    free = free_name(wanted, [record.name for record in there])
    record = DoodleRecord(id=new_id("d"), name=free, sheet=None if host is None else host.id)
    return Edit(EditKind.ADD_DOODLE.of(free), {record.id: record})


def sheet_record(records: Records, doodle: str) -> DoodleRecord:
    """The doodle that holds the surroundings of a doodle: itself, or the one on whose sheet it is drawn."""
    return edits.sheet_of(records, edits.doodle_record(records, doodle))


def check_room(record: DoodleRecord) -> None:
    """Refuses one more stroke where there is no room for it."""
    if len(record.strokes) >= MOST_STROKES:
        raise InvalidValue(f"A doodle holds at most {MOST_STROKES} strokes; start another doodle.")


def draw(record: DoodleRecord, stroke: InkStroke) -> DoodleRecord:
    """A doodle with one more stroke."""
    check_room(record)
    return replace(record, strokes=(*record.strokes, stroke))


def next_start(record: DoodleRecord) -> float:
    """Default start of the next line: the end of the last one [s]."""
    return max((line.at + line.seconds for line in record.strokes if line.ink == "motion"), default=0.0)


def erase(records: Records, doodle: str, strokes: Iterable[str]) -> Edit:
    """Removes strokes of all characters on a sheet, and the corrections of them."""
    performers = edits.performers_of(records, edits.doodle_record(records, doodle))
    there = {stroke.id for record in performers for stroke in record.strokes}
    gone = set(strokes)
    for id in gone - there:
        raise UnknownInk(id, "stroke")
    what = "a stroke" if len(gone) == 1 else f"{len(gone)} strokes"
    changes = {r.id: _without(r, gone) for r in performers if gone & {stroke.id for stroke in r.strokes}}
    return Edit(EditKind.ERASE_INK.of(what), changes)


def clear(records: Records, doodle: str, what: str) -> Edit:
    """Removes all lines of a character, all ink of it, or all that there is on its sheet."""
    record = edits.doodle_record(records, doodle)
    name = EditKind.CLEAR_DOODLE.of({"lines": "the lines", "ink": "the drawing"}.get(what, "the sheet"))
    if what == "everything":
        sheet, *others = edits.performers_of(records, record)
        empty = replace(
            sheet, strokes=(), choices=(), joints={}, props=(), picture=None, camera=None, sheet=None
        )
        removed = {id: None for other in others for id in edits.remove(records, other.id).changes}
        removed.pop(StageRecord.ID, None)
        stage = edits.stage_of(records)
        left = tuple(place for place in stage.placements if place.character not in removed)
        moved = {} if left == stage.placements else {stage.id: replace(stage, placements=left)}
        return Edit(name, {**removed, **moved, sheet.id: empty})
    own = ("motion",) if what == "lines" else ("motion", "character", "annotation")
    left = _without(record, {stroke.id for stroke in record.strokes if stroke.ink in own})
    return Edit(name, {doodle: left if what == "lines" else replace(left, joints={})})


def relabel(records: Records, doodle: str, stroke: str, label: LinkLabel | None) -> Edit:
    """Says which link a stroke is."""
    record = edits.doodle_record(records, doodle)
    if stroke_of(record, stroke).ink != "character":
        raise InvalidValue("Only a stroke of the character can be labelled as a body part.")

    def labelled(each: InkStroke) -> InkStroke:
        if each.id == stroke:
            return replace(each, label=label)
        # Only one stroke can be the torso.
        return replace(each, label=None) if label is not None and each.label == label else each

    name = EditKind.READ_STROKE.of()
    if label is not None:
        name = EditKind.LABEL_STROKE.of(label.replace("_", " "))
    return Edit(name, {doodle: replace(record, strokes=tuple(map(labelled, record.strokes)))})


def move_joint(records: Records, doodle: str, joint: str, place: Point | None) -> Edit:
    """Puts a joint of the drawn character somewhere, or lets the engine find it."""
    record = edits.doodle_record(records, doodle)
    joints = {name: where for name, where in record.joints.items() if name != joint}
    if place is not None:
        _check_finite(place, "A joint")
        joints[joint] = place
    return Edit(EditKind.MOVE_DRAWN_JOINT.of(joint), {doodle: replace(record, joints=joints)})


def choose(records: Records, command: ChooseGuess) -> Edit:
    """Says what a piece of a line means."""
    record = edits.doodle_record(records, command.doodle)
    stroke = stroke_of(record, command.stroke)
    start, stop = command.start, command.stop
    one_point = start == stop and command.motion not in (None, STAND)  # nothing but a stand takes no way
    if stroke.ink != "motion" or not start <= stop < stroke.points or one_point:
        raise InvalidValue(f"That line has no motion from point {start} to point {stop}.")
    others = tuple(
        choice
        for choice in record.choices
        if choice.stroke != stroke.id or choice.stop <= start or choice.start >= stop
    )
    if command.motion is None:
        return Edit(EditKind.READ_PIECE.of(), {record.id: replace(record, choices=others)})
    chosen = PieceChoice(
        stroke=stroke.id, start=start, stop=stop, motion=command.motion, backward=command.backward
    )
    name = EditKind.CHOOSE_GUESS.of(command.motion.replace("_", " "))
    return Edit(name, {record.id: replace(record, choices=(*others, chosen))})


def add_prop(records: Records, command: AddProp, id: str) -> Edit:
    """Puts a thing on the sheet, under an id that nothing has."""
    record = sheet_record(records, command.doodle)
    if len(record.props) >= MOST_PROPS:
        raise InvalidValue(f"A sheet holds at most {MOST_PROPS} props.")
    loose = command.loose
    if loose is None:
        loose = command.kind == PropKind.BALL or (command.kind == PropKind.BOX and command.place[1] > 0.0)
    prop = DoodleProp(
        id=id,
        kind=command.kind,
        place=command.place,
        size=command.size or USUAL_SIZES[command.kind],
        turn=command.turn,
        loose=loose,
    )
    engine_prop(prop)  # refuses what cannot be
    changed = replace(record, props=(*record.props, prop))
    return Edit(EditKind.ADD_PROP.of(prop.kind.value), {record.id: changed})


def edit_prop(records: Records, command: EditProp) -> Edit:
    """Moves, resizes, turns, loosens or pushes a thing."""
    record = sheet_record(records, command.doodle)
    prop = prop_of(record, command.prop)
    names = ("place", "size", "turn", "loose", "push", "starts")
    fields = {name: value for name in names if (value := getattr(command, name)) is not None}
    if "push" in fields and "loose" not in fields:
        fields["loose"] = True  # a pushed prop must be free to move
    changed = replace(prop, **fields)
    engine_prop(changed)
    kind = next((kind for name, kind in _PROP_EDITS.items() if name in fields), EditKind.CHANGE_PROP)
    props = tuple(changed if each.id == prop.id else each for each in record.props)
    return Edit(kind.of(prop.kind.value), {record.id: replace(record, props=props)})


_PROP_EDITS = {
    "push": EditKind.PUSH_PROP,
    "place": EditKind.MOVE_PROP,
    "size": EditKind.RESIZE_PROP,
    "turn": EditKind.TURN_PROP,
}


def remove_prop(records: Records, doodle: str, prop: str) -> Edit:
    """Takes a thing off the sheet."""
    record = sheet_record(records, doodle)
    gone = prop_of(record, prop)
    left = tuple(each for each in record.props if each.id != prop)
    return Edit(EditKind.REMOVE_PROP.of(gone.kind.value), {record.id: replace(record, props=left)})


def prop_of(record: DoodleRecord, id: str) -> DoodleProp:
    """A thing of a doodle by its id."""
    found = next((prop for prop in record.props if prop.id == id), None)
    if found is None:
        raise UnknownInk(id, "prop")
    return found


def engine_prop(prop: DoodleProp) -> Prop:
    """A thing as the engine knows it; raises InvalidValue where there can be none like it."""
    fields = {name: value for name, value in msgspec.structs.asdict(prop).items() if name != "id"}
    return Prop(**fields)


def engine_camera(camera: DoodleCamera) -> Camera:
    """A camera as the engine knows it; raises InvalidValue where there can be none like it."""
    check_place(camera.position, "A camera")
    check_place(camera.target, "What a camera looks at")
    return Camera(np.array(camera.position), np.array(camera.target), camera.vertical_fov, camera.aspect)


def set_picture(records: Records, doodle: str, picture: DoodlePicture, data: bytes) -> Edit:
    """Puts a picture behind the drawing, where the one before it was."""
    record = sheet_record(records, doodle)
    if record.picture is not None:
        old = record.picture
        picture = replace(picture, place=old.place, width=old.width, opacity=old.opacity)
    changed = replace(record, picture=picture)
    return Edit(EditKind.SET_PICTURE.of(), {record.id: changed}, {picture.blob: data})


def place_picture(records: Records, doodle: str, place: Point, width: float, opacity: float) -> Edit:
    """Moves and resizes the picture."""
    record = sheet_record(records, doodle)
    if record.picture is None:
        raise InvalidValue(f"There is no picture behind {record.name}.")
    _check_finite(place, "A picture")
    moved = replace(record.picture, place=place, width=width, opacity=opacity)
    return Edit(EditKind.MOVE_PICTURE.of(), {record.id: replace(record, picture=moved)})


def remove_picture(records: Records, doodle: str) -> Edit:
    """Takes the picture away."""
    record = sheet_record(records, doodle)
    return Edit(EditKind.REMOVE_PICTURE.of(), {record.id: replace(record, picture=None)})


def set_view(records: Records, doodle: str, camera: DoodleCamera | None) -> Edit:
    """Looks from a camera, or at the sheet."""
    record = sheet_record(records, doodle)
    if camera is not None:
        engine_camera(camera)
    before, after = record.camera is not None, camera is not None
    shown = EditKind.SHOW_SPACE if after else EditKind.SHOW_SHEET
    return Edit(
        (EditKind.MOVE_CAMERA if before == after else shown).of(), {record.id: replace(record, camera=camera)}
    )


def teach(records: Records, command: TeachGesture, work: "DoodleWork", called: Clip | None = None) -> Edit:
    """Teaches a gesture; raises InvalidValue where it cannot be learnt.

    work: What the doodle comes to. called: The motion that the gesture plays.
    """
    from kinegraph.doodles.line.teaching import teach_gesture

    record = sheet_record(records, command.doodle)
    name = clean_name(command.name)
    others = tuple(gesture for gesture in record.taught if gesture.name != name)
    if len(others) >= MOST_TAUGHT:
        raise InvalidValue(f"A doodle knows at most {MOST_TAUGHT} gestures of its own.")
    data = pack_examples([_example(example, n) for n, example in enumerate(command.examples)])
    known = [gesture for gesture in work.taught if gesture.taught != name]
    teach_gesture(name, command.motion, unpack_examples(data), work.result.settings, command.backward, known)
    taught = LearntGesture(
        name=name,
        motion=command.motion,
        backward=command.backward,
        examples=len(command.examples),
        blob=blob_hash(data),
        sound=command.sound,
    )
    blobs = {taught.blob: data}
    if called is not None:
        frames = pack_called(called)
        taught = replace(taught, calls=CalledMotion(name=called.name, blob=blob_hash(frames)))
        blobs[blob_hash(frames)] = frames
    changed = replace(record, taught=(*others, taught))
    return Edit(EditKind.TEACH_GESTURE.of(name), {record.id: changed}, blobs)


def called_motion(records: Records, doodle: str, motion: str) -> MotionRecord:
    """The record of a motion that a gesture of a doodle is to play; raises InvalidValue where it cannot."""
    record = edits.doodle_record(records, doodle)
    found = edits.motion_record(records, motion)
    performer = record.actor or record.character
    if found.form == "markers":
        raise InvalidValue(f"{found.name} consists of markers; a gesture plays a motion of a character.")
    if performer is None or found.character != performer:
        name = edits.character_record(records, performer).name if performer else "the drawn character"
        raise InvalidValue(
            f"{found.name} moves another character. Choose a motion of {name}: it performs this sheet."
        )
    if found.id == record.motion:
        raise InvalidValue(f"{found.name} is what this sheet performs. Keep it as a motion first.")
    if found.duration > LONGEST_CALLED:
        raise InvalidValue(
            f"{found.name} takes {found.duration:.0f} s; a gesture plays at most {LONGEST_CALLED:g} s."
        )
    return found


def forget(records: Records, doodle: str, name: str) -> Edit:
    """Forgets a gesture that was taught."""
    record = sheet_record(records, doodle)
    left = tuple(gesture for gesture in record.taught if gesture.name != name)
    if len(left) == len(record.taught):
        raise UnknownInk(name, "gesture")
    return Edit(EditKind.FORGET_GESTURE.of(name), {record.id: replace(record, taught=left)})


def set_actor(records: Records, doodle: str, character: str | None) -> Edit:
    """Lets a character perform the lines, or the one that was drawn."""
    record = edits.doodle_record(records, doodle)
    name = "the drawing"
    if character is not None:
        name = edits.character_record(records, character).name
    if character == record.character:
        character = None
    return Edit(EditKind.SET_ACTOR.of(name), {doodle: replace(record, actor=character)})


def look_at_doodle(records: Records, doodle: str) -> Edit:
    """Makes a doodle the one that is looked at, with its character and its motion."""
    record = edits.doodle_record(records, doodle)
    chosen: dict[str, object] = {"doodle": doodle}
    if record.motion is not None:
        chosen |= {"motion": record.motion, "span": None}
    if record.actor or record.character:
        chosen["character"] = record.actor or record.character
    return edits.look(records, **chosen)


def _example(example: GestureExample, number: int) -> Floats:
    rows = np.array(example.points, dtype=np.float64)
    if not np.isfinite(rows).all() or np.abs(rows).max() > FARTHEST:
        raise InvalidValue(f"Drawing {number + 1} of the gesture has a point that is not finite.")
    if (np.diff(rows[:, 2]) < 0.0).any():
        raise InvalidValue(f"Time runs backwards in drawing {number + 1} of the gesture.")
    return rows


def _without(record: DoodleRecord, gone: set[str]) -> DoodleRecord:
    return replace(
        record,
        strokes=tuple(stroke for stroke in record.strokes if stroke.id not in gone),
        choices=tuple(choice for choice in record.choices if choice.stroke not in gone),
    )


def _check_finite(place: Point, what: str) -> None:
    if not np.isfinite(place).all() or max(map(abs, place)) > FARTHEST:
        raise InvalidValue(f"{what} must lie within 10 km of the origin.")
