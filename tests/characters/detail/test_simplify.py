"""Coarser skins: fewer triangles, the same shape, and vertices that keep what they carry."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.characters.detail.simplify import simplify_character, simplify_mesh, simplify_skin
from kinegraph.core.body import Mesh
from kinegraph.core.errors import InvalidValue


def grid(count: int, height: float = 0.0) -> Mesh:
    """A square of one metre in `count` by `count` cells, with a bump."""
    x, z = np.meshgrid(np.linspace(0, 1, count + 1), np.linspace(0, 1, count + 1), indexing="ij")
    y = height * np.sin(np.pi * x) * np.sin(np.pi * z)
    at = np.arange((count + 1) ** 2).reshape(count + 1, -1)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel()
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([c, b, d], axis=1)])
    return Mesh(np.stack([x, y, z], axis=-1).reshape(-1, 3), triangles)


def area(mesh: Mesh) -> float:
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    return float(0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


def test_a_flat_square_keeps_its_outline_and_area() -> None:
    coarse = simplify_mesh(grid(16), 0.05)
    assert len(coarse.triangles) <= 0.06 * 512
    assert area(coarse) == pytest.approx(1.0, abs=1e-9)
    corners = {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert corners <= {(round(x, 9), round(z, 9)) for x, _, z in coarse.vertices.tolist()}


def test_a_bump_stays_near_its_surface() -> None:
    coarse = simplify_mesh(grid(32, 0.3), 0.2)
    x, y, z = coarse.vertices[coarse.triangles].mean(axis=1).T
    assert np.abs(y - 0.3 * np.sin(np.pi * x) * np.sin(np.pi * z)).max() < 0.01


def test_no_triangle_turns_over() -> None:
    coarse = simplify_mesh(grid(24, 0.4), 0.1)
    a, b, c = coarse.vertices[coarse.triangles].transpose(1, 0, 2)
    assert (np.cross(b - a, c - a)[:, 1] > 0).all()


@pytest.mark.parametrize("name", ["bear", "octopus"])
def test_a_skin_has_vertices_of_the_finer_one_with_their_weights(name: str) -> None:
    skin = character(name).skins[0]
    coarse = simplify_skin(skin, 0.3)
    assert len(coarse.mesh.triangles) <= 0.31 * len(skin.mesh.triangles)
    rows = {tuple(place): row for row, place in enumerate(skin.mesh.vertices.tolist())}
    source = [rows[tuple(place)] for place in coarse.mesh.vertices.tolist()]
    assert np.array_equal(coarse.weights, skin.weights[source])
    assert np.array_equal(coarse.joints, skin.joints[source])
    assert coarse.mesh.colors is not None
    assert skin.mesh.colors is not None
    assert np.array_equal(coarse.mesh.colors, skin.mesh.colors[source])


@pytest.mark.parametrize("name", ["bear", "dog"])
def test_a_closed_skin_stays_closed_and_near(name: str) -> None:
    skin = character(name).skins[0]
    coarse = simplify_skin(skin, 0.25).mesh
    edges = np.sort(coarse.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    _, sides = np.unique(edges, axis=0, return_counts=True)
    fine = np.sort(skin.mesh.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    assert (sides == 2).all() or not (np.unique(fine, axis=0, return_counts=True)[1] == 2).all()
    # Each vertex of the fine skin has a corner or a middle of a coarse triangle nearby.
    from scipy.spatial import KDTree

    corners = coarse.vertices[coarse.triangles]
    shares = np.array(
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=float
    )
    samples = np.einsum("sk,tkx->tsx", shares / shares.sum(axis=1, keepdims=True), corners).reshape(-1, 3)
    far, _ = KDTree(samples).query(skin.mesh.vertices)
    height = np.ptp(skin.mesh.vertices[:, 1])
    assert far.max() < 0.03 * height


def test_a_whole_character_keeps_its_joints() -> None:
    bear = character("bear")
    coarse = simplify_character(bear, 0.5)
    assert coarse.skeleton == bear.skeleton
    assert all(len(a.meshes) == len(b.meshes) for a, b in zip(coarse.bodies, bear.bodies, strict=True))


@pytest.mark.parametrize("share", [0.0, -1.0, 1.5, float("nan")])
def test_an_impossible_share_is_refused(share: float) -> None:
    with pytest.raises(InvalidValue, match="share of the triangles"):
        simplify_character(character("bear"), share)
