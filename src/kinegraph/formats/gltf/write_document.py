"""Writing a character and its motions as glTF: nodes, skins, meshes, materials, what only Kinegraph knows."""

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.buffer import ARRAY, ELEMENTS, BufferWriter
from kinegraph.formats.gltf.locators import write_locators
from kinegraph.formats.gltf.schema import (
    Asset,
    Buffer,
    Document,
    Image,
    MeshOfPrimitives,
    MetallicRoughness,
    Node,
    Primitive,
    SceneRoots,
    SkinOfJoints,
    Surface,
    Texture,
    TextureUse,
)
from kinegraph.formats.gltf.write_motion import MotionWriter, Tolerance
from kinegraph.formats.mapping.character_record import character_record


def gltf_document(scene: Scene, tolerance: Tolerance) -> tuple[Document, bytes]:
    """The document of a scene and its one buffer. Equal scenes give equal bytes."""
    if scene.character is None:
        raise InvalidValue("A glTF file needs a character; these are markers only.")
    buffer = BufferWriter()
    character = scene.character
    document = Document(asset=Asset(version="2.0", generator="Kinegraph"))
    _write_nodes(document, character)
    looks = _SurfaceWriter(document, buffer)
    _write_bodies(document, buffer, looks, character)
    _write_skins(document, buffer, looks, character)
    motions = MotionWriter(buffer, tolerance)
    document.animations = [motions.clip(clip) for clip in scene.clips]
    document.animations += [motions.animation(animation) for animation in scene.animations]
    write_locators(document, buffer, scene.locators)
    document.accessors, document.buffer_views = buffer.accessors, buffer.views
    binary = buffer.joined()
    if binary:
        document.buffers = [Buffer(byte_length=len(binary))]
    return document, binary


def _write_nodes(document: Document, character: Character) -> None:
    """Joint i is node i; end sites follow as leaves; the scene carries what glTF has no word for."""
    skeleton = character.skeleton
    nodes = [
        Node(
            name=name,
            translation=offset if any(offset) else None,
            rotation=rotation if rotation != [0.0, 0.0, 0.0, 1.0] else None,
            children=list(children),
        )
        for name, offset, rotation, children in zip(
            skeleton.names,
            skeleton.offsets.tolist(),
            skeleton.rest_rotations.tolist(),
            skeleton.children,
            strict=True,
        )
    ]
    nodes[0].extras = {"kinegraph": {"joint": True}}
    for end, (joint, offset) in enumerate(
        zip(skeleton.end_joints.tolist(), skeleton.end_offsets.tolist(), strict=True)
    ):
        nodes[joint].children.append(len(nodes))
        name, extras = f"{skeleton.names[joint]}_end", {"kinegraph": {"end_site": end}}
        nodes.append(Node(name=name, translation=offset if any(offset) else None, extras=extras))
    document.nodes = nodes
    extras = {"kinegraph": {"version": 1, "character": character_record(character)}}
    document.scene, document.scenes = 0, [SceneRoots(name=character.name, nodes=[0], extras=extras)]


def _write_bodies(
    document: Document, buffer: BufferWriter, looks: "_SurfaceWriter", character: Character
) -> None:
    for joint, body in enumerate(character.bodies):
        primitives = [_primitive(buffer, looks, mesh) for mesh in body.meshes if len(mesh.triangles)]
        if primitives:
            document.nodes[joint].mesh = len(document.meshes)
            name = f"{character.skeleton.names[joint]}_mesh"
            document.meshes.append(MeshOfPrimitives(name=name, primitives=primitives))


def _write_skins(
    document: Document, buffer: BufferWriter, looks: "_SurfaceWriter", character: Character
) -> None:
    """A root node per skinned mesh; skins with the same bind matrices share one glTF skin.

    A character without skinned meshes still gets a skin: it shows other tools that its nodes are
    bones.
    """
    made: dict[bytes, int] = {}
    for number, skin in enumerate(character.skins):
        if not len(skin.mesh.triangles):
            continue
        binding = skin.joint_from_mesh.tobytes()
        if binding not in made:
            made[binding] = _add_skin(document, buffer, character, skin.joint_from_mesh)
        primitive = _primitive(buffer, looks, skin.mesh)
        primitive.attributes |= _weight_attributes(buffer, skin)
        name = character.name if len(character.skins) == 1 else f"{character.name}_{number}"
        document.scenes[0].nodes.append(len(document.nodes))
        document.nodes.append(Node(name=f"{name}_skin", mesh=len(document.meshes), skin=made[binding]))
        document.meshes.append(MeshOfPrimitives(name=name, primitives=[primitive]))
    if not made:
        world = transform_matrices(forward_kinematics(Pose.rest(character.skeleton)))
        _add_skin(document, buffer, character, np.asarray(np.linalg.inv(world), dtype=np.float64))


def _add_skin(document: Document, buffer: BufferWriter, character: Character, joint_from_mesh: Floats) -> int:
    matrices = joint_from_mesh.transpose(0, 2, 1).astype(np.float32)
    matrices[:, :, 3] = [0.0, 0.0, 0.0, 1.0]
    joints = list(range(len(character.skeleton)))
    binding = buffer.array(matrices)
    document.skins.append(
        SkinOfJoints(name=character.name, joints=joints, skeleton=0, inverse_bind_matrices=binding)
    )
    return len(document.skins) - 1


def _primitive(buffer: BufferWriter, looks: "_SurfaceWriter", mesh: Mesh) -> Primitive:
    attributes = {"POSITION": buffer.array(mesh.vertices.astype(np.float32), ARRAY, bounds=True)}
    if mesh.normals is not None:
        attributes["NORMAL"] = buffer.array(_unit_normals(mesh.normals), ARRAY)
    if mesh.uvs is not None:
        attributes["TEXCOORD_0"] = buffer.array(mesh.uvs.astype(np.float32), ARRAY)
    if mesh.colors is not None:
        attributes["COLOR_0"] = buffer.array(np.clip(mesh.colors, 0.0, 1.0).astype(np.float32), ARRAY)
    # The largest index of each type is reserved (it restarts strips).
    kind = np.uint16 if len(mesh.vertices) < 65_535 else np.uint32
    corners = buffer.array(mesh.triangles.astype(kind).reshape(-1), ELEMENTS)
    return Primitive(attributes=attributes, indices=corners, material=looks.surface(mesh.material))


def _unit_normals(normals: Floats) -> np.ndarray:
    """Unit float32 normals; a normal of no length, which glTF does not allow, points up."""
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    usable = lengths > 1e-12
    return np.where(usable, normals / np.where(usable, lengths, 1.0), [0.0, 1.0, 0.0]).astype(np.float32)


def _weight_attributes(buffer: BufferWriter, skin: Skin) -> dict[str, int]:
    kind = np.uint8 if len(skin.joint_from_mesh) <= 256 else np.uint16
    shares = _merge(skin.joints, skin.weights)
    totals = shares.sum(axis=1, keepdims=True)
    # Weights that sum to one as well as float32 can are left alone: a second round trip changes nothing.
    weights = np.where(np.abs(totals - 1.0) < 1e-6, shares, shares / totals).astype(np.float32)
    joints = np.where(weights > 0.0, skin.joints, 0).astype(kind)  # glTF wants joint 0 where nothing weighs
    return {"JOINTS_0": buffer.array(joints, ARRAY), "WEIGHTS_0": buffer.array(weights, ARRAY)}


def _merge(joints: Ints, weights: Floats) -> Floats:
    """The weights of a joint that a vertex names twice, which glTF forbids, all at its first mention."""
    merged = weights.copy()
    for first in range(3):
        for second in range(first + 1, 4):
            twice = (joints[:, first] == joints[:, second]) & (merged[:, second] > 0.0)
            merged[twice, first] += merged[twice, second]
            merged[twice, second] = 0.0
    return merged


class _SurfaceWriter:
    """Writes each material and each picture once. It has state: which were written."""

    def __init__(self, document: Document, buffer: BufferWriter) -> None:
        self._document = document
        self._buffer = buffer
        self._surfaces: dict[tuple, int] = {}
        self._pictures: dict[bytes, int] = {}

    def surface(self, material: Material) -> int:
        """The index of a material."""
        picture = self._texture(material.texture)
        shine = (material.metallic, material.roughness, material.double_sided)
        key = (material.name, material.color, picture, *shine)
        if key not in self._surfaces:
            look = MetallicRoughness(
                base_color_factor=[float(c) for c in material.color],
                metallic_factor=float(material.metallic),
                roughness_factor=float(material.roughness),
                base_color_texture=None if picture is None else TextureUse(index=picture),
            )
            self._surfaces[key] = len(self._document.materials)
            self._document.materials.append(
                Surface(
                    name=material.name,
                    pbr_metallic_roughness=look,
                    double_sided=material.double_sided,
                    alpha_mode="BLEND" if material.color[3] < 1.0 else "OPAQUE",
                )
            )
        return self._surfaces[key]

    def _texture(self, picture: bytes | None) -> int | None:
        if picture is None:
            return None
        if picture not in self._pictures:
            kind = "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg"
            self._pictures[picture] = len(self._document.textures)
            image = Image(mime_type=kind, buffer_view=self._buffer.raw(picture))
            self._document.images.append(image)
            self._document.textures.append(Texture(source=len(self._document.images) - 1))
        return self._pictures[picture]
