"""The properties that a blend of key poses must have, as Igarashi's paper states and as users need them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    matrix_from_quat,
    nearest_rotation,
    quat_between,
    quat_conjugate,
    quat_from_axis_angle,
    quat_from_matrix,
    quat_multiply,
    quat_normalize,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.orthonormal_kernels import (
    LANES,
    ORTHOGONAL,
    ROUNDS,
    TILE,
    balance_tile,
)
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet, pose_set

RNG = np.random.default_rng(8)


def turning_set(angles_deg: list[float], places: np.ndarray, axis: int = 2, **options: Any) -> SpatialSet:
    """One joint that turns about an axis by each angle, with a key at each place."""
    vectors = np.zeros((len(angles_deg), 3))
    vectors[:, axis] = np.radians(angles_deg)
    quats = quat_from_axis_angle(vectors)
    keys = [
        SpatialKey(f"{angle:g}", place, np.zeros((1, 3)), quat[None])
        for angle, place, quat in zip(angles_deg, places, quats, strict=True)
    ]
    return SpatialSet(
        "turn", (Manipulator(ManipulatorKind.JOINT, "head", turns=True),), tuple(keys), **options
    )


def angle_about(quat: np.ndarray, axis: int = 2) -> np.ndarray:
    return np.degrees(2.0 * np.arctan2(quat[..., axis], quat[..., 3]))


def angle_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.linalg.norm(axis_angle_from_quat(quat_multiply(quat_conjugate(a), b)), axis=-1)


def random_set(keys: int, joints: int, seed: int = 0, spread: float = 0.6, **options: Any) -> SpatialSet:
    rng = np.random.default_rng(seed)
    base = quat_normalize(rng.normal(size=(joints, 4)))
    manipulators = tuple(
        Manipulator(ManipulatorKind.JOINT, f"j{i}", moves=i == 0, turns=True) for i in range(joints)
    )
    made = []
    for index in range(keys):
        positions = np.zeros((joints, 3))
        positions[0] = rng.normal(size=3)
        turned = quat_multiply(base, quat_from_axis_angle(rng.normal(size=(joints, 3)) * spread))
        made.append(SpatialKey(f"k{index}", rng.normal(size=3), positions, turned))
    return SpatialSet("random", manipulators, tuple(made), **options)


@pytest.mark.parametrize("keys", [1, 2, 3, 4, 12])
@pytest.mark.parametrize("function", RadialFunction)
def test_blend_is_exact_at_every_marker(keys: int, function: RadialFunction) -> None:
    made = random_set(keys, 19, function=function)
    found = blend(made).at(np.stack([key.place for key in made.keys]))
    np.testing.assert_allclose(found.positions, np.stack([key.positions for key in made.keys]), atol=1e-9)
    assert angle_between(found.rotations, np.stack([k.rotations for k in made.keys])).max() < 1e-7
    assert not found.degenerate.any()


def balanced(matrix: np.ndarray) -> np.ndarray:
    """The paper's iteration, one matrix at a time."""
    x, y, z = (matrix[:, i] / np.linalg.norm(matrix[:, i]) for i in range(3))

    def unit(v: np.ndarray) -> np.ndarray:
        return v / np.linalg.norm(v)

    for _ in range(ROUNDS):
        u, v, w = unit(np.cross(y, z)), unit(np.cross(z, x)), unit(np.cross(x, y))
        x, y, z = unit(x + u), unit(y + v), unit(z + w)
        if (x @ y) ** 2 + (y @ z) ** 2 + (z @ x) ** 2 < ORTHOGONAL:
            break
    return np.stack([x, y, z], axis=1)


def test_tiles_are_orthonormalized_as_one_matrix_at_a_time() -> None:
    rotations = matrix_from_quat(quat_normalize(RNG.normal(size=(LANES, 4))))
    matrices = rotations + 0.4 * RNG.normal(size=(LANES, 3, 3))
    matrices[np.linalg.det(matrices) < 0.05] = np.eye(3)
    tile = matrices.reshape(LANES, 9).T.ravel().copy()
    assert len(tile) == TILE
    balance_tile(tile, np.empty(LANES))
    found = tile.reshape(9, LANES).T.reshape(LANES, 3, 3)
    np.testing.assert_allclose(found, np.stack([balanced(m) for m in matrices]), atol=1e-12)


def test_change_normal_to_the_rotations_is_forgotten_up_to_second_order() -> None:
    # M normal to SO(3) at R: R S with S symmetric.
    rotation = matrix_from_quat(quat_normalize(RNG.normal(size=4)))
    symmetric = RNG.normal(size=(3, 3))
    symmetric += symmetric.T
    misses = []
    for t in (1e-2, 5e-3):
        tile = np.tile((rotation + t * rotation @ symmetric).reshape(9, 1), (1, LANES)).ravel()
        balance_tile(tile, np.empty(LANES))
        misses.append(np.abs(tile.reshape(9, LANES)[:, 0].reshape(3, 3) - rotation).max())
    assert misses[0] < 1e-3
    assert misses[0] / misses[1] > 3.5  # halving t quarters the miss


def test_balanced_rotation_is_the_polar_factor_to_second_order() -> None:
    made = random_set(8, 16, spread=0.15)
    cursors = RNG.normal(size=(40, 3)) * 0.5
    quats = blend(made).at(cursors).rotations
    tile = blend(made)._map.evaluate(cursors)[:, :TILE].reshape(-1, 9, LANES).swapaxes(1, 2)
    polar = quat_from_matrix(nearest_rotation(tile.reshape(-1, LANES, 3, 3)))
    assert angle_between(quats, polar).max() < 0.01


def test_poses_and_markers_moved_rigidly_together_give_the_pose_moved() -> None:
    made = random_set(7, 3)
    turn, shift = quat_normalize(RNG.normal(size=4)), np.array([3.0, -2.0, 5.0])
    matrix = matrix_from_quat(turn)
    keys = []
    for key in made.keys:
        positions, rotations = key.positions.copy(), key.rotations.copy()
        positions[0] = matrix @ positions[0] + shift
        rotations[0] = quat_multiply(turn, rotations[0])
        keys.append(SpatialKey(key.name, matrix @ key.place + shift, positions, rotations))
    cursors = RNG.normal(size=(30, 3))
    here = blend(made).at(cursors)
    there = blend(SpatialSet("moved", made.manipulators, tuple(keys))).at(cursors @ matrix.T + shift)
    np.testing.assert_allclose(there.positions[:, 0], here.positions[:, 0] @ matrix.T + shift, atol=1e-9)
    assert angle_between(there.rotations[:, 0], quat_multiply(turn, here.rotations[:, 0])).max() < 1e-3
    assert angle_between(there.rotations[:, 1:], here.rotations[:, 1:]).max() < 1e-7


def test_extrapolation_of_0_and_30_degrees_keeps_looking_and_never_spins() -> None:
    made = turning_set([0, 30], np.array([[0.0, 0, 0], [1.0, 0, 0]]))
    angles = angle_about(blend(made).at(np.linspace([-1000, 0, 0], [1000, 0, 0], 20001)).rotations[:, 0])
    assert (np.diff(angles) >= -1e-6).all()
    assert -90 < angles.min() < -30
    assert 60 < angles.max() < 120


def test_keys_round_a_circle_have_no_seam() -> None:
    around = np.radians([0, 90, 180, 270])
    places = np.stack([np.cos(around), np.sin(around), np.zeros(4)], axis=1)
    fitted = blend(turning_set([0, 90, 180, 270], places))
    t = np.radians(np.arange(0.0, 360.0, 1.0))
    path = np.stack([np.cos(t), np.sin(t), np.zeros(360)], axis=1)
    angles = np.unwrap(np.radians(angle_about(fitted.at(path).rotations[:, 0])))
    steps = np.degrees(np.diff(np.append(angles, angles[0] + 2 * np.pi)))
    assert steps.min() > 0.3
    assert steps.max() < 2.5


@pytest.mark.parametrize("opposite", [180.0, 179.0, 170.0, 165.0])
def test_blend_is_continuous_where_keys_cancel(opposite: float) -> None:
    fitted = blend(turning_set([0, opposite], np.array([[0.0, 0, 0], [1.0, 0, 0]])))
    found = fitted.at(np.linspace([0, 0, 0], [1, 0, 0], 20001))
    assert np.degrees(angle_between(found.rotations[1:], found.rotations[:-1])).max() < 1.0
    angles = np.abs(angle_about(found.rotations[:, 0]))
    assert (np.diff(angles) > -1e-6).all()


def test_cancelling_keys_are_reported_as_degenerate() -> None:
    fitted = blend(turning_set([0, 180], np.array([[0.0, 0, 0], [1.0, 0, 0]])))
    np.testing.assert_array_equal(fitted.at([[0.5, 0, 0], [0.1, 0, 0]]).degenerate[:, 0], [True, False])


@given(st.integers(0, 10_000), st.sampled_from(list(RadialFunction)), st.integers(1, 9))
@pytest.mark.hypothesis
def test_blend_is_finite_unit_and_smooth_along_any_path(
    seed: int, function: RadialFunction, keys: int
) -> None:
    rng = np.random.default_rng(seed)
    made = random_set(keys, 5, seed, spread=float(rng.uniform(0.1, 3.0)), function=function)
    start, way = rng.normal(size=3), rng.normal(size=3) * 10.0 ** rng.uniform(-1, 6)
    found = blend(made).at(start + np.linspace(0, 1, 50)[:, None] * way)
    assert np.isfinite(found.positions).all()
    np.testing.assert_allclose(np.linalg.norm(found.rotations, axis=-1), 1.0, atol=1e-9)
    near = blend(made).at(start + np.linspace(0, 1e-9, 2)[:, None])
    assert angle_between(near.rotations[0], near.rotations[1]).max() < 1e-3


def test_the_sign_of_a_quaternion_never_matters() -> None:
    made = random_set(6, 5, spread=2.0)
    flipped = tuple(
        SpatialKey(k.name, k.place, k.positions, k.rotations * RNG.choice([-1.0, 1.0], size=(5, 1)))
        for k in made.keys
    )
    cursors = RNG.normal(size=(200, 3)) * 2
    here = blend(made).at(cursors).rotations
    there = blend(SpatialSet("flipped", made.manipulators, flipped)).at(cursors).rotations
    assert angle_between(here, there).max() < 1e-7


def test_batch_equals_one_at_a_time() -> None:
    fitted = blend(random_set(9, 33))
    cursors = RNG.normal(size=(12, 3))
    alone = np.stack([fitted.at(cursor).rotations for cursor in cursors])
    np.testing.assert_array_equal(fitted.at(cursors).rotations, alone)
    assert fitted.at(cursors.reshape(3, 4, 3)).rotations.shape == (3, 4, 33, 4)


def test_a_set_of_poses_is_built_from_a_character_in_a_few_lines() -> None:
    skeleton = character("bear").skeleton
    rest = Pose.rest(skeleton)
    nod = Pose(
        skeleton, rest.root_translation, quat_multiply(rest.rotations, quat_from_axis_angle([0.2, 0, 0]))
    )
    made = pose_set(skeleton, "nod", [([0, 0, 0], rest), ([0, 1, 0], nod)])
    found = blend(made).at([0, 1, 0])
    assert angle_between(found.rotations, nod.rotations).max() < 1e-9


def test_a_key_of_another_skeleton_is_refused() -> None:
    with pytest.raises(InvalidValue, match="another skeleton"):
        pose_set(character("bear").skeleton, "x", [([0, 0, 0], Pose.rest(character("dog").skeleton))])


def test_editing_keys_gives_new_sets_and_leaves_the_old() -> None:
    made = random_set(3, 2)
    moved = made.with_place("k1", [9, 9, 9]).renamed_key("k1", "far").without_key("k0")
    assert [key.name for key in moved.keys] == ["far", "k2"]
    assert [key.name for key in made.keys] == ["k0", "k1", "k2"]
    with pytest.raises(UnknownName, match="no key 'fat'; did you mean 'far'"):
        moved.key("fat")


def test_a_set_without_keys_cannot_be_performed_yet() -> None:
    empty = SpatialSet("empty", (Manipulator(ManipulatorKind.JOINT, "a", turns=True),))
    with pytest.raises(InvalidValue, match="no pose yet"):
        blend(empty)


def test_values_belong_to_the_manipulators_that_turn_and_move() -> None:
    kinds = [(True, False), (False, True), (True, True), (False, True), (True, False)]
    parts = tuple(
        Manipulator(ManipulatorKind.JOINT, f"j{i}", moves=moves, turns=turns)
        for i, (turns, moves) in enumerate(kinds)
    )
    rng = np.random.default_rng(5)
    keys = []
    for index in range(4):
        positions, rotations = rng.normal(size=(5, 3)), quat_normalize(rng.normal(size=(5, 4)))
        positions[[not moves for _, moves in kinds]] = 0.0
        rotations[[not turns for turns, _ in kinds]] = [0.0, 0.0, 0.0, 1.0]
        keys.append(SpatialKey(f"key {index}", rng.normal(size=3), positions, rotations))
    fitted = blend(SpatialSet("mixed", parts, tuple(keys)))
    at_keys = fitted.at(np.stack([key.place for key in keys]))
    np.testing.assert_allclose(at_keys.positions, [key.positions for key in keys], atol=1e-9)
    assert angle_between(at_keys.rotations, np.stack([key.rotations for key in keys])).max() < 1e-6
    alone = fitted.at(keys[2].place)
    np.testing.assert_array_equal(alone.positions, at_keys.positions[2])
    np.testing.assert_array_equal(alone.rotations, at_keys.rotations[2])


@pytest.mark.parametrize("cursor", [[0.0, 0.0], 1.0, [[0.0, np.nan, 0.0]], [np.inf, 0.0, 0.0]])
def test_a_cursor_that_is_no_place_is_refused(cursor: float | list[float] | list[list[float]]) -> None:
    with pytest.raises(InvalidValue, match="Cursor places"):
        blend(random_set(3, 2)).at(cursor)


@pytest.mark.parametrize("function", [RadialFunction.LINEAR, RadialFunction.HARDY])
def test_a_head_goes_on_looking_at_a_cursor_far_outside(function: RadialFunction) -> None:
    """Keys look at their markers, 0.7 m before the eyes; the cursor leaves sideways, up to 40 reaches."""
    rng = np.random.default_rng(6)
    places = np.array([0.0, 0.0, 0.7]) + np.concatenate([np.zeros((1, 3)), rng.uniform(-0.3, 0.3, (6, 3))])
    looks = quat_between(np.broadcast_to([0.0, 0.0, 1.0], places.shape), places)
    manipulators = (Manipulator(ManipulatorKind.JOINT, "head", moves=True, turns=True),)
    keys = [
        SpatialKey(f"k{i}", place, 0.1 * place[None], look[None])
        for i, (place, look) in enumerate(zip(places, looks, strict=True))
    ]
    fitted = blend(SpatialSet("look", manipulators, tuple(keys), function=function))
    far = fitted.layout.reach * np.array([2.0, 3.0, 6.0, 15.0, 40.0])
    for direction in ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.6, 0.8, 0.0]):
        found = fitted.at(np.array([0.0, 0.0, 0.7]) + far[:, None] * direction)
        sight = quat_rotate(found.rotations[:, 0], [0.0, 0.0, 1.0])
        aside = np.degrees(np.arctan2(sight @ np.array(direction), sight[:, 2]))
        assert (np.diff(aside) > 0.5).all(), "the head stopped"
        assert aside[-1] > 75.0
        away = np.linalg.norm(found.positions[:, 0] - 0.1 * places.mean(axis=0), axis=1)
        assert away.max() < 10.0 * 0.1 * np.linalg.norm(places - places.mean(axis=0), axis=1).max()
