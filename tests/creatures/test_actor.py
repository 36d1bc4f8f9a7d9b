"""The runtime: one compiled step, equal to its parts in Python; states, fades, events, absurd input."""

import numpy as np
import pytest
from tests.creatures.made_creatures import made
from tests.creatures.slow_actor import SlowActor

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.actor import Actor
from kinegraph.creatures.animations import shipped
from kinegraph.creatures.binding import DoesNotBind, bind
from kinegraph.creatures.creature import Creature
from kinegraph.creatures.gait_rig import gait_rig
from kinegraph.creatures.generator_kinds import KINDS
from kinegraph.creatures.ground import bumps

CREATURES = tuple(enumerate(KINDS))
SAME = 1e-9  # [m] and of quaternions: compiled and plain code round differently


def binding_to(creature: Creature, count: int = 2):
    found = []
    for animation in shipped().values():
        try:
            found.append(bind(animation, creature).play())
        except DoesNotBind:
            continue
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(("seed", "kind"), CREATURES)
def test_the_compiled_step_equals_its_parts(seed: int, kind: str):
    creature, ground = made(seed, kind), bumps(0.08, 0.7)
    bound = binding_to(creature)
    fast, slow = Actor(creature, ground), SlowActor(creature, bound, ground)
    layers = [fast.play(one) for one in bound]
    slow.step(0.0)
    for actor in (fast, slow):
        actor.velocity, actor.turn = (0.1, 0.6), 0.4
    for name in slow.player.target_names:
        fast.set_target(name, (0.5, 1.0, 2.0))
        slow.targets[name] = np.array([0.5, 1.0, 2.0])
    if len(layers) > 1:
        layers[1].weight = slow.layers[1].weight = 0.6
    for _ in range(30):
        fast.step(1 / 50)
        slow.step(1 / 50)
    np.testing.assert_allclose(fast.pose.translations, slow.pose.translations, atol=SAME)
    np.testing.assert_allclose(fast.pose.rotations, slow.pose.rotations, atol=SAME)
    np.testing.assert_allclose(fast.solved.positions, slow.solved.positions, atol=SAME)


@pytest.mark.parametrize(("seed", "kind"), CREATURES)
def test_gaits_say_which_bodies_they_place_and_turn(seed: int, kind: str):
    creature = made(seed, kind)
    rig, goals = gait_rig(creature), SlowActor(creature, []).gait.step((0.0, 0.5), 0.0, 0.4)
    root = creature.root
    assert set(np.flatnonzero(goals.position_weights)) - {root} == set(rig.goal_bodies)
    assert set(np.flatnonzero(goals.rotation_weights)) - {root} == set(rig.aimed_bodies)


@pytest.mark.parametrize("seconds", [-0.1, 1e3, np.nan, np.inf])
def test_a_step_of_absurd_length_is_refused(seconds: float):
    with pytest.raises(InvalidValue, match="step takes"):
        Actor(made(0)).step(seconds)
