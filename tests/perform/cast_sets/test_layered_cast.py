"""The crawling lizard and the dancing mouse: how they are rigged, and that what was recorded plays well."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.perform.cast_sets import RIGGED, cast_performances, cast_rig
from kinegraph.perform.cast_sets.hand_paths import (
    circling,
    eased,
    event_times,
    hand_layer,
    visiting,
)
from kinegraph.perform.performances.performance import perform, perform_path
from kinegraph.perform.playing.rig_player import Performed
from kinegraph.perform.sets.blend import blend

FPS = 30.0
LAYERED = ("lizard", "mouse")
LAYERS = {
    "lizard": ("crawl", "head", "mouth", "tail"),
    "mouse": ("dance", "head", "tail", "face"),
}


@cache
def played(name: str) -> Performed:
    return perform(cast_performances(name)[0], FPS)


def soles(name: str) -> np.ndarray:
    """(F, P, 3) the marked points of the feet [m]."""
    points = cast_rig(name).character.contacts
    joints, offsets = np.array([p.joint for p in points]), np.stack([p.offset for p in points])
    return points_on_joints(forward_kinematics(played(name).clip), joints, offsets)


def test_the_lizard_is_rigged_as_choi_s_iguana() -> None:
    rig = cast_rig("lizard")
    ranks = [rig.rank(each.name) for each in rig.sets]
    assert (len(rig.sets), sum(rank > 1 for rank in ranks), max(ranks)) == (8, 2, 3)
    assert sum(len(each.keys) for each in rig.sets) == 30
    assert rig.highest() == ("crawl", "head", "mouth", "tail")
    assert rig.parent("legs") == rig.parent("spine") == "crawl"
    assert rig.parent("left legs") == rig.parent("right legs") == "legs"


@pytest.mark.parametrize(("name", "frames"), [("lizard", 700), ("mouse", 440)])
def test_a_performance_has_four_layers_on_the_highest_controllers(name: str, frames: int) -> None:
    assert name in RIGGED
    (performance,) = cast_performances(name)
    assert tuple(layer.set for layer in performance.layers) == LAYERS[name]
    assert {layer.set for layer in performance.layers} == set(cast_rig(name).highest())
    assert len(played(name).clip) == frames


@pytest.mark.parametrize("name", LAYERED)
def test_no_rotation_is_a_guess_and_nothing_jumps(name: str) -> None:
    done = played(name)
    assert not any(frames.any() for frames in done.degenerate.values())
    turns = quat_multiply(quat_conjugate(done.clip.rotations[:-1]), done.clip.rotations[1:])
    assert np.degrees(2 * np.arccos(np.minimum(np.abs(turns[..., 3]), 1.0))).max() < 30.0


@pytest.mark.parametrize(("name", "millimetres"), [("lizard", 0.01), ("mouse", 4.0)])
def test_feet_stay_above_the_floor(name: str, millimetres: float) -> None:
    assert 1e3 * soles(name)[..., 1].min() > -millimetres


def test_the_lizard_crawls_ahead_and_stops_where_its_hand_does() -> None:
    ahead = played("lizard").clip.root_translations[:, 2]
    assert ahead[-1] - ahead[0] > 3.0
    assert np.diff(ahead).min() > -0.01
    waits = slice(int(9.2 * FPS), int(12.4 * FPS))
    assert np.ptp(ahead[waits]) < 0.02


def test_the_lizard_s_feet_hardly_slip() -> None:
    """Slip of any foot within 4 mm of the ground, standing or not, per stride of about 18 cm."""
    points = soles("lizard")
    low = points[..., 1] < 0.004
    slid = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1) * (low[1:] & low[:-1])
    strides = (played("lizard").clip.root_translations[-1, 2] + 0.08) / 0.18
    assert 1e3 * slid.sum(axis=0).max() / strides < 12.0


@pytest.mark.parametrize("name", LAYERED)
def test_each_layer_moves_something_of_its_own(name: str) -> None:
    (performance,) = cast_performances(name)
    for layer in performance.layers:
        muted = performance.with_layer(replace(layer, muted=True))
        without = perform(muted, FPS).clip.rotations
        same = np.abs(np.sum(without * played(name).clip.rotations[: len(without)], axis=-1))
        assert np.degrees(2 * np.arccos(np.minimum(same, 1.0))).max() > 8.0, layer.name


def test_the_mouse_s_layers_of_head_and_tail_leave_its_arms_alone() -> None:
    (performance,) = cast_performances("mouse")
    alone = performance.without_layer("head").without_layer("tail")
    arms = [cast_rig("mouse").character.skeleton.index(f"{side}_upper_arm") for side in ("left", "right")]
    danced = played("mouse").clip.rotations[:, arms]
    np.testing.assert_allclose(perform(alone, FPS).clip.rotations[:, arms], danced, atol=1e-12)


def test_a_visiting_hand_is_at_each_stop_at_its_time() -> None:
    head = cast_rig("lizard").set("head")
    times, places = visiting(head, [(0.5, "ahead"), (1.0, "left"), (2.0, (0.0, 0.3, 0.5)), (2.25, "up")])
    assert times[0] == pytest.approx(0.5)
    assert times[-1] == pytest.approx(2.25)
    for time, place in ((1.0, head.key("left").place), (2.0, [0.0, 0.3, 0.5]), (2.25, head.key("up").place)):
        np.testing.assert_allclose(places[np.abs(times - time).argmin()], place, atol=1e-9)


def test_a_circling_hand_makes_the_given_number_of_turns() -> None:
    times, places = circling((1.0, 2.0, 3.0), 0.5, [(0.0, 2.0, 1.0), (1.5, 2.0, 1.0)])
    angle = np.unwrap(np.arctan2(places[:, 1] - 2.0, places[:, 0] - 1.0))
    np.testing.assert_allclose(angle, 4 * np.pi * times, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(places - [1.0, 2.0, 3.0], axis=1), 0.5, atol=1e-12)


def test_eased_values_rest_where_they_are_reached() -> None:
    times = event_times(0.0, 1.0)
    values = eased(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0, -1.0]), times)
    middle = int(np.abs(times - 0.5).argmin())
    assert values[middle] == pytest.approx(1.0, abs=1e-12)
    assert abs(values[middle + 1] - values[middle]) < 0.01


def test_a_trembling_hand_strays_no_farther_than_the_given_distance() -> None:
    head = cast_rig("lizard").set("head")
    times, places = visiting(head, [(0.0, "ahead"), (3.0, "left")])
    layer = hand_layer("look", head, times, places, tremble=0.01)
    strays = np.abs(layer.displacements + head.home - places)
    assert 0.002 < strays.max() <= 0.01


def test_legs_that_reach_their_goals_leave_the_spine_to_its_own_set() -> None:
    rig, done = cast_rig("lizard"), played("lizard")
    spine = rig.set("spine")
    joints = [rig.character.skeleton.index(m.target) for m in spine.manipulators]
    wanted = blend(spine).at(done.places["spine"]).rotations
    same = np.abs(np.sum(done.clip.rotations[:, joints] * wanted, axis=-1))
    assert (2 * np.arccos(np.minimum(same, 1.0))).max() < 1e-6


def test_feet_are_where_their_sets_say_in_the_hips_space() -> None:
    rig, done = cast_rig("lizard"), played("lizard")
    legs = rig.set("left legs")
    index = next(i for i, m in enumerate(legs.manipulators) if m.kind == "handle")
    wanted = blend(legs).at(done.places["left legs"]).positions[:, index]
    world, foot = forward_kinematics(done.clip), rig.character.skeleton.index(legs.manipulators[index].target)
    found = quat_rotate(
        quat_conjugate(world.rotations[:, 0]), world.positions[:, foot] - world.positions[:, 0]
    )
    assert rig.carrier("left legs") == 0
    assert np.linalg.norm(found - wanted, axis=1).max() < 2e-4


def test_the_lizards_mouth_is_seen_to_open() -> None:
    rig = cast_rig("lizard")
    closed, opened = (key.place for key in rig.set("mouth").keys)
    clip = perform_path(rig, "mouth", [0.0, 1.0], [closed, opened], 1.0).clip
    jaw = rig.character.skeleton.index("jaw")
    lip = np.concatenate([mesh.vertices for mesh in rig.character.bodies[jaw].meshes])
    shut, wide = points_on_joints(forward_kinematics(clip), np.full(len(lip), jaw), lip)
    assert (shut - wide)[:, 1].max() > 0.06
