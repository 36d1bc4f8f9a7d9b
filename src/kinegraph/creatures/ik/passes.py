"""Pass tables of the particle solver: neighbouring legs and arms go past each other, not into each other."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.limbs import LimbTables
from kinegraph.creatures.ik.tables import TouchRows
from kinegraph.creatures.ik.touches import end_share, link_radius, links_between, touch_rows

_BESIDE = 0.8  # share of both radii that legs keep apart where one is right beside the other
_BAND = 0.1  # share of that over which they begin to give way
_BEGINS = 5.0  # of the distance: how near legs come, seen from the side, when they begin to give way
_LEAST = 0.3  # share of it that they must be apart at rest: legs that are nearer are left alone
_LONGEST = 0.3  # share of the shorter link: the most that they keep
_ALIKE = 0.05  # legs that rest side by side by less than this share of it get their sides from their order
_INWARD = 0.25  # how easily a knee goes towards the body, compared to one that goes away from it
_STRAIGHT = 0.02  # bow of a leg as a share of its length below which it has no plane


def limb_passes(creature: Creature, limbs: LimbTables, radii: Floats) -> TouchRows:
    """Pairs of links of two legs or two arms of one side, which keep to their sides of each other.

    Legs keep their distance across the planes that they bend in; of legs in one plane, the front one goes to
    the outside. Arms keep theirs along the line of their seats. Nothing is pushed at rest.
    """
    rows: list[list[int]] = []
    numbers: list[list[float]] = []
    for cap in (Cap.FOOT, Cap.GRASPER):
        for front, behind in _neighbours(limbs, _chains(creature, limbs, cap), cap):
            if cap is Cap.FOOT:
                side = _across_planes(limbs, radii, front, behind)
                outward = float(np.sign(_seat(limbs, front)[0]) * side[0])
                one, other = (front, behind) if outward >= 0.0 else (behind, front)
                side = side if outward >= 0.0 else -side
                gives = 1.0 - (1.0 - _INWARD) * abs(outward)
            else:
                one, other, gives = front, behind, 1.0
                side = _seat(limbs, one) - _seat(limbs, other)
                side = side / max(float(np.linalg.norm(side)), 1e-12)
            for q in one:
                for p in other:
                    row = _row(limbs, radii, (q, p), side)
                    if row is not None:
                        rows.append([q, p])
                        numbers.append([*row[:-1], gives, row[-1]])
    return touch_rows(rows, numbers, 9)


def _chains(creature: Creature, limbs: LimbTables, cap: Cap) -> list[list[int]]:
    """The links of each limb that ends in a foot or a hand, from its seat to its first end."""
    links = limbs.limbs.links
    chains: dict[int, list[int]] = {}
    for q in range(len(links) - 1):
        goal, seat = links[q, at.L_GOAL], int(links[q, at.L_SEAT])
        if goal >= 0 and cap in creature.caps[goal] and seat not in chains:
            chain, here = [], q
            while links[here, at.L_INNER] >= 0:
                chain.append(here)
                here = int(links[here, at.L_INNER])
            if chain:
                chains[seat] = chain[::-1]
    return list(chains.values())


def _neighbours(
    limbs: LimbTables, chains: list[list[int]], cap: Cap
) -> Iterator[tuple[list[int], list[int]]]:
    """Pairs of limbs next to each other on one side of the body, the front or upper one first.

    Legs stand in the order of their feet: around a round body, front ones may leave it lower than hind ones.
    """

    def ahead(chain: list[int]) -> float:
        if cap is Cap.FOOT:
            return float(limbs.limbs.numbers[chain[-1], 2])
        return float(_seat(limbs, chain)[1:].sum())

    for side in (-1.0, 1.0):
        own = [chain for chain in chains if side * _seat(limbs, chain)[0] > 0.0]
        yield from pairwise(sorted(own, key=ahead, reverse=True))


def _seat(limbs: LimbTables, chain: list[int]) -> Floats:
    """(3,) where a limb leaves the body, at rest."""
    return limbs.limbs.numbers[limbs.limbs.links[chain[0], at.L_INNER], :3]


def _across_planes(limbs: LimbTables, radii: Floats, one: list[int], other: list[int]) -> Floats:
    """(3,) unit, across the planes of two legs, from the other to the one."""
    rest = limbs.limbs.numbers[:, :3]
    normal, second = _normal(limbs, one), _normal(limbs, other)
    normal = normal + (second if float(normal @ second) >= 0.0 else -second)
    normal = normal / float(np.linalg.norm(normal))
    across = float((rest[one].mean(axis=0) - rest[other].mean(axis=0)) @ normal)
    if abs(across) <= _ALIKE * _apart(limbs, radii, one[0], other[0]):
        across = float(normal[0] * rest[one[0], 0])
    return normal if across >= 0.0 else -normal


def _normal(limbs: LimbTables, leg: list[int]) -> Floats:
    """(3,) unit, across the plane in which a leg bends; across the body for one that is straight."""
    rest = limbs.limbs.numbers[:, :3]
    start = rest[limbs.limbs.links[leg[0], at.L_INNER]]
    axis = rest[leg[-1]] - start
    bows = np.cross(axis, rest[leg] - start)
    bow = bows[int(np.argmax(np.round(np.linalg.norm(bows, axis=1), 9)))]
    size, long = float(np.linalg.norm(bow)), float(axis @ axis)
    return bow / size if size > _STRAIGHT * long > 0.0 else np.array([1.0, 0.0, 0.0])


def _apart(limbs: LimbTables, radii: Floats, one: int, other: int) -> float:
    return _BESIDE * (link_radius(limbs, radii, one) + link_radius(limbs, radii, other))


def _row(limbs: LimbTables, radii: Floats, pair: tuple[int, int], side: Floats) -> list[float] | None:
    """The numbers of a pass, with a distance that pushes nothing at rest; None where none is left.

    Short links keep less than their length, or they would turn over.
    """
    links, rest = limbs.limbs.links, limbs.limbs.numbers[:, :3]
    one, other = pair
    ends = end_share(limbs, radii, one), end_share(limbs, radii, other)
    a, c = rest[links[one, at.L_INNER]], rest[links[other, at.L_INNER]]
    b, d = a + ends[0] * (rest[one] - a), c + ends[1] * (rest[other] - c)
    flat = np.eye(3) - np.outer(side, side)
    whole = np.array(1.0), np.array(1.0)
    near = float(links_between(a @ flat, b @ flat, c @ flat, d @ flat, whole)[1])
    across = min(float((x - y) @ side) for x in (a, b) for y in (c, d))
    most = _apart(limbs, radii, one, other)
    shorter = _LONGEST * float(limbs.limbs.numbers[[one, other], at.L_LENGTH].min())
    gap = min(most, shorter, max(near, across / (1.0 + _BAND)))
    if gap <= _LEAST * most:
        return None
    begins = _BEGINS * gap if across >= (1.0 + _BAND) * gap else min(_BEGINS * gap, near)
    return [gap, _BAND * gap, *side.tolist(), *ends, begins]
