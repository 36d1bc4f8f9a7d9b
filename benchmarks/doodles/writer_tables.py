"""Tables of the families of writers: words right, confusions, calibration, delays, and ink performed by lines
that are not writing. Each function prints its table; those with a target return whether it was missed.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchmarks.doodles.live_delay import measure_delays
from benchmarks.doodles.writers import HELD_OUT, performed_ink, score_writers

SEED, FAMILY_LINES, LIVE_LINES = 500, 150, 12
LEVEL_TARGETS = {"neat": 0.99, "quick": 0.97, "mouse": 0.97, "child": 0.93}
DELAY_TARGETS = (0.5, 1.0)  # median and 90 % of neat writing [s]
NOT_WRITING_SEED, NOT_WRITING_LINES = 2, 40
_BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.001)


def print_confusion(pairs: Counter[tuple[str, str]]) -> None:
    """The confusion matrix by motion (forms and turns together): rows meant, columns read."""
    merged: Counter[tuple[str, str]] = Counter()
    for (meant, read), count in pairs.items():
        merged[meant.split(" ")[0], read.split(" ")[0]] += count
    names = sorted({name for pair in merged for name in pair}, key=lambda name: (name in "-?", name))
    short = {name: "".join(part[:3] for part in name.split("_"))[:6] for name in names}
    print("    " + " " * 17 + "".join(f"{short[name]:>7}" for name in names))
    for meant in names:
        if any(merged[meant, read] for read in names):
            row = "".join(f"{merged[meant, read] or '.':>7}" for read in names)
            print(f"    {meant:<17}{row}")


def print_family(family: str, levels: Sequence[str], lines: int) -> bool:
    """Words right of a family by level, with confusions, and the calibration over all levels."""
    held_out, missed = family in HELD_OUT, False
    sure: list[tuple[float, bool]] = []
    use = "for measuring only" if held_out else "for tuning, with other seeds"
    print(f"family {family!r}, {use}: seeds [{SEED}, level, 0..{lines - 1}]")
    for level in levels:
        score = score_writers(family, level, SEED, lines)
        print(f"  {level:6} {score.accuracy:.2%} of {score.words} words;", end=" ")
        print(f"target {LEVEL_TARGETS[level]:.0%};", end=" ")
        print(f"{score.faultless} of {score.lines} lines without a mistake")
        print_confusion(score.pairs)
        sure += score.sure
        missed |= held_out and score.accuracy < LEVEL_TARGETS[level]
    print_calibration(family, sure)
    return missed


def print_calibration(family: str, sure: Sequence[tuple[float, bool]]) -> None:
    """How many readings of each confidence are right."""
    print(f"confidence on {family!r}: readings, mean confidence, right")
    for low, high in pairwise(_BINS):
        here = [(value, right) for value, right in sure if low <= value < high]
        if here:
            mean, right = np.mean(here, axis=0)
            print(f"  {low:.2f} to {min(high, 1.0):.2f} {len(here):6} {mean:7.2f} {right:7.1%}")


def print_delays(families: Sequence[str], levels: Sequence[str], lines: int) -> bool:
    """How long after its end a motion is performed while the line is drawn, and what is taken back."""
    missed = False
    print(
        f"drawn live, {lines} lines of each of {', '.join(families)}, seeds [{SEED}, level, 0..{lines - 1}]:"
    )
    for level in levels:
        found = measure_delays(families, level, SEED, lines)
        running = np.quantile(found.running or [0.0], (0.5, 0.9))
        every = np.quantile(found.running + found.last or [0.0], (0.5, 0.9))
        print(f"  {level:6} performed {running[0]:.2f} s after the end in the median, {running[1]:.2f} s at")
        print(f"    90 %, with lifted pens {every[0]:.2f} and {every[1]:.2f} s;", end=" ")
        print(f"{found.retracted} of {found.performed} performed motions taken back;", end=" ")
        print(f"{found.changed} of {found.shown} tentative words replaced")
        missed |= level == "neat" and bool((running > DELAY_TARGETS).any())
    return missed


def print_performed_ink() -> None:
    """The ink of lines that are not writing that is performed, by kind."""
    print(f"lines that are not writing, seed {NOT_WRITING_SEED}: ink performed, and at least 0.9 sure")
    found = performed_ink(NOT_WRITING_SEED, NOT_WRITING_LINES)
    inks, performs, certains = (sum(row[k] for row in found.values()) for k in range(3))
    found["all"] = inks, performs, certains
    for kind, (ink, performed, certain) in found.items():
        print(f"  {kind:18} {performed / ink:6.1%} {certain / ink:6.1%}")
