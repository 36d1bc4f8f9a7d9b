"""One line around several rounded bones."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats

_GRID = 130  # cells along a traced outline


def trace_bones(parts: Sequence[tuple[Floats, Floats, float]], rng: np.random.Generator) -> Floats:
    """One line around rounded bones (start, end, radius), begun anywhere."""
    from skimage.measure import find_contours

    ends = np.array([end for start, stop, _ in parts for end in (start, stop)])
    reach = max(radius for _, _, radius in parts) + 0.05
    low, high = ends.min(axis=0) - reach, ends.max(axis=0) + reach
    cell = float((high - low).max()) / _GRID
    x, y = np.meshgrid(np.arange(low[0], high[0], cell), np.arange(low[1], high[1], cell))
    shape = np.full(x.shape, np.inf)
    for start, end, radius in parts:
        way = end - start
        along = np.clip(((x - start[0]) * way[0] + (y - start[1]) * way[1]) / max(way @ way, 1e-12), 0.0, 1.0)
        away = np.hypot(x - start[0] - along * way[0], y - start[1] - along * way[1])
        shape = np.minimum(shape, away - radius)
    line = max(find_contours(shape, 0.0), key=len)[:-1, ::-1] * cell + low
    line = np.roll(line, -int(rng.integers(len(line))), axis=0)
    return np.concatenate([line, line[: int(rng.integers(1, 6))]])
