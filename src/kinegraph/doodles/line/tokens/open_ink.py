"""OpenInk: the known points of a line after its last token, while it is drawn."""

from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class OpenInk:
    """Points [m] after the last token.

    all: (N, 2) as far as they are settled, up to the first cut.
    count: How many of these surely belong to the next token.
    """

    all: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    count: int = 0

    @property
    def next_token(self) -> Floats:
        return self.all[: self.count]
