"""Bones and flesh of a plan's limb; legs are stretched to the ground."""

import numpy as np

from kinegraph.characters.body_plan import Blob, Bone
from kinegraph.core.arrays import Floats
from kinegraph.creatures.maker.creature_plan import Coat, Limb
from kinegraph.creatures.maker.limb_ends import (
    LimbEnd,
    ankle_height,
    end_pieces,
    limb_caps,
)
from kinegraph.creatures.maker.parts_palette import PartGroup
from kinegraph.creatures.maker.pieces import Pieces
from kinegraph.creatures.maker.seats import (
    Anchor,
    Carrier,
    Line,
    unit,
)

_FLAT = (1.0, 1.0, 0.4)  # section of a wing


def limb_pieces(limb: Limb, anchor: Anchor, prefix: str, coat: Coat) -> tuple[Pieces, Carrier]:
    """The bones and flesh of a limb whose names start with `prefix`, and the line that others can sit on."""
    points = joint_places(limb, anchor)
    names = [f"{prefix}{limb.name}_{i + 1}" for i in range(len(limb.joints))]
    caps, colors = limb_caps(limb), _colors(limb, coat)
    wing = limb.group is PartGroup.WING
    section = _FLAT if wing else (1.0, 1.0, 1.0)
    pieces, parent = Pieces(), anchor.bone
    for i, name in enumerate(names):
        radii = (limb.radii[i], limb.radii[i + 1])
        # The first bone blends into the body; the others only round the joint.
        blend = min(1.1 * radii[0], 0.5 * anchor.radius) if i == 0 else 0.45 * radii[0]
        bone = Bone(name, parent, points[i], points[i + 1], radii, caps, section, colors[i], blend)
        pieces.bones.append(bone)
        parent = name
    along = unit(points[-1] - points[-2])
    pieces.add(end_pieces(LimbEnd(limb, coat, names[-1], points[-1], along, limb.radii[-1])))
    if wing:
        pieces.blobs += _plumage(limb, names, points)
    radii = np.array(limb.radii)
    return pieces, Line(tuple(names), points, radii, np.ones(len(radii)))


def joint_places(limb: Limb, anchor: Anchor) -> Floats:
    """(N + 1, 3) where a limb's joints are at rest, from its start inside the body to its end [m].

    Legs are stretched in height until they stand; nothing else reaches below the ground.
    """
    inside = max(anchor.radius - 0.75 * limb.radii[0], 0.0)
    start = anchor.center + inside * anchor.outward if anchor.radius > limb.radii[0] else anchor.center
    points = start + np.concatenate([np.zeros((1, 3)), np.array(limb.joints, dtype=np.float64)])
    if limb.group is PartGroup.FOOT:
        points[:, 1] = _stretch_to_ground(points[:, 1], ankle_height(limb))
    points[1:, 1] = np.maximum(points[1:, 1], np.array(limb.radii)[1:])
    return points


def _stretch_to_ground(heights: Floats, ankle: float) -> Floats:
    """Joint heights, stretched so that the last is at the ankle's."""
    fall = heights[0] - heights[-1]
    wanted = heights[0] - ankle
    if fall > 0.1 * abs(wanted):
        return heights[0] + (heights - heights[0]) * (wanted / fall)
    return heights[0] - wanted * np.linspace(0.0, 1.0, len(heights))


def _colors(limb: Limb, coat: Coat) -> list[str | None]:
    count = len(limb.joints)
    if limb.group is PartGroup.WING:
        return [coat.accent] * count
    if coat.pattern == "bands":
        return [coat.accent if i % 2 else None for i in range(count)]
    if coat.socks and limb.group is not None and count > 1:
        return [None] * (count - 1) + [coat.accent]
    return [None] * count


def _plumage(limb: Limb, names: list[str], points: Floats) -> list[Blob]:
    """Feathers, or the web of a fin, that hang from a wing's bones."""
    count = len(names)
    spread = limb.end_size * (1.0 if limb.end == "feather wing" else 0.7)
    blobs = []
    for i, name in enumerate(names):
        for share in (0.35, 0.9):
            long = spread * (1.0 - 0.35 * (i + share) / count)
            at = (1.0 - share) * points[i] + share * points[i + 1] - [0.0, 0.55 * long, 0.02 * long]
            at[1] = max(at[1], 0.75 * long)
            wide = 0.5 * float(np.linalg.norm(points[i + 1] - points[i])) * 0.75
            blobs.append(Blob(name, at, (max(wide, 0.3 * long), 0.7 * long, 0.22 * long), blend=0.25 * long))
    return blobs
