"""Edits: what each thing a user can do changes, as functions from the document's records to an `Edit`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from msgspec.structs import replace

from kinegraph.core.body import Cap
from kinegraph.core.character import Symmetry
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.doodle_fields import SURROUNDINGS
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.records import (
    AnimationRecord,
    CharacterRecord,
    DoodleRecord,
    MotionRecord,
    PenRecord,
    Placement,
    PoseRecord,
    Record,
    SetRecord,
    StageRecord,
    TakeRecord,
    Vector,
    ViewRecord,
)

Records = Mapping[str, Record]


class Outdated(KinegraphError):
    """Raised where an edit's sources have changed since it was computed: it must be computed anew."""


class UnknownRecord(KinegraphError):
    """An id that no record of the wanted kind has. People do not see ids: the message leaves it out.

    kind: As in "set".
    """

    def __init__(self, id: str, kind: str = "record") -> None:
        self.id, self.kind = id, kind
        super().__init__(f"This {kind} is no longer in the document. It may have been removed meanwhile.")


@dataclass(frozen=True)
class Edit:
    """One change of a document.

    name: What it is called; None where it is no part of history.
    changes: The record each id has afterwards; None where it goes.
    blobs: Bytes by hash that the new records need.
    kept: What changes in the same moment without being part of history: a take that has become a layer.
    """

    name: EditName | None
    changes: Mapping[str, Record | None]
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    kept: Mapping[str, Record | None] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The edit as a command; empty where it is no part of history."""
        return "" if self.name is None else self.name.label


def stage_of(records: Records) -> StageRecord:
    """The stage; an empty one where nothing was placed yet."""
    stage = records.get(StageRecord.ID)
    return stage if isinstance(stage, StageRecord) else StageRecord()


def placement_of(records: Records, character: str) -> Placement:
    """The placement of a character; the origin where it was never placed."""
    found = (place for place in stage_of(records).placements if place.character == character)
    return next(found, Placement(character=character))


def view_of(records: Records) -> ViewRecord:
    """The view as pages may see it: references to records that are gone read as None."""
    view = records.get(ViewRecord.ID)
    if not isinstance(view, ViewRecord):
        return ViewRecord()
    return replace(
        view,
        character=_present_id(records, view.character),
        motion=_present_id(records, view.motion),
        follow=_present_id(records, view.follow),
        doodle=_present_id(records, view.doodle),
    )


def character_record(records: Records, id: str) -> CharacterRecord:
    """The character with this id; raises UnknownRecord."""
    return _record(records, id, CharacterRecord)


def motion_record(records: Records, id: str) -> MotionRecord:
    """The motion with this id; raises UnknownRecord."""
    return _record(records, id, MotionRecord)


def set_record(records: Records, id: str) -> SetRecord:
    """The set with this id; raises UnknownRecord."""
    return _record(records, id, SetRecord)


def animation_record(records: Records, id: str) -> AnimationRecord:
    """The animation with this id; raises UnknownRecord."""
    return _record(records, id, AnimationRecord)


def doodle_record(records: Records, id: str) -> DoodleRecord:
    """The doodle with this id; raises UnknownRecord."""
    return _record(records, id, DoodleRecord)


def sheet_of(records: Records, doodle: DoodleRecord) -> DoodleRecord:
    """The doodle on whose sheet a doodle is drawn: often itself."""
    sheet = records.get(doodle.sheet or "")
    return sheet if isinstance(sheet, DoodleRecord) else doodle


def performers_of(records: Records, doodle: DoodleRecord) -> tuple[DoodleRecord, ...]:
    """All doodles on the sheet of a doodle, the one whose sheet it is first."""
    sheet = sheet_of(records, doodle)
    found = (r for r in records.values() if isinstance(r, DoodleRecord) and r.sheet == sheet.id)
    return (sheet, *(record for record in found if record.id != sheet.id))


def take_record(records: Records, id: str) -> TakeRecord:
    """The take with this id; raises UnknownRecord."""
    return _record(records, id, TakeRecord)


def pen_record(records: Records, id: str) -> PenRecord:
    """The stroke being drawn with this id; raises UnknownRecord."""
    return _record(records, id, PenRecord)


def sets_of(records: Records, character: str) -> tuple[SetRecord, ...]:
    """A character's sets, in their order."""
    found = (r for r in records.values() if isinstance(r, SetRecord) and r.character == character)
    return tuple(sorted(found, key=lambda record: (record.order, record.id)))


def add(
    records: Records,
    name: EditName | None,
    added: Iterable[CharacterRecord | MotionRecord | SetRecord | AnimationRecord | DoodleRecord],
    blobs: Mapping[str, bytes],
    position: Vector | None = None,
) -> Edit:
    """Puts records into the library, and characters on the stage beside the others. Animations and doodles
    get names that no other has.
    """
    if position is not None:
        _check_place(position)
    newcomers: dict[str, Record] = {}
    for record in added:
        for kind in (AnimationRecord, DoodleRecord):
            if isinstance(record, kind):
                others = (*records.values(), *newcomers.values())
                names = [other.name for other in others if isinstance(other, kind)]
                record = replace(record, name=free_name(record.name, names))
        newcomers[record.id] = record
    changes: dict[str, Record | None] = dict(newcomers)
    stage = stage_of(records)
    for record in newcomers.values():
        if isinstance(record, CharacterRecord):
            place = position or _free_place({**records, **newcomers}, stage, record)
            stage = replace(
                stage, placements=(*stage.placements, Placement(character=record.id, position=place))
            )
    if stage != stage_of(records):
        changes[stage.id] = stage
    return Edit(name, changes, blobs)


def remove(records: Records, id: str) -> Edit:
    """Takes a character with all that is its own, an animation with the motions that play it, a doodle with
    what was made of it, a motion or a set away.
    """
    record = _library_record(records, id)
    gone = {id}
    if isinstance(record, MotionRecord) and record.drawing is not None and record.drawing.doodle in records:
        raise InvalidValue(f"{record.name} is the motion of a doodle; clear the doodle's lines instead.")
    if isinstance(record, CharacterRecord):
        gone |= _own(records, id)
    if isinstance(record, DoodleRecord):
        gone |= _records_of_doodle(records, record)
    if isinstance(record, AnimationRecord):
        gone |= {own.id for own in records.values() if plays(own, id)}
    changes: dict[str, Record | None] = dict.fromkeys(sorted(gone))
    changes |= _hand_over_sheets(records, gone)
    stage = stage_of(records)
    left = tuple(placement for placement in stage.placements if placement.character not in gone)
    if left != stage.placements:
        changes[stage.id] = replace(stage, placements=left)
    return Edit(EditKind.REMOVE_RECORD.of(record.name), changes)


def _own(records: Records, character: str) -> set[str]:
    """All that belongs to a character: motions, sets, its pose, and the doodle in which it was drawn."""
    gone = set()
    for record in records.values():
        if isinstance(record, MotionRecord | SetRecord | PoseRecord) and record.character == character:
            gone.add(record.id)
        elif isinstance(record, DoodleRecord) and record.character == character:
            gone |= {record.id} if record.motion is None else {record.id, record.motion}
    return gone


def _hand_over_sheets(records: Records, gone: set[str]) -> dict[str, Record | None]:
    """The changes by which the next character on a sheet gets the sheet of one that goes."""
    changes: dict[str, Record | None] = {}
    for id in sorted(gone):
        sheet = records.get(id)
        if not isinstance(sheet, DoodleRecord) or sheet.sheet is not None:
            continue
        left = [each for each in performers_of(records, sheet) if each.id not in gone]
        if not left:
            continue
        surroundings = tuple(stroke for stroke in sheet.strokes if stroke.ink in SURROUNDINGS)
        heir = replace(
            left[0],
            sheet=None,
            strokes=(*surroundings, *left[0].strokes),
            props=sheet.props,
            picture=sheet.picture,
            camera=sheet.camera,
            taught=sheet.taught,
        )
        changes |= {heir.id: heir, **{each.id: replace(each, sheet=heir.id) for each in left[1:]}}
    return changes


def _records_of_doodle(records: Records, doodle: DoodleRecord) -> set[str]:
    """Records made of a doodle: its motion, and its character unless that has other records."""
    made = {id for id in (doodle.motion, doodle.character) if id is not None and id in records}
    if doodle.character is not None:
        own = _own(records, doodle.character) - {doodle.id, doodle.motion}
        if any(isinstance(records[id], MotionRecord | SetRecord) for id in own):
            made.discard(doodle.character)
        else:
            made |= own
    return made


def rename(records: Records, id: str, name: str) -> Edit:
    """Gives a character, an animation, a doodle, a motion or a set another name."""
    clean = clean_name(name)
    record = _library_record(records, id)
    for kind, what in ((AnimationRecord, "an animation"), (DoodleRecord, "a doodle")):
        if isinstance(record, kind):
            others = (r for r in records.values() if isinstance(r, kind) and r.id != id)
            if any(other.name == clean for other in others):
                raise InvalidValue(f"There is {what} called {clean!r} already; choose another name.")
    if isinstance(record, SetRecord):
        others = (other for other in sets_of(records, record.character) if other.id != id)
        refuse_set_name(others, clean)
    return Edit(EditKind.RENAME_RECORD.of(f"{record.name} to {clean}"), {id: replace(record, name=clean)})


def plays(record: Record | None, animation: str) -> bool:
    """True if a record is a motion that plays an animation on a creature."""
    return (
        isinstance(record, MotionRecord)
        and record.playing is not None
        and record.playing.animation == animation
    )


def refuse_set_name(sets: Iterable[SetRecord], name: str) -> None:
    """Raises InvalidValue where one of the sets has a name already."""
    if any(each.name == name for each in sets):
        raise InvalidValue(f"There is a set called {name!r} already; choose another name.")


def clean_name(name: str) -> str:
    """A name as it is stored: on one line; raises InvalidValue where nothing of it can be seen."""
    clean = _one_line(name)
    if not clean:
        raise InvalidValue("A name needs at least one visible character.")
    return clean


def free_name(stem: str, taken: Iterable[str], numbered: bool = False) -> str:
    """A name that is not taken: "walk", "walk 2", "walk 3"; where all are numbered from "walk 1" on."""
    names = set(taken)
    if not numbered and stem not in names:
        return stem
    first = 1 if numbered else 2
    return next(name for n in range(first, len(names) + 3) if (name := f"{stem} {n}") not in names)


def entitle(records: Records, title: str) -> Edit:
    """Gives the document a title."""
    clean = _one_line(title)
    return Edit(
        EditKind.RENAME_DOCUMENT.of(clean or "untitled"),
        {StageRecord.ID: replace(stage_of(records), title=clean)},
    )


def set_caps(records: Records, character: str, joint: int, caps: Iterable[Cap]) -> Edit:
    """Says what a joint's body is."""
    record = character_record(records, character)
    if not 0 <= joint < len(record.joints):
        raise InvalidValue(f"Joint {joint} does not exist: {record.name} has {len(record.joints)} joints.")
    caps_of = list(record.caps)
    caps_of[joint] = tuple(sorted(set(caps)))
    return Edit(
        EditKind.SET_CAPS.of(display_name(record.joints[joint])),
        {character: replace(record, caps=tuple(caps_of))},
    )


def set_mirror_pairs(records: Records, character: str, mirror: Iterable[int]) -> Edit:
    """Says which joint mirrors which; a joint's side stays what it was, but alone in the middle it is 0."""
    record = character_record(records, character)
    partners, count = tuple(mirror), len(record.joints)
    if len(partners) != count:
        raise InvalidValue(f"{record.name} has {count} joints; {len(partners)} partners were given.")
    outside = next((joint for joint in partners if not 0 <= joint < count), None)
    if outside is not None:
        raise InvalidValue(f"Joint {outside} does not exist: {record.name} has {count} joints.")
    pairs = np.array(partners, dtype=np.int64)
    symmetry = Symmetry(pairs, np.asarray(record.sides, dtype=np.int64))  # refuses what is no pairing
    sides = tuple(_side(symmetry, joint) for joint in range(len(record.joints)))
    changed = replace(record, mirror=tuple(pairs.tolist()), sides=sides)
    return Edit(EditKind.SET_MIRROR_PAIRS.of(record.name), {character: changed})


def place(records: Records, character: str, position: Vector, heading: float) -> Edit:
    """Moves and turns a character on the stage."""
    record = character_record(records, character)
    _check_place(position)
    if not np.isfinite(heading):
        raise InvalidValue("A heading must be a finite angle.")
    stage = stage_of(records)
    others = tuple(placement for placement in stage.placements if placement.character != character)
    standing = Placement(character=character, position=position, heading=heading)
    order = [placement.character for placement in stage.placements]
    index = order.index(character) if character in order else len(order)
    placements = (*others[:index], standing, *others[index:])
    return Edit(EditKind.PLACE_CHARACTER.of(record.name), {stage.id: replace(stage, placements=placements)})


def look(records: Records, **fields: object) -> Edit:
    """Changes what is looked at and how it plays: fields of the view."""
    view = records.get(ViewRecord.ID)
    view = view if isinstance(view, ViewRecord) else ViewRecord()
    return Edit(None, {view.id: replace(view, **fields)})


def _check_place(position: Vector) -> None:
    if not np.isfinite(position).all() or max(map(abs, position)) > 1e4:
        raise InvalidValue("A character must stand within 10 km of the origin.")


def _side(symmetry: Symmetry, joint: int) -> int:
    partner = int(symmetry.mirror[joint])
    if partner == joint:
        return 0
    side = int(symmetry.sides[joint])
    opposite = -int(symmetry.sides[partner])
    return side or opposite or (1 if joint < partner else -1)


def _free_place(records: Records, stage: StageRecord, newcomer: CharacterRecord) -> Vector:
    """The place nearest to the middle of the row where a character of this size stands clear of others."""

    def apart(id: str) -> float:
        other = records.get(id)
        return 0.5 * (_room(newcomer) + _room(other if isinstance(other, CharacterRecord) else newcomer))

    taken = [(place.position[0], apart(place.character)) for place in stage.placements]
    beside = [x + side * clear for x, clear in taken for side in (1, -1)]
    free = (x for x in (0.0, *beside) if all(abs(x - other) > clear - 1e-6 for other, clear in taken))
    return (min(free, key=lambda x: (round(abs(x), 6), x < 0)), 0.0, 0.0)


def _room(character: CharacterRecord) -> float:
    """Width that a character needs in a row [m]: about the reach of its arms."""
    return max(1.0, 0.9 * character.height)


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _present_id(records: Records, id: str | None) -> str | None:
    return id if id in records else None


def _library_record(
    records: Records, id: str
) -> CharacterRecord | MotionRecord | SetRecord | AnimationRecord | DoodleRecord:
    record = records.get(id)
    if not isinstance(record, CharacterRecord | MotionRecord | SetRecord | AnimationRecord | DoodleRecord):
        raise UnknownRecord(id)
    return record


_Kind = TypeVar(
    "_Kind", CharacterRecord, MotionRecord, SetRecord, AnimationRecord, DoodleRecord, TakeRecord, PenRecord
)


def _record(records: Records, id: str, kind: type[_Kind]) -> _Kind:
    record = records.get(id)
    if not isinstance(record, kind):
        raise UnknownRecord(id, str(kind.__struct_config__.tag))
    return record
