"""Seeded random skeletons and motions for the core's tests."""

import numpy as np

from kinegraph.core.character import Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.skeleton import Skeleton

IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])


def random_quats(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """(*shape, 4) unit quaternions, uniform over all rotations."""
    q = rng.normal(size=(*shape, 4))
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def random_skeleton(rng: np.random.Generator, joints: int = 12, rotated: bool = True) -> Skeleton:
    """A random tree with an end site on its last joint and two on its root."""
    parents = np.array([-1, *(rng.integers(0, j) for j in range(1, joints))])
    return Skeleton(
        names=tuple(f"joint {j}" for j in range(joints)),
        parents=parents,
        offsets=rng.normal(scale=0.3, size=(joints, 3)),
        rest_rotations=random_quats(rng, joints) if rotated else np.tile(IDENTITY, (joints, 1)),
        end_joints=np.array([joints - 1, 0, 0]),
        end_offsets=rng.normal(scale=0.2, size=(3, 3)),
    )


def random_clip(rng: np.random.Generator, skeleton: Skeleton, frames: int = 7, slides: bool = False) -> Clip:
    """Unrelated random poses."""
    roots = rng.normal(size=(frames, 3))
    translations = None
    if slides:
        translations = rng.normal(scale=0.3, size=(frames, len(skeleton), 3))
        translations[:, 0] = roots
    return Clip(skeleton, 30.0, roots, random_quats(rng, frames, len(skeleton)), translations)


def wandering_quats(rng: np.random.Generator, frames: int, *shape: int, step: float = 0.05) -> np.ndarray:
    """(frames, *shape, 4) unit quaternions that turn by about `step` [rad] a frame."""
    from scipy.spatial.transform import Rotation

    count = int(np.prod(shape, dtype=int))
    turns = rng.normal(scale=step, size=(frames, count, 3))
    current = Rotation.random(count, rng=rng)
    result = []
    for turn in turns:
        current = Rotation.from_rotvec(turn) * current
        result.append(current.as_quat())
    return np.array(result).reshape(frames, *shape, 4)


def chain_skeleton(lengths: list[float]) -> Skeleton:
    """Joints in a row along +Y with an end site at the tip: lengths[k] from joint k on."""
    count = len(lengths)
    offsets = [[0.0, 0.0, 0.0]] + [[0.0, length, 0.0] for length in lengths[:-1]]
    names = [f"link {k}" for k in range(count)]
    return Skeleton.from_offsets(names, range(-1, count - 1), offsets, [(count - 1, [0.0, lengths[-1], 0.0])])


def symmetric_skeleton(rng: np.random.Generator) -> tuple[Skeleton, Symmetry]:
    """Hips, spine, head and a left and right arm and leg, mirror images at rest, unrotated rest frames."""
    names, parents, offsets, mirror, sides = [], [], [], [], []

    def add(name: str, parent: int, offset: np.ndarray, side: int, partner: int) -> int:
        names.append(name)
        parents.append(parent)
        offsets.append(offset)
        mirror.append(partner)
        sides.append(side)
        return len(names) - 1

    add("hips", -1, np.array([0.0, 1.0, 0.0]), 0, 0)
    add("spine", 0, np.array([0.0, 0.3, 0.02]), 0, 1)
    add("head", 1, np.array([0.0, 0.3, 0.05]), 0, 2)
    for limb, root in (("arm", 1), ("leg", 0)):
        before = {1: root, -1: root}
        for part in ("upper", "lower", "tip"):
            offset = rng.normal(scale=0.2, size=3)
            for side, word in ((1, "left"), (-1, "right")):
                here = len(names)
                place = offset * np.array([side, 1.0, 1.0])
                before[side] = add(f"{word} {limb} {part}", before[side], place, side, here + side)
    skeleton = Skeleton.from_offsets(names, parents, offsets)
    return skeleton, Symmetry(np.array(mirror), np.array(sides))
