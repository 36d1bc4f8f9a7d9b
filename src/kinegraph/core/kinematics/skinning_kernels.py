"""Compiled linear blend skinning."""

from numba import njit


@njit(cache=True)
def blend_points(points, joints, weights, world_from_mesh, result):
    """Writes (F, V, 3) points moved by the weighted sum of their joints' matrices (F, J, 4, 4)."""
    for f in range(len(world_from_mesh)):
        for v in range(len(points)):
            x, y, z = points[v, 0], points[v, 1], points[v, 2]
            for axis in range(3):
                result[f, v, axis] = 0.0
            for slot in range(joints.shape[1]):
                weight = weights[v, slot]
                if weight == 0.0:
                    continue
                m = world_from_mesh[f, joints[v, slot]]
                for axis in range(3):
                    moved = m[axis, 0] * x + m[axis, 1] * y + m[axis, 2] * z + m[axis, 3]
                    result[f, v, axis] += weight * moved


@njit(cache=True)
def blend_normals(normals, joints, weights, cofactors, result):
    """Writes (F, V, 3) unit normals turned by the weighted sum of their joints' cofactor matrices (F, J, 3,
    3).

    A normal that cancels out keeps its rest direction: there is no better guess and it stays a unit vector.
    """
    for f in range(len(cofactors)):
        for v in range(len(normals)):
            x, y, z = normals[v, 0], normals[v, 1], normals[v, 2]
            nx, ny, nz = 0.0, 0.0, 0.0
            for slot in range(joints.shape[1]):
                weight = weights[v, slot]
                m = cofactors[f, joints[v, slot]]
                nx += weight * (m[0, 0] * x + m[0, 1] * y + m[0, 2] * z)
                ny += weight * (m[1, 0] * x + m[1, 1] * y + m[1, 2] * z)
                nz += weight * (m[2, 0] * x + m[2, 1] * y + m[2, 2] * z)
            length = (nx * nx + ny * ny + nz * nz) ** 0.5
            if length < 1e-12:
                nx, ny, nz, length = x, y, z, 1.0
            result[f, v, 0], result[f, v, 1], result[f, v, 2] = nx / length, ny / length, nz / length
