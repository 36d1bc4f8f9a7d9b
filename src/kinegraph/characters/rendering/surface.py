"""Surface: every triangle of something that stands on the stage, with all that its look needs.

A `Model` is made once a character; `pose_surface` then places it, frame after frame.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.characters.rendering.layout import TEXTURE, Surface
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, points_on_joints
from kinegraph.core.kinematics.skinning import deform, deform_normals
from kinegraph.core.math.rotations import quat_rotate


@dataclass(frozen=True, eq=False)
class ModelPart:
    """One mesh of a model: skinned, or rigid on one joint.

    skin: How it follows several joints, or None.
    joint: The joint it is fixed to; unused with a skin.
    groups: (V,) vertices that share a place share a number: normals are smoothed across seams. None where the
        mesh brought its own normals.
    """

    mesh: Mesh
    skin: Skin | None
    joint: int
    groups: Ints | None


@dataclass(frozen=True, eq=False)
class Model:
    """A character's looks, without a pose: its parts, and the joined surface at whatever place."""

    parts: tuple[ModelPart, ...]
    template: Surface


def model_of(character: Character) -> Model:
    """The model of a character; where it has no meshes at all, of a stick figure along its bones."""
    shown = character if _has_mesh(character) else _stick(character)
    parts = [_part(skin.mesh, skin, -1) for skin in shown.skins]
    parts += [_part(mesh, None, joint) for joint, body in enumerate(shown.bodies) for mesh in body.meshes]
    return model_of_parts(tuple(part for part in parts if len(part.mesh.triangles)))


def model_of_parts(parts: tuple[ModelPart, ...]) -> Model:
    """Joins parts; two that share a material share its finish and its texture."""
    materials: list[Material] = []
    for part in parts:
        if not any(part.mesh.material is material for material in materials):
            materials.append(part.mesh.material)
    finishes, texels, shapes = _finishes(materials)
    first_vertex = np.cumsum([0, *(len(part.mesh.vertices) for part in parts)])
    finish_of_part = [next(i for i, m in enumerate(materials) if m is part.mesh.material) for part in parts]
    template = Surface(
        vertices=_join([part.mesh.vertices for part in parts], (0, 3)),
        normals=_join([np.zeros((len(part.mesh.vertices), 3)) for part in parts], (0, 3)),
        colors=_join([_vertex_colors(part.mesh) for part in parts], (0, 3)),
        uvs=_join([_uvs(part.mesh) for part in parts], (0, 2)),
        triangles=_join(
            [part.mesh.triangles + first for part, first in zip(parts, first_vertex, strict=False)],
            (0, 3),
            np.int64,
        ),
        finish_of_triangle=_join(
            [np.full(len(part.mesh.triangles), f) for part, f in zip(parts, finish_of_part, strict=True)],
            (0,),
            np.int64,
        ),
        finishes=finishes,
        texels=texels,
        texture_shapes=shapes,
    )
    return Model(parts, template)


def pose_surface(model: Model, world: WorldTransforms) -> Surface:
    """The model's surface where its joints are, in one pose."""
    vertices, normals = [], []
    for part in model.parts:
        at, facing = _place(part, world)
        vertices.append(at)
        normals.append(facing)
    return model.template._replace(vertices=_join(vertices, (0, 3)), normals=_join(normals, (0, 3)))


def merged(surfaces: Sequence[Surface]) -> Surface:
    """Several surfaces as one."""
    if len(surfaces) == 1:
        return surfaces[0]
    if not surfaces:
        return model_of_parts(()).template
    vertex = texel = finish = texture = 0
    pieces: list[Surface] = []
    for s in surfaces:
        finishes = s.finishes.copy()
        finishes[finishes[:, TEXTURE] >= 0, TEXTURE] += texture
        pieces.append(
            s._replace(
                triangles=s.triangles + vertex,
                finish_of_triangle=s.finish_of_triangle + finish,
                finishes=finishes,
                texture_shapes=s.texture_shapes + np.array([texel, 0, 0]),
            )
        )
        vertex += len(s.vertices)
        finish += len(s.finishes)
        texel += len(s.texels)
        texture += len(s.texture_shapes)
    return Surface(*(np.concatenate(columns) for columns in zip(*pieces, strict=True)))


def smooth_normals(vertices: Floats, triangles: Ints, groups: Ints) -> Floats:
    """(V, 3) unit normals, the area-weighted mean of the faces around each place; up where there is none."""
    corners = vertices[triangles]
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    count = int(groups.max(initial=-1)) + 1
    sums = np.stack(
        [np.bincount(groups[triangles].ravel(), np.repeat(faces[:, i], 3), count) for i in range(3)], axis=1
    )
    return _unit(sums.astype(np.float64, copy=False))[groups]


def _has_mesh(character: Character) -> bool:
    return any(len(skin.mesh.triangles) for skin in character.skins) or any(
        len(mesh.triangles) for body in character.bodies for mesh in body.meshes
    )


def _stick(character: Character) -> Character:
    from kinegraph.characters.cast.stick import stick_character

    return stick_character(character.skeleton)


def _part(mesh: Mesh, skin: Skin | None, joint: int) -> ModelPart:
    groups = None
    if mesh.normals is None:
        span = float(np.ptp(mesh.vertices, axis=0).max(initial=0.0)) or 1.0
        _, groups = np.unique(np.round(mesh.vertices / (span * 1e-6)), axis=0, return_inverse=True)
        groups = groups.reshape(-1).astype(np.int64)
    return ModelPart(mesh, skin, joint, groups)


def _place(part: ModelPart, world: WorldTransforms) -> tuple[Floats, Floats]:
    """Vertices and normals of a part in the world."""
    mesh = part.mesh
    if part.skin is not None:
        at = deform(part.skin, world)
    else:
        at = points_on_joints(world, np.full(len(mesh.vertices), part.joint), mesh.vertices)
    if mesh.normals is None:
        return at, smooth_normals(at, mesh.triangles, part.groups)  # type: ignore[arg-type]
    if part.skin is not None:
        return at, _unit(deform_normals(part.skin, world))
    return at, _unit(quat_rotate(world.rotations[part.joint], mesh.normals))


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(lengths > 1e-30, vectors / np.maximum(lengths, 1e-30), [0.0, 1.0, 0.0])


def _vertex_colors(mesh: Mesh) -> Floats:
    return np.ones((len(mesh.vertices), 3)) if mesh.colors is None else mesh.colors[:, :3]


def _uvs(mesh: Mesh) -> Floats:
    return np.zeros((len(mesh.vertices), 2)) if mesh.uvs is None else mesh.uvs


def _join(arrays: list, empty: tuple[int, ...], dtype: type = np.float64) -> np.ndarray:
    return np.ascontiguousarray(np.concatenate([np.empty(empty, dtype), *arrays]), dtype=dtype)


def _finishes(materials: Sequence[Material]) -> tuple[Floats, NDArray[np.uint8], Ints]:
    """The table of finishes, the texels of all textures and their shapes."""
    rows, texels, shapes = [], [np.empty((0, 3), np.uint8)], []
    for material in materials:
        texture = -1
        if material.texture is not None:
            pixels = _decode(material)
            texture = len(shapes)
            shapes.append((sum(len(t) for t in texels), *pixels.shape[:2]))
            texels.append(pixels.reshape(-1, 3))
        rows.append((*material.color[:3], material.metallic, material.roughness, texture))
    return (
        np.array(rows, dtype=np.float64).reshape(-1, 6),
        np.ascontiguousarray(np.concatenate(texels)),
        np.array(shapes, dtype=np.int64).reshape(-1, 3),
    )


def _decode(material: Material) -> NDArray[np.uint8]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(material.texture or b"")) as image:
            return np.asarray(image.convert("RGB"))
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise InvalidValue(
            f"The texture of the material {material.name!r} is no readable image: {error}."
        ) from error
