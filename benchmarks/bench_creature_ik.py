"""The particle solver alone: CPU time a frame, and how it grows with the bodies of a creature."""

import time

import numpy as np

from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik.jiggle_kernels import jiggle
from kinegraph.creatures.ik.jiggles import jiggle_rig
from kinegraph.creatures.ik.particle_ik import (
    IkRig,
    ik_rig,
    solve,
)
from kinegraph.creatures.ik.solver_kernels import solve_frames

TARGET = 8.0  # microseconds a frame for 25 bodies, in a batch on one core
FRAMES = 2000


def many_legged(bodies: int) -> Creature:
    """A creature with a spine of a fifth of its bodies and limbs of four bodies each, in pairs."""
    spine = max(3, bodies // 5)
    parents, offsets = [-1], [(0.0, 0.5, 0.0)]
    caps: list[set[Cap]] = [{Cap.ROOT, Cap.SPINE}]
    for _ in range(spine - 1):
        parents.append(len(parents) - 1)
        offsets.append((0.0, 0.02, 0.15))
        caps.append({Cap.SPINE})
    limbs = (bodies - spine) // 4
    for limb in range(limbs):
        parents.append((limb // 2) * (spine - 1) // max(1, (limbs - 1) // 2))
        side = 1.0 if limb % 2 == 0 else -1.0
        offsets.append((0.1 * side, 0.0, 0.0))
        caps.append({Cap.LIMB})
        for step in ((0.12 * side, 0.08, 0.02), (0.1 * side, -0.22, 0.0), (0.03 * side, -0.25, 0.03)):
            parents.append(len(parents) - 1)
            offsets.append(step)
            caps.append({Cap.LIMB})
        caps[-1] = {Cap.FOOT}
    while len(parents) < bodies:
        parents.append(spine - 1)
        offsets.append((0.0, 0.05, 0.05))
        caps.append({Cap.EYE})
    names = tuple(f"body {i}" for i in range(len(parents)))
    skeleton = Skeleton.from_offsets(names, parents, offsets)
    return creature_from_character(
        Character("many-legged", skeleton, tuple(Body(frozenset(c), radius=0.03) for c in caps))
    )


def work_for(subject: Creature) -> tuple[IkRig, Goals]:
    """Goals that wander about all feet and the head, with orientations on half of the feet."""
    ends = [leg.foot for leg in subject.legs] + [subject.spine[-1]]
    rig, goals = ik_rig(subject, ends), rest_goals(subject, FRAMES)
    random = np.random.default_rng(0)
    goals.positions[:, ends] += random.normal(size=(FRAMES, len(ends), 3)) * 0.08 * subject.size.max()
    goals.position_weights[:, ends] = 1.0
    goals.rotation_weights[:, ends[::2]] = 1.0
    return rig, goals


def cpu_per_frame(rig: IkRig, goals: Goals) -> float:
    """Best CPU time a frame in a batch of frames [us]."""
    work, heights = rig.work(), np.zeros_like(goals.position_weights)
    positions, rotations = np.empty_like(goals.positions), np.empty_like(goals.rotations)
    best = np.inf
    for _ in range(7):
        start = time.process_time()
        solve_frames(rig.tables, work, goals, heights, positions, rotations)
        best = min(best, time.process_time() - start)
    return best / FRAMES * 1e6


def cpu_alone(rig: IkRig, subject: Creature) -> float:
    """Best time of one call from Python for one frame [us]."""
    goals = rest_goals(subject)
    best = np.inf
    for _ in range(300):
        start = time.perf_counter()
        solve(rig, goals)
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def jiggle_cpu(subject: Creature) -> float:
    """Best CPU time of one step when nothing is keyed and every body but the root sways [us]."""
    rig = ik_rig(subject, [])
    sway = jiggle_rig(subject, rig.free_bodies)
    state, solved = sway.state(), solve(rig, rest_goals(subject))
    place, best = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]), np.inf
    for _ in range(7):
        start = time.process_time()
        for frame in range(500):
            place[0] = 0.001 * frame
            jiggle(sway.tables, state, place, 1 / 60, solved.positions, solved.rotations)
        best = min(best, time.process_time() - start)
    return best / 500 * 1e6


def main() -> bool:
    """Prints the table; True if the target was missed."""
    print("Particle IK alone, one core, best of several; CPU time in microseconds a frame")
    print(f"{'bodies':>7} {'goals':>6} {'batch':>8} {'per body':>9} {'alone':>7} {'all jiggle':>11}")
    missed = False
    for bodies in (20, 25, 30, 40, 50, 60, 80):
        subject = many_legged(bodies)
        rig, goals = work_for(subject)
        batch, alone, sway = cpu_per_frame(rig, goals), cpu_alone(rig, subject), jiggle_cpu(subject)
        note = ""
        if bodies == 25:
            missed = batch > TARGET
            note = f"   target {TARGET:.0f}: {'missed' if missed else 'met'}"
        print(
            f"{bodies:7d} {len(rig.goal_bodies):6d} {batch:8.2f}"
            f" {batch / bodies:9.3f} {alone:7.1f} {sway:11.2f}{note}"
        )
    return missed


if __name__ == "__main__":
    raise SystemExit(main())
