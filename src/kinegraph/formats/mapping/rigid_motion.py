"""Motion of scaled nodes as motion of the rigid skeleton that was made of them."""

from typing import Protocol

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.mapping.rigid_tree import RigidTree

_UNTURNED = np.array([0.0, 0.0, 0.0, 1.0])


class TreeOfJoints(Protocol):
    """Anything that pairs a skeleton with the scaled tree it came from."""

    @property
    def skeleton(self) -> Skeleton: ...
    @property
    def tree(self) -> RigidTree: ...


def rigid_rotations(tree: RigidTree, joints: Ints, rotations: Floats) -> Floats:
    """(..., N, 4) rotations of nodes as rotations of the joints (N,) made of them. Linear: rates map too."""
    before, after = tree.before[joints], tree.after[joints]
    if (before != _UNTURNED).any():
        rotations = quat_multiply(before, rotations)
    if (after != _UNTURNED).any():
        rotations = quat_multiply(rotations, after)
    return rotations


def rigid_translations(tree: RigidTree, joints: Ints, translations: Floats) -> Floats:
    """(..., N, 3) translations of nodes as translations of the joints (N,) made of them [m]."""
    linears = tree.linears[joints]
    if (linears != np.eye(3)).any():
        translations = np.einsum("nab,...nb->...na", linears, translations)
    return tree.shifts[joints] + translations


def node_rotations(tree: RigidTree, joint: int, rotations: Floats) -> Floats:
    """(K, 4) rotations of a joint as rotations of its node; the inverse of `rigid_rotations`."""
    before, after = quat_conjugate(tree.before[joint]), quat_conjugate(tree.after[joint])
    if (tree.before[joint] != _UNTURNED).any():
        rotations = quat_multiply(before, rotations)
    if (tree.after[joint] != _UNTURNED).any():
        rotations = quat_multiply(rotations, after)
    return rotations


def node_translations(tree: RigidTree, joint: int, translations: Floats, rate: bool = False) -> Floats:
    """(K, 3) translations of a joint [m] as translations of its node; the inverse of `rigid_translations`.

    rate: Whether they are rates of change, which have no constant part.
    """
    moved = translations if rate else translations - tree.shifts[joint]
    if (tree.linears[joint] != np.eye(3)).any():
        moved = np.linalg.solve(tree.linears[joint], moved.T).T
    return moved


def clip_of_locals(skeleton: Skeleton, fps: float, places: Floats, rotations: Floats, name: str) -> Clip:
    """A clip of local translations (F, J, 3) [m] and rotations (F, J, 4).

    Files repeat the offset of a joint on every frame; joints that stay there but for rounding do not slide.
    """
    slack = 1e-6 * max(1.0, float(np.abs(skeleton.offsets).max()))
    slides = bool((np.abs(places[:, 1:] - skeleton.offsets[1:]) > slack).any())
    return Clip(skeleton, fps, places[:, 0].copy(), rotations, places if slides else None, name)


def to_rest(nodes: TreeOfJoints, joint: int, keys: Floats, rotation: bool, rate: bool = False) -> Floats:
    """(K, n) keys of one node as displacements of its joint from rest, in the joint's rest frame.

    rate: Whether the keys are rates of change, which have no constant part.
    """
    index = np.array([joint])
    back = quat_conjugate(nodes.skeleton.rest_rotations[joint])
    if rotation:
        return quat_multiply(back, rigid_rotations(nodes.tree, index, keys[:, None])[:, 0])
    moved = rigid_translations(nodes.tree, index, keys[:, None])[:, 0]
    constant = nodes.tree.shifts[joint] if rate else nodes.skeleton.offsets[joint]
    return quat_rotate(back, moved - constant)
