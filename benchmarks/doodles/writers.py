"""Families of synthetic writers at four levels, read and compared with what was meant."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.doodles.alignment import aligned, said, word_of
from benchmarks.synthetic.hand_device import LEVELS
from benchmarks.synthetic.held_out.lognormal import write_with_strokes
from benchmarks.synthetic.held_out.oscillators import write_with_oscillators
from benchmarks.synthetic.held_out.pursuit import write_by_pursuit
from benchmarks.synthetic.jointed_arm import write_with_arm
from benchmarks.synthetic.not_writing import lines_that_are_not_writing
from benchmarks.synthetic.submovements import write_with_submovements
from benchmarks.synthetic.trembling import write_trembling
from benchmarks.synthetic.warped_templates import write_with_templates
from benchmarks.synthetic.writer import Word, WrittenLine, random_words
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND, Motion
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.writing_settings import settings_for

Writer = Callable[[tuple[Word, ...], str, np.random.Generator], WrittenLine]
FAMILIES: dict[str, Writer] = {
    "submovements": write_with_submovements,
    "templates": write_with_templates,
    "trembling": write_trembling,
    "arm": write_with_arm,
    "lognormal": write_with_strokes,
    "pursuit": write_by_pursuit,
    "oscillators": write_with_oscillators,
}
HELD_OUT = ("lognormal", "pursuit", "oscillators")  # for measuring only: no limit may be set on them
SETTINGS = settings_for(0.8)


@dataclass
class Score:
    """Results of many lines.

    sure: (confidence, whether right) of every motion that was read.
    """

    words: int = 0
    wrong: int = 0
    lines: int = 0
    faultless: int = 0
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    @property
    def accuracy(self) -> float:
        return 1.0 - self.wrong / self.words


def written_lines(family: str, level: str, seed: int, count: int) -> Iterator[WrittenLine]:
    """Lines of 3 to 12 motions, each by a writer of its own; seeds [seed, level, number]."""
    for number in range(count):
        rng = np.random.default_rng([seed, LEVELS.index(level), number])
        words = random_words(rng, int(rng.integers(3, 13)))
        if words[-1].name == STAND:  # a pen that is lifted does not rest
            words = words[:-1]
        yield FAMILIES[family](words, level, rng)


def score_writers(family: str, level: str, seed: int, count: int) -> Score:
    """Reads the lines of a family at a level."""
    score = Score()
    for line in written_lines(family, level, seed, count):
        meant = [said(word.name, word.backward, word.turns) for word in line.words]
        pieces = read_line(line.stroke, SETTINGS).pieces
        pairs = aligned(meant, [word_of(piece) for piece in pieces])
        wrong = sum(a != b for a, b in pairs)
        score.words += len(meant)
        score.wrong += wrong
        score.lines += 1
        score.faultless += wrong == 0
        score.pairs.update(pairs)
        read = [pair for pair in pairs if pair[1] != "-"]
        score.sure += [
            (piece.confidence, pair[0] == pair[1])
            for piece, pair in zip(pieces, read, strict=True)
            if isinstance(piece, Motion) and piece.name != STAND
        ]
    return score


def performed_ink(seed: int, count: int) -> dict[str, tuple[float, float, float]]:
    """By kind of line that is not writing: its ink, the ink that is performed, and the part of that with a
    confidence of at least 0.9 [m]."""
    found: dict[str, tuple[float, float, float]] = {}
    for kind, stroke in lines_that_are_not_writing(seed, count):
        ink, performed, sure = found.get(kind, (0.0, 0.0, 0.0))
        for piece in read_line(stroke, SETTINGS).pieces:
            if isinstance(piece, Motion) and piece.name != STAND:
                length = ink_between(stroke, piece.span)
                performed += length
                sure += length * (piece.confidence >= 0.9)
        found[kind] = ink + stroke.length, performed, sure
    return found


def ink_between(stroke: Stroke, span: tuple[int, int]) -> float:
    """Length of line between two of its points [m]."""
    return float(stroke.lengths[span[1]] - stroke.lengths[span[0]])
