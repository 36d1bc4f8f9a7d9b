"""CreaturePlan: the decisions of a creature's maker; everything else follows from them.

A torso is a curve with thickness, limbs are rows of joints, parts come from a palette. All are plain values:
equal plans make equal creatures, plans are written as JSON and compared, and an edit makes a new one
(`plan_edits`). `maker` turns a plan into a body.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite

from kinegraph.characters.body_plan import LEFT, RIGHT
from kinegraph.characters.color import linear_rgba
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.maker.parts_palette import PARTS, PartGroup, part_kind

Vector = tuple[float, float, float]
SPINE = "spine"
PATTERNS = ("plain", "belly", "spots", "stripes", "saddle", "dapples", "bands")
MOST_BONES = 40  # of one spine or limb
MOST_PIECES = 200  # limbs, or parts, of one plan
_LARGEST = 1000.0  # metres: nothing of a plan is farther or longer


class UnknownPiece(UnknownName):
    """A name that no limb or part of the plan has."""

    kind = "limb or part"


class UnknownPattern(UnknownName):
    """A coat pattern that does not exist."""

    kind = "pattern"


@dataclass(frozen=True)
class SpinePoint:
    """A point that the torso's curve runs through.

    place: (x, y, z) [m]. Only differences of height count: the creature is placed on the ground.
    radius: Thickness of the torso here [m].
    width: Its breadth along x as a share of that.
    """

    place: Vector
    radius: float
    width: float = 1.0

    def __post_init__(self) -> None:
        _check_vector("A spine point's place", self.place)
        _check_positive("A spine point's radius", self.radius)
        _check_positive("A spine point's width", self.width)


@dataclass(frozen=True)
class Seat:
    """A place on the body for a part.

    on: "spine", or the name of a limb or of a head.
    at: How far along it, 0 (tail end, or where the limb leaves) to 1; heads have no use for it.
    toward: Direction from its middle to the skin, in the character's axes.
    """

    on: str = SPINE
    at: float = 1.0
    toward: Vector = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        _check_vector("The direction of a seat", self.toward)
        if not any(self.toward):
            raise InvalidValue("The direction of a seat cannot be zero.")
        if not 0.0 <= self.at <= 1.0:
            raise InvalidValue(
                f"The position of a seat along its carrier must be from 0 to 1, not {self.at}."
            )


@dataclass(frozen=True)
class Limb:
    """A chain of joints: a leg, arm, wing, tail, neck or stalk, depending on its end.

    joints: The end of each bone, relative to where the limb leaves the body [m]. Of a limb with a foot
        the heights are stretched so that it stands on the ground, however the torso moves.
    radii: Thickness from its start to its end [m], one more than joints.
    end: What is at its end: the name of a foot, grasper, wing or tail of the palette, or "none".
    end_size: Size of that [m].
    mirrored: Whether the other side gets its mirror image.
    """

    name: str
    seat: Seat
    joints: tuple[Vector, ...]
    radii: tuple[float, ...]
    end: str = "none"
    end_size: float = 0.08
    mirrored: bool = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.joints) <= MOST_BONES or len(self.radii) != len(self.joints) + 1:
            raise InvalidValue(
                f"Limb {self.name!r} needs 1 to {MOST_BONES} joints, and one radius more than it has joints."
            )
        for joint in self.joints:
            _check_vector(f"A joint of limb {self.name!r}", joint)
        for radius in (*self.radii, self.end_size):
            _check_positive(f"A thickness of limb {self.name!r}", radius)
        if self.group not in (None, PartGroup.FOOT, PartGroup.GRASPER, PartGroup.WING, PartGroup.TAIL):
            raise InvalidValue(f"Limb {self.name!r} cannot end in a {self.end}.")

    @property
    def group(self) -> PartGroup | None:
        """The palette group of its end; None for a bare limb."""
        return None if self.end == "none" else part_kind(self.end).group


@dataclass(frozen=True)
class BodyPart:
    """Something from the palette that sits on the skin.

    size: About its radius [m].
    mirrored: Whether it has a twin on the other side of what it sits on; not where it sits in the middle.
    """

    name: str
    kind: str
    seat: Seat
    size: float
    mirrored: bool = True

    def __post_init__(self) -> None:
        _check_positive(f"The size of part {self.name!r}", self.size)
        if part_kind(self.kind).on_limbs:
            raise InvalidValue(f"A {self.kind} can only be the end of a limb.")


@dataclass(frozen=True)
class Coat:
    """Colours, as "#rrggbb": of the skin, the belly, patterns and tips, horns, eyes and cheeks.

    pattern: One of PATTERNS.
    socks: Whether limbs end in the accent colour.
    """

    skin: str = "#6fbf73"
    belly: str = "#f4e8c1"
    accent: str = "#2f7d5b"
    horn: str = "#f2e3c6"
    iris: str = "#5a3418"
    blush: str = "#f08a80"
    pattern: str = "belly"
    socks: bool = False

    def __post_init__(self) -> None:
        for color in (self.skin, self.belly, self.accent, self.horn, self.iris, self.blush):
            linear_rgba(color)
        if self.pattern not in PATTERNS:
            raise UnknownPattern(self.pattern, PATTERNS)


@dataclass(frozen=True)
class CreaturePlan:
    """A whole creature, as designed in the maker.

    spine: From the tail end to the head end, at least two points.
    bones: How many bodies the spine has.
    """

    name: str
    spine: tuple[SpinePoint, ...]
    bones: int = 5
    limbs: tuple[Limb, ...] = ()
    parts: tuple[BodyPart, ...] = ()
    coat: Coat = field(default_factory=Coat)

    def __post_init__(self) -> None:
        if not 2 <= len(self.spine) <= MOST_BONES or not 1 <= self.bones <= MOST_BONES:
            raise InvalidValue(f"A spine needs 2 to {MOST_BONES} points and 1 to {MOST_BONES} bones.")
        if max(len(self.limbs), len(self.parts)) > MOST_PIECES:
            raise InvalidValue(f"A creature can have at most {MOST_PIECES} limbs and as many parts.")
        _check_names(self)
        _check_seats(self)

    def piece(self, name: str) -> Limb | BodyPart:
        """The limb or part of that name."""
        for piece in (*self.limbs, *self.parts):
            if piece.name == name:
                return piece
        raise UnknownPiece(name, [piece.name for piece in (*self.limbs, *self.parts)])

    def seated_on(self, name: str) -> Iterator[Limb | BodyPart]:
        """The pieces on the spine, or on a limb or head, in the plan's order."""
        return (piece for piece in (*self.limbs, *self.parts) if piece.seat.on == name)


def _check_names(plan: CreaturePlan) -> None:
    names = [SPINE]
    for piece in (*plan.limbs, *plan.parts):
        if not piece.name or len(piece.name) > 60 or not piece.name.replace("_", "").isalnum():
            raise InvalidValue(
                f"{piece.name!r} is not a valid name for a limb or part. Use letters, digits and _."
            )
        if piece.name.startswith((LEFT, RIGHT)):
            raise InvalidValue(
                f"{piece.name!r} must not begin with left_ or right_: the side follows from the seat."
            )
        if piece.name in names:
            raise InvalidValue(f"The creature has two pieces with the name {piece.name!r}.")
        names.append(piece.name)


def _check_seats(plan: CreaturePlan) -> None:
    """Checks that all pieces lead to the spine, and that only limbs and heads carry pieces."""
    heads = [part for part in plan.parts if PARTS[part.kind].group is PartGroup.HEAD]
    carriers = {piece.name: piece.seat.on for piece in (*plan.limbs, *heads)}
    for piece in (*plan.limbs, *plan.parts):
        on, steps = piece.seat.on, 0
        while on != SPINE:
            if on not in carriers:
                raise UnknownPiece(on, [SPINE, *carriers])
            on, steps = carriers[on], steps + 1
            if steps > len(carriers):
                raise InvalidValue(f"{piece.name!r} sits on itself.")


def _check_vector(what: str, vector: Vector) -> None:
    if len(vector) != 3 or not all(isfinite(x) and abs(x) <= _LARGEST for x in vector):
        raise InvalidValue(f"{what} must be three numbers within {_LARGEST:g} m, not {vector}.")


def _check_positive(what: str, value: float) -> None:
    if not 1e-4 <= value <= _LARGEST:
        raise InvalidValue(f"{what} must be from 0.0001 to {_LARGEST:g} m, not {value}.")
