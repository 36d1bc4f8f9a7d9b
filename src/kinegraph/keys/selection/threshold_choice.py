"""Automatic choice of one selection from a space by two thresholds (thesis 4.3.4)."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

# How far beyond the first accurate selection a significant one is looked for, in keys.
_MORE, _FEW = 1.5, 3


@dataclass(frozen=True)
class Thresholds:
    """Limits at which a selection is good enough.

    accuracy: Largest error, as a share of the largest distance between any two poses of the segment.
    significance: Share by which a selection must improve on the one with a key less, to be worth its key.
    """

    accuracy: float
    significance: float = 0.10

    def __post_init__(self) -> None:
        if not self.accuracy > 0 or not np.isfinite(self.accuracy):
            raise InvalidValue(f"The accuracy threshold must be a share above zero, not {self.accuracy}.")
        if not 0 <= self.significance < 1:
            raise InvalidValue(
                f"The significance threshold must be a share from 0 to below 1, not {self.significance}."
            )


def fewest_good(errors: Floats, thresholds: Thresholds) -> int:
    """The smallest index of relative `errors`, infinite where there is nothing, that the thresholds let pass.

    The fewest that are accurate and significantly better than with a key less; where none is both, the
    fewest that are accurate, and the last where none is that. Significance is looked for a few keys beyond
    what accuracy needs, up to half as many again: of hundreds of keys no single one improves by a tenth, and
    the search would end at all of them.
    """
    counts = np.flatnonzero(np.isfinite(errors))
    accurate = counts[errors[counts] <= thresholds.accuracy]
    if not len(accurate):
        return int(counts[-1])
    accurate = accurate[accurate <= _MORE * accurate[0] + _FEW]
    before = np.where(accurate > 0, errors[accurate - 1], np.inf)
    better = ~np.isfinite(before) | (errors[accurate] <= (1.0 - thresholds.significance) * before)
    return int(accurate[np.argmax(better)])
