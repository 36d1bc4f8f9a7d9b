"""Making and moving the cast: clay skins against a plain dense grid, and following against its own batch.

A dense grid is what one writes first: the field at every grid point, then marching cubes. Times are of the
processor, after a first call that compiles and imports, so that a busy machine does not decide.
"""

import time
from collections.abc import Callable

import numpy as np

from kinegraph.characters.body_plan import BodyPlan
from kinegraph.characters.cast import CAST, character
from kinegraph.characters.clay import field_kernels as kernels
from kinegraph.characters.clay.skin import clay_arrays, clay_skin
from kinegraph.characters.follow.follower import Follower
from kinegraph.characters.plan_character import character_from_plan

TARGET_MS = 100.0
FOLLOW_TARGET_MS = 0.2
REPEATS = 5


def main() -> int:
    """Prints both tables; 1 if a target was missed."""
    missed = _clay_table()
    return max(missed, _follow_table())


def _clay_table() -> int:
    print(f"{'character':10} {'vertices':>8} {'skin ms':>8} {'whole ms':>9} {'dense ms':>9} {'ratio':>6}")
    missed = 0
    for name, plan in _plans().items():
        skin = clay_skin(plan)
        if skin is None:
            continue
        fast, whole = (
            _milliseconds(lambda p=plan: clay_skin(p)),
            _milliseconds(lambda p=plan: character_from_plan(p)),
        )
        dense = _milliseconds(lambda p=plan, s=skin: _dense(p, s.step), repeats=1)
        missed |= whole > TARGET_MS
        count = len(skin.mesh.vertices)
        print(f"{name:10} {count:8} {fast:8.1f} {whole:9.1f} {dense:9.1f} {dense / fast:6.1f}")
    print(f"target: a whole character in at most {TARGET_MS:.0f} ms: {'missed' if missed else 'met'}")
    return missed


def _follow_table() -> int:
    print(f"\n{'character':10} {'joints':>7} {'pose ms':>8} {'of 1000, each ms':>17} {'ratio':>6}")
    missed = 0
    path = np.random.default_rng(0).normal(size=(1000, 3))
    for name in CAST:
        follower = Follower(character(name))
        one = _milliseconds(lambda f=follower: [f.pose_at(point, 0.5) for point in path[:100]]) / 100
        many = _milliseconds(lambda f=follower: f.clip_along(path, 60.0)) / 1000
        missed |= one > FOLLOW_TARGET_MS
        print(f"{name:10} {len(follower.character.skeleton):7} {one:8.3f} {many:17.4f} {one / many:6.1f}")
    print(f"target: a pose in at most {FOLLOW_TARGET_MS} ms: {'missed' if missed else 'met'}")
    return missed


def _plans() -> dict:
    from importlib import import_module

    modules = {name: import_module(f"kinegraph.characters.cast.{name}") for name in CAST if name != "stick"}
    return {name: getattr(module, f"{name}_plan")() for name, module in modules.items()}


def _dense(plan: BodyPlan, step: float) -> None:
    """The field at every point of the whole box, and marching cubes over it."""
    from skimage.measure import marching_cubes

    clay, _ = clay_arrays(plan)
    ends = np.concatenate([[bone.head for bone in plan.bones], [bone.tail for bone in plan.bones]])
    low, high = ends.min(axis=0) - 0.3 * np.ptp(ends), ends.max(axis=0) + 0.3 * np.ptp(ends)
    shape = np.ceil((high - low) / step).astype(int)
    points = low + step * np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1).reshape(-1, 3)
    values, gradients, owners = (
        np.empty(len(points)),
        np.empty((len(points), 3)),
        np.empty(len(points), np.int64),
    )
    near, rows = np.ones((1, len(clay.lumps)), dtype=bool), np.zeros(len(points), np.int64)
    kernels.evaluate(clay, kernels.make_scratch(clay), points, near, rows, values, gradients, owners)
    marching_cubes(values.reshape(shape), 0.0)


def _milliseconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    work()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


if __name__ == "__main__":
    raise SystemExit(main())
