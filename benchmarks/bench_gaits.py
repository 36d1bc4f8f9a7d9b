"""Gaits: slip, foot rotation, ripple, penetration, reach, and what a frame costs.

Figures are of the goals that gaits hand over. Times are CPU time, the best of many runs, so that a busy
machine does not count; the tick is compared with a whole frame of the paper's system (0.2 ms, its machine).
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from benchmarks.measures.gait import (
    Command,
    crossings,
    largest_foot_turn,
    out_of_reach,
    penetration,
    record_walk,
    speed_ripple,
    stance_drift,
)
from benchmarks.synthetic.legged_plan import legged_plan
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.ground import (
    Ground,
    bumps,
    flat,
    slope,
    steps,
)
from kinegraph.creatures.gait.rig import GaitRig, gait_rig
from kinegraph.creatures.gait.step_kernels import gait_frame
from kinegraph.creatures.maker.maker import creature_from_plan

SECONDS, FPS = 6.0, 60.0
DRIFT, DEPTH = 1e-12, 1e-9  # [m]
TURN, RIPPLE, REACH = np.radians(20.0), 0.05, 1.2  # [rad] a frame, of the speed, of the leg's length
BATCH_TARGET, ALONE_TARGET = 8e-6, 30e-6  # [s] of CPU for a frame of a creature on four legs


def jumps(moment: float) -> tuple[float, float, float]:
    """Go, stop at once, reverse, spin on the spot, sidle, dart off in a curve: without a transition."""
    every = ((0, 1.2, 0), (0, 0, 0), (0, -1.0, 0), (0, 0, 2.5), (0.8, 0, 0), (0, 2.0, -1.5))
    return every[int(moment / 0.7) % 6]


WALKS: dict[str, tuple[Ground, Command]] = {
    "straight": (flat(), lambda _: (0.0, 1.0, 0.0)),
    "curve": (flat(), lambda _: (0.0, 0.9, 0.8)),
    "slope": (slope(0.3, 0.4), lambda _: (0.0, 0.8, 0.2)),
    "steps": (steps(0.12, 0.35, 8), lambda _: (0.0, 0.7, 0.0)),
    "bumps": (bumps(0.12, 0.6), lambda _: (0.0, 0.8, 0.3)),
    "run": (flat(), lambda _: (0.0, 3.5, 0.0)),
    "sideways": (flat(), lambda _: (0.5, 0.0, 0.0)),
    "jumps": (flat(), jumps),
}
EVEN = ("straight", "curve", "slope", "steps", "bumps", "run")


def main() -> bool:
    """Prints the tables; whether a target was missed."""
    rigs = {legs: _rig(legs) for legs in range(1, 13)}
    return any([_quality(rigs), _rates(rigs[4]), _speed(rigs)])


def _rig(legs: int) -> GaitRig:
    plan = legged_plan(legs, 1 + (legs + 1) % 6, longer=(1.0, 1.5))
    return gait_rig(creature_from_plan(plan, skin=False))


def _quality(rigs: dict[int, GaitRig]) -> bool:
    """Each walk with creatures on 1 to 12 legs, two of the legs half as long again: the worst figures."""
    print(
        f"  1 to 12 unequal legs of 1 to 6 joints; {SECONDS:g} s at {FPS:g} Hz, the worst of twelve creatures"
    )
    print("    walk       slip mm  foot turn °  ripple %  depth mm  out of reach %  farthest  crossings")
    missed = False
    for name, (ground, command) in WALKS.items():
        records = [record_walk(Gait(rig, ground), command, SECONDS, FPS) for rig in rigs.values()]
        drift, depth = max(map(stance_drift, records)), max(map(penetration, records))
        turn = max(map(largest_foot_turn, records))
        ripple = max(map(speed_ripple, records)) if name in EVEN else 0.0
        shares, worst = zip(*map(out_of_reach, records), strict=True)
        crossed = sum(map(crossings, records))
        bad = (
            drift > DRIFT
            or depth > DEPTH
            or turn > TURN
            or ripple > RIPPLE
            or max(worst) > REACH
            or crossed > 0
        )
        missed |= bad
        even = f"{100 * ripple:8.2f}" if name in EVEN else "       -"
        print(
            f"    {name:9s} {1e3 * drift:8.1e} {np.degrees(turn):11.1f}  {even} {1e3 * depth:9.2f} "
            f"{100 * float(np.mean(shares)):14.2f} {max(worst):10.2f} {crossed:9d}  "
            f"{'MISSED' if bad else 'ok'}"
        )
    print(
        f"    targets   {1e3 * DRIFT:8.0e} {np.degrees(TURN):11.1f}  {100 * RIPPLE:8.2f} {1e3 * DEPTH:9.0e} "
        f"{'-':>14s} {REACH:10.2f} {0:9d}"
    )
    return missed


def _rates(rig: GaitRig) -> bool:
    """The same walk at other frame rates: where it ends."""
    ends = {}
    for fps in (24.0, 60.0, 240.0):
        record = record_walk(Gait(rig), lambda moment: jumps(0.7 * int(moment + 1e-6)), 6.0, fps)
        ends[fps] = np.concatenate([record.placements[-1, :3][None], record.feet[-1]])
    apart = max(float(np.abs(ends[fps] - ends[60.0]).max()) for fps in (24.0, 240.0))
    bad = apart > 1e-6
    print(f"  24, 60 and 240 Hz end within {1e3 * apart:.1e} mm (target 1e-03: {'MISSED' if bad else 'ok'})")
    return bad


@njit
def _many(tables: Any, ground: Any, state: Any, goals: Any, frames: int) -> None:
    for _ in range(frames):
        gait_frame(tables, ground, state, 0.0, 1.0, 0.3, 1.0 / 60.0, goals)


def _speed(rigs: dict[int, GaitRig]) -> bool:
    print("  CPU time of a frame at 60 Hz, alone from Python and in a compiled loop")
    missed = False
    for legs in (1, 2, 4, 8, 12):
        gait = Gait(rigs[legs])
        parts = gait.rig.tables, gait.ground.table, gait.state, gait.goals
        _many(*parts, 2)
        alone = best(lambda parts=parts: gait_frame(*parts[:3], 0.0, 1.0, 0.3, 1.0 / 60.0, parts[3]), 200)
        inside = best(lambda parts=parts: _many(*parts, 1000), 5) / 1000
        late = legs == 4 and (alone > ALONE_TARGET or inside > BATCH_TARGET)
        missed |= late
        words = (
            f"(targets {1e6 * ALONE_TARGET:.0f} and {1e6 * BATCH_TARGET:.0f}: {'MISSED' if late else 'ok'})"
        )
        print(
            f"    {legs:2d} legs, {len(gait.rig.creature):2d} bodies: {1e6 * alone:6.1f} µs alone, "
            f"{1e6 * inside:5.1f} µs in a loop, 1/{200e-6 / inside:.0f} of the paper's frame "
            f"{words if legs == 4 else ''}"
        )
    return missed


def best(call: Callable[[], object], repeats: int) -> float:
    """CPU seconds of one call: the least of many."""
    least = np.inf
    for _ in range(repeats):
        start = time.process_time()
        call()
        least = min(least, time.process_time() - start)
    return float(least)


if __name__ == "__main__":
    sys.exit(main())
