"""Limbs of a front view: the way from the joint on the body to the tip, with a bend and an ankle."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.front.branches import Branch
from kinegraph.doodles.sketch.front.ink_lines import InkPiece
from kinegraph.doodles.sketch.front.silhouette import Silhouette

LEAST_LIMB, LEAST_LOBE = 7.0, 4.5  # of a limb that begins at the head, and of one on a torso [cells]
# A limb begins where the silhouette is less deep than this share of the body, in this first part of its way.
_RIM, _NEAR_BODY = 0.45, 0.4
# How far the shoulders of arms that are outlines are inside of the body, in depths of it; the depth of such
# an outline, and the length over which the body's is looked for [cells].
_SHOULDER, _THICK, _BODY = 0.6, 1.5, 12
_SHARP = np.radians(25.0)  # a bend of a limb that is an elbow or a knee
_CORNER = 0.2  # of a limb's length before and after a corner that are compared
# Share of the shorter of two limbs that is drawn by the ink of both, or between the end of one and the start
# of the other: then they are one limb.
_SHARED, _CHAINED = 0.25, 0.4
# Depth of a part of the silhouette that is a wing, by the least length of a limb; its length [cells].
_WING, _WING_LENGTH = 0.35, 16.0
_IN_HEAD = 0.6  # share of a line in the head that is part of the face
_FOOT_TURN = np.radians(45.0)


@dataclass(frozen=True, eq=False)
class Limb:
    """An arm or a leg, from the body outward.

    way: (N, 2) places from its joint on the body to its tip [m].
    bend: Index of the elbow or the knee; ankle: of the ankle, N - 1 without a foot.
    cut: Distance from the head from which on a cell can only be its [cells].
    crotch: The distance at which it begins, less than `cut` where two legs are drawn as one.
    hidden: Whether it is a leg under a skirt, which is not drawn.
    line: The stroke that is the whole limb; None for one that the silhouette shows.
    broad: Whether it is a wing, or an arm that is not a line.
    ink: The pieces of strokes that draw it; empty for a whole stroke, and for one that the silhouette shows.
    tip: (2,) its last cell.
    on_head: Whether it begins on the head.
    """

    way: Floats
    bend: int
    ankle: int
    cut: float
    crotch: float
    tip: Ints
    on_head: bool
    hidden: bool = False
    line: Stroke | None = None
    ink: tuple[InkPiece, ...] = ()
    broad: bool = False

    @property
    def of_lines(self) -> bool:
        """True if lines draw it, whatever the silhouette shows."""
        return self.line is not None or bool(self.ink)

    @property
    def pieces(self) -> tuple[InkPiece, ...]:
        """The ink that draws it; empty for one that only the silhouette shows."""
        return self.ink if self.line is None else (InkPiece(self.line, 0.0, self.line.length),)

    @cached_property
    def length(self) -> float:
        """Along the limb [m]."""
        return float(np.linalg.norm(np.diff(self.way, axis=0), axis=1).sum())


def grow_limb(
    silhouette: Silhouette,
    branch: Branch,
    fork: float,
    head: np.ndarray,
    *,
    foot: bool = False,
    least: float = LEAST_LIMB,
) -> Limb | None:
    """The limb on a branch that leaves the body at a distance from where branches begin; None for short ones.

    Its bend and its ankle are not found yet.
    least: Its least length [cells]; if that is less than usual, the limb begins where the branch does.
    """
    inside = branch.away > fork
    way, away = branch.way[inside], branch.away[inside]
    if len(way) < 4:
        return None
    depth = silhouette.depth[way[::-1, 0], way[::-1, 1]]
    body = float(depth[: max(int(_NEAR_BODY * len(depth)), 3)].max())
    typical = float(np.median(depth[int(_NEAR_BODY * len(depth)) :]))
    thin = np.flatnonzero(depth < max(_RIM * body, 1.2 * typical, 1.6))
    rim = int(thin[0]) if least >= LEAST_LIMB and len(thin) and body > 1.6 * typical + 0.5 else 0
    way, away = way[: len(way) - rim], away[: len(way) - rim]
    if away[0] - away[-1] < least:
        return None
    cut, on_head = max(float(away[-1]), fork), bool(away[-1] < 2.5 and head[tuple(branch.way[-1])])
    if not foot and typical > _THICK:
        way = np.concatenate([way, _way_to_shoulder(silhouette, branch, len(branch.way) - len(way))])
    places = _smooth(silhouette.places_of(way[::-1]))
    broad = typical > _WING * LEAST_LIMB and (away[0] - away[-1]) > _WING_LENGTH
    return Limb(places, len(places) // 2, len(places) - 1, cut, cut, branch.tip, on_head, broad=broad)


def with_joints(limb: Limb, *, foot: bool) -> Limb:
    """A limb with its bend, and with the ankle of a leg."""
    if limb.hidden:
        return limb
    ankle = find_ankle(limb.way) if foot else len(limb.way) - 1
    return replace(limb, ankle=ankle, bend=find_bend(limb.way[: ankle + 1]))


def _way_to_shoulder(silhouette: Silhouette, branch: Branch, left: int) -> Ints:
    """(K, 2) the cells from an arm into the body, which are among the `left` last ones of a branch."""
    beyond = branch.way[len(branch.way) - left :][:_BODY]
    deep = float(silhouette.depth[tuple(beyond.T)].max()) if len(beyond) else 0.0
    return beyond[: int(_SHOULDER * deep)]


def _smooth(places: Floats) -> Floats:
    smooth = places.copy()
    for _ in range(3):
        smooth[1:-1] = 0.25 * (smooth[:-2] + 2.0 * smooth[1:-1] + smooth[2:])
    return smooth


def find_ankle(places: Floats) -> int:
    """Index of the ankle: where the last part of a leg turns sideways; the last one without a foot."""
    count = len(places)
    best, sharpest = count - 1, _FOOT_TURN
    for k in range(int(0.6 * count), count - 2):
        shank, foot = places[k] - places[max(k - max(count // 4, 3), 0)], places[-1] - places[k]
        if np.linalg.norm(foot) < 0.06 * np.linalg.norm(places[-1] - places[0]):
            continue
        turn = _angle(shank, foot)
        flat = abs(foot[1]) < 0.7 * abs(foot[0])
        if flat and turn > sharpest:
            best, sharpest = k, turn
    return best


def find_bend(places: Floats) -> int:
    """Index of the elbow or knee: the sharpest corner, if it is sharp; otherwise the middle."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))])
    total = lengths[-1]
    # Close to the corner: a line that is bowed all along has none.
    inner = np.flatnonzero((lengths > 0.28 * total) & (lengths < 0.72 * total))
    middle = int(np.searchsorted(lengths, 0.5 * total))
    if len(inner):
        before = np.searchsorted(lengths, lengths[inner] - _CORNER * total)
        after = np.minimum(np.searchsorted(lengths, lengths[inner] + _CORNER * total), len(places) - 1)
        one, other = places[inner] - places[before], places[after] - places[inner]
        cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        turns = np.abs(np.arctan2(cross, (one * other).sum(axis=1)))
        if turns.max() > _SHARP:
            middle = int(inner[turns.argmax()])
    return min(max(middle, 1), len(places) - 2)


def _angle(one: Floats, other: Floats) -> float:
    cross = one[0] * other[1] - one[1] * other[0]
    return float(abs(np.arctan2(cross, one @ other)))


def limb_of_line(
    silhouette: Silhouette,
    stroke: Stroke | None,
    way: Floats,
    head: np.ndarray,
    ink: tuple[InkPiece, ...] = (),
) -> Limb:
    """The limb that a stroke is, or pieces of strokes, without its bend. way: From joint to tip [m]."""
    start, tip = silhouette.cells_of(way[[0, -1]])
    low, high = np.maximum(start - 2, 0), start + 3
    on_head = bool(head[low[0] : high[0], low[1] : high[1]].any())
    return Limb(way, len(way) // 2, len(way) - 1, np.inf, np.inf, tip, on_head, line=stroke, ink=ink)


def share_ink(one: Limb, other: Limb) -> bool:
    """True if the same ink would be two limbs, or a limb begins where the other ends."""
    common = sum(
        max(min(a.stop, b.stop) - max(a.start, b.start), 0.0)
        for a in one.pieces
        for b in other.pieces
        if a.stroke is b.stroke
    )
    shorter = min(one.length, other.length)
    ends = min(np.linalg.norm(one.way[-1] - other.way[0]), np.linalg.norm(other.way[-1] - one.way[0]))
    return common > _SHARED * shorter or bool(ends < _CHAINED * shorter)


def begins_on_body(silhouette: Silhouette, limb: Limb) -> bool:
    """True if a limb begins on a filled part of the silhouette."""
    row, column = silhouette.cells_of(limb.way[:1])[0]
    return bool(silhouette.depth[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4].max() > 2.2)


def is_same(limb: Limb, leg: Limb) -> bool:
    """True if a stroke draws what is a leg already."""
    if (limb.line is not None and limb.line is leg.line) or np.linalg.norm(limb.way[0] - limb.way[-1]) < 1e-9:
        return True
    gaps = limb.way[::2, None] - leg.way[None, ::2]
    near = (gaps * gaps).sum(axis=2).min(axis=1) < (0.08 * leg.length) ** 2
    return bool(near.mean() > 0.5)


def is_in_head(silhouette: Silhouette, head: np.ndarray, limb: Limb) -> bool:
    """True if a line is part of the face."""
    cells = silhouette.cells_of(limb.way)
    return bool(head[cells[:, 0], cells[:, 1]].mean() > _IN_HEAD)
