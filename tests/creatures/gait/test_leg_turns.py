"""No part of a leg turns by more than 45 degrees in a frame of 1/60 s: not of legs that tempt to it.

The bodies are made by hand: legs with a link that is short beside its neighbours, legs of a mouse, thick legs
that stand close together, legs that arch high above a low body.
"""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.synthetic.legged_plan import legged_plan

from kinegraph.creatures.grid.pair import walking_speed
from kinegraph.creatures.grid.take import record
from kinegraph.creatures.grid.turns import turn_per_frame
from kinegraph.creatures.maker.creature_plan import CreaturePlan, SpinePoint
from kinegraph.creatures.maker.maker import creature_from_plan

ARCHED = ((0.3, 0.22, 0.05), (0.38, 0.24, 0.06), (0.46, 0.0, 0.07), (0.52, -0.45, 0.08))
"""Joints of a leg that goes up, over a link of a few centimetres, and down."""


def arched(legs: int) -> CreaturePlan:
    """A low body on legs with a short link at their highest place."""
    plan = legged_plan(legs, 4)
    limbs = tuple(replace(limb, joints=ARCHED, radii=(0.05, 0.045, 0.04, 0.035, 0.03)) for limb in plan.limbs)
    return replace(plan, limbs=limbs)


def sized(plan: CreaturePlan, factor: float) -> CreaturePlan:
    """The plan at another size."""
    spine = tuple(
        SpinePoint(
            (factor * p.place[0], factor * p.place[1], factor * p.place[2]), factor * p.radius, p.width
        )
        for p in plan.spine
    )
    limbs = tuple(
        replace(
            limb,
            joints=tuple((factor * x, factor * y, factor * z) for x, y, z in limb.joints),
            radii=tuple(factor * radius for radius in limb.radii),
            end_size=factor * limb.end_size,
        )
        for limb in plan.limbs
    )
    parts = tuple(replace(part, size=factor * part.size) for part in plan.parts)
    return replace(plan, spine=spine, limbs=limbs, parts=parts)


def thick(plan: CreaturePlan, factor: float) -> CreaturePlan:
    """The plan with thicker legs."""
    limbs = tuple(replace(limb, radii=tuple(factor * radius for radius in limb.radii)) for limb in plan.limbs)
    return replace(plan, limbs=limbs)


BODIES = {
    "arched, six legs": arched(6),
    "arched, eight legs": arched(8),
    "small and arched": sized(arched(6), 0.2),
    "thick legs": thick(legged_plan(8, 3), 1.5),
}


TINY = {"mouse": sized(legged_plan(4, 3), 0.12), "beetle": sized(legged_plan(6, 3), 0.1)}


@pytest.mark.parametrize(
    ("plan", "share"),
    [(plan, share) for plan in BODIES.values() for share in (1.0, 1.6)]
    + [(plan, share) for plan in TINY.values() for share in (0.5, 1.0)],
)
def test_no_leg_flips_in_a_walk(plan: CreaturePlan, share: float) -> None:
    """share: Of the speed of an easy walk, half the natural speed of its legs."""
    creature = creature_from_plan(plan, skin=False)
    take = record(None, creature, seconds=2.0, frames=480, speed=share * walking_speed(creature))
    turned = turn_per_frame(take)
    assert np.degrees(turned.value) < 45.0, creature.character.skeleton.names[turned.body]
