"""Compiled forward kinematics: one pass over the joints of each frame, parents first."""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.quaternions import multiply, quaternion, rotate, set_quaternion
from kinegraph.core.kernels.vectors import add, set_vector, vector


@cached_kernel()
def frame_transforms(parents, root, local, rotations, positions_out, rotations_out):
    """Writes one frame's world positions (J, 3) and rotations (J, 4).

    root: (3,) the root's position in the world.
    local: (J, 3) positions in the parent's frame; the root's row is not used.
    """
    set_vector(positions_out, 0, root)
    set_quaternion(rotations_out, 0, quaternion(rotations, 0))
    for j in range(1, len(parents)):
        p = parents[j]
        carrier = quaternion(rotations_out, p)
        set_vector(positions_out, j, add(vector(positions_out, p), rotate(carrier, vector(local, j))))
        set_quaternion(rotations_out, j, multiply(carrier, quaternion(rotations, j)))


@cached_kernel()
def world_transforms(parents, roots, locals_, rotations, positions_out, rotations_out):
    """Writes world positions (F, J, 3) and world rotations (F, J, 4).

    locals_: (F, J, 3) positions in the parent's frame, or (1, J, 3) where they are the same in every frame.
    """
    sliding = len(locals_) == len(roots)
    for f in range(len(roots)):
        local = locals_[f if sliding else 0]
        frame_transforms(parents, roots[f], local, rotations[f], positions_out[f], rotations_out[f])


@cached_kernel()
def matrices(positions, rotations):
    """(N, 4, 4) world-from-joint matrices of N positions and unit quaternions."""
    result = np.zeros((len(positions), 4, 4))
    for n in range(len(positions)):
        x, y, z, w = quaternion(rotations, n)
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
