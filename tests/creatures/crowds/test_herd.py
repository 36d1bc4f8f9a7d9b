"""Many different creatures stepped together."""

import numpy as np
import pytest
from tests.creatures.made_creatures import made

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.binding.binding import DoesNotBind
from kinegraph.creatures.crowds.herd import Herd
from kinegraph.creatures.playing.actor import Actor


def actors(count: int = 9) -> list[Actor]:
    found = [Actor(made(seed)) for seed in range(count)]
    for number, actor in enumerate(found):
        actor.velocity, actor.turn = (0.0, 0.1 * number), 0.2
        try:
            actor.play(shipped_animation("wave"))
        except DoesNotBind:
            continue
    return found


def test_creatures_move_together_as_they_do_alone() -> None:
    alone, together = actors(), Herd(actors(), threads=3)
    for _ in range(10):
        together.step(1 / 60)
        for actor in alone:
            actor.step(1 / 60)
    together.close()
    rotations = np.concatenate([actor.pose.rotations for actor in alone])
    translations = np.concatenate([actor.translations for actor in alone])
    np.testing.assert_array_equal(together.rotations, rotations)
    np.testing.assert_array_equal(together.translations, translations)


def test_actors_of_a_herd_take_new_commands_at_any_time() -> None:
    with Herd(actors(4), threads=2) as herd:
        herd.step(1 / 60)
        actor = herd.actors[2]
        for layer in actor.layers:
            actor.stop(layer)
        actor.velocity = (0.0, 1.0)
        before = herd.placements[2, 2]
        for _ in range(60):
            herd.step(1 / 60)
        assert herd.placements[2, 2] > before + 0.2
        first, last = herd.starts[2:4]
        np.testing.assert_array_equal(herd.rotations[first:last], actor.pose.rotations)


def test_an_actor_is_in_a_herd_once() -> None:
    one = Actor(made(0))
    with pytest.raises(InvalidValue, match="only once"):
        Herd([one, one])


def test_an_empty_herd_steps() -> None:
    assert Herd([], threads=1).step(0.1) == []
