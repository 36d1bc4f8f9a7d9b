"""Lines that copy the cards: the example drawings of the gesture table, one after another, then one thing
goes wrong. Each attack spoils one thing alone, so that a table shows what breaks which motion.
"""

from collections.abc import Callable

import numpy as np

from benchmarks.synthetic.hand_device import Device, report_line, slow_noise
from benchmarks.synthetic.writer import Word, WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths, points_along
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import STAND

_LEG = 0.8  # [m]
_STEP = 0.004  # between points of the ideal line [leg lengths]
_PACE = 2.4  # [leg lengths/s]
_CORNER, _DIP = 0.05, 0.7  # the pen slows down this near to a corner [leg lengths], and by this share
_BEND = np.deg2rad(50.0)  # a vertex of a drawing that turns more is a corner
_LEVEL = ("shuffle", "slide", "skate", "one_foot_shuffle")
_REST, _BREAK = 0.9, 0.28  # of a stand, and between two level lines [s]
_USUAL = Device(rate=120.0, pixels=250.0, silent=True)


def _wobble(ink: Floats, clock: Floats, rng: np.random.Generator) -> Floats:
    return ink + slow_noise(clock, 0.018, (1.0, 4.0), rng)


def _tremble(ink: Floats, clock: Floats, rng: np.random.Generator) -> Floats:
    return ink + slow_noise(clock, 0.008, (6.0, 11.0), rng)


def _turn(degrees: float) -> "Callable[[Floats, Floats, np.random.Generator], Floats]":
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))

    def turn(ink: Floats, clock: Floats, rng: np.random.Generator) -> Floats:
        return ink @ np.array([[c, s], [-s, c]])

    return turn


def _stretch(wide: float, tall: float) -> "Callable[[Floats, Floats, np.random.Generator], Floats]":
    return lambda ink, clock, rng: ink * [wide, tall]


def _keep(ink: Floats, clock: Floats, rng: np.random.Generator) -> Floats:
    return ink


# How the ink is spoiled, the pace [usual paces], and the device.
ATTACKS: dict[str, tuple[Callable[[Floats, Floats, np.random.Generator], Floats], float, Device]] = {
    "nothing": (_keep, 1.0, _USUAL),
    "wobble": (_wobble, 0.7, _USUAL),
    "tremor": (_tremble, 1.0, _USUAL),
    "very slow": (_keep, 0.25, _USUAL),
    "very fast": (_keep, 4.0, _USUAL),
    "small": (_stretch(0.8, 0.8), 1.0, _USUAL),
    "large": (_stretch(1.2, 1.2), 1.0, _USUAL),
    "narrow": (_stretch(0.75, 1.0), 1.0, _USUAL),
    "wide": (_stretch(1.3, 1.0), 1.0, _USUAL),
    "30 Hz": (_keep, 1.0, Device(30.0, 250.0, True)),
    "30 Hz, fast": (_keep, 2.0, Device(30.0, 250.0, True)),
    "240 Hz": (_keep, 1.0, Device(240.0, 250.0, False)),
    "40 pixels a leg": (_keep, 1.0, Device(60.0, 40.0, True)),
    "paper turned 6 degrees": (_turn(6.0), 1.0, _USUAL),
    "paper turned -6 degrees": (_turn(-6.0), 1.0, _USUAL),
}


def copy_cards(words: tuple[Word, ...], attack: str, rng: np.random.Generator) -> WrittenLine:
    """A line of the words, spoiled in one way."""
    spoil, pace, device = ATTACKS[attack]
    line, paces, waits = _ideal_line(words, rng)
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1) / (pace * 0.5 * (paces[1:] + paces[:-1]))
    times = np.concatenate([[0.0], np.cumsum(steps)])
    for place, seconds in waits:
        times[place + 1 :] += seconds
    clock = np.arange(0.0, times[-1] + 0.05, 0.001)
    ink = np.stack([np.interp(clock, times, line[:, axis]) for axis in range(2)], axis=1)
    points, moments = report_line(clock, spoil(ink, clock, rng), device)
    return WrittenLine(Stroke(points * _LEG, moments), words)


def _ideal_line(
    words: tuple[Word, ...], rng: np.random.Generator
) -> tuple[Floats, Floats, list[tuple[int, float]]]:
    """(N, 2) the line at even steps [leg lengths], the pen's pace along it, and its waits [s] by place."""
    parts, slow, waits, count = [], [], [], 0
    here, rise = np.zeros(2), 0.2
    before: Word | None = None
    for word in words:
        if word.name == STAND:
            waits.append((count - 1, _REST))
            before = word
            continue
        if before is not None and before.name in _LEVEL[:3] and word.name in _LEVEL and before != word:
            waits.append((count - 1, _BREAK))
        skating = word.name == "skate" and before == word
        shape = _shape(word, rise if skating else None)
        rise = -rise if skating else 0.2
        if word.name != "skate" and here[1] != 0.0:  # comes down from a glide
            shape = shape - np.linspace(0.0, 1.0, len(shape))[:, None] * [0.0, here[1]]
        shape = shape * float(np.exp(rng.normal(0.0, 0.03)))
        lengths = path_lengths(shape)
        even = points_along(shape, lengths, np.arange(0.0, lengths[-1], _STEP)) + here
        slow += [count, *(count + int(at / _STEP) for at in _corners(shape, lengths))]
        parts.append(even)
        count += len(even)
        here = here + shape[-1]
        before = word
    line = np.concatenate([*parts, here[None]])
    away = np.min(np.abs(np.arange(len(line))[:, None] - np.array([*slow, len(line) - 1])), axis=1) * _STEP
    return line, _PACE * (1.0 - _DIP * np.exp(-0.5 * (away / _CORNER) ** 2)), waits


def _shape(word: Word, kick: float | None) -> Floats:
    """(N, 2) drawing of a word from (0, 0); kick: rise of the kick before a further glide."""
    name = word.name
    if word.backward and name.endswith("_flip") and name != "twist_flip":
        name = "back_flip" if name == "front_flip" else "front_flip"
    if name == "skate":
        points = np.array([[0.0, 0.0], [1.1, 0.0]])
        if kick is not None:
            points = np.concatenate([[[0.0, 0.0]], points + np.array([0.16, kick])])
    else:
        points = np.array(gesture_table().entries[name].example, dtype=float)
    if word.turns > 1:
        points = _repeat_loop(points, word.turns)
    return points * [-1.0 if word.backward else 1.0, 1.0]


def _repeat_loop(points: Floats, turns: int) -> Floats:
    """The loop of a flip, drawn several times: from its crossing back to it."""
    best = min(
        ((i, j) for i in range(len(points)) for j in range(i + 8, len(points))),
        key=lambda pair: float(np.linalg.norm(points[pair[0]] - points[pair[1]])),
    )
    first, last = best
    loop = points[first + 1 : last + 1]
    return np.concatenate([points[: last + 1], *[loop] * (turns - 1), points[last + 1 :]])


def _corners(shape: Floats, lengths: Floats) -> list[float]:
    """Places of the corners along a drawing."""
    ways = np.diff(shape, axis=0)
    angles = np.arctan2(ways[:, 1], ways[:, 0])
    turns = np.abs((np.diff(angles) + np.pi) % (2.0 * np.pi) - np.pi)
    return [float(lengths[k + 1]) for k in np.flatnonzero(turns > _BEND)]
