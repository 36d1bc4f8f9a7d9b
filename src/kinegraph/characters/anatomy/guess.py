"""Anatomy of rigs that come without one: caps, symmetry, contact points, thickness; guessed and correctable.

Names decide where they are clear, shape and hierarchy elsewhere; existing anatomy is kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.characters.anatomy.bodies import flesh, guess_bodies, guess_contacts
from kinegraph.characters.anatomy.names import NameReading, read_names
from kinegraph.characters.anatomy.roles import guess_caps
from kinegraph.characters.anatomy.shape import Shape
from kinegraph.characters.anatomy.symmetry import Mirror, guess_mirror
from kinegraph.characters.anatomy.trunk import find_head, find_hips
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.kinematics.forward import WorldTransforms, end_positions, forward_kinematics
from kinegraph.core.pose import Pose

_UP = np.array([0.0, 1.0, 0.0])
_ONE_CHAIN = 0.7  # share of the bones on the longest chain from which a rig counts as unbranched


class UnknownCap(UnknownName):
    """A capability that no body can have."""

    kind = "cap"


@dataclass(frozen=True, eq=False)
class Anatomy:
    """A guess at a character's anatomy.

    facing: (3,) level unit vector the character looks along at rest, or None where it is unknown.
    notes: One sentence for each thing a person should look at.
    posed: Whether the pose judged is one that a body can have.
    """

    bodies: tuple[Body, ...]
    symmetry: Symmetry
    contacts: tuple[ContactPoint, ...]
    facing: Floats | None
    notes: tuple[str, ...]
    posed: bool


def with_guessed_anatomy(character: Character, pose: Pose | None = None) -> Character:
    """The character with every part of its anatomy that it lacks; `pose` as in `guess_anatomy`."""
    anatomy = guess_anatomy(character, pose)
    return replace(character, bodies=anatomy.bodies, symmetry=anatomy.symmetry, contacts=anatomy.contacts)


def guess_anatomy(character: Character, pose: Pose | None = None) -> Anatomy:
    """Guesses a character's anatomy from the names, the hierarchy and the places of its joints.

    pose: The pose to judge, standing and straight; the rest pose by default. Some captures rest with all
        bones along one axis: a frame of their motion shows more.
    """
    world = forward_kinematics(pose or character.rest)
    readings = read_names(character.skeleton.names)
    shape, mirror = _shape(character, world, readings)
    caps = guess_caps(shape)
    symmetry = _symmetry(character, mirror, shape)
    given = any(body.caps for body in character.bodies)
    held = [set(body.caps) for body in character.bodies] if given else caps
    bodies = guess_bodies(character, held, shape.size)
    if given:
        bodies = tuple(
            replace(body, caps=old.caps) for body, old in zip(bodies, character.bodies, strict=True)
        )
    contacts = character.contacts or guess_contacts(character, shape, held, world, symmetry.sides.tolist())
    notes, posed = _notes(shape, mirror, held), not _runs_one_way(shape)
    return Anatomy(bodies, symmetry, contacts, shape.facing, notes, posed)


def correct_anatomy(
    character: Character,
    *,
    caps: Mapping[str, Iterable[Cap | str]] | None = None,
    mirror: Mapping[str, str] | None = None,
    contacts: Sequence[ContactPoint] | None = None,
) -> Character:
    """The character with a guess corrected by hand.

    caps: For each joint named, all its caps.
    mirror: For each joint named, its partner (the partner's own entry follows); itself for none. Of a new
        pair the joint that rests further to +X is the left one.
    contacts: All contact points, in place of the guessed ones.
    """
    bodies = list(character.bodies)
    for name, wanted in (caps or {}).items():
        joint = character.skeleton.index(name)
        bodies[joint] = replace(bodies[joint], caps=frozenset(_cap(cap) for cap in wanted))
    return replace(
        character,
        bodies=tuple(bodies),
        symmetry=_correct_symmetry(character, mirror or {}),
        contacts=character.contacts if contacts is None else tuple(contacts),
    )


def _cap(cap: Cap | str) -> Cap:
    try:
        return Cap(cap)
    except ValueError:
        raise UnknownCap(str(cap), [known.value for known in Cap]) from None


def _correct_symmetry(character: Character, wanted: Mapping[str, str]) -> Symmetry:
    partner, sides = character.symmetry.mirror.copy(), character.symmetry.sides.copy()
    across = forward_kinematics(character.rest).positions[:, 0]
    asked: dict[int, int] = {}
    for name, other in wanted.items():
        a, b = character.skeleton.index(name), character.skeleton.index(other)
        if asked.get(a, b) != b or asked.get(b, a) != a:
            raise InvalidValue(
                f"{name!r} and {other!r} cannot mirror each other: one of them is asked for twice."
            )
        asked[a], asked[b] = b, a
        for joint in (a, b):
            old = partner[joint]
            partner[old], sides[old] = old, 0
        partner[a], partner[b] = b, a
        sides[a], sides[b] = (0, 0) if a == b else ((1, -1) if across[a] >= across[b] else (-1, 1))
    return Symmetry(partner, sides)


def _shape(
    character: Character, world: WorldTransforms, readings: Sequence[NameReading]
) -> tuple[Shape, Mirror | None]:
    """The rest pose as it is judged, with the symmetry found in it."""
    skeleton, positions = character.skeleton, world.positions
    ends = end_positions(skeleton, world)
    tips = [list(ends[skeleton.end_joints == j]) for j in range(len(skeleton))]
    tips = [own or ([] if skeleton.children[j] else [positions[j]]) for j, own in enumerate(tips)]
    cloud = np.concatenate([positions, ends])
    size = max(float(np.linalg.norm(np.ptp(cloud, axis=0))), 1e-9)
    mirror = guess_mirror(skeleton, positions, readings, size)
    clouds = flesh(character)
    skinned = any(len(own) for own in clouds)
    # Tail_End is a bone like others where a joint follows it or where it moves a part of the mesh.
    marks = [not skeleton.children[j] and not len(own) for j, own in enumerate(clouds)]
    readings = [replace(r, tip=r.tip and mark) for r, mark in zip(readings, marks, strict=True)]
    shape = Shape(
        skeleton=skeleton,
        readings=readings,
        positions=positions,
        tips=tips,
        mirror=list(range(len(skeleton))) if mirror is None else mirror.mirror.tolist(),
        bare=[skinned and not len(own) for own in clouds],
        facing=None,
        ground=float(cloud[:, 1].min()),
        height=max(float(np.ptp(cloud[:, 1])), 1e-9),
        size=size,
    )
    return replace(shape, facing=guess_facing(shape, mirror)), mirror


def guess_facing(shape: Shape, mirror: Mirror | None) -> Floats | None:
    """(3,) the level unit vector a character looks along, or None where neither sides nor shape show it.

    Named sides settle it. Else it lies across the found plane, to the side on which toes point and the head
    is; a body that shows neither looks along +Z as well as it can.
    """
    if mirror is not None and mirror.named:
        return np.cross(mirror.left, _UP)
    hints = _forward_hints(shape)
    if mirror is None:
        length = float(np.linalg.norm(hints))
        return hints / length if length > 0.1 * shape.size else None
    forward = np.cross(mirror.left, _UP)
    lean = float(hints @ forward)
    if abs(lean) < 0.02 * shape.size:
        lean = float(forward @ [0.1, 0.0, 1.0])
    return forward if lean >= 0 else -forward


def _forward_hints(shape: Shape) -> Floats:
    """(3,) level sum of forward directions: feet from ankle to toe, the trunk from hips to head."""
    total = np.zeros(3)
    hips = find_hips(shape)
    head = find_head(shape, hips)
    for joint, found in enumerate(guess_caps(shape)):
        if Cap.FOOT in found:
            total += np.mean(shape.tips_below(joint), axis=0) - shape.positions[joint]
    if head is not None and shape.readings[head].part is not None:
        # A body without pairs is a chain: it looks away from its own middle, wherever its rig begins.
        behind = shape.positions[hips] if shape.symmetric else shape.positions.mean(axis=0)
        total += shape.positions[head] - behind
    return total * [1.0, 0.0, 1.0]


def _symmetry(character: Character, mirror: Mirror | None, shape: Shape) -> Symmetry:
    """The pairs found, with left where the character's left is; a symmetry that is there already stays."""
    own = character.symmetry
    count = len(character.skeleton)
    if (own.mirror != np.arange(count)).any() or own.sides.any():
        return own
    sides = np.array([reading.side for reading in shape.readings], dtype=np.int64)
    if mirror is None:
        return Symmetry(np.arange(count), sides)
    left = mirror.left if shape.facing is None else np.cross(_UP, shape.facing)
    across = mirror.off * float(np.sign(mirror.left @ left) or 1.0)
    for joint, partner in enumerate(mirror.mirror.tolist()):
        if partner != joint and not sides[joint]:
            lead = sides[partner] or int(np.sign(across[partner] - across[joint])) or 1
            sides[joint] = -lead
    _inherit_sides(character, mirror, sides)
    return Symmetry(mirror.mirror, sides)


def _inherit_sides(character: Character, mirror: Mirror, sides: np.ndarray) -> None:
    """A joint without a side of its own below one that has a side is on that side too."""
    for joint in range(1, len(sides)):
        parent = int(character.skeleton.parents[joint])
        if not sides[joint] and mirror.mirror[joint] == joint:
            sides[joint] = sides[parent]


def _notes(shape: Shape, mirror: Mirror | None, caps: Sequence[set[Cap]]) -> tuple[str, ...]:
    notes = []
    if _runs_one_way(shape):
        notes.append("At rest nearly all bones run one way, which no body does: judge a frame of the motion.")
    if mirror is None:
        notes.append("No symmetry was found: every joint counts as central.")
    elif not mirror.named:
        notes.append("Left and right were guessed from the shape, not from names.")
    if shape.facing is None:
        notes.append("Its facing direction is unknown.")
    elif (turn := float(np.degrees(np.arctan2(shape.facing[0], shape.facing[2])))) and abs(turn) > 15.0:
        notes.append(f"It faces {turn:.0f} degrees away from +Z, towards {_compass(shape.facing)}.")
    for cap, word in ((Cap.FOOT, "feet"), (Cap.HEAD, "head")):
        if not any(cap in own for own in caps):
            notes.append(f"No {word} found.")
    return tuple(notes)


def _runs_one_way(shape: Shape) -> bool:
    """True if most bones of a branching rig are parallel to each other: a snake's may be."""
    parents = shape.skeleton.parents[1:]
    if int(shape.skeleton.depths.max()) > _ONE_CHAIN * len(parents):
        return False
    bones = shape.positions[1:] - shape.positions[parents]
    lengths = np.linalg.norm(bones, axis=1)
    bones = bones[lengths > 1e-3 * shape.size] / lengths[lengths > 1e-3 * shape.size, None]
    if len(bones) < 10:
        return False
    alike = (bones @ bones.T > 0.99).mean(axis=1)
    return float(alike.max()) > 0.6


def _compass(direction: Floats) -> str:
    axis = 0 if abs(direction[0]) > abs(direction[2]) else 2
    return ("+" if direction[axis] > 0 else "-") + "XYZ"[axis]
