"""A walk that follows a way on the ground, in the style of its poses, without slipping."""

import math

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.cast_sets.along_way import walk_along
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.playing.steering import Way, check_way, way_table
from kinegraph.perform.playing.steering_kernels import begin_state, steer_frames

PLAYABLE = {name: PlayableRig(cast_rig(name)) for name in ("figure", "dog")}
ANGLES = np.linspace(0.0, 2.0 * np.pi, 60)
WAYS: dict[str, Way] = {
    "ring": tuple(zip((2 * np.cos(ANGLES)).tolist(), (2 * np.sin(ANGLES)).tolist(), strict=True)),
    "slalom": tuple((0.5 * math.sin(1.6 * z), z) for z in np.linspace(1.0, 6.0, 40).tolist()),
    "corner": ((0.0, 0.0), (0.0, 3.0), (3.0, 3.0)),
}


def steered(name: str, set_name: str, way: Way) -> Performance:
    return walk_along(PLAYABLE[name].rig, set_name, way, playable=PLAYABLE[name])


def distances(points: np.ndarray, way: Way) -> np.ndarray:
    """(N,) from points (N, 2) to a polyline."""
    ends = np.array(way)
    starts, steps = ends[:-1], np.diff(ends, axis=0)
    squares = np.maximum((steps**2).sum(axis=1), 1e-12)
    along = np.clip(((points[:, None] - starts) * steps).sum(axis=-1) / squares, 0.0, 1.0)
    return np.linalg.norm(points[:, None] - starts - along[..., None] * steps, axis=-1).min(axis=1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "set_name"), [("figure", "walk"), ("dog", "gallop")])
def test_a_walk_stays_near_its_way_and_reaches_its_end(name: str, set_name: str, way: str) -> None:
    clip = perform(steered(name, set_name, WAYS[way]), 30.0, PLAYABLE[name]).clip
    roots = clip.root_translations[:, [0, 2]]
    assert distances(roots, WAYS[way]).max() < 0.3  # [m], where it cuts the corner
    assert np.linalg.norm(roots[0] - WAYS[way][0]) < 1e-9
    assert np.linalg.norm(roots[-1] - WAYS[way][-1]) < 0.5


def test_a_steered_character_looks_where_it_goes() -> None:
    clip = perform(steered("figure", "walk", WAYS["slalom"]), 30.0, PLAYABLE["figure"]).clip
    ahead = quat_rotate(clip.rotations[:, 0], np.array([0.0, 0.0, 1.0]))[:, [0, 2]]
    step = clip.root_translations[15:, [0, 2]] - clip.root_translations[:-15, [0, 2]]
    cosines = (ahead[7:-8] * step).sum(axis=1) / np.linalg.norm(ahead[7:-8], axis=1)
    assert np.quantile(cosines / np.linalg.norm(step, axis=1), 0.05) > np.cos(np.radians(30))


def test_the_standing_foot_does_not_slip_on_a_curve() -> None:
    character = PLAYABLE["figure"].rig.character
    clip = perform(steered("figure", "walk", WAYS["ring"]), 480.0, PLAYABLE["figure"]).clip
    joints = np.array([point.joint for point in character.contacts])
    points = points_on_joints(
        forward_kinematics(clip), joints, np.stack([p.offset for p in character.contacts])
    )
    lowest = points[..., 1].argmin(axis=1)
    moved = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)[
        np.arange(len(clip) - 1), lowest[1:]
    ]
    way = np.linalg.norm(np.diff(clip.root_translations[:, [0, 2]], axis=0), axis=1).sum()
    assert moved.sum() < 0.02 * way
    assert points[..., 1].min() > -1e-9


def test_a_straight_way_ahead_changes_nothing_but_the_place() -> None:
    done = steered("figure", "walk", ((0.0, 0.0), (0.0, 4.0)))
    plain = perform(Performance(done.rig, done.layers, walks=True), 30.0, PLAYABLE["figure"]).clip
    found = perform(done, 30.0, PLAYABLE["figure"]).clip
    apart = found.root_translations - plain.root_translations
    assert np.abs(apart - apart[0]).max() < 0.15
    assert abs(float(np.ptp(apart[:, 1]))) < 1e-9


@pytest.mark.parametrize("rate", [24.0, 96.0])
def test_the_way_does_not_depend_on_the_rate(rate: float) -> None:
    done = steered("figure", "walk", WAYS["corner"])
    one, other = (perform(done, each, PLAYABLE["figure"]).clip for each in (rate, 48.0))
    ends = [clip.root_translations[round(4.0 * clip.fps), [0, 2]] for clip in (one, other)]
    assert np.linalg.norm(ends[0] - ends[1]) < 0.02


def test_a_character_that_stands_or_goes_backwards_does_not_turn() -> None:
    table = way_table(((0.0, 0.0), (0.0, 1.0), (5.0, 1.0)), PLAYABLE["figure"].rig.character)
    state = begin_state(table, np.zeros(2))
    pushes = np.zeros((60, 2))
    pushes[30:, 1] = -0.01
    headings, places = np.empty(60), np.empty((60, 2))
    steer_frames(np.zeros((60, 2)), np.zeros((60, 2)), pushes, 1 / 60, table, state, headings, places)
    np.testing.assert_array_equal(headings, 0.0)
    np.testing.assert_allclose(places[-1], [0.0, -0.3], atol=1e-12)


def plain_point(points: np.ndarray, closed: bool, number: int) -> np.ndarray:
    if closed:
        return points[number % len(points)]
    over = max(0, number - (len(points) - 1))
    return points[min(number, len(points) - 1)] + over * (points[-1] - points[-2])


def test_the_kernel_steers_as_a_plain_walker_does() -> None:
    rng = np.random.default_rng(8)
    table = way_table(WAYS["slalom"], PLAYABLE["figure"].rig.character)
    pivots, roots = 0.2 * rng.normal(size=(200, 2)), 0.02 * rng.normal(size=(200, 2))
    pushes = np.stack([0.004 * rng.normal(size=200), 0.02 + 0.01 * rng.normal(size=200)], axis=1)
    headings, places = np.empty(200), np.empty((200, 2))
    state = begin_state(table, roots[0])
    heading, place, speed, at = float(state[0]), state[1:3].copy(), 0.0, 0
    steer_frames(pivots, roots, pushes, 1 / 60, table, state, headings, places)

    def turn(angle: float, point: np.ndarray) -> np.ndarray:
        cosine, sine = math.cos(angle), math.sin(angle)
        return np.array([cosine * point[0] + sine * point[1], cosine * point[1] - sine * point[0]])

    for frame in range(200):
        world = turn(heading, pivots[frame] + pushes[frame]) + place
        speed += (1.0 - math.exp(-1 / 60 / 0.2)) * (pushes[frame, 1] * 60 - speed)
        here = turn(heading, roots[frame]) + place
        numbers = range(at, at + 2 * table.ahead + 1)
        at = min(numbers, key=lambda n: float(((plain_point(table.points, False, n) - here) ** 2).sum()))
        farther = at + table.ahead + max(speed, 0.0) * 0.25 / table.gap
        ends = [plain_point(table.points, False, math.floor(farther) + more) for more in (0, 1)]
        aim = ends[0] + (farther - math.floor(farther)) * (ends[1] - ends[0]) - here
        angle = math.remainder(math.atan2(aim[0], aim[1]) - heading, 2 * math.pi)
        sine = math.sin(max(-math.pi / 2, min(math.pi / 2, angle)))
        bend = 2 * sine / np.linalg.norm(aim) * speed if speed > 0 else 0.0
        heading += max(-4.0, min(4.0, bend)) / 60
        place = world - turn(heading, pivots[frame])
        np.testing.assert_allclose([headings[frame], *places[frame]], [heading, *place], atol=1e-9)


@pytest.mark.parametrize("way", [[(0, 0)], [(0, 0), (0, 0)], [(0, np.nan), (1, 1)]])
def test_a_way_that_leads_nowhere_is_refused(way: list) -> None:
    with pytest.raises(InvalidValue, match="way"):
        check_way(way)


def test_a_way_that_is_too_short_for_its_walker_is_refused() -> None:
    with pytest.raises(InvalidValue, match="at least"):
        way_table(((0.0, 0.0), (0.0, 0.01)), PLAYABLE["figure"].rig.character)


def test_poses_that_do_not_walk_are_refused() -> None:
    rig = cast_rig("figure")
    with pytest.raises(InvalidValue, match="does not walk ahead"):
        walk_along(rig, "look around", ((0.0, 0.0), (0.0, 3.0)))


def test_a_carried_clip_keeps_its_skeleton() -> None:
    done = steered("figure", "walk", WAYS["corner"])
    found = perform(done, 12.0, PLAYABLE["figure"])
    assert isinstance(found.clip, Clip)
    assert found.walked is not None
    assert len(found.walked) == len(found.clip)
