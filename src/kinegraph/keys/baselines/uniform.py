"""Uniform keys: one every n frames, as an export at a lower frame rate would have."""

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace


def uniform(space: PoseSpace, counts: tuple[int, ...], yardstick: SelectionSpace) -> dict[int, Ints]:
    """Keys at equal distances in time, each rounded to the nearest frame."""
    return {count: uniform_keys(len(space), count) for count in counts}


def uniform_keys(frames: int, count: int) -> Ints:
    """(count,) the whole numbers nearest to a division of 0..frames-1 into equal parts, halves upwards."""
    # In whole numbers: a half rounded to even could give the same frame twice.
    return (2 * np.arange(count) * (frames - 1) + count - 1) // (2 * (count - 1))
