"""The tree of bodies as motion sees it: a serial spine, limbs that hang on it, a root chosen for its legs.

The skeleton's own root is where a file happened to start; the body that carries a creature is the spine body
with most legs on it. So the tree is hung up anew from there.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character

_CENTRAL = frozenset({Cap.ROOT, Cap.SPINE})


def spine_chain(character: Character) -> tuple[int, ...]:
    """The bodies of the serial spine, from its tail end to its head end.

    It is the longest path (in metres, at rest) through bodies that are root or spine, continued by a head
    where exactly one sits at its end: that one turns and reaches with the spine, one of several is a limb.
    """
    skeleton = character.skeleton
    central = [joint for joint, body in enumerate(character.bodies) if body.caps & _CENTRAL]
    if not central:
        central = [0]
    neighbours = {joint: [] for joint in central}
    lengths = np.linalg.norm(skeleton.offsets, axis=1)
    for joint in central:
        parent = int(skeleton.parents[joint])
        if parent in neighbours:
            neighbours[joint].append(parent)
            neighbours[parent].append(joint)
    start = _farthest(central[0], neighbours, lengths, skeleton.parents)[-1]
    path = _farthest(start, neighbours, lengths, skeleton.parents)
    return _from_tail_to_head(character, path)


def _farthest(start: int, neighbours: dict[int, list[int]], lengths: np.ndarray, parents: Ints) -> list[int]:
    """The longest path from `start`, with its ends; equal lengths go to the lower index."""
    best, best_length = [start], -1.0
    stack = [([start], 0.0)]
    while stack:
        path, length = stack.pop()
        if length > best_length:
            best, best_length = path, length
        for other in sorted(neighbours[path[-1]], reverse=True):
            if len(path) < 2 or other != path[-2]:
                child = other if parents[other] == path[-1] else path[-1]
                stack.append(([*path, other], length + lengths[child]))
    return best


def _from_tail_to_head(character: Character, path: list[int]) -> tuple[int, ...]:
    heads = [_single_head(character, end, path) for end in (path[0], path[-1])]
    if heads[1] is None and heads[0] is not None:
        path, heads = path[::-1], heads[::-1]
    elif heads[1] is None and character.skeleton.depths[path[-1]] < character.skeleton.depths[path[0]]:
        path = path[::-1]  # without a head, the end that the maker began with is the tail end
    return (*path, heads[1]) if heads[1] is not None else tuple(path)


def _single_head(character: Character, end: int, path: Sequence[int]) -> int | None:
    heads = [
        child
        for child in character.skeleton.children[end]
        if Cap.HEAD in character.bodies[child].caps and child not in path
    ]
    return heads[0] if len(heads) == 1 else None


def hung_from(parents: Ints, root: int) -> tuple[Ints, Ints]:
    """The same tree hung from `root`: (parents (B,) with -1 for the root, order (B,) parents first)."""
    turned = np.array(parents, dtype=np.int64)
    child, parent = -1, root
    while parent >= 0:
        above = int(parents[parent])
        turned[parent] = child
        child, parent = parent, above
    children: list[list[int]] = [[] for _ in turned]
    for body, above in enumerate(turned.tolist()):
        if above >= 0:
            children[above].append(body)
    order = [root]
    for body in order:
        order.extend(children[body])
    return turned, np.array(order, dtype=np.int64)
