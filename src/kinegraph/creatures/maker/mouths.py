"""Mouths: a jaw that opens, with a smile, a snout, a beak or a trunk. They face forward.

All lengths in the functions below are multiples of the mouth's size.
"""

from collections.abc import Callable, Sequence

import numpy as np

from kinegraph.characters.body_plan import Blob, Bone
from kinegraph.characters.clay.surface import onto_clay
from kinegraph.characters.shapes import GLOSSY, SATIN, ellipsoid, lathe, tube
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap, Mesh
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.maker.pieces import Pieces
from kinegraph.creatures.maker.seats import unit, vector
from kinegraph.creatures.maker.skin_parts import Site

_DARK = "#33211f"
_BACK = np.array([0.0, 0.0, -1.0])
Flesh = Sequence[Bone]


def mouth_pieces(site: Site, flesh: Flesh) -> Pieces:
    """A mouth. flesh: The bones that it sits on; the line of the lips follows their skin."""
    return _MAKERS[site.part.kind](site, flesh)


def _jaw(site: Site, drop: float, reach: float) -> Bone:
    """The bone that opens: hinged inside, its end `reach` before and `drop` below the skin, in sizes."""
    size, out = site.size, site.anchor.outward
    hinge = site.anchor.center + 0.45 * (site.anchor.surface - site.anchor.center)
    hinge[1] = site.anchor.surface[1] - 0.2 * size
    chin = site.anchor.surface + size * (reach * out - vector(0.0, drop, 0.0))
    return Bone(site.name, site.anchor.bone, hinge, chin, None, {Cap.MOUTH}, blend=0.15 * size)


def _on_skin(site: Site, flesh: Flesh, blobs: Sequence[Blob], points: Floats, lift: float) -> Floats:
    """Points moved back onto the skin around the mouth; points that miss it keep their depth."""
    middle = np.array([site.anchor.center[0], 0.0, 0.0])
    bones = [
        Bone(
            f"flesh_{i}",
            f"flesh_{i - 1}" if i else None,
            b.head - middle,
            b.tail - middle,
            b.radii,
            section=b.section,
        )
        for i, b in enumerate(flesh)
    ]
    local = [Blob(bones[-1].name, b.center - middle, b.radii, b.tilt, blend=b.blend) for b in blobs]
    try:
        return onto_clay(bones, local, points - middle, _BACK, lift) + middle
    except InvalidValue:
        return points


def _lips(
    site: Site, flesh: Flesh, blobs: Sequence[Blob], center: Floats, wide: float, curl: float
) -> Floats:
    """(N, 3) the line of a smile about `center`, `wide` to each side, its corners `curl` higher [m]."""
    x = np.linspace(-1.0, 1.0, 17)
    line = center + np.stack([wide * x, curl * x**2, np.zeros(17)], axis=1)
    return _on_skin(site, flesh, blobs, line, 0.012 * site.size)


def _smile(site: Site, flesh: Flesh) -> Pieces:
    size, at = site.size, site.anchor.surface
    jaw = _jaw(site, 0.35, 0.0)
    chin = at - size * (0.62 * site.anchor.outward + vector(0.0, 0.42, 0.0))
    blobs = [Blob(jaw.name, chin, np.array([0.9, 0.5, 0.66]) * size, blend=0.3 * size)]
    pieces = Pieces([jaw], blobs)
    pieces.trim(
        jaw.name, lambda: tube(_lips(site, flesh, blobs, at, size, 0.42 * size), 0.085 * size, _DARK, SATIN)
    )
    return pieces


def _snout(site: Site, flesh: Flesh) -> Pieces:
    size, at, out = site.size, site.anchor.surface, site.anchor.outward
    jaw, color = _jaw(site, 0.5, 0.7), site.coat.belly
    muzzle = Blob(
        site.anchor.bone,
        at + 0.1 * size * out,
        np.array([1.0, 0.76, 1.05]) * size,
        color=color,
        blend=0.35 * size,
    )
    chin = Blob(
        jaw.name,
        at + size * (0.3 * out - vector(0.0, 0.52, 0.0)),
        np.array([0.66, 0.38, 0.68]) * size,
        color=color,
        blend=0.2 * size,
    )
    pieces = Pieces([jaw], [muzzle, chin])

    def nose() -> Mesh:
        (place,) = _on_skin(
            site, flesh, [muzzle, chin], (at + vector(0.0, 0.42 * size, size))[None], -0.08 * size
        )
        return ellipsoid(place, np.array([0.4, 0.28, 0.26]) * size, _DARK, GLOSSY)

    def line() -> Mesh:
        lips = _lips(site, flesh, [muzzle, chin], at - vector(0.0, 0.12 * size, 0.0), 0.5 * size, 0.24 * size)
        return tube(lips, 0.05 * size, _DARK, SATIN)

    pieces.trim(site.anchor.bone, nose)
    pieces.trim(site.anchor.bone, line)
    return pieces


def _beak(site: Site, flesh: Flesh) -> Pieces:
    size, at, out = site.size, site.anchor.surface, site.anchor.outward
    jaw, color = _jaw(site, 0.15, 1.1), site.coat.horn
    way = unit(out + vector(0.0, -0.12, 0.0))
    shape = [(0.0, 1.0), (0.25, 0.92), (0.5, 0.73), (0.75, 0.45), (0.92, 0.2), (1.0, 0.0)]
    pieces = Pieces([jaw])

    def half(start: Floats, length: float, wide: float) -> Mesh:
        return lathe(start, start + length * way, [(a, wide * r) for a, r in shape], color, SATIN)

    upper, lower = at - 0.45 * size * out, at - size * (0.45 * out + vector(0.0, 0.32, 0.0))
    pieces.trim(site.anchor.bone, lambda: half(upper, 2.1 * size, 0.72 * size))
    pieces.trim(jaw.name, lambda: half(lower, 1.7 * size, 0.55 * size))
    return pieces


def _bill(site: Site, flesh: Flesh) -> Pieces:
    size, at, out = site.size, site.anchor.surface, site.anchor.outward
    jaw, color = _jaw(site, 0.2, 1.0), site.coat.horn
    pieces = Pieces([jaw])
    upper, lower = at + 0.5 * size * out, at + size * (0.35 * out - vector(0.0, 0.22, 0.0))
    pieces.trim(site.anchor.bone, lambda: ellipsoid(upper, np.array([0.95, 0.3, 1.25]) * size, color))
    pieces.trim(jaw.name, lambda: ellipsoid(lower, np.array([0.78, 0.2, 1.0]) * size, color))
    for x in (-0.3, 0.3):
        hole = upper + size * np.array([x, 0.26, 0.15])
        pieces.trim(
            site.anchor.bone, lambda hole=hole: ellipsoid(hole, np.full(3, 0.07 * size), _DARK, SATIN, 6)
        )
    return pieces


def _jaws(site: Site, flesh: Flesh) -> Pieces:
    size, at, out = site.size, site.anchor.surface, site.anchor.outward
    jaw = _jaw(site, 0.55, 1.5)
    blobs = [
        Blob(site.anchor.bone, at + 0.35 * size * out, np.array([0.95, 0.52, 1.1]) * size, blend=0.5 * size),
        Blob(site.anchor.bone, at + 1.3 * size * out, np.array([0.74, 0.42, 0.66]) * size, blend=0.4 * size),
    ]
    low = [
        Blob(
            jaw.name,
            at + size * (reach * out - vector(0.0, 0.56, 0.0)),
            np.array(radii) * size,
            color=site.coat.belly,
            blend=0.3 * size,
        )
        for reach, radii in ((0.3, (0.8, 0.3, 1.0)), (1.15, (0.62, 0.27, 0.62)))
    ]
    pieces = Pieces([jaw], blobs + low)
    for x, reach in ((0.62, 1.25), (0.7, 0.75), (0.3, 1.72)):
        for side in (-1.0, 1.0):
            root = at + size * (reach * out + vector(side * x, -0.2, 0.0))
            tip = root - [0.0, 0.36 * size, 0.0]
            shape = [(0.0, 0.11 * size), (0.5, 0.08 * size), (1.0, 0.0)]
            pieces.trim(
                site.anchor.bone,
                lambda root=root, tip=tip, shape=shape: lathe(root, tip, shape, "#fffaf0", SATIN, 10),
            )
    for side in (-1.0, 1.0):
        hole = at + size * (1.62 * out + vector(0.25 * side, 0.36, 0.0))
        pieces.trim(
            site.anchor.bone, lambda hole=hole: ellipsoid(hole, np.full(3, 0.09 * size), _DARK, SATIN, 6)
        )
    return pieces


def _trunk(site: Site, flesh: Flesh) -> Pieces:
    size, out = site.size, site.anchor.outward
    steps = size * np.array([[0, 0, -0.3], [0, -0.5, 1.0], [0, -1.5, 0.6], [0, -1.6, 0.3], [0, -0.6, 0.9]])
    points = site.anchor.surface + np.cumsum(steps, axis=0) + 0.0 * out
    thick = np.array([0.78, 0.62, 0.48, 0.4, 0.36]) * size
    points[:, 1] = np.maximum(points[:, 1], thick)
    pieces, parent = Pieces(), site.anchor.bone
    for i in range(4):
        name = site.name if i == 3 else f"{site.name}_bone_{i + 1}"
        caps = {Cap.MOUTH} if i == 3 else {Cap.LIMB}
        radii = (float(thick[i]), float(thick[i + 1]))
        pieces.bones.append(Bone(name, parent, points[i], points[i + 1], radii, caps, blend=0.4 * radii[0]))
        parent = name
    return pieces


_MAKERS: dict[str, Callable[[Site, Flesh], Pieces]] = {
    "smile": _smile,
    "snout": _snout,
    "beak": _beak,
    "bill": _bill,
    "jaws": _jaws,
    "trunk": _trunk,
}
