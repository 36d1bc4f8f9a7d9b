"""Keyed animations and channels with known answers, for the tests of the curve fit."""

import numpy as np

from kinegraph.core.animation import Animation, Channel, Property
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton

FPS = 120.0


def chain(joints: int) -> Skeleton:
    """Joints of 0.3 m one above the other."""
    names = [f"joint {index}" for index in range(joints)]
    return Skeleton.from_offsets(names, np.arange(joints) - 1, [[0.0, 0.3, 0.0]] * joints)


def random_frames(rng: np.random.Generator, count: int) -> np.ndarray:
    """`count` key frames, 15 to 40 frames apart, from frame 0."""
    return np.concatenate([[0], np.cumsum(rng.integers(15, 41, count - 1))])


def random_curve(rng: np.random.Generator, times: np.ndarray, size: float) -> Curve:
    """A Bezier curve with collinear handles of 15 to 45 percent of their segments."""
    values = rng.uniform(-size, size, len(times))
    slopes = rng.normal(size=len(times)) * size / np.diff(times).mean()
    spans = np.diff(times)
    after, before = np.zeros(len(times)), np.zeros(len(times))
    after[:-1], before[1:] = rng.uniform(0.15, 0.45, (2, len(spans))) * spans
    incoming = np.stack([times - before, values - before * slopes], axis=-1)
    outgoing = np.stack([times + after, values + after * slopes], axis=-1)
    return Curve(times, values, incoming, outgoing, np.zeros(len(times), dtype=np.bool_))


def random_animation(seed: int) -> tuple[Animation, np.ndarray]:
    """A chain's keyed motion and the frames of its keys; no angle comes near gimbal lock."""
    rng = np.random.default_rng(seed)
    skeleton = chain(int(rng.integers(2, 6)))
    frames = random_frames(rng, int(rng.integers(6, 13)))
    times = frames / FPS
    curves = {Channel(0, Property.TRANSLATION, axis): random_curve(rng, times, 1.0) for axis in range(3)}
    for joint in range(len(skeleton)):
        for axis in range(3):
            curves[Channel(joint, Property.ROTATION, axis)] = random_curve(rng, times, 0.4)
    return Animation(skeleton, FPS, curves, ("ZXY",) * len(skeleton)), frames


def swaying_clip(seed: int, frames: int = 121, joints: int = 4) -> Clip:
    """Smooth random motion of a chain: a few sines a channel."""
    rng = np.random.default_rng(seed)
    times = np.arange(frames)[:, None, None] / FPS
    turns = sum(
        0.4
        * np.sin(times * rng.uniform(2, 12) + rng.uniform(0, 6, (joints, 3)))
        * rng.normal(size=(joints, 3))
        for _ in range(3)
    )
    roots = np.cumsum(rng.normal(size=3) * 0.01 + 0.01 * np.sin(times[:, 0] * rng.uniform(2, 12, 3)), axis=0)
    return Clip(chain(joints), FPS, roots, quat_from_axis_angle(turns))
