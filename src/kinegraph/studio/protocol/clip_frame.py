"""Clips as binary frames."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.studio.document.frames import ClipFrame, pack


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
