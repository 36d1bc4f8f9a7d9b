"""The part of the glTF 2.0 schema that Kinegraph reads and writes, as typed structures.

Decoding JSON straight into these checks every type on the way in, and encoding them drops defaults and
keeps the order of fields, so that equal documents are equal bytes. Fields that we never look at are skipped
by the decoder.
"""

from typing import Any, Literal

import msgspec

Extras = dict[str, Any]


class _Part(msgspec.Struct, rename="camel", omit_defaults=True, kw_only=True):
    """Fields that every glTF object may carry. `extras` may hold anything; ours is its "kinegraph" key."""

    name: str | None = None
    extensions: dict[str, Any] | None = None
    extras: Any = None


class Asset(_Part):
    version: str
    generator: str | None = None


class SceneRoots(_Part):
    nodes: list[int] = []


class Node(_Part):
    children: list[int] = []
    matrix: list[float] | None = None
    translation: list[float] | None = None
    rotation: list[float] | None = None
    scale: list[float] | None = None
    mesh: int | None = None
    skin: int | None = None
    camera: int | None = None


class Buffer(_Part):
    byte_length: int
    uri: str | None = None


class BufferView(_Part):
    buffer: int
    byte_length: int
    byte_offset: int = 0
    byte_stride: int | None = None
    target: int | None = None


class SparseIndices(_Part):
    buffer_view: int
    component_type: int
    byte_offset: int = 0


class SparseValues(_Part):
    buffer_view: int
    byte_offset: int = 0


class Sparse(_Part):
    count: int
    indices: SparseIndices
    values: SparseValues


class Accessor(_Part):
    component_type: int
    count: int
    type: Literal["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]
    buffer_view: int | None = None
    byte_offset: int = 0
    normalized: bool = False
    min: list[float] | None = None
    max: list[float] | None = None
    sparse: Sparse | None = None


class Primitive(_Part):
    attributes: dict[str, int]
    indices: int | None = None
    material: int | None = None
    mode: int = 4
    targets: list[dict[str, int]] = []


class MeshOfPrimitives(_Part):
    primitives: list[Primitive]


class SkinOfJoints(_Part):
    joints: list[int]
    inverse_bind_matrices: int | None = None
    skeleton: int | None = None


class TextureUse(_Part):
    index: int
    tex_coord: int = 0


class MetallicRoughness(_Part):
    base_color_factor: list[float] | None = None
    metallic_factor: float = 1.0
    roughness_factor: float = 1.0
    base_color_texture: TextureUse | None = None


class Surface(_Part):
    pbr_metallic_roughness: MetallicRoughness | None = None
    double_sided: bool = False
    alpha_mode: str = "OPAQUE"


class Texture(_Part):
    source: int | None = None


class Image(_Part):
    uri: str | None = None
    mime_type: str | None = None
    buffer_view: int | None = None


class Target(_Part):
    path: str
    node: int | None = None


class AnimationChannel(_Part):
    sampler: int
    target: Target


class Sampler(_Part):
    input: int
    output: int
    interpolation: str = "LINEAR"


class NodeAnimation(_Part):
    channels: list[AnimationChannel]
    samplers: list[Sampler]


class Document(_Part):
    """A whole glTF file's JSON."""

    asset: Asset
    scene: int | None = None
    scenes: list[SceneRoots] = []
    nodes: list[Node] = []
    meshes: list[MeshOfPrimitives] = []
    skins: list[SkinOfJoints] = []
    materials: list[Surface] = []
    textures: list[Texture] = []
    images: list[Image] = []
    animations: list[NodeAnimation] = []
    accessors: list[Accessor] = []
    buffer_views: list[BufferView] = []
    buffers: list[Buffer] = []
    extensions_used: list[str] = []
    extensions_required: list[str] = []


LOCATOR = "locator"
"""Marks a node that is no joint but a locator, in what Kinegraph writes into its extras."""


def own_extras(part: _Part) -> Extras:
    """Values that Kinegraph itself wrote into a part's extras; empty where it wrote none."""
    own = part.extras.get("kinegraph") if isinstance(part.extras, dict) else None
    return own if isinstance(own, dict) else {}
