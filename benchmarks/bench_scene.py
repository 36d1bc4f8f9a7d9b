"""A scene of ten characters: CPU time a frame, time to scrub to any frame, and memory of the process."""

import resource
import time

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.scenes import (
    LayerKind,
    Member,
    Place,
    Stage,
    StagePlayer,
    Target,
    TargetKind,
    Track,
    TrackClip,
    TrackLayer,
)

CHARACTERS, JOINTS, MINUTE = 10, 30, 60.0
FRAME, SCRUB, MEMORY = 2.0, 30.0, 600.0  # targets: [ms] CPU a frame, [ms] the slowest frame, [MB]


def walker(number: int) -> Character:
    """A character of five chains."""
    parents = [-1, *(0 if joint % 6 == 0 else joint - 1 for joint in range(1, JOINTS))]
    offsets = np.random.default_rng(number).normal(0.0, 0.1, (JOINTS, 3))
    skeleton = Skeleton.from_offsets([f"joint {joint}" for joint in range(JOINTS)], parents, offsets)
    return Character.bare(f"walker {number}", skeleton)


def wandering(character: Character, seed: int, seconds: float) -> Clip:
    """A motion in which everything moves."""
    rng = np.random.default_rng(seed)
    frames = round(seconds * 60.0) + 1
    turns = quat_from_axis_angle(np.cumsum(rng.normal(0.0, 0.01, (frames, JOINTS, 3)), axis=0))
    roots = np.cumsum(rng.normal(0.0, 0.005, (frames, 3)), axis=0)
    return Clip(character.skeleton, 60.0, roots, turns, name=f"motion {seed}")


def crowded(targets: bool) -> Stage:
    """Ten characters with four cross-faded clips and two layers. targets: Whether they look."""
    members = []
    for number in range(CHARACTERS):
        character = walker(number)
        clips = [wandering(character, 10 * number + part, 0.25 * MINUTE + 1.0) for part in range(4)]
        half = np.concatenate([np.arange(JOINTS) > JOINTS // 2, [False]]).astype(float)
        layers = (
            TrackLayer((TrackClip(clips[0], fade=1.0, fade_out=1.0, repeat=3),), half),
            TrackLayer((TrackClip(clips[1], fade=1.0, repeat=3),), 0.5 * half, LayerKind.ADDITIVE),
        )
        look = Target(TargetKind.LOOK, Place(f"walker {(number + 1) % CHARACTERS}"), "joint 5")
        members.append(
            Member(
                character.name,
                character,
                Track(tuple(TrackClip(clip, fade=1.0) for clip in clips), layers),
                (look,) if targets else (),
            )
        )
    return Stage(tuple(members), length=MINUTE)


def main() -> bool:
    """Prints the table; True if a target was missed."""
    missed = False
    print(
        f"{CHARACTERS} characters of {JOINTS} joints, a minute of cross-fades and two layers each; CPU time"
    )
    for targets in (False, True):
        player = StagePlayer(crowded(targets))
        player.poses(0.0)
        every = np.arange(0.0, MINUTE, 0.1)
        start = time.process_time()
        for moment in every.tolist():
            player.poses(moment)
        frame = 1e3 * (time.process_time() - start) / len(every)
        scrubs = []
        for moment in np.random.default_rng(1).uniform(0.0, MINUTE, 200).tolist():
            start = time.process_time()
            player.poses(moment)
            scrubs.append(1e3 * (time.process_time() - start))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        what = "and all look at each other" if targets else "no targets"
        missed |= (frame > FRAME and not targets) or max(scrubs) > SCRUB or memory > MEMORY
        print(
            f"{what:28} {frame:6.2f} ms a frame (target {FRAME:g} without targets), slowest of 200 scrubs "
            f"{max(scrubs):6.2f} ms (target {SCRUB:g}), {memory:4.0f} MB (target {MEMORY:g})"
        )
    return missed


if __name__ == "__main__":
    raise SystemExit(main())
