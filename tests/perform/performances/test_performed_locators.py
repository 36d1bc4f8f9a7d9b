"""Locators of a set are where its poses put them, in the world: with the walk, and with their carrier."""

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.cast_sets.demo_path import demo_path
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet, pose_set

STILL = np.array([[0.0, 0.0, 0.0, 1.0]])
LEFT, RIGHT = np.array([0.4, 1.0, 0.2]), np.array([-0.6, 1.4, 0.0])


def cup_set(name: str = "tea", moves: bool = True, turns: bool = False) -> SpatialSet:
    """A locator that two poses a metre apart put at LEFT and RIGHT."""
    cup = Manipulator(ManipulatorKind.LOCATOR, "cup", moves=moves, turns=turns)
    turned = quat_from_axis_angle(np.array([[0.0, 0.8, 0.0]]))
    return SpatialSet(
        name,
        (cup,),
        (
            SpatialKey("left", [0.0, 0.0, 0.0], LEFT[None] * moves, STILL),
            SpatialKey("right", [1.0, 0.0, 0.0], RIGHT[None] * moves, turned if turns else STILL),
        ),
    )


def straight(set_name: str, seconds: float = 2.0) -> Layer:
    """The controller from the first pose to the second."""
    return Layer("take", set_name, [0.0, seconds], [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])


def test_a_locator_goes_straight_from_pose_to_pose() -> None:
    rig = SpatialRig(character("bear"), (cup_set(),))
    found = perform(Performance(rig, (straight("tea"),)), 30.0).locators
    assert found is not None
    assert found.names == ("cup",)
    assert len(found) == 61
    shares = np.linspace(0.0, 1.0, 61)[:, None]
    np.testing.assert_allclose(found.positions[:, 0], LEFT + shares * (RIGHT - LEFT), atol=1e-9)


def test_a_locator_that_only_turns_goes_with_the_controller() -> None:
    rig = SpatialRig(character("bear"), (cup_set(moves=False, turns=True),))
    found = perform(Performance(rig, (straight("tea"),)), 30.0).locators
    assert found is not None
    np.testing.assert_allclose(found.positions[:, 0, 0], np.linspace(0.0, 1.0, 61), atol=1e-9)
    np.testing.assert_allclose(found.rotations[-1, 0], quat_from_axis_angle([0.0, 0.8, 0.0]), atol=1e-9)


def test_a_locator_goes_along_with_a_character_that_walks_a_way() -> None:
    walker = cast_rig("figure")
    times, places = demo_path(walker, "walk", rounds=5)
    steps = Layer("steps", "walk", times, places - walker.set("walk").home)
    rig = SpatialRig(walker.character, (walker.set("walk"), cup_set()))
    still = Layer("tea", "tea", [0.0, float(times[-1])], np.zeros((2, 3)))
    way = ((0.0, 0.0), (0.0, 1.0), (1.0, 2.0))
    done = perform(Performance(rig, (steps, still), walks=True, way=way), 30.0)
    assert done.locators is not None
    assert done.walked is not None
    assert done.headings is not None
    assert np.abs(done.headings).max() > 0.2
    assert done.walked[-1, 2] > 0.5
    sine, cosine = np.sin(done.headings), np.cos(done.headings)
    x = cosine * LEFT[0] + sine * LEFT[2] + done.walked[:, 0]
    z = cosine * LEFT[2] - sine * LEFT[0] + done.walked[:, 2]
    np.testing.assert_allclose(done.locators.positions[:, 0, 0], x, atol=1e-9)
    np.testing.assert_allclose(done.locators.positions[:, 0, 1], LEFT[1], atol=1e-9)
    np.testing.assert_allclose(done.locators.positions[:, 0, 2], z, atol=1e-9)


def test_a_locator_of_a_carried_set_goes_with_its_carrier() -> None:
    bear = character("bear")
    skeleton = bear.skeleton
    low, high = bear.rest, bear.rest
    turned = low.rotations.copy()
    turned[0] = quat_from_axis_angle([0.0, 1.0, 0.0])
    high = type(low)(skeleton, low.root_translation + np.array([0.2, 0.1, 0.0]), turned)
    body = pose_set(skeleton, "body", [((0.0, 0.0, 0.0), low), ((1.0, 0.0, 0.0), high)])
    hand = next(name for name in skeleton.names if "hand" in name or "arm" in name)
    both = cup_set()
    joint = Manipulator(ManipulatorKind.JOINT, hand, turns=True)
    keys = tuple(
        SpatialKey(
            key.name,
            key.place,
            np.vstack([key.positions, np.zeros(3)]),
            np.vstack([key.rotations, skeleton.rest_rotations[skeleton.index(hand)]]),
        )
        for key in both.keys
    )
    cup = SpatialSet("tea", (*both.manipulators, joint), keys)
    rig = SpatialRig(bear, (pose_root_only(body), cup))
    carrier = rig.carrier("tea")
    assert carrier == 0
    done = perform(Performance(rig, (straight("body"),)), 30.0)
    assert done.locators is not None
    world = forward_kinematics(done.clip)
    expected = quat_rotate(world.rotations[:, 0], LEFT) + world.positions[:, 0]
    assert np.ptp(expected[:, 0]) > 0.1
    np.testing.assert_allclose(done.locators.positions[:, 0], expected, atol=1e-9)


def pose_root_only(body: SpatialSet) -> SpatialSet:
    """The set with the root alone."""
    root = body.manipulators[:1]
    keys = tuple(SpatialKey(key.name, key.place, key.positions[:1], key.rotations[:1]) for key in body.keys)
    return SpatialSet(body.name, root, keys)


def test_a_rig_without_locators_has_none() -> None:
    rig = cast_rig("bear")
    name = rig.sets[0].name
    assert perform(Performance(rig, (straight(name),)), 30.0).locators is None
