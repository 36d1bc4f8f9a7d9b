"""Small characters and motions for the tests of exchange formats, with something of everything in them."""

import struct
import zlib

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.body import Body, Cap, Material, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_normalize
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


def png(color: tuple[int, int, int] = (200, 80, 40)) -> bytes:
    """A valid 1 x 1 PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes([0, *color]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def skeleton() -> Skeleton:
    """Six joints in an order that is neither depth nor breadth first, turned rests, three end sites."""
    rng = np.random.default_rng(5)
    rests = quat_normalize(rng.normal(size=(6, 4)))
    return Skeleton(
        ("hips", "chest", "leg:left", "head", "leg.right", "été arm"),
        np.array([-1, 0, 0, 1, 0, 1]),
        np.array(
            [[0, 0.9, 0.1], [0, 0.4, 0], [0.1, -0.4, 0], [0, 0.3, 0.05], [-0.1, -0.4, 0], [0.3, 0.2, 0]]
        ),
        rests,
        np.array([3, 2, 3]),
        np.array([[0, 0.2, 0], [0, -0.5, 0.02], [0, 0.1, 0.1]]),
    )


def ball(center: tuple[float, float, float], material: Material, colors: bool = True) -> Mesh:
    """An octahedron with normals, texture coordinates and colours."""
    directions = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]], dtype=float)
    triangles = np.array(
        [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]]
    )
    shades = np.linspace(0.0, 1.0, 24).reshape(6, 4) if colors else None
    uvs = np.linspace(0.0, 1.0, 12).reshape(6, 2)
    return Mesh(np.array(center) + 0.1 * directions, triangles, directions, shades, uvs, material)


def character() -> Character:
    """Skins in two materials, a rigid mesh, caps, contacts, symmetry."""
    bones = skeleton()
    painted = Material((0.8, 0.5, 0.2, 1.0), 0.1, 0.6, png(), True, "painted")
    plain = Material((0.1, 0.2, 0.9, 0.5), 0.0, 0.9, None, False, "plain")
    rng = np.random.default_rng(6)
    inverse = np.linalg.inv(transform_matrices(forward_kinematics(Pose.rest(bones))))
    weights = rng.random((6, 4)).astype(np.float32).astype(float)
    weights /= weights.sum(axis=1, keepdims=True)
    skins = (
        Skin(ball((0, 1, 0), painted), np.argsort(rng.random((6, 6)), axis=1)[:, :4], weights, inverse),
        Skin(
            ball((0, 1.5, 0), plain, colors=False),
            np.full((6, 4), 3),
            np.tile([1.0, 0, 0, 0], (6, 1)),
            inverse,
        ),
    )
    bodies = [
        Body(frozenset({Cap.SPINE}), np.array([[-0.1, 0, -0.1], [0.1, 0.3, 0.1]]), 0.05) for _ in range(6)
    ]
    bodies[5] = Body(frozenset({Cap.LIMB, Cap.GRASPER}), np.zeros((2, 3)), 0.03, (ball((0.1, 0, 0), plain),))
    return Character(
        "Tèst bear",
        bones,
        tuple(bodies),
        skins,
        (ContactPoint("left toe", 2, np.array([0, -0.5, 0.1])),),
        Symmetry(np.array([0, 1, 4, 3, 2, 5]), np.array([0, 0, 1, 0, -1, 0])),
    )


def clip(
    bones: Skeleton, frames: int = 40, fps: float = 30.0, slides: bool = False, name: str = "walk"
) -> Clip:
    """Smooth random motion of every joint."""
    rng = np.random.default_rng(7)
    times = np.arange(frames) / fps
    phases = rng.uniform(0, 6.0, (1, len(bones), 3))
    wave = np.sin(2.0 * times[:, None, None] + phases)
    rotations = quat_multiply(bones.rest_rotations, quat_from_axis_angle(0.8 * wave))
    roots = bones.offsets[0] + np.stack([times, 0.1 * np.sin(5 * times), 0.3 * times], axis=1)
    places = None
    if slides:
        places = bones.offsets + 0.05 * wave
        places[:, 0] = roots
    return Clip(bones, fps, roots, rotations, places, name)


def free_curve(rng: np.random.Generator, times: np.ndarray, size: float = 1.0) -> Curve:
    """A curve with handles of any length that stay inside their segments."""
    values = rng.normal(0.0, size, len(times))
    gaps = np.diff(times)
    before, after = np.zeros(len(times)), np.zeros(len(times))
    after[:-1] = gaps * rng.uniform(0.05, 0.9, len(gaps))
    before[1:] = gaps * rng.uniform(0.05, 0.9, len(gaps))
    heights = rng.normal(0.0, size, (2, len(times)))
    return Curve(
        times,
        values,
        np.stack([times - before, values + 0.5 * heights[0]], axis=1),
        np.stack([times + after, values + 0.5 * heights[1]], axis=1),
        np.zeros(len(times), dtype=bool),
    )


def keyed(bones: Skeleton, name: str = "keyed") -> Animation:
    """Euler and quaternion joints, free handles, a hold, a lone key, tagged columns."""
    rng = np.random.default_rng(8)
    fps = 24.0
    times = np.array([0.0, 6.0, 15.0, 31.0, 48.0]) / fps
    curves: dict[Channel, Curve] = {}
    for axis in range(3):
        curves[Channel(0, Property.TRANSLATION, axis)] = free_curve(rng, times, 0.2)
        curves[Channel(0, Property.ROTATION, axis)] = free_curve(rng, times, 0.7)
        curves[Channel(1, Property.ROTATION, axis)] = free_curve(rng, times[axis:], 0.7)
    held = free_curve(rng, times, 0.5)
    holds = np.array([False, True, False, False, False])
    curves[Channel(2, Property.ROTATION, 1)] = Curve(
        held.times, held.values, held.in_handles, held.out_handles, holds
    )
    curves[Channel(4, Property.ROTATION, 0)] = Curve.stepped(times, rng.normal(size=5))
    curves[Channel(5, Property.ROTATION, 2)] = Curve.linear([0.25], [0.4])
    turned = quat_normalize(rng.normal(size=(5, 4)) + np.array([0, 0, 0, 2]))
    for axis in range(4):
        slopes = rng.normal(size=5)
        curves[Channel(3, Property.ROTATION, axis)] = Curve.hermite(times, turned[:, axis], slopes, slopes)
    modes = ("ZXY", "XYZ", "YXZ", QUATERNION, "XYX", "ZYX")
    tags = (KeyTag.KEYPOSE, KeyTag.DETAIL, KeyTag.BREAKDOWN, KeyTag.KEYPOSE, KeyTag.KEYPOSE)
    return Animation(bones, fps, curves, modes, times, tags, name)
