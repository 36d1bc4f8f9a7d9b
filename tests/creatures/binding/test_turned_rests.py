"""Rest places that turn with their feet: p = R(h) rest + scale q on every body."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode, Scale
from kinegraph.creatures.animation.smooth_keys import smooth_curve, smooth_turns
from kinegraph.creatures.binding.specialization import specialize_position, stance_height
from kinegraph.creatures.binding.turned_rests import with_turned_rest, without_turned_rest
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature

MODE = PositionMode(scale=Scale.STANCE, follows=False, turns=True)
TIMES = np.array([0.0, 0.5, 1.1, 2.0])
ANGLES = np.array([0.0, 1.4, 3.0, 4.9])


@pytest.fixture(scope="module")
def dog() -> Any:
    return creature_from_character(character("dog"))


def _tracks() -> tuple[PositionTrack, RotationTrack]:
    places = np.random.default_rng(5).normal(size=(4, 3))
    turns = smooth_turns(TIMES, quat_from_axis_angle(ANGLES[:, None] * [0.0, 1.0, 0.0]))
    return PositionTrack(MODE, smooth_curve(TIMES, places)), RotationTrack(RotationMode(follows=False), turns)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_foot_is_where_its_turned_rest_place_says(dog: Creature, mirrored: bool) -> None:
    moves, turns = _tracks()
    foot, side = dog.legs[0].foot, np.array([-1.0 if mirrored else 1.0, 1.0, 1.0])
    plain = with_turned_rest(dog, foot, moves, turns, mirrored=mirrored)
    for angle, value, q in zip(ANGLES, plain.curve.values, moves.curve.values, strict=True):
        turn = quat_from_axis_angle(np.array([0.0, angle, 0.0]))
        expected = quat_rotate(turn, side * dog.rest_handles[foot]) + stance_height(dog) * q
        place = specialize_position(dog, foot, value, plain.mode, mirrored=mirrored)
        assert place == pytest.approx(side * expected, abs=1e-12)


def test_the_way_back_gives_the_same_keys(dog: Creature) -> None:
    moves, turns = _tracks()
    foot = dog.legs[0].foot
    plain = with_turned_rest(dog, foot, moves, turns, mirrored=False)
    again = without_turned_rest(dog, foot, plain, turns, mirrored=False)
    assert again.mode == MODE
    assert np.allclose(again.curve.values, moves.curve.values, atol=1e-12)
    assert np.allclose(again.curve.rates_in, moves.curve.rates_in, atol=1e-9)


def test_rates_are_those_of_the_turning_place(dog: Creature) -> None:
    """Against finite differences of R(h(t)) rest at keys where both sides have one rate."""
    moves, turns = _tracks()
    foot, small = dog.legs[0].foot, 1e-5
    still = replace(moves, curve=smooth_curve(TIMES, np.zeros((4, 3))))
    plain = with_turned_rest(dog, foot, still, turns, mirrored=False)
    for time, rate in zip(TIMES[1:3], plain.curve.rates_out[1:3], strict=True):
        near = quat_rotate(turns.curve.at([time, time + small]), dog.rest_handles[foot])
        assert rate * stance_height(dog) == pytest.approx((near[1] - near[0]) / small, abs=1e-3)


def test_modes_that_do_not_turn_are_left_alone(dog: Creature) -> None:
    moves, turns = _tracks()
    moves = replace(moves, mode=replace(MODE, turns=False))
    assert with_turned_rest(dog, dog.legs[0].foot, moves, turns, mirrored=False) is moves
