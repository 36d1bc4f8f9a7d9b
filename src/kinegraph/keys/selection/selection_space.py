"""Selection space: one optimal choice of keys for every count, found together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.selection.objectives import Combine, Objective, objective_named
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.search_kernels import prefix_minima, search_selections, walk_selection


@dataclass(frozen=True)
class KeyRules:
    """Rules that a selection must respect.

    fixed: Frames that are always keys.
    forbidden: Frames that are never keys.
    gap: Smallest number of frames from one key to the next.
    """

    fixed: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()
    gap: int = 1


FREE = KeyRules()


@dataclass(frozen=True, eq=False)
class SelectionSpace:
    """Optimal selections of a motion for every count of keys; the first and last frame are always keys.

    errors: (K + 1,) smallest error with exactly n keys, at index n; infinite where no selection has n keys.
    best_errors: (K + 1,) smallest error with at most n keys. Exactly n can be worse than fewer.
    """

    errors: Floats
    best_errors: Floats
    combine: Combine
    _matrix: Floats
    _lowest: Ints
    _highest: Ints

    @property
    def frame_count(self) -> int:
        """Number of frames of the motion."""
        return len(self._matrix)

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts of keys that have a selection, fewest first."""
        return tuple(np.flatnonzero(np.isfinite(self.errors)).tolist())

    def keys(self, count: int) -> Ints:
        """(count,) frames of an optimal selection of exactly `count` keys; ties go to the earliest."""
        if not 0 <= count < len(self.errors) or not np.isfinite(self.errors[count]):
            counts = self.counts
            raise InvalidValue(
                f"{count} keys are not possible here; choose from {counts[0]} to {counts[-1]}."
            )
        frames = np.empty(count, dtype=np.int64)
        walk_selection(
            self._matrix, self._lowest, self._highest, count - 1, self.combine == Combine.SUM, frames
        )
        return frames

    def best_count(self, at_most: int) -> int:
        """The fewest keys, up to `at_most`, that reach the smallest error possible with that many."""
        usable = [count for count in self.counts if count <= at_most]
        if not usable:
            raise InvalidValue(f"At least {self.counts[0]} keys are needed here; {at_most} were asked for.")
        return min(usable, key=lambda count: (self.errors[count], count))

    @property
    def edges(self) -> Floats:
        """(N, N) read-only: for i < j, `edges[j, i]` is the cost of the segment i..j. The rest is unused.

        Segments that pass over a fixed key cost infinity.
        """
        view = self._matrix.view()
        view.flags.writeable = False
        return view

    def error_of(self, keys: Sequence[int] | Ints) -> float:
        """Cost of any selection, added up from the first segment on, as the search does."""
        error = 0.0
        for i, j in pairwise(keys):
            edge = float(self._matrix[j, i])
            error = error + edge if self.combine == Combine.SUM else max(error, edge)
        return error

    def importance(self) -> Floats:
        """(N,) how long each frame survives as the count shrinks: 1 if it is always a key, 0 if never.

        The share of counts at which the frame is a key, a count n weighing 1 / n: to be one of five keys says
        more than to be one of five hundred.
        """
        survived, whole = np.zeros(self.frame_count), 0.0
        for count in self.counts:
            survived[self.keys(count)] += 1.0 / count
            whole += 1.0 / count
        return np.minimum(survived / whole, 1.0)


def selection_space(
    space: PoseSpace,
    objective: Objective | str = "chord_max",
    *,
    rules: KeyRules = FREE,
    most: int | None = None,
    combine: Combine | str | None = None,
) -> SelectionSpace:
    """Finds the optimal selection of every count up to `most` (all by default).

    combine: Overrules how the objective adds its edges up.
    """
    chosen = objective_named(objective) if isinstance(objective, str) else objective
    how = chosen.combine if combine is None else Combine(combine)
    count = len(space)
    lowest, highest, allowed = _windows(count, rules)
    segments = count - 1 if most is None else min(max(most, 2), count) - 1
    matrix = _edges_between(space, chosen, np.unique([0, count - 1, *rules.fixed]))
    search_selections(
        matrix, prefix_minima(matrix, lowest), lowest, highest, allowed, segments, how == Combine.SUM
    )
    errors = np.concatenate([[np.inf], matrix[: segments + 1, count - 1]])
    if not np.isfinite(errors).any():
        raise InvalidValue(
            "No selection of keys satisfies all rules: the fixed frames, the forbidden frames and the gap "
            "conflict."
        )
    return SelectionSpace(errors, np.minimum.accumulate(errors), how, matrix, lowest, highest)


def _edges_between(space: PoseSpace, objective: Objective, pillars: Ints) -> Floats:
    """(N, N) the table of edges; infinite for segments that pass over one of the `pillars`, fixed keys."""
    matrix = np.empty((len(space), len(space)))
    if len(pillars) == 2:
        objective.fill(space, matrix)
        return matrix
    matrix[:] = np.inf
    for start, stop in pairwise(pillars.tolist()):
        part = np.empty((stop - start + 1, stop - start + 1))
        objective.fill(space.frames(start, stop + 1), part)
        between = np.tri(len(part), k=-1, dtype=np.bool_)
        matrix[start : stop + 1, start : stop + 1][between] = part[between]
    return matrix


def _windows(count: int, rules: KeyRules) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Per frame the first and last frame that may be the key before it, and whether it may be a key."""
    fixed = _frames("fixed", rules.fixed, count)
    forbidden = _frames("forbidden", rules.forbidden, count)
    always = {0, count - 1, *fixed}
    clash = sorted(always & forbidden)
    if clash:
        raise InvalidValue(f"Frame {clash[0]} is forbidden, but it must be a key.")
    if rules.gap < 1:
        raise InvalidValue(f"The gap between keys must be at least one frame, not {rules.gap}.")
    frames = np.arange(count)
    pillars = np.array(sorted(always))
    lowest = pillars[np.maximum(np.searchsorted(pillars, frames) - 1, 0)]
    allowed = np.ones(count, dtype=np.bool_)
    allowed[sorted(forbidden)] = False
    return lowest, frames - rules.gap, allowed


def _frames(what: str, frames: Iterable[int] | Sequence[int], count: int) -> set[int]:
    chosen = {int(frame) for frame in frames}
    outside = sorted(frame for frame in chosen if not 0 <= frame < count)
    if outside:
        raise InvalidValue(f"The {what} frame {outside[0]} is outside the motion's {count} frames.")
    return chosen
