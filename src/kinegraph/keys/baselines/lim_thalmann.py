"""Add the farthest frame: I. S. Lim and D. Thalmann, "Key-posture extraction out of human motion data"
(2001).

The motion is one curve in pose space, as here, and the polyline through the keys approximates it. Beginning
with the first and last frame, the frame that lies farthest from the chord of its segment becomes a key, again
and again: the polyline simplification of Ramer, Douglas and Peucker in many dimensions. A key once chosen
stays, so one pass gives the selections of all counts, and none can repair an early choice.
"""

import numpy as np

from kinegraph.core.arrays import Ints, kernel_floats
from kinegraph.keys.baselines.greedy_kernels import frames_as_added
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace


def lim_thalmann(space: PoseSpace, counts: tuple[int, ...], yardstick: SelectionSpace) -> dict[int, Ints]:
    """The first frames that were added, for each count."""
    added = frames_as_added(kernel_floats(space.points), max(counts, default=2))
    return {count: np.sort(added[:count]) for count in counts}
