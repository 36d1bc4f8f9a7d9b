"""Played errors at 10% of the frames, per clip: refined keys, the same without refinement, and uniform keys.

Errors are of all joints and tips against the capture, sampled as played. The captures are those of the thesis
and further ones, at 120, 60 and 30 fps; a first row that holds a T-pose is part of the files of the latter.
All of them take half an hour: `--clips`, `--rates` and `--refined-only` split the work.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from tests.keys.captures import CAPTURES, capture

from benchmarks import REAL_DATA
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.tips import tip_positions
from kinegraph.formats import load
from kinegraph.keys.baselines.uniform import uniform_keys
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.curves.fit import FitMethod, fit_keys
from kinegraph.keys.keyed_motion import key_motion

KEPT = 0.10
RATES = (120, 60, 30)
# Mean and largest error [mm], medians over clips, by rate.
TARGETS = {120: (0.5, 6.0), 60: (1.0, 12.0), 30: (3.0, 35.0)}
# Longer captures are cut to this many frames.
_LONGEST = 1200
# CPU time of a refinement [s] at 600 frames and 60 keys.
REFINED_TARGET = 3.0
_METHODS = ("refined", "fitted", "uniform")


def main(arguments: Sequence[str] = ()) -> int:
    """Prints a row for each clip and rate, the medians, and the speed; 1 where a target was missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clips", nargs="*", help="names of captures; all by default")
    parser.add_argument("--rates", nargs="*", type=int, choices=RATES, default=RATES)
    parser.add_argument("--refined-only", action="store_true", help="leave the other methods out")
    chosen = parser.parse_args(list(arguments))
    methods = _METHODS[:1] if chosen.refined_only else _METHODS
    if not REAL_DATA.is_dir():
        print("(played errors need the captures in ../shared/data)")
        return 0
    found: dict[tuple[str, int, str], list[tuple[float, float]]] = defaultdict(list)
    print(
        f"{'clip':<11}{'fps':>4}{'frames':>7}{'keys':>5}" + "".join(f"{m:>19}" for m in methods) + "   [mm]"
    )
    for group, name, whole in captures():
        for rate in chosen.rates if not chosen.clips or name in chosen.clips else ():
            clip = at_rate(whole, rate)
            errors = _errors(clip, methods)
            keys = max(2, round(KEPT * len(clip)))
            cells = "".join(f"{mean:>10.2f} /{largest:>7.1f}" for mean, largest in errors)
            print(f"{name:<11}{rate:>4}{len(clip):>7}{keys:>5}{cells}", flush=True)
            for method, error in zip(methods, errors, strict=True):
                found[group, rate, method].append(error)
    missed = _medians(found)
    return int(_speed() or missed)


def captures() -> Iterator[tuple[str, str, Clip]]:
    """(group, name, clip) of each capture."""
    for name in CAPTURES:
        yield "thesis", name, capture(REAL_DATA, name)
    for path in sorted((REAL_DATA / "more_cmu").glob("*.bvh")):
        clip = load(path).clips[0]
        yield "others", path.stem, clip.frames(0, min(len(clip), _LONGEST))


def at_rate(clip: Clip, rate: int) -> Clip:
    """Every second or fourth frame of a clip of 120 frames per second."""
    step = round(clip.fps / rate)
    return Clip(clip.skeleton, clip.fps / step, clip.root_translations[::step], clip.rotations[::step])


def _errors(clip: Clip, methods: Sequence[str]) -> list[tuple[float, float]]:
    """Mean and largest error [mm] of each method, over the frames that the choice keyed."""
    choices = choose_keys(clip)
    part = choices.clip
    count = max(2, round(KEPT * len(clip)))
    nearest = int(choices.counts[np.abs(choices.counts - count).argmin()])
    results = [key_motion(choices, nearest).clip]
    if len(methods) > 1:
        keys = uniform_keys(len(part), nearest)
        uniform = fit_keys(part, keys, method=FitMethod.FINAL, channels=choices.channels)
        results.append(key_motion(choices, nearest, refine=False).clip)
        results.append(poses_at(uniform, part.times, part.fps))
    return [apart(part, result) for result in results]


def apart(original: Clip, result: Clip) -> tuple[float, float]:
    """Mean and largest distance of joints and tips [mm]."""
    before, after = forward_kinematics(original), forward_kinematics(result)
    tips = [tip_positions(original.skeleton, world) for world in (before, after)]
    both = np.concatenate([before.positions - after.positions, tips[0] - tips[1]], axis=1)
    distances = 1e3 * np.linalg.norm(both, axis=-1)
    return float(distances.mean()), float(distances.max())


def _medians(found: dict[tuple[str, int, str], list[tuple[float, float]]]) -> bool:
    print("\nMedian of mean / largest error [mm]:")
    missed = False
    for (group, rate, method), errors in found.items():
        mean, largest = np.median(errors, axis=0)
        verdict = ""
        if method == "refined":
            ok = mean <= TARGETS[rate][0] and largest <= TARGETS[rate][1]
            missed |= not ok
            verdict = f"  target {TARGETS[rate][0]:g} / {TARGETS[rate][1]:g}  {'ok' if ok else 'MISSED'}"
        print(f"  {group:<8}{rate:>4} fps  {method:<9}{mean:>6.2f} /{largest:>6.1f}{verdict}")
    return missed


def _speed() -> bool:
    clip = capture(REAL_DATA, "Pitch").frames(0, 600)
    key_motion(choose_keys(clip), 60)  # compiles
    choices = choose_keys(clip)
    started = time.process_time()
    key_motion(choices, 60)
    spent = time.process_time() - started
    verdict = "ok" if spent <= REFINED_TARGET else "MISSED"
    print(
        f"\n600 frames, 60 keys refined: {spent:.1f} s of CPU time (target {REFINED_TARGET:g} s)  {verdict}"
    )
    return spent > REFINED_TARGET


if __name__ == "__main__":
    raise SystemExit(main())
