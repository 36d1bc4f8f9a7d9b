"""Kinematics and curves: against the plain NumPy or SciPy code that one would write instead.

Forward kinematics is compared with the loop over frames and joints that the tests use as their reference,
inverse kinematics with SciPy's least squares on the same goals, curves with a vectorized NumPy bisection of
the time cubic.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
from tests.core.kinematics.reference_kinematics import clip_matrices

from kinegraph.core import (
    Clip,
    Curve,
    Pose,
    PositionGoal,
    Skeleton,
    quat_from_axis_angle,
    quat_multiply,
    solve_ik,
)
from kinegraph.core.kinematics.forward import forward_kinematics

FORWARD_TARGET = 50.0
IK_MILLISECONDS = 1.0


def main() -> int:
    """Prints the table; 1 where a target was missed."""
    print(f"{'what':<52}{'ours':>12}{'instead':>12}{'faster by':>12}")
    missed = _forward() | _inverse() | _curve()
    return int(missed)


def _forward() -> bool:
    clip = swaying_clip(joints=31, frames=10_000)
    world = forward_kinematics(clip)
    ours = best_of(7, lambda: forward_kinematics(clip))
    theirs = best_of(
        1, lambda: np.testing.assert_allclose(clip_matrices(clip)[..., :3, 3], world.positions, atol=1e-9)
    )
    return _row("forward kinematics, 31 joints x 10,000 frames", ours, theirs, "NumPy loop", FORWARD_TARGET)


def _inverse() -> bool:
    skeleton, tips = creature(limbs=4, links=14, tail=3)  # 60 joints
    start = Pose.rest(skeleton)
    reachable = forward_kinematics(swaying_clip(frames=20, skeleton=skeleton)).positions
    cases = [[PositionGoal(tip, places[tip]) for tip in tips] for places in reachable]
    worst = max(solve_ik(start, goals).errors.max() for goals in cases)
    ours = best_of(5, lambda: [solve_ik(start, goals) for goals in cases]) / len(cases)
    theirs = best_of(1, lambda: _scipy_ik(start, cases[0]))
    _row(f"inverse kinematics, {len(skeleton)} joints, 4 goals", ours, theirs, "SciPy least_squares")
    verdict = "ok" if ours * 1e3 <= IK_MILLISECONDS else "MISSED"
    print(f"    {1 / ours:,.0f} solves a second, worst miss {worst * 1e3:.3f} mm ", end="")
    print(f"(target under {IK_MILLISECONDS:g} ms: {verdict})")
    return ours * 1e3 > IK_MILLISECONDS


def _curve() -> bool:
    rng = np.random.default_rng(1)
    times = np.cumsum(rng.uniform(0.1, 0.5, 200))
    values = rng.normal(size=200)
    keys = np.stack([times, values], axis=-1)
    curve = Curve.clamped(
        times, values, keys - rng.uniform(0, 0.2, (200, 2)), keys + rng.uniform(0, 0.2, (200, 2))
    )
    wanted = np.linspace(times[0], times[-1], 100_000)
    np.testing.assert_allclose(curve.evaluate(wanted), _numpy_curve(curve, wanted), atol=1e-9)
    ours, theirs = best_of(5, lambda: curve.evaluate(wanted)), best_of(2, lambda: _numpy_curve(curve, wanted))
    _row("Bezier curve, 200 keys at 100,000 times", ours, theirs, "NumPy bisection")
    print(f"    {len(wanted) / ours / 1e6:.1f} million values a second")
    return False


def _row(what: str, ours: float, theirs: float, instead: str, target: float | None = None) -> bool:
    ratio = theirs / ours
    print(f"{what:<52}{ours * 1e3:>9.3f} ms{theirs * 1e3:>9.1f} ms{ratio:>11.0f}x", end="")
    verdict = "" if target is None else f" (target {target:g}x: {'ok' if ratio >= target else 'MISSED'})"
    print(f"  {instead}{verdict}", flush=True)
    return target is not None and ratio < target


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """The shortest of `repeats` runs [s]."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def swaying_clip(frames: int, joints: int = 31, skeleton: Skeleton | None = None) -> Clip:
    """Smooth motion about the rest pose."""
    skeleton = creature(limbs=3, links=joints // 3)[0] if skeleton is None else skeleton
    phases = np.arange(frames)[:, None, None] / 40.0 + np.arange(3 * len(skeleton)).reshape(-1, 3)
    turns = quat_from_axis_angle(0.25 * np.sin(phases))
    roots = skeleton.offsets[0] + 0.0 * phases[:, 0]
    return Clip(skeleton, 120.0, roots, quat_multiply(turns, skeleton.rest_rotations))


def creature(limbs: int, links: int, tail: int = 0) -> tuple[Skeleton, list[int]]:
    """Limbs of equal links around one root, a tail beside them, and the limbs' tips."""
    parents, offsets, tips = [-1], [[0.0, 1.0, 0.0]], []
    for limb in range(limbs + (tail > 0)):
        angle = 2.0 * np.pi * limb / max(1, limbs)
        for link in range(links if limb < limbs else tail):
            parents.append(0 if link == 0 else len(parents) - 1)
            offsets.append([0.1 * np.cos(angle + 0.2 * link), 0.02 * link, 0.1 * np.sin(angle + 0.2 * link)])
        tips.append(len(parents) - 1)
    names = [f"joint {index}" for index in range(len(parents))]
    return Skeleton.from_offsets(names, parents, offsets), tips[:limbs]


def _scipy_ik(start: Pose, goals: list[PositionGoal]) -> np.ndarray:
    """All joints' rotation vectors by SciPy, with its own finite differences of our forward kinematics."""
    from scipy.optimize import least_squares

    skeleton, tips = start.skeleton, [goal.joint for goal in goals]
    targets = np.array([goal.target for goal in goals])

    def misses(turns: np.ndarray) -> np.ndarray:
        rotations = quat_multiply(quat_from_axis_angle(turns.reshape(-1, 3)), start.rotations)
        return (
            forward_kinematics(Pose(skeleton, start.root_translation, rotations)).positions[tips] - targets
        ).ravel()

    return least_squares(misses, np.zeros(3 * len(skeleton)), xtol=1e-6, ftol=1e-6).x


def _numpy_curve(curve: Curve, wanted: np.ndarray) -> np.ndarray:
    """Values of a curve without held segments, by 50 vectorized halvings of the parameter."""
    k = np.clip(np.searchsorted(curve.times, wanted, side="right") - 1, 0, len(curve) - 2)
    x = curve.times[k], curve.out_handles[k, 0], curve.in_handles[k + 1, 0], curve.times[k + 1]
    y = curve.values[k], curve.out_handles[k, 1], curve.in_handles[k + 1, 1], curve.values[k + 1]
    low, high = np.zeros(len(wanted)), np.ones(len(wanted))
    for _ in range(50):
        middle = 0.5 * (low + high)
        early = _bezier(x, middle) < wanted
        low, high = np.where(early, middle, low), np.where(early, high, middle)
    return _bezier(y, 0.5 * (low + high))


def _bezier(p: tuple[np.ndarray, ...], u: np.ndarray) -> np.ndarray:
    v = 1.0 - u
    return v * v * v * p[0] + 3.0 * v * v * u * p[1] + 3.0 * v * u * u * p[2] + u * u * u * p[3]


if __name__ == "__main__":
    sys.exit(main())
