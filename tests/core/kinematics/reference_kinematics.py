"""Slow, plain NumPy twins of the compiled kernels: what the tests and the benchmark compare against."""

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.skeleton import Skeleton


def rotation_matrix(q: np.ndarray) -> np.ndarray:
    """The 3 x 3 matrix of one unit quaternion xyzw."""
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def frame_matrices(
    skeleton: Skeleton, root: np.ndarray, rotations: np.ndarray, slides: np.ndarray | None = None
) -> np.ndarray:
    """(J, 4, 4) world-from-joint matrices of one frame, a matrix product per joint."""
    world = np.zeros((len(skeleton), 4, 4))
    for joint, parent in enumerate(skeleton.parents):
        local = np.eye(4)
        local[:3, :3] = rotation_matrix(rotations[joint])
        local[:3, 3] = skeleton.offsets[joint] if slides is None else slides[joint]
        if parent < 0:
            local[:3, 3] = root
            world[joint] = local
        else:
            world[joint] = world[parent] @ local
    return world


def clip_matrices(clip: Clip) -> np.ndarray:
    """(F, J, 4, 4) world-from-joint matrices, frame by frame."""
    slides = [None] * len(clip) if clip.translations is None else clip.translations
    return np.stack(
        [
            frame_matrices(clip.skeleton, clip.root_translations[f], clip.rotations[f], slides[f])
            for f in range(len(clip))
        ]
    )
