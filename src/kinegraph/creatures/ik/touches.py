"""Touch tables of the particle solver: which links of limbs keep off each other, and off capsules."""

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.limbs import LimbTables
from kinegraph.creatures.ik.tables import TouchRows

_BAND = 0.1  # share of the distance that links keep over which they begin to give way
# Shares of both radii that links keep apart, from each other and from the torso: flesh gives a little.
BESIDE, OUTSIDE = 0.65, 0.9


def limb_touches(limbs: LimbTables, radii: Floats) -> TouchRows:
    """Pairs of links of different limbs; two legs keep out of each other's way by their steps."""
    links, rest = limbs.limbs.links, limbs.limbs.numbers[:, :3]
    chosen = [q for q in range(len(rest)) if links[q, at.L_INNER] >= 0]
    pairs: Ints = np.array(
        [
            (one, other)
            for place, one in enumerate(chosen)
            for other in chosen[place + 1 :]
            if links[one, at.L_SEAT] != links[other, at.L_SEAT]
            and (links[one, at.L_GIVES] or links[other, at.L_GIVES])
        ],
        dtype=np.int64,
    ).reshape(-1, 2)
    one, other = pairs[:, 0], pairs[:, 1]
    shares = np.array([end_share(limbs, radii, q) for q in range(len(rest))])
    thick = np.array([link_radius(limbs, radii, q) for q in range(len(rest))])
    ends = shares[one], shares[other]
    away, apart = links_between(
        rest[links[one, at.L_INNER]], rest[one], rest[links[other, at.L_INNER]], rest[other], ends
    )
    found = [
        ([int(pair[0]), int(pair[1])], row)
        for n, pair in enumerate(pairs)
        if (
            row := _row(
                float(BESIDE * (thick[pair[0]] + thick[pair[1]])),
                away[n],
                float(apart[n]),
                (float(ends[0][n]), float(ends[1][n])),
            )
        )
        is not None
    ]
    return touch_rows([links for links, _ in found], [row for _, row in found])


def capsule_touches(
    limbs: LimbTables, radii: Floats, capsules: tuple[Floats, Floats, Floats], share: float, most: int
) -> TouchRows:
    """Pairs of links, except those at seats, and the capsules that are nearest to their seats.

    capsules: (C, 3), (C, 3), (C,) starts, stops and radii.  share: Of both radii, that they keep apart.
    most: Capsules of a link.
    """
    starts, stops, thick = capsules
    links, rest = limbs.limbs.links, limbs.limbs.numbers[:, :3]
    rows: list[list[int]] = []
    numbers: list[list[float]] = []
    for q in range(len(rest)):
        inner, seat = links[q, at.L_INNER], links[q, at.L_SEAT]
        if inner < 0 or inner == seat:
            continue
        ends = end_share(limbs, radii, q), 1.0
        found: list[tuple[float, int, list[float]]] = []
        away, apart = links_between(
            rest[inner], rest[q], starts, stops, (np.array(ends[0]), np.array(ends[1]))
        )
        near = links_between(rest[seat], rest[seat], starts, stops, (np.array(1.0), np.array(1.0)))[1]
        for c in range(len(thick)):
            row = _row(share * (link_radius(limbs, radii, q) + thick[c]), away[c], float(apart[c]), ends)
            if row is not None:
                found.append((round(float(near[c] - thick[c]), 9), c, row))
        for _, c, row in sorted(found)[:most]:
            rows.append([q, c])
            numbers.append(row)
    return touch_rows(rows, numbers)


def touch_rows(rows: list[list[int]], numbers: list[list[float]], columns: int = 7) -> TouchRows:
    """The table of rows of links and numbers, which may be none."""
    links: Ints = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return TouchRows(links, np.array(numbers, dtype=np.float64).reshape(-1, columns))


def _row(gap: float, away: Floats, apart: float, ends: tuple[float, float]) -> list[float] | None:
    """The numbers of a touch; None where the two overlap at rest."""
    band = _BAND * gap
    gap = min(gap, apart - band)
    return None if gap <= 0.0 else [gap, band, *(away / apart).tolist(), *ends]


def link_radius(limbs: LimbTables, radii: Floats, q: int) -> float:
    """Radius of the link that ends at a particle: the mean of both ends; a hand's own."""
    links = limbs.limbs.links
    own = float(radii[links[q, at.L_BODY]])
    if links[q, at.L_HANDLE]:
        return own
    return 0.5 * (own + float(radii[links[links[q, at.L_INNER], at.L_BODY]]))


def end_share(limbs: LimbTables, radii: Floats, q: int) -> float:
    """Share of a link up to which it has an axis: a handle lies on the surface of its body."""
    links = limbs.limbs.links
    length = float(limbs.limbs.numbers[q, at.L_LENGTH])
    if not links[q, at.L_HANDLE] or length <= 0.0:
        return 1.0
    return max(0.0, 1.0 - float(radii[links[q, at.L_BODY]]) / length)


def links_between(
    a: Floats, b: Floats, c: Floats, d: Floats, ends: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """((N, 3) from the nearest points of segments c-d to those of a-b, (N,) lengths), to their end shares."""
    u, v, w = ends[0][..., None] * (b - a), ends[1][..., None] * (d - c), a - c
    uu, uv, vv, uw, vw = ((p * q).sum(axis=-1) for p, q in ((u, u), (u, v), (v, v), (u, w), (v, w)))
    across = uu * vv - uv * uv
    with np.errstate(divide="ignore", invalid="ignore"):
        s = np.where(across > 1e-12 * uu * vv, np.clip((uv * vw - vv * uw) / across, 0.0, 1.0), 0.0)
        t = np.where(vv > 0.0, np.clip((uv * s + vw) / vv, 0.0, 1.0), 0.0)
        s = np.where(uu > 0.0, np.clip((uv * t - uw) / uu, 0.0, 1.0), 0.0)
    away = w + s[..., None] * u - t[..., None] * v
    return away, np.maximum(np.linalg.norm(away, axis=-1), 1e-12)
