"""Edge table of the contact objective: how many touch-downs and lift-offs a segment passes over."""

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints


def contact_events(touching: NDArray[np.bool_]) -> Ints:
    """(N,) how many points touch down, or are about to lift off, at each frame.

    A touch-down is the first frame of a contact, a lift-off the last: the two poses that stand.

    touching: (N, P) whether each point stands on the ground.
    """
    down, up = np.zeros(touching.shape, dtype=np.int64), np.zeros(touching.shape, dtype=np.int64)
    down[1:] = touching[1:] & ~touching[:-1]
    up[:-1] = touching[:-1] & ~touching[1:]
    return (down + up).sum(axis=1)


def fill_contact(touching: NDArray[np.bool_], matrix: Floats) -> None:
    """Writes edges over `matrix` (N, N): `matrix[j, i]` is the number of events strictly between i and j."""
    up_to = np.cumsum(contact_events(touching))
    before = np.concatenate([[0], up_to[:-1]])
    np.subtract.outer(before.astype(np.float64), up_to.astype(np.float64), out=matrix)
    np.maximum(matrix, 0.0, out=matrix)  # neighbours have no frame between
