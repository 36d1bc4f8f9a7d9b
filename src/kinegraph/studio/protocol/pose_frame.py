"""Poses as binary frames."""

import numpy as np

from kinegraph.core.pose import Pose
from kinegraph.studio.document.frames import PoseFrame, pack


def pose_arrays(pose: Pose) -> dict[str, np.ndarray]:
    """The arrays of a pose as frames carry them."""
    arrays: dict[str, np.ndarray] = {
        "root": pose.root_translation.astype(np.float32),
        "rotations": pose.rotations.astype(np.float32),
    }
    if pose.translations is not None:
        arrays["translations"] = pose.translations.astype(np.float32)
    return arrays


def pose_frame(pose: Pose, character: str, sequence: int, time: float) -> bytes:
    """The binary frame of a pose."""
    return pack(PoseFrame(character=character, sequence=sequence, time=time), pose_arrays(pose))
