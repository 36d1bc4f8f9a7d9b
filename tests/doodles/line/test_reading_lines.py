"""Reading lines: the table is complete, every form is read, garbage is reported, batches do not matter."""

from importlib.resources import files

import numpy as np
import pytest
import yaml
from benchmarks.synthetic.writer import (
    Habits,
    Word,
    random_habits,
    random_words,
    write_line,
)

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.criteria import Criterion
from kinegraph.doodles.line.gesture_table import gesture_table, table_from_data
from kinegraph.doodles.line.motion import MOTION_NAMES, Motion, Unknown
from kinegraph.doodles.line.reader import LineReader, read_line
from kinegraph.doodles.line.teaching import teach_gesture
from kinegraph.doodles.line.token_expressions import Expression
from kinegraph.doodles.line.writing_settings import settings_for

LEG = 0.8
SETTINGS = settings_for(LEG)


def drawn(points: np.ndarray, speed: float = 1.6, rate: float = 60.0) -> Stroke:
    lengths = path_lengths(points)
    times = np.arange(0.0, lengths[-1] / speed, 1.0 / rate)
    return Stroke(
        np.stack([np.interp(times * speed, lengths, points[:, k]) for k in range(2)], axis=1), times
    )


def named(pieces: list | tuple) -> list[tuple[str, bool]]:
    return [(p.name, p.backward) if isinstance(p, Motion) else ("?", False) for p in pieces]


def test_the_table_has_eighteen_motions_in_thirty_one_forms() -> None:
    table = gesture_table()
    assert tuple(table.entries) == MOTION_NAMES
    assert len(table.forms) == 31
    assert all(gesture.parts and gesture.criteria for gesture in table.gestures)


@pytest.mark.parametrize(("name", "backward"), gesture_table().forms)
def test_the_example_of_every_form_is_read_as_that_form(name: str, backward: bool) -> None:
    example = drawn(gesture_table().example(name, backward) * LEG)
    before = "walk" if name == "leap" else "stand"
    pieces = read_line(example, SETTINGS, before=before).pieces
    assert set(named(pieces)) == {(name, backward)}
    assert all(piece.confidence > 0.6 for piece in pieces if isinstance(piece, Motion))


@pytest.mark.parametrize("leg", [0.05, 0.8, 40.0])
def test_a_line_means_the_same_at_any_size_of_character(leg: float) -> None:
    words = (Word("walk"), Word("walk"), Word("leap"), Word("front_flip", turns=2), Word("shuffle", True))
    line = write_line(words, Habits(), np.random.default_rng(3), leg)
    read = read_line(line.stroke, settings_for(leg))
    assert named(read.pieces) == [(word.name, word.backward) for word in words]
    assert [m.turns for m in read.motions] == [0, 0, 0, 2, 0]


def test_places_and_times_are_read_as_drawn() -> None:
    angles = np.linspace(np.pi, 0.0, 400)
    arc = drawn(np.stack([2.0 + 0.3 * np.cos(angles), 0.3 * np.sin(angles)], axis=1), speed=1.0)
    (walk,) = read_line(arc, SETTINGS).motions
    assert np.allclose(walk.start, [0.0, 0.0, 1.7], atol=0.02)
    assert np.allclose(walk.apex, [0.0, 0.3, 2.0], atol=0.03)
    assert np.allclose(walk.end, [0.0, 0.0, 2.3], atol=0.03)
    assert walk.apex_time == pytest.approx(0.3 * np.pi / 2, abs=0.05)
    assert walk.end_time == pytest.approx(0.3 * np.pi, abs=0.05)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_the_apex_tells_tiptoe_walk_and_stomp_apart_and_confidence_falls_at_the_limits(share: float) -> None:
    def read(peak: float) -> Motion:
        rise, fall = np.linspace(-1.0, 0.0, 60), np.linspace(0.0, 1.0, 60)
        x = np.concatenate([peak * (1 + rise), peak + (1 - peak) * fall[1:]])
        y = np.concatenate([1 - rise**2, 1 - fall[1:] ** 2])
        (motion,) = read_line(drawn(np.stack([0.6 * x, 0.3 * y], axis=1)), SETTINGS).motions
        return motion

    assert read(share).name == {0.25: "tiptoe", 0.5: "walk", 0.75: "stomp_walk"}[share]
    assert read(0.35).confidence < read(0.2).confidence


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_level_line_that_ends_in_a_small_roof_is_a_one_foot_shuffle(side: float) -> None:
    """Its rise is short enough for a climbing horizontal line, but no gesture glides uphill before a kick."""
    roof = np.array([[0.0, 0.0], [0.54, 0.0], [0.7, 0.1], [0.8, 0.0]]) * LEG
    (shuffle,) = read_line(drawn(roof * [side, 1.0], rate=120.0), SETTINGS).pieces
    assert named([shuffle]) == [("one_foot_shuffle", side < 0.0)]


@pytest.mark.parametrize("seed", range(6))
def test_streaming_gives_the_pieces_of_the_whole_line(seed: int) -> None:
    rng = np.random.default_rng([77, seed])
    line = write_line(random_words(rng, 6), random_habits(rng, seed % 2 == 1), rng, LEG).stroke
    whole = read_line(line, SETTINGS).pieces
    reader, pieces = LineReader(SETTINGS), []
    for first in range(0, len(line), 9):
        pieces += reader.feed(line.points[first : first + 9], line.times[first : first + 9])
        if first % 5 == 0:
            reader.tentative()
    pieces += reader.finish()
    assert [(*name, p.span) for name, p in zip(named(pieces), pieces, strict=True)] == [
        (*name, p.span) for name, p in zip(named(whole), whole, strict=True)
    ]


def test_a_leap_is_certain_before_the_next_motion_ends() -> None:
    words = (Word("walk"), Word("leap"), Word("walk"), Word("walk"))
    line = write_line(words, Habits(), np.random.default_rng(2), LEG).stroke
    leap = read_line(line, SETTINGS).motions[1]
    reader = LineReader(SETTINGS)
    for k in range(len(line)):
        settled = reader.feed(line.points[k : k + 1], line.times[k : k + 1])
        if "leap" in [piece.name for piece in settled if isinstance(piece, Motion)]:
            assert line.times[k] < leap.end_time + 0.6
            return
    pytest.fail("the leap settled only when the pen was lifted")


def test_clean_lines_are_read_correctly() -> None:
    right = total = 0
    for seed in range(12):
        rng = np.random.default_rng([4242, seed])
        line = write_line(random_words(rng, 6), random_habits(rng, False), rng, LEG)
        words = [(word.name, word.backward) for word in line.words]
        read = named(read_line(line.stroke, SETTINGS).pieces)
        total += len(words)
        right += sum(a == b for a, b in zip(words, read, strict=False))
    assert right >= 0.95 * total


def test_a_loop_in_the_air_is_unknown_with_a_reason_and_the_rest_is_read() -> None:
    angles = np.linspace(0.0, -2 * np.pi, 80)
    loop = np.stack([0.2 * np.sin(-angles), 1.0 + 0.2 * np.cos(angles)], axis=1)
    (piece,) = read_line(drawn(loop), SETTINGS).pieces
    assert isinstance(piece, Unknown)
    assert "a loop in the air" in piece.reason
    assert piece.guesses
    walk = gesture_table().example("walk", False) * LEG
    line = np.concatenate([walk, walk[-1] + [[0.0, 0.0], [0.3, 1.2]], walk[-1] + [[0.3, 1.2]]])
    assert named(read_line(drawn(line[:-1]), SETTINGS).pieces) == [("walk", False), ("?", False)]


@pytest.mark.parametrize("count", [1, 3])
def test_a_dot_is_named_a_dot(count: int) -> None:
    (piece,) = read_line(Stroke(np.zeros((count, 2)), np.arange(count) * 0.01), SETTINGS).pieces
    assert isinstance(piece, Unknown)
    assert "dot" in piece.reason


def test_a_line_at_one_moment_is_unknown_with_a_sentence() -> None:
    line = np.stack([np.linspace(0.0, 1.0, 30), np.zeros(30)], axis=1)
    (piece,) = read_line(Stroke(line, np.full(30, 2.0)), SETTINGS).pieces
    assert isinstance(piece, Unknown)
    assert "the same time" in piece.reason


@pytest.mark.parametrize("seconds", [60.0, 200.0, 1e5])
def test_a_line_that_creeps_is_reported_and_not_taken_for_a_dot(seconds: float) -> None:
    shares = np.linspace(0.0, 1.0, 60)
    steps = np.stack([2.0 * shares, 0.2 * np.abs(np.sin(4.0 * np.pi * shares))], axis=1)
    (piece,) = read_line(Stroke(steps, seconds * shares), SETTINGS).pieces
    assert isinstance(piece, Unknown)
    assert "so slowly" in piece.reason
    assert piece.span == (0, 59)


@pytest.mark.parametrize("waits", [0.7, 2.5])
def test_a_stand_lasts_as_long_as_the_pen_rested(waits: float) -> None:
    walk = drawn(gesture_table().example("walk", False) * LEG)
    points = np.concatenate([walk.points, walk.points + walk.points[-1]])
    times = np.concatenate([walk.times, walk.times + walk.times[-1] + waits])
    motions = read_line(Stroke(points, times), SETTINGS).motions
    assert [m.name for m in motions] == ["walk", "stand", "walk"]
    assert motions[1].duration == pytest.approx(waits, abs=0.05)
    assert motions[1].end_time <= motions[2].start_time + 1e-9


@pytest.mark.parametrize("slant", [-0.15, 0.15])
def test_a_hand_that_leans_is_read_as_if_it_did_not(slant: float) -> None:
    words = (
        Word("jump"),
        Word("jump"),
        *[Word(name) for name in ("walk", "tiptoe", "stomp_walk", "walk", "tiptoe")],
    )
    for seed in range(3):
        line = write_line(words, Habits(slant=slant), np.random.default_rng([60, seed]), LEG).stroke
        assert [m.name for m in read_line(line, SETTINGS).motions] == [word.name for word in words]


def test_scribbles_of_any_length_are_read_without_failing() -> None:
    rng = np.random.default_rng(0)
    for count, rate in ((2, 60.0), (500, 60.0), (20_000, 1000.0)):
        points = np.cumsum(rng.normal(0.0, 0.03, (count, 2)), axis=0)
        pieces = read_line(Stroke(points, np.arange(count) / rate), SETTINGS).pieces
        assert pieces
        assert all(np.isfinite([p.start_time, p.end_time]).all() for p in pieces)


def test_expressions_accept_what_regular_expressions_do() -> None:
    import re

    rng = np.random.default_rng(8)
    for text in ("r+ h? f+", "(r|u)* f", "[ru] [fd]+ | h", "r (f r)* f"):
        expression, plain = Expression(text), re.compile(text.replace(" ", ""))
        for _ in range(200):
            word = "".join(rng.choice(list("rufdh"), rng.integers(0, 6)))
            assert expression.matches(word) == (plain.fullmatch(word) is not None), (text, word)


@pytest.mark.parametrize("text", ["r (f", "r]", "[r", "z+", "r)"])
def test_a_wrong_expression_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match="gesture expression"):
        Expression(text)


def test_a_wrong_table_names_the_motion() -> None:
    row = {"title": "x", "group": "step", "drawing": "x", "backward": False, "example": [[0, 0]]}
    with pytest.raises(InvalidValue, match="'limp'"):
        table_from_data({"motions": {"limp": {**row, "parts": {"arc": "z"}}}})


def test_a_new_motion_needs_only_a_row_of_the_table() -> None:
    text = files("kinegraph.doodles.line").joinpath("gesture_table.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    row = {"title": "limp", "group": "step", "drawing": "two low arcs in one", "backward": True}
    limits = {f"{foot}.jump": {"below": 1.0, "soft": 0.1} for foot in ("bad", "good")}
    row |= {"example": [[0, 0], [1, 0]], "parts": {"bad": "U+ D+", "good": "U+ D+"}, "criteria": limits}
    data["motions"]["limp"] = row
    walk = gesture_table().example("walk", False) * LEG
    line = drawn(np.concatenate([walk, walk + walk[-1]]))
    reader = LineReader(SETTINGS, table=table_from_data(data))
    assert named([*reader.feed(line.points, line.times), *reader.finish()]) == [("limp", False)]
    assert named(read_line(line, SETTINGS).pieces) == [("walk", False)] * 2


def test_clearness_is_half_on_a_limit_and_whole_well_inside() -> None:
    criterion = Criterion("arc", "height", 0.2, 1.0, 0.1)
    assert [criterion.clearness(v) for v in (0.1, 0.2, 0.3, 0.9, 1.0, 1.1)] == pytest.approx(
        [0, 0.5, 1, 1, 0.5, 0]
    )


ZED = np.array([[0.0, 0.0], [0.0, 0.6], [0.5, 0.6], [0.1, 0.1], [0.6, 0.05]])


def zed(rng: np.random.Generator) -> np.ndarray:
    return ZED * rng.uniform(0.85, 1.15, 2) + rng.normal(0.0, 0.01, ZED.shape)


def test_a_taught_gesture_is_read_in_a_cursive_line() -> None:
    rng = np.random.default_rng(5)
    gesture = teach_gesture("zed", "spin", [drawn(zed(rng)) for _ in range(3)], SETTINGS)
    table = gesture_table()
    shape = zed(rng)
    parts = [table.example("walk", False) * LEG, shape - shape[0], table.example("jump", False) * LEG]
    line, here = [], np.zeros(2)
    for part in parts:
        line.append(part + here)
        here = line[-1][-1]
    read = read_line(drawn(np.concatenate(line)), SETTINGS, taught=[gesture]).motions
    assert [(m.name, m.taught) for m in read] == [("walk", ""), ("spin", "zed"), ("jump", "")]
    assert "zed" not in {m.taught for m in read_line(drawn(parts[0]), SETTINGS, taught=[gesture]).motions}


@pytest.mark.parametrize("rate", [60.0, 120.0])
def test_a_quick_tick_makes_a_walk_a_hop(rate: float) -> None:
    hop = gesture_table().example("hop", False).copy()
    hop[-2, 1] = 0.12  # up and down in 75 ms
    lines = [drawn((hop + np.array([0.745 * k, 0.0])) * LEG, speed=3.2 * LEG, rate=rate) for k in range(3)]
    points = np.concatenate([line.points for line in lines])
    read = read_line(Stroke(points, np.arange(len(points)) / rate), SETTINGS).pieces
    assert named(read) == [("hop", False)] * 3


def test_teaching_refuses_with_a_reason() -> None:
    rng = np.random.default_rng(6)
    zeds = [drawn(zed(rng)) for _ in range(3)]
    walks = [drawn(gesture_table().example("walk", False) * LEG * size) for size in (0.9, 1.0)]
    with pytest.raises(InvalidValue, match="too much like walk"):
        teach_gesture("mine", "spin", walks, SETTINGS)
    with pytest.raises(InvalidValue, match="at least 2 times"):
        teach_gesture("mine", "spin", zeds[:1], SETTINGS)
    with pytest.raises(InvalidValue, match="too different"):
        teach_gesture("mine", "spin", [zeds[0], drawn(zed(rng)[::-1])], SETTINGS)
    with pytest.raises(InvalidValue, match="simpler"):  # it could never be found in a line
        teach_gesture("mine", "spin", [drawn(np.tile(zed(rng), (20, 1)))] * 2, SETTINGS)
    known = teach_gesture("zed", "spin", zeds, SETTINGS)
    with pytest.raises(InvalidValue, match="too much like zed"):
        teach_gesture("mine", "spin", [drawn(zed(rng)) for _ in range(3)], SETTINGS, others=[known])


@pytest.mark.parametrize("dent", [0.0, 0.03, 0.07])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_leap_with_a_flat_top_that_sags_a_little_is_a_leap(side: float, dent: float) -> None:
    share = np.linspace(-1.0, 1.0, 400)
    walk = np.stack([0.35 + 0.35 * share, 0.4 * (1.0 - share**2)], axis=1)
    top = dent * np.exp(-((share / 0.25) ** 2))
    leap = np.stack([1.6 + 0.9 * share, 1.6 * np.sqrt(1.0 - share**6) - top], axis=1)
    points = np.concatenate([walk, leap]) * [side * LEG, LEG]
    pieces = read_line(drawn(points), SETTINGS).pieces
    assert named(pieces) == [("walk", side < 0.0), ("leap", side < 0.0)]


@pytest.mark.parametrize("along", [0.05, 0.14])
def test_a_handsprings_loop_may_set_off_along_the_ground(along: float) -> None:
    share = np.linspace(0.0, 1.0, 60)
    arc = np.stack([0.7 * share, 0.4 * np.sin(np.pi * share)], axis=1)
    turn = 2.0 * np.pi * share
    loop = 0.36 * np.stack([np.sin(turn), 1.0 - np.cos(turn)], axis=1)
    points = np.concatenate([arc, loop + np.array([0.7 + along, 0.0])])
    assert named(read_line(drawn(points * LEG), SETTINGS).pieces) == [("back_handspring", False)]
