"""Several characters on one sheet, and lines over drawn ground."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles import Doodle, example_doodle, film_frames, perform_doodle, read_doodle
from kinegraph.doodles.clip import DoodleResult, starting_place
from kinegraph.doodles.doodle import Layer, MotionLine, Scenery, UnknownLayer
from kinegraph.doodles.file import doodle_bytes, doodle_from_bytes
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.synthesis import plan_score

HILL = (0.8, 4.0, 0.7)


def ink(points: np.ndarray) -> Stroke:
    return Stroke(points, np.arange(len(points)) / 60.0)


def hill_height(x: np.ndarray) -> np.ndarray:
    left, right, top = HILL
    inside = (x > left) & (x < right)
    return np.where(inside, top * np.sin(np.pi * (x - left) / (right - left)) ** 2, 0.0)


def hill() -> Stroke:
    x = np.linspace(*HILL[:2], 160)
    return ink(np.column_stack([x, hill_height(x)]))


def steps(places: list[tuple[float, float]], height: float = 0.15) -> Stroke:
    """Arcs from place to place."""
    share = np.linspace(0.0, 1.0, 19)[:-1, None]
    rows = [
        (1.0 - share) * a + share * b + [0.0, 4.0 * height] * (share * (1.0 - share))
        for a, b in zip(np.array(places)[:-1], np.array(places)[1:], strict=True)
    ]
    return ink(np.concatenate([*rows, np.array(places)[-1:]]))


def walker(x: float, line: Stroke | None = None, **fields: object) -> Doodle:
    """The ready character moved along the sheet, with a line."""
    ready = example_doodle()
    links = tuple(Stroke(each.points + np.array([x, 0.0]), each.times) for each in ready.links)
    lines = () if line is None else (MotionLine(line),)
    return Doodle(links=links, lines=lines, name=f"walker at {x:g}", **fields)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def over_hill() -> DoodleResult:
    x = 0.1 + 0.45 * np.arange(11)
    line = steps(list(zip(x, hill_height(x), strict=True)))
    return perform_doodle(walker(0.0, line, ground=(hill(),)))


@pytest.fixture(scope="module")
def two() -> DoodleResult:
    first = walker(0.0, steps([(0.1, 0.0), (0.6, 0.0), (1.1, 0.0)]))
    second = walker(3.0, steps([(3.1, 0.0), (0.9, 0.0)], 1.6))
    return perform_doodle(replace(first, others=(second,)))


def test_a_line_over_a_hill_is_ten_steps_that_end_on_it(over_hill: DoodleResult) -> None:
    pieces = over_hill.reading.pieces
    assert [piece.name for piece in over_hill.reading.motions] == ["walk"] * 10
    ends = np.array([piece.end for piece in pieces])
    np.testing.assert_allclose(ends[:, 1], hill_height(ends[:, 2]), atol=0.05)


def test_planted_feet_are_on_the_hill_with_heel_and_ball(over_hill: DoodleResult) -> None:
    assert over_hill.drawn is not None
    place = starting_place(over_hill)
    score = plan_score(over_hill.reading.pieces, over_hill.drawn, over_hill.scene, place, 0.0)
    times = np.arange(0.0, score.stance.time, 1.0 / 30.0)
    goals, poses = score.goals_at(times), score.pose_at(times)
    sizes = score.puppet.sizes
    for side in (0, 1):
        stands = (goals.feet[:, side, at.FOOT_GRIP] == 1.0) & (
            np.abs(goals.feet[:, side, at.FOOT_ROLL]) < 0.05
        )
        stands &= np.abs(goals.feet[:, side, 1] - over_hill.scene.ground(goals.feet[:, side, :3])) < 1e-6
        foot = poses.rotations[stands, at.FOOT[side]]
        sole = poses.places[stands, at.FOOT[side]] - sizes.ankle_height * foot[:, :, 1]
        for ahead in (-sizes.heel_back, sizes.ball_ahead):
            under = sole + ahead * foot[:, :, 2]
            assert stands.sum() > 10
            assert np.abs(under[:, 1] - over_hill.scene.ground(under)).max() < 0.05


def test_a_character_that_is_drawn_on_a_platform_stands_there() -> None:
    ready = walker(0.0)
    raised = replace(
        ready,
        links=tuple(Stroke(each.points + np.array([0.0, 1.5]), each.times) for each in ready.links),
        ground=(ink(np.array([[-2.0, 1.5], [2.0, 1.5]])),),
    )
    assert starting_place(read_doodle(raised))[1] == pytest.approx(1.5)


def test_each_character_performs_its_own_line(two: DoodleResult) -> None:
    (other,) = two.others
    assert [motion.name for motion in two.reading.motions] == ["walk", "walk"]
    assert [motion.name for motion in other.reading.motions] == ["jump"]
    assert two.clip is not None
    assert other.clip is not None
    assert other.clip.root_translations[0, 2] > 2.8
    assert other.clip.root_translations[-1, 2] < 1.2
    assert other.clip.root_translations[:, 1].max() > two.clip.root_translations[:, 1].max() + 0.5


def test_a_file_of_a_performance_holds_both_characters_for_its_whole_time(two: DoodleResult) -> None:
    scene = two.for_files()
    assert scene.character is not None
    heads = [name for name in scene.character.skeleton.names if name.startswith("head")]
    assert len(heads) == 2
    assert len(scene.clips[0]) == max(len(clip) for _, clip in two.cast)
    assert len(next(film_frames(two, 2.0, (160, 90)))) == 90


def test_a_sheet_with_all_of_it_is_written_and_read_without_loss() -> None:
    sheet = replace(
        walker(0.0),
        ground=(hill(),),
        scenery=(Scenery(hill(), Layer.FRONT), Scenery(hill(), Layer.AROUND)),
        others=(walker(3.0, steps([(3.1, 0.0), (3.6, 0.0)])),),
    )
    data = doodle_bytes(sheet)
    back = doodle_from_bytes(data)
    assert doodle_bytes(back) == data
    assert [each.layer for each in back.scenery] == ["front", "around"]
    assert back.others[0].name == "walker at 3"
    assert len(back.others[0].lines) == 1
    assert b'"version":1' in doodle_bytes(walker(0.0)).replace(b" ", b"")


def test_the_halves_of_a_hoop_cover_it() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 41)
    hoop = Scenery(ink(np.column_stack([np.cos(turn), 1.0 + np.sin(turn)])), Layer.AROUND)
    behind, front = hoop.split()
    assert sum(len(run) - 1 for run in (*behind, *front)) == 40
    assert all(run[1:-1, 0].min() > -0.1 for run in behind)
    assert all(run[1:-1, 0].max() < 0.1 for run in front)


def test_a_further_character_has_no_surroundings_of_its_own() -> None:
    with pytest.raises(InvalidValue, match="no ground of its own"):
        replace(walker(0.0), others=(walker(3.0, ground=(hill(),)),))
    with pytest.raises(UnknownLayer, match="did you mean 'behind'"):
        Scenery(hill(), "beside")  # type: ignore[arg-type]
