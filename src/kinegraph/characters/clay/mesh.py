"""Meshing the clay: sample the field near its zero level, march, fit every vertex and even them out."""

import numpy as np

from kinegraph.characters.clay import field_kernels as kernels
from kinegraph.core.arrays import Floats, Ints

_BLOCK = 6  # grid points a side of the blocks for which the lumps that matter are found
_CUBE = 2  # grid points a side of the cubes that are kept or skipped as a whole
_EVENING_ROUNDS = 2

Links = tuple[
    Ints, Ints
]  # starts (V + 1,), others (E,): the neighbours of vertex v are others[starts[v]:starts[v + 1]]


def lump_sizes(clay: kernels.ClayArrays) -> tuple[Floats, Floats, Floats, Floats]:
    """Per lump: frame (P, 3, 3); radius at head and tail, and length, in the stretched frame."""
    frames = clay.lumps[:, kernels.FRAME : kernels.AXIS].reshape(-1, 3, 3)
    length, head, slope = clay.lumps[:, kernels.LENGTH : kernels.SLANT].T
    return frames, head, head + slope * length, length


def march_cubes(clay: kernels.ClayArrays, step: float, half: bool) -> tuple[Floats, Ints]:
    """Marching cubes over the sampled band; a half's grid starts at x = 0, where the mesh stays open."""
    from skimage.measure import marching_cubes

    low, high = _bounds(clay, step)
    if half:
        low[0] = 0.0
    shape = np.ceil((high - low) / step).astype(np.int64) + 1
    field = _sample(clay, low, step, shape)
    # A level that passes a hair from a grid point makes needle triangles; pushed off it, the vertices are
    # brought back onto the surface later.
    margin = np.float32(0.08 * step)
    field = np.where(np.abs(field) < margin, np.copysign(margin, field), field)
    # "descent" is what winds triangles counter-clockwise from outside here, as `Mesh` wants them.
    points, triangles, _, _ = marching_cubes(field, 0.0, gradient_direction="descent", allow_degenerate=True)
    return low + points.astype(np.float64) * step, triangles.astype(np.int64)


def _bounds(clay: kernels.ClayArrays, step: float) -> tuple[Floats, Floats]:
    """A box (3,), (3,) that holds all the clay with room to spare [m]."""
    frames, head, tail, length = lump_sizes(clay)
    back = np.linalg.inv(frames)
    origins = clay.lumps[:, kernels.ORIGIN : kernels.FRAME]
    axes = clay.lumps[:, kernels.AXIS : kernels.LENGTH]
    reach = np.linalg.norm(back, axis=1).max(axis=1) * np.maximum(head, tail)
    tails = origins + np.einsum("pij,pj->pi", back, axes * length[:, None])
    pad = clay.bones[:, : kernels.REACH].max() / 3 + 2 * step
    ends, reaches = np.concatenate([origins, tails]), np.tile(reach, 2)[:, None]
    return (ends - reaches).min(axis=0) - pad, (ends + reaches).max(axis=0) + pad


def _sample(clay: kernels.ClayArrays, low: Floats, step: float, shape: Ints) -> np.ndarray:
    """(X, Y, Z) field on the grid low + step * index: its sign everywhere, its value near zero.

    Blocks find which lumps matter; in those near the surface, the middles of small cubes are asked first, and
    only cubes through which the level may pass are sampled in full.
    """
    blocks = -(-shape // _BLOCK)
    field = np.full(blocks * _BLOCK, step, dtype=np.float32)
    corners = np.stack(np.meshgrid(*(np.arange(n) * _BLOCK for n in blocks), indexing="ij"), axis=-1).reshape(
        -1, 3
    )
    near, deepest = _lumps_around(
        clay, low + step * (corners + 0.5 * (_BLOCK - 1)), _half_diagonal(_BLOCK, step) + step
    )
    inside = deepest < -_half_diagonal(_BLOCK, step) - step
    if clay.sole > 0.0:
        inside &= low[1] + step * corners[:, 1] > clay.sole + step
    view = field.reshape(blocks[0], _BLOCK, blocks[1], _BLOCK, blocks[2], _BLOCK).transpose(0, 2, 4, 1, 3, 5)
    view[inside.reshape(blocks)] = -step
    rows = np.flatnonzero(near.any(axis=1) & ~inside)
    cubes, rows = _subdivide(corners[rows], rows, _BLOCK, _CUBE)
    middles, _, _ = _evaluate(clay, low + step * (cubes + 0.5 * (_CUBE - 1)), near, rows)
    # Both ends of an edge that the level crosses lie within a step of it, and half a cube's diagonal from a
    # middle; first-order distances to stretched lumps may be off, hence a tenth more.
    passed = np.abs(middles) < 1.1 * (step + _half_diagonal(_CUBE, step))
    _write(
        field,
        _subdivide(cubes[~passed], rows[~passed], _CUBE, 1)[0],
        np.repeat(np.sign(middles[~passed]) * step, _CUBE**3),
    )
    points, rows = _subdivide(cubes[passed], rows[passed], _CUBE, 1)
    values, _, _ = _evaluate(clay, low + step * points, near, rows)
    _write(field, points, np.clip(values, -step, step))
    return field[: shape[0], : shape[1], : shape[2]]


def _half_diagonal(width: int, step: float) -> float:
    return 0.5 * np.sqrt(3.0) * (width - 1) * step


def _subdivide(corners: Ints, rows: Ints, width: int, into: int) -> tuple[Ints, Ints]:
    """The corners of the cubes of `into` points inside cubes of `width`, each with its old cube's row."""
    inner = np.stack(np.meshgrid(*(np.arange(0, width, into),) * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    return (corners[:, None] + inner).reshape(-1, 3), np.repeat(rows, len(inner))


def _write(field: np.ndarray, points: Ints, values: Floats) -> None:
    field[points[:, 0], points[:, 1], points[:, 2]] = values


def _lumps_around(clay: kernels.ClayArrays, points: Floats, slack: float) -> tuple[np.ndarray, Floats]:
    near, deepest = np.zeros((len(points), len(clay.lumps)), dtype=np.bool_), np.empty(len(points))
    kernels.lumps_near(clay, points, slack, near, deepest)
    return near, deepest


def _evaluate(
    clay: kernels.ClayArrays, points: Floats, near: np.ndarray, rows: Ints
) -> tuple[Floats, Floats, Ints]:
    """Field (N,), gradient (N, 3) and nearest bone (N,) at points."""
    values, gradients = np.empty(len(points)), np.empty((len(points), 3))
    owners = np.empty(len(points), dtype=np.int64)
    kernels.evaluate(clay, kernels.make_scratch(clay), points, near, rows, values, gradients, owners)
    return values, gradients, owners


def neighbors(triangles: Ints, count: int) -> Links:
    """The vertices that share an edge with each vertex."""
    edges = np.concatenate([triangles[:, [a, b]] for a in range(3) for b in range(3) if a != b])
    keys = np.sort(edges[:, 0] * count + edges[:, 1])
    keys = keys[np.diff(keys, prepend=-1) > 0]
    starts = np.concatenate([[0], np.cumsum(np.bincount(keys // count, minlength=count))])
    return starts, keys % count


def fitted(
    clay: kernels.ClayArrays, vertices: Floats, links: Links, step: float, half: bool
) -> tuple[Floats, Floats, Ints]:
    """Vertices (V, 3) moved onto the surface and evened out along it, their normals and nearest bones.

    half: Vertices on x = 0 stay there and none crosses it: the mesh is one half of a symmetric body.
    """
    seam = (vertices[:, 0] == 0.0) & half
    least_x = 0.1 * step if half else -np.inf
    near, _ = _lumps_around(clay, vertices, 2.0 * step)
    for _ in range(_EVENING_ROUNDS):
        vertices, normals, _ = _settle(clay, vertices, near, seam, step, least_x, rounds=1)
        drift = 0.5 * (_means(vertices, links) - vertices)
        drift -= normals * np.einsum("vi,vi->v", drift, normals)[:, None]
        vertices = _keep_apart(vertices + drift, seam, least_x)
    vertices, normals, owners = _settle(clay, vertices, near, seam, step, least_x, rounds=5)
    vertices, normals = _without_folds(vertices, normals, links, seam)
    return _keep_apart(vertices, seam, least_x), normals, owners


def _settle(
    clay: kernels.ClayArrays,
    vertices: Floats,
    near: np.ndarray,
    seam: np.ndarray,
    step: float,
    least_x: float,
    rounds: int,
) -> tuple[Floats, Floats, Ints]:
    """Vertices after Newton steps towards the zero level, with normals and nearest bones."""
    vertices, normals = vertices.copy(), np.zeros_like(vertices)
    owners, rows = np.zeros(len(vertices), dtype=np.int64), np.arange(len(vertices))
    for _ in range(rounds):
        values, gradients, owners[rows] = _evaluate(clay, vertices[rows], near, rows)
        gradients[seam[rows], 0] = 0.0
        square = np.einsum("vi,vi->v", gradients, gradients)
        # Beside a crease the gradient all but vanishes: there a step is bounded, not trusted.
        move = np.clip(values / np.maximum(square, 0.04), -0.5 * step, 0.5 * step)
        vertices[rows] = _keep_apart(vertices[rows] - move[:, None] * gradients, seam[rows], least_x)
        normals[rows] = gradients / np.maximum(np.sqrt(square), 1e-9)[:, None]
        rows = rows[np.abs(values) > 1e-3 * step]
        if not len(rows):
            break
    return vertices, normals, owners


def _keep_apart(vertices: Floats, seam: np.ndarray, least_x: float) -> Floats:
    vertices[:, 0] = np.where(seam, 0.0, np.maximum(vertices[:, 0], least_x))
    return vertices


def _means(rows: Floats, links: Links) -> Floats:
    """(V, N) the mean of each vertex's neighbours' rows. In a mesh every vertex has neighbours."""
    means = np.empty_like(rows)
    kernels.neighbor_means(rows, *links, means)
    return means


def _without_folds(
    vertices: Floats, normals: Floats, links: Links, seam: np.ndarray
) -> tuple[Floats, Floats]:
    """Averages vertices in a fold, hollow and with normals 45 degrees apart, with their neighbours."""
    starts, others = links
    owner = np.repeat(np.arange(len(vertices)), np.diff(starts))
    for _ in range(2):
        agreement = np.einsum("ei,ei->e", normals[owner], normals[others])
        hollow = np.einsum("vi,vi->v", normals, _means(vertices, links) - vertices) > 0
        folded = (np.minimum.reduceat(agreement, starts[:-1]) < 0.7) & hollow
        vertices = np.where(folded[:, None], 0.5 * (vertices + _means(vertices, links)), vertices)
        normals = np.where(folded[:, None], 0.5 * (normals + _means(normals, links)), normals)
        normals[seam, 0] = 0.0
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    return vertices, normals


def smoothed(rows: Floats, links: Links, rounds: int) -> Floats:
    """Rows (V, N), each averaged with its neighbours' `rounds` times."""
    for _ in range(rounds):
        rows = 0.5 * (rows + _means(rows, links))
    return rows
