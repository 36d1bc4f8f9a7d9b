"""A family of synthetic writers, for measuring only: two coupled oscillators, as Hollerbach (1981) describes
handwriting.

Each part of a word is a Lissajous figure: the pen goes sideways with one oscillator and up and down with
another. Both slow down at corners. The hand's error is in time: the two oscillators drift out of step, so
that arcs lean, corners open into small loops, and roofs become round. Muscles then smooth the ink in time. No
limit of the reader may be set by looking at these lines.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from benchmarks.synthetic.hand_device import random_device, report_line
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND

TICK = 1.0 / 400.0  # between two moments of the ink [s]
_LEVEL = ("shuffle", "slide", "skate", "one_foot_shuffle")
Pick = Callable[[float, float], float]


@dataclass(frozen=True)
class Part:
    """A part of a word from (0, 0), in leg lengths.

    figure: Places (N, 2) at phases (N,) of 0..1. joined: Whether it goes on from the part before it without a
    corner.
    """

    figure: Callable[[Floats], Floats]
    joined: bool = False


@dataclass(frozen=True)
class Hand:
    """Habits of a level; lengths in leg lengths, times in seconds.

    tempo: Half-cycles of a leg length each second. lag: Root mean square of the time between the oscillators.
    smoothing: Of the ink in time. slowing: Share of the speed that is lost at corners.
    """

    tempo: tuple[float, float]
    lag: float
    smoothing: float
    slowing: tuple[float, float]
    size: tuple[float, float]
    unevenness: float
    wander: float
    slope: float
    tremor: float
    pauses: float


_HANDS = {
    "neat": Hand((2.2, 3.4), 0.003, 0.006, (0.75, 0.95), (0.95, 1.05), 0.05, 0.01, 0.01, 0.002, 0.15),
    "quick": Hand((4.0, 6.5), 0.005, 0.008, (0.5, 0.9), (0.9, 1.1), 0.09, 0.025, 0.03, 0.004, 0.04),
    "mouse": Hand((2.0, 3.6), 0.008, 0.008, (0.6, 0.9), (0.9, 1.1), 0.1, 0.025, 0.02, 0.005, 0.2),
    "child": Hand((1.2, 2.4), 0.02, 0.012, (0.6, 0.95), (0.85, 1.15), 0.15, 0.045, 0.04, 0.009, 0.3),
}


def write_with_oscillators(
    words: tuple[Word, ...], level: str, rng: np.random.Generator, leg_length: float = 0.8
) -> WrittenLine:
    """The words as one stroke on the sheet [m] by a random hand of a level, from (0, 0)."""
    hand = _HANDS[level]
    ink = _trace(words, hand, rng)
    clock = TICK * np.arange(len(ink), dtype=float)
    lag = hand.lag * _slow_noise(len(ink), 0.4, rng)[:, 0]
    ink = np.stack(
        [np.interp(clock + sign * 0.5 * lag, clock, ink[:, k]) for k, sign in enumerate((1, -1))], 1
    )
    ink = gaussian_filter1d(ink, hand.smoothing / TICK, axis=0, mode="nearest")
    ink = ink + hand.tremor * rng.uniform(0.3, 1.0) * _slow_noise(len(ink), 0.06, rng)
    ink[:, 1] += float(rng.normal(0.0, hand.slope)) * ink[:, 0]
    points, times = report_line(clock, ink, random_device(rng, level))
    return WrittenLine(Stroke((points - points[0]) * leg_length, times), words)


def _slow_noise(count: int, lasting: float, rng: np.random.Generator) -> Floats:
    """(N, 2) smooth noise of root mean square 1 that changes over about `lasting` seconds."""
    width = lasting / TICK
    noise = gaussian_filter1d(rng.normal(size=(count + int(8 * width), 2)), width, axis=0)[-count:]
    return noise * np.sqrt(2.0 * np.sqrt(np.pi) * width)


def _trace(words: tuple[Word, ...], hand: Hand, rng: np.random.Generator) -> Floats:
    """(N, 2) the ink of a hand without error, at moments TICK apart."""
    inks = [np.zeros((int(0.05 / TICK), 2))]
    tempo = float(rng.uniform(*hand.tempo))
    size = float(rng.uniform(*hand.size))
    here, height, index = np.zeros(2), 0.0, 0
    while index < len(words):
        word = words[index]
        count = 1
        while word.name == "skate" and index + count < len(words) and words[index + count] == word:
            count += 1
        index += count
        if word.name == STAND:
            inks.append(np.repeat(here[None], int(rng.uniform(0.7, 1.2) / TICK), axis=0))
            continue
        inks += _word_ink(word, count, size, tempo, height, hand, rng, here)
        here = inks[-1][-1]
        height = here[1] if word.name in ("skate", "slide") and abs(here[1]) > 0.1 else 0.0
        following = words[index].name if index < len(words) else STAND
        runs_on = word.name in _LEVEL[:3] and following in (*_LEVEL, "stiff_walk")
        if following != STAND and (runs_on or rng.random() < hand.pauses):
            inks.append(np.repeat(here[None], int(rng.uniform(0.22, 0.4) / TICK), axis=0))
    inks.append(np.repeat(here[None], int(0.05 / TICK), axis=0))
    return np.concatenate(inks)


def _word_ink(
    word: Word,
    count: int,
    size: float,
    tempo: float,
    height: float,
    hand: Hand,
    rng: np.random.Generator,
    here: Floats,
) -> list[Floats]:
    """The ink of each part of a word that begins at `here` and ends near the ground, or on its own height."""

    def pick(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    name = word.name
    if word.backward and name in ("front_flip", "back_flip"):
        name = "back_flip" if name == "front_flip" else "front_flip"
    scale = size * float(np.exp(rng.normal(0.0, hand.unevenness)))
    parts = _parts(name, word.turns, count, scale, pick)
    mirror = np.array([-1.0 if word.backward else 1.0, 1.0])
    inks, place = [], np.zeros(2)
    for number, part in enumerate(parts):
        goes_on = number + 1 < len(parts) and parts[number + 1].joined
        phases = np.linspace(0.0, 1.0, 200)
        length = float(np.linalg.norm(np.diff(part.figure(phases), axis=0), axis=1).sum())
        lasting = (0.1 + 0.9 * length**0.6) / tempo * float(np.exp(rng.normal(0.0, 0.1)))
        shares = np.linspace(0.0, 1.0, max(int(lasting / TICK), 8))
        slow = rng.uniform(*hand.slowing, 2) * [not part.joined, not goes_on]
        ink = part.figure(_slowed(shares, *slow)) + place
        place = ink[-1]
        inks.append(ink)
    rise = float(place[1])
    goal = here[1] + rise if abs(rise) > 0.1 else (height if name in _LEVEL else 0.0)
    goal += float(rng.normal(0.0, hand.wander))
    total = sum(len(ink) for ink in inks)
    lift = np.linspace(0.0, goal - here[1] - rise, total)
    done = 0
    for number, ink in enumerate(inks):
        raised = ink + np.stack([np.zeros(len(ink)), lift[done : done + len(ink)]], axis=1)
        inks[number] = raised * mirror + here
        done += len(ink)
    return inks


def _slowed(shares: Floats, first: float, last: float) -> Floats:
    """Phases of an oscillator that slows down at its beginning and its end."""
    speed = 1.0 - first * (1.0 - np.sin(np.pi * np.minimum(shares, 0.5))) ** 1.5
    speed -= last * (1.0 - np.sin(np.pi * np.minimum(1.0 - shares, 0.5))) ** 1.5
    done = np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]))])
    return done / done[-1]


def _arc(width: float, height: float, peak: float, full: float) -> Callable[[Floats], Floats]:
    """An arc whose top lies at a share of its width; full: 0 a parabola, 1 half an ellipse."""
    power = np.log(0.5) / np.log(min(peak, 1.0 - peak))

    def figure(phases: Floats) -> Floats:
        phases = phases if peak < 0.5 else 1.0 - phases
        along = (0.5 - 0.5 * np.cos(np.pi * phases)) ** (1.0 / power)
        up = np.sin(np.pi * phases)
        along = along if peak < 0.5 else 1.0 - along
        return np.stack([width * along, height * (full * up + (1.0 - full) * up**2)], axis=1)

    return figure


def _half(width: float, height: float, falls: bool, full: float) -> Callable[[Floats], Floats]:
    """A quarter of a cycle: up to the level top of an arc, or down from it."""

    def figure(phases: Floats) -> Floats:
        angles = 0.5 * np.pi * phases
        if falls:
            up = np.cos(angles)
            return np.stack(
                [width * np.sin(angles), height * (full * up + (1.0 - full) * up**2 - 1.0)], axis=1
            )
        up = np.sin(angles)
        return np.stack([width * (1.0 - np.cos(angles)), height * (full * up + (1.0 - full) * up**2)], axis=1)

    return figure


def _straight(along: float, up: float) -> Callable[[Floats], Floats]:
    return lambda phases: np.outer(0.5 - 0.5 * np.cos(np.pi * phases), [along, up])


def _circle(
    radius: float, begins: float, turn: float, drift: float, flat: float
) -> Callable[[Floats], Floats]:
    """A turn about a middle that moves to the right; flat: height over width."""

    def figure(phases: Floats) -> Floats:
        angles = begins + turn * phases
        x = radius * (np.cos(angles) - np.cos(begins)) + drift * phases
        return np.stack([x, flat * radius * (np.sin(angles) - np.sin(begins))], axis=1)

    return figure


def _eight(wing: float, tall: float) -> Callable[[Floats], Floats]:
    """A lying eight from its middle: first to the right and up."""

    def figure(phases: Floats) -> Floats:
        angles = 2.0 * np.pi * phases
        return np.stack([wing * np.sin(angles), tall * np.sin(2.0 * angles)], axis=1)

    return figure


def _parts(name: str, turns: int, count: int, size: float, pick: Pick) -> list[Part]:
    """The parts of a word to the right. A writer keeps clear of the jump line and of the longest step."""
    full = pick(0.2, 0.95)
    peak = pick(*{"tiptoe": (0.13, 0.23), "stomp_walk": (0.77, 0.87)}.get(name, (0.44, 0.56)))
    low = Part(_arc(min(size * pick(0.52, 0.92), 1.0), min(size * pick(0.24, 0.5), 0.8), peak, full))
    if name in ("walk", "tiptoe", "stomp_walk"):
        return [low]
    if name == "stiff_walk":
        half, height = 0.5 * min(size * pick(0.55, 0.9), 1.0), min(size * pick(0.36, 0.56), 0.8)
        return [Part(_straight(half, height)), Part(_straight(half, -height))]
    if name == "hop":
        tick = pick(0.14, 0.21)
        return [low, Part(_straight(pick(0.0, 0.02), tick)), Part(_straight(pick(0.0, 0.02), -tick))]
    if name == "stomp":
        height = min(size * pick(0.45, 0.7), 0.8)
        return [Part(_straight(pick(0.0, 0.03), height)), Part(_straight(pick(0.0, 0.03), -height))]
    if name == "shuffle":
        return [Part(_straight(min(size * pick(0.45, 0.85), 0.98), 0.0))]
    if name == "slide":
        return [Part(_straight(max(size * pick(1.6, 2.8), 1.45), 0.0))]
    if name == "one_foot_shuffle":
        small = Part(_arc(pick(0.2, 0.3), pick(0.11, 0.18), 0.5, full))
        return [Part(_straight(min(size * pick(0.45, 0.8), 0.95), 0.0)), small]
    if name == "skate":
        glides = [Part(_straight(size * pick(1.0, 1.5), 0.0))]
        for number in range(count - 1):
            kick = pick(0.18, 0.28) * (1.0 if number % 2 == 0 else -1.0)
            glides += [Part(_straight(abs(kick) * pick(0.7, 1.2), kick))]
            glides += [Part(_straight(size * pick(1.0, 1.5), 0.0))]
        return glides
    if name.endswith("handspring"):
        turn = -1.0 if name == "front_handspring" else 1.0
        loop = _circle(
            pick(0.3, 0.46), -0.5 * np.pi, turn * 2.0 * np.pi * pick(0.93, 1.0), pick(0.0, 0.2), 1.0
        )
        return [low, Part(loop)]
    width, height = max(size * pick(1.15, 2.2), 1.1), max(size * pick(1.35, 1.9), 1.25)
    if name in ("jump", "leap"):
        return [Part(_arc(width, height, peak, full))]
    rises, falls = _half(0.5 * width, height, False, full), _half(0.5 * width, height, True, full)
    if name == "twist_flip":
        tooth, lean = pick(0.4, 0.6), pick(0.05, 0.1)
        teeth = [Part(_straight(lean, side * tooth)) for _ in range(int(pick(2.0, 3.99))) for side in (-1, 1)]
        return [Part(rises), *teeth, Part(falls)]
    if name == "butterfly":
        eight = _eight(pick(0.5, 0.75), pick(0.15, 0.22))
        return [Part(_half(0.5 * width, height, False, 0.9)), Part(eight, True), Part(falls, True)]
    side = -1.0 if name == "front_flip" else 1.0
    loops = _circle(pick(0.25, 0.4), -0.5 * side * np.pi, side * 2.0 * np.pi * turns, pick(0.0, 0.1), 1.0)
    return [Part(rises), Part(loops, True), Part(falls, True)]
