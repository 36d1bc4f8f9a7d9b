"""Compiled forward kinematics: one pass over the joints of each frame, parents first."""

import numpy as np
from numba import njit


@njit(cache=True)
def frame_transforms(parents, root, local, rotations, positions_out, rotations_out):
    """Writes one frame's world positions (J, 3) and rotations (J, 4).

    root: (3,) the root's position in the world.
    local: (J, 3) positions in the parent's frame; the root's row is not used.
    """
    for axis in range(3):
        positions_out[0, axis] = root[axis]
    for axis in range(4):
        rotations_out[0, axis] = rotations[0, axis]
    for j in range(1, len(parents)):
        p = parents[j]
        px, py, pz, pw = rotations_out[p, 0], rotations_out[p, 1], rotations_out[p, 2], rotations_out[p, 3]
        vx, vy, vz = local[j, 0], local[j, 1], local[j, 2]
        tx, ty, tz = 2.0 * (py * vz - pz * vy), 2.0 * (pz * vx - px * vz), 2.0 * (px * vy - py * vx)
        positions_out[j, 0] = positions_out[p, 0] + vx + pw * tx + py * tz - pz * ty
        positions_out[j, 1] = positions_out[p, 1] + vy + pw * ty + pz * tx - px * tz
        positions_out[j, 2] = positions_out[p, 2] + vz + pw * tz + px * ty - py * tx
        qx, qy, qz, qw = rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3]
        rotations_out[j, 0] = pw * qx + px * qw + py * qz - pz * qy
        rotations_out[j, 1] = pw * qy - px * qz + py * qw + pz * qx
        rotations_out[j, 2] = pw * qz + px * qy - py * qx + pz * qw
        rotations_out[j, 3] = pw * qw - px * qx - py * qy - pz * qz


@njit(cache=True)
def world_transforms(parents, roots, locals_, rotations, positions_out, rotations_out):
    """Writes world positions (F, J, 3) and world rotations (F, J, 4).

    locals_: (F, J, 3) positions in the parent's frame, or (1, J, 3) where they are the same in every frame.
    """
    sliding = len(locals_) == len(roots)
    for f in range(len(roots)):
        local = locals_[f if sliding else 0]
        frame_transforms(parents, roots[f], local, rotations[f], positions_out[f], rotations_out[f])


@njit(cache=True)
def matrices(positions, rotations):
    """(N, 4, 4) world-from-joint matrices of N positions and unit quaternions."""
    result = np.zeros((len(positions), 4, 4))
    for n in range(len(positions)):
        x, y, z, w = rotations[n, 0], rotations[n, 1], rotations[n, 2], rotations[n, 3]
        result[n, 0, 0] = 1.0 - 2.0 * (y * y + z * z)
        result[n, 0, 1] = 2.0 * (x * y - z * w)
        result[n, 0, 2] = 2.0 * (x * z + y * w)
        result[n, 1, 0] = 2.0 * (x * y + z * w)
        result[n, 1, 1] = 1.0 - 2.0 * (x * x + z * z)
        result[n, 1, 2] = 2.0 * (y * z - x * w)
        result[n, 2, 0] = 2.0 * (x * z - y * w)
        result[n, 2, 1] = 2.0 * (y * z + x * w)
        result[n, 2, 2] = 1.0 - 2.0 * (x * x + y * y)
        for axis in range(3):
            result[n, axis, 3] = positions[n, axis]
        result[n, 3, 3] = 1.0
    return result
