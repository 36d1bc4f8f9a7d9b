"""Meshes, materials, skins, and the body that hangs on each joint of a character."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import ArrayField, Floats, Ints, frozen_floats, frozen_ints
from kinegraph.core.errors import InvalidValue


class Cap(StrEnum):
    """A capability of a body: its role in an anatomy, whatever its name."""

    ROOT = "root"
    SPINE = "spine"
    LIMB = "limb"
    GRASPER = "grasper"
    FOOT = "foot"
    MOUTH = "mouth"
    EYE = "eye"
    EAR = "ear"
    HEAD = "head"
    WING = "wing"
    TAIL = "tail"
    SPIKE = "spike"


@dataclass(frozen=True, eq=False)
class Material:
    """The look of a surface, in glTF's metallic-roughness terms.

    color: Linear RGBA, multiplied with the texture and the vertex colours.
    texture: An encoded PNG or JPEG image (sRGB), or None.
    """

    color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    metallic: float = 0.0
    roughness: float = 0.8
    texture: bytes | None = None
    double_sided: bool = False
    name: str = "material"


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh in one material.

    vertices: (V, 3) [m], in the frame that its owner states.
    triangles: (T, 3) vertex indices, counter-clockwise from outside.
    normals: (V, 3) unit normals, or None.
    colors: (V, 4) linear RGBA in 0..1, or None.
    uvs: (V, 2) texture coordinates with v down, as glTF has them, or None.
    """

    vertices: ArrayField
    triangles: Ints
    normals: Floats | None = None
    colors: Floats | None = None
    uvs: Floats | None = None
    material: Material = field(default_factory=Material)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "vertices", frozen_floats("Mesh vertices", self.vertices, (None, 3)))
        set_field(self, "triangles", frozen_ints("Mesh triangles", self.triangles, (None, 3)))
        count = len(self.vertices)
        if self.triangles.size and (self.triangles.min() < 0 or self.triangles.max() >= count):
            raise InvalidValue(f"A triangle uses a vertex outside the mesh's {count}.")
        for name, width in (("normals", 3), ("colors", 4), ("uvs", 2)):
            if getattr(self, name) is not None:
                set_field(self, name, frozen_floats(f"Mesh {name}", getattr(self, name), (count, width)))


@dataclass(frozen=True, eq=False)
class Skin:
    """A mesh that follows several joints: v' = sum_k w_k * world_from_joint(j_k) * joint_from_mesh(j_k) * v.

    mesh: Vertices in the mesh's own frame, the one `joint_from_mesh` starts from.
    joints: (V, 4) joint indices that move each vertex.
    weights: (V, 4) their weights, non-negative, summing to one.
    joint_from_mesh: (J, 4, 4) inverse bind matrices, one per skeleton joint (identity where unused).
    """

    mesh: Mesh
    joints: Ints
    weights: ArrayField
    joint_from_mesh: ArrayField

    def __post_init__(self) -> None:
        count = len(self.mesh.vertices)
        set_field = object.__setattr__
        set_field(self, "joints", frozen_ints("Skin joints", self.joints, (count, 4)))
        set_field(self, "weights", frozen_floats("Skin weights", self.weights, (count, 4)))
        set_field(
            self, "joint_from_mesh", frozen_floats("Skin bind matrices", self.joint_from_mesh, (None, 4, 4))
        )
        if self.joints.size and (self.joints.min() < 0 or self.joints.max() >= len(self.joint_from_mesh)):
            raise InvalidValue("A skin weight names a joint outside the skeleton.")
        if (self.weights < 0).any() or (np.abs(self.weights.sum(axis=1) - 1.0) > 1e-3).any():
            raise InvalidValue("The skin weights of every vertex must be non-negative and sum to one.")


@dataclass(frozen=True, eq=False)
class Body:
    """The meshes and shape of one joint's body.

    caps: What this body can do or is.
    box: (2, 3) lower and upper corner in the joint's frame [m].
    radius: Thickness of the body as a capsule from the joint to its children or end sites [m].
    meshes: Rigid geometry in the joint's frame.
    """

    caps: frozenset[Cap] = frozenset()
    box: NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, 3)))
    radius: float = 0.02
    meshes: tuple[Mesh, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "caps", frozenset(Cap(cap) for cap in self.caps))
        object.__setattr__(self, "box", frozen_floats("Body box", self.box, (2, 3)))
        if not (np.isfinite(self.radius) and self.radius >= 0):
            raise InvalidValue(f"A body's radius must be zero or more, not {self.radius}.")
