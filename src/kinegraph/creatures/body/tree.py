"""The tree of bodies: a serial spine, limbs on it, and a root chosen by its legs.

The skeleton's own root depends on the file. The body that carries a creature is the spine body with most
legs, so the tree is re-rooted there.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character

_CENTRAL = frozenset({Cap.ROOT, Cap.SPINE})
_ENDS = frozenset({Cap.FOOT, Cap.GRASPER})
_NEAR = 0.05  # largest gap between the end of a limb and a foot that belongs to it, as a share of the body


def spine_chain(character: Character) -> tuple[int, ...]:
    """The bodies of the serial spine, from its tail end to its head end.

    It is the longest path (in metres, at rest) through bodies that are root or spine, continued by a head
    where exactly one sits at its end: that one turns and reaches with the spine, one of several is a limb.
    It passes through the body that is marked as the root: a belly that hangs on the spine by a bone longer
    than the hips' takes nothing from the hips.
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
    # Rigs have stray bodies with the cap SPINE: the longest connected path counts.
    paths, seen = [], set()
    for joint in central:
        if joint not in seen:
            end, _ = _longest_path(joint, neighbours, lengths, skeleton.parents)
            paths.append(_longest_path(end[-1], neighbours, lengths, skeleton.parents))
            seen |= _connected_joints(joint, neighbours)
    path, _ = max(paths, key=lambda found: (found[1], len(found[0])))
    hips = [joint for joint in central if Cap.ROOT in character.bodies[joint].caps]
    if len(hips) == 1 and hips[0] not in path and len(neighbours[hips[0]]):
        path = _longest_path_through(hips[0], neighbours, lengths, skeleton.parents)
    return _from_tail_to_head(character, path)


def _longest_path(
    start: int, neighbours: dict[int, list[int]], lengths: np.ndarray, parents: Ints
) -> tuple[list[int], float]:
    """The longest path from `start`, with its ends, and its length [m].

    Of equal lengths the one with more bodies (captures have joints in one place), then the lower index.
    """
    best, best_length = [start], 0.0
    stack = [([start], 0.0)]
    while stack:
        path, length = stack.pop()
        if (round(length, 12), len(path)) > (round(best_length, 12), len(best)):
            best, best_length = path, length
        for other in sorted(neighbours[path[-1]], reverse=True):
            if len(path) < 2 or other != path[-2]:
                child = other if parents[other] == path[-1] else path[-1]
                stack.append(([*path, other], length + lengths[child]))
    return best, best_length


def _longest_path_through(
    joint: int, neighbours: dict[int, list[int]], lengths: np.ndarray, parents: Ints
) -> list[int]:
    """The longest path on which a joint lies."""
    arms = []
    for other in neighbours[joint]:
        apart = {**neighbours, other: [third for third in neighbours[other] if third != joint]}
        path, length = _longest_path(other, apart, lengths, parents)
        arms.append((length + float(lengths[other if parents[other] == joint else joint]), path))
    arms.sort(key=lambda arm: (-arm[0], -len(arm[1])))
    one, two = (arms[0][1], arms[1][1] if len(arms) > 1 else [])
    return [*reversed(two), joint, *one]


def _connected_joints(start: int, neighbours: dict[int, list[int]]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        fresh = [other for other in neighbours[waiting.pop()] if other not in found]
        found.update(fresh)
        waiting += fresh
    return found


def _from_tail_to_head(character: Character, path: list[int]) -> tuple[int, ...]:
    heads = [_single_head(character, end, path) for end in (path[0], path[-1])]
    if heads[1] is None and heads[0] is not None:
        path, heads = path[::-1], heads[::-1]
    elif heads[1] is None and character.skeleton.depths[path[-1]] < character.skeleton.depths[path[0]]:
        path = path[::-1]  # without a head, the end that the maker began with is the tail end
    return (*path, heads[1]) if heads[1] is not None else tuple(path)


def _single_head(character: Character, end: int, path: Sequence[int]) -> int | None:
    """The one head at an end of the spine: below it, or above it in rigs that are led by their head."""
    beside = [*character.skeleton.children[end], *character.skeleton.chain(end)[-2:-1]]
    heads = [other for other in beside if Cap.HEAD in character.bodies[other].caps and other not in path]
    return heads[0] if len(heads) == 1 else None


def adopt_loose_ends(character: Character, positions: Floats) -> Ints:
    """(B,) the skeleton's parents, with feet and hands that have no limb attached to the limb that ends
    there.

    Rigs for inverse kinematics often keep their feet beside the body.
    """
    parents = np.array(character.skeleton.parents, dtype=np.int64)
    caps = [body.caps for body in character.bodies]
    limbs = [joint for joint, own in enumerate(caps) if Cap.LIMB in own and not own & _ENDS]
    near = _NEAR * float(np.ptp(positions, axis=0).max())
    for joint, own in enumerate(caps):
        above = int(parents[joint])
        if not own & _ENDS or above < 0 or caps[above]:
            continue
        gaps = {limb: _gap(character, positions, limb, joint) for limb in limbs}
        heir = min(gaps, key=lambda limb: (gaps[limb], -limb), default=None)
        if heir is not None and gaps[heir] < near and joint not in character.skeleton.chain(heir):
            parents[joint] = heir
    return parents


def _gap(character: Character, positions: Floats, limb: int, joint: int) -> float:
    """Distance of a joint from the end of a limb body: from its nearest child without a cap, or its joint."""
    children = [child for child in character.skeleton.children[limb] if not character.bodies[child].caps]
    return float(np.linalg.norm(positions[[limb, *children]] - positions[joint], axis=1).min())


def hang_tree_from(parents: Ints, root: int) -> tuple[Ints, Ints]:
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
