"""Linear blend skinning: where a skin's vertices and normals are when its joints have moved."""

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.body import Skin
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, transform_matrices
from kinegraph.core.kinematics.skinning_kernels import blend_normals, blend_points


def deform(skin: Skin, world: WorldTransforms) -> Floats:
    """(..., V, 3) the skin's vertices in the world [m], for one pose or a batch of them."""
    matrices = _world_from_mesh(skin, world)
    batch = matrices.shape[:-3]
    result = np.empty((int(np.prod(batch)), len(skin.mesh.vertices), 3))
    flat = kernel_floats(matrices.reshape(-1, *matrices.shape[-3:]))
    blend_points(kernel_floats(skin.mesh.vertices), skin.joints, kernel_floats(skin.weights), flat, result)
    return result.reshape(*batch, *result.shape[1:])


def deform_normals(skin: Skin, world: WorldTransforms) -> Floats:
    """(..., V, 3) the skin's unit normals in the world; the mesh must have normals."""
    if skin.mesh.normals is None:
        raise InvalidValue("A skin whose mesh has no normals cannot have them deformed.")
    matrices = _world_from_mesh(skin, world)
    batch = matrices.shape[:-3]
    rows = matrices[..., :3, :3].reshape(-1, matrices.shape[-3], 3, 3)
    # The cofactor matrix turns normals right under any scale or shear, and exists for singular matrices too.
    cofactors = np.stack(
        [np.cross(rows[..., (i + 1) % 3, :], rows[..., (i + 2) % 3, :]) for i in range(3)], axis=-2
    )
    result = np.empty((len(rows), len(skin.mesh.vertices), 3))
    blend_normals(
        kernel_floats(skin.mesh.normals),
        skin.joints,
        kernel_floats(skin.weights),
        kernel_floats(cofactors),
        result,
    )
    return result.reshape(*batch, *result.shape[1:])


def _world_from_mesh(skin: Skin, world: WorldTransforms) -> Floats:
    """(..., J, 4, 4) the matrix that each joint moves the mesh's rest vertices by."""
    if world.positions.shape[-2] != len(skin.joint_from_mesh):
        raise InvalidValue(
            f"A skin of {len(skin.joint_from_mesh)} joints cannot follow {world.positions.shape[-2]} joints."
        )
    return transform_matrices(world) @ skin.joint_from_mesh
