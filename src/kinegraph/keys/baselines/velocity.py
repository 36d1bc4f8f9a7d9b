"""Detection at slow moments, after T. Miura et al.: actions are separated by moments of low speed.

The speed of a frame is the sum of its joints' speeds, and its local minima are the candidates. The count
cannot be chosen: the thesis names that as the drawback of all detection. Here the candidates are ranked
by their prominence, how far the speed rises on both sides before it falls lower still, and the most prominent
are taken. There are never more keys than minima (and the two ends): larger counts are left out.
"""

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace


def velocity(space: PoseSpace, counts: tuple[int, ...], yardstick: SelectionSpace) -> dict[int, Ints]:
    """The most prominent minima of speed between the first and last frame."""
    ranked = speed_minima(space)
    ends = [0, len(space) - 1]
    return {
        count: np.sort(np.concatenate([ends, ranked[: count - 2]]))
        for count in counts
        if count - 2 <= len(ranked)
    }


def speed_minima(space: PoseSpace) -> Ints:
    """Frames where the speed is lowest among their neighbours, most prominent first, then earliest first.

    Of a held pose, the middle frame.
    """
    from scipy.signal import find_peaks

    slowness = -_speeds(space)
    minima, found = find_peaks(slowness, prominence=0.0)
    return minima[np.argsort(-found["prominences"], kind="stable")].astype(np.int64)


def _speeds(space: PoseSpace) -> Floats:
    """(N,) sum of the joints' speeds [m/s]; of the whole pose where the space has no joints."""
    velocities = np.gradient(space.points, axis=0) * space.fps
    joints = len(space.joints) if 3 * len(space.joints) == space.points.shape[1] else 1
    return np.linalg.norm(velocities.reshape(len(space), joints, -1), axis=2).sum(axis=1)
