"""Lines for a biped make other creatures walk, leap and flip."""

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_multiply,
    quat_rotate,
)
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.grid.validation_grid import creature_at
from kinegraph.doodles.line.motion import Motion
from kinegraph.doodles.props.prop import box
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.flows.doodle_to_creature import doodle_to_creature

FPS = 60.0
CREATURES = ["cast:dog", "cast:spider", "cast:bird", "seed:7"]


def _line(*steps: tuple[str, float, float, float]) -> list[Motion]:
    """Motions one after another on the sheet: name, way, height, seconds."""
    motions, time, z = [], 0.0, 0.0
    for name, way, height, seconds in steps:
        apex = np.array([0.0, height, z + 0.5 * way])
        times = (time, time + 0.5 * seconds, time + seconds)
        turns = 1.0 if name.endswith("flip") else 0.0
        start, end = np.array([0.0, 0.0, z]), np.array([0.0, 0.0, z + way])
        motions.append(Motion(name, way < 0.0, start, end, apex, *times, turns=turns))
        time, z = time + seconds, z + way
    return motions


LINE = _line(
    *[("walk", 0.4, 0.2, 0.5)] * 3,
    ("leap", 1.4, 1.1, 0.8),
    ("walk", 0.4, 0.2, 0.5),
    ("front_flip", 1.4, 1.5, 1.0),
    ("jump", 0.9, 1.0, 0.8),
)


def _played(source: str) -> tuple[Creature, Clip, WorldTransforms]:
    creature = creature_at(source)
    clip = doodle_to_creature(LINE, creature, fps=FPS)
    return creature, clip, forward_kinematics(clip)


@pytest.fixture(scope="module", params=CREATURES)
def played(request: pytest.FixtureRequest) -> tuple[Creature, Clip, WorldTransforms]:
    return _played(request.param)


Played = tuple[Creature, Clip, WorldTransforms]


def _soles(creature: Creature, world: WorldTransforms) -> tuple[np.ndarray, np.ndarray]:
    """(F, N, 3) places of the soles, and (F, N) their heights above their standing places [m]."""
    feet = [leg.foot for leg in creature.legs]
    soles = world.positions[:, feet] + quat_rotate(world.rotations[:, feet], creature.handles[feet])
    return soles, soles[..., 1] - creature.rest_handles[feet][:, 1]


def test_flights_land_at_the_drawn_place_and_time(played: Played) -> None:
    creature, _, world = played
    soles, above = _soles(creature, world)
    for motion in (LINE[3], LINE[5], LINE[6]):
        frame = int(np.ceil(motion.end_time * FPS))
        homes = creature.rest_handles[[leg.foot for leg in creature.legs]]
        np.testing.assert_allclose(soles[frame, :, 2] - homes[:, 2], motion.end[2], atol=0.02)
        assert np.abs(above[frame]).max() < 0.01
        highest = above[int(motion.apex_time * FPS)].min()
        assert highest > 0.2


def test_standing_feet_do_not_slide(played: Played) -> None:
    creature, _, world = played
    soles, above = _soles(creature, world)
    down = (above[1:] < 1e-3) & (above[:-1] < 1e-3)  # a foot higher than this is taking off
    slid = np.linalg.norm(np.diff(soles[..., [0, 2]], axis=0), axis=-1) * down
    assert slid.max() < 1e-3  # metres from one frame to the next
    assert above.min() > -5e-3


def test_the_body_keeps_its_speed_when_it_lands(played: Played) -> None:
    creature, _, world = played
    speeds = np.diff(world.positions[:, creature.root], axis=0) * FPS
    frame = int(np.ceil(LINE[3].end_time * FPS))
    assert np.linalg.norm(speeds[frame] - speeds[frame - 1]) < 0.75 * np.linalg.norm(speeds[frame - 1])


def test_a_flip_turns_once_forward(played: Played) -> None:
    creature, _, world = played
    first, last = (round(time * FPS) for time in (LINE[5].start_time, LINE[5].end_time))
    turns = world.rotations[first : last + 1, creature.root]
    steps = axis_angle_from_quat(quat_multiply(turns[1:], quat_conjugate(turns[:-1])))
    assert steps[:, 0].sum() == pytest.approx(2.0 * np.pi, abs=0.25)


def test_steps_follow_the_drawn_path(played: Played) -> None:
    _, _, world = played
    frame = int(LINE[2].end_time * FPS) - 1
    gone = world.positions[frame].mean(axis=0) - world.positions[0].mean(axis=0)
    assert gone[2] == pytest.approx(LINE[2].end[2], abs=0.35)  # it may be a step behind
    assert abs(gone[0]) < 0.05


def test_a_creature_leaps_onto_a_box_and_stands_on_it() -> None:
    scene = DoodleScene((box((0, 0, 2.4), (2.0, 0.5, 1.6)),))
    up = Motion("leap", False, np.zeros(3), np.array([0, 0.5, 2.4]), np.array([0, 1.4, 1.2]), 0.3, 0.8, 1.3)
    creature = creature_at("cast:dog")
    world = forward_kinematics(doodle_to_creature([up], creature, scene, fps=FPS))
    _, above = _soles(creature, world)
    np.testing.assert_allclose(above[-1], 0.5, atol=5e-3)


def test_a_backward_walk_faces_forward() -> None:
    creature = creature_at("cast:dog")
    back = _line(("walk", -0.4, 0.2, 0.6), ("walk", -0.4, 0.2, 0.6), ("jump", -0.8, 0.9, 0.8))
    world = forward_kinematics(doodle_to_creature(back, creature, fps=30.0))
    facing = quat_rotate(
        quat_multiply(
            world.rotations[:, creature.root], quat_conjugate(creature.rest_rotations[creature.root])
        ),
        np.array([0.0, 0.0, 1.0]),
    )
    assert facing[:, 2].min() > 0.7
    assert world.positions[-1, creature.root, 2] < -1.2


def test_a_line_without_motions_makes_the_creature_stand() -> None:
    creature = creature_at("cast:spider")
    clip = doodle_to_creature([], creature, fps=30.0)
    assert np.ptp(clip.root_translations, axis=0).max() < 0.02


def test_the_same_line_gives_the_same_bits() -> None:
    creature = creature_at("seed:7")
    once, again = (doodle_to_creature(LINE[:4], creature, fps=30.0) for _ in range(2))
    assert np.array_equal(once.rotations, again.rotations)


def test_impossible_rates_are_refused() -> None:
    with pytest.raises(InvalidValue, match="frames a second"):
        doodle_to_creature(LINE, creature_at("seed:7"), fps=0.0)
