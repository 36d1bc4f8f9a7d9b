"""BodyPlan: an anatomy as data. Bones with flesh, patches of colour, eyes, ornaments, contacts.

Everything is in world coordinates of the character's rest pose: Y up, facing +Z, left is +X, metres.
One side is written and the other follows: each part on a bone called `left_...`, or sits off the middle
of a central bone, gets its mirror image (`BodyPlan.symmetric`).
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from math import isfinite
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.color import linear_rgba
from kinegraph.characters.shapes import mirrored
from kinegraph.core.arrays import ArrayField, frozen_floats
from kinegraph.core.body import Cap, Mesh
from kinegraph.core.errors import InvalidValue, UnknownJoint

LEFT, RIGHT = "left_", "right_"
_FLIP = np.array([-1.0, 1.0, 1.0])


@dataclass(frozen=True, eq=False)
class Bone:
    """A joint and the flesh from it to its tail.

    head, tail: (3,) where the joint is, and where the flesh ends [m].
    radii: Thickness at head and tail [m]; None for a joint without flesh of its own.
    section: (3,) scale of the flesh along x, y, z: wider than deep, or flat.
    color: "#rrggbb", or None for the plan's.
    blend: Size of the fillet towards the parent's flesh [m]; None for half of the head's radius.
    """

    name: str
    parent: str | None
    head: ArrayField
    tail: ArrayField
    radii: tuple[float, float] | None = None
    caps: Set[Cap] = frozenset()
    section: tuple[float, float, float] = (1.0, 1.0, 1.0)
    color: str | None = None
    blend: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", frozen_floats(f"Head of bone {self.name!r}", self.head, (3,)))
        object.__setattr__(self, "tail", frozen_floats(f"Tail of bone {self.name!r}", self.tail, (3,)))
        object.__setattr__(self, "caps", frozenset(Cap(cap) for cap in self.caps))
        if self.radii is not None and not (min(self.radii) > 0 and all(map(isfinite, self.radii))):
            raise InvalidValue(
                f"Bone {self.name!r} needs radii above zero, not {self.radii}; None means no flesh."
            )
        if not min(self.section) > 0:
            raise InvalidValue(f"Bone {self.name!r} needs a section above zero, not {self.section}.")


@dataclass(frozen=True, eq=False)
class Blob:
    """An ellipsoid of flesh that moves with a bone: a belly, a cheek, a snout.

    radii: (3,) half-axes [m].
    tilt: Turn about x [rad]; positive nods forward.
    blend: Size of the fillet towards the bone's other flesh [m]; None for half of the smallest half-axis.
    """

    bone: str
    center: ArrayField
    radii: ArrayField
    tilt: float = 0.0
    color: str | None = None
    blend: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "center", frozen_floats(f"Centre of a blob on {self.bone!r}", self.center, (3,))
        )
        object.__setattr__(
            self, "radii", frozen_floats(f"Radii of a blob on {self.bone!r}", self.radii, (3,))
        )
        if not (self.radii > 0).all():
            raise InvalidValue(f"A blob on {self.bone!r} needs radii above zero.")


@dataclass(frozen=True, eq=False)
class Patch:
    """Another colour where the skin lies inside an ellipsoid and belongs to one of these bones.

    edge: Width of the transition as a share of the smallest half-axis.
    """

    bones: tuple[str, ...]
    center: ArrayField
    radii: ArrayField
    color: str
    tilt: float = 0.0
    edge: float = 0.06

    def __post_init__(self) -> None:
        object.__setattr__(self, "bones", tuple(self.bones))
        object.__setattr__(self, "center", frozen_floats("Centre of a patch", self.center, (3,)))
        object.__setattr__(self, "radii", frozen_floats("Radii of a patch", self.radii, (3,)))


@dataclass(frozen=True, eq=False)
class Eye:
    """An eye: a joint that turns, with a glossy ball; where `lid` is a colour, an eyelid on its own joint.

    gaze: (3,) where it looks at rest.
    pupil: Half-angle of the pupil [rad].
    """

    name: str
    bone: str
    center: ArrayField
    radius: float
    gaze: ArrayField
    iris: str = "#5a3418"
    pupil: float = 0.75
    white: str = "#fffaf2"
    lid: str | None = None
    shine: float = 0.24

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", frozen_floats(f"Centre of eye {self.name!r}", self.center, (3,)))
        object.__setattr__(self, "gaze", frozen_floats(f"Gaze of eye {self.name!r}", self.gaze, (3,)))


@dataclass(frozen=True, eq=False)
class Ornament:
    """A rigid mesh that rides on a bone: nose, claw, lampshade. In rest-world coordinates."""

    bone: str
    mesh: Mesh


@dataclass(frozen=True, eq=False)
class Contact:
    """A place that may touch the ground, in rest-world coordinates [m]."""

    name: str
    bone: str
    point: ArrayField

    def __post_init__(self) -> None:
        object.__setattr__(self, "point", frozen_floats(f"Contact {self.name!r}", self.point, (3,)))


@dataclass(frozen=True, eq=False)
class BodyPlan:
    """A whole anatomy.

    bones: Root first, parents before children.
    color: Skin colour of bones and blobs that have none of their own.
    vertices: About how many vertices the clay skin should have.
    sole: Where above zero, flesh below y = 0 is cut flat with an edge this round [m]: soles to stand on.
    """

    name: str
    bones: tuple[Bone, ...]
    blobs: tuple[Blob, ...] = ()
    patches: tuple[Patch, ...] = ()
    eyes: tuple[Eye, ...] = ()
    ornaments: tuple[Ornament, ...] = ()
    contacts: tuple[Contact, ...] = ()
    color: str = "#c98a4b"
    vertices: int = 9000
    sole: float = 0.0

    def __post_init__(self) -> None:
        for name in ("bones", "blobs", "patches", "eyes", "ornaments", "contacts"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        _check_tree(self.name, self.bones)
        names = [bone.name for bone in self.bones]
        used = [item.bone for item in (*self.blobs, *self.eyes, *self.ornaments, *self.contacts)]
        used += [bone for patch in self.patches for bone in patch.bones]
        for name in used:
            if name not in names:
                raise UnknownJoint(name, names)
        for color in (self.color, *(bone.color or self.color for bone in self.bones)):
            linear_rgba(color)
        if self.vertices < 100:
            raise InvalidValue(
                f"A clay skin of {self.vertices} vertices is too coarse; ask for at least 100."
            )

    @staticmethod
    def symmetric(
        name: str,
        bones: Sequence[Bone],
        *,
        blobs: Iterable[Blob] = (),
        patches: Iterable[Patch] = (),
        eyes: Iterable[Eye] = (),
        ornaments: Iterable[Ornament] = (),
        contacts: Iterable[Contact] = (),
        color: str = "#c98a4b",
        vertices: int = 9000,
        sole: float = 0.0,
    ) -> "BodyPlan":
        """A plan whose other side is the mirror image of the given parts."""
        return BodyPlan(
            name,
            _both_sides(bones),
            _both_sides(blobs),
            _both_sides(patches),
            _both_sides(eyes),
            _both_sides(ornaments),
            _both_sides(contacts),
            color,
            vertices,
            sole,
        )


def other_side(name: str) -> str:
    """The name of the mirror image: `left_` becomes `right_` and back; central names stay."""
    if name.startswith(LEFT):
        return RIGHT + name[len(LEFT) :]
    return LEFT + name[len(RIGHT) :] if name.startswith(RIGHT) else name


_Part = TypeVar("_Part", Bone, Blob, Patch, Eye, Ornament, Contact)


def _both_sides(parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """Every part followed by its mirror image, where it has one of its own."""
    both: list[_Part] = []
    for part in parts:
        both.append(part)
        if _is_sided(part):
            both.append(mirror_image(part))
    return tuple(both)


def _is_sided(part: Bone | Blob | Patch | Eye | Ornament | Contact) -> bool:
    match part:
        case Bone() | Eye():
            return part.name.startswith(LEFT)
        case Blob():
            return part.bone.startswith(LEFT) or part.center[0] != 0
        case Patch():
            return part.center[0] != 0
        case Ornament():
            return part.bone.startswith(LEFT) or abs(float(part.mesh.vertices[:, 0].mean())) > 1e-6
        case Contact():
            return part.bone.startswith(LEFT) or part.point[0] != 0


def mirror_image(part: _Part) -> _Part:
    """The part on the other side of x = 0, under the other side's names."""
    match part:
        case Bone():
            parent = None if part.parent is None else other_side(part.parent)
            return replace(
                part,
                name=other_side(part.name),
                parent=parent,
                head=part.head * _FLIP,
                tail=part.tail * _FLIP,
            )
        case Blob():
            return replace(part, bone=other_side(part.bone), center=part.center * _FLIP)
        case Patch():
            bones = tuple(other_side(bone) for bone in part.bones)
            return replace(part, bones=bones, center=part.center * _FLIP)
        case Eye():
            return replace(
                part,
                name=other_side(part.name),
                bone=other_side(part.bone),
                center=part.center * _FLIP,
                gaze=part.gaze * _FLIP,
            )
        case Ornament():
            return Ornament(other_side(part.bone), mirrored(part.mesh))
        case Contact():
            name = part.name.replace("left", "right")
            return Contact(name, other_side(part.bone), part.point * _FLIP)


def _check_tree(plan: str, bones: Sequence[Bone]) -> None:
    if not bones or bones[0].parent is not None:
        raise InvalidValue(f"The body plan {plan!r} must start with a root bone, one without a parent.")
    seen: set[str] = set()
    for bone in bones:
        if bone.name in seen:
            raise InvalidValue(f"The body plan {plan!r} has two bones called {bone.name!r}.")
        if bone.parent is None and seen:
            raise InvalidValue(f"The body plan {plan!r} has two roots; {bone.name!r} needs a parent.")
        if bone.parent is not None and bone.parent not in seen:
            raise InvalidValue(f"Bone {bone.name!r} must come after its parent {bone.parent!r}.")
        seen.add(bone.name)


def chain(
    names: Sequence[str],
    parent: str | None,
    points: ArrayLike,
    radii: Sequence[float],
    caps: Sequence[Iterable[Cap]],
    *,
    section: tuple[float, float, float] = (1.0, 1.0, 1.0),
    color: str | None = None,
    blend: float | None = None,
) -> tuple[Bone, ...]:
    """Bones in a row: names[i] runs from points[i] to points[i + 1], with radii[i] and radii[i + 1]."""
    places = np.asarray(points, float)
    if len(places) != len(names) + 1 or len(radii) != len(names) + 1 or len(caps) != len(names):
        raise InvalidValue(
            f"A chain of {len(names)} bones needs one more points and radii, and as many caps."
        )
    bones = []
    for i, name in enumerate(names):
        both = (radii[i], radii[i + 1])
        bone = Bone(name, parent, places[i], places[i + 1], both, frozenset(caps[i]), section, color, blend)
        bones.append(bone)
        parent = name
    return tuple(bones)
