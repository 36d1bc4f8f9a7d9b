"""Teleports: frames between which a whole body is put somewhere else.

Loops that start over, takes that were joined, characters that a game sets back. No curve should sweep across
such a gap, and the way across must not be what the rest is measured by: both of its sides are keys.
"""

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height

# From one frame to the next the root moves by at least this share of the character's height, and so many
# times as far as in the frames before and after. The first alone would be a run at few frames per second.
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
