"""Fits kinegraph.doodles.line.usual_drawings: `python -m benchmarks.doodles.fit_reading`.

The lines are of the writers for tuning, with seeds of their own. The families that are kept for measuring are
not used. The words that were meant become as probable as can be among all chains of candidates (see
reading_lattices.py), with a penalty on costs that differ from those of a gesture without usual drawings.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import kinegraph.doodles.line
from benchmarks.doodles.reading_lattices import GESTURES, Chains, Lattice, chains_of, lattice_of
from benchmarks.doodles.writers import FAMILIES, HELD_OUT, written_lines
from benchmarks.synthetic.hand_device import LEVELS
from benchmarks.synthetic.writer import Word, WrittenLine, random_habits, random_words, write_line
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths, points_along
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.line.usual_drawings import COLUMNS, FARTHEST, ODDEST, TELLING, UsualDrawing

SEED, LINES = 67, 50  # [SEED, level, number]
COSTS = ("offset", "unclear", "odd", "far", "pause")
START = (1.0, 3.0, 0.0, 0.0, 1.5)  # costs of a gesture without usual drawings
SHARPNESS = 3.0  # log of the odds of a difference of one in cost
EDIT = 6.0  # log of the odds against a wrong word
STIFF = 1.0  # penalty on costs that differ from those at the start
OF_ARCS = ("apex", "bow", "point", "slant", "flat", "outset", "broad", "skew")
UNSEEN = 1e9  # spread of a measure that does not count
SHRINKAGE, LEAST_SPREAD = 0.1, 1e-3  # of correlations; of measures that hardly differ
OUT = Path(kinegraph.doodles.line.__path__[0]) / "usual_drawings.json"


def tuning_lines(seed: int, count: int, families: Sequence[str]) -> Iterator[WrittenLine]:
    """Lines of every level of the families, of the plain writer, exact ones, and smooth waves."""
    for family, level in product(families, LEVELS):
        for number, line in enumerate(written_lines(family, level, seed, count)):
            yield _turn_paper(line, np.random.default_rng([seed, 8, number]))
    for number, sloppy in product(range(count), (False, True)):
        rng = np.random.default_rng([seed, 9, number, sloppy])
        words = random_words(rng, int(rng.integers(3, 13)))
        yield _turn_paper(write_line(words, random_habits(rng, sloppy), rng), rng)
    for number in range(count):
        yield from exact_lines(np.random.default_rng([seed, 12, number]))


def exact_lines(rng: np.random.Generator) -> Iterator[WrittenLine]:
    """A line as on the cards, a smooth wave, and a slide that drifts slowly."""
    yield _cards(rng)
    yield _turn_paper(_wave(rng), rng)
    length, drift = rng.uniform(1.6, 3.2), rng.uniform(-0.12, 0.12)
    times = np.arange(0.0, length / rng.uniform(1.0, 3.0), 1.0 / 100.0)
    x = times / times[-1]
    points = np.stack([length * x * (1.0 if rng.random() < 0.5 else -1.0), drift * np.sin(np.pi * x)], axis=1)
    yield WrittenLine(Stroke(0.8 * points, times), (Word("slide", backward=points[-1, 0] < 0.0),))


def _cards(rng: np.random.Generator) -> WrittenLine:
    """A line of exact drawings, as on the cards: no wobble is as usual as a little of it."""
    words = random_words(rng, int(rng.integers(1, 7)))
    words = tuple(word for word in words if word.name not in (STAND, "skate"))
    words = tuple(Word(word.name, word.backward, min(word.turns, 1)) for word in words) or (Word("walk"),)
    parts, times, here, now = [], [], np.zeros(2), 0.0
    for word in words:
        drawing = gesture_table().example(word.name, word.backward) * rng.uniform(0.92, 1.08)
        ways = path_lengths(drawing)
        even = points_along(drawing, ways, np.append(np.arange(0.0, ways[-1], 0.02), ways[-1]))
        parts.append(even + here)
        times.append(now + np.arange(len(even)) / rng.uniform(60.0, 150.0))
        here, now = parts[-1][-1], float(times[-1][-1]) + 0.25
    return WrittenLine(Stroke(0.8 * np.concatenate(parts), np.concatenate(times)), words)


def _turn_paper(line: WrittenLine, rng: np.random.Generator) -> WrittenLine:
    """A third of the lines turned by up to 6 degrees."""
    turn = float(np.deg2rad(rng.uniform(-6.0, 6.0))) if rng.random() < 1.0 / 3.0 else 0.0
    turned = line.stroke.points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return replace(line, stroke=replace(line.stroke, points=turned))


def _wave(rng: np.random.Generator) -> WrittenLine:
    """A row of walks without a corner."""
    count, length, height = int(rng.integers(2, 9)), rng.uniform(0.5, 0.85), rng.uniform(0.08, 0.5)
    times = np.arange(0.0, count * length / rng.uniform(0.8, 2.0), 1.0 / 100.0)
    x = times / times[-1] * count * length
    points = np.stack([x, 0.5 * height * (1.0 - np.cos(2.0 * np.pi * x / length))], axis=1)
    way = 1.0 if rng.random() < 0.5 else -1.0
    return WrittenLine(Stroke(0.8 * points * [way, 1.0], times), (Word("walk", backward=way < 0.0),) * count)


def usual_rows(lattices: Sequence[Lattice], shares: Floats) -> list[list[tuple[Floats, Floats, Floats]]]:
    """Centers (M,), spreads (M,) and precisions (M, M) of the parts of each gesture, over the drawings that
    meant it."""
    every = [edge for lattice in lattices for edge in lattice.edges]
    found = []
    for number, gesture in enumerate(GESTURES):
        meant = np.array(
            [
                edge.measures[:, COLUMNS]
                for edge, share in zip(every, shares, strict=True)
                if edge.gesture == number and share > 0.5
            ]
        )
        parts = []
        for part in range(len(gesture.parts)):
            rows = meant[:, part]
            center, spread = np.median(rows, axis=0), rows.std(axis=0) + LEAST_SPREAD
            if "L" in gesture.parts[part].expression.text:  # tremor decides where the top of a level line is
                spread[[name in OF_ARCS for name in TELLING]] = UNSEEN
            off = np.clip((rows - center) / spread, -FARTHEST, FARTHEST)
            parts.append((center, spread, np.linalg.inv(np.cov(off.T) + SHRINKAGE * np.eye(len(COLUMNS)))))
        found.append(parts)
    return found


def features_of(
    lattices: Sequence[Lattice], usual: Sequence[Sequence[tuple[Floats, Floats, Floats]]]
) -> tuple[np.ndarray, Floats]:
    """(E,) the gesture and (E, COSTS) the features of each candidate."""
    drawings = []
    for parts in usual:
        centers, spreads, precisions = (np.array(rows) for rows in zip(*parts, strict=True))
        drawings.append(UsualDrawing(centers, spreads, precisions, 0.0, 0.0, 0.0, 0.0, 0.0))
    gestures, rows = [], []
    for lattice in lattices:
        for edge in lattice.edges:
            oddness = drawings[edge.gesture].oddness(edge.measures)
            gestures.append(edge.gesture)
            rows.append([1.0, 1.0 - edge.clear, min(oddness, ODDEST), oddness**0.5, edge.pauses])
    return np.array(gestures), np.array(rows)


def fit(chains: Chains, gestures: np.ndarray, rows: Floats) -> Floats:
    """(G, COSTS) the costs that make the meant words most probable; only offsets may be negative."""
    start = np.tile(SHARPNESS * np.array(START), (len(GESTURES), 1))

    def loss(flat: Floats) -> tuple[float, Floats]:
        costs = flat.reshape(start.shape)
        value, slopes = chains.expectations((costs[gestures] * rows).sum(axis=1), SHARPNESS, EDIT)
        off = costs - start
        by_cost = np.zeros_like(start)
        np.add.at(by_cost, gestures, slopes[:, None] * rows)
        return value + 0.5 * STIFF * float((off**2).sum()), (by_cost + STIFF * off).ravel()

    bounds = [(None if name == "offset" else 0.0, None) for _ in GESTURES for name in COSTS]
    found = minimize(
        loss, start.ravel(), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 100}
    )
    return found.x.reshape(start.shape) / SHARPNESS


def rows_of(costs: Floats, usual: Sequence[Sequence[tuple[Floats, Floats, Floats]]]) -> dict[str, list[dict]]:
    """The rows of usual_drawings.json."""
    rows: dict[str, list[dict]] = {}
    for gesture, fitted, parts in zip(GESTURES, costs, usual, strict=True):
        found: dict = {name: round(float(cost), 3) for name, cost in zip(COSTS, fitted, strict=True)}
        found["parts"] = {
            part.name: {
                "centers": center.round(4).tolist(),
                "spreads": spread.round(4).tolist(),
                "precisions": [row[: k + 1].round(2).tolist() for k, row in enumerate(precision)],
            }
            for part, (center, spread, precision) in zip(gesture.parts, parts, strict=True)
        }
        rows.setdefault(gesture.motion, []).append(found)
    return rows


def main() -> None:
    """Fits the usual drawings and their costs, and writes them where the package reads them."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.doodles.fit_reading", description=__doc__)
    asked.add_argument("--lines", type=int, default=LINES, help="of each family and level")
    asked.add_argument("--seed", type=int, default=SEED)
    chosen = asked.parse_args()
    families = [family for family in FAMILIES if family not in HELD_OUT]
    lattices = [lattice_of(line) for line in tuning_lines(chosen.seed, chosen.lines, families)]
    chains = chains_of(lattices)
    every = [edge for lattice in lattices for edge in lattice.edges]
    plain = np.array([[1.0, 1.0 - edge.clear, 0.0, 0.0, edge.pauses] for edge in every])
    unfitted = SHARPNESS * plain @ np.array(START)
    usual = usual_rows(lattices, chains.shares(unfitted, SHARPNESS, EDIT))
    gestures, rows = features_of(lattices, usual)
    costs = fit(chains, gestures, rows)
    before = chains.expectations(unfitted, SHARPNESS, EDIT)[0]
    after = chains.expectations(SHARPNESS * (costs[gestures] * rows).sum(axis=1), SHARPNESS, EDIT)[0]
    words = len(chains.meant)
    print(f"{len(lattices)} lines, {words} words: {before / words:.4f} -> {after / words:.4f} nats a word")
    text = json.dumps(rows_of(costs, usual), separators=(",", ":")).replace('{"offset"', '\n{"offset"')
    OUT.write_text(text.replace('"precisions"', '\n"precisions"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
