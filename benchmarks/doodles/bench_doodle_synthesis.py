"""Synthesis of doodles: speed, foot slip and ground penetration over a long doodle of all motions, forward
and back.

Beside it a plain reference: the same keyframes and paths without inverse kinematics and without ground
safety, as a keyframe player would show them.
"""

import time
from dataclasses import replace

import numpy as np

from benchmarks.measures.ground_safety import depth_under_ground, foot_slip
from kinegraph.core.clip import Clip
from kinegraph.doodles.line.motion import MOTION_NAMES, Motion, world_from_sheet
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet, puppet_of
from kinegraph.doodles.performing.posing import clip_rotations, pose_puppet
from kinegraph.doodles.performing.puppet_layout import FOOT_GRIP, FOOT_PULL, PoseGoals
from kinegraph.doodles.performing.score import no_ground
from kinegraph.doodles.performing.synthesis import DoodlePerformance, perform_with_contacts, plan_score
from kinegraph.doodles.sketch.proportions import PRESETS

_FRAMES_TARGET = 100.0  # ms of CPU for 1,000 frames
_SLIP_TARGET = _DEPTH_TARGET = 1.0  # mm
# Length and height in leg lengths, seconds, turns; the rest is (0.6, 0.25, 0.6, 0).
_SIZES = {
    "shuffle": (0.4, 0.0, 0.4, 0), "slide": (2.5, 0.0, 1.2, 0), "skate": (2.0, 0.05, 1.0, 0),
    "jump": (1.3, 1.9, 1.0, 0), "leap": (1.8, 1.9, 0.9, 0), "front_flip": (1.4, 2.4, 1.2, 2),
    "back_flip": (1.2, 2.4, 1.2, 1), "twist_flip": (1.3, 2.4, 1.2, 1), "butterfly": (1.4, 2.0, 1.1, 0),
    "stomp": (0.0, 0.5, 0.6, 0), "front_handspring": (2.3, 1.0, 1.2, 1), "back_handspring": (2.3, 1.0, 1.2,
    1),
}  # fmt: skip


def long_doodle(leg: float, seed: int = 6, rounds: int = 2) -> list[Motion]:
    """All motions in a random order, several times over, each forward or backward, a little longer or
    shorter."""
    rng = np.random.default_rng(seed)
    motions, x, now = [], 0.0, 0.0
    for _ in range(rounds):
        for name in rng.permutation(MOTION_NAMES):
            length, high, duration, turns = _SIZES.get(str(name), (0.6, 0.25, 0.6, 0))
            length *= leg * rng.uniform(0.8, 1.3) * rng.choice([1.0, 1.0, -1.0])
            duration, share = duration * rng.uniform(0.8, 1.3), rng.uniform(0.35, 0.65)
            apex = [x + share * length, leg * high * rng.uniform(0.8, 1.2)]
            motions.append(
                Motion(
                    name=str(name),
                    backward=bool(length < 0.0),
                    start=world_from_sheet(np.array([x, 0.0])),
                    end=world_from_sheet(np.array([x + length, 0.0])),
                    apex=world_from_sheet(np.array(apex)),
                    start_time=now,
                    apex_time=now + share * duration,
                    end_time=now + duration,
                    turns=float(turns),
                )
            )
            x, now = x + length, now + duration
    return motions


def keyframes_alone(motions: list[Motion], puppet: DrawnPuppet, result: DoodlePerformance) -> Clip:
    """The same doodle as a keyframe player shows it: hips on their path, legs and arms by their angles
    alone."""
    score = plan_score(motions, puppet)
    goals = score.goals_at(result.start + result.clip.times)
    feet = goals.feet.copy()
    feet[..., FOOT_GRIP] = feet[..., FOOT_PULL] = 0.0
    loose = PoseGoals(goals.body, goals.angles, feet, np.zeros_like(goals.hands))
    played = pose_puppet(puppet, loose, no_ground)
    return Clip(puppet.skeleton, result.clip.fps, played.roots, clip_rotations(puppet, played))


def main() -> bool:
    """Prints the tables; True if a target was missed."""
    missed = False
    heads = f"{'body':10}{'frames':>8}{'ms/1000':>10}{'slip mm':>10}{'deep mm':>10}"
    print(f"{heads}   keyframes alone: slip, deep mm")
    for name, proportions in PRESETS.items():
        puppet = puppet_of(proportions)
        motions = long_doodle(puppet.leg)
        result = perform_with_contacts(motions, puppet)  # compiles, if need be
        best = np.inf
        for _ in range(4):
            began = time.process_time()
            result = perform_with_contacts(motions, puppet)
            best = min(best, time.process_time() - began)
        speed = 1e6 * best / len(result.clip)
        slip, depth = _measured(puppet, result)
        plain = replace(result, clip=keyframes_alone(motions, puppet, result))
        plain_slip, plain_depth = _measured(puppet, plain)
        print(
            f"{name:10}{len(result.clip):8}{speed:10.1f}{slip:10.3f}{depth:10.3f}"
            f"   {plain_slip:12.0f}{plain_depth:10.0f}"
        )
        missed |= speed > _FRAMES_TARGET or slip > _SLIP_TARGET or depth > _DEPTH_TARGET
    print("CPU time for planning and posing. Slip: how far one planted foot or hand creeps, at worst.")
    print(f"Targets: {_FRAMES_TARGET:g} ms, {_SLIP_TARGET:g} mm, {_DEPTH_TARGET:g} mm.")
    return missed


def _measured(puppet: DrawnPuppet, result: DoodlePerformance) -> tuple[float, float]:
    """The worst slip of a contact and the worst depth of any part [mm]."""
    slip = foot_slip(puppet.character, result.clip, result.start, result.contacts).max()
    parts = [result.clip.frames(f, min(f + 400, len(result.clip))) for f in range(0, len(result.clip), 400)]
    depth = max(depth_under_ground(puppet.character, part).max() for part in parts)
    return 1e3 * float(slip), 1e3 * float(depth)


if __name__ == "__main__":
    main()
