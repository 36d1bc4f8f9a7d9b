"""Pairs of arms of a front view: branches of the silhouette, lines of ink, and wings."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.front.branches import Branch
from kinegraph.doodles.sketch.front.limb import (
    LEAST_LIMB,
    LEAST_LOBE,
    Limb,
    begins_on_body,
    grow_limb,
    is_in_head,
    is_same,
    limb_of_line,
    share_ink,
)
from kinegraph.doodles.sketch.front.limb_costs import MISSING, FigureSize, LimbPair, arm_costs
from kinegraph.doodles.sketch.front.silhouette import Silhouette
from kinegraph.doodles.sketch.front.stroke_limbs import find_wing

_MOST_ARMS, _MOST_PAIRS = 12, 4
_DRAWN_ALONE = 0.3  # reduction of the cost of a pair of strokes
# How far an arm begins from the spine of a filled body and of a line at most, as shares of the height.
_FROM_SPINE, _FROM_LINE = 0.3, 0.1
_MOST_WINGS, _WING_COST = 4, 0.6  # shapes that may be wings, and the cost of each that is an arm
_ON_SPINE, _MOST_ON_SPINE = 3.0, 0.6  # distance from the spine [cells] and share of a line that is the torso
_SAME_END = 6  # how far a branch ends from the stroke that draws it [cells]


def find_drawn_arms(
    silhouette: Silhouette,
    limbs: Sequence[tuple[Limb, Limb]],
    size: FigureSize,
    legs: tuple[Limb, Limb],
) -> list[Limb]:
    """Arms that are one stroke each. limbs: Every stroke, drawn either way."""
    spine = _spine(silhouette, size, legs)
    found = []
    for there, back in limbs:
        if any(is_same(there, leg) for leg in legs) or _is_torso(there, spine, silhouette.cell):
            continue
        near = [float(np.linalg.norm(spine - limb.way[0], axis=1).min()) for limb in (there, back)]
        limb = there if near[0] <= near[1] else back
        reach = (_FROM_SPINE if begins_on_body(silhouette, limb) else _FROM_LINE) * size.tall
        if min(near) < reach * silhouette.cell and max(near) > 1.5 * min(near):
            found.append(limb)
    return found[:_MOST_ARMS]


def find_wings(
    silhouette: Silhouette,
    strokes: Sequence[Stroke],
    size: FigureSize,
    legs: tuple[Limb, Limb],
    head: np.ndarray,
) -> list[Limb]:
    """Broad shapes at the sides of a body: wings, and arms that are no lines."""
    spine = _spine(silhouette, size, legs)
    if spine[-1, 1] <= spine[0, 1]:
        return []
    found = []
    for stroke in strokes:
        way = find_wing(stroke, spine, silhouette.cell * max(silhouette.mask.shape))
        if way is None:
            continue
        limb = replace(limb_of_line(silhouette, stroke, way, head), broad=True)
        if any(share_ink(limb, leg) or is_same(limb, leg) for leg in legs):
            continue
        if (
            not is_in_head(silhouette, head, limb)
            and float(np.linalg.norm(spine - way[0], axis=1).min())
            < _FROM_SPINE * size.tall * silhouette.cell
        ):
            found.append(limb)
    found.sort(key=lambda limb: -limb.length)
    return found[:_MOST_WINGS]


def find_arm_pairs(
    silhouette: Silhouette,
    branches: Sequence[Branch],
    head: np.ndarray,
    size: FigureSize,
    legs: tuple[Limb, Limb],
    trunk: set[tuple[int, int]],
    drawn: Sequence[Limb],
) -> list[LimbPair]:
    """Pairs of arms. drawn: Those that are one stroke each."""
    found = []
    limbs: list[tuple[tuple[Branch, ...], Limb]] = [((), limb) for limb in drawn]
    for branch in branches:
        joins = next(
            (
                float(away)
                for (r, c), away in zip(branch.way, branch.away, strict=True)
                if (int(r), int(c)) in trunk
            ),
            0.0,
        )
        fork = joins or min(branch.forks, float(branch.away[0]) - 1.0)
        limb = grow_limb(silhouette, branch, fork, head, least=LEAST_LOBE if size.torso else LEAST_LIMB)
        if limb is not None:
            limbs.append(((branch,), limb))
    if len(limbs) < 2:
        return []
    across = np.array([limb.way[:, 0].mean() for _, limb in limbs])
    costs = arm_costs(silhouette, [limb for _, limb in limbs], size, legs)
    lines = np.array([not branches_ for branches_, _ in limbs])
    wings = np.array([limb.broad and limb.line is not None for _, limb in limbs])
    extra = _WING_COST * wings - 0.5 * _DRAWN_ALONE * lines
    ranked = np.where((across[:, None] < across[None]) & (costs < MISSING), costs, np.inf)
    ranked += extra[:, None] + extra[None]
    for at in np.argsort(ranked, axis=None)[: int(np.isfinite(ranked).sum())]:
        left, right = np.unravel_index(int(at), ranked.shape)
        (one, first), (other, second) = limbs[int(left)], limbs[int(right)]
        if np.abs(first.tip - second.tip).max() <= _SAME_END or share_ink(first, second):
            continue
        shorter, longer = sorted((first, second), key=lambda limb: limb.length)
        if not is_same(shorter, longer):
            found.append(LimbPair(float(ranked[left, right]), (first, second), (*one, *other)))
            if len(found) == _MOST_PAIRS:
                break
    return found


def _spine(silhouette: Silhouette, size: FigureSize, legs: tuple[Limb, Limb]) -> Floats:
    """(12, 2) from the hips up to the middle of the head [m]."""
    hip = 0.5 * (legs[0].way[0] + legs[1].way[0])
    top = silhouette.places_of(size.middle[None])[0]
    return hip + np.linspace(0.0, 1.0, 12)[:, None] * (top - hip)


def _is_torso(limb: Limb, spine: Floats, cell: float) -> bool:
    """True if a line runs along the spine (N, 2) [m]."""
    start, way = spine[0], spine[-1] - spine[0]
    along = np.clip((limb.way - start) @ way / max(float(way @ way), 1e-12), 0.0, 1.0)
    away = np.linalg.norm(limb.way - start - along[:, None] * way, axis=1)
    return bool((away < _ON_SPINE * cell).mean() > _MOST_ON_SPINE)
