"""The clay: its field against a slow twin, and skins that are closed, on the surface, weighted, symmetric."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.characters.clay import clay_twin as twin

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Patch
from kinegraph.characters.cast.bear import bear_plan
from kinegraph.characters.cast.dog import dog_plan
from kinegraph.characters.cast.spider import spider_plan
from kinegraph.characters.clay import field_kernels as kernels
from kinegraph.characters.clay.flesh_tree import flesh_tree
from kinegraph.characters.clay.skin import ClaySkin, clay_arrays, clay_skin
from kinegraph.characters.clay.weights import pulls_of
from kinegraph.characters.color import linear_rgba

PLANS = {"bear": bear_plan, "dog": dog_plan, "spider": spider_plan}


def lopsided_plan() -> BodyPlan:
    bones = (
        Bone("body", None, (0, 0.5, 0), (0.3, 0.6, 0.1), (0.15, 0.1), section=(1, 1.3, 0.8)),
        Bone("arm", "body", (0.3, 0.6, 0.1), (0.7, 0.9, 0.3), (0.08, 0.05), color="#0000ff"),
    )
    return BodyPlan(
        "lopsided", bones, (Blob("body", (-0.1, 0.5, 0.1), (0.1, 0.15, 0.12), tilt=0.4),), vertices=2000
    )


@cache
def skin_of(name: str) -> ClaySkin:
    skin = clay_skin(lopsided_plan() if name == "lopsided" else PLANS[name]())
    assert skin is not None
    return skin


def evaluated(clay: kernels.ClayArrays, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    values, gradients = np.empty(len(points)), np.empty((len(points), 3))
    near = np.ones((1, len(clay.lumps)), dtype=bool)
    rows, owners = np.zeros(len(points), dtype=np.int64), np.empty(len(points), dtype=np.int64)
    kernels.evaluate(clay, kernels.make_scratch(clay), points, near, rows, values, gradients, owners)
    return values, gradients


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=6), st.floats(0.05, 2))
def test_the_soft_minimum_agrees_with_projection_onto_the_simplex(
    values: list[float], softness: float
) -> None:
    array, shares = np.array(values), np.empty(len(values))
    result = kernels.soft_minimum(array, len(array), softness, shares)
    expected, expected_shares = twin.soft_minimum(array, softness)
    assert result == pytest.approx(expected, abs=1e-9)
    np.testing.assert_allclose(shares, expected_shares, atol=1e-9)


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=6), st.floats(0.05, 2))
def test_the_soft_minimum_is_at_most_the_minimum_and_near_it(values: list[float], softness: float) -> None:
    result = kernels.soft_minimum(np.array(values), len(values), softness, np.empty(len(values)))
    assert min(values) - 0.5 * softness <= result <= min(values) + 1e-12


@pytest.mark.parametrize("name", [*PLANS, "lopsided"])
def test_the_field_agrees_with_the_slow_twin(name: str) -> None:
    plan = lopsided_plan() if name == "lopsided" else PLANS[name]()
    clay, _ = clay_arrays(plan)
    clay = clay._replace(crease=0.02)
    rng = np.random.default_rng(5)
    bones = [bone for bone in plan.bones if bone.radii is not None]
    picks = rng.integers(len(bones), size=12)
    points = np.array([bones[i].head + rng.normal(size=3) * bones[i].radii[0] for i in picks])
    values, _ = evaluated(clay, points)
    # The twin searches the axis on a grid of 20,000; its error is second order in that spacing.
    np.testing.assert_allclose(values, [twin.field(clay, point) for point in points], atol=1e-6)


def test_the_gradient_agrees_with_finite_differences_on_round_flesh() -> None:
    bones = (
        Bone("a", None, (0, 0, 0), (0, 1, 0), (0.3, 0.2)),
        Bone("b", "a", (0, 1, 0), (0.8, 1.2, 0), (0.2, 0.1)),
        Bone("c", "a", (0, 1, 0), (-0.5, 1.4, 0.3), (0.15, 0.12)),
    )
    clay, _ = clay_arrays(BodyPlan("round", bones))
    points = np.random.default_rng(7).normal(size=(40, 3)) * 0.4 + [0, 1, 0]
    _, gradients = evaluated(clay, points)
    for axis in range(3):
        shift = 1e-6 * np.eye(3)[axis]
        slope = (evaluated(clay, points + shift)[0] - evaluated(clay, points - shift)[0]) / 2e-6
        np.testing.assert_allclose(gradients[:, axis], slope, atol=1e-5)


def test_a_lone_ball_is_a_ball() -> None:
    bones = (Bone("ball", None, (0.1, 0.2, 0.3), (0.1, 0.2, 0.3), (0.5, 0.5)),)
    skin = clay_skin(BodyPlan("ball", bones, vertices=1500))
    assert skin is not None
    radius = np.linalg.norm(skin.mesh.vertices - [0.1, 0.2, 0.3], axis=1)
    np.testing.assert_allclose(radius, 0.5, atol=1e-6)


@pytest.mark.parametrize("name", [*PLANS, "lopsided"])
def test_every_edge_is_shared_by_two_triangles_that_run_along_it_oppositely(name: str) -> None:
    triangles = skin_of(name).mesh.triangles
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    forward, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts == 1).all()
    assert np.array_equal(forward, np.unique(edges[:, ::-1], axis=0))


@pytest.mark.parametrize("name", [*PLANS, "lopsided"])
def test_triangles_have_area_and_face_outwards(name: str) -> None:
    mesh = skin_of(name).mesh
    corners = mesh.vertices[mesh.triangles]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    longest = np.max(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2), axis=1)
    assert (np.linalg.norm(cross, axis=1) > 1e-4 * longest**2).all()
    volume = np.einsum("ti,ti->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    assert volume > 0
    assert mesh.normals is not None
    agree = np.einsum("ti,ti->t", cross, mesh.normals[mesh.triangles].mean(axis=1)) > 0
    assert agree.mean() > 0.995  # a few in the sharpest folds may lean over


@pytest.mark.parametrize("name", [*PLANS, "lopsided"])
def test_vertices_lie_on_the_surface(name: str) -> None:
    plan = lopsided_plan() if name == "lopsided" else PLANS[name]()
    skin = skin_of(name)
    clay, _ = clay_arrays(plan)
    values, _ = evaluated(clay._replace(crease=2 * skin.step), np.array(skin.mesh.vertices))
    assert np.quantile(np.abs(values), 0.9) < 1e-3 * skin.step
    assert np.abs(values).max() < skin.step  # folds are averaged off the level


@pytest.mark.parametrize("name", [*PLANS, "lopsided"])
def test_weights_sum_to_one_and_name_bones(name: str) -> None:
    skin = skin_of(name)
    np.testing.assert_allclose(skin.weights.sum(axis=1), 1.0, atol=1e-12)
    assert (skin.weights >= 0).all()
    assert skin.joints.min() >= 0


def test_weights_change_gradually_over_the_mesh() -> None:
    skin = skin_of("bear")
    dense = np.zeros((len(skin.joints), skin.joints.max() + 1))
    np.add.at(dense, (np.arange(len(dense))[:, None], skin.joints), skin.weights)
    edges = skin.mesh.triangles[:, :2]
    jump = np.abs(dense[edges[:, 0]] - dense[edges[:, 1]]).max(axis=1)
    assert np.quantile(jump, 0.999) < 0.35


def test_an_arm_beside_the_torso_does_not_pull_it() -> None:
    bones = (
        Bone("hips", None, (0, 0, 0), (0, 0.5, 0), (0.2, 0.2)),
        Bone("chest", "hips", (0, 0.6, 0), (0, 1.0, 0), (0.2, 0.2)),
        Bone("left_arm", "chest", (0.3, 1.1, 0), (0.32, 0.8, 0), (0.06, 0.06)),
        Bone("left_forearm", "left_arm", (0.32, 0.8, 0), (0.3, 0.1, 0), (0.06, 0.05)),
    )
    skin = clay_skin(BodyPlan.symmetric("guard", bones, vertices=4000))
    assert skin is not None
    names = ["hips", "chest", "left_arm", "right_arm", "left_forearm", "right_forearm"]
    beside = (np.abs(skin.mesh.vertices[:, 0]) < 0.21) & (skin.mesh.vertices[:, 1] < 0.6)
    forearms = np.isin(skin.joints, [names.index("left_forearm"), names.index("right_forearm")])
    assert beside.sum() > 100
    assert (skin.weights * forearms)[beside].max() == 0.0


def test_the_bears_flanks_stay_when_it_raises_its_arms() -> None:
    skin, names = skin_of("bear"), [bone.name for bone in bear_plan().bones]
    arms = [i for i, name in enumerate(names) if "arm" in name or "paw" in name]
    x, y, _ = skin.mesh.vertices.T
    flank = (np.abs(x) < 0.27) & (y > 0.3) & (y < 0.48)
    assert flank.sum() > 300
    assert (skin.weights * np.isin(skin.joints, arms)).sum(axis=1)[flank].max() < 0.15


def test_legs_side_by_side_do_not_fuse() -> None:
    bones = (
        Bone("hips", None, (0, 1, 0), (0, 1.2, 0), (0.2, 0.2)),
        Bone("left_leg", "hips", (0.09, 0.9, 0), (0.09, 0.1, 0), (0.06, 0.06), blend=0.08),
    )
    skin = clay_skin(BodyPlan.symmetric("stand", bones, vertices=6000))
    assert skin is not None
    below = skin.mesh.vertices[skin.mesh.vertices[:, 1] < 0.6]
    assert np.abs(below[:, 0]).min() > 0.02  # the gap is 6 cm wide


@pytest.mark.parametrize("name", list(PLANS))
def test_a_symmetric_plan_gives_an_exactly_symmetric_skin(name: str) -> None:
    vertices = np.array(skin_of(name).mesh.vertices)
    mirrored = vertices * [-1.0, 1.0, 1.0]
    key = lambda points: points[np.lexsort((points + 0.0).T)]  # noqa: E731
    np.testing.assert_array_equal(key(vertices + 0.0), key(mirrored + 0.0))


def test_flat_soles_end_at_the_ground() -> None:
    skin = skin_of("bear")
    assert abs(skin.mesh.vertices[:, 1].min()) < 1e-3


def test_a_patch_paints_only_its_own_bones() -> None:
    red = linear_rgba("#ff0000")
    bones = (
        Bone("a", None, (0, 0, 0), (0, 1, 0), (0.2, 0.2), color="#00ff00"),
        Bone("b", "a", (0, 1, 0), (0, 2, 0), (0.2, 0.2), color="#00ff00"),
    )
    patch = Patch(("b",), (0, 1, 0), (1, 1, 1), "#ff0000")
    skin = clay_skin(BodyPlan("two", bones, patches=(patch,), vertices=2000))
    assert skin is not None
    assert skin.mesh.colors is not None
    painted = np.abs(skin.mesh.colors - red).max(axis=1) < 1e-6
    heights = skin.mesh.vertices[:, 1]
    assert painted[(heights > 1.2) & (heights < 1.7)].all()
    assert not painted[heights < 0.9].any()


def test_the_same_plan_gives_the_same_skin() -> None:
    first, second = clay_skin(bear_plan()), skin_of("bear")
    assert first is not None
    np.testing.assert_array_equal(first.mesh.vertices, second.mesh.vertices)
    np.testing.assert_array_equal(first.weights, second.weights)


def test_weights_and_colours_agree_with_the_slow_twin() -> None:
    plan = dog_plan()
    clay, colors = clay_arrays(plan)
    points = np.array(skin_of("dog").mesh.vertices[::700])
    distances = np.array([twin.bone_distances(clay, point) for point in points])
    owners = distances.argmin(axis=1)
    weights, blended = np.zeros((len(points), len(clay.bones))), np.zeros((len(points), 4))
    pulls, scratch = pulls_of(flesh_tree(plan)), kernels.make_scratch(clay)
    kernels.vertex_shares(clay, pulls, points, owners, colors, 0.01, scratch, weights, blended)
    for n, point in enumerate(points):
        expected_weights, expected_color = twin.vertex_shares(clay, pulls, point, owners[n], colors, 0.01)
        np.testing.assert_allclose(weights[n], expected_weights, atol=1e-4)
        np.testing.assert_allclose(blended[n], expected_color, atol=1e-4)


def test_neighbours_means_are_means_over_neighbours() -> None:
    rows = np.random.default_rng(1).normal(size=(4, 3))
    starts, others = np.array([0, 2, 3, 6, 8]), np.array([1, 2, 0, 0, 1, 3, 2, 0])
    means = np.empty_like(rows)
    kernels.neighbor_means(rows, starts, others, means)
    expected = [rows[others[a:b]].mean(axis=0) for a, b in pairwise(starts)]
    np.testing.assert_allclose(means, expected, atol=1e-15)
