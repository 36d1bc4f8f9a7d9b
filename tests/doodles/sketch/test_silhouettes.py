"""Silhouettes: shortest ways inside of them, and outlines with gaps."""

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.sketch.front.silhouette import (
    Silhouette,
    close_outlines,
    draw_silhouette,
    walk_distances,
)


def _drawn(*lines: np.ndarray) -> Silhouette:
    silhouette = draw_silhouette([_stroke(line) for line in lines])
    assert silhouette is not None
    return silhouette


def _stroke(line: np.ndarray) -> Stroke:
    return stroke_from_raw(np.asarray(line, dtype=float))


def _ring(gap: float = 0.0, width: float = 1.0) -> np.ndarray:
    turn = np.linspace(0.5 * gap, 2.0 * np.pi - 0.5 * gap, 80)
    return np.stack([width * np.cos(turn), np.sin(turn)], axis=1)


def _slow_distances(silhouette: Silhouette, sources: np.ndarray) -> np.ndarray:
    """Distances by a second implementation, on a graph of the cells."""
    mask = silhouette.mask
    effort = 0.5 + 0.5 / np.maximum(silhouette.depth, 1.0)
    cells = [tuple(cell) for cell in np.argwhere(mask)]
    number = {cell: k for k, cell in enumerate(cells)}
    rows, columns, lengths = [], [], []
    for r, c in cells:
        for dr, dc in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = (r + dr, c + dc)
            if other in number:
                rows.append(number[r, c])
                columns.append(number[other])
                lengths.append(0.5 * np.hypot(dr, dc) * (effort[r, c] + effort[other]))
    graph = coo_matrix((lengths, (rows, columns)), shape=(len(cells), len(cells))).tocsr()
    starts = [number[tuple(cell)] for cell in np.argwhere(mask & sources)]
    found = np.full(mask.shape, np.inf)
    found[mask] = dijkstra(graph, directed=False, indices=starts).min(axis=0)
    return found


def test_distances_inside_of_a_silhouette_are_those_of_a_graph() -> None:
    silhouette = _drawn(_ring(), np.array([[0.0, -1.0], [0.3, -2.0], [-0.8, -2.6]]))
    sources = np.zeros_like(silhouette.mask)
    sources[tuple(np.argwhere(silhouette.mask)[-1])] = True
    distances, before = walk_distances(silhouette, sources)
    np.testing.assert_allclose(distances, _slow_distances(silhouette, sources), atol=1e-6)
    assert (before.ravel()[np.isfinite(distances.ravel()) & ~sources.ravel()] >= 0).all()


def test_the_cell_before_each_leads_back_to_the_sources() -> None:
    silhouette = _drawn(_ring(), np.array([[0.0, -1.0], [0.0, -3.0]]))
    sources = np.zeros_like(silhouette.mask)
    sources[tuple(np.argwhere(silhouette.mask)[-1])] = True
    distances, before = walk_distances(silhouette, sources)
    cell = int(np.ravel_multi_index(tuple(np.argwhere(silhouette.mask)[0]), silhouette.mask.shape))
    while before.ravel()[cell] >= 0:
        after, cell = cell, int(before.ravel()[cell])
        assert distances.ravel()[cell] < distances.ravel()[after]
    assert sources.ravel()[cell]


def test_an_outline_of_two_strokes_with_small_gaps_is_filled_once_it_is_closed() -> None:
    turn = np.linspace(0.07, np.pi - 0.07, 60)
    upper = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    silhouette = _drawn(upper, upper * [1.0, -1.0])
    closed = close_outlines(silhouette)
    middle = (silhouette.mask.shape[0] // 2, silhouette.mask.shape[1] // 2)
    assert not silhouette.mask[middle]
    assert closed is not None
    assert closed.mask[middle]


def test_wide_open_lines_have_nothing_to_close() -> None:
    legs = (np.array([[0.0, 0.0], [-0.4, -2.0]]), np.array([[0.0, 0.0], [0.4, -2.0]]))
    assert close_outlines(_drawn(*legs)) is None


def test_eyes_inside_of_a_face_are_no_faces_of_their_own() -> None:
    silhouette = _drawn(_ring(), 0.1 * _ring() + [0.4, 0.3], 0.1 * _ring() + [-0.4, 0.3])
    largest = silhouette.faces[0]
    assert largest.sum() > 0.9 * silhouette.mask.sum()
