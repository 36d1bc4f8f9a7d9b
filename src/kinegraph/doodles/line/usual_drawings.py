"""Usual drawings: how a motion is drawn by many hands, and how odd another drawing of it is.

The measures of each part of a gesture have means, spreads and correlations over written lines. The oddness
of a drawing is its squared distance from the mean in these units (P. C. Mahalanobis 1936). The cost of a
gesture is a sum: an offset, a cost of being unclear, and costs of oddness. They are fitted together, so
that of all chains of a line the meant one is the most probable (a conditional random field, J. Lafferty et
al. 2001, with segments as by S. Sarawagi and W. Cohen 2004); benchmarks/doodles/fit_reading.py fits all of
it. A gesture without usual drawings is as dear as it is unclear.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.part_layout import MEASURES

# Measures that tell drawings apart. Others follow from them, or count what is meant, as the turns of a flip.
TELLING = (
    "height", "reach", "apex", "bow", "point", "along", "against", "bottoms", "level", "chord", "lean",
    "slant", "swell", "corners", "flat", "ripple", "climb", "outset", "broad", "skew",
)  # fmt: skip
COLUMNS = np.array([MEASURES.index(name) for name in TELLING])
FARTHEST = 4.0  # a measure is at most this far from the mean [spreads]
ODDEST = 6.0  # more oddness costs no more


@dataclass(frozen=True, eq=False)
class UsualDrawing:
    """Usual drawings of one way to draw a motion. A cost of 1 is that of a usual motion.

    centers, spreads: (P, M) of the telling measures of the parts. precisions: (P, M, M) inverses of their
        correlations.
    offset, unclear, odd, far, pause: Costs: of the motion; of breaking a limit wholly; of oddness, and of its
        root; of each pause within it.
    """

    centers: Floats
    spreads: Floats
    precisions: Floats
    offset: float
    unclear: float
    odd: float
    far: float
    pause: float

    def oddness(self, measures: ArrayLike) -> float:
        """Oddness of a drawing whose parts have these MEASURES: about 1 for a usual one."""
        rows = np.asarray(measures, dtype=np.float64)[:, COLUMNS]
        off = np.clip((rows - self.centers) / self.spreads, -FARTHEST, FARTHEST)
        return float(np.einsum("pi,pij,pj->", off, self.precisions, off)) / off.size

    def cost(self, clear: float, oddness: float, pauses: int) -> float:
        """Cost of a drawing of that clearness, 0..1, and oddness."""
        odd = self.odd * min(oddness, ODDEST) + self.far * oddness**0.5
        return self.offset + self.unclear * (1.0 - clear) + odd + self.pause * pauses


@lru_cache(maxsize=1)
def usual_drawings() -> Mapping[str, tuple[UsualDrawing, ...]]:
    """Usual drawings of each motion: one for every way to draw it."""
    text = files("kinegraph.doodles.line").joinpath("usual_drawings.json").read_text(encoding="utf-8")
    return {name: tuple(map(_drawing, ways)) for name, ways in json.loads(text).items()}


def _drawing(row: Mapping[str, Any]) -> UsualDrawing:
    parts = row["parts"].values()
    costs = (row[name] for name in ("offset", "unclear", "odd", "far", "pause"))
    return UsualDrawing(
        np.array([part["centers"] for part in parts]),
        np.array([part["spreads"] for part in parts]),
        np.array([_symmetric(part["precisions"]) for part in parts]),
        *costs,
    )


def _symmetric(lower: Sequence[Sequence[float]]) -> Floats:
    """(M, M) a symmetric matrix from the rows of its lower triangle."""
    found = np.zeros((len(lower), len(lower)))
    for place, row in enumerate(lower):
        found[place, : place + 1] = found[: place + 1, place] = row
    return found
