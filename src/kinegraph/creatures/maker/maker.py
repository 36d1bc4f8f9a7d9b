"""The creature maker: turns a plan into a body plan, a character and a creature that stands on the ground."""

from dataclasses import replace

import numpy as np

from kinegraph.characters.body_plan import LEFT, RIGHT, BodyPlan, Bone, Contact
from kinegraph.characters.plan_character import character_from_plan
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.maker.coat import blush, coat_patches
from kinegraph.creatures.maker.creature_plan import (
    SPINE,
    BodyPart,
    CreaturePlan,
    Limb,
    Seat,
    Vector,
)
from kinegraph.creatures.maker.limbs import limb_pieces
from kinegraph.creatures.maker.mouths import mouth_pieces
from kinegraph.creatures.maker.parts_palette import PARTS, PartGroup
from kinegraph.creatures.maker.pieces import Pieces
from kinegraph.creatures.maker.seats import Anchor, Carrier
from kinegraph.creatures.maker.skin_parts import Site, head_pieces, part_pieces
from kinegraph.creatures.maker.spine import spine_line

_MIDDLE = 1e-9  # distance from the sagittal plane that counts as in it [m]
_VERTICES = 7000
_DRAFT_VERTICES, _DRAFT_THINNEST = 1500, 0.025
_THINNEST = 0.012  # radius of the thinnest flesh, as a share of the creature: the mesh must be finer
_CLEARANCE = 0.12  # of a legged creature's belly over the ground, as a share of the torso's thickness
_SOLE = 0.012  # thickness of soles, as a share of the creature
_FLAT_BELLY = 0.25  # share of the highest bone's height below which a footless creature touches the ground


def creature_from_plan(plan: CreaturePlan, *, skin: bool = True) -> Creature:
    """The creature that a plan describes. Without its skin it moves the same, and takes milliseconds."""
    return creature_from_character(character_from_creature_plan(plan, skin=skin))


def character_from_creature_plan(plan: CreaturePlan, *, skin: bool = True, draft: bool = False) -> Character:
    """The character that a plan describes.

    skin: Whether it gets a clay skin, horns, lips and patterns.
    draft: With a coarse skin whose thin parts are thicker: takes half the time, for use while dragging.
    """
    assembly = assemble(plan)
    size = assembly.pieces.size()
    bare = character_from_plan(_body_plan(plan, assembly, size), skin=False)
    if not skin:
        return bare
    dressed = character_from_plan(_body_plan(plan, assembly, size, trimmed=True, draft=draft))
    # Trimmings stick out of the boxes: a creature must move the same with and without its skin.
    bodies = [replace(body, box=plain.box) for body, plain in zip(dressed.bodies, bare.bodies, strict=True)]
    return replace(dressed, bodies=tuple(bodies))


def body_plan(plan: CreaturePlan, *, trimmed: bool = True) -> BodyPlan:
    """Bones, flesh and colours of a plan, standing on the ground. trimmed: With horns, lips and patterns."""
    assembly = assemble(plan)
    return _body_plan(plan, assembly, assembly.pieces.size(), trimmed=trimmed)


def _body_plan(
    plan: CreaturePlan, assembly: "Assembly", size: float, *, trimmed: bool = False, draft: bool = False
) -> BodyPlan:
    """The body plan of an assembly, its flesh as thick as the skin needs. size: Of the pieces [m]."""
    pieces = assembly.pieces
    if trimmed:
        pieces.patches[:0] = coat_patches(plan.coat, assembly.spine)
    pieces.thicken((_DRAFT_THINNEST if draft else _THINNEST) * size)
    vertices = _DRAFT_VERTICES if draft else _VERTICES
    return pieces.body_plan(plan.name, plan.coat.skin, vertices, _SOLE * size, trimmed=trimmed)


def seat_near(plan: CreaturePlan, point: Vector) -> Seat:
    """The seat nearest to a point on or near the skin of the character [m].

    On the mirror image of a piece, it is the seat on the piece itself.
    """
    place = np.array(point, dtype=np.float64)
    image = place * [-1.0, 1.0, 1.0]
    found = []
    for name, carrier in assemble(plan).carriers.items():
        found.append(carrier.seat_near(name, place))
        if name != SPINE:
            found.append(carrier.seat_near(name, image))
    return min(found, key=lambda seat: seat[1])[0]


class Assembly:
    """The pieces of a creature, built from a plan.

    Pieces are built on the side that the plan gives, with everything that sits on them, and then mirrored
    together. Pieces on a carrier that is itself on one side (the eyes of a left head) are built twice.
    """

    def __init__(self, plan: CreaturePlan, lift: float) -> None:
        self._plan = plan
        self.carriers: dict[str, Carrier] = {}
        self.spine, bones = spine_line(plan, lift)
        self.pieces = Pieces(list(bones))
        self._seat_all(SPINE, self.spine, bones, "", self.pieces)

    def _seat_all(self, on: str, carrier: Carrier, flesh: list[Bone], prefix: str, into: Pieces) -> None:
        """Adds everything that sits on the piece called `on`. prefix: The side that the carrier is on."""
        self.carriers.setdefault(on, carrier)
        for piece in self._plan.seated_on(on):
            anchor = carrier.anchor(piece.seat)
            own = _side(piece, anchor)
            made = self._make_piece(piece, anchor, flesh, prefix or own)
            if piece.mirrored and own and not prefix:
                made.add(made.mirror_image())
            elif piece.mirrored and own:
                twin = _mirror_piece(piece)
                made.add(self._make_piece(twin, carrier.anchor(twin.seat), flesh, prefix, of=piece))
            into.add(made)

    def _make_piece(
        self,
        shape: Limb | BodyPart,
        anchor: Anchor,
        flesh: list[Bone],
        prefix: str,
        of: Limb | BodyPart | None = None,
    ) -> Pieces:
        """One piece with everything on it. of: The plan's piece, where the shape is a twin of it."""
        coat, name = self._plan.coat, (of or shape).name
        if isinstance(shape, Limb):
            pieces, own = limb_pieces(shape, anchor, prefix, coat)
            self._seat_all(name, own, list(pieces.bones), prefix, pieces)
            return pieces
        outward = anchor.surface[0] - anchor.center[0]
        side = float(np.sign(outward)) if abs(outward) > _MIDDLE else 0.0
        site = Site(shape, anchor, prefix + shape.name, side, coat)
        group = PARTS[shape.kind].group
        if group is PartGroup.MOUTH:
            return mouth_pieces(site, flesh)
        if group is not PartGroup.HEAD:
            return part_pieces(site)
        pieces, head = head_pieces(site)
        pieces.patches += blush(head, coat)
        self._seat_all(name, head, list(pieces.bones), prefix, pieces)
        return pieces


def _side(piece: Limb | BodyPart, anchor: Anchor) -> str:
    """The side of its carrier that a piece is on: "left_", "right_", or "" in the middle."""
    reaches = [anchor.surface[0] - anchor.center[0]]
    if isinstance(piece, Limb):
        reaches += [joint[0] for joint in piece.joints]
    reach = max(reaches, key=abs)
    if abs(reach) <= _MIDDLE:
        return ""
    return LEFT if reach > 0 else RIGHT


def _mirror_piece(piece: Limb | BodyPart) -> Limb | BodyPart:
    """The piece mirrored about the middle of its carrier, under a name of its own."""
    x, y, z = piece.seat.toward
    seat, name = replace(piece.seat, toward=(-x, y, z)), f"{piece.name}_twin"
    if isinstance(piece, BodyPart):
        return replace(piece, name=name, seat=seat)
    joints = tuple((-joint[0], joint[1], joint[2]) for joint in piece.joints)
    return replace(piece, name=name, seat=seat, joints=joints)


def assemble(plan: CreaturePlan) -> Assembly:
    """Builds a creature on the ground: without feet it lies on its belly, else the belly stays clear."""
    loose = Assembly(plan, 0.0)
    torso = [bone for bone in loose.pieces.bones if bone.caps & {Cap.SPINE, Cap.HEAD}]
    spine = [bone for bone in torso if Cap.SPINE in bone.caps]
    if any(Cap.FOOT in bone.caps for bone in loose.pieces.bones):
        thick = max(max(bone.radii) for bone in spine if bone.radii is not None)
        lift = max(0.0, _CLEARANCE * thick - _lowest(torso))
        return Assembly(plan, lift) if lift > 0 else loose
    lying = Assembly(plan, -_lowest(spine))
    spine = [bone for bone in lying.pieces.bones if Cap.SPINE in bone.caps]
    highest = _FLAT_BELLY * max(_lowest([bone]) for bone in spine) + 1e-6
    for bone in spine:
        if _lowest([bone]) <= highest:
            place = 0.5 * (bone.head + bone.tail) * [1.0, 0.0, 1.0]
            lying.pieces.contacts.append(Contact(f"{bone.name.replace('_', ' ')} belly", bone.name, place))
    return lying


def _lowest(bones: list[Bone]) -> float:
    """Height of the lowest flesh [m]."""
    ends = [
        (place, radius * bone.section[1])
        for bone in bones
        if bone.radii is not None
        for place, radius in ((bone.head, bone.radii[0]), (bone.tail, bone.radii[1]))
    ]
    return min(float(place[1]) - radius for place, radius in ends)
