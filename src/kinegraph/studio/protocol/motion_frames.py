"""Poses and clips as binary frames."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.pose import Pose
from kinegraph.studio.document.frames import ClipFrame, PoseFrame, pack


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


def clip_arrays(clip: Clip) -> dict[str, np.ndarray]:
    """A clip's arrays as pages get them."""
    arrays = {"roots": clip.root_translations, "rotations": clip.rotations}
    if clip.translations is not None:
        arrays["translations"] = clip.translations
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def clip_frame(id: str, blob: str, clip: Clip, walked: Floats | None = None) -> bytes:
    """A motion's frames as pages get them. walked: As a shelved motion has it."""
    arrays = clip_arrays(clip)
    if walked is not None:
        arrays["walked"] = walked.astype(np.float32)
    return pack(ClipFrame(motion=id, blob=blob, fps=clip.fps), arrays)
