"""A character in all that Blender can hold, and two motions of it, made from a seed."""

import io

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.bake import bake
from kinegraph.core.body import Body, Cap, Material, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.kinematics.forward import forward_kinematics, transform_matrices
from kinegraph.core.math.euler import EULER_ORDERS
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

FPS = 24.0
LONG_NAME = "a joint whose name goes on for longer than Blender keeps, the left one"
# Joints by rotation mode: quaternions, all orders of three axes, and one of an order that Blender lacks.
MODES = (QUATERNION, *(order for order in EULER_ORDERS if len(set(order)) == 3), QUATERNION, "ZXZ", "XYZ")


def skeleton() -> Skeleton:
    """Ten joints in arbitrary rest frames, some of them along the axes, with names that are hard to keep."""
    rng = np.random.default_rng(11)
    count = len(MODES)
    rest = quat_normalize(rng.normal(size=(count, 4)))
    rest[1:4] = [[0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]  # up, and twice pointing straight down
    names = [f"joint {n}" for n in range(count)]
    names[2], names[3], names[4] = 'quoted "back\\slash"', LONG_NAME, LONG_NAME + " too"
    return Skeleton(
        tuple(names),
        np.array([-1, 0, 1, 0, 3, 4, 0, 6, 7, 2]),  # not depth first
        rng.normal(size=(count, 3)) * 0.3,
        rest,
        np.array([5, 5, 9]),
        rng.normal(size=(3, 3)) * 0.1,
    )


def curve(rng: np.random.Generator, size: float, free: bool = True) -> Curve:
    """Five keys on whole frames from 0 to 48, with handles anywhere in their segments, one segment held."""
    times = np.sort(rng.choice(np.arange(1, 48), 3, replace=False))
    times = np.concatenate([[0], times, [48]]) / FPS
    values = rng.normal(size=5) * size
    points = np.stack([times, values], axis=-1)
    gaps = np.diff(times)
    incoming, outgoing = points.copy(), points.copy()
    outgoing[:-1, 0] += gaps * rng.uniform(0.0 if free else 0.3, 1.0, 4)
    incoming[1:, 0] -= gaps * rng.uniform(0.0 if free else 0.3, 1.0, 4)
    outgoing[:, 1] += rng.normal(size=5) * 0.3 * size
    incoming[:, 1] += rng.normal(size=5) * 0.3 * size
    return Curve(times, values, incoming, outgoing, np.array([False, False, True, False, False]))


def animation() -> Animation:
    """A curve on every rotation, on the root's place and on one joint that slides; columns tagged in turn."""
    rng = np.random.default_rng(12)
    curves = {}
    for joint, mode in enumerate(MODES):
        for axis in range(4 if mode == QUATERNION else 3):
            curves[Channel(joint, Property.ROTATION, axis)] = curve(rng, 0.6)
    for joint in (0, 4):
        for axis in range(3):
            curves[Channel(joint, Property.TRANSLATION, axis)] = curve(rng, 0.3)
    columns = np.unique(np.concatenate([each.times for each in curves.values()]))
    tags = tuple(list(KeyTag)[number % 3] for number in range(len(columns)))
    return Animation(skeleton(), FPS, curves, MODES, columns, tags, "dance")


def clip() -> Clip:
    """Another motion, dense, at a rate that no frame of the first one's grid meets."""
    rng = np.random.default_rng(13)
    modes = (QUATERNION,) * len(MODES)
    curves = {Channel(j, Property.ROTATION, axis): curve(rng, 0.5) for j in (0, 2, 5) for axis in range(4)}
    curves |= {Channel(0, Property.TRANSLATION, axis): curve(rng, 0.4) for axis in range(3)}
    return bake(Animation(skeleton(), 29.97, curves, modes, name="capture"))


def texture() -> bytes:
    """A PNG of four pixels."""
    import imageio.v3 as imageio

    data = io.BytesIO()
    imageio.imwrite(data, np.arange(12, dtype=np.uint8).reshape(2, 2, 3) * 20, extension=".png")
    return data.getvalue()


def character() -> Character:
    """A coloured skin over two joints, a textured one over all, a rigid plate on a joint, caps, contacts."""
    bones = skeleton()
    world = forward_kinematics(Pose.rest(bones))
    joint_from_mesh = np.linalg.inv(transform_matrices(world))
    bodies = [Body(radius=0.01 * joint) for joint in range(len(bones))]
    plate = Mesh(
        [[0, 0, 0], [0.1, 0, 0], [0, 0.2, 0]], np.array([[0, 1, 2]]), material=Material((0.1, 0.2, 0.3, 1.0))
    )
    bodies[6] = Body(frozenset([Cap.FOOT]), np.array([[0, 0, 0], [0.1, 0.2, 0.0]]), 0.05, (plate,))
    mirror = np.arange(len(bones))
    mirror[[3, 6]] = 6, 3
    sides = np.zeros(len(bones), dtype=np.int64)
    sides[[3, 6]] = 1, -1
    return Character(
        "Tester",
        bones,
        tuple(bodies),
        (_skin(joint_from_mesh, False), _skin(joint_from_mesh, True)),
        (ContactPoint("toe", 6, np.array([0.1, 0.0, 0.0])),),
        Symmetry(mirror, sides),
    )


def _skin(joint_from_mesh: np.ndarray, textured: bool) -> Skin:
    rng = np.random.default_rng(14)
    count = 30
    joints = (
        rng.integers(0, len(joint_from_mesh), size=(count, 4))
        if textured
        else np.tile([2, 5, 0, 0], (count, 1))
    )
    weights = rng.uniform(0.1, 1.0, size=(count, 4)) * ([1, 1, 1, 1] if textured else [1, 1, 0, 0])
    mesh = Mesh(
        rng.normal(size=(count, 3)),
        np.arange(count).reshape(-1, 3),
        np.tile([0.0, 1.0, 0.0], (count, 1)),
        None if textured else rng.uniform(size=(count, 4)),
        rng.uniform(size=(count, 2)) if textured else None,
        Material((0.8, 0.4, 0.2, 1.0), 0.25, 0.5, texture() if textured else None, True, "clay"),
    )
    return Skin(mesh, joints, weights / weights.sum(axis=1, keepdims=True), joint_from_mesh)
