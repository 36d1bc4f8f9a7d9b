"""Scaled node trees as rigid ones: a Skeleton has no scale, the files that characters come in do.

A node's local transform is T R U with a stretch U (usually a diagonal of scales). Its world transform is
split by polar decomposition into a rigid motion and a residual, world_from_node = rigid @ residual. The
rigid parts make a skeleton; what hangs on a node (a mesh, an inverse bind matrix) takes the residual. Where
the residuals above a joint are uniform (any factor, mirrored or not) this is exact in every pose, because a
multiple of the identity commutes with all rotations; below an uneven stretch it is exact in the rest pose.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.math.rotations import (
    matrix_from_quat,
    nearest_rotation,
    quat_conjugate,
    quat_from_matrix,
    quat_multiply,
)

_IDENTITY = np.eye(3)
_ROUNDING = 1e-9  # a residual this close to none is rounding: dropping it keeps everything below it exact


@dataclass(frozen=True)
class RigidTree:
    """The rigid tree of a scaled one, and how motion of the scaled nodes maps to it.

    offsets, rotations: (J, 3) [m], (J, 4) rest placement in the rigid parent's frame.
    residuals: (J, 3, 3) node_from_scaled: world_from_node = rigid world @ residual.
    A node's animated translation t and rotation q become
        rigid translation = shifts + linears @ t,   rigid rotation = before * q * after,
    both linear in t and q, so that the control points of curves map the same way.
    uneven: (J,) whether the stretch above this joint is uneven, so that its motion is only exact at rest.
    """

    offsets: Floats
    rotations: Floats
    residuals: Floats
    shifts: Floats
    linears: Floats
    before: Floats
    after: Floats
    uneven: np.ndarray


def rigid_tree(
    parents: Ints, translations: Floats, rotations: Floats, stretches: Floats, placement: Floats | None = None
) -> RigidTree:
    """Splits the scales off a tree of nodes.

    parents: (J,) the root's is -1, a parent precedes its children.
    translations, rotations, stretches: (J, 3), (J, 4), (J, 3, 3) the local transform T R U of each node.
    placement: (4, 4) world from the root's parent; the identity where not given.
    """
    count = len(parents)
    placement = np.eye(4) if placement is None else placement
    local = matrix_from_quat(rotations) @ stretches
    plain = (stretches == _IDENTITY).all(axis=(1, 2))
    linears = np.empty((count, 3, 3))
    shifts = np.zeros((count, 3))
    residuals = np.empty((count, 3, 3))
    before = np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    after = before.copy()
    rigid = np.array(rotations, dtype=np.float64)
    for joint, parent in enumerate(parents.tolist()):
        linears[joint] = residuals[parent] if parent >= 0 else placement[:3, :3]
        if parent < 0:
            shifts[joint] = placement[:3, 3]
        if plain[joint] and (linears[joint] == _IDENTITY).all():  # no scale in sight: stay exact
            residuals[joint] = _IDENTITY
            continue
        turned, residuals[joint] = _rigid_and_residual(linears[joint] @ local[joint])
        if np.abs(residuals[joint] - _IDENTITY).max() < _ROUNDING:
            residuals[joint] = _IDENTITY
        rigid[joint] = quat_from_matrix(turned)
        if parent < 0:
            before[joint] = quat_from_matrix(_rigid_and_residual(linears[joint])[0])
        after[joint] = quat_multiply(
            quat_conjugate(quat_multiply(before[joint], rotations[joint])), rigid[joint]
        )
    offsets = shifts + np.einsum("jab,jb->ja", linears, translations)
    return RigidTree(offsets, rigid, residuals, shifts, linears, before, after, _uneven(linears))


def trs_from_matrix(matrices: Floats) -> tuple[Floats, Floats, Floats]:
    """Translations (..., 3), rotations (..., 4) and stretches (..., 3, 3) of affine matrices (..., 4, 4)."""
    linear = matrices[..., :3, :3]
    turned, stretches = _rigid_and_residual(linear)
    near = np.abs(stretches - _IDENTITY).max(axis=(-2, -1), keepdims=True) < 1e-6
    return matrices[..., :3, 3], quat_from_matrix(turned), np.where(near, _IDENTITY, stretches)


def affine(linear: Floats) -> Floats:
    """(..., 4, 4) matrices that apply (..., 3, 3) and move nothing."""
    matrices = np.zeros((*linear.shape[:-2], 4, 4))
    matrices[..., :3, :3] = linear
    matrices[..., 3, 3] = 1.0
    return matrices


def _rigid_and_residual(linear: Floats) -> tuple[Floats, Floats]:
    """Rotation and residual of (..., 3, 3); a mirror gives a negative residual, which commutes too."""
    sign = np.where(np.linalg.det(linear) < 0.0, -1.0, 1.0)[..., None, None]
    turned = nearest_rotation(linear * sign)
    return turned, np.swapaxes(turned, -1, -2) @ linear


def _uneven(linears: Floats) -> np.ndarray:
    """(J,) whether a matrix is no multiple of a rotation, within what float32 files round to."""
    gram = np.swapaxes(linears, 1, 2) @ linears
    mean = np.trace(gram, axis1=1, axis2=2) / 3.0
    return np.abs(gram - mean[:, None, None] * _IDENTITY).max(axis=(1, 2)) > 1e-3 * np.maximum(mean, 1e-30)
