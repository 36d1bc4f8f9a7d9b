"""Delay of a live reading: how long after its end on the paper each motion is performed, and what was taken
back.

Points come as the device reports them. While it reports nothing, the reader is asked every 1/60 s.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.doodles.alignment import aligned, word_of
from benchmarks.doodles.writers import SETTINGS, written_lines
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND, Motion, Piece
from kinegraph.doodles.line.reader import LineReader, read_line

_TICK = 1.0 / 60.0  # [s]


@dataclass
class Delays:
    """Results of many lines.

    running: Delays of motions that were performed before the pen was lifted [s]; last: of the others.
    performed, retracted: Motions that were performed, and those that the whole line does not have.
    changed: Tentative words that were shown of an ended piece and replaced by another.
    """

    running: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    performed: int = 0
    retracted: int = 0
    shown: int = 0
    changed: int = 0


def measure_delays(families: Sequence[str], level: str, seed: int, count: int) -> Delays:
    """Delays over the first `count` lines of each family at a level."""
    found = Delays()
    for family in families:
        for line in written_lines(family, level, seed, count):
            _watch_line(line.stroke, found)
    return found


def _watch_line(stroke: Stroke, found: Delays) -> None:
    reader = LineReader(SETTINGS)
    given: list[Piece] = []
    shown = ""
    for k in range(len(stroke)):
        now = float(stroke.times[k])
        if k:
            for tick in np.arange(stroke.times[k - 1] + _TICK, now, _TICK):
                _take(reader.still(float(tick)), float(tick), given, found.running)
        _take(reader.feed(stroke.points[k : k + 1], stroke.times[k : k + 1]), now, given, found.running)
        ended = [piece for piece in reader.tentative() if piece.end_time < now - 0.1][:1]
        words = [word_of(piece) for piece in ended]
        if words and shown not in ("", words[0]):
            found.changed += 1
        found.shown += bool(words) and words[0] != shown
        shown = words[0] if words else ""
    _take(reader.finish(), float(stroke.times[-1]), given, found.last)
    whole = read_line(stroke, SETTINGS).pieces
    pairs = aligned([word_of(piece) for piece in whole], [word_of(piece) for piece in given])
    found.performed += sum(read not in ("-", "?", STAND) for _, read in pairs)
    found.retracted += sum(read not in ("-", "?", STAND, meant) for meant, read in pairs)


def _take(pieces: list[Piece], now: float, given: list[Piece], delays: list[float]) -> None:
    given += pieces
    delays += [now - p.end_time for p in pieces if isinstance(p, Motion) and p.name != STAND]
