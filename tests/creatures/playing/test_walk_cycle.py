"""Walk cycles: clips that loop exactly, at the requested speed."""

import numpy as np
import pytest
from tests.creatures.made_creatures import made

from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.creatures.playing.walk_cycle import walk_cycle

# Kind, speed [m/s], direction [rad], turn [rad/s].
WALKS = [
    ("biped", 0.9, 0.0, 0.0),
    ("quadruped", 1.1, 0.0, 0.5),
    ("insect", 0.6, np.pi / 2, 0.0),
    ("bird", 1.2, 0.0, 0.0),
    ("snail", 0.4, 0.0, 0.0),
]


@pytest.mark.parametrize(("kind", "speed", "direction", "turn"), WALKS)
def test_the_last_frame_is_the_first_moved_on(kind: str, speed: float, direction: float, turn: float) -> None:
    cycle = walk_cycle(made(3, kind), speed, direction=direction, turn=turn)
    clip = cycle.clip
    assert clip.translations is not None
    angle = quat_from_axis_angle([0.0, turn * clip.duration, 0.0])
    np.testing.assert_allclose(clip.rotations[-1, 1:], clip.rotations[0, 1:], atol=1e-9)
    np.testing.assert_allclose(clip.translations[-1, 1:], clip.translations[0, 1:], atol=1e-9)
    np.testing.assert_allclose(clip.rotations[-1, 0], quat_multiply(angle, clip.rotations[0, 0]), atol=1e-9)
    half = 0.5 * turn * clip.duration
    chord = speed * clip.duration * np.sinc(half / np.pi)
    moved = clip.root_translations[-1] - quat_rotate(angle, clip.root_translations[0])
    ahead = [chord * np.sin(direction + half), 0.0, chord * np.cos(direction + half)]
    np.testing.assert_allclose(moved, ahead, atol=1e-9)


@pytest.mark.parametrize(("kind", "speed", "direction", "turn"), WALKS)
def test_the_walk_itself_repeats_before_it_is_closed(
    kind: str, speed: float, direction: float, turn: float
) -> None:
    assert walk_cycle(made(3, kind), speed, direction=direction, turn=turn).seam < 1e-6


def test_a_speed_without_steps_is_refused_with_the_size_and_the_speed() -> None:
    with pytest.raises(InvalidValue, match=r"no steps at 1e-07 m/s.* m large.*higher speed"):
        walk_cycle(made(3, "quadruped"), 1e-7)


def test_a_walk_that_drifts_against_its_clock_loops_too() -> None:
    assert walk_cycle(made(2, "bird"), 1.2).seam < 1e-6


def test_on_the_spot_it_is_the_same_walk_without_the_way() -> None:
    creature = made(3, "biped")
    goes, stays = (walk_cycle(creature, 0.9, turn=0.4, root_motion=on).clip for on in (True, False))
    np.testing.assert_allclose(stays.root_translations[-1], stays.root_translations[0], atol=1e-9)
    np.testing.assert_allclose(stays.rotations[-1], stays.rotations[0], atol=1e-9)
    np.testing.assert_array_equal(goes.rotations[:, 1:], stays.rotations[:, 1:])
    turned = quat_multiply(goes.rotations[:, 0], quat_conjugate(stays.rotations[:, 0]))
    np.testing.assert_allclose(turned[-1], quat_from_axis_angle([0.0, 0.4 * goes.duration, 0.0]), atol=1e-9)


def test_feet_of_a_cycle_stand_still_on_the_ground() -> None:
    creature = made(3, "quadruped")
    cycle = walk_cycle(creature, 0.7)
    world = forward_kinematics(cycle.clip)
    for leg in creature.legs:
        soles = world.positions[:, leg.foot] + quat_rotate(
            world.rotations[:, leg.foot], creature.handles[leg.foot]
        )
        low = soles[:, 1] < creature.rest_handles[leg.foot, 1] + 2e-3
        slips = np.linalg.norm(np.diff(soles, axis=0), axis=1)[low[1:] & low[:-1]]
        assert len(slips) > 5
        assert np.median(slips) < 1e-3


@pytest.mark.parametrize("speed", [0.0, -1.0, np.nan])
def test_a_cycle_without_a_speed_is_refused(speed: float) -> None:
    with pytest.raises(InvalidValue, match="speed above 0"):
        walk_cycle(made(3, "biped"), speed)


@pytest.mark.parametrize(
    "order",
    [(1.0, 0.0, np.nan), (1.0, np.nan, 0.0), (1.0, 0.0, 1e300), (1.0, -1e300, 0.0), (1e308, 0.0, 0.0)],
)
def test_a_cycle_of_an_absurd_order_is_refused(order: tuple[float, float, float]) -> None:
    speed, direction, turn = order
    with pytest.raises(InvalidValue, match="up to 1000"):
        walk_cycle(made(3, "biped"), speed, direction=direction, turn=turn)
