"""Synthetic writers: hands with habits that draw whole cursive lines of motions, for tests and benchmarks.

A line is the shapes of its words end to end; the hand's habits then bend it: size, slant, a baseline that
wanders, corners that are rounded, speed that follows curvature by the two-thirds power law and dips at
corners, tremor, and a device that samples it at its own rate with its own clock.
"""

from dataclasses import dataclass

import numpy as np

from benchmarks.synthetic.shapes import Shape, shape_of, skate_shape
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths, points_along
from kinegraph.doodles.line.motion import MOTION_NAMES, STAND

# After these motions one foot is ahead or alone on the ground, so that a high arc is a leap.
_STEPS = ("walk", "tiptoe", "stomp_walk", "stiff_walk", "hop", "leap", "one_foot_shuffle")
_FORWARD_ONLY = ("stomp", "twist_flip", "butterfly", "front_handspring", "back_handspring")
_LEVEL_STARTS = ("shuffle", "slide", "skate", "one_foot_shuffle")
_LEVEL_ENDS = ("shuffle", "slide", "skate")
_CORNER = 0.03  # distance from a corner in which the pen slows down [leg lengths]
_GRID = 0.01  # spacing of the ideal line [leg lengths]


@dataclass(frozen=True)
class Word:
    """A motion that a writer means to draw."""

    name: str
    backward: bool = False
    turns: int = 0

    def __str__(self) -> str:
        return self.name + (f" x{self.turns}" if self.turns else "") + (" backward" if self.backward else "")


@dataclass(frozen=True)
class Habits:
    """A hand and its device; lengths in leg lengths, times in seconds.

    speed: Along straight runs [leg lengths/s].
    slant: Sideways shear, positive leans to the right.
    roundness: How far corners are rounded off.
    fullness: 0 pointed parabolas, 1 round ellipses.
    tremor: Amplitude of the hand's shaking between 5 and 12 Hz.
    size, unevenness: Mean size of the shapes, and how it varies from one to the next.
    wander: How far off the ground a motion may end.
    corner_dip: How much of its speed the pen loses at a corner, 0..1.
    hesitation: Probability of a short pause between two motions.
    rate: Points per second of the device.
    clock_jitter: Share of a sampling interval by which time stamps are off.
    quantum: The device's resolution.
    silent: Whether the device reports nothing while the pen does not move, as browsers do.
    """

    speed: float = 3.0
    slant: float = 0.0
    roundness: float = 0.01
    fullness: float = 0.5
    tremor: float = 0.002
    size: float = 1.0
    unevenness: float = 0.05
    wander: float = 0.01
    corner_dip: float = 0.85
    hesitation: float = 0.1
    rate: float = 120.0
    clock_jitter: float = 0.1
    quantum: float = 0.003
    silent: bool = False


@dataclass(frozen=True, eq=False)
class WrittenLine:
    """A drawn line and its intended words."""

    stroke: Stroke
    words: tuple[Word, ...]


def random_habits(rng: np.random.Generator, sloppy: bool) -> Habits:
    """Habits of a random writer; a sloppy one is uneven, slanted, round and shaky."""
    low, high = (0.0, 1.0)
    return Habits(
        speed=float(np.exp(rng.uniform(np.log(1.5), np.log(6.0 if sloppy else 4.5)))),
        slant=float(rng.uniform(-0.15, 0.15) if sloppy else rng.uniform(-0.05, 0.05)),
        roundness=float(rng.uniform(0.01, 0.04) if sloppy else rng.uniform(0.0, 0.015)),
        fullness=float(rng.uniform(low, high)),
        tremor=float(rng.uniform(0.002, 0.01) if sloppy else rng.uniform(0.0, 0.003)),
        size=float(rng.uniform(0.85, 1.15) if sloppy else rng.uniform(0.95, 1.05)),
        unevenness=0.08 if sloppy else 0.03,
        wander=0.03 if sloppy else 0.01,
        corner_dip=float(rng.uniform(0.6, 0.9) if sloppy else rng.uniform(0.7, 0.9)),
        hesitation=float(rng.uniform(0.0, 0.3)),
        rate=float(rng.choice([30.0, 60.0, 75.0, 120.0, 133.0, 200.0, 240.0])),
        clock_jitter=float(rng.uniform(0.0, 0.3 if sloppy else 0.1)),
        quantum=float(rng.choice([0.001, 0.003, 0.006])),
        silent=bool(rng.random() < 0.5),
    )


def random_words(rng: np.random.Generator, count: int) -> tuple[Word, ...]:
    """`count` motions of the whole vocabulary with their backward forms, and sometimes a stand."""
    forms = [(name, False) for name in MOTION_NAMES]
    forms += [(name, True) for name in MOTION_NAMES if name not in _FORWARD_ONLY]
    words: list[Word] = []
    while len(words) < count:
        if words and words[-1].name != STAND and rng.random() < 0.05:
            words.append(Word(STAND))
            continue
        name, backward = forms[int(rng.integers(len(forms)))]
        if name in ("jump", "leap"):
            name = "leap" if words and words[-1].name in _STEPS else "jump"
        if name == "skate":
            if words and words[-1].name == "skate":
                continue
            glides = int(rng.integers(2, 4))
            words += [Word(name, backward)] * min(glides, max(count - len(words), 2))
            continue
        flips = name in ("front_flip", "back_flip")
        words.append(Word(name, backward, int(rng.integers(1, 4)) if flips else 0))
    return tuple(words)


def write_line(
    words: tuple[Word, ...], habits: Habits, rng: np.random.Generator, leg_length: float = 0.8
) -> WrittenLine:
    """The words as one stroke on the sheet [m], from (0, 0)."""
    strokelets, pauses = _strokelets(words, habits, rng)
    points, speeds, waits = _pace_line(strokelets, pauses, habits)
    points = points @ np.array([[1.0, 0.0], [habits.slant, 1.0]])
    stroke = _sample_line(points, speeds, waits, habits, rng)
    return WrittenLine(Stroke(stroke[:, :2] * leg_length, stroke[:, 2]), words)


def _strokelets(
    words: tuple[Word, ...], habits: Habits, rng: np.random.Generator
) -> tuple[list[Floats], list[float]]:
    """The strokelets of a line at their places, and the waits of the pen after each [s]."""
    strokelets: list[Floats] = []
    pauses: list[float] = []
    here = np.zeros(2)
    index = 0
    while index < len(words):
        word = words[index]
        count = 1
        if word.name == STAND:
            if pauses:
                pauses[-1] = float(rng.uniform(0.65, 1.0))
            index += 1
            continue
        if word.name == "skate":
            while index + count < len(words) and words[index + count] == word:
                count += 1
        shape = _shear(_shape(word, count, habits, rng), habits, rng, here[1])
        strokelets += [part + here for part in shape.strokelets]
        here = strokelets[-1][-1]
        index += count
        following = words[index] if index < len(words) else None
        pauses += [0.0] * (len(shape.strokelets) - 1) + [_pause(word, following, habits, rng)]
    return strokelets, pauses


def _shape(word: Word, count: int, habits: Habits, rng: np.random.Generator) -> Shape:
    size = habits.size * float(np.exp(rng.normal(0.0, habits.unevenness)))

    def pick(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    # A forward turn is clockwise on the sheet in both directions of travel: the mirror image of the other
    # flip.
    name = word.name
    if word.backward and name in ("front_flip", "back_flip"):
        name = "back_flip" if name == "front_flip" else "front_flip"
    shape = skate_shape(count, pick) if name == "skate" else shape_of(name, word.turns, pick, habits.fullness)
    sign = np.array([-1.0 if word.backward else 1.0, 1.0]) * size
    return Shape(tuple(part * sign for part in shape.strokelets))


def _shear(shape: Shape, habits: Habits, rng: np.random.Generator, height: float) -> Shape:
    """The shape, sheared so that it ends near the ground, with the error of the hand."""
    lengths = [path_lengths(part)[-1] for part in shape.strokelets]
    target = -height + float(np.clip(rng.normal(0.0, habits.wander), -2 * habits.wander, 2 * habits.wander))
    lift = target - shape.end[1] if abs(shape.end[1]) < 0.05 else 0.0
    done, parts = 0.0, []
    for part, length in zip(shape.strokelets, lengths, strict=True):
        share = (done + path_lengths(part)) / sum(lengths)
        parts.append(part + np.stack([np.zeros_like(share), share * lift], axis=1))
        done += length
    return Shape(tuple(parts))


def _pause(word: Word, following: Word | None, habits: Habits, rng: np.random.Generator) -> float:
    """Wait of the pen between two motions [s]; always between two level lines, which would merge."""
    if following is None or following.name == STAND:
        return 0.0
    runs_on = word.name in _LEVEL_ENDS and following.name in _LEVEL_STARTS
    lifts_on = word.name == "skate" and following.name == "stiff_walk"
    if (runs_on or lifts_on) or rng.random() < habits.hesitation:
        return float(rng.uniform(0.2, 0.3))
    return 0.0


def _pace_line(
    strokelets: list[Floats], pauses: list[float], habits: Habits
) -> tuple[Floats, Floats, list[tuple[int, float]]]:
    """The line at even spacing with rounded corners, the pen's speed along it, and its waits."""
    from scipy.ndimage import gaussian_filter1d

    pieces, corners, waits, offset = [], [], [], 0
    for index, part in enumerate(strokelets):
        lengths = path_lengths(part)
        places = np.arange(0.0, lengths[-1], _GRID)
        even = points_along(part, lengths, places)
        pieces.append(even)
        offset += len(even)
        corners.append(offset)
        if pauses[index] > 0.0:
            waits.append((offset, pauses[index]))
    line = np.concatenate([*pieces, strokelets[-1][-1:], strokelets[-1][-1:]])  # one more, to rest at the end
    if habits.roundness > 0.0:
        line = gaussian_filter1d(line, habits.roundness / _GRID, axis=0, mode="nearest")
    tangent = np.unwrap(np.arctan2(*np.gradient(line, axis=0).T[::-1]))
    bend = np.abs(gaussian_filter1d(np.gradient(tangent) / _GRID, 5.0, mode="nearest"))
    speeds = habits.speed * (1.0 + bend / 3.0) ** (-1.0 / 3.0)
    steps = np.arange(len(line))
    for corner in corners:
        near = np.exp(-0.5 * ((steps - corner) * _GRID / _CORNER) ** 2)
        speeds = speeds * (1.0 - habits.corner_dip * near)
    speeds = speeds * (1.0 - 0.8 * np.exp(-0.5 * (steps * _GRID / 0.05) ** 2))
    return line, np.maximum(speeds, 0.05 * habits.speed), waits


def _sample_line(
    line: Floats, speeds: Floats, waits: list[tuple[int, float]], habits: Habits, rng: np.random.Generator
) -> Floats:
    """(N, 3) samples of the device: x, y and time."""
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1) / (0.5 * (speeds[1:] + speeds[:-1]))
    times = np.concatenate([[0.0], np.cumsum(steps)])
    for place, wait in waits:
        times[place + 1 :] += wait
    clock = np.arange(0.0, times[-1] + 1.0 / habits.rate, 1.0 / habits.rate)
    ink = np.stack([np.interp(clock, times, line[:, axis]) for axis in range(2)], axis=1)
    still = np.zeros(len(clock), dtype=bool)
    for place, wait in waits:
        still |= (clock > times[place + 1] - wait) & (clock < times[place + 1])
    shaking = np.where(still, 0.2, 1.0)  # a resting hand is on the paper
    ink += _tremor(clock, habits.tremor, rng) * shaking[:, None]
    ink = np.round(ink / habits.quantum) * habits.quantum
    stamps = clock + rng.uniform(-0.5, 0.5, len(clock)) * habits.clock_jitter / habits.rate
    reported = np.column_stack([ink, np.maximum.accumulate(stamps - stamps[0])])
    if habits.silent:
        moved = np.any(np.diff(ink, axis=0) != 0.0, axis=1)
        reported = reported[np.concatenate([[True], moved])]
    return reported


def _tremor(clock: Floats, amplitude: float, rng: np.random.Generator) -> Floats:
    """(N, 2) shaking of a hand: a few sines between 5 and 12 Hz whose squares add up to the amplitude's."""
    rates = rng.uniform(5.0, 12.0, (4, 2))
    phases = rng.uniform(0.0, 2 * np.pi, (4, 2))
    waves = np.sin(2 * np.pi * rates * clock[:, None, None] + phases)
    return amplitude * np.sqrt(0.5) * waves.sum(axis=1)
