"""The third family of synthetic writers, for measuring only: drawings by hand, bent by smooth random fields.

The drawings are in hand_templates.yaml. A line is drawings end to end, each scaled and sheared at random and
then moved by a smooth field over the paper; the pen's speed is a smooth random function of the way, with dips
at corners. No limit of the reader may be set by looking at these lines.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import yaml
from scipy.interpolate import CubicSpline

from benchmarks.synthetic.hand_device import random_device, report_line
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths, points_along
from kinegraph.doodles.line.motion import STAND

_GRID = 0.01  # between two points of the ideal line [leg lengths]
_STEPS = ("shuffle", "one_foot_shuffle", "walk", "tiptoe", "stomp_walk", "stiff_walk", "hop", "stomp")
_LEVEL_WORDS = ("shuffle", "slide", "skate", "one_foot_shuffle")


@dataclass(frozen=True)
class Hand:
    """Habits of a level: spread of sizes, of shears, amplitude of the field (leg lengths), its shortest
    wavelength, how corners are rounded, speed (leg lengths/s), its spread, and the share of pauses."""

    scale: float
    shear: float
    field: float
    wavelength: float
    rounding: float
    speed: tuple[float, float]
    surge: float
    pauses: float


_HANDS = {
    "neat": Hand(0.06, 0.03, 0.008, 0.6, 0.006, (1.8, 3.5), 0.15, 0.1),
    "quick": Hand(0.1, 0.08, 0.018, 0.6, 0.02, (3.0, 6.5), 0.25, 0.03),
    "mouse": Hand(0.1, 0.05, 0.015, 0.5, 0.008, (1.5, 3.0), 0.35, 0.15),
    "child": Hand(0.16, 0.1, 0.022, 0.6, 0.012, (0.8, 2.2), 0.4, 0.25),
}


@lru_cache(maxsize=1)
def _templates() -> dict[str, list[list[Floats]]]:
    path = Path(__file__).with_name("hand_templates.yaml")
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {
        name: [[_smooth(np.array(part, dtype=float)) for part in drawing] for drawing in drawings]
        for name, drawings in data.items()
    }


def _smooth(points: Floats) -> Floats:
    """A smooth curve through points, or the straight line of two."""
    if len(points) == 2:
        return np.linspace(points[0], points[1], 50)
    places = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1) ** 0.5)])
    return CubicSpline(places, points, axis=0)(np.linspace(0.0, places[-1], 30 * len(points)))


def write_with_templates(
    words: tuple[Word, ...], level: str, rng: np.random.Generator, leg_length: float = 0.8
) -> WrittenLine:
    """The words as one stroke on the sheet [m] by a random hand of a level, from (0, 0)."""
    hand = _HANDS[level]
    parts, waits = _parts(words, hand, rng)
    line, ends = _join_evenly(parts)
    line = line + _field(line, hand.field, hand.wavelength, rng) + _field(line, 2.0 * hand.field, 4.0, rng)
    line = _round_corners(line, hand.rounding)
    clock = _clock(line, ends, waits, hand, rng)
    points, times = report_line(clock, line, random_device(rng, level))
    return WrittenLine(Stroke((points - points[0]) * leg_length, times), words)


def _parts(words: tuple[Word, ...], hand: Hand, rng: np.random.Generator) -> tuple[list[Floats], list[float]]:
    """The strokelets at their places, and the wait of the pen after each [s]."""
    parts: list[Floats] = []
    waits: list[float] = []
    here, index = np.zeros(2), 0
    lean = float(rng.uniform(-hand.shear, hand.shear))
    while index < len(words):
        word = words[index]
        if word.name == STAND:
            if waits:
                waits[-1] = float(rng.uniform(0.7, 1.2))
            index += 1
            continue
        count = 1
        while word.name == "skate" and index + count < len(words) and words[index + count] == word:
            count += 1
        drawing = _drawing(word, count, hand, lean, rng)
        index += count
        rise = drawing[-1][-1, 1]
        home = -here[1] if abs(rise) < 0.1 and word.name not in _LEVEL_WORDS else 0.0
        drawing[-1] = drawing[-1] + np.linspace(0.0, 1.0, len(drawing[-1]))[:, None] * [0.0, home]
        parts += [part + here for part in drawing]
        here = parts[-1][-1]
        following = words[index].name if index < len(words) else STAND
        runs_on = word.name in _LEVEL_WORDS[:3] and following in (*_LEVEL_WORDS, "stiff_walk")
        wait = runs_on or rng.random() < hand.pauses
        waits += [0.0] * (len(drawing) - 1) + [float(rng.uniform(0.2, 0.4)) if wait else 0.0]
    return parts, waits


def _drawing(word: Word, count: int, hand: Hand, lean: float, rng: np.random.Generator) -> list[Floats]:
    """The strokelets of one word from (0, 0)."""
    name = "jump" if word.name == "leap" else word.name
    if word.backward and name in ("front_flip", "back_flip"):
        name = "back_flip" if name == "front_flip" else "front_flip"
    drawings = _templates()[name]
    drawing = drawings[int(rng.integers(len(drawings)))]
    if word.turns > 1:
        drawing = [drawing[0], *[drawing[1]] * word.turns, drawing[2]]
    if name == "skate":
        drawing = _glides(drawing, count)
    size = np.exp(rng.normal(0.0, hand.scale, 2))
    size = np.clip(size, 0.8, 1.3 if name in _STEPS else 1.5)
    mirror = -1.0 if word.backward else 1.0
    bend = np.array([[mirror, 0.0], [lean, 1.0]])
    return _chain([(part * size) @ bend for part in drawing])


def _glides(drawing: list[Floats], count: int) -> list[Floats]:
    line, kick, _ = drawing
    parts = [line]
    for number in range(count - 1):
        parts += [kick * [1.0, 1.0 if number % 2 == 0 else -1.0], line]
    return parts


def _chain(parts: list[Floats]) -> list[Floats]:
    """The parts, each beginning where the one before ends."""
    placed, here = [], np.zeros(2)
    for part in parts:
        placed.append(part - part[0] + here)
        here = placed[-1][-1]
    return placed


def _join_evenly(parts: list[Floats]) -> tuple[Floats, list[int]]:
    """The line at even steps, and the index at which each part ends."""
    pieces, ends, count = [], [], 0
    for part in parts:
        ways = path_lengths(part)
        pieces.append(points_along(part, ways, np.arange(0.0, ways[-1], _GRID)))
        count += len(pieces[-1])
        ends.append(count)
    return np.concatenate([*pieces, parts[-1][-1:], parts[-1][-1:]]), ends


def _field(line: Floats, amplitude: float, wavelength: float, rng: np.random.Generator) -> Floats:
    """(N, 2) a smooth random field at the points of a line. It also varies along the way, as a hand does."""
    ways = path_lengths(line)
    moved = np.zeros_like(line)
    for _ in range(6):
        wave = rng.normal(0.0, 1.0, 3) * [1.0, 1.0, 0.5] * 2.0 * np.pi / (wavelength * rng.uniform(1.0, 3.0))
        phase = line @ wave[:2] + wave[2] * ways + rng.uniform(0.0, 2.0 * np.pi)
        moved += np.sin(phase)[:, None] * rng.normal(0.0, amplitude, 2) * np.sqrt(2.0 / 6.0)
    return moved


def _round_corners(line: Floats, rounding: float) -> Floats:
    from scipy.ndimage import gaussian_filter1d

    return gaussian_filter1d(line, rounding / _GRID, axis=0, mode="nearest")


def _clock(line: Floats, ends: list[int], waits: list[float], hand: Hand, rng: np.random.Generator) -> Floats:
    """(N,) when the pen is at each point [s]."""
    ways = path_lengths(line)
    surges = sum(
        rng.normal() * np.sin(ways / rng.uniform(0.1, 0.6) + rng.uniform(0.0, 6.0)) for _ in range(4)
    )
    speeds = rng.uniform(*hand.speed) * np.exp(0.5 * hand.surge * surges)
    steps = np.arange(len(line))
    for end in (0, *ends):
        speeds = speeds * (1.0 - rng.uniform(0.55, 0.9) * np.exp(-np.abs(steps - end) * _GRID / 0.04))
    times = np.concatenate([[0.0], np.cumsum(np.diff(ways) / (0.5 * (speeds[1:] + speeds[:-1])))])
    for end, wait in zip(ends, waits, strict=True):
        times[end + 1 :] += wait
    return times
