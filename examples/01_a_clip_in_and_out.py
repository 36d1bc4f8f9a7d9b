"""Make a motion from scratch, write it as BVH, read it back, and measure how far the head moved.

Run: python examples/01_a_clip_in_and_out.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg


def nodding_clip() -> kg.Clip:
    """One second of a figure that nods while it moves along +Z, at 60 frames a second."""
    skeleton = kg.Skeleton.from_offsets(
        names=["hips", "spine", "head"],
        parents=[-1, 0, 1],
        offsets=[[0, 0.9, 0], [0, 0.3, 0], [0, 0.3, 0]],
        ends=[(2, [0, 0.2, 0])],
    )
    seconds = np.arange(61) / 60
    nods = 0.4 * np.sin(2 * np.pi * seconds)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (61, 3, 1))
    rotations[:, 2] = kg.core.quat_from_axis_angle(np.stack([nods, 0 * nods, 0 * nods], axis=-1))
    path = np.stack([0 * seconds, 0 * seconds + 0.9, 1.2 * seconds], axis=-1)
    return kg.Clip(skeleton, 60.0, path, rotations, name="nodding")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kg.save(nodding_clip(), folder / "nodding.bvh")
    scene = kg.load(folder / "nodding.bvh")
    clip = scene.clips[0]
    head = kg.forward_kinematics(clip).positions[:, clip.skeleton.index("head")]
    print(f"{len(clip)} frames at {clip.fps:g} fps; the head moved {np.ptp(head[:, 2]):.2f} m")
    for note in scene.notes:
        print("note:", note)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
