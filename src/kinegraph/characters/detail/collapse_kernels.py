"""Compiled collapsing of edges, by quadric errors (Garland and Heckbert 1997).

A vertex is only ever moved onto one of its neighbours, so that what it carries (weights, colours, texture
coordinates) stays what it was: a coarser mesh has some of the vertices of the finer one.
"""

import numpy as np
from numba import njit

_UPRIGHT = 0.2  # least cosine between the normals of a triangle before and after
_EDGE = 10.0  # weight of planes that hold borders in place


@njit(cache=True, nogil=True, error_model="numpy")
def add_plane(quadric, nx, ny, nz, d, weight):
    """Adds the squared distance from a plane to a (10,) quadric: the upper triangle of a 4x4 matrix."""
    plane = (nx, ny, nz, d)
    at = 0
    for row in range(4):
        for column in range(row, 4):
            quadric[at] += weight * plane[row] * plane[column]
            at += 1


@njit(cache=True, nogil=True, error_model="numpy")
def normal_of(a, b, c):
    """The normal of a triangle, twice its area long."""
    return np.array([
        (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]),
        (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]),
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]),
    ])  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy")
def plane_quadrics(points, triangles):
    """(V, 10) quadrics of the planes of each vertex's triangles, by their areas."""
    quadrics = np.zeros((len(points), 10))
    for t in range(len(triangles)):
        a = points[triangles[t, 0]]
        normal = normal_of(a, points[triangles[t, 1]], points[triangles[t, 2]])
        size = np.sqrt(normal @ normal)
        if size <= 0.0:
            continue
        normal /= size
        for corner in range(3):
            add_plane(quadrics[triangles[t, corner]], normal[0], normal[1], normal[2], -(normal @ a), size)
    return quadrics


@njit(cache=True, nogil=True, error_model="numpy")
def hold_borders(points, triangles, borders, quadrics):
    """Adds planes through border edges, upright on their triangles. borders: (T, 3) of edge k to k + 1."""
    for t in range(len(triangles)):
        for corner in range(3):
            if not borders[t, corner]:
                continue
            u, v = triangles[t, corner], triangles[t, (corner + 1) % 3]
            a, b = points[u], points[v]
            normal = normal_of(a, b, points[triangles[t, (corner + 2) % 3]])
            along = b - a
            side = np.array([
                along[1] * normal[2] - along[2] * normal[1],
                along[2] * normal[0] - along[0] * normal[2],
                along[0] * normal[1] - along[1] * normal[0],
            ])  # fmt: skip
            size, long = np.sqrt(side @ side), along @ along
            if size <= 0.0:
                continue
            side /= size
            for end in (u, v):
                add_plane(quadrics[end], side[0], side[1], side[2], -(side @ a), _EDGE * long)


@njit(cache=True, nogil=True, error_model="numpy")
def _flips(points, triangles, starts, around, u, v):
    """True if moving u onto v turns a triangle over, or makes it a line."""
    for k in range(starts[u], starts[u + 1]):
        t = around[k]
        a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        if a == v or b == v or c == v:
            continue
        before = normal_of(points[a], points[b], points[c])
        after = normal_of(points[v if a == u else a], points[v if b == u else b], points[v if c == u else c])
        sizes = np.sqrt((before @ before) * (after @ after))
        if not before @ after > _UPRIGHT * sizes:
            return True
    return False


@njit(cache=True, nogil=True, error_model="numpy")
def _shared_neighbours(triangles, starts, around, u, v, marks, mark):
    """Number of vertices that are neighbours of both."""
    for k in range(starts[u], starts[u + 1]):
        for corner in range(3):
            marks[triangles[around[k], corner]] = mark
    count = 0
    for k in range(starts[v], starts[v + 1]):
        for corner in range(3):
            w = triangles[around[k], corner]
            if w != u and w != v and marks[w] == mark:
                marks[w] = mark + 1
                count += 1
    return count


@njit(cache=True, nogil=True, error_model="numpy")
def collapse_pass(points, triangles, starts, around, edges, sides, quadrics, most):
    """Collapses edges in order, none next to another; returns the number of triangles that are gone.

    triangles: (T, 3), changed in place; those that are gone have -1.
    starts, around: Triangles around each vertex, one vertex behind the other.
    edges: (E, 2) u and v: u moves onto v. The best come first.
    sides: (E,) triangles at each edge: 2, or 1 at a border.
    most: How many triangles may go.
    """
    touched = np.zeros(len(points), dtype=np.bool_)
    marks = np.zeros(len(points), dtype=np.int64)
    gone = 0
    for e in range(len(edges)):
        if gone >= most:
            break
        u, v = edges[e, 0], edges[e, 1]
        if touched[u] or touched[v]:
            continue
        if _shared_neighbours(triangles, starts, around, u, v, marks, 2 * e + 1) != sides[e]:
            continue
        if _flips(points, triangles, starts, around, u, v):
            continue
        for k in range(starts[u], starts[u + 1]):
            t = around[k]
            for corner in range(3):
                touched[triangles[t, corner]] = True
        for k in range(starts[u], starts[u + 1]):
            t = around[k]
            if triangles[t, 0] == v or triangles[t, 1] == v or triangles[t, 2] == v:
                triangles[t, :] = -1
                gone += 1
                continue
            for corner in range(3):
                if triangles[t, corner] == u:
                    triangles[t, corner] = v
        quadrics[v] += quadrics[u]
    return gone
