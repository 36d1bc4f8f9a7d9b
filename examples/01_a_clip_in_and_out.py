"""Make a motion from nothing, write it as BVH, read it back, and ask where the head went.

Run: python examples/01_a_clip_in_and_out.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import load, save


def nodding_clip() -> Clip:
    """A second of somebody who nods while walking off along +Z, at 60 frames a second."""
    skeleton = Skeleton.from_offsets(
        names=["hips", "spine", "head"],
        parents=[-1, 0, 1],
        offsets=[[0, 0.9, 0], [0, 0.3, 0], [0, 0.3, 0]],
        ends=[(2, [0, 0.2, 0])],
    )
    seconds = np.arange(61) / 60
    nods = 0.4 * np.sin(2 * np.pi * seconds)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (61, 3, 1))
    rotations[:, 2] = quat_from_axis_angle(np.stack([nods, 0 * nods, 0 * nods], axis=-1))
    path = np.stack([0 * seconds, 0 * seconds + 0.9, 1.2 * seconds], axis=-1)
    return Clip(skeleton, 60.0, path, rotations, name="nodding")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    save(nodding_clip(), folder / "nodding.bvh")
    scene = load(folder / "nodding.bvh")
    clip = scene.clips[0]
    head = forward_kinematics(clip).positions[:, clip.skeleton.index("head")]
    print(f"{len(clip)} frames at {clip.fps:g} fps; the head walked {np.ptp(head[:, 2]):.2f} m")
    for note in scene.notes:
        print("note:", note)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
