"""Animations played on creatures: what holds for a whole frame, whatever is inside it."""

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.play import play


def test_a_creature_that_is_asked_for_nothing_stands_at_rest() -> None:
    bear = creature_from_character(character("bear"))
    world = forward_kinematics(Actor(bear).pose)
    np.testing.assert_allclose(world.positions, bear.rest_positions, atol=1e-6)


def test_a_walk_follows_its_command() -> None:
    bear = creature_from_character(character("bear"))
    clip = play(None, bear, velocity=(0.0, 0.5), seconds=3.0, fps=30)
    travelled = clip.root_translations[-1] - clip.root_translations[0]
    assert travelled[2] > 1.2
    assert abs(travelled[0]) < 0.05


def test_stepping_twice_as_often_arrives_at_the_same_pose() -> None:
    bear = creature_from_character(character("bear"))
    slow, fast = Actor(bear), Actor(bear)
    for actor in (slow, fast):
        actor.play(shipped_animation("wave"))
    for _ in range(20):
        slow.step(1 / 30)
        fast.step(1 / 60)
        fast.step(1 / 60)
    one, other = forward_kinematics(slow.pose).positions, forward_kinematics(fast.pose).positions
    np.testing.assert_allclose(one[list(bear.spine)], other[list(bear.spine)], atol=1e-6)
    np.testing.assert_allclose(one, other, atol=2e-3)  # between frames carriers move evenly to springs


def test_a_target_is_given_in_the_world() -> None:
    bear = creature_from_character(character("bear"))
    actor = Actor(bear)
    actor.velocity = (0.0, 0.5)
    for _ in range(60):
        actor.step(1 / 30)
    actor.velocity = (0.0, 0.0)
    for _ in range(60):
        actor.step(1 / 30)
    origin, _ = actor.placement
    playing = actor.play(shipped_animation("look at"))
    playing.time = 1.5
    gazes = []
    for side in (-1.0, 1.0):
        actor.set_target(next(iter(playing.bound.animation.targets)), origin + np.array([side, 0.9, 1.0]))
        actor.step(0.0)
        head = bear.spine[-1]
        gazes.append(actor.solved.rotations[head][1])
    assert gazes[0] < 0.0 < gazes[1]
