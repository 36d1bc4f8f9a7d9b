"""Jiggles: frame rates, sizes, rest, teleports, passivity."""

from typing import Any

import numpy as np
import pytest
from tests.creatures.ik.solver_cases import cast

from kinegraph.core.math.rotations import quat_conjugate, quat_from_axis_angle, quat_multiply
from kinegraph.core.scaling import scale_lengths
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik.jiggle_kernels import JiggleTables, jiggle
from kinegraph.creatures.ik.jiggles import jiggle_frame, jiggle_rig
from kinegraph.creatures.ik.particle_ik import SolvedFrame, ik_rig


def setup(subject: Creature) -> Any:
    """(ik rig with feet keyed, jiggle rig of what is left)."""
    rig = ik_rig(subject, [leg.foot for leg in subject.legs])
    return rig, jiggle_rig(subject, rig.free_bodies)


def rest(subject: Creature) -> SolvedFrame:
    return SolvedFrame(np.array(subject.rest_positions), np.array(subject.rest_rotations))


def travel(time: float, size: float = 1.0) -> np.ndarray:
    """(3,) where a creature that sways and bounces is."""
    time = time / np.sqrt(size)
    return size * np.array([0.25 * np.sin(2.3 * time), 0.1 * np.sin(5.1 * time), 0.2 * np.sin(3.3 * time)])


def run(subject: Creature, fps: float, seconds: float, size: float = 1.0) -> Any:
    """(F + 1, B, 4) rotations while the creature travels, its pose at rest but for the jiggles."""
    _, sway = setup(subject)
    state, frames = sway.state(), []
    for frame in range(round(seconds * fps) + 1):
        place = travel(frame / fps, size)
        solved, state = jiggle_frame(sway, state, rest(subject), 1.0 / fps, place)
        frames.append(solved.rotations)
    return np.array(frames)


def angles(a: Any, b: Any) -> np.ndarray:
    product = quat_multiply(quat_conjugate(a), b)
    return 2.0 * np.arcsin(np.clip(np.linalg.norm(product[..., :3], axis=-1), 0.0, 1.0))


def test_24_60_and_240_frames_a_second_sway_alike() -> None:
    subject = cast("dog")
    fine = run(subject, 240.0, 4.0)[::20]
    swing = angles(fine, subject.rest_rotations).max()
    assert swing > 0.2  # ears and tail do sway
    for fps, step in ((60.0, 5), (24.0, 2)):
        coarse = run(subject, fps, 4.0)[::step]
        assert angles(coarse, fine).max() < 0.06 * swing


def test_a_larger_creature_sways_through_the_same_angles_more_slowly() -> None:
    subject = cast("dog")
    large = creature_from_character(scale_lengths(subject.character, 9.0))
    one = run(subject, 60.0, 2.0)
    other = run(large, 20.0, 6.0, 9.0)  # sqrt(9) times as slow
    assert angles(one, other).max() < 1e-6


def test_sways_settle_at_rest() -> None:
    subject = cast("bear")
    _, sway = setup(subject)
    state = sway.state()
    for frame in range(30):
        _, state = jiggle_frame(sway, state, rest(subject), 1 / 60, travel(frame / 60))
    solved = rest(subject)
    for _ in range(1200):
        solved, state = jiggle_frame(sway, state, rest(subject), 1 / 60, travel(0.5))
    assert angles(solved.rotations, subject.rest_rotations).max() < 1e-6
    assert np.abs(solved.positions - subject.rest_positions).max() < 1e-6


def test_the_first_frame_is_stiff() -> None:
    subject = cast("dog")
    _, sway = setup(subject)
    solved, _ = jiggle_frame(sway, sway.state(), rest(subject), 1 / 60, [5.0, 0.0, 2.0])
    assert angles(solved.rotations, subject.rest_rotations).max() < 1e-9


@pytest.mark.parametrize("dt", [0.0, -1.0, 1e-9, 1e-3, 0.5, 1e9, np.inf, np.nan])
def test_any_step_gives_a_bounded_finite_pose(dt: Any) -> None:
    subject = cast("dog")
    _, sway = setup(subject)
    state, random = sway.state(), np.random.default_rng(0)
    for _ in range(50):
        solved, state = jiggle_frame(sway, state, rest(subject), dt, random.normal(size=3) * 0.3)
        assert np.isfinite(solved.rotations).all()
        assert np.isfinite(solved.positions).all()
        assert np.abs(solved.positions - subject.rest_positions).max() < subject.size.max()


def test_a_teleport_does_not_shake() -> None:
    subject = cast("dog")
    _, sway = setup(subject)
    _, state = jiggle_frame(sway, sway.state(), rest(subject), 1 / 60)
    for _ in range(3):
        solved, state = jiggle_frame(sway, state, rest(subject), 1 / 60, [1e5, 0.0, -1e5])
        assert angles(solved.rotations, subject.rest_rotations).max() < 1e-6


def test_keyed_bodies_are_never_moved() -> None:
    subject = cast("dog")
    rig, sway = setup(subject)
    keyed = [body for body in range(len(subject)) if body not in rig.free_bodies]
    state = sway.state()
    for frame in range(60):
        solved, state = jiggle_frame(sway, state, rest(subject), 1 / 60, travel(frame / 60))
        assert np.array_equal(solved.positions[keyed], subject.rest_positions[keyed])
        assert np.array_equal(solved.rotations[keyed], subject.rest_rotations[keyed])


def test_input_arrays_are_not_written_to() -> None:
    subject = cast("dog")
    _, sway = setup(subject)
    solved, state = rest(subject), sway.state()
    jiggle_frame(sway, state, solved, 1 / 60)
    assert not state.any()
    assert np.array_equal(solved.rotations, subject.rest_rotations)


def test_free_bodies_stay_on_their_joints() -> None:
    subject = cast("dog")
    rig, sway = setup(subject)
    state, solved = sway.state(), rest(subject)
    for frame in range(40):
        turn = quat_from_axis_angle([0.0, 0.5 * np.sin(frame / 6), 0.0])
        solved, state = jiggle_frame(sway, state, rest(subject), 1 / 60, travel(frame / 60), turn)
    for body in rig.free_bodies:
        parent = int(subject.parents[body])
        posed = np.linalg.norm(solved.positions[body] - solved.positions[parent])
        at_rest = np.linalg.norm(subject.rest_positions[body] - subject.rest_positions[parent])
        assert abs(posed - at_rest) < 1e-9


def test_a_spring_is_integrated_exactly() -> None:
    from numba import njit

    from kinegraph.creatures.ik.jiggle_kernels import spring

    @njit
    def after(x: Any, v: Any, rate: float, damping: Any, dt: Any) -> Any:
        return spring((x, 0.0, 0.0), (v, 0.0, 0.0), rate, damping, dt)

    from scipy.integrate import solve_ivp

    rate, damping = 7.0, 0.3
    exact = solve_ivp(
        lambda _, y: [y[1], -2 * damping * rate * y[1] - rate * rate * y[0]],
        (0.0, 0.7),
        [0.4, -1.3],
        rtol=1e-10,
        atol=1e-12,
    )
    offset, speed = after(0.4, -1.3, rate, damping, 0.7)
    assert abs(offset[0] - exact.y[0, -1]) < 1e-8
    assert abs(speed[0] - exact.y[1, -1]) < 1e-7


def test_what_hangs_down_does_not_flip_where_it_meets_the_ground() -> None:
    tip, reach = 0.3, 0.3
    row = [0.0, -tip, 0.0, 0.0, 0.0, 0.05, 5.0, 0.3, 0.9, reach, 10.0, 0.02, reach]
    identity = np.array([0.0, 0.0, 0.0, 1.0])
    tables = JiggleTables(np.array([[2, 1, 0]]), np.array([row]), np.tile(identity, (3, 1)))
    state, here, before = np.zeros((1, 10)), np.array([0.0, 0.0, 0.0, *identity]), identity
    for frame in range(240):
        sway = 1e-3 * np.sin(0.9 * frame)
        height = 0.5 - 0.4 * np.sin(np.pi * frame / 240)
        positions = np.array([[0.0, 0.6, 0.0], [sway, height, 0.4 + sway], [0.0, 0.0, 0.0]])
        rotations = np.tile(identity, (3, 1))
        jiggle(tables, state, here, 1.0 / 60.0, positions, rotations)
        assert angles(before, rotations[2]) < np.radians(45.0)
        before = rotations[2].copy()
