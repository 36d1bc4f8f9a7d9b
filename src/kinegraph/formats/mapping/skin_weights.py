"""Skin weights as a Skin holds them: four joints a vertex, weights that sum to one."""

import numpy as np

from kinegraph.core.arrays import Floats, Ints

# Sums of weights farther from one than this were not meant to be normalized.
_NORMALIZED = 0.01


def weight_notes(weights: Floats) -> list[str]:
    """Sentences about the weights (V, K) of a file: vertices without any, and sums other than one."""
    total = weights.sum(axis=1)
    bare = int((total <= 1e-12).sum())
    off = int((np.abs(total - 1.0) > _NORMALIZED).sum()) - bare
    notes = []
    if bare:
        notes.append(f"{bare} vertices without any skin weight were bound to their skin's first joint.")
    if off:
        notes.append(f"The skin weights of {off} vertices did not sum to one and were normalized.")
    return notes


def four_largest(which: Ints, weights: Floats) -> tuple[Ints, Floats]:
    """(V, 4) joints and normalized weights of the four largest of (V, K).

    Of equal weights the earlier one stays; a vertex without weights follows joint 0 alone.
    """
    if which.shape[1] > 4:
        best = np.sort(np.argsort(-weights, axis=1, kind="stable")[:, :4], axis=1)
        which, weights = np.take_along_axis(which, best, axis=1), np.take_along_axis(weights, best, axis=1)
    elif which.shape[1] < 4:
        missing = ((0, 0), (0, 4 - which.shape[1]))
        which, weights = np.pad(which, missing), np.pad(weights, missing)
    total = weights.sum(axis=1, keepdims=True)
    unbound = total[:, 0] <= 1e-12
    # float32 weights that sum to one as well as they can are left alone, so that they survive a round trip.
    weights = np.where(np.abs(total - 1.0) < 1e-6, weights, weights / np.where(unbound[:, None], 1.0, total))
    weights[unbound] = [1.0, 0.0, 0.0, 0.0]
    which = np.where(unbound[:, None], 0, which)
    return which, weights
