"""The creature maker: from a plan to a body plan, a character and a creature that stands on the ground."""

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

_MIDDLE = 1e-9  # what is this near to the sagittal plane is in it [m]
_VERTICES = 7000
_DRAFT_VERTICES, _DRAFT_THINNEST = 1500, 0.025
_THINNEST = 0.012  # radius of the thinnest flesh, as a share of the creature: the mesh must be finer
_CLEARANCE = 0.12  # of the belly of one with legs over the ground, as a share of the torso's thickness


def creature_from_plan(plan: CreaturePlan, *, skin: bool = True) -> Creature:
    """The creature that a plan makes. Without its skin it is the same to motion, and made in milliseconds."""
    return creature_from_character(made_character(plan, skin=skin))


def made_character(plan: CreaturePlan, *, skin: bool = True, draft: bool = False) -> Character:
    """The character that a plan makes, with a clay skin where it will be seen.

    draft: With a skin in which what is thin is thicker: made in half the time, for what is being dragged.
    """
    bare = character_from_plan(body_plan(plan, trimmed=False), skin=False)
    if not skin:
        return bare
    dressed = character_from_plan(body_plan(plan, draft=draft))
    # Trimmings hang over: what motion measures must not depend on whether anybody looks.
    bodies = [replace(body, box=plain.box) for body, plain in zip(dressed.bodies, bare.bodies, strict=True)]
    return replace(dressed, bodies=tuple(bodies))


def body_plan(plan: CreaturePlan, *, trimmed: bool = True, draft: bool = False) -> BodyPlan:
    """Bones, flesh and colours of a plan, put on the ground.

    trimmed: With horns, lips and patterns.  draft: For a coarse skin.
    """
    assembly = assembled(plan)
    pieces = assembly.pieces
    if trimmed:
        pieces.patches[:0] = coat_patches(plan.coat, assembly.spine)
    size = pieces.size()
    pieces.thicken((_DRAFT_THINNEST if draft else _THINNEST) * size)
    vertices = _DRAFT_VERTICES if draft else _VERTICES
    return pieces.body_plan(plan.name, plan.coat.skin, vertices, 0.012 * size, trimmed=trimmed)


def seat_near(plan: CreaturePlan, point: Vector) -> Seat:
    """Where something sits that is put down at a point of the made character, on its skin or near it [m].

    A point on a piece that is another one.s mirror image finds the seat that it is the image of.
    """
    place = np.array(point, dtype=np.float64)
    image = place * [-1.0, 1.0, 1.0]
    found = []
    for name, carrier in assembled(plan).carriers.items():
        found.append(carrier.seat_near(name, place))
        if name != SPINE:
            found.append(carrier.seat_near(name, image))
    return min(found, key=lambda seat: seat[1])[0]


class Assembly:
    """A creature being put together.

    Pieces are made on the side that the plan tells of, with all that sits on them, and then mirrored as a
    whole. What is mirrored about something that is itself on one side (the eyes of a left head) is made
    twice.
    """

    def __init__(self, plan: CreaturePlan, lift: float):
        self._plan = plan
        self.carriers: dict[str, Carrier] = {}
        self.spine, bones = spine_line(plan, lift)
        self.pieces = Pieces(list(bones))
        self._seat_all(SPINE, self.spine, bones, "", self.pieces)

    def _seat_all(self, on: str, carrier: Carrier, flesh: list[Bone], prefix: str, into: Pieces) -> None:
        """Puts what sits on the piece called `on` into a heap. prefix: The side that the carrier is on."""
        self.carriers.setdefault(on, carrier)
        for piece in self._plan.seated_on(on):
            anchor = carrier.anchor(piece.seat)
            own = _side(piece, anchor)
            made = self._made(piece, anchor, flesh, prefix or own)
            if piece.mirrored and own and not prefix:
                made.add(made.mirror_image())
            elif piece.mirrored and own:
                twin = _flipped(piece)
                made.add(self._made(twin, carrier.anchor(twin.seat), flesh, prefix, of=piece))
            into.add(made)

    def _made(
        self,
        shape: Limb | BodyPart,
        anchor: Anchor,
        flesh: list[Bone],
        prefix: str,
        of: Limb | BodyPart | None = None,
    ) -> Pieces:
        """One piece with all that sits on it. of: The plan's piece, where the shape is a twin of it."""
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
    """Which side of its carrier's middle a piece is on: "left_", "right_", or "" for neither."""
    reaches = [anchor.surface[0] - anchor.center[0]]
    if isinstance(piece, Limb):
        reaches += [joint[0] for joint in piece.joints]
    reach = max(reaches, key=abs)
    if abs(reach) <= _MIDDLE:
        return ""
    return LEFT if reach > 0 else RIGHT


def _flipped(piece: Limb | BodyPart) -> Limb | BodyPart:
    """The piece reflected about the middle of what it sits on, under a name of its own."""
    x, y, z = piece.seat.toward
    seat, name = replace(piece.seat, toward=(-x, y, z)), f"{piece.name}_twin"
    if isinstance(piece, BodyPart):
        return replace(piece, name=name, seat=seat)
    joints = tuple((-joint[0], joint[1], joint[2]) for joint in piece.joints)
    return replace(piece, name=name, seat=seat, joints=joints)


def assembled(plan: CreaturePlan) -> Assembly:
    """A creature put together on the ground: one without feet lies on its belly, others stay clear of it."""
    loose = Assembly(plan, 0.0)
    torso = [bone for bone in loose.pieces.bones if bone.caps & {Cap.SPINE, Cap.HEAD}]
    spine = [bone for bone in torso if Cap.SPINE in bone.caps]
    if any(Cap.FOOT in bone.caps for bone in loose.pieces.bones):
        thick = max(max(bone.radii) for bone in spine if bone.radii is not None)
        lift = max(0.0, _CLEARANCE * thick - _lowest(torso))
        return Assembly(plan, lift) if lift > 0 else loose
    lying = Assembly(plan, -_lowest(spine))
    spine = [bone for bone in lying.pieces.bones if Cap.SPINE in bone.caps]
    highest = 0.25 * max(_lowest([bone]) for bone in spine) + 1e-6
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
