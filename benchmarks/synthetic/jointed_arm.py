"""A family of synthetic writers: an arm of two links that swings through places it aims at.

The ideal drawings are those of shapes.py. The hand aims at a few places on them: their ends, and places
between where they bend. It misses each by a share of the way to it (R. A. Schmidt et al. 1979), sees a part
of the miss and makes up for it at the next. Between the places the angles of shoulder and elbow follow
splines, so that corners round off and ways bow as joints turn. The muscles add noise that grows with their
speed (C. M. Harris and D. M. Wolpert 1998). The shoulder follows the hand slowly along the line.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicHermiteSpline
from scipy.ndimage import gaussian_filter1d

from benchmarks.synthetic.hand_device import random_device, report_line
from benchmarks.synthetic.shapes import shape_of, skate_shape
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.motion import STAND

_TICK = 1.0 / 240.0  # between two moments of the ink [s]
_TURN, _FAR = np.deg2rad(50.0), 0.7  # the hand aims at a place after each such turn, or way [leg lengths]
_LEVEL_WORDS = ("shuffle", "slide", "skate", "one_foot_shuffle")
_UPPER, _LOWER, _BELOW = 4.2, 4.0, 4.5  # the arm's links, and its shoulder below the line [leg lengths]
_FOLLOWS = 2.5  # way over which the shoulder follows the hand [leg lengths]


@dataclass(frozen=True)
class Arm:
    """Habits of a writer; lengths in leg lengths, times in seconds.

    tempo: Of all movements. miss: Share of a way by which its end is missed. sees: Share of a miss that is
        made up for.
    stops: How far the pen stops at a corner, 0 to 1. noise: Of the muscles, as a share of their speed.
    size, unevenness: Of the shapes. slant: Sideways shear. hesitates: Share of words that end in a pause.
    """

    tempo: float
    miss: float
    sees: float
    stops: tuple[float, float]
    noise: float
    size: float
    unevenness: float
    slant: float
    hesitates: float


def _random_arm(rng: np.random.Generator, level: str) -> Arm:
    u = rng.uniform
    neat = Arm(tempo=u(0.8, 1.2), miss=0.012, sees=0.9, stops=(0.9, 1.0), noise=0.004, size=u(0.95, 1.05),
               unevenness=0.04, slant=u(-0.04, 0.04), hesitates=u(0.0, 0.2))  # fmt: skip
    if level == "neat":
        return neat
    if level == "quick":
        return replace(neat, tempo=u(1.4, 2.2), miss=0.035, sees=0.8, stops=(0.6, 0.95), noise=0.012,
                       size=u(0.85, 1.12), unevenness=0.09, slant=u(-0.12, 0.12), hesitates=0.05)  # fmt: skip
    if level == "mouse":
        return replace(neat, tempo=u(0.8, 1.4), miss=0.03, sees=0.8, stops=(0.8, 1.0), noise=0.01,
                       size=u(0.9, 1.12), unevenness=0.09, slant=u(-0.06, 0.06),
                       hesitates=u(0.0, 0.3))  # fmt: skip
    return replace(neat, tempo=u(0.5, 1.0), miss=0.065, sees=0.6, stops=(0.7, 1.0), noise=0.03,
                   size=u(0.85, 1.18), unevenness=0.17, slant=u(-0.12, 0.12),
                   hesitates=u(0.1, 0.4))  # fmt: skip


def write_with_arm(
    words: tuple[Word, ...], level: str, rng: np.random.Generator, leg_length: float = 0.8
) -> WrittenLine:
    """The words as one stroke on the sheet [m] by a random arm of a level, from (0, 0)."""
    arm = _random_arm(rng, level)
    aims, stops, waits = _aims(words, arm, rng)
    clock, ink = _swing(_missed(aims, arm, rng), stops, waits, arm, rng)
    ink = ink @ np.array([[1.0, 0.0], [arm.slant, 1.0]])
    points, times = report_line(clock, ink, random_device(rng, level))
    return WrittenLine(Stroke((points - points[0]) * leg_length, times), words)


def _aims(words: tuple[Word, ...], arm: Arm, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Places (N, 2) that the hand aims at, how far it stops there, and how long it waits there [s]."""
    places, stops, waits = [np.zeros(2)], [1.0], [0.0]
    index = 0
    while index < len(words):
        word = words[index]
        if word.name == STAND:
            waits[-1] = float(rng.uniform(0.75, 1.3))
            index += 1
            continue
        count = 1
        while word.name == "skate" and index + count < len(words) and words[index + count] == word:
            count += 1
        index += count
        parts = _drawing(word, count, arm, rng)
        here = places[-1]
        level = word.name in _LEVEL_WORDS
        for number, part in enumerate(parts):
            found = _places_on(part)
            if number == len(parts) - 1 and not level:  # it comes down to the ground
                found[-1, 1] -= here[1] if abs(part[-1, 1]) < 0.1 else 0.0
            places += list(found + here)
            stops += [0.0] * (len(found) - 1) + [float(rng.uniform(*arm.stops))]
            waits += [0.0] * len(found)
        following = words[index].name if index < len(words) else STAND
        runs_on = word.name in _LEVEL_WORDS[:3] and following in (*_LEVEL_WORDS, "stiff_walk")
        if runs_on or rng.random() < arm.hesitates:
            waits[-1] = float(rng.uniform(0.22, 0.36))
    stops[-1] = 1.0
    return np.array(places), np.array(stops), np.array(waits)


def _drawing(word: Word, count: int, arm: Arm, rng: np.random.Generator) -> list[Floats]:
    """The strokelets of a word from (0, 0); a forward turn is clockwise, whichever way one goes."""

    def pick(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    name = word.name
    if word.backward and name in ("front_flip", "back_flip"):
        name = "back_flip" if name == "front_flip" else "front_flip"
    fullness = float(rng.uniform(0.0, 1.0))
    shape = skate_shape(count, pick) if name == "skate" else shape_of(name, word.turns, pick, fullness)
    size = arm.size * np.exp(rng.normal(0.0, arm.unevenness, 2))
    # The jump line is on the sheet, and a writer stays clear of it.
    extent = np.ptp(np.concatenate(shape.strokelets), axis=0) * size
    if name in ("walk", "tiptoe", "stomp_walk", "stiff_walk", "stomp", "shuffle"):
        size = size * np.minimum(1.0, [0.98 / max(extent[0], 0.98), 0.84 / max(extent[1], 0.84)])
    if name in ("jump", "leap", "front_flip", "back_flip", "twist_flip", "butterfly"):
        size = size * np.maximum(1.0, [1.0, 1.22 / extent[1]])
    return [part * size * [-1.0 if word.backward else 1.0, 1.0] for part in shape.strokelets]


def _places_on(part: Floats) -> Floats:
    """Places on a strokelet (N, 2) after each turn or way that is large enough; the last is its end."""
    ways = np.diff(part, axis=0)
    turned = np.abs(np.diff(np.unwrap(np.arctan2(ways[:, 1], ways[:, 0]))))
    effort = np.concatenate([[0.0, *turned / _TURN], [0.0]]) + np.concatenate(
        [[0.0], np.hypot(*ways.T) / _FAR]
    )
    effort = np.cumsum(effort)
    count = max(int(np.ceil(effort[-1])), 1)
    shares = np.linspace(0.0, effort[-1], count + 1)[1:]
    return np.stack([np.interp(shares, effort, part[:, axis]) for axis in range(2)], axis=1)


def _missed(aims: Floats, arm: Arm, rng: np.random.Generator) -> Floats:
    """Places (N, 2) that the hand reaches instead of the wanted ones."""
    found, off = [aims[0]], np.zeros(2)
    for here, goal in pairwise(aims):
        way = goal - here
        far = float(np.hypot(*way))
        along = way / max(far, 1e-9)
        miss = rng.normal(0.0, arm.miss, 2) * np.sqrt(0.3 * far + 0.7 * far * far)
        off = (1.0 - arm.sees) * off + miss[0] * along + 0.6 * miss[1] * np.array([-along[1], along[0]])
        found.append(goal + off)
    return np.array(found)


def _swing(
    places: Floats, stops: Floats, waits: Floats, arm: Arm, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Moments (N,) [s] and the ink (N, 2) of an arm through places (P, 2)."""
    ways = path_lengths(places)
    shoulders = gaussian_filter1d(
        np.interp(np.linspace(0.0, ways[-1], max(int(ways[-1] / 0.05), 2)), ways, places[:, 0]),
        _FOLLOWS / 0.05, mode="nearest",
    )  # fmt: skip
    shoulder = np.stack(
        [np.interp(ways, np.linspace(0.0, ways[-1], len(shoulders)), shoulders), np.full(len(ways), -_BELOW)],
        axis=1,
    )
    lasts = (0.05 + 0.2 * np.sqrt(np.diff(ways))) / arm.tempo * np.exp(rng.normal(0.0, 0.1, len(ways) - 1))
    comes = np.concatenate([[0.05], np.zeros(len(lasts))])
    for k, lasting in enumerate(lasts):
        comes[k + 1] = comes[k] + waits[k] + lasting
    leaves = comes + waits
    angles = _angles(places - shoulder)
    angles = np.concatenate([angles, shoulder], axis=1)
    speeds = np.zeros_like(angles)
    spans = comes[1:] - leaves[:-1]
    slopes = np.diff(angles, axis=0) / spans[:, None]
    weight = spans / (spans + np.roll(spans, -1))
    speeds[1:-1] = (1.0 - weight[:-1, None]) * slopes[:-1] + weight[:-1, None] * slopes[1:]
    speeds *= (1.0 - stops)[:, None]
    speeds[waits > 0.0] = 0.0
    moments, knots, rates = [], [], []
    for k in range(len(places)):
        for moment in {float(comes[k]), float(leaves[k])}:
            moments.append(moment)
            knots.append(angles[k])
            rates.append(speeds[k])
    order = np.argsort(moments)
    moments = np.array(moments)[order]
    curve = CubicHermiteSpline(moments, np.array(knots)[order], np.array(rates)[order], axis=0)
    clock = np.arange(0.0, moments[-1] + 0.05, _TICK)
    turned = curve(np.clip(clock, moments[0], moments[-1]))
    noise = rng.normal(0.0, 1.0, (len(clock), 2)) * np.abs(np.gradient(turned[:, :2], _TICK, axis=0))
    turned[:, :2] += arm.noise * gaussian_filter1d(noise, 0.04 / _TICK, axis=0, mode="nearest") * 2.0
    return clock, _hand(turned[:, :2]) + turned[:, 2:]


def _angles(places: Floats) -> Floats:
    """(N, 2) angles of shoulder and elbow that bring the hand to places from the shoulder."""
    far = np.clip(np.hypot(*places.T), 0.5, _UPPER + _LOWER - 0.05)
    elbow = np.arccos(np.clip((far**2 - _UPPER**2 - _LOWER**2) / (2.0 * _UPPER * _LOWER), -1.0, 1.0))
    inner = np.arctan2(_LOWER * np.sin(elbow), _UPPER + _LOWER * np.cos(elbow))
    return np.stack([np.unwrap(np.arctan2(places[:, 1], places[:, 0])) - inner, elbow], axis=1)


def _hand(angles: Floats) -> Floats:
    """(N, 2) where the hand is from the shoulder."""
    one, both = angles[:, 0], angles.sum(axis=1)
    x = _UPPER * np.cos(one) + _LOWER * np.cos(both)
    return np.stack([x, _UPPER * np.sin(one) + _LOWER * np.sin(both)], axis=1)
