"""Several characters in one glTF file: a skeleton each, and one animation that moves all of them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.gltf.container import glb_container, gltf_container
from kinegraph.formats.gltf.schema import Buffer, Document, NodeAnimation, SceneRoots
from kinegraph.formats.gltf.splines import Tolerance
from kinegraph.formats.gltf.write_document import gltf_document


def write_gltf_together(scenes: Sequence[Scene], path: Path, name: str) -> None:
    """Writes characters with their first clips. Names of joints begin with that of their character."""
    container = gltf_container if path.suffix.lower() == ".gltf" else glb_container
    path.write_bytes(container(*_together(scenes, name)))


def glb_bytes_together(scenes: Sequence[Scene], name: str) -> bytes:
    """The same as a .glb file in memory."""
    return glb_container(*_together(scenes, name))


def _together(scenes: Sequence[Scene], name: str) -> tuple[Document, bytes]:
    return join_documents([gltf_document(_with_own_names(scene), Tolerance()) for scene in scenes], name)


def join_documents(parts: Sequence[tuple[Document, bytes]], name: str) -> tuple[Document, bytes]:
    """One document of several, with one buffer, one scene, and one animation of their first animations."""
    whole = Document(asset=parts[0][0].asset, scene=0, scenes=[SceneRoots(name=name)])
    together = NodeAnimation(name=name, channels=[], samplers=[])
    binary = b""
    for document, data in parts:
        _shift(document, whole, len(binary), len(together.samplers))
        for listed in (
            "nodes",
            "meshes",
            "skins",
            "materials",
            "textures",
            "images",
            "accessors",
            "buffer_views",
        ):
            getattr(whole, listed).extend(getattr(document, listed))
        whole.scenes[0].nodes.extend(document.scenes[0].nodes)
        for animation in document.animations[:1]:
            together.channels.extend(animation.channels)
            together.samplers.extend(animation.samplers)
        binary += data
    if together.channels:
        whole.animations = [together]
    if binary:
        whole.buffers = [Buffer(byte_length=len(binary))]
    return whole, binary


def _shift(document: Document, whole: Document, start: int, samplers: int) -> None:
    """Moves the numbers in a document behind those of the whole. start: Of its bytes in the joined buffer."""
    nodes, accessors = len(whole.nodes), len(whole.accessors)
    document.scenes[0].nodes = [nodes + node for node in document.scenes[0].nodes]
    for node in document.nodes:
        node.children = [nodes + child for child in node.children]
        node.mesh = _shift_index(node.mesh, len(whole.meshes))
        node.skin = _shift_index(node.skin, len(whole.skins))
    for mesh in document.meshes:
        for primitive in mesh.primitives:
            primitive.attributes = {key: accessors + value for key, value in primitive.attributes.items()}
            primitive.indices = _shift_index(primitive.indices, accessors)
            primitive.material = _shift_index(primitive.material, len(whole.materials))
    for skin in document.skins:
        skin.joints = [nodes + joint for joint in skin.joints]
        skin.skeleton = _shift_index(skin.skeleton, nodes)
        skin.inverse_bind_matrices = _shift_index(skin.inverse_bind_matrices, accessors)
    for surface in document.materials:
        look = surface.pbr_metallic_roughness
        if look is not None and look.base_color_texture is not None:
            look.base_color_texture.index += len(whole.textures)
    for texture in document.textures:
        texture.source = _shift_index(texture.source, len(whole.images))
    for image in document.images:
        image.buffer_view = _shift_index(image.buffer_view, len(whole.buffer_views))
    for animation in document.animations[:1]:
        for channel in animation.channels:
            channel.sampler += samplers
            channel.target.node = _shift_index(channel.target.node, nodes)
        for sampler in animation.samplers:
            sampler.input += accessors
            sampler.output += accessors
    for accessor in document.accessors:
        accessor.buffer_view = _shift_index(accessor.buffer_view, len(whole.buffer_views))
    for view in document.buffer_views:
        view.byte_offset += start


def _shift_index(index: int | None, by: int) -> int | None:
    return None if index is None else index + by


def _with_own_names(scene: Scene) -> Scene:
    """The scene, whose joints are called after their character; a single joint is called like it."""
    character = scene.character
    assert character is not None  # the registry has checked it
    old = character.skeleton
    single = len(old) == 1
    names = tuple(character.name if single else f"{character.name}_{joint}" for joint in old.names)
    skeleton = replace(old, names=names)
    return Scene(
        _with_skeleton(character, skeleton),
        clips=tuple(_clip_on(clip, skeleton) for clip in scene.clips),
        locators=scene.locators,
    )


def _with_skeleton(character: Character, skeleton: Skeleton) -> Character:
    rest = character.rest
    pose = Pose(skeleton, rest.root_translation, rest.rotations, rest.translations)
    return replace(character, skeleton=skeleton, rest=pose)


def _clip_on(clip: Clip, skeleton: Skeleton) -> Clip:
    return replace(clip, skeleton=skeleton)
