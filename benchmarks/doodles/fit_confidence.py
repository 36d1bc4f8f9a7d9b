"""Fits the weights of kinegraph.doodles.line.confidence: `python -m benchmarks.doodles.fit_confidence`.

The lines are of the families for tuning and lines that are not writing, with seeds of their own. The family
that is kept for measuring is not used.
"""

from collections.abc import Iterator
from itertools import chain, product

import numpy as np

from benchmarks.doodles.alignment import aligned, said
from benchmarks.doodles.fit_reading import exact_lines
from benchmarks.doodles.writers import FAMILIES, HELD_OUT, SETTINGS, written_lines
from benchmarks.synthetic.hand_device import LEVELS
from benchmarks.synthetic.not_writing import lines_that_are_not_writing
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.confidence import FEATURES, LEAST, confidence_of, link_features
from kinegraph.doodles.line.gesture_parser import Candidate, GestureParser
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.line.tokens.tokenizer import tokenize

SEEDS, LINES, NOT_WRITING = (31, 33), 18, 40
SHARE = 0.35  # weight of lines that are not writing against that of writing


def chain_of(stroke: Stroke) -> tuple[GestureParser, list[Candidate]]:
    """The parser after a stroke, and the cheapest chain."""
    parser = GestureParser(SETTINGS, gesture_table().gestures)
    for token in tokenize(stroke, SETTINGS):
        parser.push(token)
    return parser, parser.chain(len(parser.tokens))


def features_of(stroke: Stroke) -> list[tuple[str, tuple[float, ...], float]]:
    """(word, features, length of its ink [m]) of every reading of a stroke."""
    parser, links = chain_of(stroke)
    found, doubts = [], 0
    for number, link in enumerate(links):
        word = said(link.gesture.motion, link.gesture.backward and link.mirrored, link.turns)
        ink = float(path_lengths(parser.points(link.start, link.end))[-1])
        found.append((word, link_features(parser, link, links[:number], doubts, SETTINGS.leg_length), ink))
        doubts += confidence_of(parser, link, links[:number], doubts, SETTINGS.leg_length)[1] < LEAST
    return found


def examples() -> Iterator[tuple[tuple[float, ...], bool, float]]:
    """Features of a reading, whether it is right, and the length of its ink if it was no writing, or 0."""
    tuning = [family for family in FAMILIES if family not in HELD_OUT]
    for seed in SEEDS:
        for family, level in product(tuning, LEVELS):
            for line in written_lines(family, level, seed, LINES):
                read = features_of(line.stroke)
                meant = [said(w.name, w.backward, w.turns) for w in line.words if w.name != STAND]
                pairs = [pair for pair in aligned(meant, [word for word, *_ in read]) if pair[1] != "-"]
                for (_, features, _), pair in zip(read, pairs, strict=True):
                    yield features, pair[0] == pair[1], 0.0
        exact = (exact_lines(np.random.default_rng([seed, 12, number])) for number in range(2 * LINES))
        for line in chain.from_iterable(exact):
            meant = [said(w.name, w.backward, w.turns) for w in line.words]
            read = features_of(line.stroke)
            pairs = [pair for pair in aligned(meant, [word for word, *_ in read]) if pair[1] != "-"]
            for (_, features, _), pair in zip(read, pairs, strict=True):
                yield features, pair[0] == pair[1], 0.0
        for _, stroke in lines_that_are_not_writing(seed, NOT_WRITING):
            for _, features, ink in features_of(stroke):
                yield features, False, ink


def fit(features: Floats, right: Floats, weights: Floats) -> Floats:
    """(1 + F,) offset and weights of the logistic regression, by Newton's method with a small penalty."""
    rows = np.column_stack([np.ones(len(features)), features])
    found = np.zeros(rows.shape[1])
    penalty = np.eye(rows.shape[1])
    penalty[0, 0] = 0.0
    for _ in range(30):
        chance = 1.0 / (1.0 + np.exp(-rows @ found))
        slope = rows.T @ (weights * (right - chance)) - penalty @ found
        curve = (rows * (weights * chance * (1.0 - chance))[:, None]).T @ rows + penalty
        found = found + np.linalg.solve(curve, slope)
    return found


def main() -> None:
    """Prints the offsets and weights of both regressions."""
    found = list(examples())
    features = np.array([row[0] for row in found])
    right = np.array([float(row[1]) for row in found])
    ink = np.array([row[2] for row in found])
    writing = ink == 0.0
    weights = np.where(writing, 1.0, SHARE * writing.sum() * ink / ink.sum())  # ink is what is performed
    print(f"{writing.sum()} readings of writing, {(~writing).sum()} of other lines")
    rights = fit(features, right, weights)
    writings = fit(features, writing.astype(float), weights)
    print(f"{'':14}{'right':>9}{'writing':>9}")
    for name, one, other in zip(("offset", *FEATURES), rights, writings, strict=True):
        print(f"{name:14}{one:9.3f}{other:9.3f}")
    chance = 1.0 / (1.0 + np.exp(-writings[0] - features @ writings[1:]))
    for least in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5):
        kept = chance >= least
        print(
            f"writing of at least {least}: {kept[right > 0].mean():.1%} of the right readings, "
            f"{ink[kept].sum() / ink.sum():.1%} of the ink of other lines that is read"
        )


if __name__ == "__main__":
    main()
