"""Writers whose pen follows the sigma-lognormal law: overlapping ballistic strokes, each aimed at a target.

After R. Plamondon, "A kinematic theory of rapid human movements" (1995): the nervous system plans a few
targets and launches one stroke towards each before the last has ended. A stroke turns along a circular arc,
and its speed is a lognormal curve. Where strokes overlap, their velocities add up: corners become round, and
a quick row of arcs a wave. The shapes follow the sentences of the gesture table, not the templates of the
other families. This family is for measuring only: no limit of the reader may be set on it.
"""

from dataclasses import dataclass

import numpy as np

from benchmarks.synthetic.hand_device import random_device, report_line
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND

Random = np.random.Generator

_CLOCK = 480.0  # inner samples per second
_LEVEL_END = ("shuffle", "slide", "skate")
_LEVEL_START = (*_LEVEL_END, "one_foot_shuffle")
_FLIPS = {"front_flip": "back_flip", "back_flip": "front_flip"}
_FULL = 2.0  # a stroke lasts this many sigmas before and after its middle, in the logarithm of time


@dataclass(frozen=True)
class Aim:
    """A target of the pen [leg lengths], the turn of the stroke to it [degrees, to the left], and whether the
    pen means to turn a corner there."""

    x: float
    y: float
    turn: float = 0.0
    corner: bool = False


@dataclass(frozen=True)
class Muscle:
    """How a writer moves.

    speed: [leg lengths/s]. overlap, corner_overlap: Share of a stroke that is still to come when the next one
    starts, in the middle of a curve and at a corner. miss: Error of a target, as a share of the way to it.
    landing: Error of a word's landing height. size: Of the words; uneven: How it varies.
    wobble: Amplitude of the hand's slow drift. slope: Of the baseline. halt: Probability that the pen
    hesitates inside a word. pause: Between two words. correct: Probability that a word's end is corrected.
    """

    speed: float
    overlap: float
    corner_overlap: float
    miss: float
    landing: float
    size: float
    uneven: float
    wobble: float
    slope: float
    halt: float
    pause: float
    correct: float


def random_muscle(rng: Random, level: str) -> Muscle:
    """A writer of a level of hand_device.LEVELS."""
    k = {"neat": 0, "quick": 1, "mouse": 2, "child": 3}[level]
    pick = rng.uniform
    return Muscle(
        speed=float(pick(*((1.2, 2.6), (2.6, 4.5), (1.5, 3.2), (0.8, 2.4))[k])),
        overlap=float(pick(*((0.3, 0.4), (0.3, 0.45), (0.25, 0.4), (0.2, 0.4))[k])),
        corner_overlap=float(pick(*((0.0, 0.06), (0.04, 0.14), (0.0, 0.1), (0.0, 0.14))[k])),
        miss=float(pick(*((0.01, 0.03), (0.02, 0.05), (0.02, 0.05), (0.04, 0.08))[k])),
        landing=(0.01, 0.02, 0.025, 0.05)[k],
        size=float(pick(*((0.9, 1.1), (0.85, 1.15), (0.85, 1.15), (0.8, 1.2))[k])),
        uneven=(0.04, 0.07, 0.07, 0.12)[k],
        wobble=float(pick(*((0.001, 0.004), (0.002, 0.006), (0.004, 0.01), (0.006, 0.016))[k])),
        slope=float(pick(-1.0, 1.0)) * (0.004, 0.01, 0.008, 0.025)[k],
        halt=(0.0, 0.0, 0.03, 0.06)[k],
        pause=(0.15, 0.05, 0.15, 0.25)[k],
        correct=(0.0, 0.05, 0.1, 0.15)[k],
    )


def write_with_strokes(words: tuple[Word, ...], level: str, rng: Random) -> WrittenLine:
    """The words as one line by a writer of a level."""
    muscle = random_muscle(rng, level)
    aims, waits = _plan_line(words, muscle, rng)
    clock, ink = _move_pen(aims, waits, muscle, rng)
    ink = ink + _drift(len(clock), muscle.wobble, rng)
    points, times = report_line(clock, ink, random_device(rng, level))
    return WrittenLine(Stroke(points * 0.8, times), words)


def _plan_line(words: tuple[Word, ...], muscle: Muscle, rng: Random) -> tuple[list[Aim], list[float]]:
    """The targets of a whole line, and the wait of the pen at each [s]."""
    aims: list[Aim] = []
    waits: list[float] = []
    here, index = np.zeros(2), 0
    while index < len(words):
        word = words[index]
        if word.name == STAND:
            waits[-1] = float(rng.uniform(0.65, 1.1))
            index += 1
            continue
        count = 1
        while word.name == "skate" and index + count < len(words) and words[index + count] == word:
            count += 1
        index += count
        planned = _noisy(_plan_word(word, count, rng), word.backward, muscle, rng)
        baseline = muscle.slope * here[0] + rng.normal(0.0, muscle.landing)
        lift = 0.0 if word.name == "skate" else float(np.clip(baseline, -0.12, 0.12)) - here[1]
        reach = max(abs(planned[-1].x), 0.05)
        for aim in planned:
            rise = lift * float(np.clip(abs(aim.x) / reach, 0.0, 1.0))
            aims.append(Aim(here[0] + aim.x, here[1] + aim.y + rise, aim.turn, aim.corner))
            waits.append(float(rng.uniform(0.05, 0.1)) if rng.random() < muscle.halt else 0.0)
        here = np.array([aims[-1].x, aims[-1].y])
        if rng.random() < muscle.correct and word.name not in _LEVEL_END:
            aims.append(Aim(here[0], here[1] + 0.03, 0.0, True))  # goes back on its own trace a little
            waits.append(0.0)
        following = words[index].name if index < len(words) else ""
        merges = word.name in _LEVEL_END and following in _LEVEL_START
        merges = merges or (word.name == "skate" and following == "stiff_walk")
        if merges or (following not in ("", STAND) and rng.random() < muscle.pause):
            waits[-1] = float(rng.uniform(0.2, 0.3))
        else:
            waits[-1] = 0.0
    return aims, waits


def _noisy(aims: list[Aim], backward: bool, muscle: Muscle, rng: Random) -> list[Aim]:
    """Targets as a writer hits them: of its own size, each missed a little; mirrored for backward words."""
    size = muscle.size * float(np.exp(rng.normal(0.0, muscle.uneven)))
    side = -1.0 if backward else 1.0
    found, before = [], np.zeros(2)
    for aim in aims:
        place = np.array([aim.x, aim.y])
        way = float(np.linalg.norm(place - before))
        low = aim.y == 0.0
        off = rng.normal(0.0, muscle.miss * min(way, 0.8), 2) * [1.0, 0.0 if low else 1.0]
        turn = aim.turn * float(np.exp(rng.normal(0.0, 4.0 * muscle.miss))) + rng.normal(0, 60 * muscle.miss)
        x, y = (place + off) * size
        found.append(Aim(side * float(x), float(y), side * turn, aim.corner))
        before = place
    return found


def _arc(x: float, wide: float, high: float, top: float, full: float) -> list[Aim]:
    """An arc from (x, 0): up to its top, at a share of its width, and down."""
    up = np.rad2deg(np.arctan2(high, top * wide))
    down = np.rad2deg(np.arctan2(high, (1.0 - top) * wide))
    rise, fall = (min(2.0 * angle * full, 2.0 * (105.0 - angle)) for angle in (up, down))
    return [Aim(x + top * wide, high, -rise), Aim(x + wide, 0.0, -fall, True)]


def _ring(x: float, y: float, radius: float, begin: float, side: float) -> list[Aim]:
    """A ring about (x, y) from an angle [degrees]: four strokes to one side, 1 to the left."""
    angles = np.deg2rad(begin + side * np.array([90.0, 180.0, 270.0, 360.0]))
    return [Aim(x + radius * float(np.cos(a)), y + radius * float(np.sin(a)), side * 90.0) for a in angles]


def _plan_word(word: Word, count: int, rng: Random) -> list[Aim]:
    """The targets of a word to the right of (0, 0), as the gesture table describes it."""
    pick = rng.uniform
    name = _FLIPS.get(word.name, word.name) if word.backward else word.name
    full = float(pick(0.6, 0.85))
    wide, high = float(pick(0.5, 0.9)), float(pick(0.25, 0.45))
    tall, far = float(pick(1.3, 1.7)), float(pick(1.2, 2.0))
    low = _arc(0.0, float(pick(0.5, 0.75)), float(pick(0.25, 0.4)), float(pick(0.45, 0.55)), full)
    if name in ("walk", "tiptoe", "stomp_walk"):
        top = {"walk": pick(0.44, 0.56), "tiptoe": pick(0.12, 0.24), "stomp_walk": pick(0.76, 0.88)}[name]
        return _arc(0.0, wide, high, float(top), full)
    if name == "stiff_walk":
        return [Aim(0.5 * wide, float(pick(0.35, 0.5)), 0.0, True), Aim(wide, 0.0, 0.0, True)]
    if name == "hop":
        x = low[-1].x
        return [*low, Aim(x + 0.015, float(pick(0.15, 0.22)), 0.0, True), Aim(x + 0.03, 0.0, 0.0, True)]
    if name == "shuffle":
        return [Aim(float(pick(0.45, 0.85)), 0.0, 0.0, True)]
    if name == "slide":
        return [Aim(float(pick(1.6, 2.8)), 0.0, 0.0, True)]
    if name == "one_foot_shuffle":
        x = float(pick(0.4, 0.7))
        return [Aim(x, 0.0, 0.0, True), *_arc(x, float(pick(0.2, 0.3)), float(pick(0.12, 0.18)), 0.5, full)]
    if name == "skate":
        return _plan_skating(count, rng)
    if name in ("jump", "leap"):
        return _arc(0.0, far, tall, float(pick(0.42, 0.58)), full)
    if name == "stomp":
        return [Aim(0.02, float(pick(0.45, 0.75)), 0.0, True), Aim(0.04, 0.0, 0.0, True)]
    if name in ("front_handspring", "back_handspring"):
        x, radius = low[-1].x, float(pick(0.3, 0.42))
        return [*low, *_ring(x, radius, radius, -90.0, -1.0 if name == "front_handspring" else 1.0)]
    up, down = _arc(0.0, far, tall, float(pick(0.45, 0.55)), full)
    if name in ("front_flip", "back_flip"):
        radius, loops = float(pick(0.24, 0.34)), []
        for turn in range(max(word.turns, 1)):
            x = up.x + 0.08 * turn
            ahead = name == "front_flip"
            y, begin, side = (up.y - radius, 90.0, -1.0) if ahead else (up.y + radius, -90.0, 1.0)
            loops += _ring(x, y, radius, begin, side)
        return [up, *loops, Aim(down.x + loops[-1].x - up.x, 0.0, down.turn, True)]
    if name == "twist_flip":
        zigs, deep, step = int(rng.integers(2, 4)), float(pick(0.4, 0.6)), float(pick(0.05, 0.1))
        x, zigzag = up.x, []
        for _ in range(zigs):
            zigzag += [Aim(x + step, up.y - deep, 0.0, True), Aim(x + 2 * step, up.y, 0.0, True)]
            x += 2 * step
        return [Aim(up.x, up.y, up.turn, True), *zigzag, Aim(down.x + x - up.x, 0.0, down.turn, True)]
    if name == "butterfly":
        a, b = float(pick(0.45, 0.65)), float(pick(0.14, 0.2))
        x, y = up.x, up.y
        eight = [
            Aim(x + 0.75 * a, y + b, -20.0), Aim(x + a, y, -90.0), Aim(x + 0.75 * a, y - b, -90.0),
            Aim(x, y, 0.0),
            Aim(x - 0.75 * a, y + b, 20.0), Aim(x - a, y, 90.0), Aim(x - 0.75 * a, y - b, 90.0),
            Aim(x, y, 10.0),
        ]  # fmt: skip
        return [up, *eight, down]
    raise KeyError(name)


def _plan_skating(count: int, rng: Random) -> list[Aim]:
    """Glides, parted by kicks up and down in turn."""
    aims, x, y, side = [], 0.0, 0.0, float(rng.choice([-1.0, 1.0]))
    for glide in range(count):
        if glide:
            x, y = x + float(rng.uniform(0.12, 0.22)), y + side * float(rng.uniform(0.16, 0.26))
            side = -side
            aims.append(Aim(x, y, 0.0, True))
        x += float(rng.uniform(0.9, 1.4))
        aims.append(Aim(x, y, 0.0, True))
    return aims


def _move_pen(aims: list[Aim], waits: list[float], muscle: Muscle, rng: Random) -> tuple[Floats, Floats]:
    """Times (N,) and ink (N, 2) of the pen: the sum of all strokes."""
    from scipy.special import erf

    strokes, now, here = [], 0.0, np.zeros(2)
    for aim, wait in zip(aims, waits, strict=True):
        chord = np.array([aim.x, aim.y]) - here
        half = np.deg2rad(np.clip(aim.turn, -200.0, 200.0)) / 2.0
        way = float(np.linalg.norm(chord)) * (half / np.sin(half) if abs(half) > 1e-6 else 1.0)
        sigma = float(rng.uniform(0.2, 0.32))
        lasts = max(way / muscle.speed, 0.03) * (1.0 + 0.12 * rng.normal(0.0, 1.0) ** 2) + 0.06
        # From the first to the last FULL sigmas the stroke takes `lasts`; before that nothing moves.
        mu = np.log(lasts / (np.exp(_FULL * sigma) - np.exp(-_FULL * sigma)))
        begin = now - np.exp(mu - _FULL * sigma)
        heading = float(np.arctan2(chord[1], chord[0]))
        strokes.append((begin, mu, sigma, way, heading - half, heading + half))
        overlap = 0.0 if wait else (muscle.corner_overlap if aim.corner else muscle.overlap)
        now += lasts * (1.0 - overlap) + wait
        here = here + chord
    clock = np.arange(0.0, now + 0.1, 1.0 / _CLOCK)
    speed = np.zeros((len(clock), 2))
    for begin, mu, sigma, way, first, last in strokes:
        since = np.maximum(clock - begin, 1e-6)
        z = (np.log(since) - mu) / sigma
        pace = way / (sigma * np.sqrt(2.0 * np.pi) * since) * np.exp(-0.5 * z * z)
        angle = first + (last - first) * 0.5 * (1.0 + erf(z / np.sqrt(2.0)))
        speed += pace[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return clock, np.cumsum(speed, axis=0) / _CLOCK


def _drift(count: int, amplitude: float, rng: Random) -> Floats:
    """(N, 2) a slow drift of the hand: noise below about 2 Hz with the given standard deviation."""
    from scipy.signal import lfilter

    keep = np.exp(-2.0 * np.pi * 2.0 / _CLOCK)
    noise = rng.normal(0.0, 1.0, (count, 2))
    for _ in range(2):
        noise = np.asarray(lfilter([1.0 - keep], [1.0, -keep], noise, axis=0))
    return amplitude * noise / max(float(noise.std()), 1e-12)
