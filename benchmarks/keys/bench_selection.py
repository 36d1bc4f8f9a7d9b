"""Selection spaces: how time and memory grow with the frames, against the author's C++ and plain Python.

`python -m benchmarks.keys.bench_selection --long` adds 6,000 and 10,000 frames, each in a process of its own,
whose peak memory is printed. The motion is six captures of 17 joints, one after the other without a jump,
where the shared data is there; a smooth synthetic one otherwise.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks import REAL_DATA
from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.keys.selection.objectives import Combine, Objective, objective_named
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.search_kernels import prefix_minima, search_selections

CLIPS = REAL_DATA / "thesis_clips"
NAMES = ("walk", "jump", "pitch", "turn", "cartwheel", "layup_likely_124_06")
DIMENSIONS = 51
FRAMES = (300, 600, 1000, 2000, 3000)
LONG_FRAMES = (6000, 10_000)
PLAIN_FRAMES = 150

# From poses to all selections on one core [s], and the most memory of the longest [GB].
TARGETS = {600: 0.020, 1000: 0.060, 3000: 1.0, 6000: 6.0, 10_000: 25.0}
MEMORY_TARGET = 3.0
# The thesis author's C++, built with -O3 and OpenMP: edge lengths and selections [s].
ANCHORS = {600: (3.5, 0.9), 1000: (14.0, 4.0)}
OBJECTIVES = ("chord_max", "chord_sum", "bezier_max")
# The Bezier table has a target of its own [s].
BEZIER_TARGETS = {3000: 4.0}


def main(arguments: list[str] | None = None) -> int:
    """Prints the growth table; 1 where a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="6,000 and 10,000 frames too")
    parser.add_argument("--one", nargs=2, metavar=("OBJECTIVE", "FRAMES"), help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments or [])
    if chosen.one:
        table, search = measure(chosen.one[0], int(chosen.one[1]), repeats=1)
        print(table, search, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        return 0
    print(f"Motion: {'CMU captures' if CLIPS.is_dir() else 'synthetic'}, 17 joints. CPU time of one core.")
    print(f"{'objective':<12}{'frames':>7}{'table':>12}{'search':>12}{'all':>12}{'target':>12}  ")
    missed = False
    for name in OBJECTIVES:
        bezier = name == "bezier_max"
        for frames in FRAMES:
            table, search = measure(name, frames, repeats=5 if frames <= 1000 else 2)
            missed |= _row(name, frames, table, search)
        for frames in LONG_FRAMES if chosen.long and not bezier else ():
            missed |= _long_row(name, frames)
    _plain_rows()
    return int(missed)


def measure(name: str, frames: int, repeats: int) -> tuple[float, float]:
    """CPU seconds for the edge table (pose distances included) and for the search: the best of some runs."""
    objective, space = objective_named(name), PoseSpace(motion(frames), 120.0)
    _run(objective, PoseSpace(motion(80), 120.0), np.empty((80, 80)))  # compiles, or loads what was compiled
    matrix = np.zeros((frames, frames))  # memory is touched before the clock starts
    matrix[:] = 1.0
    runs = [_run(objective, space, matrix) for _ in range(repeats)]
    return min(run[0] for run in runs), min(run[1] for run in runs)


def _run(objective: Objective, space: PoseSpace, matrix: Floats) -> tuple[float, float]:
    count = len(space)
    lowest, highest = np.zeros(count, dtype=np.int64), np.arange(count) - 1
    started = time.process_time()
    objective.fill(space, matrix)
    filled = time.process_time()
    minima = prefix_minima(matrix, lowest)
    anywhere = np.ones(count, dtype=np.bool_)
    search_selections(matrix, minima, lowest, highest, anywhere, count - 1, objective.combine == Combine.SUM)
    return filled - started, time.process_time() - filled


def motion(frames: int) -> Floats:
    """(frames, 51) poses [m]: captures end to end, each moved to where the one before it stopped."""
    clips = _captures() or [_synthetic()]
    pieces, length = [clips[0]], len(clips[0])
    while length < frames:
        following = clips[len(pieces) % len(clips)]
        shift = (pieces[-1][-1] - following[0]).reshape(-1, 3).mean(axis=0)
        pieces.append(following + np.tile(shift, DIMENSIONS // 3))
        length += len(following)
    return kernel_floats(np.vstack(pieces)[:frames])


def _captures() -> list[Floats]:
    clips = []
    for path in (CLIPS / f"{name}.npz" for name in NAMES):
        if path.is_file():
            with np.load(path) as archive:
                clips.append((archive["pos_bvh"] * float(archive["unit_m"])).reshape(-1, DIMENSIONS))
    return clips


def _synthetic() -> Floats:
    """A minute of smooth motion: every coordinate a few slow waves."""
    rng = np.random.default_rng(1)
    seconds = np.arange(7200)[:, None] / 120.0
    waves = (
        rng.uniform(0.05, 0.3, DIMENSIONS) * np.sin(seconds * rng.uniform(0.5, 6, DIMENSIONS) + phase)
        for phase in rng.uniform(0, 6, (4, DIMENSIONS))
    )
    return np.sum(list(waves), axis=0)


def _long_row(name: str, frames: int) -> bool:
    """A row measured in a process of its own, for its peak memory."""
    command = [sys.executable, "-m", "benchmarks.keys.bench_selection", "--one", name, str(frames)]
    printed = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=Path(__file__).resolve().parents[2]
    )
    table, search, kilobytes = (float(word) for word in printed.stdout.split())
    return _row(name, frames, table, search, kilobytes / 1024**2)


def _row(name: str, frames: int, table: float, search: float, gigabytes: float | None = None) -> bool:
    whole = table + search
    target = (BEZIER_TARGETS if name == "bezier_max" else TARGETS).get(frames)
    missed = target is not None and whole > target
    print(f"{name:<12}{frames:>7,}{_time(table):>12}{_time(search):>12}{_time(whole):>12}", end="")
    if target is not None:
        print(f"{_time(target):>12}  {'MISSED' if missed else 'ok'}", end="")
    if gigabytes is not None:
        print(f"; {gigabytes:.2f} GB at the most (target {MEMORY_TARGET:g} GB)", end="")
        missed |= gigabytes > MEMORY_TARGET
    if frames in ANCHORS and name == "chord_max":
        theirs = ANCHORS[frames]
        print(f"; thesis C++ {theirs[0]:g} s + {theirs[1]:g} s: {sum(theirs) / whole:,.0f}x", end="")
    print(flush=True)
    return missed


def _plain_rows() -> None:
    """The same answers from NumPy distances per segment and a search of all choices in Python."""
    from tests.keys.reference_selection import EDGES

    space = PoseSpace(motion(PLAIN_FRAMES), 120.0)
    for name in OBJECTIVES:
        ours = sum(measure(name, PLAIN_FRAMES, repeats=5))
        started = time.process_time()
        errors = _plain_errors(space.points, EDGES[name], sum if name == "chord_sum" else max)
        plain = time.process_time() - started
        matrix = np.empty((PLAIN_FRAMES, PLAIN_FRAMES))
        _run(objective_named(name), space, matrix)
        np.testing.assert_allclose(matrix[1:, -1], errors, rtol=1e-6, atol=1e-6)
        print(f"{name:<12}{PLAIN_FRAMES:>7,}{'':>24}{_time(ours):>12}", end="")
        print(f"{_time(plain):>12}  plain NumPy and Python, same errors: {plain / ours:,.0f}x", flush=True)


def _plain_errors(
    points: Floats, edge: Callable[..., float], add: Callable[[tuple[float, float]], float]
) -> list[float]:
    """Smallest errors of 1, 2, ... segments to the last frame."""
    count = len(points)
    edges = [[edge(points[i : j + 1]) for i in range(j)] for j in range(count)]
    best, errors = [0.0] + [np.inf] * (count - 1), []
    for _ in range(1, count):
        best = [min((add((best[i], edges[j][i])) for i in range(j)), default=np.inf) for j in range(count)]
        errors.append(best[-1])
    return errors


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms" if seconds < 1.0 else f"{seconds:.2f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
