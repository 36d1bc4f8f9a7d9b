"""Seeded random keyed animations for tests of editing."""

import numpy as np
from tests.core.core_samples import chain_skeleton

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.curves.curve import Curve

FPS = 24.0


def random_curve(rng: np.random.Generator, times: np.ndarray, most: float = 0.5) -> Curve:
    """A curve with keys at `times` and handles that reach up to `most` of their segments."""
    values = rng.normal(size=len(times))
    spans = np.diff(times)
    reach_in, reach_out = np.zeros(len(times)), np.zeros(len(times))
    reach_in[1:] = rng.uniform(0.1, most, len(spans)) * spans
    reach_out[:-1] = rng.uniform(0.1, most, len(spans)) * spans
    slopes = rng.normal(scale=2.0, size=(2, len(times)))
    incoming = np.stack([times - reach_in, values - reach_in * slopes[0]], axis=-1)
    outgoing = np.stack([times + reach_out, values + reach_out * slopes[1]], axis=-1)
    return Curve(times, values, incoming, outgoing, np.zeros(len(times), dtype=np.bool_))


def random_animation(seed: int = 0, columns: int = 6, most: float = 0.5) -> Animation:
    """Three joints in a row, the last turned by quaternions, with a key on every curve in every column."""
    rng = np.random.default_rng(seed)
    frames = np.concatenate([[0], np.cumsum(rng.integers(3, 12, columns - 1))])
    times = frames / FPS
    channels = [Channel(0, Property.TRANSLATION, axis) for axis in range(3)]
    channels += [Channel(joint, Property.ROTATION, axis) for joint in (0, 1) for axis in range(3)]
    channels += [Channel(2, Property.ROTATION, axis) for axis in range(4)]
    curves = {channel: random_curve(rng, times, most) for channel in channels}
    tags = tuple(rng.choice(list(KeyTag), columns))
    modes = ("XYZ", "ZXY", QUATERNION)
    return Animation(chain_skeleton([1.0, 0.5, 0.4]), FPS, curves, modes, times, tags, "random")


def values_over(animation: Animation, times: np.ndarray) -> np.ndarray:
    """(C, N) every channel's values."""
    return np.stack([curve.evaluate(times) for curve in animation.curves.values()])
