"""Distances of points to drawn lines, compiled."""

import numpy as np
from numba import njit


@njit(cache=True)
def distances_to_outlines(points, outlines, closed, distances):
    """distances (P, N) of points (P, 2) to lines (N, M, 2) [m]; zero inside of those that are closed (N,).

    A closed line returns to its start; inside is where a ray to the right crosses it an odd number of times.
    """
    count = outlines.shape[1]
    for p in range(len(points)):
        x, y = points[p, 0], points[p, 1]
        for n in range(len(outlines)):
            nearest = np.inf
            inside = False
            for m in range(count if closed[n] else count - 1):
                ax, ay = outlines[n, m, 0], outlines[n, m, 1]
                bx, by = outlines[n, (m + 1) % count, 0], outlines[n, (m + 1) % count, 1]
                dx, dy = bx - ax, by - ay
                square = dx * dx + dy * dy
                t = 0.0
                if square > 0.0:
                    t = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0.0), 1.0)
                nearest = min(nearest, (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2)
                if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
                    inside = not inside
            distances[p, n] = 0.0 if inside and closed[n] else np.sqrt(nearest)
