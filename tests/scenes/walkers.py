"""Characters and clips for the tests of scenes."""

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_normalize
from kinegraph.core.skeleton import Skeleton

BEAR = character("bear")
BEARS = {clip.name: clip for clip in sample_motions("bear")}


def random_clip(seed: int, frames: int = 20, fps: float = 20.0, *, sliding: bool = False) -> Clip:
    """A clip of five joints that goes somewhere and turns, with a random rest."""
    rng = np.random.default_rng(seed)
    skeleton = five_joints()
    steps = 0.1 * rng.normal(size=(frames, 5, 3))
    turns = quat_normalize(np.array([0.0, 0.0, 0.0, 1.0]) + quat_from_axis_angle(np.cumsum(steps, axis=0)))
    roots = np.cumsum(rng.normal(0.02, 0.05, size=(frames, 3)), axis=0) + rng.normal(size=3)
    places = None
    if sliding:
        places = skeleton.offsets + 0.05 * rng.normal(size=(frames, 5, 3))
        places[:, 0] = roots
    return Clip(skeleton, fps, roots, turns, places, name=f"clip {seed}")


def five_joints() -> Skeleton:
    rng = np.random.default_rng(99)
    return Skeleton(
        ("a", "b", "c", "d", "e"),
        np.array([-1, 0, 1, 1, 1]),
        rng.normal(size=(5, 3)),
        quat_normalize(rng.normal(size=(5, 4))),
    )
