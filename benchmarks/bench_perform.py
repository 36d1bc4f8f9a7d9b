"""Performing: blends against SciPy's radial interpolation and rotations, refits, the lizard, and latency.

All figures are CPU time, the best of many runs, so that a busy machine does not count. Refits are timed on
the thread that asks, since LAPACK's other threads mostly wait in a circle.
"""

import sys
import time
from collections.abc import Callable

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    matrix_from_quat,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
)
from kinegraph.perform.cast_sets import RIGGED, cast_performances, cast_rig
from kinegraph.perform.performances.performance import perform
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.blend import Blend, blend
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

JOINTS, KEYS, MANY_KEYS, BATCH = 40, 12, 50, 1000

# CPU time [s], and how many times faster than SciPy.
ALONE_TARGET, ALONE_RATIO = 30e-6, 8.0
BATCH_TARGET, BATCH_RATIO = 4e-6, 50.0
REFIT_TARGET, LIZARD_TARGET, LATENCY_TARGET = 5e-3, 50e-3, 1e-3
LIZARD_FRAMES = 700


def main() -> bool:
    """Prints the table; whether a target was missed."""
    print("CPU time, best of many:")
    missed = [_blending(), _refitting(), _lizard(), _latency()]
    return any(missed)


def _blending() -> bool:
    """One cursor and a batch of them, beside SciPy in the same run."""
    fitted = blend(random_set(KEYS, JOINTS, RadialFunction.LINEAR))
    theirs = _scipy_blend(fitted)
    cursors = np.random.default_rng(1).uniform(-1.0, 1.0, (BATCH, 3))
    _refuse_unlike(fitted, theirs, cursors)
    print(f"  a pose of {JOINTS} joints and {KEYS} keys")
    missed = False
    for what, count, target, ratio in (
        ("alone", 1, ALONE_TARGET, ALONE_RATIO),
        (f"in a batch of {BATCH:,}", BATCH, BATCH_TARGET, BATCH_RATIO),
    ):
        chosen = cursors[0] if count == 1 else cursors
        ours = best(lambda chosen=chosen: fitted.at(chosen), 0.5) / count
        scipy = best(lambda chosen=chosen: theirs(chosen), 0.5) / count
        missed |= row(what, ours, target)
        short = scipy / ours < ratio
        missed |= short
        print(
            f"      SciPy's RBFInterpolator and Rotation {_told(scipy)}, {scipy / ours:.0f} times as long "
            f"(target {ratio:g}: {'MISSED' if short else 'ok'})"
        )
    hardy = blend(random_set(KEYS, JOINTS, RadialFunction.HARDY))
    missed |= row("alone, Hardy's function", best(lambda: hardy.at(cursors[0]), 0.3), ALONE_TARGET)
    missed |= row("in a batch, Hardy's function", best(lambda: hardy.at(cursors), 0.3) / BATCH, BATCH_TARGET)
    return missed


def _refitting() -> bool:
    """What adding a key costs: the set checked, all channels fitted anew."""
    many = random_set(MANY_KEYS, JOINTS, RadialFunction.HARDY)
    last = many.keys[-1]
    before = many.without_key(last.name)
    print(f"  adding key number {MANY_KEYS} of {JOINTS} joints")
    seconds = best(lambda: blend(before.with_key(last)), 0.5, time.thread_time)
    return row("set and refit", seconds, REFIT_TARGET)


def _lizard() -> bool:
    """All layers of the crawling lizard, its sets fitted already."""
    (crawl, *_) = cast_performances("lizard")
    playable = PlayableRig(crawl.rig)
    fps = (LIZARD_FRAMES - 1) / crawl.duration
    clip = perform(crawl, fps, playable).clip
    keys = sum(len(each.keys) for each in crawl.rig.sets)
    print(f"  the lizard: {len(crawl.rig.sets)} sets, {keys} keys, {len(crawl.layers)} layers")
    frames = f"{len(clip)} frames evaluated"
    return row(frames, best(lambda: perform(crawl, fps, playable), 1.0), LIZARD_TARGET)


def _latency() -> bool:
    """From where the cursor is to the pose, of every rig of the cast, for the set that takes longest."""
    print("  one pose of a rig, ranks, cross-fades and inverse kinematics included")
    missed = False
    for name in RIGGED:
        playable = PlayableRig(cast_rig(name))
        slowest = max((_pose_time(playable, each.name), each.name) for each in playable.rig.sets if each.keys)
        missed |= row(f"{name}, set {slowest[1]!r}", slowest[0], LATENCY_TARGET)
    return missed


def _pose_time(playable: PlayableRig, set_name: str) -> float:
    """CPU time of a pose between the set's markers, where goals are hardest to meet [s]."""
    keys = playable.rig.set(set_name).keys
    middle = np.mean([key.place for key in keys[:2]], axis=0)
    moved = {set_name: (middle - playable.rig.set(set_name).home)[None]}
    shares = playable.usual_shares(1)
    shares |= {name: np.full(1, float(name == set_name)) for name in playable.rig.alternatives(set_name)}
    shares = {name: share for name, share in shares.items() if name in playable.blends}
    return best(lambda: playable.perform(playable.places(moved, 1), 60.0, shares), 0.3)


def _scipy_blend(fitted: Blend) -> Callable[[Floats], tuple[Floats, Floats]]:
    """The same blend as one would write it with SciPy: positions and rotations at cursors."""
    from scipy.interpolate import RBFInterpolator
    from scipy.spatial.transform import Rotation

    keys = fitted.set.keys
    matrices = np.stack([matrix_from_quat(key.rotations) for key in keys]).reshape(len(keys), -1)
    values = np.concatenate([matrices, np.stack([key.positions[0] for key in keys])], axis=1)
    interpolate = RBFInterpolator(np.stack([key.place for key in keys]), values, kernel="linear", degree=1)

    def at(cursors: Floats) -> tuple[Floats, Floats]:
        found = interpolate(np.atleast_2d(cursors))
        turned = Rotation.from_matrix(found[:, :-3].reshape(-1, 3, 3)).as_quat()
        return found[:, -3:], turned.reshape(len(found), -1, 4)

    return at


def _refuse_unlike(ours: Blend, theirs: Callable[[Floats], tuple[Floats, Floats]], cursors: Floats) -> None:
    """A race against something that computes something else would be none.

    Positions must agree; rotations are orthonormalized differently, so most of them must nearly.
    """
    mine, (positions, rotations) = ours.at(cursors), theirs(cursors)
    np.testing.assert_allclose(mine.positions[:, 0], positions, atol=1e-9)
    apart = 2.0 * np.arccos(np.minimum(np.abs((mine.rotations * rotations).sum(axis=-1)), 1.0))
    if not np.degrees(np.median(apart)) < 1.0:
        raise RuntimeError("SciPy's blend is another one than ours.")


def random_set(keys: int, joints: int, function: RadialFunction) -> SpatialSet:
    """Joints that turn by about half a radian between keys at random places; the first of them moves too."""
    rng = np.random.default_rng(0)
    base = quat_normalize(rng.normal(size=(joints, 4)))
    manipulators = tuple(
        Manipulator(ManipulatorKind.JOINT, f"joint {j}", moves=j == 0, turns=True) for j in range(joints)
    )
    made = []
    for index in range(keys):
        positions = np.zeros((joints, 3))
        positions[0] = rng.normal(size=3)
        turns = quat_multiply(base, quat_from_axis_angle(rng.normal(scale=0.3, size=(joints, 3))))
        made.append(SpatialKey(f"key {index}", rng.uniform(-1.0, 1.0, 3), positions, turns))
    return SpatialSet("all", manipulators, tuple(made), function)


def best(work: Callable[[], object], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest CPU time of `work` among all runs within `seconds` of it [s]."""
    work()
    shortest = min(_timed(work, 1, clock) for _ in range(5))
    inner = max(1, int(5e-4 / max(shortest, 1e-7)))  # the clock's own steps must not count
    until = clock() + seconds
    found = [_timed(work, inner, clock)]
    while clock() < until:
        found.append(_timed(work, inner, clock))
    return min(found)


def _timed(work: Callable[[], object], times: int, clock: Callable[[], float]) -> float:
    started = clock()
    for _ in range(times):
        work()
    return (clock() - started) / times


def row(what: str, seconds: float, target: float) -> bool:
    """Prints one figure beside its target; whether it was missed."""
    missed = seconds > target
    print(f"    {what:<44}{_told(seconds):>12}   (target {_told(target)}: {'MISSED' if missed else 'ok'})")
    return missed


def _told(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"


if __name__ == "__main__":
    sys.exit(main())
