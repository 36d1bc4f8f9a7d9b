"""A character's arrays as a blob, exact to the last bit.

What people correct by hand (name, caps, symmetry) lives in the character's record and is put back on
reading, so a correction never rewrites the meshes.
"""

from collections.abc import Mapping

import msgspec
import numpy as np

from kinegraph.core.body import Body, Material, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.records import CharacterRecord

Arrays = dict[str, np.ndarray]
_SKELETON = ("parents", "offsets", "rest_rotations", "end_joints", "end_offsets")
_MESH = ("vertices", "triangles", "normals", "colors", "uvs")
_SKIN = ("joints", "weights", "joint_from_mesh")


class _Material(msgspec.Struct):
    color: tuple[float, float, float, float]
    metallic: float
    roughness: float
    double_sided: bool
    name: str


class _Contact(msgspec.Struct):
    name: str
    joint: int
    offset: tuple[float, float, float]


class CharacterBlob(FrameHeader, frozen=True, kw_only=True):
    """Names and counts beside the arrays.

    body_meshes: How many rigid meshes each joint's body has.
    materials: One per mesh: the bodies' in joint order, then the skins'.
    """

    joints: tuple[str, ...]
    body_meshes: tuple[int, ...]
    skins: int
    materials: tuple[_Material, ...]
    contacts: tuple[_Contact, ...]


def pack_character(character: Character) -> bytes:
    """The blob of a character."""
    skeleton = character.skeleton
    arrays: Arrays = {f"skeleton.{name}": getattr(skeleton, name) for name in _SKELETON}
    arrays["boxes"] = np.stack([body.box for body in character.bodies])
    arrays["radii"] = np.array([body.radius for body in character.bodies])
    arrays["rest.root_translation"] = character.rest.root_translation
    arrays["rest.rotations"] = character.rest.rotations
    if character.rest.translations is not None:
        arrays["rest.translations"] = character.rest.translations
    for index, mesh in enumerate(_meshes(character)):
        arrays |= _mesh_arrays(f"mesh{index}", mesh)
    for index, skin in enumerate(character.skins):
        arrays |= {f"skin{index}.{name}": getattr(skin, name) for name in _SKIN}
    header = CharacterBlob(
        joints=skeleton.names,
        body_meshes=tuple(len(body.meshes) for body in character.bodies),
        skins=len(character.skins),
        materials=tuple(_describe_material(mesh.material) for mesh in _meshes(character)),
        contacts=tuple(_Contact(c.name, c.joint, tuple(c.offset.tolist())) for c in character.contacts),
    )
    return pack(header, arrays)


@report_damage("character")
def unpack_character(blob: bytes, record: CharacterRecord) -> Character:
    """The character of a blob, with the name, caps and symmetry that its record gives it."""
    header, arrays = unpack(blob, CharacterBlob)
    skeleton = Skeleton(header.joints, **{name: arrays[f"skeleton.{name}"] for name in _SKELETON})
    meshes = [_mesh(f"mesh{index}", arrays, material) for index, material in enumerate(header.materials)]
    first_skin = len(meshes) - header.skins
    skins = (
        Skin(mesh, **{name: arrays[f"skin{index}.{name}"] for name in _SKIN})
        for index, mesh in enumerate(meshes[first_skin:])
    )
    return Character(
        name=record.name,
        skeleton=skeleton,
        bodies=_bodies(header, arrays, meshes[:first_skin], record),
        skins=tuple(skins),
        contacts=tuple(ContactPoint(c.name, c.joint, np.array(c.offset)) for c in header.contacts),
        symmetry=Symmetry(np.array(record.mirror), np.array(record.sides)),
        rest=Pose(
            skeleton,
            arrays["rest.root_translation"],
            arrays["rest.rotations"],
            arrays.get("rest.translations"),
        ),
    )


def describe_character(
    character: Character,
    *,
    id: str,
    blob: str,
    cast: str | None = None,
    file: str | None = None,
    notes: tuple[str, ...] = (),
) -> CharacterRecord:
    """The record of a character whose arrays are stored under `blob`."""
    return CharacterRecord(
        id=id,
        name=character.name,
        cast=cast,
        file=file,
        joints=character.skeleton.names,
        parents=tuple(character.skeleton.parents.tolist()),
        caps=tuple(tuple(sorted(body.caps)) for body in character.bodies),
        mirror=tuple(character.symmetry.mirror.tolist()),
        sides=tuple(character.symmetry.sides.tolist()),
        height=_height(character),
        triangles=sum(len(mesh.triangles) for mesh in _meshes(character)),
        notes=notes,
        blob=blob,
    )


def _height(character: Character) -> float:
    world = forward_kinematics(character.rest)
    heights = np.concatenate([world.positions[:, 1], end_positions(character.skeleton, world)[:, 1]])
    return float(np.ptp(heights))


def _meshes(character: Character) -> list[Mesh]:
    rigid = [mesh for body in character.bodies for mesh in body.meshes]
    return [*rigid, *(skin.mesh for skin in character.skins)]


def _mesh_arrays(prefix: str, mesh: Mesh) -> Arrays:
    arrays = {f"{prefix}.{name}": getattr(mesh, name) for name in _MESH if getattr(mesh, name) is not None}
    if mesh.material.texture is not None:
        arrays[f"{prefix}.texture"] = np.frombuffer(mesh.material.texture, dtype=np.uint8)
    return arrays


def _mesh(prefix: str, arrays: Mapping[str, np.ndarray], described: _Material) -> Mesh:
    texture = arrays.get(f"{prefix}.texture")
    material = Material(
        **msgspec.structs.asdict(described), texture=None if texture is None else texture.tobytes()
    )
    return Mesh(**{name: arrays.get(f"{prefix}.{name}") for name in _MESH}, material=material)  # type: ignore[arg-type]


def _describe_material(material: Material) -> _Material:
    return _Material(
        material.color, material.metallic, material.roughness, material.double_sided, material.name
    )


def _bodies(
    header: CharacterBlob, arrays: Mapping[str, np.ndarray], meshes: list[Mesh], record: CharacterRecord
) -> tuple[Body, ...]:
    bodies, start = [], 0
    for joint, count in enumerate(header.body_meshes):
        bodies.append(
            Body(
                caps=frozenset(record.caps[joint]),
                box=arrays["boxes"][joint],
                radius=float(arrays["radii"][joint]),
                meshes=tuple(meshes[start : start + count]),
            )
        )
        start += count
    return tuple(bodies)
