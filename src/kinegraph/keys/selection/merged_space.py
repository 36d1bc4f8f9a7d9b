"""Merged space: one ladder of optimal selections over parts of a motion that share nothing but their ends.

Keys that are certain (fixed ones, and those of coarser layers) cut a motion into parts, and no segment of a
selection crosses a cut. The parts are solved alone, each with a table of its own length squared, and merged:
the best n keys of two neighbours are the best way to share n between them. That is exact, for `max` and `sum`
alike, and far less work than a table of the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints
from kinegraph.keys.selection.merge_kernels import merge_errors
from kinegraph.keys.selection.objectives import Combine
from kinegraph.keys.selection.selection_space import SelectionSpace


@dataclass(frozen=True, eq=False)
class Part:
    """A stretch of a motion between two certain keys, with its optimal selections.

    start, stop: First and last frame, both keys.
    found: Its selections; None where no frame between may be a key.
    scale: The length that its errors are shares of [m]; where that is zero nothing moves and no error counts.
    """

    start: int
    stop: int
    found: SelectionSpace | None
    scale: float
    _walked: dict[int, Ints] = field(default_factory=dict, repr=False)

    @cached_property
    def errors(self) -> Floats:
        """(M + 1,) smallest relative error with 0, 1, ... keys inside; squared for sums of squares."""
        if self.found is None:
            return np.zeros(1)
        errors = self.found.errors[2:]
        unit = self.scale if self.found.combine == Combine.MAX else self.scale**2
        return errors / unit if unit > 0.0 else np.where(np.isfinite(errors), 0.0, np.inf)

    def keys(self, inner: int) -> Ints:
        """(inner,) frames of the optimal `inner` keys between the part's ends."""
        if inner not in self._walked:
            frames = np.empty(0, dtype=np.int64)
            if inner > 0 and self.found is not None:
                frames = self.start + self.found.keys(inner + 2)[1:-1]
            self._walked[inner] = frames
        return self._walked[inner]


class MergedSpace:
    """Optimal selections of every count over parts that follow each other.

    parts: In order; each starts where the one before it stops.
    errors: (M + 1,) smallest relative error with 0, 1, ... keys besides the cuts.
    """

    def __init__(self, parts: Sequence[Part], combine: Combine) -> None:
        self.parts = tuple(parts)
        self.errors = self.parts[0].errors
        self._given: list[NDArray[np.int32]] = []  # per later part and count, how many keys the part gets
        for part in self.parts[1:]:
            self.errors, given = merge_errors(self.errors, part.errors, combine == Combine.SUM)
            self._given.append(given)

    @cached_property
    def cuts(self) -> Ints:
        """The keys at the ends of parts."""
        return np.array([self.parts[0].start, *(part.stop for part in self.parts)], dtype=np.int64)

    @property
    def counts(self) -> Ints:
        """Numbers of keys besides the cuts that have a selection."""
        return np.flatnonzero(np.isfinite(self.errors))

    def shares(self, inner: Ints) -> list[Ints]:
        """Per part, how many of `inner` (R,) keys besides the cuts it has, for each of the R counts."""
        left, found = np.asarray(inner, dtype=np.int64), []
        for given in reversed(self._given):
            found.append(given[left].astype(np.int64))
            left = left - found[-1]
        return [left, *reversed(found)]

    def keys(self, inner: int) -> Ints:
        """(inner,) frames of the optimal `inner` keys besides the cuts, in order."""
        shares = self.shares(np.array([inner]))
        return np.concatenate(
            [part.keys(int(share[0])) for part, share in zip(self.parts, shares, strict=True)]
        )
