"""Builds a creature from a character: root, spine, limbs, legs, handles and deforms."""

import numpy as np

from kinegraph.core.arrays import Floats, Ints, frozen_floats, frozen_ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.creatures.body.caps import motion_caps
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.deforms import deforms_of
from kinegraph.creatures.body.leg import Leg
from kinegraph.creatures.body.tree import adopt_loose_ends, hang_tree_from, spine_chain

_HANDLED = frozenset({Cap.FOOT, Cap.GRASPER, Cap.MOUTH, Cap.EAR, Cap.TAIL, Cap.WING, Cap.SPIKE})


def creature_from_character(character: Character) -> Creature:
    """The creature of a character. Bodies without caps move with their parents."""
    spine = spine_chain(character)
    world = forward_kinematics(character.rest)
    rotations = world.rotations
    corners = _corners(character)
    handles = _handles(character, corners, rotations)
    family = adopt_loose_ends(character, world.positions)
    chosen = _root(character, family, spine, world.positions)
    parents, order = hang_tree_from(family, chosen)
    bounds = _bounds(corners, world.positions, rotations)
    shift = _to_ground(character, bounds, world.positions, rotations, chosen)
    positions = world.positions - shift
    ends = positions + quat_rotate(rotations, handles)
    caps, count = motion_caps(character, spine, chosen, ends), len(parents)
    idle = [not own & _HANDLED for own in caps]  # the middle of a tail is held at its joint
    handles[idle], ends[idle] = 0.0, positions[idle]
    spine_of = _spine_of(parents, order, spine)
    lengths = _limb_lengths(positions, ends, parents, order, spine)
    return Creature(
        character,
        caps,
        chosen,
        spine,
        frozen_ints("Body parents", parents, (count,)),
        frozen_ints("Body order", order, (count,)),
        frozen_floats("Rest positions", positions, (count, 3)),
        frozen_floats("Rest rotations", rotations, (count, 4)),
        frozen_floats("Handles", handles, (count, 3)),
        frozen_floats("Bounds", bounds - shift, (2, 3)),
        frozen_ints("Spine bodies", spine_of, (count,)),
        frozen_floats("Limb lengths", lengths, (count,)),
        _legs(character, parents, spine, handles, lengths),
        deforms_of(character, caps, world),
    )


def _feet(character: Character, spine: tuple[int, ...]) -> list[int]:
    return [i for i, body in enumerate(character.bodies) if Cap.FOOT in body.caps and i not in spine]


def _root(character: Character, parents: Ints, spine: tuple[int, ...], positions: Floats) -> int:
    """The spine body with most legs on it; ties go to the one nearest to the middle of the spine."""
    parents, _ = hang_tree_from(parents, spine[0])  # a rig may keep its legs and its spine on a common root
    legs = dict.fromkeys(spine, 0)
    for foot in _feet(character, spine):
        body = foot
        while body not in legs:
            body = int(parents[body])
        legs[body] += 1
    middle = positions[list(spine)].mean(axis=0)
    # A head is the root only where there is nothing else: it should be free to look around.
    torso = [body for body in spine if Cap.HEAD not in character.bodies[body].caps] or list(spine)
    standing = [body for body in torso if Cap.FOOT in character.bodies[body].caps]
    if standing and not any(legs.values()):
        return standing[0]  # a lamp's base: the body that stands carries the others
    away = np.sum((positions - middle) ** 2, axis=1)
    return min(torso, key=lambda body: (-legs[body], round(float(away[body]), 9)))


def _handles(character: Character, corners: Floats, rotations: Floats) -> Floats:
    """(B, 3) soles, palms, lips and tips in their bodies' frames; zero for bodies held at their joint."""
    handles = np.zeros((len(rotations), 3))
    soles: dict[int, list[Floats]] = {}
    for contact in character.contacts:
        soles.setdefault(contact.joint, []).append(contact.offset)
    ends: dict[int, list[Floats]] = {}
    skeleton = character.skeleton
    for joint, offset in zip(skeleton.end_joints.tolist(), skeleton.end_offsets, strict=True):
        ends.setdefault(joint, []).append(offset)
    for joint, body in enumerate(character.bodies):
        if not body.caps & _HANDLED:
            continue
        if Cap.FOOT in body.caps:
            if joint in soles:
                handles[joint] = np.mean(soles[joint], axis=0)
            else:
                handles[joint] = _sole(corners[joint], rotations[joint])
        elif joint in ends:
            handles[joint] = np.mean(ends[joint], axis=0)
        elif body.box.any():
            handles[joint] = body.box.mean(axis=0)
    return handles


def _corners(character: Character) -> Floats:
    """(B, 8, 3) the corners of the bodies' boxes, in their frames."""
    boxes = np.array([body.box for body in character.bodies])
    return np.stack([boxes[:, [i, j, k], [0, 1, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)], axis=1)


def _sole(corners: Floats, rotation: Floats) -> Floats:
    """The middle of the underside of a foot that has no contact points, in its frame."""
    down = quat_rotate(quat_conjugate(rotation), np.array([0.0, -1.0, 0.0]))
    return corners[np.argsort(-(corners @ down), kind="stable")[:4]].mean(axis=0)


def _bounds(corners: Floats, positions: Floats, rotations: Floats) -> Floats:
    """(2, 3) the corners that hold every body's box at rest."""
    every = positions[:, None] + quat_rotate(rotations[:, None], corners)
    return np.stack(
        [
            np.minimum(every.min(axis=(0, 1)), positions.min(axis=0)),
            np.maximum(every.max(axis=(0, 1)), positions.max(axis=0)),
        ]
    )


def _to_ground(
    character: Character, bounds: Floats, positions: Floats, rotations: Floats, root: int
) -> Floats:
    """(3,) offset from the origin to the point on the ground below the root."""
    heights = [
        float((positions[c.joint] + quat_rotate(rotations[c.joint], c.offset))[1]) for c in character.contacts
    ]
    ground = min(heights) if heights else float(bounds[0, 1])
    return np.array([positions[root, 0], ground, positions[root, 2]])


def _spine_of(parents: Ints, order: Ints, spine: tuple[int, ...]) -> Ints:
    owners = np.full(len(parents), -1, dtype=np.int64)
    owners[list(spine)] = spine
    for body in order.tolist():
        if owners[body] < 0:
            owners[body] = owners[parents[body]]
    return owners


def _limb_lengths(
    positions: Floats, ends: Floats, parents: Ints, order: Ints, spine: tuple[int, ...]
) -> Floats:
    """(B,) path from each handle to where its limb leaves the spine [m]."""
    central = set(spine)
    chain = positions[list(spine)]
    whole = float(np.linalg.norm(np.diff(chain, axis=0), axis=1).sum())
    paths = np.zeros(len(parents))
    for body in order.tolist():
        above = int(parents[body])
        if body not in central and above not in central:
            paths[body] = paths[above] + float(np.linalg.norm(positions[body] - positions[above]))
    paths += np.linalg.norm(ends - positions, axis=1)
    paths[list(spine)] = whole
    # A part that sits on the spine itself moves with its attachment.
    seats = [body for body in range(len(parents)) if body not in central and int(parents[body]) in central]
    for body in seats:
        paths[body] = max(paths[body], float(np.linalg.norm(positions[body] - positions[parents[body]])))
    return np.maximum(paths, 1e-3 * max(float(np.ptp(positions, axis=0).max()), 1e-3))


def _legs(
    character: Character, parents: Ints, spine: tuple[int, ...], handles: Floats, lengths: Floats
) -> tuple[Leg, ...]:
    legs = []
    for foot in _feet(character, spine):
        path, body = [], foot
        while body not in spine:
            path.append(body)
            body = int(parents[body])
        sole = frozen_floats("Sole", handles[foot], (3,))
        legs.append(Leg(body, tuple(reversed(path)), sole, float(lengths[foot])))
    return tuple(legs)
