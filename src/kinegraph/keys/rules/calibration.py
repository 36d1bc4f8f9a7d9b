"""Calibration frames: poses at either end of a capture that are no part of the motion.

Conversions of captures often begin with a T-pose row, and recordings with a pose that is held for
calibration. From there the body jumps to where the motion begins, in one frame and with no motion that leads
there.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.core.kinematics.forward import forward_kinematics

# A jump moves the mean joint by this share of the character's height in a frame, and by this multiple of the
# fastest frame within so long of it [s].
_FAR, _SUDDEN, _NEAR = 0.015, 4.0, 0.25
# Frames before a jump are a calibration where there are this few, or where the body holds still, moving less
# than this share of its height a second; and never more than this share of the clip.
_FEW, _STILL, _MOST = 5, 0.02, 0.25


def moving_span(clip: Clip) -> tuple[int, int]:
    """First and last frame of the motion proper; all of a clip that has no calibration frames."""
    steps = _steps(clip)
    return _first(steps, clip.fps), len(clip) - 1 - _first(steps[::-1], clip.fps)


def _steps(clip: Clip) -> Floats:
    """(N - 1,) mean distance that joints move from frame to frame, in heights of the character."""
    places = forward_kinematics(clip).positions
    return np.linalg.norm(np.diff(places, axis=0), axis=-1).mean(axis=1) / standing_height(clip)


def _first(steps: Floats, fps: float) -> int:
    """The first frame after the last jump that parts a calibration from the motion; 0 without such a jump."""
    near, found = max(3, round(_NEAR * fps)), 0
    for step in range(min(len(steps) - near, int(_MOST * len(steps)))):
        after = steps[step + 1 : step + 1 + near].max()
        held = step < _FEW or steps[found:step].max(initial=0.0) <= _STILL / fps
        if not held:
            break
        if steps[step] > _FAR and steps[step] > _SUDDEN * after:
            found = step + 1
    return found
