"""The motion library: are the nearest motions of the same kind, and how fast are they found?

Kinds come from the names in the CMU index: the description of a trial is searched for the words of `KINDS`,
in this order; the first that it contains is the trial's kind. Trials without any are in the library too, as
answers that are always wrong. A trial is never an answer to itself, nor is the same trial in another format.
Two tables: whole trials, and pieces of two seconds that inherit the kind of their trial.
"""

import re
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np

from benchmarks import REAL_DATA
from benchmarks.held_out_weights import TRIES, measure_held_out
from kinegraph import load
from kinegraph.batch.library.descriptor import RATE, describe_motion
from kinegraph.batch.library.landmarks import HIPS, find_landmarks
from kinegraph.batch.library.measures import measure_motion
from kinegraph.core.arrays import Floats
from kinegraph.core.contacts import standing_height
from kinegraph.core.resample import resample
from kinegraph.creatures.body.creature_from_rig import creature_from_scene
from kinegraph.creatures.retarget.clip_motion import without_calibration

KINDS = ("cartwheel", "backflip", "kick ball", "jump", "run", "walk", "dance", "swing", "box")
FEWEST = 3  # trials that a kind needs to be asked for
NEAREST = 5
PIECE, HOP = 2.0, 1.0  # seconds
LIBRARY, DIMENSIONS = 10_000, 422
PRECISION_TARGET = 0.60  # of the best that the data allows, over whole trials


@dataclass(frozen=True, eq=False)
class Sample:
    """A trial or a piece of one, as the descriptor and as its mean pose."""

    trial: str
    kind: str | None
    descriptor: Floats
    mean_pose: Floats


def main() -> int:
    """Prints both tables and the time of a search; 1 where the precision misses its target."""
    missed = False
    if REAL_DATA.is_dir():
        wholes, pieces = _samples(_kinds())
        print("Kinds: " + ", ".join(f"{kind} {count}" for kind, count in _counted(wholes).items()))
        missed = _table("whole trials", wholes) < PRECISION_TARGET
        _held_out(wholes)
        _table(f"pieces of {PIECE:g} s", pieces)
    else:
        print("../shared/data is not here: no precision is measured.")
    _search_time()
    return int(missed)


def _kinds() -> dict[str, str | None]:
    """The kind of each trial of the CMU index, None for one without a known word."""
    text = (REAL_DATA / "cmu" / "cmu-mocap-index-text.txt").read_text(encoding="utf-8", errors="replace")
    rows = re.findall(r"^(\d+_\d+)\t(.*)$", text, re.MULTILINE)
    return {trial: next((k for k in KINDS if k in words.lower()), None) for trial, words in rows}


def _samples(kinds: dict[str, str | None]) -> tuple[list[Sample], list[Sample]]:
    wholes, pieces = [], []
    for path in sorted(
        file
        for folder in ("cmu", "more_cmu", "asf_amc", "bvh")
        for ending in ("*.bvh", "*.amc")
        for file in (REAL_DATA / folder).glob(ending)
        if file.stem in kinds
    ):
        scene = load(path)
        creature = creature_from_scene(scene)
        if scene.character is None or creature is None:
            continue
        clip = resample(without_calibration(scene.clips[0]), RATE)
        marks, height = find_landmarks(creature), standing_height(clip)
        places = marks.positions(clip)
        _, whole = measure_motion(scene.clips[0], scene.character)
        kind = kinds[path.stem]
        wholes.append(Sample(path.stem, kind, whole, _mean_pose(places, height)))
        ground = float(np.quantile(places[..., 1].min(axis=1), 0.1))
        length, hop = round(PIECE * RATE), round(HOP * RATE)
        for start in range(0, max(1, len(places) - length + 1), hop):
            part = places[start : start + length]
            descriptor = describe_motion(part, height, ground)
            pieces.append(Sample(path.stem, kind, descriptor, _mean_pose(part, height)))
    return wholes, pieces


def _mean_pose(places: Floats, height: float) -> Floats:
    """The plain rival: mean landmark positions around the hips, turned to a common heading."""
    around = (places - places[:, HIPS : HIPS + 1]) / height
    left, right = around[:, [7, 9, 3, 5]].mean(axis=1), around[:, [8, 10, 4, 6]].mean(axis=1)
    angle = np.arctan2((left - right)[:, 2], (left - right)[:, 0])
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    turned = np.stack(
        [
            cos * around[..., 0] + sin * around[..., 2],
            around[..., 1],
            cos * around[..., 2] - sin * around[..., 0],
        ],
        axis=-1,
    )
    return turned.mean(axis=0).ravel()


def _counted(samples: list[Sample]) -> dict[str, int]:
    trials = {sample.trial: sample.kind for sample in samples}
    return dict(Counter(kind for kind in trials.values() if kind is not None).most_common())


def _table(title: str, samples: list[Sample]) -> float:
    """Precision at five of each kind; returns the mean share of the best that is possible."""
    counts = _counted(samples)
    asked = [kind for kind, count in counts.items() if count >= FEWEST]
    print(
        f"\n{title}: {len(samples)} in the library. Precision at {NEAREST} [%]"
        f"\n  {'kind':<12}{'asked':>7}{'possible':>10}{'descriptor':>12}{'mean pose':>11}{'random':>8}"
    )
    rows = []
    for kind in asked:
        queries = [sample for sample in samples if sample.kind == kind]
        scores = np.array([_scores(query, samples) for query in queries])
        rows.append(scores)
        _row(kind, len(queries), scores.mean(axis=0))
    every = np.concatenate(rows)
    _row("all", len(every), every.mean(axis=0))
    return float(every[:, 1].mean() / every[:, 0].mean())


def _held_out(samples: list[Sample]) -> None:
    """How much of the precision is left where the weights were not set on the trials that are asked for."""
    asked = [kind for kind, count in _counted(samples).items() if count >= FEWEST]
    descriptors = np.array([sample.descriptor for sample in samples], dtype=np.float64)
    found = measure_held_out(descriptors, [s.trial for s in samples], [s.kind for s in samples], asked)
    low, high = np.quantile(found.halves, (0.1, 0.9))
    print(
        f"Precision as a share of the possible with other weights than the shipped ones:\n"
        f"  {100 * found.equal:.0f} % where every group of numbers varies alike (no kinds were used)\n"
        f"  {100 * found.left_out:.0f} % with weights from all trials but the one asked for\n"
        f"  {100 * found.halves.mean():.0f} % with weights from one half for the other "
        f"({len(found.halves)} splits, {100 * low:.0f} to {100 * high:.0f} %)\n"
        f"  {100 * found.seen:.0f} % with the best of {TRIES} weights on the trials that chose them"
    )


def _row(kind: str, asked: int, scores: Floats) -> None:
    cells = "".join(f"{100.0 * s:>{w}.0f}" for s, w in zip(scores, (10, 12, 11, 8), strict=True))
    print(f"  {kind:<12}{asked:>7}{cells}", flush=True)


def _scores(query: Sample, samples: list[Sample]) -> tuple[float, float, float, float]:
    """What is possible, the descriptor's precision, the mean pose's, and that of a random choice."""
    others = [sample for sample in samples if sample.trial != query.trial]
    right = np.array([sample.kind == query.kind for sample in others])

    def precision(distances: Floats) -> float:
        return float(right[np.argsort(distances, kind="stable")[:NEAREST]].sum() / NEAREST)

    descriptors = np.array([sample.descriptor for sample in others])
    poses = np.array([sample.mean_pose for sample in others])
    return (
        min(int(right.sum()), NEAREST) / NEAREST,
        precision(np.linalg.norm(descriptors - query.descriptor, axis=1)),
        precision(np.linalg.norm(poses - query.mean_pose, axis=1)),
        float(right.mean()),
    )


def _search_time() -> None:
    """A search among ten thousand, exact and in the graph, and how many of the nearest the graph finds."""
    from usearch.index import Index

    rng = np.random.default_rng(1)
    # Motions lie in few dimensions: 20 independent ones, and noise.
    mixing = rng.normal(size=(20, DIMENSIONS))
    vectors = rng.normal(size=(LIBRARY, 20)) @ mixing + 0.1 * rng.normal(size=(LIBRARY, DIMENSIONS))
    vectors = vectors.astype(np.float32)
    index = Index(ndim=DIMENSIONS, metric="l2sq", dtype="f32")
    started = time.perf_counter()
    index.add(np.arange(LIBRARY), vectors)
    built = time.perf_counter() - started
    queries, found, spent = vectors[:200] + 0.05, {}, {}
    for exact in (True, False):
        started = time.perf_counter()
        found[exact] = [set(index.search(query, NEAREST, exact=exact).keys.tolist()) for query in queries]
        spent[exact] = (time.perf_counter() - started) / len(queries)
    kept = np.mean([len(a & b) / NEAREST for a, b in zip(found[True], found[False], strict=True)])
    print(
        f"\n{LIBRARY:,} motions: the graph is built in {built:.2f} s. A search takes "
        f"{1e3 * spent[False]:.2f} ms in it and {1e3 * spent[True]:.2f} ms over all. "
        f"It finds {100.0 * kept:.1f} % of the nearest {NEAREST}."
    )


if __name__ == "__main__":
    raise SystemExit(main())
