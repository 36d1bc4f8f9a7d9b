"""Volume tables of the particle solver: the torso's capsules and the limb particles kept outside them."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik.limbs import LimbTables
from kinegraph.creatures.ik.tables import CapsuleRows, PairRows, TouchRows
from kinegraph.creatures.ik.touches import limb_touches, torso_touches

MOST_CAPSULES = 6  # most capsules that a limb particle is tested against


@dataclass(frozen=True)
class VolumeTables:
    """The volumes' share of `IkTables`, under the same names."""

    capsules: CapsuleRows
    pairs: PairRows
    touches: TouchRows
    presses: TouchRows


def volume_tables(creature: Creature, limbs: LimbTables, radii: Floats) -> tuple[VolumeTables, Ints]:
    """Capsules along the spine, and (Q + 1,) the first pair of each limb particle.

    A particle may stay where it rests, even inside a capsule; joints at seats have no pairs.
    """
    ends, offsets, thick = _capsules(creature, radii)
    rest = limbs.limbs.numbers[:, :3]
    starts = creature.rest_positions[ends[:, 0]]
    stops = creature.rest_positions[ends[:, 1]] + offsets
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
    return VolumeTables(
        CapsuleRows(ends, offsets),
        pairs,
        limb_touches(limbs, radii),
        torso_touches(limbs, radii, starts, stops, thick, MOST_CAPSULES),
    ), firsts


def _capsules(creature: Creature, radii: Floats) -> tuple[Ints, Floats, Floats]:
    """(C, 2) bodies at both ends, (C, 3) the second end's offset, (C,) radii: one capsule per spine body."""
    spine = list(creature.spine)
    ends, offsets, thick = [], [], []
    for place, body in enumerate(spine):
        if radii[body] <= 0.0:
            continue
        nearest = spine[place + 1] if place + 1 < len(spine) else None
        ends.append((body, body if nearest is None else nearest))
        offsets.append(_tip(creature, body) if nearest is None else np.zeros(3))
        thick.append(radii[body])
    return (
        np.array(ends, dtype=np.int64).reshape(-1, 2),
        np.array(offsets, dtype=np.float64).reshape(-1, 3),
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
    """(3,) from the last spine body's joint to the middle of its box, at rest."""
    return quat_rotate(creature.rest_rotations[body], creature.character.bodies[body].box.mean(axis=0))


def _from_axis(point: Floats, start: Floats, stop: Floats) -> Floats:
    """(3,) from the nearest point of a segment."""
    along = stop - start
    size = float(along @ along)
    share = float(np.clip((point - start) @ along / size, 0.0, 1.0)) if size > 0.0 else 0.0
    return point - start - share * along
