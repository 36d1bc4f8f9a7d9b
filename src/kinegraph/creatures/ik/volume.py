"""Volume tables of the particle solver: the torso's capsules and the limb particles kept outside them.

Limbs that no goal moves are capsules too: their spine body carries them, and other limbs go round them.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.limbs import LimbTables
from kinegraph.creatures.ik.passes import limb_passes
from kinegraph.creatures.ik.tables import CapsuleRows, PairRows, TouchRows
from kinegraph.creatures.ik.touches import BESIDE, OUTSIDE, capsule_touches, limb_touches

MOST_CAPSULES = 6  # most capsules of the torso that a limb particle is tested against
_MOST_ASIDE = 16  # most capsules of resting limbs
_SMALL = frozenset({Cap.EYE, Cap.EAR, Cap.SPIKE, Cap.MOUTH})  # parts that are no limbs
_Capsules = tuple[Ints, Floats, Floats]


@dataclass(frozen=True)
class VolumeTables:
    """The volumes' share of `IkTables`, under the same names."""

    capsules: CapsuleRows
    pairs: PairRows
    touches: TouchRows
    presses: TouchRows
    passes: TouchRows


def volume_tables(creature: Creature, limbs: LimbTables, radii: Floats) -> tuple[VolumeTables, Ints]:
    """Capsules along the spine, and (Q + 1,) the first pair of each limb particle.

    A particle may stay where it rests, even inside a capsule; joints at seats have no pairs.
    """
    ends, offsets, thick = _capsules(creature, radii)
    rest = limbs.limbs.numbers[:, :3]
    starts, stops = _rest_ends(creature, ends, offsets)
    capsules: list[int] = []
    rows: list[Floats] = []
    firsts = np.zeros(len(rest) + 1, dtype=np.int64)
    for q in range(len(rest)):
        inner, body, seat, goal = limbs.limbs.links[q, :4]
        # Soles stay where they stand.
        minds = inner >= 0 and (goal < 0 or Cap.FOOT not in creature.caps[goal])
        order = _in_the_way(rest[seat], starts, stops, thick)
        for c in order.tolist() if minds else []:
            away = _from_axis(rest[q], starts[c], stops[c])
            apart, band = float(np.linalg.norm(away)), 0.04 * thick[c]
            gap = min(thick[c] + radii[body], apart - band)
            if gap > 0.0:
                capsules.append(c)
                rows.append(np.array([gap, band, *(away / apart)]))
        firsts[q + 1] = len(capsules)
    pairs = PairRows(np.array(capsules, dtype=np.int64), np.array(rows, dtype=np.float64).reshape(-1, 5))
    aside_ends, aside_offsets, aside_thick = _resting_limbs(creature, limbs, radii)
    presses = capsule_touches(limbs, radii, (starts, stops, thick), OUTSIDE, MOST_CAPSULES)
    aside = (*_rest_ends(creature, aside_ends, aside_offsets), aside_thick)
    beside = capsule_touches(limbs, radii, aside, BESIDE, _MOST_ASIDE)
    gives = limbs.limbs.links[beside.links[:, at.T_ONE], at.L_GIVES] == 1  # legs keep to their steps
    return VolumeTables(
        CapsuleRows(np.concatenate([ends, aside_ends]), np.concatenate([offsets, aside_offsets])),
        pairs,
        limb_touches(limbs, radii),
        TouchRows(
            np.concatenate([presses.links, beside.links[gives] + [0, len(thick)]]),
            np.concatenate([presses.numbers, beside.numbers[gives]]),
        ),
        limb_passes(creature, limbs, radii),
    ), firsts


def _rest_ends(creature: Creature, ends: Ints, offsets: Floats) -> tuple[Floats, Floats]:
    """Both ends of capsules at rest, (C, 3) each [m]."""
    places = creature.rest_positions[ends]
    return places[:, 0] + offsets[:, :3], places[:, 1] + offsets[:, 3:]


def _resting_limbs(creature: Creature, limbs: LimbTables, radii: Floats) -> _Capsules:
    """As `_capsules`, for the limbs that no goal moves."""
    links, rest = limbs.limbs.links, creature.rest_positions
    moved = {int(links[links[q, at.L_SEAT], at.L_BODY]) for q in range(len(links) - 1)}
    fleshy = [
        body
        for body in creature.order.tolist()
        if creature.spine_of[body] != body and creature.caps[body] and not creature.caps[body] & _SMALL
    ]
    inner = {int(creature.parents[body]) for body in fleshy}
    ends, offsets, thick = [], [], []
    for body in fleshy:
        spine, above, first = int(creature.spine_of[body]), int(creature.parents[body]), body
        while int(creature.parents[first]) != spine:
            first = int(creature.parents[first])
        if first in moved:
            continue
        rows = [(rest[above], rest[body], 0.5 * (radii[above] + radii[body]))] if above != spine else []
        if body not in inner:
            rows.append((rest[body], rest[body] + _tip(creature, body), radii[body]))
        for start, stop, radius in rows:
            if radius > 0.0:
                ends.append((spine, spine))
                offsets.append(np.concatenate([start - rest[spine], stop - rest[spine]]))
                thick.append(radius)
    return _tables(ends, offsets, thick)


def _capsules(creature: Creature, radii: Floats) -> _Capsules:
    """(C, 2) bodies at both ends, (C, 6) the ends' offsets, (C,) radii: one capsule per spine body."""
    spine = list(creature.spine)
    ends, offsets, thick = [], [], []
    for place, body in enumerate(spine):
        if radii[body] <= 0.0:
            continue
        nearest = spine[place + 1] if place + 1 < len(spine) else None
        ends.append((body, body if nearest is None else nearest))
        tip = _tip(creature, body) if nearest is None else np.zeros(3)
        offsets.append(np.concatenate([np.zeros(3), tip]))
        thick.append(radii[body])
    return _tables(ends, offsets, thick)


def _tables(ends: list[tuple[int, int]], offsets: list[Floats], thick: list[float]) -> _Capsules:
    return (
        np.array(ends, dtype=np.int64).reshape(-1, 2),
        np.array(offsets, dtype=np.float64).reshape(-1, 6),
        np.array(thick, dtype=np.float64),
    )


def _in_the_way(seat: Floats, starts: Floats, stops: Floats, thick: Floats) -> Ints:
    """The capsules that a limb may meet: those nearest to its seat, and the last one, the head."""
    gaps = [np.linalg.norm(_from_axis(seat, *ends)) for ends in zip(starts, stops, strict=True)]
    order = np.argsort(np.round(np.array(gaps) - thick, 9), kind="stable")
    last = len(thick) - 1
    chosen = order[: MOST_CAPSULES - 1]
    return order[:MOST_CAPSULES] if last in chosen else np.append(chosen, last)


def _tip(creature: Creature, body: int) -> Floats:
    """(3,) from a body's joint to the middle of its box, at rest."""
    return quat_rotate(creature.rest_rotations[body], creature.character.bodies[body].box.mean(axis=0))


def _from_axis(point: Floats, start: Floats, stop: Floats) -> Floats:
    """(3,) from the nearest point of a segment."""
    along = stop - start
    size = float(along @ along)
    share = float(np.clip((point - start) @ along / size, 0.0, 1.0)) if size > 0.0 else 0.0
    return point - start - share * along
