"""Teleports: frames between which the whole body jumps to another place.

They come from loops that start over, joined takes, and games that reset a character. No curve should sweep
across such a gap, and its distance must not set the scale for the rest, so both of its sides are keys.
"""

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height

# In a teleport the root moves by at least this share of the character's height in one frame, and by at least
# this multiple of its motion in the frames around it. The first alone could be a run at a low frame rate.
_FAR, _SUDDEN = 0.5, 10.0


def teleports(clip: Clip) -> tuple[int, ...]:
    """The last frame before each teleport, increasing."""
    steps = np.linalg.norm(np.diff(clip.root_translations, axis=0), axis=1)
    if len(steps) < 2:
        return ()
    around = np.pad(steps, 1)
    usual = np.maximum(around[:-2], around[2:])
    found = (steps >= _FAR * standing_height(clip)) & (steps > _SUDDEN * usual)
    return tuple(np.flatnonzero(found).tolist())
