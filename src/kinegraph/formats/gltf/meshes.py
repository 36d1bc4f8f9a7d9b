"""Meshes, materials and skins of a glTF file."""

from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Body, Material, Mesh, Skin
from kinegraph.formats.gltf.accessors import Accessors
from kinegraph.formats.gltf.container import GltfFile, resource
from kinegraph.formats.gltf.nodes import NodeTree
from kinegraph.formats.gltf.schema import Primitive, SkinOfJoints, Surface
from kinegraph.formats.mapping.rigid_tree import affine
from kinegraph.formats.mapping.skin_weights import four_largest, weight_notes

_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


@dataclass
class MeshReader:
    """Reads what hangs on the joints. State for the length of one file's reading: materials and notes."""

    file: GltfFile
    accessors: Accessors
    nodes: NodeTree

    def __post_init__(self) -> None:
        self.notes: dict[str, None] = {}  # in order of first mention
        self._materials: dict[int, Material] = {}

    def bodies(self) -> tuple[Body, ...]:
        """One body per joint, with the meshes of its node, in the joint's rigid frame."""
        bodies = [Body() for _ in self.nodes.skeleton.names]
        for node, joint in self.nodes.joint_of_node.items():
            part = self.file.document.nodes[node]
            if part.mesh is None or part.skin is not None:
                continue
            meshes = tuple(
                _stretch(mesh, self.nodes.tree.residuals[joint]) for mesh in self._meshes(part.mesh)
            )
            if meshes:
                corners = np.concatenate([mesh.vertices for mesh in meshes])
                box = (
                    np.stack([corners.min(axis=0), corners.max(axis=0)]) if len(corners) else np.zeros((2, 3))
                )
                bodies[joint] = Body(box=box, meshes=meshes)
        return tuple(bodies)

    def skins(self) -> tuple[Skin, ...]:
        """The skinned meshes of the scene, one skin per primitive."""
        found: list[Skin] = []
        document = self.file.document
        for index, node in enumerate(document.nodes):
            if node.mesh is None or node.skin is None:
                continue
            skin = self.file.at(document.skins, node.skin, f"the skin of node {index}")
            joints = self._skin_joints(skin, node.skin)
            bind = self._joint_from_mesh(skin, node.skin, joints)
            for primitive, mesh in self._primitives(node.mesh):
                if (weighted := self._weights(primitive, mesh, joints)) is not None:
                    found.append(Skin(mesh, *weighted, bind))
        return tuple(found)

    def _skin_joints(self, skin: SkinOfJoints, index: int) -> Ints:
        missing = [node for node in skin.joints if node not in self.nodes.joint_of_node]
        if missing or not skin.joints:
            raise self.file.fail(f"skin {index} names node {missing[:1]}, which is not in the scene.")
        return np.array([self.nodes.joint_of_node[node] for node in skin.joints], dtype=np.int64)

    def _joint_from_mesh(self, skin: SkinOfJoints, index: int, joints: Ints) -> Floats:
        """(J, 4, 4) with the nodes' scales inside, so that rigid joints move the vertices alike."""
        bind = np.tile(np.eye(4), (len(self.nodes.skeleton), 1, 1))
        self.accessors.charge(bind.size)
        inverse = np.tile(np.eye(4), (len(joints), 1, 1))
        if skin.inverse_bind_matrices is not None:
            flat = self.accessors.floats(
                skin.inverse_bind_matrices, ("MAT4",), f"the bind matrices of skin {index}"
            )
            if len(flat) < len(joints):
                raise self.file.fail(f"skin {index} has {len(flat)} bind matrices for {len(joints)} joints.")
            inverse = flat[: len(joints)].reshape(-1, 4, 4).transpose(0, 2, 1)
        bind[joints] = affine(self.nodes.tree.residuals[joints]) @ inverse
        return bind

    def _weights(self, primitive: Primitive, mesh: Mesh, joints: Ints) -> tuple[Ints, Floats] | None:
        """(V, 4) skeleton joints and weights of a primitive; None where it has none."""
        sets = []
        while (
            f"JOINTS_{len(sets)}" in primitive.attributes and f"WEIGHTS_{len(sets)}" in primitive.attributes
        ):
            which = self.accessors.ints(primitive.attributes[f"JOINTS_{len(sets)}"], ("VEC4",), "JOINTS")
            share = self.accessors.floats(primitive.attributes[f"WEIGHTS_{len(sets)}"], ("VEC4",), "WEIGHTS")
            if not len(which) == len(share) == len(mesh.vertices):
                raise self.file.fail(
                    f"a mesh has {len(mesh.vertices)} vertices but {len(share)} skin weights."
                )
            sets.append((which, share))
        if not sets:
            self.notes["A skinned mesh without skin weights was left out."] = None
            return None
        which = np.concatenate([pair[0] for pair in sets], axis=1)
        weights = np.maximum(np.concatenate([pair[1] for pair in sets], axis=1), 0.0)
        which = np.where(weights > 0.0, which, 0)
        if which.size and (which.min() < 0 or which.max() >= len(joints)):
            raise self.file.fail(
                f"a skin weight names joint {int(which.max())} of a skin with {len(joints)}."
            )
        if len(sets) > 1:
            self.notes["More than four skin weights a vertex were reduced to the four largest."] = None
        self.notes.update(dict.fromkeys(weight_notes(weights)))
        which, weights = four_largest(which, weights)
        return joints[which], weights

    def _meshes(self, index: int) -> list[Mesh]:
        return [mesh for _, mesh in self._primitives(index)]

    def _primitives(self, index: int) -> list[tuple[Primitive, Mesh]]:
        part = self.file.at(self.file.document.meshes, index, "a node's mesh")
        found = []
        for primitive in part.primitives:
            if primitive.mode not in (_TRIANGLES, _STRIP, _FAN):
                self.notes["Points and lines were left out; only triangles are kept."] = None
                continue
            if "KHR_draco_mesh_compression" in (primitive.extensions or {}):
                raise self.file.fail(
                    "its meshes are compressed with Draco, which is not read; export it without compression."
                )
            if "POSITION" not in primitive.attributes:
                continue
            if primitive.targets:
                self.notes["Morph targets were left out."] = None
            found.append((primitive, self._mesh(primitive)))
        return found

    def _mesh(self, primitive: Primitive) -> Mesh:
        attributes, floats = primitive.attributes, self.accessors.floats
        vertices = floats(attributes["POSITION"], ("VEC3",), "POSITION")
        count = len(vertices)
        values: dict[str, Floats | None] = {}
        for name, kinds, width in (
            ("NORMAL", ("VEC3",), 3),
            ("TEXCOORD_0", ("VEC2",), 2),
            ("COLOR_0", ("VEC3", "VEC4"), 4),
        ):
            value = floats(attributes[name], kinds, name) if name in attributes else None
            if value is not None and len(value) != count:
                raise self.file.fail(f"a mesh has {count} vertices but {len(value)} of {name}.")
            if value is not None and value.shape[1] < width:
                self.accessors.charge(4 * count)
                value = np.hstack([value, np.ones((count, 1))])
            values[name] = value
        triangles = self._triangles(primitive, count)
        if triangles.size and (triangles.min() < 0 or triangles.max() >= count):
            raise self.file.fail(f"a triangle uses vertex {int(triangles.max())} of a mesh with {count}.")
        material = self._material(primitive.material)
        return Mesh(vertices, triangles, values["NORMAL"], values["COLOR_0"], values["TEXCOORD_0"], material)

    def _triangles(self, primitive: Primitive, count: int) -> Ints:
        if primitive.indices is None:
            self.accessors.charge(count)
            corners = np.arange(count)
        else:
            corners = self.accessors.ints(primitive.indices, ("SCALAR",), "triangle indices")[:, 0]
        if primitive.mode == _TRIANGLES:
            return corners[: len(corners) // 3 * 3].reshape(-1, 3)
        if len(corners) < 3:
            return np.empty((0, 3), dtype=np.int64)
        self.accessors.charge(3 * len(corners))
        if primitive.mode == _FAN:
            middle = np.broadcast_to(corners[0], len(corners) - 2)
            return np.stack([corners[1:-1], corners[2:], middle], axis=1)
        strip = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
        strip[1::2] = strip[1::2, [0, 2, 1]]  # every second triangle of a strip turns the other way
        return strip

    def _material(self, index: int | None) -> Material:
        if index is None:
            return Material()
        if index not in self._materials:
            surface = self.file.at(self.file.document.materials, index, "a mesh's material")
            self._materials[index] = self._surface(surface, index)
        return self._materials[index]

    def _surface(self, surface: Surface, index: int) -> Material:
        look = surface.pbr_metallic_roughness
        color, picture = (1.0, 1.0, 1.0, 1.0), None
        if look is not None:
            if look.base_color_factor is not None:
                red, green, blue, alpha = np.clip([*look.base_color_factor, 1.0, 1.0, 1.0, 1.0][:4], 0.0, 1.0)
                color = (float(red), float(green), float(blue), float(alpha))
            if look.base_color_texture is not None:
                picture = self._picture(look.base_color_texture.index)
        return Material(
            color,
            1.0 if look is None else min(max(look.metallic_factor, 0.0), 1.0),
            1.0 if look is None else min(max(look.roughness_factor, 0.0), 1.0),
            picture,
            surface.double_sided,
            surface.name or f"material_{index}",
        )

    def _picture(self, index: int) -> bytes | None:
        texture = self.file.at(self.file.document.textures, index, "a material's texture")
        if texture.source is None:
            self.notes["A texture in a format other than PNG and JPEG was left out."] = None
            return None
        image = self.file.at(self.file.document.images, texture.source, "a texture's image")
        what = f"image {texture.source}"
        if image.buffer_view is not None:
            data = self.accessors.view_bytes(image.buffer_view, what)
        else:
            data = resource(image.uri or "data:,", what, self.file.source, self.file.folder)
        if not data.startswith(_PICTURES):
            self.notes["A texture in a format other than PNG and JPEG was left out."] = None
            return None
        return data


def _stretch(mesh: Mesh, residual: Floats) -> Mesh:
    """The mesh in the rigid joint's frame: its node's remaining stretch applied to it."""
    if (residual == np.eye(3)).all():
        return mesh
    normals, triangles = mesh.normals, mesh.triangles
    determinant = np.linalg.det(residual)
    if normals is not None and abs(determinant) > 1e-30:
        turned = normals @ np.linalg.inv(residual) * np.sign(determinant)
        lengths = np.linalg.norm(turned, axis=1, keepdims=True)
        normals = turned / np.where(lengths > 0.0, lengths, 1.0)
    if determinant < 0.0:  # mirrored: the outside must stay outside
        triangles = triangles[:, ::-1]
    return replace(mesh, vertices=mesh.vertices @ residual.T, triangles=triangles, normals=normals)
