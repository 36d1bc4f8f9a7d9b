"""A walk made by moving round four keys goes forward, and its feet stay where they stand."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.cast_sets.demo_path import demo_path
from kinegraph.perform.performances.performance import perform_path
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import pose_set

FIGURE = character("figure")


def striding(left: float, right: float, left_knee: float, right_knee: float) -> Pose:
    """Thighs swung forward by these angles and knees bent [rad], feet kept level."""
    skeleton, rotations = FIGURE.skeleton, FIGURE.rest.rotations.copy()
    for side, swing, knee in (("left", left, left_knee), ("right", right, right_knee)):
        for part, angle in (("thigh", -swing), ("shin", knee), ("foot", swing - knee)):
            joint = skeleton.index(f"{side}_{part}")
            rotations[joint] = quat_multiply(rotations[joint], quat_from_axis_angle([angle, 0, 0]))
    return Pose(skeleton, FIGURE.rest.root_translation, rotations)


def walk_rig() -> SpatialRig:
    places = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)]
    poses = [
        striding(0.4, -0.4, 0.05, 0.1),
        striding(0.0, 0.35, 0.05, 0.9),
        striding(-0.4, 0.4, 0.1, 0.05),
        striding(0.35, 0.0, 0.9, 0.05),
    ]
    return SpatialRig(FIGURE, (pose_set(FIGURE.skeleton, "walk", list(zip(places, poses, strict=True))),))


def walk(rounds: int, fps: float, walks: bool = True) -> Clip:
    t = np.linspace(0, rounds, 60 * rounds + 1)
    places = np.stack([np.cos(2 * np.pi * t), np.sin(2 * np.pi * t), 0 * t], axis=1)
    return perform_path(walk_rig(), "walk", t, places, fps, walks=walks).clip


def contact_points(clip: Clip, character: Character = FIGURE) -> np.ndarray:
    joints = np.array([point.joint for point in character.contacts])
    return points_on_joints(
        forward_kinematics(clip), joints, np.stack([p.offset for p in character.contacts])
    )


def test_four_keys_round_a_circle_walk_forward() -> None:
    clip = walk(6, 60)
    assert clip.root_translations[-1, 2] > 3.0
    assert np.abs(clip.root_translations[:, 0]).max() < 0.15


def test_feet_that_land_where_they_stand_never_push_back() -> None:
    rig = cast_rig("figure")
    times, places = demo_path(rig, "walk", rounds=6)
    roots = perform_path(rig, "walk", times, places, 60.0, walks=True).clip.root_translations
    assert roots[-1, 2] > 3.0
    assert np.diff(roots[:, 2])[5:].min() > -1e-4


def test_the_lowest_point_does_not_slip_and_nothing_is_under_the_ground() -> None:
    points = contact_points(walk(6, 240))
    lowest = points[..., 1].argmin(axis=1)
    stays = lowest[1:] == lowest[:-1]
    slips = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)[np.arange(len(stays)), lowest[1:]]
    assert stays.mean() > 0.95
    assert slips[stays].max() < 1e-9
    assert points[..., 1].min() > -1e-9


HANDS = {
    "rocks": lambda t: (np.sin(2 * np.pi * t / 1.5), 0 * t),
    "rocks across": lambda t: (0 * t, np.sin(2 * np.pi * t / 1.5)),
    "swings along an arc": lambda t: (np.cos(1.2 * np.sin(np.pi * t)), np.sin(1.2 * np.sin(np.pi * t))),
    "turns round": lambda t: (np.cos(7.0 * np.abs(4.5 - t)), np.sin(7.0 * np.abs(4.5 - t))),
    "wanders": lambda t: (
        0.6 * np.sin(2.1 * t) + 0.4 * np.cos(5.3 * t),
        0.7 * np.cos(3.2 * t + 1) + 0.3 * np.sin(7.1 * t),
    ),
}


@pytest.mark.parametrize("hand", HANDS)
def test_feet_do_not_skate_under_a_hand_that_goes_to_and_fro(hand: str) -> None:
    t = np.linspace(0.0, 9.0, 1081)
    x, y = HANDS[hand](t)
    clip = perform_path(walk_rig(), "walk", t, np.stack([x, y, 0 * t], axis=1), 960.0, walks=True).clip
    points = contact_points(clip)
    lowest = points[..., 1].argmin(axis=1)
    moved = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)
    slip = moved[np.arange(len(moved)), lowest[1:]].sum()
    gone = np.linalg.norm(np.diff(clip.root_translations[:, [0, 2]], axis=0), axis=1).sum()
    assert slip < 0.01 * gone


@pytest.mark.parametrize(("name", "set_name", "share"), [("figure", "walk", 0.3), ("dog", "gallop", 0.25)])
def test_small_steps_do_not_slip_more_than_their_share(name: str, set_name: str, share: float) -> None:
    rig = cast_rig(name)
    times, places = demo_path(rig, set_name, rounds=9)
    places = places.mean(axis=0) + share * (places - places.mean(axis=0))
    clip = perform_path(rig, set_name, times, places, 960.0, walks=True).clip
    points = contact_points(clip, rig.character)
    lowest, grounded = points[..., 1].argmin(axis=1), points[1:, :, 1].min(axis=1) < 1e-6
    moved = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)
    slip = moved[np.arange(len(moved)), lowest[1:]][grounded].sum()
    gone = np.linalg.norm(np.diff(clip.root_translations[:, [0, 2]], axis=0), axis=1).sum()
    assert slip < 0.01 * gone


def test_a_hand_that_goes_to_and_fro_brings_the_character_back() -> None:
    t = np.linspace(0.0, 9.0, 541)
    places = np.stack([np.sin(2 * np.pi * t / 1.5), 0.2 * np.cos(4 * np.pi * t / 1.5), 0 * t], axis=1)
    roots = perform_path(walk_rig(), "walk", t, places, 60.0, walks=True).clip.root_translations
    assert np.abs(roots[-1, [0, 2]] - roots[0, [0, 2]]).max() < 0.01


@pytest.mark.parametrize(("name", "set_name"), [("figure", "walk"), ("dog", "gallop")])
def test_the_way_does_not_depend_on_the_rate_or_the_phase_of_the_frames(name: str, set_name: str) -> None:
    rig = cast_rig(name)
    times, places = demo_path(rig, set_name, rounds=6)
    times = times + 0.05 * np.sin(3.0 * times)  # an uneven hand

    def gone(fps: float, later: float = 0.0) -> float:
        roots = perform_path(rig, set_name, times + later, places, fps, walks=True).clip.root_translations
        end = np.interp(times[-1] + later - 0.05, np.arange(len(roots)) / fps, roots[:, 2])
        return float(end - np.interp(later + 0.5, np.arange(len(roots)) / fps, roots[:, 2]))

    ways = [gone(fps) for fps in (24, 25, 30, 60, 97, 240, 480)] + [gone(30, part / 300) for part in (3, 7)]
    assert max(ways) - min(ways) < 0.01 * max(ways)


def test_frame_by_frame_equals_all_at_once() -> None:
    still = walk(2, 60, walks=False)
    walker = Walker(FIGURE)
    steps = [walker.go(still.frames(frame, frame + 1)).root_translations[0] for frame in range(len(still))]
    np.testing.assert_allclose(steps, Walker(FIGURE).go(still).root_translations, atol=1e-12)


@pytest.mark.parametrize("fps", [24, 120])
def test_the_way_hardly_depends_on_the_frame_rate(fps: float) -> None:
    here, there = walk(4, 60).root_translations[-1], walk(4, fps).root_translations[-1]
    assert np.linalg.norm(here - there) < 0.05 * np.linalg.norm(here - FIGURE.rest.root_translation)


def test_in_the_air_the_base_keeps_its_speed() -> None:
    still = walk(1, 60, walks=False)
    roots = still.root_translations.copy()
    roots[30:] += [0, 1.0, 0]
    clip = Walker(FIGURE).go(Clip(still.skeleton, 60, roots, still.rotations))
    speeds = np.diff(clip.root_translations[:, [0, 2]], axis=0)[30:]
    np.testing.assert_allclose(speeds, np.tile(speeds[:1], (len(speeds), 1)), atol=1e-12)
    np.testing.assert_allclose(clip.root_translations[31:, 1], roots[31:, 1])


def test_a_character_without_marked_points_says_so() -> None:
    with pytest.raises(InvalidValue, match="no contact points"):
        Walker(Character.bare("ghost", FIGURE.skeleton))
