"""Keyed animations of the cast with known keys, baked: for finding the keys again."""

import numpy as np

from kinegraph.characters.cast import CAST, character
from kinegraph.core.animation import Animation, Channel, Property
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import character_height
from kinegraph.core.curves.curve import Curve

FPS = 120.0
FILM = 24.0
# Two frames of film, in frames of the bake.
TOLERANCE = round(2 * FPS / FILM)


def baked_keys(seed: int) -> tuple[Clip, np.ndarray]:
    """A random keyed motion of a cast member, baked at 120 fps, and the frames of its keys.

    6 to 20 keys on every channel of about two thirds of the joints, on film frames 4 to 16 apart; channels
    differ in size by an order of magnitude, and have automatic, flat-at-extremes or free slopes and handles
    of 15 to 50 percent of their segments.
    """
    rng = np.random.default_rng(seed)
    who = character(sorted(CAST)[seed % len(CAST)])
    skeleton, height = who.skeleton, character_height(who.skeleton)
    count = int(rng.integers(6, 21))
    frames = np.concatenate([[0], np.cumsum(rng.integers(4, 17, count - 1))]) * round(FPS / FILM)
    times = frames / FPS
    curves = {
        Channel(0, Property.TRANSLATION, axis): _curve(rng, times, rng.uniform(0.02, 0.4) * height)
        for axis in range(3)
    }
    for joint in range(len(skeleton)):
        if joint == 0 or rng.random() < 0.7:
            for axis in range(3):
                size = 0.15 * np.exp(0.8 * rng.normal())
                curves[Channel(joint, Property.ROTATION, axis)] = _curve(rng, times, size)
    animation = Animation(skeleton, FPS, curves, ("XYZ",) * len(skeleton), name=who.name)
    return poses_at(animation, np.arange(frames[-1] + 1) / FPS, FPS), frames


def recall_and_precision(true: np.ndarray, found: np.ndarray) -> tuple[float, float]:
    """Shares of the true keys that were found, and of the found ones that are true, within the tolerance."""
    apart = np.abs(np.subtract.outer(true, found))
    return float((apart.min(axis=1) <= TOLERANCE).mean()), float((apart.min(axis=0) <= TOLERANCE).mean())


def _curve(rng: np.random.Generator, times: np.ndarray, size: float) -> Curve:
    """Random values of a typical size, with collinear handles."""
    values, spans = size * rng.normal(size=len(times)), np.diff(times)
    slopes = np.gradient(values, times)
    style = rng.integers(3)
    if style == 0:  # level at extremes, as Blender's auto-clamped handles
        rising = np.sign(np.diff(values))
        slopes[0] = slopes[-1] = 0.0
        slopes[1:-1][rising[1:] != rising[:-1]] = 0.0
    elif style == 1:
        slopes = 0.7 * rng.normal(size=len(times)) * np.abs(values).max() / spans.mean()
    after, before = rng.uniform(0.15, 0.5, (2, len(spans))) * spans
    points = np.stack([times, values], axis=-1)
    incoming, outgoing = points.copy(), points.copy()
    outgoing[:-1] += np.stack([after, after * slopes[:-1]], axis=-1)
    incoming[1:] -= np.stack([before, before * slopes[1:]], axis=-1)
    return Curve(times, values, incoming, outgoing, np.zeros(len(times), dtype=np.bool_))
