"""Words of motion doodles: whole cursive lines by synthetic writers, read and compared with what was meant.

Word accuracy is one minus the edit distance of the words read from the words meant, over the words meant;
a word is a motion, its backward form and its number of turns. The seeds are these alone: limits were set
on lines of other seeds.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.doodles.alignment import aligned, said, word_of
from benchmarks.doodles.writer_tables import (
    FAMILY_LINES,
    LIVE_LINES,
    print_confusion,
    print_delays,
    print_family,
    print_performed_ink,
)
from benchmarks.doodles.writers import FAMILIES, HELD_OUT
from benchmarks.references.literal_tokens import read_literally
from benchmarks.synthetic.hand_device import LEVELS
from benchmarks.synthetic.writer import (
    WrittenLine,
    random_habits,
    random_words,
    write_line,
)
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import stroke_from_raw
from kinegraph.doodles.line.motion import Motion
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.writing_settings import settings_for

SEED = 90210  # of the measured lines: [SEED, number of the line, whether sloppy]
LINES = 500
LITERAL_LINES = 50  # the baseline is slow and its figure far off
TARGETS = {"clean": 0.99, "sloppy": 0.95}
TARGET_MS = 1.0
SETTINGS = settings_for(0.8)


def written(number: int, sloppy: bool) -> WrittenLine:
    """The measured line of a number: 3 to 12 motions by a writer of its own."""
    rng = np.random.default_rng([SEED, number, sloppy])
    return write_line(random_words(rng, int(rng.integers(3, 13))), random_habits(rng, sloppy), rng)


def measure(sloppy: bool) -> tuple[float, float, Counter[tuple[str, str]], float]:
    """Accuracy, the literal steps' accuracy, pairs of words meant and read, and the best CPU ms per piece."""
    pairs: Counter[tuple[str, str]] = Counter()
    words = wrong = literal_words = literal_wrong = 0
    costs = []
    for number in range(LINES):
        line = written(number, sloppy)
        meant = [said(word.name, word.backward, word.turns) for word in line.words]
        began = time.process_time()
        reading = read_line(line.stroke, SETTINGS)
        costs.append((time.process_time() - began) / max(len(reading.pieces), 1))
        found = aligned(meant, [word_of(piece) for piece in reading.pieces])
        pairs.update(found)
        words += len(meant)
        wrong += sum(a != b for a, b in found)
        if number < LITERAL_LINES:
            plain = [said(*word) for word in read_literally(line.stroke, SETTINGS)]
            literal_words += len(meant)
            literal_wrong += sum(a != b for a, b in aligned(meant, plain))
    return 1 - wrong / words, 1 - literal_wrong / literal_words, pairs, 1000 * float(np.median(costs[3:]))


def print_forms(pairs: Counter[tuple[str, str]]) -> None:
    """The worst forms: how often each was meant and how often read right."""
    meant, right = Counter(), Counter()
    for (a, b), count in pairs.items():
        meant[a] += count
        right[a] += count * (a == b)
    worst = sorted((right[a] / meant[a], a, meant[a]) for a in meant if a != "-")[:6]
    print(
        "    least well read: " + ", ".join(f"{name} {share:.0%} of {count}" for share, name, count in worst)
    )


def garbage() -> dict[str, tuple[Any, Any]]:
    """Points and times of what no one means as a motion."""
    rng = np.random.default_rng(SEED)
    letters = np.linspace(0, 12 * np.pi, 400)
    text = np.stack([0.05 * letters + 0.12 * np.sin(letters), 1.2 + 0.15 * np.sin(1.37 * letters)], axis=1)
    scribble = np.cumsum(rng.normal(0.0, 0.05, (400, 2)), axis=0)
    many = np.cumsum(rng.normal(0.0, 0.004, (100_000, 2)), axis=0)
    line = np.stack([np.linspace(0, 1, 60), np.zeros(60)], axis=1)
    hole = line.copy()
    hole[31, 1] = np.nan
    back = np.arange(60) / 60.0
    back[40] = 0.1
    return {
        "a random scribble": (scribble, np.arange(400) / 60.0),
        "text": (text, np.arange(400) / 60.0),
        "one dot": (np.zeros((1, 2)), np.zeros(1)),
        "100,000 points": (many, np.arange(100_000) / 1000.0),
        "all at one moment": (line, np.zeros(60)),
        "not a number": (hole, np.arange(60) / 60.0),
        "time backwards": (line, back),
        "no points": (np.zeros((0, 2)), np.zeros(0)),
    }


def print_garbage() -> None:
    for name, (points, times) in garbage().items():
        began = time.process_time()
        try:
            pieces = read_line(stroke_from_raw(points, times, name="the stroke"), SETTINGS).pieces
            unknown = [piece for piece in pieces if not isinstance(piece, Motion)]
            answer = f"{len(pieces) - len(unknown)} motions, {len(unknown)} unknown"
            if unknown:
                longest = max(unknown, key=lambda piece: piece.span[1] - piece.span[0])
                answer += f": {longest.reason}"
        except InvalidValue as error:
            answer = f"refused: {error}"
        print(f"    {name:<18} {1000 * (time.process_time() - began):7.1f} ms  {answer}")


def print_plain_writer() -> bool:
    """Words right of the first family, clean and sloppy, beside the paper's literal steps."""
    missed = False
    read_line(written(0, False).stroke, SETTINGS)  # compiles
    for label, sloppy in (("clean", False), ("sloppy", True)):
        accuracy, literal, pairs, cost = measure(sloppy)
        words = sum(count for (meant, _), count in pairs.items() if meant != "-")
        print(f"{label}: {LINES} lines, {words} words, seeds [{SEED}, 0..{LINES - 1}, {int(sloppy)}]")
        print(f"  word accuracy {accuracy:.2%} (target {TARGETS[label]:.0%});", end=" ")
        ratio = (1 - literal) / max(1 - accuracy, 1e-9)
        print(
            f"the paper's literal steps {literal:.1%} on {LITERAL_LINES} lines: {ratio:.0f} times the errors"
        )
        print(f"  {cost:.2f} ms CPU per piece, median of lines (target {TARGET_MS:g} ms)")
        print_forms(pairs)
        print_confusion(pairs)
        missed |= accuracy < TARGETS[label] or cost > TARGET_MS
    return missed


def main(options: Sequence[str] = ()) -> bool:
    """Prints all tables, or those of the options; True if a target was missed."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks doodles", description=__doc__)
    asked.add_argument("--families", nargs="+", choices=FAMILIES, help="only the tables of these families")
    asked.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    asked.add_argument("--lines", type=int, default=FAMILY_LINES, help="of each family and level")
    chosen = asked.parse_args(options)
    missed = False
    if chosen.families is None:
        missed |= print_plain_writer()
    for family in chosen.families or FAMILIES:
        missed |= print_family(family, chosen.levels, chosen.lines)
    missed |= print_delays(chosen.families or HELD_OUT, chosen.levels, min(LIVE_LINES, chosen.lines))
    if chosen.families is None:
        print_performed_ink()
        print("  garbage:")
        print_garbage()
    return missed


if __name__ == "__main__":
    main()
