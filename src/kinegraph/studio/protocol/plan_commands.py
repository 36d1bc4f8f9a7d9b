"""Edits of a creature's plan that a page can request.

Places are in the character's own space [m], as on the page; the studio converts them to values of the plan.
"""

from typing import Annotated, ClassVar

import msgspec

from kinegraph.creatures.maker.creature_plan import Coat, CreaturePlan
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.commands import DragStep, Id, Text


class PlanEditBase(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of the edits of a creature's plan."""


class AddPart(PlanEditBase, frozen=True, kw_only=True):
    """Puts a part of the palette on the skin.

    kind: A part of `CreatureCatalogue.parts` that is not for the ends of limbs.
    place: On the skin, or near it.
    size: About its radius [m]; null for one that fits the creature.
    mirrored: Whether the other side gets one like it.
    """

    kind: Text
    place: Vector
    size: float | None = None
    mirrored: bool = True


class AddLimb(PlanEditBase, frozen=True, kw_only=True):
    """Puts a limb on the skin.

    end: A part of the palette for the ends of limbs, or "none".
    reach: Its length [m]; null for one that fits the creature.
    """

    end: Text
    place: Vector
    reach: float | None = None
    mirrored: bool = True


class RemovePiece(PlanEditBase, frozen=True, kw_only=True):
    """Removes a limb or part, with everything attached to it."""

    piece: Text


class MovePiece(PlanEditBase, frozen=True, kw_only=True):
    """Moves a limb or part to the point of the skin that is nearest to a place."""

    piece: Text
    place: Vector


class ResizePiece(PlanEditBase, frozen=True, kw_only=True):
    """Scales a limb or part."""

    piece: Text
    factor: float


class MirrorPiece(PlanEditBase, frozen=True, kw_only=True):
    """Sets whether a limb or part has a mirror image on the other side."""

    piece: Text
    mirrored: bool


class SwapPiece(PlanEditBase, frozen=True, kw_only=True):
    """Replaces a part, or the end of a limb, with another part of the palette."""

    piece: Text
    kind: Text


class DragSpinePoint(PlanEditBase, frozen=True, kw_only=True):
    """Moves a point of the spine; the parts attached to it move along."""

    point: int
    place: Vector


class SetSpineThickness(PlanEditBase, frozen=True, kw_only=True):
    """Makes the torso thicker or thinner at a spine point [m]. width: Its breadth as a share of that."""

    point: int
    radius: float
    width: float | None = None


class AddSpinePoint(PlanEditBase, frozen=True, kw_only=True):
    """Adds a spine point behind another, and a bone with it."""

    after: int


class RemoveSpinePoint(PlanEditBase, frozen=True, kw_only=True):
    """Removes a spine point and its bone."""

    point: int


class DragLimbJoint(PlanEditBase, frozen=True, kw_only=True):
    """Moves a limb's joint. joint: 0 is the end of its first bone."""

    limb: Text
    joint: int
    place: Vector


class SetLimbThickness(PlanEditBase, frozen=True, kw_only=True):
    """Makes a limb thicker or thinner [m]. joint: 0 is where it leaves the body."""

    limb: Text
    joint: int
    radius: float


class AddLimbJoint(PlanEditBase, frozen=True, kw_only=True):
    """Adds a joint in the middle of the bone that ends at `joint`."""

    limb: Text
    joint: int


class RemoveLimbJoint(PlanEditBase, frozen=True, kw_only=True):
    """One joint less."""

    limb: Text
    joint: int


class PaintCreature(PlanEditBase, frozen=True, kw_only=True):
    """Gives it another coat."""

    coat: Coat


class ReplacePlan(PlanEditBase, frozen=True, kw_only=True):
    """Another plan altogether."""

    plan: CreaturePlan


PlanEdit = (
    AddPart
    | AddLimb
    | RemovePiece
    | MovePiece
    | ResizePiece
    | MirrorPiece
    | SwapPiece
    | DragSpinePoint
    | SetSpineThickness
    | AddSpinePoint
    | RemoveSpinePoint
    | DragLimbJoint
    | SetLimbThickness
    | AddLimbJoint
    | RemoveLimbJoint
    | PaintCreature
    | ReplacePlan
)


class EditCreature(DragStep, frozen=True, kw_only=True):
    """Edits a creature that the maker made, as one edit; with a gesture, as a step of a drag, measured
    from the start of the drag.

    Of a step pages get the record as it would be (a preview, whose `blob` is not stored), a `ShapeFrame` that
    shows it, and `CreatureHandles`. At the end the motions of a creature with other joints go that cannot
    follow: dense ones, and sets; what it plays as a creature stays.

    edits: Carried out one after the other, each on what the one before left.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("character",)

    character: Id
    edits: Annotated[tuple[PlanEdit, ...], msgspec.Meta(min_length=1, max_length=200)]
