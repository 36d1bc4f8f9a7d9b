"""The second family of synthetic writers: a hand that adds overlapping movements of minimum jerk.

Each motion is a few movements along circular arcs, each with the smooth speed of minimum jerk (T. Flash and
N. Hogan 1985). The next one begins before the last has ended: much overlap makes a round line, no overlap a
corner. Hands of four levels differ in tempo, overlap, size, evenness, slips and devices. Shapes of
shapes.py and the writers of writer.py are not used here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.synthetic.hand_device import random_device, report_line, slow_noise
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.motion import STAND

Pick = Callable[[float, float], float]
_LEVEL_WORDS = ("shuffle", "slide", "skate", "one_foot_shuffle")
_SLIP = 0.06  # length below which a movement is a slip of the hand [leg lengths]
TICK = 1.0 / 480.0  # between two moments of the ideal line [s]


@dataclass(frozen=True)
class Movement:
    """One movement of the hand, in leg lengths and degrees.

    along, up: Where it leads. bend: How far it turns, to the left is positive.
    overlap: Share of it that is left when the next begins; -1: a corner between two words or parts.
    """

    along: float
    up: float
    bend: float = 0.0
    overlap: float = -1.0


@dataclass(frozen=True)
class Hand:
    """Habits of a writer; lengths in leg lengths, times in seconds. flat: Share of arcs with a flat top."""

    tempo: float
    overlap: tuple[float, float]
    roundness: tuple[float, float]
    size: float
    unevenness: float
    wander: float
    drift: float
    wobble: float
    slant: float
    slip: float
    unclosed: float
    flat: float
    hesitation: float


def random_hand(rng: np.random.Generator, level: str) -> Hand:
    """A writer of a level of LEVELS."""
    u = rng.uniform
    neat = Hand(tempo=u(0.8, 1.3), overlap=(0.0, 0.08), roundness=(0.35, 0.55), size=u(0.95, 1.05),
                unevenness=0.05, wander=0.01, drift=0.02, wobble=0.002, slant=u(-0.04, 0.04), slip=0.0,
                unclosed=0.03, flat=0.05, hesitation=u(0.0, 0.2))  # fmt: skip
    if level == "neat":
        return neat
    if level == "quick":
        return replace(neat, tempo=u(1.4, 2.2), overlap=(0.05, 0.3), roundness=(0.4, 0.6), size=u(0.85, 1.1),
                       unevenness=0.1, wander=0.025, drift=0.05, wobble=0.006, slant=u(-0.12, 0.12),
                       slip=0.03, unclosed=0.06, flat=0.1, hesitation=0.05)  # fmt: skip
    if level == "mouse":
        return replace(neat, tempo=u(0.8, 1.4), overlap=(0.0, 0.12), roundness=(0.2, 0.45), size=u(0.9, 1.15),
                       unevenness=0.1, wander=0.025, drift=0.04, wobble=0.01, slant=u(-0.06, 0.06), slip=0.06,
                       unclosed=0.06, flat=0.15, hesitation=u(0.0, 0.3))  # fmt: skip
    return replace(neat, tempo=u(0.5, 1.1), overlap=(0.0, 0.15), roundness=(0.25, 0.6), size=u(0.85, 1.2),
                   unevenness=0.17, wander=0.05, drift=0.12, wobble=0.018, slant=u(-0.12, 0.12), slip=0.12,
                   unclosed=0.12, flat=0.25, hesitation=u(0.1, 0.4))  # fmt: skip


def write_with_submovements(
    words: tuple[Word, ...], level: str, rng: np.random.Generator, leg_length: float = 0.8
) -> WrittenLine:
    """The words as one stroke on the sheet [m] by a random hand of a level, from (0, 0)."""
    hand = random_hand(rng, level)
    clock, ink = ideal_ink(words, hand, rng)
    moving = path_lengths(ink) / (2.0 * hand.tempo)  # a resting hand lies on the paper and does not wobble
    ink += slow_noise(moving, hand.wobble, (0.6, 3.0), rng) + slow_noise(clock, 0.002, (0.6, 3.0), rng)
    points, times = report_line(clock, ink, random_device(rng, level))
    return WrittenLine(Stroke((points - points[0]) * leg_length, times), words)


def ideal_ink(words: tuple[Word, ...], hand: Hand, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Moments (N,) [s], TICK apart, and the ink (N, 2) of a hand that does not tremble [leg lengths]."""
    moves, waits = _movements(words, hand, rng)
    clock, ink = _trace(moves, waits, hand, rng)
    ink[:, 1] += hand.drift * np.sin(path_lengths(ink) / rng.uniform(4.0, 9.0) + rng.uniform(0.0, 6.0))
    ink[:, 0] += hand.slant * ink[:, 1]
    return clock, ink


def _movements(
    words: tuple[Word, ...], hand: Hand, rng: np.random.Generator
) -> tuple[list[Movement], list[float]]:
    """The movements of a line, and the waits of the pen after each [s]."""
    moves: list[Movement] = []
    waits: list[float] = []
    height = 0.0
    index = 0
    while index < len(words):
        word = words[index]
        if word.name == STAND:
            if waits:
                waits[-1] = float(rng.uniform(0.75, 1.3))
            index += 1
            continue
        count = 1
        while word.name == "skate" and index + count < len(words) and words[index + count] == word:
            count += 1
        made = _word_movements(word, count, hand, rng)
        index += count
        rise = sum(move.up for move in made)
        ground = height if word.name in _LEVEL_WORDS and abs(height) > 0.1 else 0.0
        goal = height + rise if abs(rise) > 0.1 else ground + float(rng.normal(0.0, 0.5 * hand.wander))
        made[-1] = replace(made[-1], up=made[-1].up + goal - height - rise)
        height = goal
        made += _slips(made[-1], word, hand, rng)
        following = words[index].name if index < len(words) else STAND
        runs_on = word.name in _LEVEL_WORDS[:3] and following in (*_LEVEL_WORDS, "stiff_walk")
        pauses = runs_on or rng.random() < hand.hesitation
        moves += made
        waits += [0.0] * (len(made) - 1) + [
            float(rng.uniform(0.22, 0.36)) * min(hand.tempo, 1.0) if pauses else 0.0
        ]
    return moves, waits


def _slips(last: Movement, word: Word, hand: Hand, rng: np.random.Generator) -> list[Movement]:
    """Overshoot or a retraced end: a short way on or back, and the same way again."""
    if rng.random() >= hand.slip or word.name == "skate":
        return []
    size = float(np.hypot(last.along, last.up))
    far = float(rng.uniform(0.02, 0.05)) * (1.0 if rng.random() < 0.5 else -1.0) / max(size, 1e-6)
    there = Movement(far * last.along, far * last.up)
    return [there, Movement(-there.along, -there.up)]


def _word_movements(word: Word, count: int, hand: Hand, rng: np.random.Generator) -> list[Movement]:
    def pick(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    name = word.name
    if word.backward and name in ("front_flip", "back_flip"):
        name = "back_flip" if name == "front_flip" else "front_flip"
    size = hand.size * float(np.exp(rng.normal(0.0, hand.unevenness)))
    tall = float(np.exp(rng.normal(0.0, hand.unevenness)))
    made = _shape(name, word.turns, count, size, tall, hand, pick)
    if word.backward:
        made = [replace(move, along=-move.along, bend=-move.bend) for move in made]
    return made


def _arc(width: float, height: float, peak: float, hand: Hand, pick: Pick) -> list[Movement]:
    """An arc of two movements whose top lies at a share of its width, or of three with a level top."""
    full = pick(0.75, 1.1)
    soft = pick(*hand.roundness)

    def side(along: float, up: float) -> float:
        lean = np.rad2deg(np.arctan2(abs(up), along))
        return -min(full * 2.0 * lean, 2.0 * (96.0 - lean))

    flat = pick(0.3, 0.55) * width if 0.3 < peak < 0.7 and pick(0.0, 1.0) < hand.flat else 0.0
    rise, fall = peak * (width - flat), (1.0 - peak) * (width - flat)
    if flat:
        top = Movement(flat, 0.0, 0.0, soft)
        return [
            Movement(rise, height, side(rise, height), soft),
            top,
            Movement(fall, -height, side(fall, height)),
        ]
    return [Movement(rise, height, side(rise, height), soft), Movement(fall, -height, side(fall, height))]


def _low_arc(size: float, tall: float, peak: float, hand: Hand, pick: Pick) -> list[Movement]:
    """A low arc; the jump line is on the sheet, so a writer stays clear of it."""
    width, height = min(size * pick(0.5, 0.92), 1.02), min(size * tall * pick(0.24, 0.5), 0.8)
    return _arc(width, height, peak, hand, pick)


def _half_turns(
    radius: float, turns: int, side: float, drift: float, hand: Hand, pick: Pick
) -> list[Movement]:
    """Whole turns from the heading to the right: side 1 to the left (up), -1 to the right (down)."""
    made: list[Movement] = []
    for _ in range(turns):
        short = 1.0 + hand.unclosed * pick(-1.0, 1.0)
        made += [
            Movement(drift, side * 2.0 * radius, side * 180.0, 0.3),
            Movement(drift, -side * 2.0 * radius * short, side * 180.0, 0.3),
        ]
    return made


def _shape(
    name: str, turns: int, count: int, size: float, tall: float, hand: Hand, pick: Pick
) -> list[Movement]:
    peaks = {"tiptoe": (0.12, 0.22), "stomp_walk": (0.78, 0.88)}.get(name, (0.44, 0.56))
    if name in ("walk", "tiptoe", "stomp_walk"):
        return _low_arc(size, tall, pick(*peaks), hand, pick)
    if name == "stiff_walk":
        half, height = 0.5 * min(size * pick(0.5, 0.92), 1.02), min(size * tall * pick(0.34, 0.55), 0.8)
        return [Movement(half, height, pick(-8, 8)), Movement(half, -height, pick(-8, 8))]
    if name == "hop":
        tick = pick(0.13, 0.21)
        return [*_low_arc(size, tall, pick(*peaks), hand, pick), Movement(pick(0.0, 0.02), tick),
                Movement(pick(0.0, 0.03), -tick)]  # fmt: skip
    if name == "stomp":
        height = min(size * tall * pick(0.45, 0.7), 0.82)
        return [Movement(pick(-0.01, 0.03), height), Movement(pick(0.0, 0.04), -height)]
    if name in ("shuffle", "slide"):
        width = min(size * pick(0.42, 0.85), 0.98) if name == "shuffle" else max(size * pick(1.6, 3.0), 1.45)
        return [Movement(width, 0.0, pick(-6, 6))]
    if name == "one_foot_shuffle":
        small = _arc(pick(0.2, 0.3), pick(0.11, 0.18), 0.5, hand, pick)
        return [Movement(min(size * pick(0.4, 0.8), 0.95), 0.0, pick(-5, 5)), *small]
    if name == "skate":
        return _glides(count, size, pick)
    return _flight(name, turns, size, tall, hand, pick)


def _glides(count: int, size: float, pick: Pick) -> list[Movement]:
    made, side = [Movement(size * pick(0.95, 1.5), 0.0, pick(-4, 4))], 1.0
    for _ in range(count - 1):
        kick = pick(0.18, 0.28)
        made += [
            Movement(kick * pick(0.7, 1.2), side * kick),
            Movement(size * pick(0.95, 1.5), 0.0, pick(-4, 4)),
        ]
        side = -side
    return made


def _flight(name: str, turns: int, size: float, tall: float, hand: Hand, pick: Pick) -> list[Movement]:
    if name.endswith("handspring"):
        side = -1.0 if name == "front_handspring" else 1.0
        radius, drift = pick(0.28, 0.48), pick(0.0, 0.1)
        short = 1.0 + hand.unclosed * pick(-1.0, 0.3)
        loop = [
            Movement(drift, 2.0 * radius, side * 180.0, 0.25),
            Movement(drift, -2.0 * radius, side * 180.0 * short),
        ]
        return [*_low_arc(size, tall, pick(0.44, 0.56), hand, pick), *loop]
    width, height = max(size * pick(1.1, 2.3), 1.0), max(size * tall * pick(1.35, 2.0), 1.25)
    if name in ("jump", "leap"):
        return _arc(width, height, pick(0.43, 0.57), hand, pick)
    rise, fall = _arc(width, height, pick(0.43, 0.57), replace(hand, flat=0.0), pick)
    if name in ("front_flip", "back_flip"):
        side = -1.0 if name == "front_flip" else 1.0
        rise = replace(rise, overlap=0.25)
        return [rise, *_half_turns(pick(0.24, 0.42), turns, side, pick(0.0, 0.06), hand, pick), fall]
    if name == "twist_flip":
        tooth, lean = pick(0.4, 0.65), pick(0.05, 0.11)
        zigzag = [Movement(lean, -tooth), Movement(lean, tooth)] * int(pick(2.0, 3.99))
        return [replace(rise, overlap=-1.0), *zigzag, fall]
    wing = pick(0.5, 0.8)
    eight = [Movement(wing, 0.0, -120.0, 0.3), Movement(-wing, 0.0, -120.0, 0.2),
             Movement(-wing, 0.0, 120.0, 0.3), Movement(wing, 0.0, 120.0, 0.25)]  # fmt: skip
    return [replace(rise, overlap=0.2), *eight, fall]


def _trace(
    moves: list[Movement], waits: list[float], hand: Hand, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Moments (N,) [s] and the ink (N, 2) of all movements added up."""
    lasts = [_lasting(move, hand) * float(np.exp(rng.normal(0.0, 0.1))) for move in moves]
    begins, now = [], 0.05
    for index, (move, wait) in enumerate(zip(moves, waits, strict=True)):
        begins.append(now)
        overlap = float(rng.uniform(*hand.overlap)) if move.overlap < 0.0 else move.overlap
        shared = 0.0 if wait else overlap * min(lasts[index : index + 2])
        now += lasts[index] - shared + wait
    clock = np.arange(0.0, begins[-1] + lasts[-1] + 0.05, TICK)
    ink = np.zeros((len(clock), 2))
    for move, begin, lasting in zip(moves, begins, lasts, strict=True):
        ink += _bent_path(move, np.clip((clock - begin) / lasting, 0.0, 1.0))
    return clock, ink


def _lasting(move: Movement, hand: Hand) -> float:
    """Seconds that a movement takes; a slip is quick in any hand."""
    length = float(np.hypot(move.along, move.up))
    tempo = max(hand.tempo, 1.2) if length < _SLIP else hand.tempo
    return (0.1 + 0.32 * np.sqrt(length * (1.0 + 0.3 * abs(move.bend) / 180.0))) / tempo


def _bent_path(move: Movement, shares: Floats) -> Floats:
    """(N, 2) places on the circular arc of a movement at shares (N,) of its time."""
    done = shares**3 * (10.0 - 15.0 * shares + 6.0 * shares**2)
    bend = np.deg2rad(move.bend)
    if abs(bend) < 1e-3:
        return done[:, None] * [move.along, move.up]
    place = complex(move.along, move.up) * (np.exp(1j * bend * done) - 1.0) / (np.exp(1j * bend) - 1.0)
    return np.stack([place.real, place.imag], axis=1)
