"""Meshes, skins and materials as FBX objects. Lengths are centimetres, v of texture coordinates points up."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics, transform_matrices
from kinegraph.core.kinematics.skinning import deform, deform_normals
from kinegraph.core.math.srgb import srgb_from_linear
from kinegraph.core.pose import Pose
from kinegraph.formats.fbx.container import Node
from kinegraph.formats.fbx.objects import CENTIMETRES, Objects, add_properties

_SHINE = 10.0  # square root of the shininess of a surface without roughness, as Blender reads it


def add_meshes(objects: Objects, character: Character, joints: Sequence[int]) -> None:
    """Appends all meshes of a character. joints: Identities of its joints' nodes."""
    looks = _Looks(objects)
    world = forward_kinematics(Pose.rest(character.skeleton))
    placed = transform_matrices(world)
    placed[:, :3, 3] *= CENTIMETRES
    bound: list[int] = []
    for number, skin in enumerate(character.skins):
        if len(skin.mesh.triangles):
            title = f"{character.name} skin {number + 1}"
            bound.append(_add_skin(objects, looks, title, skin, world, placed, joints))
    for joint, body in enumerate(character.bodies):
        for mesh in body.meshes:
            if len(mesh.triangles):
                title = f"{character.skeleton.names[joint]} mesh"
                _add_mesh(objects, looks, title, mesh, mesh.vertices, mesh.normals, joints[joint])
    _add_bind_pose(objects, placed, joints, bound)


def _add_skin(
    objects: Objects,
    looks: "_Looks",
    title: str,
    skin: Skin,
    world: WorldTransforms,
    placed: Floats,
    joints: Sequence[int],
) -> int:
    """A mesh that follows several joints, as it lies with the skeleton at rest; its node's identity."""
    normals = None if skin.mesh.normals is None else deform_normals(skin, world)
    model, geometry = _add_mesh(objects, looks, title, skin.mesh, deform(skin, world), normals, 0)
    own, node = objects.add("Deformer", title, "Deformer", "Skin")
    node.add("Version", 101)
    node.add("Link_DeformAcuracy", 50.0)  # the format's own spelling
    objects.connect(own, geometry)
    for joint, node_of_joint in enumerate(joints):
        weights = np.where(skin.joints == joint, skin.weights, 0.0).sum(axis=1)
        vertices = np.flatnonzero(weights > 0.0)
        if not len(vertices):
            continue
        cluster, node = objects.add("Deformer", title, "SubDeformer", "Cluster")
        node.add("Version", 100)
        node.add("UserData", "", "")
        node.add("Indexes", vertices.astype(np.int32))
        node.add("Weights", weights[vertices])
        node.add("Transform", _columns(np.asarray(np.linalg.inv(placed[joint]), dtype=np.float64)))
        node.add("TransformLink", _columns(placed[joint]))
        objects.connect(cluster, own)
        objects.connect(node_of_joint, cluster)
    return model


def _add_mesh(
    objects: Objects,
    looks: "_Looks",
    title: str,
    mesh: Mesh,
    vertices: Floats,
    normals: Floats | None,
    parent: int,
) -> tuple[int, int]:
    """A mesh below a node; the identities of its own node and of its geometry."""
    model, node = objects.add("Model", title, "Model", "Mesh")
    node.add("Version", 232)
    add_properties(node, [("InheritType", "enum", 1), ("DefaultAttributeIndex", "int", 0)])
    node.add("Shading", True)
    node.add("Culling", "CullingOff" if mesh.material.double_sided else "CullingOn")
    objects.connect(model, parent)
    geometry, node = objects.add("Geometry", title, "Geometry", "Mesh")
    objects.connect(geometry, model)
    node.add("GeometryVersion", 124)
    node.add("Vertices", (CENTIMETRES * vertices).astype(np.float64).reshape(-1))
    corners = mesh.triangles.astype(np.int32)
    ends = corners.copy()
    ends[:, 2] = ~ends[:, 2]  # the last corner of a polygon is marked so
    node.add("PolygonVertexIndex", ends.reshape(-1))
    layer = Node("Layer", (0,))
    layer.add("Version", 100)
    indices = corners.reshape(-1)
    if normals is not None:
        _add_layer(node, layer, "Normal", "Normals", normals[indices], None)
    if mesh.colors is not None:
        _add_layer(node, layer, "Color", "Colors", _in_srgb(mesh.colors), indices, "ColorIndex")
    if mesh.uvs is not None:
        _add_layer(node, layer, "UV", "UV", mesh.uvs * [1.0, -1.0] + [0.0, 1.0], indices, "UVIndex")
    material = node.add("LayerElementMaterial", 0)
    for name, value in (("Version", 101), ("Name", ""), ("MappingInformationType", "AllSame")):
        material.add(name, value)
    material.add("ReferenceInformationType", "IndexToDirect")
    material.add("Materials", np.zeros(1, dtype=np.int32))
    _name_layer(layer, "Material")
    node.children.append(layer)
    objects.connect(looks.material(mesh.material), model)
    return model, geometry


def _add_layer(
    node: Node,
    layer: Node,
    kind: str,
    values_name: str,
    values: Floats,
    indices: np.ndarray | None,
    index_name: str = "",
) -> None:
    """One value for each corner of a polygon, or an index for each into fewer values."""
    element = node.add(f"LayerElement{kind}", 0)
    element.add("Version", 101)
    element.add("Name", kind)
    element.add("MappingInformationType", "ByPolygonVertex")
    element.add("ReferenceInformationType", "Direct" if indices is None else "IndexToDirect")
    element.add(values_name, np.ascontiguousarray(values, dtype=np.float64).reshape(-1))
    if indices is not None:
        element.add(index_name, indices.astype(np.int32))
    _name_layer(layer, kind)


def _in_srgb(colors: Floats) -> Floats:
    """(V, 4) linear colours as FBX holds those of vertices: in sRGB, but for their alpha."""
    return np.concatenate([srgb_from_linear(colors[:, :3]), np.clip(colors[:, 3:], 0.0, 1.0)], axis=1)


def _name_layer(layer: Node, kind: str) -> None:
    entry = layer.add("LayerElement")
    entry.add("Type", f"LayerElement{kind}")
    entry.add("TypedIndex", 0)


def _add_bind_pose(objects: Objects, placed: Floats, joints: Sequence[int], meshes: Sequence[int]) -> None:
    """Adds the transforms of nodes at binding; without clusters, programs take them for the rest pose."""
    _, pose = objects.add("Pose", "bind", "Pose", "BindPose")
    pose.add("Type", "BindPose")
    pose.add("Version", 100)
    pose.add("NbPoseNodes", len(joints) + len(meshes))
    for own, matrix in [*zip(joints, placed, strict=True), *((mesh, np.eye(4)) for mesh in meshes)]:
        entry = pose.add("PoseNode")
        entry.add("Node", np.int64(own))
        entry.add("Matrix", _columns(matrix))


def _columns(matrix: Floats) -> Floats:
    return np.ascontiguousarray(matrix.T, dtype=np.float64).reshape(-1)


class _Looks:
    """Writes each material and each picture once. It has state: which were written."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._materials: dict[int, int] = {}
        self._pictures: dict[bytes, int] = {}
        self._kept: list[Material] = []  # their ids are keys: they must live as long

    def material(self, material: Material) -> int:
        """The identity of a material."""
        if id(material) in self._materials:
            return self._materials[id(material)]
        own, node = self._objects.add("Material", material.name or "material", "Material", "")
        node.add("Version", 102)
        node.add("ShadingModel", "Phong")
        node.add("MultiLayer", 0)
        red, green, blue, alpha = (float(value) for value in material.color)
        add_properties(
            node,
            [
                ("DiffuseColor", "diffuse", (red, green, blue)),
                ("DiffuseFactor", "number", 1.0),
                ("TransparentColor", "diffuse", (1.0, 1.0, 1.0)),
                ("TransparencyFactor", "number", 1.0 - alpha),
                ("Opacity", "number", alpha),
                ("SpecularColor", "diffuse", (0.2, 0.2, 0.2)),
                ("SpecularFactor", "number", 0.25),
                ("ShininessExponent", "number", (_SHINE * (1.0 - float(material.roughness))) ** 2),
                ("ReflectionFactor", "number", float(material.metallic)),
            ],
        )
        if material.texture is not None:
            self._objects.connect(self._picture(material.texture), own, "DiffuseColor")
        self._materials[id(material)] = own
        self._kept.append(material)
        return own

    def _picture(self, picture: bytes) -> int:
        if picture in self._pictures:
            return self._pictures[picture]
        suffix = "png" if picture.startswith(b"\x89PNG") else "jpg"
        file = f"picture{len(self._pictures) + 1}.{suffix}"
        video, node = self._objects.add("Video", file, "Video", "Clip")
        node.add("Type", "Clip")
        add_properties(node, [("Path", "text", file), ("RelPath", "text", file)])
        node.add("UseMipMap", 0)
        node.add("Filename", file)
        node.add("RelativeFilename", file)
        node.add("Content", picture)
        own, node = self._objects.add("Texture", file, "Texture", "")
        node.add("Type", "TextureVideoClip")
        node.add("Version", 202)
        node.add("TextureName", f"{file}\x00\x01Texture")
        node.add("Media", f"{file}\x00\x01Video")
        node.add("FileName", file)
        node.add("RelativeFilename", file)
        self._objects.connect(video, own)
        self._pictures[picture] = own
        return own
