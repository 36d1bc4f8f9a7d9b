"""Blender's bones, or its objects, as a skeleton: Y up, metres, one root, no scale."""

import json
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import KinegraphError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    nearest_rotation,
    quat_conjugate,
    quat_from_matrix,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

Arrays = dict[str, np.ndarray]

# Y up from Z up: what Blender calls up is y here, and its back (+Y) is -z.
Y_FROM_Z = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
_ROUNDING = 2e-6  # float32's, on numbers around one
_SAME_REST = 2e-5  # how far Blender's rest may lie from the one that we wrote [m per m of size, rad]


@dataclass(frozen=True)
class Rig:
    """A skeleton, and where its joints come from.

    sources: Blender's index of each joint; None for a root that was added above several.
    placement: (4, 4) world from the armature's own space, with its scale.
    scale: Metres per unit of that space.
    about: Notes of our own writer; empty for other files.
    """

    skeleton: Skeleton
    sources: tuple[int | None, ...]
    placement: Floats
    scale: float
    about: dict[str, Any]

    @property
    def size(self) -> float:
        """The character's extent, at least one [m]: what tolerances are relative to."""
        return size_of(self.skeleton)

    def world(self, matrices: np.ndarray) -> tuple[Floats, Floats]:
        """Positions (F, J, 3) [m] and rotations (F, J, 4) from Blender's (F, B, 4, 4) world from bone."""
        found = np.empty((len(matrices), len(self.sources), 4, 4))
        for joint, source in enumerate(self.sources):
            found[:, joint] = self.placement if source is None else Y_FROM_Z @ matrices[:, source]
        return rigid(found)


def rig_of(result: dict[str, Any], arrays: Arrays, ends_at_tails: bool) -> Rig:
    """The rig that Blender's reading describes.

    ends_at_tails: Whether the tail of a bone without children is an end site. FBX files hold no tails.
    """
    about = read_notes(result["about"])
    parents: list[int] = result["parents"]
    order = _order(result["joints"], parents, about)
    placement, scale = _placement(arrays["world"])
    positions, rotations = rigid(placement @ arrays["rest"].astype(np.float64)[order])
    names = _full_names([result["joints"][source] for source in order], about)
    place = {source: joint for joint, source in enumerate(order)}
    above = np.array([place.get(parents[source], -1) for source in order], dtype=np.int64)
    sources: list[int | None] = list(order)
    if (above < 0).sum() > 1:
        root_position, root_rotation = rigid(placement[None])
        positions, rotations = (
            np.concatenate([root_position, positions]),
            np.concatenate([root_rotation, rotations]),
        )
        names, above, sources = (
            [_free(result["name"], names), *names],
            np.append(-1, above + 1),
            [None, *sources],
        )
    offsets, local = in_parents(positions, rotations, above)
    skeleton = Skeleton(tuple(names), above, offsets, local)
    if ends_at_tails:
        tips = [(j, s) for j, s in enumerate(sources) if s is not None and not skeleton.children[j]]
        tails = np.array([[0.0, scale * result["lengths"][source], 0.0] for _, source in tips])
        joints = np.array([joint for joint, _ in tips], dtype=np.int64)
        skeleton = replace(skeleton, end_joints=joints, end_offsets=tails)
    return Rig(_as_written(skeleton, about), tuple(sources), placement, scale, about)


def read_notes(text: str) -> dict[str, Any]:
    """The notes that our own writer left; empty where there are none or they are damaged."""
    try:
        about = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return about if isinstance(about, dict) else {}


def rigid(matrices: Floats) -> tuple[Floats, Floats]:
    """Positions (..., 3) and unit quaternions (..., 4) of affine matrices (..., 4, 4), without scale."""
    linear = matrices[..., :3, :3]
    determinant = np.linalg.det(linear)
    size = np.cbrt(np.where(determinant == 0.0, 1.0, determinant))  # negative for a mirroring: it commutes
    turned = linear / size[..., None, None]
    bent = np.abs(np.swapaxes(turned, -1, -2) @ turned - np.eye(3)).max(axis=(-2, -1)) > 1e-4
    if bent.any():
        turned[bent] = nearest_rotation(turned[bent])
    return matrices[..., :3, 3], quat_from_matrix(turned)


def in_parents(positions: Floats, rotations: Floats, parents: np.ndarray) -> tuple[Floats, Floats]:
    """Translations (..., J, 3) and rotations (..., J, 4) in the parents' frames, from those in the world."""
    above = quat_conjugate(rotations[..., parents[1:], :])
    offsets, local = positions.copy(), rotations.copy()
    offsets[..., 1:, :] = quat_rotate(above, positions[..., 1:, :] - positions[..., parents[1:], :])
    local[..., 1:, :] = quat_multiply(above, rotations[..., 1:, :])
    return offsets, local


def size_of(skeleton: Skeleton) -> float:
    """The extent of a skeleton at rest, at least one [m]."""
    positions = forward_kinematics(Pose.rest(skeleton)).positions
    return max(1.0, float(np.abs(positions).max()))


def _placement(world: np.ndarray) -> tuple[Floats, float]:
    """World from armature, Y up, and its scale; where it is an exact turn but for rounding, exact."""
    placement = Y_FROM_Z @ world.astype(np.float64)
    scale = float(np.cbrt(abs(np.linalg.det(placement[:3, :3])))) or 1.0
    if abs(scale - 1.0) < _ROUNDING:
        scale = 1.0
    turned = placement[:3, :3] / scale
    if np.abs(turned - np.rint(turned)).max() < _ROUNDING:
        placement[:3, :3] = np.rint(turned) * scale
    return placement, scale


def _order(names: list[str], parents: list[int], about: dict[str, Any]) -> list[int]:
    """Blender's indices in the order that we wrote, where the bones are still those; else as they come."""
    written = about.get("bones")
    if not isinstance(written, list) or sorted(map(str, written)) != sorted(names):
        return list(range(len(names)))
    index = {name: number for number, name in enumerate(names)}
    order = [index[name] for name in written]
    place = {source: joint for joint, source in enumerate(order)}
    valid = len(place) == len(names) and all(
        parents[s] < 0 or place[parents[s]] < joint for joint, s in enumerate(order)
    )
    return order if valid else list(range(len(names)))


def _full_names(names: list[str], about: dict[str, Any]) -> list[str]:
    """The names that Blender had to cut, whole again."""
    short, whole = about.get("bones"), about.get("joints")
    if not (isinstance(short, list) and isinstance(whole, list) and len(short) == len(whole)):
        return names
    known = {a: b for a, b in zip(short, whole, strict=True) if isinstance(a, str) and isinstance(b, str)}
    restored = [known.get(name, name) for name in names]
    return restored if len(set(restored)) == len(names) else names


def _free(name: str, taken: list[str]) -> str:
    wanted, number = name, 1
    while wanted in taken:
        number += 1
        wanted = f"{name} {number}"
    return wanted


def _as_written(skeleton: Skeleton, about: dict[str, Any]) -> Skeleton:
    """The skeleton that we wrote, in full precision, where Blender's is still it; else Blender's."""
    try:
        written = Skeleton(
            skeleton.names,
            skeleton.parents,
            np.array(about["offsets"], dtype=np.float64),
            np.array(about["rotations"], dtype=np.float64),
            np.array(about["end_joints"], dtype=np.int64),
            np.array(about["end_offsets"], dtype=np.float64).reshape(-1, 3),
        )
    except (KeyError, TypeError, ValueError, OverflowError, KinegraphError):
        return skeleton
    if list(skeleton.names) != about.get("joints"):
        return skeleton
    now, then = (forward_kinematics(Pose.rest(each)) for each in (skeleton, written))
    turned = 1.0 - np.abs(np.sum(now.rotations * then.rotations, axis=-1))
    moved = np.abs(now.positions - then.positions).max()
    return written if moved < _SAME_REST * size_of(written) and turned.max() < _SAME_REST**2 else skeleton
