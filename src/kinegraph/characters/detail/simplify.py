"""Simplifying: a skin or a mesh with fewer triangles, made of some of its own vertices."""

from dataclasses import replace

import numpy as np

from kinegraph.characters.detail.collapse_kernels import (
    collapse_pass,
    hold_borders,
    plane_quadrics,
)
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Body, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue

_COLOR = 0.3  # error of a whole step of colour along an edge, beside its length
_WEIGHT = 0.5  # error of another joint alone along an edge, beside its length
_FEWEST = 4  # triangles


def simplify_character(character: Character, share: float) -> Character:
    """A character with a share of the triangles, in every mesh and skin; joints and rest stay.

    share: Above 0, up to 1.
    """
    if not 0.0 < share <= 1.0:
        raise InvalidValue(
            f"A level of detail has a share of the triangles above 0 and up to 1, not {share}."
        )
    skins = tuple(simplify_skin(skin, share) for skin in character.skins)
    return replace(
        character, skins=skins, bodies=tuple(_simplify_body(body, share) for body in character.bodies)
    )


def _simplify_body(body: Body, share: float) -> Body:
    return replace(body, meshes=tuple(simplify_mesh(mesh, share) for mesh in body.meshes))


def simplify_mesh(mesh: Mesh, share: float) -> Mesh:
    """A mesh with a share of the triangles."""
    kept = _collapse(mesh, share, np.zeros((len(mesh.vertices), 0)))
    used, triangles = _use(kept)
    return _take(mesh, used, triangles)


def simplify_skin(skin: Skin, share: float) -> Skin:
    """A skin with a share of the triangles."""
    count = len(skin.mesh.vertices)
    weights = np.zeros((count, len(skin.joint_from_mesh)))
    np.add.at(weights, (np.arange(count)[:, None], skin.joints), skin.weights)
    kept = _collapse(skin.mesh, share, _WEIGHT * weights)
    used, triangles = _use(kept)
    return Skin(
        _take(skin.mesh, used, triangles), skin.joints[used], skin.weights[used], skin.joint_from_mesh
    )


def _use(triangles: Ints) -> tuple[Ints, Ints]:
    used, numbers = np.unique(triangles, return_inverse=True)
    return used, numbers.reshape(-1, 3)


def _take(mesh: Mesh, used: Ints, triangles: Ints) -> Mesh:
    def some(values: Floats | None) -> Floats | None:
        return None if values is None else values[used]

    return replace(
        mesh,
        vertices=mesh.vertices[used],
        triangles=triangles,
        normals=some(mesh.normals),
        colors=some(mesh.colors),
        uvs=some(mesh.uvs),
    )


def _collapse(mesh: Mesh, share: float, features: Floats) -> Ints:
    """(T, 3) triangles that are left, of the mesh's own vertices.

    features: (V, K) what should not change along an edge that is given up.
    """
    triangles = np.array(mesh.triangles)
    target = max(round(share * len(triangles)), _FEWEST)
    if target >= len(triangles):
        return triangles
    points, seams = _weld(mesh.vertices)
    triangles = _without_lines(points, triangles)
    if mesh.colors is not None:
        features = np.concatenate([features, _COLOR * mesh.colors], axis=1)
    quadrics = plane_quadrics(points, triangles)
    hold_borders(points, triangles, _borders(triangles), quadrics)
    scale = float(np.ptp(points, axis=0).max()) or 1.0
    while len(triangles) > target:
        edges, sides = _edges(triangles)
        edges, sides = _in_order(points, edges, sides, quadrics, features, seams, scale)
        starts, around = _triangles_around(triangles, len(points))
        gone = collapse_pass(
            points, triangles, starts, around, edges, sides, quadrics, len(triangles) - target
        )
        triangles = triangles[triangles[:, 0] >= 0]
        if gone == 0:
            break
    return triangles


def _weld(vertices: Floats) -> tuple[Floats, np.ndarray]:
    """The points, and (V,) which of them lie where another lies: seams of colour or texture, which stay."""
    _, numbers, counts = np.unique(vertices, axis=0, return_inverse=True, return_counts=True)
    return np.array(vertices), counts[numbers.ravel()] > 1


def _without_lines(points: Floats, triangles: Ints) -> Ints:
    a, b, c = triangles.T
    return triangles[(a != b) & (b != c) & (c != a)]


def _edges(triangles: Ints) -> tuple[Ints, Ints]:
    """(E, 2) edges, the lower vertex first, and (E,) how many triangles each has."""
    both = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    edges, sides = np.unique(both, axis=0, return_counts=True)
    return edges, sides


def _borders(triangles: Ints) -> np.ndarray:
    """(T, 3) whether the edge from corner k to k + 1 has one triangle alone."""
    both = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    _, numbers, sides = np.unique(both, axis=0, return_inverse=True, return_counts=True)
    return (sides[numbers.ravel()] == 1).reshape(-1, 3)


def _in_order(
    points: Floats,
    edges: Ints,
    sides: Ints,
    quadrics: Floats,
    features: Floats,
    seams: np.ndarray,
    scale: float,
) -> tuple[Ints, Ints]:
    """Edges that may be given up, with the vertex that moves first, the best before the others."""
    directed, twice = np.concatenate([edges, edges[:, ::-1]]), np.concatenate([sides, sides])
    on_border = np.zeros(len(points), dtype=bool)
    on_border[edges[sides == 1]] = True
    u, v = directed.T
    # A vertex of a border moves along the border alone; where more than two triangles meet, nothing moves.
    may = ~seams[u] & ~seams[v] & (twice <= 2) & (~on_border[u] | (twice == 1))
    directed, twice = directed[may], twice[may]
    u, v = directed.T
    both = quadrics[u] + quadrics[v]
    x, y, z = points[v].T
    rows = (x * x, 2 * x * y, 2 * x * z, 2 * x, y * y, 2 * y * z, 2 * y, z * z, 2 * z, np.ones_like(x))
    error = np.einsum("ek,ke->e", both, np.stack(rows))
    long = ((points[u] - points[v]) ** 2).sum(axis=1)
    unlike = ((features[u] - features[v]) ** 2).sum(axis=1)
    # Of edges that change nothing the short ones go first, so that triangles keep their shape.
    cost = error + long * long * (unlike + 1e-4) + 1e-9 * long * scale * scale
    order = np.argsort(cost, kind="stable")
    return np.ascontiguousarray(directed[order]), np.ascontiguousarray(twice[order])


def _triangles_around(triangles: Ints, count: int) -> tuple[Ints, Ints]:
    flat = triangles.ravel()
    order = np.argsort(flat, kind="stable")
    return np.searchsorted(flat[order], np.arange(count + 1)), order // 3
