"""Robes: legs of a front view that a dress hides."""

import numpy as np

from kinegraph.doodles.sketch.front.limb import Limb
from kinegraph.doodles.sketch.front.limb_costs import FigureSize, LimbPair
from kinegraph.doodles.sketch.front.silhouette import Silhouette

# A dress is this many times as wide at its hem as at the chest; cost of legs that are not seen.
_SKIRT, _ROBE_COST = 1.15, 2.0
_NARROWEST = 0.4  # width of the hem of an angel's robe by that at the chest, at least
_ON_GROUND = 0.12  # how far a robe ends above the lowest point at most, as a share of the height


def find_robes(
    silhouette: Silhouette, head: np.ndarray, torso: np.ndarray | None, size: FigureSize
) -> list[LimbPair]:
    """Legs hidden under a dress that is wider at its hem than at the chest, or under the robe of an angel.

    torso: (R, C) the shape below the head, None where it is not known.
    """
    if torso is None:
        body, top, bottom = _below_head(silhouette, head, size), size.middle[0] - size.radius, size.bottom
    else:
        rows = np.flatnonzero(torso.any(axis=1))
        body, top, bottom = torso, min(float(rows[-1]), size.middle[0]), float(rows[0])
    tall = top - bottom
    if tall < size.radius or bottom > size.bottom + _ON_GROUND * size.tall:
        return []

    low, middle, chest = (
        _stretch(body[round(bottom + share * tall)], size.middle[1]) for share in (0.08, 0.45, 0.8)
    )
    wide = low[1] - low[0]
    if chest[1] - chest[0] < 3:
        return []
    skirt = (
        wide >= _SKIRT * (chest[1] - chest[0])
        and wide >= size.radius
        and middle[1] - middle[0] >= 0.45 * wide
    )
    robe = torso is not None and wide >= _NARROWEST * (chest[1] - chest[0])
    if not skirt and not robe:
        return []
    limbs = []
    for side in (-1.0, 1.0):
        hip = [bottom + 0.35 * tall, 0.5 * sum(middle) + side * 0.14 * wide]
        hem = [bottom, 0.5 * sum(low) + side * 0.25 * wide]
        cells = np.linspace(hip, hem, 9)
        tip = np.rint(cells[0]).astype(np.int64)
        way = silhouette.places_of(cells)
        limbs.append(Limb(way, 4, 8, np.inf, np.inf, tip, on_head=False, hidden=True))
    return [LimbPair(_ROBE_COST, (limbs[0], limbs[1]), winged=not skirt)]


def _below_head(silhouette: Silhouette, head: np.ndarray, size: FigureSize) -> np.ndarray:
    """(R, C) the largest outline below a head, or all that is not the head."""
    rows = [int(size.middle[0] - k * size.radius) for k in (1.5, 2.0, 2.5, 3.0)]
    under = [
        inside
        for inside in silhouette.loops.values()
        if any(inside[max(row, 0), int(size.middle[1])] for row in rows)
    ]
    return max(under, key=np.count_nonzero, default=silhouette.mask) & ~head


def _stretch(row: np.ndarray, middle: float) -> tuple[float, float]:
    """First and last column of the part of a row (C,) that is under the middle of the head."""
    inside = np.flatnonzero(row)
    runs = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1) if len(inside) else []
    near = [run for run in runs if run[0] - 3 <= middle <= run[-1] + 3]
    return (float(near[0][0]), float(near[0][-1])) if near else (0.0, 0.0)
