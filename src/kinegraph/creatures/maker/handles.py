"""Handles of a creature in the maker: where it can be dragged, and the plan coordinates of a drag.

Handles are places in the character, as seen on screen. Plans use other coordinates: heights are relative,
limbs start where they leave the body, and legs are stretched to the ground.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.maker.creature_plan import CreaturePlan, Limb, Vector
from kinegraph.creatures.maker.limbs import joint_places
from kinegraph.creatures.maker.maker import Assembly, assemble
from kinegraph.creatures.maker.parts_palette import PartGroup
from kinegraph.creatures.maker.plan_edits import remove
from kinegraph.creatures.maker.seats import Anchor, as_vector


@dataclass(frozen=True, eq=False)
class Handles:
    """Places of a plan's pieces in the character, on the side that the plan gives [m].

    spine: (N, 3) the spine points.
    limbs: By name (J + 1, 3), from where a limb leaves the body to its end.
    parts: By name, where a part sits.
    """

    spine: Floats
    limbs: dict[str, Floats]
    parts: dict[str, Anchor]


def handles(plan: CreaturePlan) -> Handles:
    """The places at which a creature can be dragged."""
    made = assemble(plan)
    spine = np.array([point.place for point in plan.spine]) + np.array([0.0, _lift(plan, made), 0.0])
    limbs = {limb.name: _places(made, limb) for limb in plan.limbs}
    parts = {part.name: made.carriers[part.seat.on].anchor(part.seat) for part in plan.parts}
    return Handles(spine, limbs, parts)


def spine_place(plan: CreaturePlan, place: Vector) -> Vector:
    """A place in the character, converted to the place of a spine point in the plan [m]."""
    return as_vector(np.array(place) - [0.0, _lift(plan, assemble(plan)), 0.0])


def place_without(plan: CreaturePlan, piece: str, place: Vector) -> tuple[CreaturePlan, Vector]:
    """The plan without a piece, and a place of the character as it is there [m].

    Without its only legs a body lies on the ground: its places are lower by as much.
    """
    bare = remove(plan, piece)
    fallen = _lift(plan, assemble(plan)) - _lift(bare, assemble(bare))
    return bare, as_vector(np.array(place) - [0.0, fallen, 0.0])


def limb_place(plan: CreaturePlan, limb: Limb, place: Vector) -> Vector:
    """A place in the character, converted to the place of a limb's joint in the plan [m]."""
    points = _places(assemble(plan), limb)
    local = np.array(place) - points[0]
    fall, made = limb.joints[-1][1], points[-1, 1] - points[0, 1]
    if limb.group is PartGroup.FOOT and abs(fall) > 1e-6 and abs(made) > 1e-6:
        local[1] *= fall / made
    return as_vector(local)


def _places(made: Assembly, limb: Limb) -> Floats:
    return joint_places(limb, made.carriers[limb.seat.on].anchor(limb.seat))


def _lift(plan: CreaturePlan, made: Assembly) -> float:
    """Height of the character over its plan [m]: the difference at the first spine point."""
    return float(made.spine.points[0, 1] - plan.spine[0].place[1])
