"""Remove the least useful key: H. Togawa and M. Okuda, "Position-based keyframe selection for human motion
animation" (2005).

At first every frame is a key. Then the key goes whose loss distorts the motion least, again and again until
the first and last frame are left. The distortion of a loss is the largest distance of the frames between its
two neighbours to their chord. As with adding, one pass gives all counts and no choice is taken back.
"""

import numpy as np

from kinegraph.core.arrays import Ints, kernel_floats
from kinegraph.keys.baselines.greedy_kernels import frames_as_removed
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace


def togawa_okuda(space: PoseSpace, counts: tuple[int, ...], yardstick: SelectionSpace) -> dict[int, Ints]:
    """The frames that were still keys, for each count."""
    removed = frames_as_removed(kernel_floats(space.points), min(counts, default=len(space)))
    return {count: np.setdiff1d(np.arange(len(space)), removed[: len(space) - count]) for count in counts}
