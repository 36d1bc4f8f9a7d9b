"""Parts on the skin: heads, eyes, ears, horns and spikes. Mouths are in `mouths`.

All lengths in the functions below are multiples of the part's size.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.body_plan import Blob, Bone, Eye, Patch
from kinegraph.characters.shapes import GLOSSY, SATIN, ellipsoid, lathe, tube
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.creatures.maker.creature_plan import BodyPart, Coat
from kinegraph.creatures.maker.pieces import Pieces
from kinegraph.creatures.maker.seats import (
    Anchor,
    Ball,
    unit,
    vector,
)

_HEADS = {
    "round head": (1.08, 0.97, 1.0),
    "wide head": (1.35, 0.86, 0.98),
    "long head": (0.88, 0.84, 1.2),
    "tall head": (0.94, 1.14, 0.92),
}
_EAR_CLEAR = 0.36  # least height of an ear's end over the skin, in its own radii
_CLEAR = 0.45  # least share of a head's diameter that sticks out of the body


@dataclass(frozen=True, eq=False)
class Site:
    """A part on its seat.

    name: Of its first bone, side and all.
    side: +1 on the left of what it sits on, -1 on the right, 0 in its middle.
    """

    part: BodyPart
    anchor: Anchor
    name: str
    side: float
    coat: Coat

    @property
    def size(self) -> float:
        """Size of the part [m]."""
        return self.part.size


def part_pieces(site: Site) -> Pieces:
    """The bones, flesh and trimmings of a part other than a head or a mouth."""
    return _MAKERS[site.part.kind](site)


def head_pieces(site: Site) -> tuple[Pieces, Ball]:
    """A head whose neck is at the seat, and the ellipsoid that a face can sit on."""
    section = _HEADS[site.part.kind]
    shape = np.array(section)
    neck = site.anchor.center
    reach = site.size / float(np.linalg.norm(site.anchor.outward / shape))
    clear = site.anchor.radius + (2.0 * _CLEAR - 1.0) * reach
    center = neck + max(0.62 * site.size, clear) * site.anchor.outward
    center[1] = max(center[1], 1.02 * site.size * shape[1])
    radii = (0.62 * site.size, site.size)
    blend = 0.35 * site.size
    bone = Bone(site.name, site.anchor.bone, neck, center, radii, {Cap.HEAD}, section, blend=blend)
    return Pieces([bone]), Ball(site.name, center, site.size * shape)


def _eye(site: Site) -> Pieces:
    return Pieces(eyes=[_eyeball(site, 0.9)], patches=_socket(site))


def _button_eye(site: Site) -> Pieces:
    return Pieces(eyes=[_eyeball(site, 1.3)])


def _eyeball(site: Site, pupil: float) -> Eye:
    place = site.anchor.surface - 0.42 * site.size * site.anchor.outward
    gaze = unit([0.22 * site.side + 0.15 * site.anchor.outward[0], 0.04, 1.0])
    skin, iris = site.coat.skin, site.coat.iris
    return Eye(
        site.name, site.anchor.bone, place, site.size, gaze, iris=iris, pupil=pupil, white="#fffaf2", lid=skin
    )


def _socket(site: Site) -> list[Patch]:
    """A soft shade around the eye, so that it looks set into the face."""
    if site.coat.pattern not in ("dapples", "bands"):
        return []
    radii = np.full(3, 1.75 * site.size)
    return [Patch((site.anchor.bone,), site.anchor.surface, radii, site.coat.accent, edge=0.25)]


def _stalk_eye(site: Site) -> Pieces:
    tip = site.anchor.surface + 2.6 * site.size * unit(site.anchor.outward + vector(0.0, 0.6, 0.0))
    start = site.anchor.surface - 0.5 * site.size * site.anchor.outward
    stalk = Bone(
        f"{site.name}_stalk",
        site.anchor.bone,
        start,
        tip,
        (0.55 * site.size, 0.45 * site.size),
        blend=0.4 * site.size,
    )
    knob = Blob(stalk.name, tip, np.full(3, 1.12 * site.size), blend=0.3 * site.size)
    gaze = unit([0.15 * site.side, 0.04, 1.0])
    place = tip + vector(0.0, 0.1 * site.size, 0.45 * site.size)
    ball = Eye(
        site.name, stalk.name, place, site.size, gaze, iris=site.coat.iris, pupil=0.9, lid=site.coat.skin
    )
    return Pieces([stalk], [knob], eyes=[ball])


def _ear(site: Site, reach: Floats, radii: tuple[float, float], flat: float = 0.45) -> Pieces:
    """One bone from inside the head; `reach` (3,) and `radii` as shares of the part's size."""
    size = site.size
    start = site.anchor.surface - 0.25 * size * site.anchor.outward
    sided = size * reach * [site.side or 1.0, 1.0, 1.0]
    tail = start + sided
    thick = (radii[0] * size, radii[1] * size)
    # On a large body a hanging ear would lie inside it.
    inside = site.anchor.radius - float(np.linalg.norm(tail - site.anchor.center)) + _EAR_CLEAR * thick[1]
    tail = tail + max(inside, 0.0) * site.anchor.outward
    tail[1] = max(tail[1], thick[1])
    bone = Bone(
        site.name, site.anchor.bone, start, tail, thick, {Cap.EAR}, (1.0, 1.0, flat), blend=0.25 * size
    )
    inner = Patch(
        (site.name,),
        start + 0.75 * (tail - start) + [0.0, 0.0, 0.75 * flat * thick[1]],
        np.array([0.62, 0.68, 0.6]) * max(thick),
        site.coat.belly,
    )
    return Pieces([bone], patches=[inner])


def _antenna(site: Site) -> Pieces:
    size, way = site.size, unit(site.anchor.outward + vector(0.25 * site.side, 1.0, 0.35))
    start = site.anchor.surface - 0.2 * size * site.anchor.outward
    tip = start + 3.0 * size * way
    pieces = Pieces([Bone(site.name, site.anchor.bone, start, tip, None, {Cap.EAR})])
    bend = 0.5 * (start + tip) + 0.4 * size * np.array([0.0, 0.3, -1.0])
    t = np.linspace(0.0, 1.0, 12)[:, None]
    path = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * tip
    pieces.trim(site.name, lambda: tube(path, 0.13 * size, site.coat.accent, SATIN))
    pieces.trim(site.name, lambda: ellipsoid(tip, np.full(3, 0.42 * size), site.coat.accent, GLOSSY))
    return pieces


def _cone(site: Site, length: float, wide: float, lean: Floats, color: str) -> Pieces:
    """A hard cone that leans over: `length`, `wide` and `lean` (3,) as shares of the part's size."""
    size, way = site.size, unit(site.anchor.outward + lean)
    start = site.anchor.surface - 0.35 * size * site.anchor.outward
    tip = start + length * size * way
    pieces = Pieces([Bone(site.name, site.anchor.bone, start, tip, None, {Cap.SPIKE})])
    profile = [(0.0, wide), (0.25, 0.88 * wide), (0.5, 0.66 * wide), (0.75, 0.4 * wide), (0.93, 0.14 * wide)]
    profile = [(along, radius * size) for along, radius in profile] + [(1.0, 0.0)]
    pieces.trim(site.name, lambda: lathe(start, tip, profile, color, SATIN))
    return pieces


def _horn(site: Site) -> Pieces:
    """Three tapering rings that bend up and forward."""
    size = site.size
    start = site.anchor.surface - 0.3 * size * site.anchor.outward
    way = unit(site.anchor.outward + vector(0.3 * site.side, 0.6, 0.0))
    middle = start + 1.0 * size * way
    tip = middle + 0.95 * size * unit(way + vector(-0.35 * site.side, 0.5, 0.7))
    pieces = Pieces([Bone(site.name, site.anchor.bone, start, tip, None, {Cap.SPIKE})])
    t = np.linspace(0.0, 1.0, 10)[:, None]
    path = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * tip
    for i in range(9):
        thick = size * (0.42 - 0.036 * i)
        at, color = path[i], site.coat.horn
        pieces.trim(
            site.name,
            lambda at=at, thick=thick, color=color: ellipsoid(at, np.full(3, thick), color, SATIN, 8),
        )
    return pieces


def _antler(site: Site) -> Pieces:
    size, side = site.size, site.side
    start = site.anchor.surface - 0.2 * size * site.anchor.outward
    fork = start + size * np.array([0.35 * side, 0.9, -0.1])
    tip = fork + size * np.array([0.35 * side, 0.8, 0.25])
    tine = fork + size * np.array([0.6 * side, 0.15, 0.35])
    pieces = Pieces([Bone(site.name, site.anchor.bone, start, tip, None, {Cap.SPIKE})])
    for path in ((start, fork, tip), (start + 0.6 * (fork - start), fork, tine)):
        line = np.concatenate([np.linspace(path[0], path[1], 5), np.linspace(path[1], path[2], 5)[1:]])
        pieces.trim(site.name, lambda line=line: tube(line, 0.15 * size, site.coat.horn, SATIN))
    for end in (tip, tine):
        pieces.trim(
            site.name, lambda end=end: ellipsoid(end, np.full(3, 0.16 * size), site.coat.horn, SATIN, 8)
        )
    return pieces


def _plate(site: Site) -> Pieces:
    size, way = site.size, unit(site.anchor.outward)
    center = site.anchor.surface + 0.45 * size * way
    start = site.anchor.surface - 0.2 * size * way
    pieces = Pieces([Bone(site.name, site.anchor.bone, start, center + 0.7 * size * way, None, {Cap.SPIKE})])
    across = unit(np.cross(way, [1.0, 0.0, 0.0]), (0, 0, 1))
    frame = np.stack([np.cross(way, across), way, across], axis=1)
    radii = np.array([0.22, 1.0, 0.8]) * size
    pieces.trim(site.name, lambda: ellipsoid(center, radii, site.coat.accent, SATIN, rotation=frame))
    return pieces


def _tuft(site: Site) -> Pieces:
    pieces = Pieces()
    size, way = site.size, site.anchor.outward
    start = site.anchor.surface - 0.3 * size * way
    tip = start + 1.1 * size * unit(way + vector(0.0, 0.2, -0.5))
    name, color = site.name, site.coat.accent
    bone = Bone(name, site.anchor.bone, start, tip, (0.42 * size, 0.25 * size), {Cap.SPIKE}, color=color)
    pieces.bones.append(bone)
    for aside, back in ((0.45, -0.1), (-0.45, -0.1), (0.0, 0.45)):
        at = start + size * (0.75 * way + vector(aside, -0.05, back))
        pieces.blobs.append(Blob(name, at, np.full(3, 0.3 * size), color=color, blend=0.12 * size))
    return pieces


_MAKERS: dict[str, Callable[[Site], Pieces]] = {
    "round eye": _eye,
    "button eye": _button_eye,
    "stalk eye": _stalk_eye,
    "round ear": lambda site: _ear(site, np.array([0.35, 0.6, 0.0]), (0.62, 0.82), 0.42),
    "pointed ear": lambda site: _ear(site, np.array([0.4, 1.35, -0.05]), (0.68, 0.24), 0.5),
    "long ear": lambda site: _ear(site, np.array([0.45, 2.2, -0.25]), (0.42, 0.52), 0.45),
    "floppy ear": lambda site: _ear(site, np.array([0.75, -1.1, 0.1]), (0.42, 0.62), 0.5),
    "fin ear": lambda site: _ear(site, np.array([1.3, 0.5, -0.5]), (0.4, 0.7), 0.3),
    "antenna": _antenna,
    "horn": _horn,
    "antler": _antler,
    "spike": lambda site: _cone(site, 1.7, 0.55, np.array([0.0, 0.1, -0.3]), site.coat.horn),
    "plate": _plate,
    "tuft": _tuft,
}
