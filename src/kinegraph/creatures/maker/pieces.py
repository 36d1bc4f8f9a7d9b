"""Pieces: bones, flesh and trimmings of limbs and parts, ready to be mirrored and joined to a body plan."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from kinegraph.characters.body_plan import (
    Blob,
    BodyPlan,
    Bone,
    Contact,
    Eye,
    Ornament,
    Patch,
    mirror_image,
    other_side,
)
from kinegraph.characters.shapes import mirrored
from kinegraph.core.body import Mesh


@dataclass(frozen=True, eq=False)
class Trimming:
    """A mesh on a bone that is built only for a creature with a skin: `shape()`, in rest-world metres."""

    bone: str
    shape: Callable[[], Mesh]


@dataclass(eq=False)
class Pieces:
    """A growing collection of everything that a body plan consists of."""

    bones: list[Bone] = field(default_factory=list)
    blobs: list[Blob] = field(default_factory=list)
    patches: list[Patch] = field(default_factory=list)
    eyes: list[Eye] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    trimmings: list[Trimming] = field(default_factory=list)

    def add(self, other: "Pieces") -> None:
        """Adds the contents of another collection."""
        self.bones += other.bones
        self.blobs += other.blobs
        self.patches += other.patches
        self.eyes += other.eyes
        self.contacts += other.contacts
        self.trimmings += other.trimmings

    def mirror_image(self) -> "Pieces":
        """The mirror image across x = 0."""
        return Pieces(
            [mirror_image(bone) for bone in self.bones],
            [mirror_image(blob) for blob in self.blobs],
            [mirror_image(patch) for patch in self.patches],
            [mirror_image(eye) for eye in self.eyes],
            [mirror_image(contact) for contact in self.contacts],
            [_mirrored_trimming(trimming) for trimming in self.trimmings],
        )

    def trim(self, bone: str, shape: Callable[[], Mesh]) -> None:
        """Adds a mesh on a bone that is built when it is needed."""
        self.trimmings.append(Trimming(bone, shape))

    def size(self) -> float:
        """The longest side of the box around all bones and flesh, about [m]; never zero."""
        span = float(np.ptp([bone.tail for bone in self.bones], axis=0).max())
        fat = [2.0 * max(bone.radii) * max(bone.section) for bone in self.bones if bone.radii is not None]
        fat += [2.0 * float(blob.radii.max()) for blob in self.blobs]
        return max(span, 1e-3, *fat)

    def thicken(self, least: float) -> None:
        """Gives flesh at least a radius in every direction [m]: the mesh of a skin must be finer than it."""
        self.bones = [_thick_bone(bone, least) for bone in self.bones]
        self.blobs = [
            blob if blob.radii.min() >= least else replace(blob, radii=np.maximum(blob.radii, least))
            for blob in self.blobs
        ]

    def body_plan(self, name: str, color: str, vertices: int, sole: float, *, trimmed: bool) -> BodyPlan:
        """The body plan of all pieces."""
        ornaments = [Ornament(t.bone, t.shape()) for t in self.trimmings] if trimmed else []
        return BodyPlan(
            name,
            tuple(self.bones),
            tuple(self.blobs),
            tuple(self.patches),
            tuple(self.eyes),
            tuple(ornaments),
            tuple(self.contacts),
            color,
            vertices,
            sole,
        )


def _thick_bone(bone: Bone, least: float) -> Bone:
    if bone.radii is None or min(bone.radii) * min(bone.section) >= least:
        return bone
    flat = least / min(bone.section)
    return replace(bone, radii=(max(bone.radii[0], flat), max(bone.radii[1], flat)))


def _mirrored_trimming(trimming: Trimming) -> Trimming:
    return Trimming(other_side(trimming.bone), lambda: mirrored(trimming.shape()))
