"""Ink lines: the lines of a drawing between the places where they meet, whichever strokes drew them.

One stroke may be both arms, or a torso with a leg; a leg may be two strokes. Strokes are cut where others
meet them, and pieces that meet nothing but each other become one line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.silhouette import Silhouette

_MOST_STROKES = 40  # the longest open ones that are looked at
_LEAST_STROKE = 4.0  # length of a stroke that can be part of a limb [cells]
_CLOSED = 0.25  # a stroke whose ends are nearer than this share of its length is closed
_LEAST_SHAPE = 6.0  # size of an outline that lines end on [cells]
_NEAR, _LOOSE, _CROSSING = 3.0, 8.0, 1.0  # at which ends meet, loose ends meet, and lines cross [cells]
_TURN = np.radians(50.0)  # at the top or the bottom of two limbs in one stroke
_CORNER = 0.15  # of a stroke's length before and after a corner that are compared


@dataclass(frozen=True, eq=False)
class InkPiece:
    """Part of a stroke, from one length along it to another [m]."""

    stroke: Stroke
    start: float
    stop: float


@dataclass(frozen=True, eq=False)
class InkLine:
    """Pieces that draw one line; way: (N, 2) along it [m]."""

    pieces: tuple[InkPiece, ...]
    way: Floats


def find_ink_lines(silhouette: Silhouette, strokes: Sequence[Stroke]) -> list[InkLine]:
    """The lines that are not just one whole stroke."""
    cell = silhouette.cell
    open_, shapes = _sort_strokes(strokes, cell)
    if not open_:
        return []
    samples = [_sample(stroke, cell) for stroke in open_]
    outlines = [_sample(shape, cell)[1] for shape in shapes]
    cuts, more = _find_cuts(samples, outlines, cell)
    known: set[tuple[tuple[int, float, float], ...]] = {((id(s), 0.0, s.length),) for s in open_}
    lines = []
    with_outlines = [one + other for one, other in zip(cuts, more, strict=True)]
    for chosen, ends_on in ((cuts, []), (with_outlines, outlines)):  # arms may cross a head, or begin on it
        pieces = [
            InkPiece(stroke, low, high)
            for stroke, found in zip(open_, chosen, strict=True)
            for low, high in _between(found, _NEAR * cell)
        ]
        for chain in _chains(pieces, ends_on, cell):
            name = tuple(sorted((id(piece.stroke), piece.start, piece.stop) for piece, _ in chain))
            if name not in known:
                known.add(name)
                lines.append(_join(chain))
    return lines


def _sort_strokes(strokes: Sequence[Stroke], cell: float) -> tuple[list[Stroke], list[Stroke]]:
    """Open strokes, and outlines that lines end on."""
    open_, shapes = [], []
    for stroke in strokes:
        if np.linalg.norm(stroke.points[-1] - stroke.points[0]) >= _CLOSED * stroke.length:
            if stroke.length > _LEAST_STROKE * cell:
                open_.append(stroke)
        elif np.ptp(stroke.points, axis=0).max() > _LEAST_SHAPE * cell:
            shapes.append(stroke)
    open_.sort(key=lambda stroke: -stroke.length)
    return open_[:_MOST_STROKES], shapes[:_MOST_STROKES]


def _sample(stroke: Stroke, cell: float) -> tuple[Floats, Floats]:
    """Lengths along a stroke, a cell apart, and (N, 2) the places there [m]."""
    at = np.linspace(0.0, stroke.length, max(int(stroke.length / cell), 8) + 1)
    return at, points_along(stroke.points, stroke.lengths, at)


def _find_cuts(
    samples: Sequence[tuple[Floats, Floats]], shapes: Sequence[Floats], cell: float
) -> tuple[list[list[float]], list[list[float]]]:
    """The lengths along each stroke at which it is cut, its ends with them; and where it crosses outlines."""
    from scipy.spatial import KDTree

    cuts = [[0.0, float(at[-1])] for at, _ in samples]
    more: list[list[float]] = []
    trees = [KDTree(places) for _, places in samples]
    outlines = [KDTree(shape) for shape in shapes]
    for one, (at, places) in enumerate(samples):
        cuts[one] += _corners(at, places)
        near_shape = _distances(outlines, places)
        more.append([float(at[k]) for k in _dips(near_shape, _CROSSING * cell)])
        found = np.array(
            [
                [np.inf, np.inf] if other == one else tree.query(places[[0, -1]])[0]
                for other, tree in enumerate(trees)
            ]
        )
        # A stroke that touches nothing belongs to what is next to it.
        touches = min(found.min(), near_shape[[0, -1]].min()) < _NEAR * cell
        for end in (0, -1):
            nearest = int(found[:, end].argmin())
            if found[nearest, end] < (_NEAR if touches else _LOOSE) * cell:
                index = int(trees[nearest].query(places[end])[1])
                cuts[nearest].append(float(samples[nearest][0][index]))
        for other in range(one):
            gaps = np.asarray(trees[other].query(places, distance_upper_bound=3.0 * cell)[0])
            for k in _dips(gaps, _CROSSING * cell):
                cuts[one].append(float(at[k]))
                cuts[other].append(float(samples[other][0][int(trees[other].query(places[k])[1])]))
    return cuts, more


def _distances(trees: Sequence, places: Floats) -> Floats:
    """(N,) from places to the nearest of several lines."""
    if not trees:
        return np.full(len(places), np.inf)
    return np.min([tree.query(places)[0] for tree in trees], axis=0)


def _dips(gaps: Floats, near: float) -> list[int]:
    """The nearest index of each stretch of a line that is near another."""
    close = np.flatnonzero(gaps < near)
    if not len(close):
        return []
    runs = np.split(close, np.flatnonzero(np.diff(close) > 1) + 1)
    return [int(run[gaps[run].argmin()]) for run in runs]


def _corners(at: Floats, places: Floats) -> list[float]:
    """Places of a stroke's turns up or down: two legs meet at their top, two raised arms at the bottom."""
    found = []
    reach = max(int(_CORNER * len(places)), 2)
    for k in {int(places[:, 1].argmax()), int(places[:, 1].argmin())}:
        if reach <= k < len(places) - reach:
            one, other = places[k] - places[k - reach], places[k + reach] - places[k]
            cross = one[0] * other[1] - one[1] * other[0]
            if abs(np.arctan2(cross, one @ other)) > _TURN:
                found.append(float(at[k]))
    return found


def _between(cuts: Sequence[float], near: float) -> list[tuple[float, float]]:
    """Pieces between cuts; cuts near an end or near the one before are left out."""
    last = max(cuts)
    kept = [0.0]
    for cut in sorted(cuts):
        if cut - kept[-1] > near and last - cut > near:
            kept.append(cut)
    return list(zip(kept, [*kept[1:], last], strict=True))


def _chains(
    pieces: Sequence[InkPiece], shapes: Sequence[Floats], cell: float
) -> list[list[tuple[InkPiece, bool]]]:
    """Pieces in a row that meet nothing else, each with whether it is gone through forwards."""
    ends = [(k, forwards) for k in range(len(pieces)) for forwards in (False, True)]
    places = np.array([_end(pieces[k], forwards) for k, forwards in ends])
    nodes = _meet(places, shapes, cell)
    partner: dict[tuple[int, bool], tuple[int, bool]] = {}
    for node in set(nodes.tolist()):
        here = [end for end, own in zip(ends, nodes, strict=True) if own == node]
        if node >= 0 and len(here) == 2 and here[0][0] != here[1][0]:
            partner[here[0]], partner[here[1]] = here[1], here[0]
    chains: list[list[tuple[InkPiece, bool]]] = []
    left = set(range(len(pieces)))
    for first in sorted(left, key=lambda k: ((k, False) in partner) + ((k, True) in partner)):
        if first not in left:
            continue
        at, forwards = first, (first, False) not in partner
        chain = []
        while at in left:
            left.remove(at)
            chain.append((pieces[at], forwards))
            following = partner.get((at, forwards))
            if following is None:
                break
            at, forwards = following[0], not following[1]
        chains.append(chain)
    return chains


def _end(piece: InkPiece, forwards: bool) -> Floats:
    """(2,) the stop of a piece, or its start."""
    at = np.array([piece.stop if forwards else piece.start])
    return points_along(piece.stroke.points, piece.stroke.lengths, at)[0]


def _meet(places: Floats, shapes: Sequence[Floats], cell: float) -> np.ndarray:
    """(E,) the number of the place where ends meet; -1 for those on an outline."""
    from scipy.spatial import KDTree

    nodes = np.arange(len(places))
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
    alone = (gaps < _NEAR * cell).sum(axis=1) == 1
    reach = np.where(alone[:, None] & alone[None], _LOOSE, _NEAR) * cell
    for one, other in np.argwhere(np.triu(gaps < reach, 1)):
        nodes[nodes == nodes[other]] = nodes[one]
    if shapes:
        away, _ = KDTree(np.concatenate(shapes)).query(places)
        touching = np.unique(nodes[np.asarray(away) < _NEAR * cell])
        nodes[np.isin(nodes, touching)] = -1
    return nodes


def _join(chain: Sequence[tuple[InkPiece, bool]]) -> InkLine:
    lines = []
    for piece, forwards in chain:
        at = np.linspace(piece.start, piece.stop, 24)
        lines.append(points_along(piece.stroke.points, piece.stroke.lengths, at if forwards else at[::-1]))
    way = np.concatenate(lines)
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
    lengths = np.concatenate([[0.0], np.cumsum(np.maximum(steps, 1e-12))])
    return InkLine(
        tuple(piece for piece, _ in chain), points_along(way, lengths, np.linspace(0.0, lengths[-1], 33))
    )
