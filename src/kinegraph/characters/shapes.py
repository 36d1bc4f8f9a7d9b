"""Rigid shapes that sit on bones: beads, eyes, turned wood, coiled wire; meshes in rest-world coordinates."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.color import linear_rgba
from kinegraph.core.arrays import Floats, Ints, read_only
from kinegraph.core.body import Material, Mesh

GLOSSY = Material(roughness=0.15, name="glossy")
SATIN = Material(roughness=0.5, name="satin")
MATTE = Material(roughness=0.85, name="matte")

# How far out an eye's larger catch-light sits, as a share of the eye's radius.
CATCH_LIGHT_OUT = 0.86
_EYE_SEGMENTS = 32


def lathe(
    start: ArrayLike,
    end: ArrayLike,
    profile: ArrayLike,
    color: str,
    material: Material = SATIN,
    segments: int = 24,
    squash: float = 1.0,
) -> Mesh:
    """A surface of revolution about the line start -> end.

    profile: (N, 2) pairs (along, radius): along in 0..1 from start to end (outside it is fine), radius [m];
        where the first or last radius is zero the shape closes there. A repeated pair makes a sharp edge.
    squash: Scale of the second cross axis, for oval sections.
    """
    start, end = np.asarray(start, float), np.asarray(end, float)
    points = np.asarray(profile, float)
    points = points * [np.linalg.norm(end - start), 1.0]
    return _place(_revolve(points, segments, squash), start, _frame(end - start), color, material)


def ellipsoid(
    center: ArrayLike,
    radii: ArrayLike,
    color: str,
    material: Material = SATIN,
    rings: int = 16,
    rotation: ArrayLike | None = None,
) -> Mesh:
    """An ellipsoid with half-axes `radii` (3,) [m] along the columns of `rotation` (3, 3) or the world's."""
    ball = _ball(rings)
    turn = np.eye(3) if rotation is None else np.asarray(rotation, float)
    radii = np.asarray(radii, float)
    normals = ball.vertices / radii @ turn.T
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    vertices = ball.vertices * radii @ turn.T + np.asarray(center, float)
    return Mesh(vertices, ball.triangles, normals, _paint(len(vertices), color), material=material)


def tube(path: ArrayLike, radius: float, color: str, material: Material = SATIN, segments: int = 8) -> Mesh:
    """A round wire with closed ends along `path` (N, 3) [m]."""
    path = np.asarray(path, float)
    tangents = np.gradient(path, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    sides = np.empty_like(path)
    sides[0] = _frame(tangents[0])[:, 1]
    for i in range(1, len(path)):  # carry the frame along so that the wire does not twist
        side = sides[i - 1] - tangents[i] * (sides[i - 1] @ tangents[i])
        sides[i] = side / np.linalg.norm(side)
    ups = np.cross(tangents, sides)
    angles = np.arange(segments) * (2 * np.pi / segments)
    normals = sides[:, None] * np.cos(angles)[:, None] + ups[:, None] * np.sin(angles)[:, None]
    vertices = (path[:, None] + radius * normals).reshape(-1, 3)
    triangles = _ring_triangles(len(path), segments)
    first, last = len(vertices), len(vertices) + 1
    ring = np.arange(segments)
    back = np.stack([np.full(segments, first), np.roll(ring, -1), ring], axis=1)
    tail = ring + (len(path) - 1) * segments
    front = np.stack([np.full(segments, last), tail, np.roll(tail, -1)], axis=1)
    return Mesh(
        np.concatenate([vertices, path[[0, -1]]]),
        np.concatenate([triangles, back, front]),
        np.concatenate([normals.reshape(-1, 3), [-tangents[0]], [tangents[-1]]]),
        _paint(len(vertices) + 2, color),
        material=material,
    )


def coil(start: ArrayLike, end: ArrayLike, radius: float, wire: float, turns: int, color: str) -> Mesh:
    """A coil spring from start to end."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    frame = _frame(end - start)
    t = np.linspace(0.0, 1.0, 14 * turns + 1)[:, None]
    angle = 2 * np.pi * turns * t
    path = start + t * (end - start) + radius * (np.cos(angle) * frame[:, 1] + np.sin(angle) * frame[:, 2])
    return tube(path, wire, color, SATIN, segments=6)


def eyeball(
    center: ArrayLike,
    radius: float,
    gaze: ArrayLike,
    iris: str,
    pupil: float,
    white: str,
    shine: float = 0.24,
) -> Mesh:
    """A glossy eye that looks along `gaze`, with crisp rings and a catch-light.

    pupil: Half-angle of the pupil [rad]; the iris is a ring around it.
    shine: Radius of the catch-light as a share of the eye's; it sits up and to the character's left on both
        eyes, as one lamp would make it.
    """
    center = np.asarray(center, float)
    frame = _frame(np.asarray(gaze, float))
    rim = min(pupil * 1.38, np.pi)
    zones = ((rim, np.pi, white), (pupil, rim, iris), (0.0, pupil, "#140d0b"))
    rings, colors = [], []
    for low, high, color in zones:
        if high - low > 1e-3:  # each zone has rings of its own at its border: colours meet without a blend
            rings.append(np.linspace(high, low, max(4, round((high - low) / 0.16))))
            colors.append(_paint(len(rings[-1]) * _EYE_SEGMENTS, color))
    angles = np.concatenate(rings)
    ball = _revolve(np.stack([np.cos(angles), np.sin(angles)], axis=1), _EYE_SEGMENTS)
    normals = ball.vertices @ frame.T
    eye = Mesh(center + radius * normals, ball.triangles, normals, np.concatenate(colors), material=GLOSSY)
    lights = []
    for out, up, left, size, fineness in (
        (CATCH_LIGHT_OUT, 0.52, 0.42, 1.0, 10),
        (0.93, -0.5, -0.35, 0.42, 8),
    ):
        toward = frame[:, 0] + np.array([left, up, 0.0])
        place = center + out * radius * toward / np.linalg.norm(toward)
        lights.append(ellipsoid(place, np.full(3, size * shine * radius), "#ffffff", GLOSSY, fineness))
    return _join([eye, *lights])


def half_shell(
    center: ArrayLike, radius: float, axis: ArrayLike, color: str, material: Material = MATTE
) -> Mesh:
    """Half a ball, flat side closed, bulging along `axis`: an eyelid around an eye."""
    angles = np.linspace(0.0, np.pi / 2, 9)
    profile = np.stack([np.cos(angles), np.sin(angles)], axis=1)[::-1] * radius
    profile = np.concatenate([[[0.0, 0.0]], profile[:1], profile])
    frame = _frame(np.asarray(axis, float))
    return _place(_revolve(profile, 28), np.asarray(center, float), frame, color, material)


def merged(meshes: Sequence[Mesh]) -> tuple[Mesh, ...]:
    """The same triangles in one mesh per material. Every mesh must have normals and colours."""
    groups: dict[Material, list[Mesh]] = {}
    for mesh in meshes:
        groups.setdefault(mesh.material, []).append(mesh)
    return tuple(_join(group) for group in groups.values())


def mirrored(mesh: Mesh) -> Mesh:
    """The mesh on the other side of x = 0."""
    flip = np.array([-1.0, 1.0, 1.0])
    normals = None if mesh.normals is None else mesh.normals * flip
    return replace(mesh, vertices=mesh.vertices * flip, triangles=mesh.triangles[:, ::-1], normals=normals)


def moved(mesh: Mesh, by: ArrayLike) -> Mesh:
    """The mesh shifted by `by` (3,) [m]."""
    return replace(mesh, vertices=mesh.vertices + np.asarray(by, float))


def _join(group: Sequence[Mesh]) -> Mesh:
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in group[:-1])])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in group]),
        np.concatenate([mesh.triangles + start for mesh, start in zip(group, starts, strict=True)]),
        np.concatenate([mesh.normals for mesh in group]),  # type: ignore[misc]
        np.concatenate([mesh.colors for mesh in group]),  # type: ignore[misc]
        material=group[0].material,
    )


def _frame(axis: Floats) -> Floats:
    """(3, 3) a right-handed frame whose first column points along `axis`."""
    x = axis / max(float(np.linalg.norm(axis)), 1e-12)
    helper = np.array([1.0, 0.0, 0.0]) if abs(x[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    y = np.cross(np.cross(x, helper), x)
    y /= np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)], axis=1)


def _ring_triangles(rings: int, segments: int) -> Ints:
    """Triangles between consecutive closed rings of vertices, facing away from the axis."""
    i, j = np.meshgrid(np.arange(rings - 1), np.arange(segments), indexing="ij")
    a, b = i * segments + j, i * segments + (j + 1) % segments
    c, d = a + segments, b + segments
    return np.stack([np.stack([a, b, c], -1), np.stack([b, d, c], -1)], axis=2).reshape(-1, 3)


class _Surface(NamedTuple):
    """Vertices (V, 3) and normals (V, 3) about the first axis, and triangles (T, 3)."""

    vertices: Floats
    normals: Floats
    triangles: Ints


def _revolve(profile: Floats, segments: int, squash: float = 1.0) -> _Surface:
    """Turns (along, radius) pairs about the first axis; normals are split at repeated pairs."""
    angles = np.arange(segments) * (2 * np.pi / segments)
    around = np.stack([np.cos(angles), squash * np.sin(angles)], axis=1)
    along, radius = profile[:, 0], profile[:, 1]
    vertices = np.empty((len(profile), segments, 3))
    vertices[..., 0] = along[:, None]
    vertices[..., 1:] = radius[:, None, None] * around
    slope = _profile_normals(profile)
    facing = np.stack([np.cos(angles), np.sin(angles) / squash], axis=1)
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    normals = np.empty_like(vertices)
    normals[..., 0] = slope[:, :1]
    normals[..., 1:] = slope[:, 1, None, None] * facing
    # Of the two triangles between neighbours, a pole leaves one, and the two rings of a sharp edge none.
    open_ring = radius > 1e-9 * radius.max()
    apart = (np.abs(np.diff(profile, axis=0)) > 1e-12).any(axis=1)
    wanted = np.stack([open_ring[:-1] & apart, open_ring[1:] & apart], axis=1)
    triangles = _ring_triangles(len(profile), segments).reshape(-1, segments, 2, 3)
    triangles = triangles[np.broadcast_to(wanted[:, None], triangles.shape[:3])]
    return _Surface(vertices.reshape(-1, 3), normals.reshape(-1, 3), triangles)


@lru_cache
def _ball(rings: int) -> _Surface:
    """A ball of radius one about the second axis."""
    angles = np.linspace(0.0, np.pi, rings + 1)
    ball = _revolve(np.stack([-np.cos(angles), np.sin(angles)], axis=1), 2 * rings)
    return _Surface(
        *(read_only(part) for part in (ball.vertices[:, [2, 0, 1]], ball.normals, ball.triangles))
    )


def _place(surface: _Surface, origin: Floats, frame: Floats, color: str, material: Material) -> Mesh:
    vertices, normals = origin + surface.vertices @ frame.T, surface.normals @ frame.T
    return Mesh(vertices, surface.triangles, normals, _paint(len(vertices), color), material=material)


def _paint(count: int, color: str) -> Floats:
    """(count, 4) one colour for all vertices."""
    return np.tile(linear_rgba(color), (count, 1))


def _profile_normals(profile: Floats) -> Floats:
    """(N, 2) outward normals (along, away from the axis) of a profile, one-sided beside repeated points."""
    steps = np.diff(profile, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    outward = np.stack([-steps[:, 1], steps[:, 0]], axis=1)
    before = np.concatenate([outward[:1], outward])
    after = np.concatenate([outward, outward[-1:]])
    weight_before = np.concatenate([[0.0], lengths > 1e-12])[:, None]
    weight_after = np.concatenate([lengths > 1e-12, [0.0]])[:, None]
    normals = before * weight_before + after * weight_after
    # A pole's neighbours say nothing about the pole itself: there the surface faces along the axis.
    size = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.divide(normals, size, out=np.tile([1.0, 0.0], (len(profile), 1)), where=size > 1e-12)
