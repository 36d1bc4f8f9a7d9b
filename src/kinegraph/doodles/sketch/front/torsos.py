"""Torsos of a front view that are shapes: outlines below the head, and the thick part of one outline."""

import numpy as np

from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces

_MOST_TORSOS = 4
_LEAST_AREA = 0.2  # of the head's
_INSIDE = 0.5  # share of an outline in the head, from which on it is part of the face
_SAME = 0.85  # share of two regions in both, from which on they are one torso
_LEAST_DEPTH = 4.0  # of the thick part of an outline [cells]
_OPENINGS = (0.62, 0.85)  # of the greatest depth: what is thinner is a limb
_SLACK = 3  # columns by which a torso may be beside the middle of the head


def find_torsos(silhouette: Silhouette, head: np.ndarray) -> list[np.ndarray]:
    """(R, C) the shapes that may be the torso under a head, the likeliest first."""
    rows, columns = np.nonzero(head)
    middle = np.array([rows.mean(), columns.mean()])
    low = rows.min() - 0.15 * (rows.max() - rows.min())
    found: list[np.ndarray] = []
    shapes = [*silhouette.loops.values(), *silhouette.faces]
    likely = []
    for shape in shapes:
        inside = shape & silhouette.mask
        own = inside & ~head
        if (
            own.sum() > _INSIDE * inside.sum()
            and own.sum() > _LEAST_AREA * len(rows)
            and _is_under(own, middle, low)
        ):
            likely.append(own)
    likely += _thick_parts(silhouette, head, middle, low)
    for shape in sorted(likely, key=lambda each: -int(each.sum())):
        if not any((shape & each).sum() > _SAME * (shape | each).sum() for each in found):
            found.append(shape)
    return found[:_MOST_TORSOS]


def _is_under(shape: np.ndarray, middle: np.ndarray, low: float) -> bool:
    """True if a region is below a head, and neither beside it nor around it."""
    rows, columns = np.nonzero(shape)
    if rows.mean() >= low or not columns.min() - _SLACK <= middle[1] <= columns.max() + _SLACK:
        return False
    near = np.abs(columns - middle[1]) < _SLACK
    return not bool((rows[near] > middle[0]).any())


def _thick_parts(
    silhouette: Silhouette, head: np.ndarray, middle: np.ndarray, low: float
) -> list[np.ndarray]:
    """(R, C) what is left of the body under a head without its thin parts."""
    from scipy import ndimage

    body = silhouette.mask & ~head
    depth = np.asarray(ndimage.distance_transform_edt(body))
    deep = np.where(np.arange(len(body))[:, None] < middle[0], depth, 0.0)
    if deep.max() < _LEAST_DEPTH:
        return []
    top = np.unravel_index(int(deep.argmax()), deep.shape)
    found = []
    for share in _OPENINGS:
        least = share * float(deep.max())
        pieces = label_pieces(depth > least)
        away = np.asarray(ndimage.distance_transform_edt(pieces != pieces[top]))
        part = body & (away <= least)
        if _is_under(part, middle, low):
            found.append(part)
    return found
