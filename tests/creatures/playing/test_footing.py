"""What channels do to the root, and what legs and hips make of it."""

from typing import Any

import numpy as np
import pytest
from benchmarks.synthetic.legged_plan import legged_plan

from kinegraph.characters.cast import character
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    pitch,
    to_ground,
    turning,
    yaw,
)
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.grid.measures import intersection
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.grid.take import Take, record
from kinegraph.creatures.ik.particle_ik import ik_rig, solve
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.playing.layer_evaluator import LayerEvaluator


def _crouch() -> GeneralAnimation:
    crouch = Sketch("crouch", seconds=1.0)
    crouch.all("root", "root").moves(to_ground(), {0.0: REST, 1.0: (0.0, 0.45, 0.0)})
    return crouch.finished()


def _crouched(joints: int) -> tuple[Creature, Take]:
    creature = creature_from_plan(legged_plan(4, joints), skin=False)
    return creature, record(_crouch(), creature, frames=30)


def _sunk(creature: Creature, take: Take) -> float:
    """How far the root went, in shares of its height."""
    return 1.0 - float(take.positions[-1, creature.root, 1] / creature.rest_positions[creature.root, 1])


def test_a_body_on_legs_without_knees_stays_up_on_them() -> None:
    creature, take = _crouched(1)
    assert _sunk(creature, take) < 0.1
    feet = [leg.foot for leg in creature.legs]
    away = np.linalg.norm(take.handles[:, feet] - take.goals[:, feet], axis=-1)
    assert away.max() < 0.02 * creature.size.max()


def test_a_body_on_legs_with_knees_sinks_fully() -> None:
    assert _sunk(*_crouched(3)) == pytest.approx(0.45, abs=0.02)


def test_a_belly_rests_on_the_feet_under_it() -> None:
    """In diameters of the thinner part; 0.54 where nothing stops it."""
    bear = creature_from_character(character("bear"))
    assert intersection(record(_crouch(), bear, frames=30), grid_shape(bear)).value < 0.45


def test_hips_and_heads_go_along_when_channels_turn_the_root() -> None:
    dog = creature_from_character(character("dog"))
    spin = Sketch("spin", seconds=1.0)
    spin.all("root", "root").turns(turning(), {0.0: yaw(5)})
    player = LayerEvaluator(dog, [bind(spin.finished(), dog).play()])
    head, root = dog.spine[-1], dog.root
    under = rest_goals(dog, standing=True)
    under.position_weights[head] = under.rotation_weights[head] = 1.0
    goals = player.goals(0.0, under=under)
    step = dog.rest_handles[head] - dog.rest_positions[root]
    turned = quat_rotate(quat_from_axis_angle([0.0, np.radians(5.0), 0.0]), step)
    assert goals.positions[head] == pytest.approx(dog.rest_positions[root] + turned, abs=1e-9)


def test_a_body_that_bows_on_straight_legs_keeps_its_feet() -> None:
    bow = Sketch("bow", seconds=1.0)
    bow.all("root", "root").turns(turning(), {0.0: REST, 1.0: pitch(40)})
    creature = creature_from_plan(legged_plan(6, 2), skin=False)
    take = record(bow.finished(), creature, frames=30)
    feet = [leg.foot for leg in creature.legs]
    away = np.linalg.norm(take.handles[:, feet] - take.goals[:, feet], axis=-1)
    assert away.max() < 0.03 * creature.size.max()


@pytest.fixture(scope="module")
def pressed() -> Any:
    """A bear whose mouth is pressed down on its spine, from a hand ahead of it to a hand behind."""
    bear = creature_from_character(character("bear"))
    mouth = bear.bodies_with(Cap.MOUTH)[0]
    arms = [bear.spine_of[hand] for hand in bear.bodies_with(Cap.GRASPER)]
    goals = rest_goals(bear, 801)
    goals.position_weights[:, mouth] = 1.0
    goals.positions[:, mouth, 1] -= 0.1
    goals.positions[:, mouth, 2] += np.linspace(0.08, -0.08, 801)
    return bear, solve(ik_rig(bear, [mouth], [int(arms[0])]), goals)


def test_a_spine_that_is_pressed_together_never_flips(pressed: Any) -> None:
    bear, solved = pressed
    steps = np.linalg.norm(np.diff(solved.positions[:, list(bear.spine)], axis=0), axis=-1)
    assert steps.max() < 0.005  # metres, for a goal that moves by 0.0002


def test_a_mouth_gives_way_no_more_than_its_weight_does() -> None:
    bear = creature_from_character(character("bear"))
    mouth = bear.bodies_with(Cap.MOUTH)[0]
    goals = rest_goals(bear, 2)
    goals.position_weights[:, mouth] = 1.0, 1.0 - 1e-6
    goals.positions[:, mouth] += (0.0, -0.1, 0.1)
    solved = solve(ik_rig(bear, [mouth]), goals)
    assert np.abs(solved.positions[0] - solved.positions[1]).max() < 1e-4
