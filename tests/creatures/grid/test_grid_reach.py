"""Which goals the grid holds against a creature."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.grid.reach import held_goals
from kinegraph.creatures.grid.shape import GridShape, grid_shape
from kinegraph.creatures.grid.take import Take, record


@pytest.fixture(scope="module")
def standing() -> tuple[Take, GridShape]:
    """A dog that stands: its legs hold hips and shoulders."""
    dog = creature_from_character(character("dog"))
    return record(None, dog, seconds=0.05, frames=4), grid_shape(dog)


def _held(standing: tuple[Take, GridShape], shift: Any) -> bool:
    """Whether the dog is held to a goal of its head, so far from where that is."""
    take, shape = standing
    head = take.creature.spine[-1]
    goals, weights = take.goals.copy(), take.goal_weights.copy()
    goals[:, head], weights[:, head] = take.handles[:, head] + np.asarray(shift), 1.0
    return bool(held_goals(replace(take, goals=goals, goal_weights=weights), shape)[:, head].all())


def test_a_head_is_held_to_where_it_is(standing: Any) -> None:
    assert _held(standing, (0.0, 0.0, 0.0))


def test_head_goals_in_the_ground_do_not_count(standing: Any) -> None:
    take, _ = standing
    head = take.creature.spine[-1]
    above = float(take.handles[0, head, 1])
    assert not _held(standing, (0.0, -above + 0.2 * take.creature.character.bodies[head].radius, 0.0))


def test_a_neck_reaches_from_the_shoulders_that_legs_hold(standing: Any) -> None:
    take, _ = standing
    dog = take.creature
    spine = list(dog.spine)
    shoulders = max(spine.index(leg.hip) for leg in dog.legs)
    chain = take.positions[0, spine[shoulders:]]
    neck = float(np.linalg.norm(np.diff(chain, axis=0), axis=1).sum())
    ahead = (chain[-1] - chain[0]) / np.linalg.norm(chain[-1] - chain[0])
    assert not _held(standing, 0.3 * neck * ahead)
