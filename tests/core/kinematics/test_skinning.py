"""Skinning against a plain sum over joints."""

import numpy as np
import pytest
from tests.core.core_samples import random_clip, random_quats, random_skeleton
from tests.present import present

from kinegraph.core.body import Mesh, Skin
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.kinematics.skinning import deform, deform_normals
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


def random_skin(rng: np.random.Generator, skeleton: Skeleton, vertices: int = 30) -> Skin:
    """Vertices bound in the rest pose to four random joints each."""
    weights = rng.uniform(size=(vertices, 4)) * (rng.uniform(size=(vertices, 4)) > 0.3) + [1e-3, 0, 0, 0]
    weights /= weights.sum(axis=1, keepdims=True)
    normals = rng.normal(size=(vertices, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    mesh = Mesh(rng.normal(size=(vertices, 3)), np.array([[0, 1, 2]]), normals)
    joint_from_mesh = np.linalg.inv(transform_matrices(forward_kinematics(Pose.rest(skeleton))))
    return Skin(mesh, rng.integers(0, len(skeleton), size=(vertices, 4)), weights, joint_from_mesh)


def plain_deform(skin: Skin, matrices: np.ndarray) -> np.ndarray:
    """The definition in Skin's docstring, one frame (J, 4, 4), vertex by vertex."""
    result = np.zeros_like(skin.mesh.vertices)
    for v, vertex in enumerate(skin.mesh.vertices):
        for joint, weight in zip(skin.joints[v], skin.weights[v], strict=True):
            result[v] += weight * (matrices[joint] @ skin.joint_from_mesh[joint] @ [*vertex, 1.0])[:3]
    return result


def test_the_kernel_agrees_with_the_definition() -> None:
    rng = np.random.default_rng(1)
    skeleton = random_skeleton(rng)
    skin, clip = random_skin(rng, skeleton), random_clip(rng, skeleton)
    world = forward_kinematics(clip)
    expected = np.stack([plain_deform(skin, matrices) for matrices in transform_matrices(world)])
    np.testing.assert_allclose(deform(skin, world), expected, atol=1e-13)


def test_the_rest_pose_leaves_the_mesh_as_it_is() -> None:
    rng = np.random.default_rng(2)
    skeleton = random_skeleton(rng)
    skin, world = random_skin(rng, skeleton), forward_kinematics(Pose.rest(skeleton))
    np.testing.assert_allclose(deform(skin, world), skin.mesh.vertices, atol=1e-13)
    np.testing.assert_allclose(deform_normals(skin, world), present(skin.mesh.normals), atol=1e-13)


def test_turning_the_root_turns_vertices_and_normals_rigidly() -> None:
    rng = np.random.default_rng(3)
    skeleton = random_skeleton(rng)
    skin, turn = random_skin(rng, skeleton), random_quats(rng)
    rotations = skeleton.rest_rotations.copy()
    rotations[0] = quat_multiply(turn, rotations[0])
    world = forward_kinematics(Pose(skeleton, quat_rotate(turn, skeleton.offsets[0]), rotations))
    np.testing.assert_allclose(deform(skin, world), quat_rotate(turn, skin.mesh.vertices), atol=1e-13)
    np.testing.assert_allclose(
        deform_normals(skin, world), quat_rotate(turn, present(skin.mesh.normals)), atol=1e-13
    )


def test_normals_stay_at_right_angles_to_a_surface_under_unequal_scale() -> None:
    bind = np.diag([2.0, 0.5, 1.0, 1.0])[None]  # the mesh is squashed on its way into the joint's frame
    skeleton = Skeleton.from_offsets(["only"], [-1], [[0, 0, 0]])
    corners = np.array([[0.0, 0, 0], [1, 1, 0], [0, 0, 1]])
    normal = np.array([1.0, -1.0, 0.0]) / np.sqrt(2)
    mesh = Mesh(corners, np.array([[0, 1, 2]]), np.tile(normal, (3, 1)))
    skin = Skin(mesh, np.zeros((3, 4), dtype=int), np.tile([1.0, 0, 0, 0], (3, 1)), bind)
    world = forward_kinematics(Pose.rest(skeleton))
    moved, normals = deform(skin, world), deform_normals(skin, world)
    np.testing.assert_allclose((moved[1:] - moved[0]) @ normals[0], 0.0, atol=1e-15)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-15)


def test_a_skin_of_other_joints_is_refused() -> None:
    rng = np.random.default_rng(4)
    skin = random_skin(rng, random_skeleton(rng))
    with pytest.raises(InvalidValue, match="12 joints"):
        deform(skin, forward_kinematics(Pose.rest(random_skeleton(rng, 5))))


def test_a_mesh_without_normals_is_refused() -> None:
    rng = np.random.default_rng(5)
    skeleton = random_skeleton(rng)
    skin = random_skin(rng, skeleton)
    bare = Skin(
        Mesh(skin.mesh.vertices, skin.mesh.triangles), skin.joints, skin.weights, skin.joint_from_mesh
    )
    with pytest.raises(InvalidValue, match="normals"):
        deform_normals(bare, forward_kinematics(Pose.rest(skeleton)))
