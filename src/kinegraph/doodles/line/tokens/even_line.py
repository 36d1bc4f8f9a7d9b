"""EvenLine: vertices at even steps along a smoothed line, from the points of a pen as they arrive.

The points of a device depend on its rate, its clock and its silence while the pen is still; the vertices
should not. Places are sampled at even times, smoothed over a few hundredths of a second (corners of a slow
pen stay sharp, tremor goes away), and then resampled at even distances.
"""

from copy import copy
from math import hypot

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.tokens.tokenizer_kernels import (
    CLOCK,
    INDEX,
    SMOOTHING,
    TIME,
    X,
    Y,
    knots_of,
    samples_of,
    smoothed_samples,
    walk_steps,
)

DT = 1.0 / 120.0  # grid of time [s]
BLUR = 1.2  # smoothing along the line [vertex steps]
_TURNS_BACK = 1.0  # change of the way from one step to the next from which on there is a tip [vertex steps]
_AT_TIP = 0.1  # so near to a tip the pen has come to it [vertex steps]
_OWN = ("_knots", "_samples", "_smooth", "_vertices", "_state", "_clock", "_anchor", "_previous")


class GrowingRows:
    """Rows of numbers that grow at the end; `rows` is a view and copies nothing."""

    def __init__(self, width: int) -> None:
        self._rows = np.empty((64, width))
        self._count = 0

    def __copy__(self) -> "GrowingRows":
        twin = GrowingRows.__new__(GrowingRows)
        twin._rows, twin._count = self._rows, self._count
        return twin

    def extend(self, rows: Floats) -> None:
        need = self._count + len(rows)
        if need > len(self._rows):
            grown = np.empty((max(need, 2 * len(self._rows)), self._rows.shape[1]))
            grown[: self._count] = self._rows[: self._count]
            self._rows = grown
        self._rows[self._count : need] = rows
        self._count = need

    def __len__(self) -> int:
        return self._count

    @property
    def rows(self) -> Floats:
        return self._rows[: self._count]


class EvenLine:
    """Vertices (V, 4) of a line: x, y [m], time [s] and the index of the stroke's point they lie at.

    step: Distance between two vertices [m].
    first_index: Index in the stroke of the first point that will be fed.
    """

    def __init__(self, step: float, first_index: int = 0) -> None:
        self._step = step
        self._index = first_index
        self._knots = GrowingRows(5)
        self._samples = GrowingRows(4)
        self._smooth = GrowingRows(4)
        self._vertices = GrowingRows(4)
        self._state = np.array([0.0, 0.0, 0.0, 0.0, -1.0])
        self._clock = np.zeros(1)
        self._sampled = 0  # knots up to which samples were taken
        self._anchor = np.zeros(4)
        self._previous = np.zeros(4)
        self._last = np.zeros(4)
        self._tip: tuple[int, Floats] | None = None  # the last that was asked for

    @property
    def vertices(self) -> Floats:
        return self._vertices.rows

    def tip(self, vertex: int) -> Floats:
        """(4,) the tip of the line at a vertex where it turns back; elsewhere the vertex itself.

        Vertices are a step apart, so the line may reach up to a step farther than the nearest of them.
        """
        rows = self._vertices.rows
        if not 0 < vertex < len(rows) - 1:
            return rows[vertex]
        if self._tip is None or self._tip[0] != vertex:  # a token begins where the one before ended
            self._tip = vertex, self._find_tip(vertex)
        return self._tip[1]

    def _find_tip(self, vertex: int) -> Floats:
        rows = self._vertices.rows
        here = rows[vertex]
        before_x, before_y, before, _ = rows[vertex - 1].tolist()
        x, y = here.item(X), here.item(Y)
        after_x, after_y, after, _ = rows[vertex + 1].tolist()
        across, along = before_x + after_x - 2.0 * x, before_y + after_y - 2.0 * y
        turned = hypot(across, along)
        if turned < _TURNS_BACK * self._step:
            return here
        times = self._smooth.rows[:, TIME]
        near = self._smooth.rows[times.searchsorted(before) : times.searchsorted(after)]
        if not len(near):
            return here
        far = -((near[:, X] - x) * across + (near[:, Y] - y) * along) / turned
        first = int(np.argmax(far >= far.max() - _AT_TIP * self._step))
        return near[first] if far[first] > 0.0 else here

    def feed(self, points: Floats, times: Floats) -> None:
        """Takes points (N, 2) [m] and their times (N,) [s]."""
        if not len(points):
            return
        self._knots.extend(knots_of(points, times, self._index, self._state))
        self._index += len(points)
        self._last = np.array([points[-1, 0], points[-1, 1], times[-1], self._index - 1])
        self._advance(len(self._knots) - 2, finished=False)

    def finish(self) -> None:
        """Ends the line at its last point: the pen has left the sheet."""
        if not len(self._knots):
            return
        if self._knots.rows[-1, INDEX] != self._last[INDEX]:
            knot = np.append(self._last, self._state[CLOCK] + DT)
            self._knots.extend(knot[None])
        self._advance(len(self._knots) - 1, finished=True)

    def copy(self) -> "EvenLine":
        """A line that continues from here; this one must not be used until the copy is dropped.

        Existing rows are shared; rows that the copy adds are overwritten when this line continues.
        """
        twin = copy(self)
        for name in _OWN:
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    def _advance(self, last_knot: int, finished: bool) -> None:
        if last_knot > self._sampled:
            samples = samples_of(self._knots.rows, self._sampled, last_knot, self._clock, DT)
            self._samples.extend(samples)
            self._sampled = last_knot
        if finished:
            self._samples.extend(self._last[None])
        ready = len(self._samples) - (0 if finished else SMOOTHING)
        done = len(self._smooth)
        if ready > done:
            smooth = smoothed_samples(self._samples.rows, done, ready, DT, BLUR * self._step)
            if finished:
                smooth[-1] = self._last
            self._walk(smooth)
            self._smooth.extend(smooth)
        if finished:
            self._vertices.extend(self._last[None])

    def _walk(self, smooth: Floats) -> None:
        if not len(self._vertices):
            self._anchor[:] = smooth[0]
            self._previous[:] = smooth[0]
            self._vertices.extend(smooth[:1])
        self._vertices.extend(walk_steps(self._anchor, self._previous, smooth, self._step))
