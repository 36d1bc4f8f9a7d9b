"""Cuts of long clips: where a motion too long to be solved as a whole is taken apart, into shots.

The table of a stretch grows with the square of its frames and the work on it faster still, so stretches
beyond a limit are cut where the body moves slowest, about evenly. The frames of the cuts become keys.
"""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.keys.selection.pose_space import PoseSpace

# Stretches up to this many frames are solved as a whole: half a second and 50 MB for each layer.
LONGEST = 2000
# About how long the pieces of longer ones are [frames], and how far a cut may stray from an even one.
_PIECE = 1000
_STRAY = 0.3
# Speeds are averaged over this time [s], so that noise makes no minimum.
_CALM = 0.1


def slow_cuts(space: PoseSpace, certain: Ints, longest: int = LONGEST) -> tuple[int, ...]:
    """Frames to cut at so that no stretch between keys is longer than `longest` frames; increasing.

    certain: Keys that are certain, first and last frame included; they are cuts already.
    """
    cuts: list[int] = []
    for start, stop in pairwise(certain.tolist()):
        if stop - start <= longest:
            continue
        speeds = _speeds(space.frames(start, stop + 1))
        pieces = int(np.ceil((stop - start) / min(_PIECE, longest)))
        step = (stop - start) / pieces
        for piece in range(1, pieces):
            low = int((piece - _STRAY) * step)
            high = int((piece + _STRAY) * step)
            cuts.append(start + low + int(np.argmin(speeds[low : high + 1])))
    return tuple(cuts)


def _speeds(space: PoseSpace) -> Floats:
    """(N,) speed of the pose [m/s], averaged over a moment."""
    steps = np.linalg.norm(np.gradient(space.points, axis=0), axis=1) * space.fps
    reach = max(1, round(_CALM * space.fps))
    padded = np.pad(steps, (reach // 2, reach - 1 - reach // 2), "edge")
    return np.convolve(padded, np.full(reach, 1.0 / reach), "valid")
