"""Ends of limbs: feet, graspers, wings and tails, made of clay and a few trimmings.

All lengths in the functions below are multiples of the end's size (`Limb.end_size`) or of the limb's radius.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.characters.body_plan import Blob, Bone, Contact
from kinegraph.characters.shapes import SATIN, ellipsoid, lathe
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.creatures.maker.creature_plan import Coat, Limb
from kinegraph.creatures.maker.parts_palette import PartGroup
from kinegraph.creatures.maker.pieces import Pieces
from kinegraph.creatures.maker.seats import unit

_DARK = "#3b2f33"
# Height of the ankle over the ground, as a share of the foot's size.
_ANKLES = {"paw": 0.62, "hoof": 0.95, "talon": 0.4, "stump": 0.85, "flipper": 0.4, "point": 1.0}


@dataclass(frozen=True, eq=False)
class LimbEnd:
    """The end of a limb.

    wrist: (3,) the limb's last joint [m].
    along: (3,) unit direction of its last bone.
    radius: Its thickness there [m].
    """

    limb: Limb
    coat: Coat
    bone: str
    wrist: Floats
    along: Floats
    radius: float

    @property
    def color(self) -> str:
        """Colour of the end."""
        return self.coat.accent if self.coat.socks else self.coat.skin


def ankle_height(limb: Limb) -> float:
    """Height of the last joint of a leg over the ground [m]."""
    return max(_ANKLES[limb.end] * limb.end_size, 0.9 * limb.radii[-1])


def end_pieces(end: LimbEnd) -> Pieces:
    """The pieces at the end of a limb; none for a bare limb."""
    return _MAKERS[end.limb.end](end) if end.limb.end in _MAKERS else Pieces()


def limb_caps(limb: Limb) -> frozenset[Cap]:
    """Caps of the bones of a limb."""
    if limb.group is PartGroup.WING:
        return frozenset({Cap.WING, Cap.LIMB})
    return frozenset({Cap.TAIL}) if limb.group is PartGroup.TAIL else frozenset({Cap.LIMB})


def _toes_toward(end: LimbEnd) -> Floats:
    """(3,) direction of the toes: level, forward, and a little outward where the leg points outward."""
    return unit([0.5 * end.along[0], 0.0, 1.0])


def _foot_bone(end: LimbEnd, reach: Floats, radii: tuple[float, float], blend: float) -> Bone:
    name = end.bone.rpartition("_")[0] + "_foot"
    blend = min(blend, 0.5 * radii[0])
    return Bone(name, end.bone, end.wrist, end.wrist + reach, radii, {Cap.FOOT}, color=end.color, blend=blend)


def _with_contacts(pieces: Pieces, end: LimbEnd, heel: float, toe: float) -> Pieces:
    """Adds contacts: `heel` behind and `toe` in front of the ankle [m]."""
    bone, ahead = pieces.bones[0].name, _toes_toward(end)
    for what, reach in (("heel", -heel), ("toe", toe)):
        place = (end.wrist + reach * ahead) * [1.0, 0.0, 1.0]
        pieces.contacts.append(Contact(f"{bone.replace('_', ' ')} {what}", bone, place))
    return pieces


def _paw(end: LimbEnd) -> Pieces:
    size, ahead = end.limb.end_size, _toes_toward(end)
    side = np.cross([0.0, 1.0, 0.0], ahead)
    low = np.array([0.0, 0.42 * size - end.wrist[1], 0.0])
    toe = 0.75 * size * ahead + low
    bone = _foot_bone(end, toe, (end.radius, 0.5 * size), 0.4 * size)
    pieces = Pieces([bone])
    for across in (-0.5, 0.0, 0.5):
        at = end.wrist + toe + (0.3 - 0.3 * abs(across)) * size * ahead + across * size * side
        pieces.blobs.append(Blob(bone.name, at, np.full(3, 0.34 * size), blend=0.12 * size))
    return _with_contacts(pieces, end, 0.3 * size, 1.1 * size)


def _hoof(end: LimbEnd) -> Pieces:
    size, ahead = end.limb.end_size, _toes_toward(end)
    foot = np.array([0.0, 0.3 * size - end.wrist[1], 0.0]) + 0.2 * size * ahead
    bone = _foot_bone(end, foot, (end.radius, 0.45 * size), 0.2 * size)
    pieces = Pieces([bone])
    base = (end.wrist + 0.2 * size * ahead) * [1.0, 0.0, 1.0]
    top = end.wrist + foot + np.array([0.0, 0.25 * size, 0.0])
    profile = [(0, 0), (0, 0.62 * size), (0.06, 0.66 * size), (0.9, 0.5 * size), (1.0, 0.42 * size), (1, 0)]
    pieces.trim(bone.name, lambda: lathe(base, top, profile, _DARK, SATIN))
    return _with_contacts(pieces, end, 0.35 * size, 0.75 * size)


def _talon(end: LimbEnd) -> Pieces:
    size, ahead = end.limb.end_size, _toes_toward(end)
    side = np.cross([0.0, 1.0, 0.0], ahead)
    low = np.array([0.0, 0.2 * size - end.wrist[1], 0.0])
    color = end.coat.accent
    bone = replace(
        _foot_bone(end, 0.6 * size * ahead + low, (0.26 * size, 0.24 * size), 0.15 * size), color=color
    )
    pieces = Pieces([bone])
    for turn, reach in ((-0.6, 0.85), (0.0, 1.05), (0.6, 0.85), (np.pi, 0.5)):
        way = np.cos(turn) * ahead + np.sin(turn) * side
        for share in (0.55, 1.0):
            at = end.wrist + low + share * reach * size * way
            pieces.blobs.append(
                Blob(bone.name, at, np.full(3, (0.26 - 0.05 * share) * size), blend=0.2 * size)
            )
    return _with_contacts(pieces, end, 0.5 * size, 1.1 * size)


def _stump(end: LimbEnd) -> Pieces:
    size, ahead = end.limb.end_size, _toes_toward(end)
    foot = np.array([0.0, 0.2 * size - end.wrist[1], 0.0]) + 0.08 * size * ahead
    bone = _foot_bone(end, foot, (max(end.radius, 0.7 * size), 0.8 * size), 0.4 * size)
    pieces = Pieces([bone])
    for turn in (-0.6, 0.0, 0.6):
        way = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]]) @ ahead
        at = (end.wrist + foot) * [1.0, 0.0, 1.0] + 0.78 * size * way + [0.0, 0.16 * size, 0.0]
        nail = np.full(3, 0.2 * size)
        pieces.trim(bone.name, lambda at=at, nail=nail: ellipsoid(at, nail, end.coat.horn, SATIN, 8))
    return _with_contacts(pieces, end, 0.5 * size, 0.85 * size)


def _flipper(end: LimbEnd) -> Pieces:
    size, ahead = end.limb.end_size, _toes_toward(end)
    side = np.cross([0.0, 1.0, 0.0], ahead)
    low = np.array([0.0, 0.2 * size - end.wrist[1], 0.0])
    bone = _foot_bone(end, 0.8 * size * ahead + low, (max(0.3 * size, end.radius), 0.26 * size), 0.2 * size)
    pieces = Pieces([bone])
    for across in (-0.7, 0.0, 0.7):
        at = end.wrist + low + size * ((1.1 - 0.25 * abs(across)) * ahead + across * side)
        pieces.blobs.append(Blob(bone.name, at, (0.36 * size, 0.2 * size, 0.42 * size), blend=0.3 * size))
    return _with_contacts(pieces, end, 0.25 * size, 1.35 * size)


def _point(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    tip = 0.35 * min(size, 1.6 * end.radius)
    foot = np.array([0.25 * end.along[0] * size, tip - end.wrist[1], 0.25 * end.along[2] * size])
    bone = _foot_bone(end, foot, (end.radius, max(tip, 0.6 * end.radius)), 0.5 * end.radius)
    pieces = Pieces([replace(bone, color=end.coat.accent)])
    ground = (end.wrist + foot) * [1.0, 0.0, 1.0]
    pieces.contacts.append(Contact(f"{bone.name.replace('_', ' ')} tip", bone.name, ground))
    return pieces


def _palm(end: LimbEnd, length: float, radius: float) -> Bone:
    name = end.bone.rpartition("_")[0] + "_hand"
    tail = end.wrist + length * end.along
    tail[1] = max(tail[1], radius)
    blend = 0.5 * end.radius
    return Bone(
        name, end.bone, end.wrist, tail, (end.radius, radius), {Cap.GRASPER}, color=end.color, blend=blend
    )


def _across(end: LimbEnd) -> tuple[Floats, Floats]:
    """((3,) direction in which fingers spread, (3,) direction of the thumb: forward or up)."""
    thumb = unit(np.array([0.0, 0.25, 1.0]) - end.along * (0.25 * end.along[1] + end.along[2]), (1, 0, 0))
    return np.cross(end.along, thumb), thumb


def _mitten(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    palm = _palm(end, 0.7 * size, 0.62 * size)
    _, thumb = _across(end)
    at = end.wrist + size * (0.45 * end.along + 0.62 * thumb)
    return Pieces([palm], [Blob(palm.name, at, np.full(3, 0.3 * size), blend=0.18 * size)])


def _hand(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    palm = _palm(end, 0.5 * size, 0.52 * size)
    _, thumb = _across(end)
    pieces = Pieces([palm])
    fan = [("1", 0.62, 0.55, 0.75), ("2", 0.95, 0.12, 0.95), ("3", 0.9, -0.36, 0.85)]
    for number, ahead, aside, length in fan:
        root = end.wrist + size * (0.55 * ahead * end.along + 0.8 * aside * thumb)
        tip = root + length * size * unit(end.along + 0.9 * aside * thumb)
        root[1], tip[1] = max(root[1], 0.24 * size), max(tip[1], 0.24 * size)
        name = palm.name.removesuffix("hand") + f"finger_{number}"
        finger = Bone(
            name, palm.name, root, tip, (0.24 * size, 0.2 * size), color=end.color, blend=0.1 * size
        )
        pieces.bones.append(finger)
    return pieces


def _pincer(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    palm = _palm(end, 0.45 * size, 0.5 * size)
    _, thumb = _across(end)
    pieces = Pieces([replace(palm, color=end.coat.accent)])
    for number, aside, thick in (("1", 1.0, 0.36), ("2", -0.8, 0.28)):
        root = end.wrist + size * (0.55 * end.along + 0.3 * aside * thumb)
        tip = root + 1.1 * size * unit(end.along + 0.22 * aside * thumb)
        middle = 0.5 * (root + tip) + 0.22 * aside * size * thumb
        root[1], tip[1], middle[1] = (max(place[1], thick * size) for place in (root, tip, middle))
        name = palm.name.removesuffix("hand") + f"claw_{number}"
        radii = (thick * size, 0.13 * size)
        color = end.coat.accent
        pieces.bones.append(Bone(name, palm.name, root, tip, radii, color=color, blend=0.08 * size))
        pieces.blobs.append(Blob(name, middle, np.full(3, 0.8 * thick * size), blend=0.15 * size))
    return pieces


def _sucker(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    return Pieces([_palm(end, 0.8 * size, 0.8 * end.radius)])


def _tail_puff(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    at = end.wrist + 0.5 * size * end.along
    at[1] = max(at[1], 0.9 * size)
    color = end.coat.accent if end.coat.socks else end.coat.belly
    return Pieces(blobs=[Blob(end.bone, at, np.full(3, 0.85 * size), color=color, blend=0.15 * size)])


def _tail_fluke(end: LimbEnd) -> Pieces:
    size = end.limb.end_size
    pieces = Pieces()
    for x in (-0.8, 0.8):
        at = end.wrist + size * np.array([x, 0.0, -0.35])
        at[1] = max(at[1], 0.25 * size)
        radii = (0.75 * size, 0.22 * size, 0.5 * size)
        pieces.blobs.append(Blob(end.bone, at, radii, color=end.coat.accent, blend=0.2 * size))
    return pieces


def _stinger(end: LimbEnd) -> Pieces:
    size, pieces = end.limb.end_size, Pieces()
    start, tip = end.wrist - 0.2 * size * end.along, end.wrist + 1.6 * size * end.along
    wide = max(0.45 * size, 1.02 * end.radius)
    profile = [(0.0, wide), (0.2, wide), (0.5, 0.6 * wide), (0.8, 0.25 * wide), (1.0, 0.0)]
    pieces.trim(end.bone, lambda: lathe(start, tip, profile, end.coat.horn, SATIN))
    return pieces


_MAKERS: dict[str, Callable[[LimbEnd], Pieces]] = {
    "paw": _paw,
    "hoof": _hoof,
    "talon": _talon,
    "stump": _stump,
    "flipper": _flipper,
    "point": _point,
    "hand": _hand,
    "mitten": _mitten,
    "pincer": _pincer,
    "sucker": _sucker,
    "tail puff": _tail_puff,
    "tail fluke": _tail_fluke,
    "stinger": _stinger,
}
