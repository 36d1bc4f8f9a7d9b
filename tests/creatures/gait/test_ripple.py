"""Bodies walk without shaking: turns of the hips stay small and slow, whatever the body."""

import numpy as np
import pytest
from benchmarks.bench_ripple import ANGLE, SLIP, SPEED
from benchmarks.measures.ripple import walk_ripple, walks

from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan

# Bodies with hips that nearly coincide along one axis, a lying one, and a long one.
BODIES = (
    ("spider", 2),
    ("spider", 501),
    ("blob", 502),
    ("snail", 0),
    ("quadruped", 503),
    ("caterpillar", 504),
)


@pytest.mark.parametrize(("kind", "seed"), BODIES)
@pytest.mark.parametrize("walk", ["speed 0.15", "speed 1.6", "reversing", "bumps"])
def test_no_body_shakes_as_it_walks(kind: str, seed: int, walk: str) -> None:
    creature = creature_from_plan(generate(seed, kind), skin=False)
    ripple = walk_ripple(creature, walks()[walk], seconds=3.0)
    assert np.degrees(ripple.angles).max() <= np.degrees(ANGLE)
    assert np.degrees(ripple.speeds).max() <= np.degrees(SPEED)
    assert ripple.slip <= SLIP


@pytest.mark.parametrize("seed", [31005, 31008])
def test_feet_left_behind_as_the_body_turns_back_stay_where_they_stand(seed: int) -> None:
    # One foot was about to fly where the other was already out of reach of its ankle: 4 % of slip.
    creature = creature_from_plan(generate(seed, "blob"), skin=False)
    assert walk_ripple(creature, walks()["reversing"]).slip <= 0.5 * SLIP
