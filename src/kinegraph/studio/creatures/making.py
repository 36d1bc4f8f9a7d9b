"""Creatures in the maker: edits of plans as pages send them, and the records of what is made of plans."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker import plan_edits
from kinegraph.creatures.maker.creature_plan import CreaturePlan, Limb, Vector
from kinegraph.creatures.maker.fitting import fitting_reach, fitting_size
from kinegraph.creatures.maker.handles import (
    Handles,
    handles,
    limb_place,
    place_without,
    spine_place,
)
from kinegraph.creatures.maker.maker import character_from_creature_plan, seat_near
from kinegraph.creatures.maker.seats import as_vector
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import (
    CharacterRecord,
    MotionRecord,
    PoseRecord,
    Record,
    SetRecord,
    new_id,
)
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.protocol.creature_events import CreatureHandles, LimbHandles, PartHandle
from kinegraph.studio.protocol.plan_commands import (
    AddLimb,
    AddLimbJoint,
    AddPart,
    AddSpinePoint,
    DragLimbJoint,
    DragSpinePoint,
    MirrorPiece,
    MovePiece,
    PaintCreature,
    PlanEdit,
    RemoveLimbJoint,
    RemovePiece,
    RemoveSpinePoint,
    ReplacePlan,
    ResizePiece,
    SetLimbThickness,
    SetSpineThickness,
    SwapPiece,
)


@dataclass(frozen=True, eq=False)
class Made:
    """A made creature, ready to be stored.

    described: Its record, whose id is still to be filled in.
    data: Its blob.
    """

    character: Character
    described: CharacterRecord
    data: bytes


def random_plan(seed: int | None, kind: str | None) -> CreaturePlan:
    """A random plan; the same seed gives the same plan."""
    return generate(secrets.randbits(32) if seed is None else seed, kind)


def make(plan: CreaturePlan, *, draft: bool = False) -> Made:
    """Shapes a creature, which takes a fifth of a second. draft: In half of it, with a coarser skin."""
    character = character_from_creature_plan(plan, draft=draft)
    data = pack_character(character)
    described = describe_character(character, id="", blob=blob_hash(data))
    return Made(character, msgspec.structs.replace(described, name=plan.name, plan=plan), data)


def add_made(records: Records, made: Made, position: Vector | None) -> Edit:
    """Puts a made creature into the library and on the stage."""
    record = msgspec.structs.replace(made.described, id=new_id("c"))
    name = EditKind.MAKE_CREATURE.of(record.name)
    return edits.add(records, name, [record], {record.blob: made.data}, position)


def plan_of(record: CharacterRecord) -> CreaturePlan:
    """The plan that a character was made from; refuses those that came otherwise."""
    if record.plan is None:
        raise InvalidValue(f"{record.name} was not created in the creature maker; its body cannot be edited.")
    return record.plan


def reshaped(before: CharacterRecord, made: Made) -> CharacterRecord:
    """A character's record with another body."""
    return msgspec.structs.replace(made.described, id=before.id, name=before.name, notes=before.notes)


def make_again(record: Record) -> tuple[Record, bytes]:
    """A creature of the history, from its plan: with the same bytes, unless the maker has changed since."""
    if not isinstance(record, CharacterRecord):
        raise InvalidValue(f"The record {record.id!r} cannot be made again.")
    made = make(plan_of(record))
    if made.described.blob == record.blob:
        return record, made.data
    return reshaped(record, made), made.data


def reshape(
    records: Records, character: str, before: CreaturePlan, made: Made, name: EditName
) -> Edit | None:
    """Gives a character another body; None where its plan is not what that was made from any more.

    Whatever it has that moves joints by their number goes where these are others.
    """
    owner = edits.character_record(records, character)
    if owner.plan != before:
        return None
    record = reshaped(owner, made)
    changes: dict[str, Record | None] = {owner.id: record}
    if (record.joints, record.parents) != (owner.joints, owner.parents):
        changes |= {id: None for id, own in records.items() if _is_bound_to(own, character)}
    return Edit(name, changes, {record.blob: made.data})


def _is_bound_to(record: Record, character: str) -> bool:
    if isinstance(record, MotionRecord):
        return record.character == character and record.playing is None
    return isinstance(record, SetRecord | PoseRecord) and record.character == character


def edit_plan(plan: CreaturePlan, wanted: Sequence[PlanEdit]) -> tuple[CreaturePlan, EditName]:
    """A plan after at least one edit, one after the other, and the name of the last."""
    for edit in wanted:
        plan = _edit_plan(plan, edit)
    return plan, _name(wanted[-1])


def _edit_plan(plan: CreaturePlan, edit: PlanEdit) -> CreaturePlan:
    match edit:
        case AddPart():
            seat = seat_near(plan, _place(edit.place))
            size = fitting_size(plan, edit.kind, seat) if edit.size is None else edit.size
            return plan_edits.add_part(plan, edit.kind, seat, size, mirrored=edit.mirrored)
        case AddLimb():
            seat = seat_near(plan, _place(edit.place))
            reach = fitting_reach(plan, seat) if edit.reach is None else edit.reach
            return plan_edits.add_limb(plan, edit.end, seat, reach, mirrored=edit.mirrored)
        case RemovePiece():
            return plan_edits.remove(plan, edit.piece)
        case MovePiece():
            # Where it would sit if it were not there: nothing sits on itself.
            plan.piece(edit.piece)
            seat = seat_near(*place_without(plan, edit.piece, _place(edit.place)))
            return plan_edits.move(plan, edit.piece, seat)
        case ResizePiece():
            return plan_edits.resize(plan, edit.piece, edit.factor)
        case MirrorPiece():
            return plan_edits.mirror(plan, edit.piece, edit.mirrored)
        case SwapPiece():
            return plan_edits.swap_part(plan, edit.piece, edit.kind)
        case PaintCreature():
            return plan_edits.paint(plan, edit.coat)
        case ReplacePlan():
            return edit.plan
    return _bend_plan(plan, edit)


def _bend_plan(plan: CreaturePlan, edit: PlanEdit) -> CreaturePlan:
    """A plan with another spine or limb."""
    match edit:
        case DragSpinePoint():
            return plan_edits.drag_spine_point(plan, edit.point, spine_place(plan, _place(edit.place)))
        case SetSpineThickness():
            return plan_edits.set_thickness(plan, edit.point, edit.radius, edit.width)
        case AddSpinePoint():
            return plan_edits.add_spine_point(plan, edit.after)
        case RemoveSpinePoint():
            return plan_edits.remove_spine_point(plan, edit.point)
        case DragLimbJoint():
            limb = plan.piece(edit.limb)
            place = _place(edit.place)
            on_limb = limb_place(plan, limb, place) if isinstance(limb, Limb) else place
            return plan_edits.drag_limb_joint(plan, edit.limb, edit.joint, on_limb)
        case SetLimbThickness():
            return plan_edits.set_limb_thickness(plan, edit.limb, edit.joint, edit.radius)
        case AddLimbJoint():
            return plan_edits.add_limb_joint(plan, edit.limb, edit.joint)
        case RemoveLimbJoint():
            return plan_edits.remove_limb_joint(plan, edit.limb, edit.joint)
    raise InvalidValue(f"{type(edit).__name__} is not an edit of a creature.")


def _name(edit: PlanEdit) -> EditName:
    match edit:
        case AddPart():
            return EditKind.ADD_PART.of(f"a {display_name(edit.kind)}")
        case AddLimb():
            return EditKind.ADD_LIMB.of(f"with a {display_name(edit.end)}" if edit.end != "none" else "")
        case RemovePiece():
            return EditKind.REMOVE_PIECE.of(_the(edit.piece))
        case SwapPiece():
            return EditKind.SWAP_PIECE.of(f"{_the(edit.piece)} with a {display_name(edit.kind)}")
        case MirrorPiece():
            if edit.mirrored:
                return EditKind.MIRROR_PIECE.of(_the(edit.piece))
            return EditKind.UNMIRROR_PIECE.of(_the(edit.piece))
        case MovePiece():
            return EditKind.MOVE_PIECE.of(_the(edit.piece))
        case ResizePiece():
            return EditKind.RESIZE_PIECE.of(_the(edit.piece))
        case DragLimbJoint() | SetLimbThickness() | AddLimbJoint() | RemoveLimbJoint():
            return EditKind.SHAPE_LIMB.of(_the(edit.limb))
        case PaintCreature():
            return EditKind.PAINT_CREATURE.of()
        case ReplacePlan():
            return EditKind.REPLACE_PLAN.of()
    return EditKind.SHAPE_TORSO.of()


def _the(piece: str) -> str:
    return f"the {display_name(piece)}"


def _place(place: Vector) -> Vector:
    return as_vector(check_place(place))


def handles_event(plan: CreaturePlan, character: str, request: int | None) -> CreatureHandles:
    """The handles of a creature in the maker, as an event for pages."""
    found = handles(plan)
    return CreatureHandles(
        request=request,
        character=character,
        spine=tuple(as_vector(place) for place in found.spine),
        spine_radii=tuple(point.radius for point in plan.spine),
        limbs=tuple(
            LimbHandles(
                name=limb.name,
                joints=tuple(as_vector(place) for place in found.limbs[limb.name]),
                radii=limb.radii,
            )
            for limb in plan.limbs
        ),
        parts=_part_handles(plan, found),
    )


def _part_handles(plan: CreaturePlan, found: Handles) -> tuple[PartHandle, ...]:
    return tuple(
        PartHandle(
            name=part.name,
            place=as_vector(found.parts[part.name].surface),
            outward=as_vector(found.parts[part.name].outward),
            size=part.size,
        )
        for part in plan.parts
    )
