"""The sets that the cast comes with: complete, where the hand expects them, sound all around the markers."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.mirror import mirror_motion
from kinegraph.perform.cast_sets import (
    RIGGED,
    SETS,
    WALKING,
    UnknownRig,
    cast_performances,
    cast_rig,
    demo_path,
)
from kinegraph.perform.cast_sets.pose_description import (
    Described,
    Step,
    about,
    described_pose,
)
from kinegraph.perform.performances.layers import Layer, Switch
from kinegraph.perform.performances.performance import Performance, perform, perform_path
from kinegraph.perform.playing.rig_player import Performed
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

OURS = ("bear", "figure", "dog", "lamp", "octopus", "bird")
EVERY_SET = [(name, each.name) for name in OURS for each in cast_rig(name).sets]
GAITS = [pair for pair in EVERY_SET if pair[1] in WALKING]
# What may be under the ground at most [m]: soft arms give way, and a hop's lowest cursors are under it too.
SUNK = {("octopus", name): 0.03 for name in ("look around", "wave", "dance")} | {("lamp", "hop"): 0.02}


@pytest.mark.parametrize("name", RIGGED)
def test_the_listed_sets_are_those_of_the_rig(name: str) -> None:
    assert SETS[name] == tuple(each.name for each in cast_rig(name).sets)


def alone(name: str, set_name: str) -> SpatialRig:
    """The rig with one of its sets."""
    rig = cast_rig(name)
    return replace(rig, sets=(rig.set(set_name),))


def markers_of(name: str, set_name: str) -> np.ndarray:
    return np.array([key.place for key in cast_rig(name).set(set_name).keys])


@cache
def all_around(name: str, set_name: str) -> tuple[np.ndarray, Performed]:
    """Places over and a fifth beyond the box of the markers, and what the set does there."""
    markers = markers_of(name, set_name)
    low, high = markers.min(axis=0), markers.max(axis=0)
    steps = np.linspace(-0.2, 1.2, 9)
    places = np.array([low + (high - low) * [a, b, 0.5] for a in steps for b in steps])
    return places, perform_path(alone(name, set_name), set_name, np.arange(len(places)), places, 1.0)


def contacts_of(name: str, clip: Clip) -> np.ndarray:
    """(F, P, 3) the character's marked points [m]."""
    points = cast_rig(name).character.contacts
    joints, offsets = np.array([p.joint for p in points]), np.stack([p.offset for p in points])
    return points_on_joints(forward_kinematics(clip), joints, offsets)


def turned_from_rest(clip: Clip) -> np.ndarray:
    """(F, J) how far each joint is turned from rest [rad]."""
    turns = quat_multiply(quat_conjugate(clip.skeleton.rest_rotations), clip.rotations)
    return 2.0 * np.arccos(np.clip(np.abs(turns[..., 3]), 0.0, 1.0))


def test_six_characters_bring_the_sets_that_are_promised() -> None:
    assert set(OURS) <= set(RIGGED)
    names = {set_name for _, set_name in EVERY_SET}
    assert GAITS == [("figure", "walk"), ("dog", "gallop")]
    assert {"look around", "nod", "juggle", "walk", "gallop", "dance"} <= names
    assert all(len(cast_rig(name).sets) >= 2 for name in OURS)


@pytest.mark.parametrize(
    ("name", "set_name", "count"), [("figure", "juggle", 9), ("figure", "walk", 4), ("dog", "gallop", 3)]
)
def test_sets_have_as_many_keys_as_they_need(name: str, set_name: str, count: int) -> None:
    assert len(cast_rig(name).set(set_name).keys) == count


def test_a_stranger_is_refused_by_name() -> None:
    with pytest.raises(UnknownRig, match=r"beer.*bear"):
        cast_rig("beer")


# A tail's markers are round the tail.
@pytest.mark.parametrize(("name", "set_name"), [each for each in EVERY_SET if each[1] != "wag"])
def test_markers_lie_in_a_plane_that_faces_the_viewer(name: str, set_name: str) -> None:
    assert np.ptp(markers_of(name, set_name)[:, 2]) == 0.0


@pytest.mark.parametrize(("name", "set_name"), GAITS)
def test_a_gait_is_a_circle_of_a_size_for_the_hand(name: str, set_name: str) -> None:
    markers = markers_of(name, set_name)
    radii = np.linalg.norm(markers - markers.mean(axis=0), axis=1)
    np.testing.assert_allclose(radii, radii[0], atol=1e-4)
    height = np.ptp(forward_kinematics(cast_rig(name).character.rest).positions[:, 1])
    assert 0.3 < 2.0 * radii[0] / height < 0.8


LOOKING = [
    ("bear", "look around", "head", (0, 0, 1), 20),
    ("dog", "look around", "head", (0, 0, 1), 22),
    ("lamp", "look around", "shade", (0, -0.34, 1), 22),
    ("figure", "juggle", "head", (0, 0, 1), 20),
]


@pytest.mark.parametrize(("name", "set_name", "joint", "forward", "degrees"), LOOKING)
def test_a_marker_is_where_its_pose_looks(
    name: str, set_name: str, joint: str, forward: tuple, degrees: float
) -> None:
    rig, markers = cast_rig(name), markers_of(name, set_name)
    clip = perform_path(alone(name, set_name), set_name, np.arange(len(markers)), markers, 1.0).clip
    world, head = forward_kinematics(clip), rig.character.skeleton.index(joint)
    looks = quat_rotate(world.rotations[:, head], np.array(forward) / np.linalg.norm(forward))
    to_marker = markers - world.positions[:, head]
    cosines = np.sum(looks * to_marker, axis=1) / np.linalg.norm(to_marker, axis=1)
    # Eyes are above the joint that turns the head, and turn on their own, which explains the tolerance.
    assert np.degrees(np.arccos(cosines)).max() < degrees


@pytest.mark.parametrize(("name", "set_name"), EVERY_SET)
def test_at_a_marker_the_pose_is_the_key(name: str, set_name: str) -> None:
    each, markers = cast_rig(name).set(set_name), markers_of(name, set_name)
    clip = perform_path(alone(name, set_name), set_name, np.arange(len(markers)), markers, 1.0).clip
    joints = [i for i, m in enumerate(each.manipulators) if m.kind == "joint"]
    indices = [clip.skeleton.index(each.manipulators[i].target) for i in joints]
    keyed = np.stack([key.rotations[joints] for key in each.keys])
    same = np.abs(np.sum(clip.rotations[:, indices] * keyed, axis=-1))
    assert 2.0 * np.arccos(np.clip(same, 0.0, 1.0)).max() < 1e-3


@pytest.mark.parametrize(("name", "set_name"), EVERY_SET)
def test_no_limb_breaks_between_or_beyond_the_markers(name: str, set_name: str) -> None:
    each = cast_rig(name).set(set_name)
    _, done = all_around(name, set_name)
    assert not done.degenerate[set_name].any()
    markers = markers_of(name, set_name)
    keys = perform_path(alone(name, set_name), set_name, np.arange(len(markers)), markers, 1.0).clip
    beyond = turned_from_rest(done.clip).max(axis=0) - turned_from_rest(keys).max(axis=0)
    assert np.degrees(beyond.max()) < 40.0, each.name


# A walker puts gaits on the ground.
@pytest.mark.parametrize(("name", "set_name"), [each for each in EVERY_SET if each not in GAITS])
def test_nothing_sinks_into_the_ground(name: str, set_name: str) -> None:
    _, done = all_around(name, set_name)
    assert contacts_of(name, done.clip)[..., 1].min() > -SUNK.get((name, set_name), 0.012)


STANDING = [
    ("bear", "look around"),
    ("bear", "nod"),
    ("figure", "juggle"),
    ("bird", "peck"),
    ("lamp", "look around"),
]


@pytest.mark.parametrize(("name", "set_name"), STANDING)
def test_feet_that_stand_stay_where_they_are(name: str, set_name: str) -> None:
    places, done = all_around(name, set_name)
    markers = markers_of(name, set_name)
    inside = ((places >= markers.min(axis=0) - 1e-9) & (places <= markers.max(axis=0) + 1e-9)).all(axis=1)
    points = contacts_of(name, done.clip)[inside]
    resting = contacts_of(name, Clip.from_poses([cast_rig(name).character.rest], 1.0))
    assert inside.sum() >= 25
    assert np.linalg.norm(points - resting, axis=-1).max() < 0.002


@pytest.mark.parametrize(
    ("name", "set_name"), [pair for pair in EVERY_SET if pair not in GAITS and pair[1] != "wag"]
)
def test_left_and_right_mirror_each_other(name: str, set_name: str) -> None:
    rig, (places, done) = cast_rig(name), all_around(name, set_name)
    other = places * [-1.0, 1.0, 1.0]
    there = perform_path(alone(name, set_name), set_name, np.arange(len(other)), other, 1.0).clip
    expected, found = (
        forward_kinematics(mirror_motion(done.clip, rig.character.symmetry)),
        forward_kinematics(there),
    )
    height = np.ptp(found.positions[..., 1])
    assert np.abs(expected.positions - found.positions).max() < 2e-3 * height


@pytest.mark.parametrize(("name", "set_name"), EVERY_SET)
def test_a_demonstration_passes_all_markers_in_order_and_ends_where_it_began(
    name: str, set_name: str
) -> None:
    rig, markers = cast_rig(name), markers_of(name, set_name)
    times, places = demo_path(rig, set_name, pace=0.5, rounds=2)
    np.testing.assert_allclose(places[::30][: len(markers)], markers, atol=1e-9)
    np.testing.assert_allclose(places[-1], places[0], atol=1e-9)
    np.testing.assert_allclose(np.diff(times), 1 / 60, atol=1e-12)


def test_a_walk_is_demonstrated_on_the_circle_of_its_markers() -> None:
    markers = markers_of("figure", "walk")
    _, places = demo_path(cast_rig("figure"), "walk")
    radii = np.linalg.norm(places - markers.mean(axis=0), axis=1)
    np.testing.assert_allclose(radii, 0.3, atol=1e-9)


def gone(name: str, set_name: str, size: float = 1.0, aside: tuple = (0.0, 0.0), slower: float = 1.0) -> Clip:
    """Six rounds of a gait, on a circle of another size, off the middle by shares of its radius."""
    rig, middle = cast_rig(name), markers_of(name, set_name).mean(axis=0)
    times, places = demo_path(rig, set_name, rounds=6)
    radius = np.linalg.norm(places[0] - middle)
    path = middle + size * (places - middle) + radius * np.array([*aside, 0.0])
    return perform_path(rig, set_name, slower * times, path, 60.0, walks=True).clip


@pytest.mark.parametrize(("name", "set_name"), GAITS)
@pytest.mark.parametrize(
    ("size", "aside", "slower"),
    [(1, (0, 0), 1), (0.7, (0, 0), 1), (1.3, (0, 0), 1.6), (1, (0.15, 0), 0.8), (0.85, (-0.1, -0.1), 1.6)],
)
def test_a_gait_never_goes_back_however_uneven_the_hand(
    name: str, set_name: str, size: float, aside: tuple, slower: float
) -> None:
    roots = gone(name, set_name, size, aside, slower).root_translations
    first_round = len(roots) // 6
    assert np.diff(roots[first_round:, 2]).min() > -1e-4
    assert roots[-1, 2] > 2.0
    assert abs(roots[-1, 0]) < 0.05 * roots[-1, 2]


@pytest.mark.parametrize(
    ("name", "set_name", "millimetres"), [("figure", "walk", 15.0), ("dog", "gallop", 25.0)]
)
def test_feet_on_the_ground_hardly_slip(name: str, set_name: str, millimetres: float) -> None:
    """Slip of any marked point while it is within 5 mm of the ground, whether it stands or not, per step."""
    clip = gone(name, set_name)
    points = contacts_of(name, clip)
    low = points[..., 1] < 0.005
    moved = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1) * (low[1:] & low[:-1])
    first_round = len(clip) // 6
    slips = 1000.0 * moved[first_round:].sum(axis=0) / 5.0
    names = [point.name for point in cast_rig(name).character.contacts]
    speed = (clip.root_translations[-1] - clip.root_translations[first_round])[2] / (5 * first_round / 60)
    listed = ", ".join(f"{who} {slip:.1f}" for who, slip in zip(names, slips, strict=True))
    print(f"\n{name}, {set_name}: {speed:.2f} m/s; slip in mm per step: {listed}")
    assert slips.max() < millimetres
    assert points[..., 1].min() > -1e-9


@pytest.mark.parametrize(("name", "set_name"), GAITS)
def test_a_standing_character_does_not_slip(name: str, set_name: str) -> None:
    rig = cast_rig(name)
    times, places = demo_path(rig, set_name, rounds=3)
    points = contacts_of(name, perform_path(rig, set_name, times, places, 240.0, walks=True).clip)
    lowest = points[..., 1].argmin(axis=1)
    stands = (lowest[1:] == lowest[:-1]) & (points[1:, :, 1].min(axis=1) < 1e-6)
    slips = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)[np.arange(len(stands)), lowest[1:]]
    assert stands.mean() > 0.5
    still = slips[stands & np.roll(stands, 1)]
    assert np.quantile(still, 0.99) < 1e-9
    assert still.sum() < 0.002 * np.ptp(points[:, 0, 2])  # where the base waits for a foot that is early


def test_a_hand_that_turns_round_walks_back() -> None:
    rig = cast_rig("figure")
    times, places = demo_path(rig, "walk", rounds=4)
    clip = perform_path(rig, "walk", times, places[::-1], 60.0, walks=True).clip
    assert clip.root_translations[-1, 2] < -3.0


@pytest.mark.parametrize("name", OURS)
def test_performances_play_at_once(name: str) -> None:
    made = cast_performances(name)
    assert made
    for each in made:
        clip = perform(each, 30.0).clip
        assert clip.duration > 2.0
        assert np.ptp(forward_kinematics(clip).positions, axis=0).max() > 0.05


def test_a_tail_wags_while_the_dog_gallops() -> None:
    rig = cast_rig("dog")
    assert "gallop" not in rig.alternatives("wag")
    assert "gallop" in rig.alternatives("look around")
    assert rig.carrier("wag") == 0


def test_a_described_foot_stands_on_its_lowest_point() -> None:
    who = cast_rig("figure").character
    raised = Described(
        {"left_toes": (-30, 0, 0)}, (0, -0.05, 0), {"left_foot": Step((0, 0.02, 0.1), (30, 0, 0))}
    )
    pose = described_pose(who, raised, ("left_foot", "right_foot"))
    points = contacts_of("figure", Clip.from_poses([pose], 1.0))[0]
    left = [i for i, point in enumerate(who.contacts) if point.name.startswith("left")]
    assert points[left, 1].min() == pytest.approx(0.02, abs=1e-4)


def test_mirroring_a_description_mirrors_its_pose() -> None:
    who = cast_rig("figure").character
    described = Described(
        {"left_upper_arm": (10, 20, 30), "chest": (5, 15, -8)},
        (0.02, -0.05, 0.01),
        {"left_foot": Step((0.05, 0.1, 0.1), (10, 5, 5))},
        {"right_hand": (-0.3, 1.2, 0.3)},
    )
    feet = ("left_foot", "right_foot")
    one = mirror_motion(described_pose(who, described, feet), who.symmetry)
    other = described_pose(who, described.mirrored(), feet)
    places, expected = forward_kinematics(other).positions, forward_kinematics(one).positions
    np.testing.assert_allclose(places, expected, atol=2e-3)


def test_a_turn_about_an_axis_is_given_in_degrees_of_nod_turn_and_tilt() -> None:
    np.testing.assert_allclose(about((0, 2, 0), 40), (0, 40, 0), atol=1e-9)
    np.testing.assert_allclose(about((-1, 0, 0), 25), (-25, 0, 0), atol=1e-9)


@pytest.mark.parametrize("name", OURS)
def test_switching_sets_fades_over_without_a_jump(name: str) -> None:
    rig = cast_rig(name)
    first, *others = rig.alternatives(rig.sets[0].name)
    for other in others:
        layer = Layer("pass", first, [0.0, 1.0], np.zeros((2, 3)), (Switch(0.4, other),))
        clip = perform(Performance(rig, (layer,)), 60.0).clip
        cosines = np.abs(np.sum(clip.rotations[1:] * clip.rotations[:-1], axis=-1))
        assert np.degrees(2.0 * np.arccos(np.clip(cosines, 0.0, 1.0))).max() < 20.0
        arrived = perform_path(rig, other, [0.0], [rig.set(first).home], 60.0).clip
        np.testing.assert_allclose(clip.root_translations[-1], arrived.root_translations[0], atol=1e-9)


def test_a_key_holds_handles_where_the_pose_has_them_seen_from_their_carrier() -> None:
    who = cast_rig("bear").character
    pose = described_pose(
        who, Described({"hips": (10, 40, 5), "left_upper_arm": (0, -20, 50)}, (0.1, 0.2, 0.3))
    )
    paw, hips = who.skeleton.index("left_paw"), 0
    handle = SpatialSet("reach", (Manipulator(ManipulatorKind.HANDLE, "left_paw", moves=True, turns=True),))
    world = forward_kinematics(pose)
    np.testing.assert_allclose(handle.with_pose(pose, [0, 0, 0]).keys[0].positions[0], world.positions[paw])
    key = handle.with_pose(pose, [0, 0, 0], carrier=hips).keys[0]
    back = quat_rotate(world.rotations[hips], key.positions[0]) + world.positions[hips]
    np.testing.assert_allclose(back, world.positions[paw], atol=1e-12)
    turned = quat_multiply(world.rotations[hips], key.rotations[0])
    assert abs(turned @ world.rotations[paw]) == pytest.approx(1.0, abs=1e-12)
