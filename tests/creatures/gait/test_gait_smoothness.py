"""Walks have no jolts: in bodies that give their legs a hard time, and in what sways on them."""

from functools import cache

import numpy as np
import pytest

from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.grid.measures import penetration
from kinegraph.creatures.grid.pair import walking_speed
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.grid.take import Take, record
from kinegraph.creatures.grid.turns import turn_per_frame
from kinegraph.creatures.maker.maker import creature_from_plan

SHORT_LEGS, INCHWORM, TWO_HEADS, ONE_BONE_LEGS = 1959843381, 1241873578, 119253154, 1665772309
FORKED = 1114843843  # its feet are points
_JOLT = 0.015  # of the creature's size: a third difference in frames of 1/120 s, half of what the grid fails


@cache
def walked(seed: int) -> Take:
    """A second of an easy walk."""
    creature = creature_from_plan(generate(seed), skin=False)
    return record(None, creature, seconds=119 / 120, frames=120, speed=walking_speed(creature))


def third_differences(places: np.ndarray, take: Take) -> float:
    return float(np.linalg.norm(np.diff(places, n=3, axis=0), axis=-1).max() / take.creature.size.max())


@pytest.mark.parametrize("seed", [SHORT_LEGS, INCHWORM, TWO_HEADS])
def test_the_root_never_jolts(seed: int) -> None:
    take = walked(seed)
    assert third_differences(take.roots[:, :3], take) < _JOLT


@pytest.mark.parametrize("seed", [SHORT_LEGS, TWO_HEADS])
def test_feet_are_peeled_off_and_set_down(seed: int) -> None:
    take = walked(seed)
    feet = [leg.foot for leg in take.creature.legs]
    assert third_differences(take.goals[:, feet] - take.placements[:, None, :3], take) < _JOLT


def test_chains_of_swaying_bodies_do_not_whip() -> None:
    take = walked(TWO_HEADS)
    assert third_differences(take.handles - take.placements[:, None, :3], take) < _JOLT


def test_feet_that_are_points_do_not_flip_as_they_lift() -> None:
    assert np.degrees(turn_per_frame(walked(FORKED)).value) < 45.0


def test_feet_step_in_turn_from_the_first_step_on() -> None:
    creature = creature_from_plan(generate(SHORT_LEGS), skin=False)
    gait, flying = Gait(gait_rig(creature)), []
    for _ in range(180):
        gait.step((0.0, walking_speed(creature)), 0.0, 1 / 120)
        flying.append(~gait.planted)
    lifted = np.argwhere(~np.array(flying)[:-1] & np.array(flying)[1:])[:, 1]
    assert len(lifted) > 3
    assert (np.diff(lifted) != 0).all()  # no foot twice in a row


def test_legs_of_one_bone_keep_their_ankles_out_of_the_ground() -> None:
    take = walked(ONE_BONE_LEGS)
    deep = penetration(take, grid_shape(take.creature)).value
    assert deep < 0.02 * take.creature.size.max()
