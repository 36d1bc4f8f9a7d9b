"""Mirror partners of joints, and the left direction: from names, else from places at rest."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.anatomy.names import NameReading
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.skeleton import Skeleton

_CENTRAL = 0.02
"""A joint this near the middle plane, as a share of the body's size, is in the middle."""
_ALIKE = 0.12
"""Two joints mirror each other where their places, mirrored, differ by less than this share of the size."""
_ENOUGH = 0.6
"""Share of the joints off the middle that must find a partner for a plane to count."""


@dataclass(frozen=True, eq=False)
class Mirror:
    """A guessed symmetry.

    mirror: (J,) partner of each joint, itself where it has none.
    left: (3,) unit, level vector to the character's left; its sign is sure only where `named`.
    named: Whether names showed left and right.
    off: (J,) signed distance from the middle plane towards `left` [m], the mean of all below each joint.
    """

    mirror: Ints
    left: Floats
    named: bool
    off: Floats


def guess_mirror(
    skeleton: Skeleton, positions: Floats, readings: Sequence[NameReading], size: float
) -> Mirror | None:
    """The symmetry of a skeleton at rest, or None where no joint has a partner.

    positions: (J, 3) rest positions [m].
    size: Diagonal of the body [m].
    """
    named_left = _left_by_name(positions, readings, size)
    if named_left is not None:
        found = _match(skeleton, positions, readings, size, named_left, named=True)
        if (found.mirror != np.arange(len(skeleton))).any():
            return found
    nameless = [NameReading(0, (), r.part, r.tip, r.helper) for r in readings]
    best, best_score = None, _ENOUGH
    # A plane that faces the convention wins over an equally good one: only a clearly better one replaces it.
    for angle in (0.0, 90.0, *np.arange(5.0, 180.0, 5.0)):
        left = np.array([np.cos(np.radians(angle)), 0.0, -np.sin(np.radians(angle))])
        found = _match(skeleton, positions, nameless, size, left, named=False)
        score = _score(found, size)
        if score > best_score + 0.02:
            best, best_score = found, score
    if best is None:
        return _match_by_build(skeleton, positions, size)
    left = _left_of_pairs(positions, best.mirror, best.left, size)
    sharper = best if left is None else _match(skeleton, positions, nameless, size, left, named=False)
    return sharper if _score(sharper, size) >= best_score else best


def _left_by_name(positions: Floats, readings: Sequence[NameReading], size: float) -> Floats | None:
    """The mean direction from right joints to the left joints of the same name, level."""
    rights = {r.stem: j for j, r in reversed(list(enumerate(readings))) if r.side < 0}
    lefts = [(j, rights[r.stem]) for j, r in enumerate(readings) if r.side > 0 and r.stem in rights]
    if lefts:
        across = np.mean([positions[a] - positions[b] for a, b in lefts], axis=0)
    else:
        sides = np.array([r.side for r in readings])
        if not ((sides > 0).any() and (sides < 0).any()):
            return None
        across = positions[sides > 0].mean(axis=0) - positions[sides < 0].mean(axis=0)
    across = across * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(across))
    return across / length if length > 1e-3 * size else None


def _match(
    skeleton: Skeleton,
    positions: Floats,
    readings: Sequence[NameReading],
    size: float,
    left: Floats,
    named: bool,
) -> Mirror:
    """Pairs joints from the root down: children of one central joint, or of two partners, may pair."""
    along = positions @ left
    off = along - _middle(along, readings)
    mirrored = positions - 2.0 * off[:, None] * left
    weights = _subtree_sizes(skeleton)
    mirror = np.arange(len(skeleton))

    def cost(a: int, b: int) -> float:
        ra, rb = readings[a], readings[b]
        if ra.side == rb.side and ra.side != 0:
            return np.inf
        apart = float(np.linalg.norm(mirrored[a] - positions[b])) / size
        unlike = abs(weights[a] - weights[b]) / max(weights[a], weights[b])
        if ra.side and rb.side:
            words = [w for w in ra.stem if not w.isdigit()] != [w for w in rb.stem if not w.isdigit()]
            return 0.2 * apart + 0.1 * unlike + 0.5 * words + 0.05 * (ra.stem != rb.stem)
        return apart + 0.3 * unlike if apart < _ALIKE and unlike < 0.5 else np.inf

    def pair(first: Sequence[int], second: Sequence[int]) -> None:
        options = sorted((cost(a, b), a, b) for a in first for b in second if a != b)
        for price, a, b in options:
            if np.isfinite(price) and mirror[a] == a and mirror[b] == b:
                mirror[a], mirror[b] = b, a
                pair(skeleton.children[a], skeleton.children[b])

    def descend(joint: int) -> None:
        children = skeleton.children[joint]
        outer = [c for c in children if readings[c].side or abs(off[c]) > _CENTRAL * size]
        # Twin joints may both sit in the middle and part only further down: their children decide.
        outer += [c for c in children if c not in outer and _leans(skeleton, off, c, size)]
        pair(
            [c for c in outer if (readings[c].side or np.sign(_lean(skeleton, off, c))) > 0],
            [c for c in outer if (readings[c].side or np.sign(_lean(skeleton, off, c))) < 0],
        )
        for child in children:
            if mirror[child] == child:
                descend(child)

    descend(0)
    return Mirror(mirror, left, named, _leanings(skeleton, off))


def _match_by_build(skeleton: Skeleton, positions: Floats, size: float) -> Mirror | None:
    """Pairs limbs built alike, bone by bone, in whatever pose: for rigs that do not rest straight."""
    mirror = np.arange(len(skeleton))

    def pair(a: int, b: int) -> None:
        mirror[a], mirror[b] = b, a
        for c, d in zip(_by_build(skeleton, a), _by_build(skeleton, b), strict=True):
            pair(c, d)

    for joint in range(len(skeleton)):
        if mirror[joint] != joint:
            continue
        children = [c for c in skeleton.children[joint] if mirror[c] == c]
        for a, b in ((a, b) for i, a in enumerate(children) for b in children[i + 1 :]):
            long = len(skeleton.descendants(a)) > 2
            if long and mirror[a] == a and mirror[b] == b and _built_alike(skeleton, a, b, size):
                pair(a, b)
    firsts = [(j, m) for j, m in enumerate(mirror.tolist()) if m > j]
    if not firsts:
        return None
    left = _left_of_pairs(positions, mirror, np.array([1.0, 0.0, -0.1]), size)
    if left is None:
        return None
    along = positions @ left
    middle = np.mean([(along[a] + along[b]) / 2 for a, b in firsts])
    return Mirror(mirror, left, False, _leanings(skeleton, along - middle))


def _left_of_pairs(positions: Floats, mirror: Ints, roughly: Floats, size: float) -> Floats | None:
    """The level direction across which pairs lie, on the whole; of its signs the one nearer to `roughly`."""
    pairs = [(joint, partner) for joint, partner in enumerate(mirror.tolist()) if partner > joint]
    across = np.array([positions[a] - positions[b] for a, b in pairs]) * [1.0, 0.0, 1.0]
    # Two of a pair may be listed either way round: turn all of them to one side first.
    total = (across * np.sign(across @ roughly)[:, None]).sum(axis=0)
    length = float(np.linalg.norm(total))
    return total / length if length > 1e-3 * size else None


def _by_build(skeleton: Skeleton, joint: int) -> list[int]:
    lengths = np.linalg.norm(skeleton.offsets, axis=1)
    return sorted(
        skeleton.children[joint], key=lambda c: (len(skeleton.descendants(c)), round(float(lengths[c]), 4), c)
    )


def _built_alike(skeleton: Skeleton, a: int, b: int, size: float) -> bool:
    """True if two branches have the same joints below with bones of the same lengths, to 2% of the size."""
    one, two = (float(np.linalg.norm(skeleton.offsets[j])) for j in (a, b))
    if abs(one - two) > 0.02 * size:
        return False
    below_a, below_b = _by_build(skeleton, a), _by_build(skeleton, b)
    return len(below_a) == len(below_b) and all(
        _built_alike(skeleton, c, d, size) for c, d in zip(below_a, below_b, strict=True)
    )


def _middle(along: Floats, readings: Sequence[NameReading]) -> float:
    """Position of the middle plane along the mirror axis: half-way between named sides, else at the root."""
    sides = np.array([r.side for r in readings])
    if (sides > 0).any() and (sides < 0).any():
        return float(along[sides > 0].mean() + along[sides < 0].mean()) / 2
    return float(along[0])


def _leanings(skeleton: Skeleton, off: Floats) -> Floats:
    return np.array([_lean(skeleton, off, joint) for joint in range(len(skeleton))])


def _lean(skeleton: Skeleton, off: Floats, joint: int) -> float:
    """Mean distance from the middle plane of a joint and all below it [m]."""
    return float(off[list(skeleton.descendants(joint))].mean())


def _leans(skeleton: Skeleton, off: Floats, joint: int, size: float) -> bool:
    below = list(skeleton.descendants(joint))
    one_sided = (off[below] > -_CENTRAL * size).all() or (off[below] < _CENTRAL * size).all()
    return bool(one_sided) and abs(_lean(skeleton, off, joint)) > _CENTRAL * size


def _subtree_sizes(skeleton: Skeleton) -> Ints:
    counts = np.ones(len(skeleton), dtype=np.int64)
    for joint in range(len(skeleton) - 1, 0, -1):
        counts[skeleton.parents[joint]] += counts[joint]
    return counts


def _score(found: Mirror, size: float) -> float:
    """Share of the joints off the middle that have a partner; 0 where no joint is off the middle."""
    outer = np.abs(found.off) > _CENTRAL * size
    paired = found.mirror != np.arange(len(found.mirror))
    return float((outer & paired).sum() / outer.sum()) if outer.sum() >= 2 else 0.0
