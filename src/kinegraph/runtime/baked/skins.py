"""Skins as a `.kinelive` file has them: what a body wears rigidly follows one joint."""

import numpy as np

from kinegraph.core.body import Skin
from kinegraph.core.character import Character
from kinegraph.runtime.baked.records import SKIN, BakedSkin
from kinegraph.runtime.baked.writer import LiveWriter


def write_skins(writer: LiveWriter, character: Character) -> np.ndarray:
    """(K,) addresses of all meshes of a character."""
    found = [*character.skins, *_rigid_skins(character)]
    return np.array([writer.record(SKIN, _baked(skin)) for skin in found], dtype=np.int64)


def _rigid_skins(character: Character) -> list[Skin]:
    count = len(character.skeleton)
    still = np.broadcast_to(np.eye(4), (count, 4, 4))
    found = []
    for joint, body in enumerate(character.bodies):
        for mesh in body.meshes:
            joints = np.zeros((len(mesh.vertices), 4), dtype=np.int64)
            weights = np.zeros((len(mesh.vertices), 4))
            joints[:, 0], weights[:, 0] = joint, 1.0
            found.append(Skin(mesh, joints, weights, still))
    return found


def _baked(skin: Skin) -> BakedSkin:
    mesh = skin.mesh
    material = mesh.material
    return BakedSkin(
        mesh.vertices,
        _or_none(mesh.normals, 3),
        np.round(255.0 * np.clip(_or_none(mesh.colors, 4), 0.0, 1.0)),
        _or_none(mesh.uvs, 2),
        mesh.triangles,
        skin.joints,
        skin.weights,
        skin.joint_from_mesh,
        np.array([*material.color, material.metallic, material.roughness]),
        np.frombuffer(material.texture or b"", dtype=np.uint8),
        int(material.double_sided),
    )


def _or_none(values: np.ndarray | None, width: int) -> np.ndarray:
    return np.zeros((0, width)) if values is None else values
