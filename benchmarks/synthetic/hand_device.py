"""What a device reports of a drawn line: pixels, its rate and clock, and silence while the pen rests."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats

LEVELS = ("neat", "quick", "mouse", "child")


@dataclass(frozen=True)
class Device:
    """A device on which a line is drawn.

    rate: Points per second. pixels: Per leg length. silent: Whether it reports only movement.
    """

    rate: float
    pixels: float
    silent: bool


def random_device(rng: np.random.Generator, level: str) -> Device:
    """A pen, a finger or, on the level "mouse", a mouse, on a screen of any resolution."""
    rates = (60.0, 90.0, 125.0) if level == "mouse" else (30.0, 60.0, 75.0, 120.0, 180.0, 240.0)
    pixels = rng.uniform(50.0, 110.0) if level == "mouse" else rng.uniform(60.0, 400.0)
    return Device(float(rng.choice(rates)), float(pixels), level == "mouse" or bool(rng.random() < 0.6))


def report_line(clock: Floats, ink: Floats, device: Device) -> tuple[Floats, Floats]:
    """Points (M, 2) and times (M,) that a device reports of ink (N, 2) at times (N,), in whole pixels and
    milliseconds."""
    moments = np.arange(0.0, clock[-1] + 1.0 / device.rate, 1.0 / device.rate)
    points = np.stack([np.interp(moments, clock, ink[:, axis]) for axis in range(2)], axis=1)
    points = np.round(points * device.pixels) / device.pixels
    times = np.round(moments, 3)
    kept = np.ones(len(points), dtype=bool)
    if device.silent:
        kept[1:] = np.any(np.diff(points, axis=0) != 0.0, axis=1)
    return points[kept], times[kept]


def slow_noise(
    clock: Floats, amplitude: float, rates: tuple[float, float], rng: np.random.Generator
) -> Floats:
    """(N, 2) a smooth wobble: sines of random rates [Hz] and phases, with the given amplitude."""
    rate = rng.uniform(*rates, (3, 2))
    phase = rng.uniform(0.0, 2.0 * np.pi, (3, 2))
    return (
        amplitude * np.sqrt(2.0 / 3.0) * np.sin(2.0 * np.pi * rate * clock[:, None, None] + phase).sum(axis=1)
    )
