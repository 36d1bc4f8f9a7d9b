"""States of strokes: each stroke may point either way along its axis; a round one may also lie across it.

Arrays over states (a stroke pointing one way), so that the costs of all pairs are computed at once.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.doodles.ink.line_distance_kernels import distances_to_outlines
from kinegraph.doodles.sketch.link_shape import LinkShape, inset

# Strokes rounder than this may lie across their axis, which then means little.
_ROUND = 0.6
_LEAST = 1e-3  # length of a dot, as a share of the scale: ratios of lengths stay finite


class LinkStates(NamedTuple):
    """All states of a sketch of N strokes, as the cost kernels read them.

    strokes: (S,) the stroke of each state, ascending; first: (S,) whether it is the stroke's first state.
    directions: (S, 2) unit vectors from the near end to the far end.
    lengths, widths: (S,) along and across that direction [m].
    near, far: (S, 2) places of the joints at the two ends [m].
    centres: (S, 2) the middle of each link [m]; bulges: (S, 2) as in LinkShape.
    near_gaps, far_gaps: (S, N) distance of those ends to each stroke, zero inside of an outline [m].
    scale: The typical length of a link here [m].
    """

    strokes: Ints
    first: np.ndarray
    directions: Floats
    lengths: Floats
    widths: Floats
    near: Floats
    far: Floats
    centres: Floats
    bulges: Floats
    near_gaps: Floats
    far_gaps: Floats
    scale: float

    @property
    def roundness(self) -> Floats:
        """(S,) 0 for a line, 1 for a circle, in any direction."""
        return np.minimum(self.widths, self.lengths) / np.maximum(self.widths, self.lengths)


def link_states(shapes: Sequence[LinkShape]) -> LinkStates:
    """The states of strokes; the scale of a sketch of dots is tiny, not zero."""
    strokes, directions, lengths, widths = [], [], [], []
    for index, shape in enumerate(shapes):
        ways = [(shape.axis, shape.length, shape.width)]
        if shape.roundness > _ROUND:
            ways.append((shape.across, shape.width, shape.length))
        for direction, length, width in ways:
            strokes += [index, index]
            directions += [direction, -direction]
            lengths += [length, length]
            widths += [width, width]
    scale = max(float(np.sort([shape.length for shape in shapes])[-5:].mean()), 1e-6)
    along, across = np.maximum([lengths, widths], _LEAST * scale)
    centres = np.array([shapes[stroke].centre for stroke in strokes])
    bulges = np.array([shapes[stroke].bulge for stroke in strokes])
    # A belly or a nose widens the box to one side; the link's middle stays where its outline is on average.
    sideways = np.array([(-y, x) for x, y in directions])
    centres = centres - sideways * (sideways * bulges).sum(axis=1, keepdims=True)
    reach = (0.5 * along - inset(along, across))[:, None] * np.array(directions)
    ends = np.concatenate([centres - reach, centres + reach])
    gaps = _gaps(ends, shapes)
    count = len(strokes)
    owners = np.array(strokes, dtype=np.int64)
    return LinkStates(
        owners, np.diff(owners, prepend=-1) > 0, np.array(directions), along, across,
        ends[:count], ends[count:], centres, bulges, gaps[:count], gaps[count:], scale,
    )  # fmt: skip


def _gaps(points: Floats, shapes: Sequence[LinkShape]) -> Floats:
    """(P, N) distance of points to each stroke [m], zero inside of an outline."""
    outlines = kernel_floats([shape.outline for shape in shapes])
    closed = np.array([shape.closed for shape in shapes])
    distances = np.empty((len(points), len(shapes)))
    distances_to_outlines(kernel_floats(points), outlines, closed, distances)
    return distances
