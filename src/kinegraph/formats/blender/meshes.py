"""Blender's meshes as skins and rigid bodies: triangles in one material each, attributes per vertex."""

from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Material, Mesh, Skin
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.pose import Pose
from kinegraph.formats.blender.skeleton import Y_FROM_Z, Rig

Arrays = dict[str, np.ndarray]


def bodies_and_skins(
    result: dict[str, Any], arrays: Arrays, rig: Rig
) -> tuple[tuple[Body, ...], tuple[Skin, ...], list[str]]:
    """A body per joint with its rigid meshes, the skins, and notes."""
    joint_of = {source: joint for joint, source in enumerate(rig.sources) if source is not None}
    joint_from_world: Floats = np.linalg.inv(
        transform_matrices(forward_kinematics(Pose.rest(rig.skeleton)))
    ).astype(np.float64)
    materials = [Material(**_material(entry)) for entry in result["materials"]]
    colored = [entry["vertex_colors"] for entry in result["materials"]]
    rigid: dict[int, list[Mesh]] = {}
    skins: list[Skin] = []
    loose = 0
    for number, entry in enumerate(result["meshes"]):
        prefix = f"mesh{number}/"
        parts = {name[len(prefix) :]: values for name, values in arrays.items() if name.startswith(prefix)}
        world_from_mesh = Y_FROM_Z @ parts["world"].astype(np.float64)
        if entry["joint"] is not None:
            joint = joint_of[entry["joint"]]
            placed = joint_from_world[joint] @ world_from_mesh
            split = _split_mesh(parts, placed, entry["materials"], materials, colored)
            rigid.setdefault(joint, []).extend(mesh for mesh, _ in split)
            continue
        joints, weights, unbound = _influences(parts, joint_of)
        loose += unbound
        for mesh, vertices in _split_mesh(parts, world_from_mesh, entry["materials"], materials, colored):
            skins.append(Skin(mesh, joints[vertices], weights[vertices], joint_from_world))
    bodies = tuple(_body(rigid.get(joint, [])) for joint in range(len(rig.skeleton)))
    notes = [f"{loose} vertices had no bone to follow; they now follow the root."] if loose else []
    return bodies, tuple(skins), notes


def _body(meshes: list[Mesh]) -> Body:
    if not meshes:
        return Body()
    points = np.concatenate([mesh.vertices for mesh in meshes])
    return Body(box=np.stack([points.min(axis=0), points.max(axis=0)]), meshes=tuple(meshes))


def _material(entry: dict[str, Any]) -> dict[str, Any]:
    kept = {name: entry[name] for name in ("metallic", "roughness", "double_sided", "texture", "name")}
    return {**kept, "color": tuple(float(c) for c in entry["color"])}


def _influences(parts: Arrays, joint_of: dict[int, int]) -> tuple[np.ndarray, Floats, int]:
    """(V, 4) joints and weights that sum to one, and how many vertices had none and got the root."""
    table = np.array([joint_of.get(source, 0) for source in range(max(joint_of) + 1)])
    joints, weights = table[parts["joints"]], parts["weights"].astype(np.float64)
    total = weights.sum(axis=1, keepdims=True)
    bare = total[:, 0] <= 1e-9
    weights = np.where(bare[:, None], [1.0, 0.0, 0.0, 0.0], weights / np.where(bare[:, None], 1.0, total))
    return np.where(bare[:, None], 0, joints), weights, int(bare.sum())


def _split_mesh(
    parts: Arrays, placed: Floats, slots: list[int], materials: list[Material], colored: list[bool]
) -> list[tuple[Mesh, np.ndarray]]:
    """The mesh by material, each with the source vertex of its vertices.

    placed: (4, 4) from the mesh object's frame to the one wanted. A corner of a face becomes a vertex of its
    own where it differs from the others at its vertex in normal, texture coordinate or colour.
    """
    linear = placed[:3, :3]
    vertices = parts["vertices"].astype(np.float64) @ linear.T + placed[:3, 3]
    # The cofactor matrix, not the inverse transpose: it exists for flattened objects too.
    cofactor = np.stack([np.cross(linear[(i + 1) % 3], linear[(i + 2) % 3]) for i in range(3)])
    turned = parts["normals"].astype(np.float64) @ cofactor.T
    normals = turned / np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-30)
    triangles = parts["triangles"] if np.linalg.det(linear) >= 0.0 else parts["triangles"][:, ::-1]
    found = []
    for slot in np.unique(parts["slots"]).tolist():
        number = slots[slot] if 0 <= slot < len(slots) else -1
        columns = {"normals": normals}
        if "uvs" in parts:
            columns["uvs"] = parts["uvs"].astype(np.float64) * [1.0, -1.0] + [0.0, 1.0]
        if "colors" in parts and number >= 0 and colored[number]:
            columns["colors"] = np.clip(parts["colors"].astype(np.float64), 0.0, 1.0)
        corners, faces = _weld(triangles[parts["slots"] == slot], parts["corners"], columns)
        attributes = {name: values[corners] for name, values in columns.items()}
        material = materials[number] if number >= 0 else Material()
        source = parts["corners"][corners]
        mesh = Mesh(vertices[source], faces, material=material, **_steady_normals(attributes))
        found.append((mesh, source))
    return found


def _weld(triangles: np.ndarray, vertex_of: np.ndarray, columns: Arrays) -> tuple[np.ndarray, np.ndarray]:
    """Corners to keep, one per distinct vertex, and the triangles in numbers of those."""
    used, faces = np.unique(triangles, return_inverse=True)
    rows = [vertex_of[used, None].astype(np.float64)]
    rows += [np.round(values[used], 5) for values in columns.values()]
    _, first, group = np.unique(np.concatenate(rows, axis=1), axis=0, return_index=True, return_inverse=True)
    return used[first], group.reshape(-1)[faces.reshape(triangles.shape)]


def _steady_normals(attributes: Arrays) -> dict[str, np.ndarray | None]:
    """The attributes, without normals where some have no length: degenerate faces leave none."""
    lengths = np.linalg.norm(attributes["normals"], axis=1)
    if len(lengths) and lengths.min() < 0.5:
        return {**attributes, "normals": None}
    return dict(attributes)
