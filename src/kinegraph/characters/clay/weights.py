"""The bones that pull at each bone's flesh: the data that skin weights are computed from."""

from typing import NamedTuple

import numpy as np

from kinegraph.characters.clay.flesh_tree import FleshTree
from kinegraph.core.arrays import Floats, Ints

_THIN = 0.75  # a limb under this share of its parent's thickness counts as thin
_SHIFT = 0.5  # how far out along a thin limb its weights begin, in shares of its thickness


class Pulls(NamedTuple):
    """For every bone, the bones that pull at its flesh: bones[starts[b]:starts[b + 1]], itself first."""

    starts: Ints
    bones: Ints
    values: Floats  # (E, 2) over what distance the pull changes; by how much it is put off [m]


def pulls_of(tree: FleshTree) -> Pulls:
    """A bone's tree neighbours pull; on thin limbs, also the thick neighbours of what the limb hangs on.

    An arm hangs on the chest and lies against the flank, which belongs to the spine: where both meet, the arm
    has to yield to the spine as well, or raising it lifts the torso's side like a wing. For the same reason a
    thin limb takes hold of its own flesh only, a little way out.
    """
    partners = [tree.around(b) for b in range(len(tree.bones))]
    shifts = {}
    for limb, body in enumerate(tree.parents):
        if body >= 0 and tree.thickness[limb] < _THIN * tree.thickness[body]:
            trunk = [b for b in tree.around(body) if tree.thickness[limb] < _THIN * tree.thickness[b]]
            for b in (int(body), *trunk):
                if b != body:
                    partners[limb].append(b)
                    partners[b].append(limb)
                shifts[b, limb] = _SHIFT * tree.thickness[limb]
                shifts[limb, b] = -shifts[b, limb]
    starts, bones, values = [0], [], []
    for b, others in enumerate(partners):
        bones += [b, *others]
        values.append((1.0, 0.0))
        values += [(min(tree.thickness[n], tree.thickness[b]), shifts.get((b, n), 0.0)) for n in others]
        starts.append(len(bones))
    return Pulls(np.array(starts), np.array(bones), np.array(values))


def strongest_four(rows: Floats) -> tuple[Ints, Floats]:
    """The four largest weights of each vertex, normalized; influences under 1% are dropped."""
    width = min(4, rows.shape[1])
    order = np.argsort(-rows, axis=1, kind="stable")[:, :width]
    weights = np.take_along_axis(rows, order, axis=1)
    weights[weights < 0.01] = 0.0
    weights /= weights.sum(axis=1, keepdims=True)
    joints = np.where(weights > 0, order, order[:, :1])
    missing = ((0, 0), (0, 4 - width))
    return np.pad(joints, missing, mode="edge"), np.pad(weights, missing)
