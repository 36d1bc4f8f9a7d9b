"""G and S are inverses in every mode, and rest is the origin of all of them."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.creatures.any_creature import any_creature, creature_with

from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_between,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
)
from kinegraph.core.mirror import REFLECT, REFLECT_QUAT
from kinegraph.creatures.animation.movement_mode import (
    PositionMode,
    RotationMode,
    Scale,
    Secondary,
)
from kinegraph.creatures.binding.specialization import (
    Surroundings,
    generalize_position,
    generalize_rotation,
    rest_table,
    scale_of,
    specialize_position,
    specialize_rotation,
)
from kinegraph.creatures.body.creature import Creature

POSITION_MODES = [
    PositionMode(absolute, scale, ground, sagittal, secondary, follows)
    for absolute, scale, ground, sagittal, secondary, follows in itertools.product(
        (False, True), Scale, (False, True), (False, True), Secondary, (False, True)
    )
]
ROTATION_MODES = [RotationMode(*flags) for flags in itertools.product((False, True), repeat=3)]
# What one metre of rounding can grow to: coordinates are divided by lengths as small as 0.5e-3 of a limb.
CLOSE = 1e-9

seeds = st.integers(0, 10**6)
# There are 96 position modes, each with examples of its own.
fewer = settings(max_examples=settings().max_examples // 4)


def _around(random: np.random.Generator, creature: Creature, body: int) -> Surroundings:
    """Targets far, near, straight behind, a hair from the rest place and exactly on it; ground anywhere."""
    rest = creature.rest_handles[body]
    target = [
        random.normal(size=3) * 3.0,
        rest,
        rest + random.normal(size=3) * 10.0 ** random.uniform(-12, -2),
        rest - np.array([0.0, 0.0, random.uniform(0.1, 2.0)]),
        rest + np.array([0.0, random.uniform(0.1, 2.0), 0.0]),
    ][random.integers(5)]
    ground = [0.0, float(rest[1]), float(rest[1]) + 1e-9, random.normal()][random.integers(4)]
    turn = quat_normalize(random.normal(size=4))
    return Surroundings(target, ground, random.normal(size=3), turn)


def _some_body(seed: int) -> Any:
    random = np.random.default_rng(seed)
    creature = any_creature(int(random.integers(60)))
    body = int(random.integers(len(creature)))
    return random, creature, body, _around(random, creature, body), bool(random.integers(2))


@pytest.mark.parametrize("mode", POSITION_MODES, ids=str)
@fewer
@given(seed=seeds)
def test_positions_come_back_through_g_and_s(mode: Any, seed: int) -> None:
    random, creature, body, around, mirrored = _some_body(seed)
    position = random.normal(size=3)
    generalized = generalize_position(creature, body, position, mode, around, mirrored=mirrored)
    back = specialize_position(creature, body, generalized, mode, around, mirrored=mirrored)
    assert np.abs(back - position).max() < CLOSE


@pytest.mark.parametrize("mode", POSITION_MODES, ids=str)
@fewer
@given(seed=seeds)
def test_generalized_positions_come_back_through_s_and_g(mode: Any, seed: int) -> None:
    random, creature, body, around, mirrored = _some_body(seed)
    generalized = random.normal(size=3)
    if mode.secondary is Secondary.SURFACE:  # once around, and outside the target's middle
        generalized = np.clip(generalized, -2.0, [-0.05, 2.0, 2.0])
    position = specialize_position(creature, body, generalized, mode, around, mirrored=mirrored)
    back = generalize_position(creature, body, position, mode, around, mirrored=mirrored)
    # Two softened lengths at most multiply up: what rounding in metres is divided by.
    smallest = (0.5 * float(rest_table(creature).softs[body])) ** 2
    assert np.abs(back - generalized).max() < max(CLOSE, 1e-14 / smallest)


@pytest.mark.parametrize("mode", ROTATION_MODES, ids=str)
@given(seed=seeds)
def test_rotations_come_back_both_ways(mode: Any, seed: int) -> None:
    random, creature, body, around, mirrored = _some_body(seed)
    rotation = quat_normalize(random.normal(size=4))
    there = generalize_rotation(creature, body, rotation, mode, around, mirrored=mirrored)
    back = specialize_rotation(creature, body, there, mode, around, mirrored=mirrored)
    assert np.abs(back - rotation).max() < 1e-12
    there = specialize_rotation(creature, body, rotation, mode, around, mirrored=mirrored)
    back = generalize_rotation(creature, body, there, mode, around, mirrored=mirrored)
    assert np.abs(back - rotation).max() < 1e-12


@pytest.mark.parametrize("mode", [mode for mode in POSITION_MODES if not mode.absolute], ids=str)
@fewer
@given(seed=seeds)
def test_zero_is_rest_on_every_creature_wherever_the_target_is(mode: Any, seed: int) -> None:
    _, creature, body, around, mirrored = _some_body(seed)
    at_rest = specialize_position(creature, body, (0.0, 0.0, 0.0), mode, around, mirrored=mirrored)
    rest = creature.rest_handles[body]
    if mode.follows:
        rest = quat_rotate(around.carrier_rotation, rest) + np.asarray(around.carrier_position)
    assert np.abs(at_rest - rest).max() < 1e-12


@given(seed=seeds)
def test_an_absolute_mode_rests_on_the_axes_that_something_else_maps(seed: int) -> None:
    _, creature, body, around, mirrored = _some_body(seed)
    mode = PositionMode(absolute=True, ground=True, sagittal=True)
    at_rest = specialize_position(creature, body, (0.0, 0.0, 0.0), mode, around, mirrored=mirrored)
    assert np.abs(at_rest[:2] - creature.rest_handles[body][:2]).max() < 1e-12


@given(seed=seeds)
def test_a_rotation_of_nothing_is_rest(seed: int) -> None:
    _, creature, body, around, mirrored = _some_body(seed)
    mode = RotationMode(follows=False)
    at_rest = specialize_rotation(creature, body, (0.0, 0.0, 0.0, 1.0), mode, around, mirrored=mirrored)
    assert np.abs(at_rest - creature.rest_rotations[body]).max() < 1e-12


@given(seed=seeds)
def test_absolute_positions_are_copied(seed: int) -> None:
    random, creature, body, around, _ = _some_body(seed)
    position = random.normal(size=3)
    mode = PositionMode(absolute=True, scale=Scale.NONE)
    assert (generalize_position(creature, body, position, mode, around) == position).all()


@given(seed=seeds)
def test_one_along_x_is_at_the_target(seed: int) -> None:
    random, creature, body, around, mirrored = _some_body(seed)
    soft = float(rest_table(creature).softs[body])
    for scale, ground, follows in itertools.product(Scale, (False, True), (False, True)):
        mode = PositionMode(scale=scale, ground=ground, secondary=Secondary.REACH, follows=follows)
        target = creature.rest_handles[body] + random.choice([-1, 1], size=3) * random.uniform(
            2.0, 4.0, size=3
        )
        there = Surroundings(target, min(around.ground, -soft))
        reached = specialize_position(creature, body, (1.0, 0.0, 0.0), mode, there, mirrored=mirrored)
        assert np.abs(reached - target).max() < 1e-9


@given(seed=seeds)
def test_one_is_the_ground_where_a_body_is_above_it(seed: int) -> None:
    _, creature, body, _, mirrored = _some_body(seed)
    mode = PositionMode(ground=True, follows=False)
    ground = float(creature.rest_handles[body][1]) - 2.0 * float(rest_table(creature).softs[body])
    there = specialize_position(
        creature, body, (0.0, 1.0, 0.0), mode, Surroundings(ground=ground), mirrored=mirrored
    )
    assert abs(there[1] - ground) < 1e-12


def test_one_is_the_middle_from_both_sides() -> None:
    creature = creature_with({"l": (Cap.GRASPER, (0.7, 1.2, 0.1)), "r": (Cap.GRASPER, (-0.4, 0.9, 0.0))})
    mode = PositionMode(sagittal=True)
    for body, mirrored in itertools.product((1, 2), (False, True)):
        assert specialize_position(creature, body, (1.0, 0.0, 0.0), mode, mirrored=mirrored)[0] == 0.0


def test_only_the_direction_of_a_target_counts_where_the_mode_says_so() -> None:
    creature = creature_with({"l": (Cap.GRASPER, (0.7, 1.2, 0.1))})
    mode = PositionMode(scale=Scale.NONE, secondary=Secondary.DIRECTION)
    rest = creature.rest_handles[1]
    way = np.array([1.0, 2.0, 2.0]) / 3.0
    for distance in (0.1, 1.0, 50.0):
        punched = specialize_position(creature, 1, (0.5, 0.0, 0.0), mode, Surroundings(rest + distance * way))
        assert np.abs(punched - rest - 0.5 * way).max() < 1e-12


@pytest.mark.parametrize(
    "mode", [mode for mode in POSITION_MODES if mode.secondary is Secondary.REACH], ids=str
)
def test_a_target_that_passes_through_the_rest_place_tears_nothing(mode: Any) -> None:
    creature = creature_with({"l": (Cap.GRASPER, (0.7, 1.2, 0.1))})
    rest, soft = creature.rest_handles[1], float(rest_table(creature).softs[1])
    way = np.array([0.5, 0.3, 0.8])
    steps = np.linspace(-2.0, 2.0, 4001) * soft
    path = np.array(
        [
            specialize_position(
                creature, 1, (1.0, 0.3, 0.2), mode, Surroundings(rest + step * way), mirrored=False
            )
            for step in steps
        ]
    )
    moved = np.abs(np.diff(path, axis=0)).max()
    # The frame turns by half a turn over two soft lengths: no step may be more than a small part of that.
    assert moved < 4.0 * np.pi * float(scale_of(creature, 1, mode.scale).max()) / 2000


def test_softened_lengths_are_smooth_and_never_zero() -> None:
    creature = creature_with({"l": (Cap.GRASPER, (0.7, 1.2, 0.1))})
    soft = float(rest_table(creature).softs[1])
    heights = np.linspace(-2.0, 3.0, 5001) * soft
    mode = PositionMode(ground=True)
    reach = np.array(
        [
            1.2
            - specialize_position(creature, 1, (0.0, 1.0, 0.0), mode, Surroundings(ground=1.2 - height))[1]
            for height in heights
        ]
    )
    assert reach.min() >= 0.5 * soft * (1 - 1e-9)
    assert np.abs(np.diff(reach, 2)).max() < 2.0 * (heights[1] - heights[0]) ** 2 / soft


@given(seed=seeds)
def test_mirroring_is_a_reflection(seed: int) -> None:
    random, _, _, around, _ = _some_body(seed)
    reflected = creature_with({"b": (Cap.GRASPER, (0.5, 1.1, 0.2)), "m": (Cap.GRASPER, (-0.5, 1.1, 0.2))})
    mode = POSITION_MODES[int(random.integers(len(POSITION_MODES)))]
    across = Surroundings(
        np.asarray(around.target) * REFLECT,
        around.ground,
        np.asarray(around.carrier_position) * REFLECT,
        np.asarray(around.carrier_rotation) * REFLECT_QUAT,
    )
    g = random.normal(size=3)
    one = specialize_position(reflected, 1, g, mode, around)
    other = specialize_position(reflected, 2, g, mode, across, mirrored=True)
    assert np.abs(one * REFLECT - other).max() < 1e-9
    turn = quat_normalize(random.normal(size=4))
    look = ROTATION_MODES[int(random.integers(len(ROTATION_MODES)))]
    one = specialize_rotation(reflected, 1, turn, look, around)
    other = specialize_rotation(reflected, 2, turn, look, across, mirrored=True)
    assert np.abs(one * REFLECT_QUAT - other).max() < 1e-9


def _look(creature: Creature, target: Any) -> np.ndarray:
    return specialize_rotation(
        creature, 1, (0.0, 0.0, 0.0, 1.0), RotationMode(look_at=True), Surroundings(target)
    )


def test_a_look_in_front_reaches_its_target() -> None:
    creature = creature_with({"head": (Cap.HEAD, (0.0, 1.5, 0.0))})
    way = np.array([1.0, 0.5, 1.0])
    turned = quat_rotate(_look(creature, np.array([0.0, 1.5, 0.0]) + way), np.array([0.0, 0.0, 1.0]))
    assert np.abs(turned - way / 1.5).max() < 1e-12


def test_a_look_fades_smoothly_as_its_target_goes_behind() -> None:
    creature = creature_with({"head": (Cap.HEAD, (0.0, 1.5, 0.0))})
    angles = np.linspace(0.0, 2.0 * np.pi, 7201)
    turns = np.array([_look(creature, (3.0 * np.sin(a), 1.5, 3.0 * np.cos(a))) for a in angles])
    yaw = axis_angle_from_quat(turns)[:, 1]
    step = angles[1]
    assert np.abs(np.diff(yaw)).max() < 3.0 * step  # continuous all the way round, through straight behind
    assert np.abs(np.diff(yaw, 2)).max() < 10.0 * step**2  # and its rate as well
    assert abs(yaw[3600]) < 1e-9
    assert np.abs(yaw).max() < np.radians(100.0)


def test_a_nod_while_looking_aside_is_about_the_heads_own_axis() -> None:
    creature = creature_with({"head": (Cap.HEAD, (0.0, 1.5, 0.0))})
    nod = quat_from_axis_angle([0.4, 0.0, 0.0])
    aside = Surroundings((2.0, 1.5, 0.0))
    turned = specialize_rotation(creature, 1, nod, RotationMode(look_at=True), aside)
    look = specialize_rotation(creature, 1, (0.0, 0.0, 0.0, 1.0), RotationMode(look_at=True), aside)
    assert np.abs(turned - quat_multiply(look, nod)).max() < 1e-12


@given(seed=seeds)
def test_an_absolute_rotation_points_a_body_the_same_way_whatever_its_axes(seed: int) -> None:
    random, creature, body, _, _ = _some_body(seed)
    turn = quat_normalize(random.normal(size=4))
    posed = specialize_rotation(creature, body, turn, RotationMode(absolute=True))
    forward = rest_table(creature).forward[body]
    in_body = quat_rotate(quat_conjugate(creature.rest_rotations[body]), forward)
    assert np.abs(quat_rotate(posed, in_body) - quat_rotate(turn, [0.0, 0.0, 1.0])).max() < 1e-12


def _slow_position(
    creature: Creature, body: int, g: Any, mode: Any, around: Surroundings, mirrored: bool
) -> np.ndarray:
    """S in plain NumPy, matrices and all, for targets farther than the softened lengths."""
    reflect = REFLECT if mirrored else np.ones(3)
    rest = creature.rest_handles[body]
    follows = mode.follows and (not mode.absolute or mode.needs_target)
    if follows:
        rest = quat_rotate(around.carrier_rotation, rest) + np.asarray(around.carrier_position)
    rest = rest * reflect
    scale, zero = scale_of(creature, body, mode.scale), rest.copy()
    if mode.absolute and not mode.needs_target:
        zero = np.where([mode.sagittal, mode.ground, False], rest, 0.0)
    if mode.ground:
        scale[1] = around.ground - rest[1]
    if mode.sagittal:
        scale[0] = -rest[0]
    turn = np.array([0.0, 0.0, 0.0, 1.0])
    if follows and not (mode.ground or mode.sagittal):
        turn = np.asarray(around.carrier_rotation) * (REFLECT_QUAT if mirrored else 1.0)
    g = np.asarray(g)
    if mode.secondary is Secondary.SURFACE:
        way = quat_rotate(quat_conjugate(turn), np.asarray(around.target) * reflect - zero)
        far, angle = np.linalg.norm(way), np.hypot(g[1], g[2])
        touch = creature.character.bodies[body].radius + around.surface
        axes = [quat_rotate(quat_between([0.0, 0.0, 1.0], way), axis) for axis in np.eye(3)]
        side = np.sinc(angle / np.pi) * (g[1] * axes[1] - g[2] * axes[0])
        out = far - g[0] * (far - touch)
        return (zero + quat_rotate(turn, way + out * (side - np.cos(angle) * axes[2]))) * reflect
    if mode.needs_target:
        way = quat_rotate(quat_conjugate(turn), np.asarray(around.target) * reflect - zero) / scale
        length = np.linalg.norm(way) if mode.secondary is Secondary.REACH else 1.0
        g = quat_rotate(quat_between([0.0, 0.0, 1.0], way), np.array([-g[2], g[1], g[0] * length]))
    return (zero + quat_rotate(turn, g * scale)) * reflect


@pytest.mark.parametrize("mode", POSITION_MODES, ids=str)
def test_the_kernel_agrees_with_its_plain_twin(mode: Any) -> None:
    random = np.random.default_rng(5)
    creature = creature_with({"b": (Cap.GRASPER, (0.5, 1.1, 0.2)), "m": (Cap.GRASPER, (-0.7, 1.3, 0.3))})
    for _ in range(20):
        turn = quat_from_axis_angle(random.normal(size=3) * 0.2)
        around = Surroundings(random.normal(size=3) * 3.0, -5.0, random.normal(size=3) * 0.05, turn)
        body, mirrored, g = int(random.integers(1, 3)), bool(random.integers(2)), random.normal(size=3)
        fast = specialize_position(creature, body, g, mode, around, mirrored=mirrored)
        slow = _slow_position(creature, body, g, mode, around, mirrored)
        assert np.abs(fast - slow).max() < 1e-9


@given(seed=seeds)
def test_one_along_x_touches_the_surface_from_any_side(seed: int) -> None:
    random, creature, body, _, mirrored = _some_body(seed)
    away = random.normal(size=3)
    target = creature.rest_handles[body] + away / np.linalg.norm(away) * random.uniform(2.0, 4.0)
    mode, radius = PositionMode(secondary=Secondary.SURFACE, follows=False), float(random.uniform(0.1, 0.5))
    around = Surroundings(target, surface=radius)
    for up, aside in random.uniform(-1.5, 1.5, size=(4, 2)):
        place = specialize_position(creature, body, (1.0, up, aside), mode, around, mirrored=mirrored)
        own = creature.character.bodies[body].radius
        assert np.linalg.norm(place - target) == pytest.approx(radius + own, abs=1e-9)
