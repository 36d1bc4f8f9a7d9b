"""A scene as a job for Blender: bones, actions, meshes, materials, in plain lists and arrays."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import animation_from_clip
from kinegraph.core.body import Material, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics, transform_matrices
from kinegraph.core.kinematics.skinning import deform, deform_normals
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.blender.actions import action_jobs, pose_modes
from kinegraph.formats.blender.locators import locator_jobs
from kinegraph.formats.mapping.character_record import character_record
from kinegraph.formats.mapping.joint_names import short_names

_USUAL_RATE = 24.0  # of files without a motion [Hz]
_FASTEST = 32767  # whole frames per second that Blender takes

Arrays = dict[str, np.ndarray]


def blender_job(cast: Sequence[tuple[Character, Scene]], folder: Path) -> tuple[dict[str, Any], Arrays]:
    """The job that writes scenes with their characters, and its arrays. Textures become files in `folder`."""
    motions = [motion for _, scene in cast for motion in (*scene.animations, *scene.clips)]
    fps = next((motion.fps for motion in motions), _USUAL_RATE)
    whole = min(max(1, round(fps)), _FASTEST)
    job: dict[str, Any] = {"task": "write", "fps": whole, "fps_base": whole / fps, "characters": []}
    arrays: Arrays = {}
    for number, (character, scene) in enumerate(cast):
        textures = folder / f"textures{number}"
        textures.mkdir()
        own, parts = _character_job(character, scene, fps, textures)
        job["characters"].append(own)
        arrays |= {f"{number}/{name}": values for name, values in parts.items()}
    return job, arrays


def _character_job(
    character: Character, scene: Scene, fps: float, folder: Path
) -> tuple[dict[str, Any], Arrays]:
    """The instructions that build one character, and its arrays. fps: Frames per second of the file."""
    world = forward_kinematics(Pose.rest(character.skeleton))
    motions = _motions(scene)
    arrays: Arrays = {"rest": transform_matrices(world)}
    names = short_names(character.skeleton.names)
    modes = pose_modes([animation for animation, _ in motions], len(names))
    job: dict[str, Any] = {"name": character.name or "character"}
    job["frame_end"] = int(np.ceil(max((animation.end for animation, _ in motions), default=1.0) * fps))
    job["bones"] = [
        {"name": name, "parent": parent, "length": length, "mode": mode}
        for name, parent, length, mode in zip(
            names, character.skeleton.parents.tolist(), bone_lengths(character.skeleton), modes, strict=True
        )
    ]
    job["about"] = json.dumps(_about(character, names))
    job["actions"] = action_jobs(motions, names, fps, arrays)
    job["meshes"], job["materials"] = _mesh_jobs(character, world, folder, arrays)
    job["locators"] = locator_jobs(scene.locators, fps, arrays)
    return job, arrays


def _motions(scene: Scene) -> list[tuple[Animation, Clip | None]]:
    """Every motion as an animation, with the clip that it stands for where it does."""
    keyed = [(animation, None) for animation in scene.animations]
    return [*keyed, *((animation_from_clip(clip), clip) for clip in scene.clips)]


def bone_lengths(skeleton: Skeleton) -> list[float]:
    """Drawn length of each bone [m]: to its children or end sites; tips take half their parent's length.

    Blender throws away bones without length, and derives a bone's direction from its ends: none is tiny.
    """
    reach: list[list[float]] = [[] for _ in skeleton.names]
    for joint in range(1, len(skeleton)):
        reach[skeleton.parents[joint]].append(float(np.linalg.norm(skeleton.offsets[joint])))
    for joint, offset in zip(skeleton.end_joints.tolist(), skeleton.end_offsets, strict=True):
        reach[joint].append(float(np.linalg.norm(offset)))
    longest = max((max(distances) for distances in reach if distances), default=0.0)
    least = 0.05 * longest if longest > 1e-6 else 0.1
    lengths: list[float] = []
    for joint, distances in enumerate(reach):
        usual = 0.5 * lengths[skeleton.parents[joint]] if joint else least
        lengths.append(max(least, float(np.median(distances)) if distances else usual))
    return lengths


def _about(character: Character, names: list[str]) -> dict[str, Any]:
    """Data that a bone cannot hold, for our own reader: full names, exact rest, end sites, caps, symmetry."""
    skeleton = character.skeleton
    return {
        "bones": names,
        "joints": list(skeleton.names),
        "offsets": skeleton.offsets.tolist(),
        "rotations": skeleton.rest_rotations.tolist(),
        "end_joints": skeleton.end_joints.tolist(),
        "end_offsets": skeleton.end_offsets.tolist(),
        "character": character_record(character),
    }


def _mesh_jobs(
    character: Character, world: WorldTransforms, folder: Path, arrays: Arrays
) -> tuple[list[dict], list[dict]]:
    meshes: list[dict] = []
    materials: dict[tuple[int, bool], dict] = {}

    def add(name: str, mesh: Mesh, joint: int | None, parts: Arrays) -> None:
        key = (id(mesh.material), mesh.colors is not None)
        if key not in materials:
            materials[key] = _material_job(mesh.material, mesh.colors is not None, folder, len(materials))
        prefix = f"mesh{len(meshes)}/"
        arrays.update({prefix + part: values for part, values in parts.items()})
        meshes.append({"name": name, "joint": joint, "material": list(materials).index(key)})

    for number, skin in enumerate(character.skins):
        add(f"{character.name} skin {number + 1}", skin.mesh, None, _skin_arrays(skin, world))
    placed = transform_matrices(world)
    for joint, body in enumerate(character.bodies):
        for mesh in body.meshes:
            parts = {**_mesh_arrays(mesh), "armature_from_mesh": placed[joint]}
            add(character.skeleton.names[joint], mesh, joint, parts)
    return meshes, list(materials.values())


def _mesh_arrays(mesh: Mesh, vertices: Floats | None = None, normals: Floats | None = None) -> Arrays:
    parts: Arrays = {"vertices": mesh.vertices if vertices is None else vertices, "triangles": mesh.triangles}
    normals = mesh.normals if normals is None else normals
    if normals is not None:
        parts["normals"] = normals
    if mesh.colors is not None:
        parts["colors"] = mesh.colors
    if mesh.uvs is not None:
        parts["uvs"] = mesh.uvs * [1.0, -1.0] + [0.0, 1.0]  # Blender's v points up
    return parts


def _skin_arrays(skin: Skin, world: WorldTransforms) -> Arrays:
    """A skin as it lies with the skeleton at rest, where Blender binds: exact if it was bound there too."""
    normals = None if skin.mesh.normals is None else deform_normals(skin, world)
    parts = _mesh_arrays(skin.mesh, deform(skin, world), normals)
    return {**parts, "joints": skin.joints, "weights": skin.weights}


def _material_job(material: Material, vertex_colors: bool, folder: Path, number: int) -> dict:
    texture = ""
    if material.texture is not None:
        suffix = ".png" if material.texture.startswith(b"\x89PNG") else ".jpg"
        place = folder / f"material{number}{suffix}"
        place.write_bytes(material.texture)
        texture = str(place)
    return {
        "name": material.name or "material",
        "color": [float(c) for c in material.color],
        "metallic": float(material.metallic),
        "roughness": float(material.roughness),
        "double_sided": bool(material.double_sided),
        "vertex_colors": vertex_colors,
        "texture": texture,
    }
