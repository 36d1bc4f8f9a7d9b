"""Automatic choice of one selection from a space by two thresholds (thesis 4.3.4)."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.salient.distance_kernels import farthest_pair
from kinegraph.salient.objectives import Combine
from kinegraph.salient.pose_space import PoseSpace
from kinegraph.salient.selection_space import SelectionSpace

# How far beyond the first accurate selection a significant one is looked for, in keys.
_MORE = 1.5


@dataclass(frozen=True)
class Thresholds:
    """When a selection is good enough.

    accuracy: Largest error, as a share of the largest distance between any two poses of the segment.
    significance: Share by which a selection must improve on the one with a key less, to be worth its key.
    """

    accuracy: float
    significance: float = 0.10

    def __post_init__(self) -> None:
        if not self.accuracy > 0 or not np.isfinite(self.accuracy):
            raise InvalidValue(f"The accuracy threshold must be above zero, not {self.accuracy}.")
        if not 0 <= self.significance < 1:
            raise InvalidValue(
                f"The significance threshold must lie between 0 and 1, not {self.significance}."
            )


def relative_errors(found: SelectionSpace, space: PoseSpace) -> Floats:
    """Errors at every count as shares of the largest distance between any two poses of the segment.

    Sums of squares become root mean squares first: the thesis divides a sum of squares by a length, which
    depends on the unit and on the frame rate. A motion without extent has no error.
    """
    size = farthest_pair(kernel_floats(space.points))
    if size == 0.0:
        return np.where(np.isfinite(found.errors), 0.0, np.inf)
    errors = found.errors if found.combine == Combine.MAX else np.sqrt(found.errors / len(space))
    return errors / size


def chosen_count(found: SelectionSpace, space: PoseSpace, thresholds: Thresholds) -> int:
    """The fewest keys whose selection is accurate, and significantly better than with a key less.

    Where no selection is both, the fewest that are accurate; a key on every frame always is.
    """
    return fewest_good(relative_errors(found, space), thresholds)


def fewest_good(errors: Floats, thresholds: Thresholds) -> int:
    """The smallest index of relative `errors`, infinite where there is nothing, that the thresholds let pass.

    The last where none is accurate. Significance is looked for up to half as many keys again as accuracy
    needs: of hundreds of keys no single one improves by a tenth, and the search would end at all of them.
    """
    counts = np.flatnonzero(np.isfinite(errors))
    accurate = counts[errors[counts] <= thresholds.accuracy]
    if not len(accurate):
        return int(counts[-1])
    accurate = accurate[accurate <= _MORE * accurate[0] + 1]
    before = np.where(accurate > 0, errors[accurate - 1], np.inf)
    better = ~np.isfinite(before) | (errors[accurate] <= (1.0 - thresholds.significance) * before)
    return int(accurate[np.argmax(better)])
