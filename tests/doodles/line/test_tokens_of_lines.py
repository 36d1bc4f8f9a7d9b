"""Tokens: closed forms, slow references for corners and turns, and the same tokens for any batches."""

from itertools import pairwise

import numpy as np
import pytest
from benchmarks.synthetic.writer import (
    Word,
    random_habits,
    random_words,
    write_line,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.tokens.corners_kernels import (
    APART,
    AWAY,
    BESIDE,
    CONTRAST,
    KEEN,
    KEEN_TURN,
    LONGEST,
    SHORTEST,
    SLOW_TURN,
    SPEED_AHEAD,
    SPEED_BACK,
    SPEED_SHARE,
    TURN,
    corners_between,
    sharpness,
    sharpnesses,
)
from kinegraph.doodles.line.tokens.loops_kernels import CHORD, turn_runs
from kinegraph.doodles.line.tokens.token import Join, TokenKind
from kinegraph.doodles.line.tokens.tokenizer import Tokenizer, tokenize
from kinegraph.doodles.line.tokens.tokenizer_kernels import straightness
from kinegraph.doodles.line.writing_settings import settings_for

LEG = 0.8
SETTINGS = settings_for(LEG)


def drawn(corners: list[tuple[float, float]], rate: float = 60.0, speed: float = 1.6) -> Stroke:
    """A polyline in leg lengths, drawn at an even speed [m/s]."""
    points = np.array(corners, dtype=float) * LEG
    lengths = path_lengths(points)
    times = np.arange(0.0, lengths[-1] / speed, 1.0 / rate)
    places = [np.interp(times * speed, lengths, points[:, axis]) for axis in range(2)]
    return Stroke(np.stack(places, axis=1), times)


def circle(radius: float, turns: float, step: float = 0.02) -> np.ndarray:
    angles = np.arange(0.0, abs(turns) * 2 * np.pi, step / radius) * np.sign(turns)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


@pytest.mark.parametrize("before", np.linspace(0.0, 0.018, 7))
def test_a_token_ends_at_the_tip_of_the_line_wherever_the_steps_fall(before: float) -> None:
    """Vertices are 0.02 leg lengths apart; a slow pen's tips are found to a third of that."""
    line = drawn([(0.0, -before), (0.0, 0.5), (0.1, 0.0), (0.2, 0.5)], rate=120.0, speed=0.2)
    tokens = tokenize(line, SETTINGS)
    assert len(tokens) == 3
    np.testing.assert_allclose([t.points[-1, 1] / LEG for t in tokens], [0.5, 0.0, 0.5], atol=0.007)


@pytest.mark.parametrize(
    ("end", "kind"),
    [
        ((1.0, 0.0), TokenKind.HORIZONTAL),
        ((-1.0, 0.3), TokenKind.HORIZONTAL),
        ((0.2, 1.0), TokenKind.VERTICAL),
        ((0.1, -1.0), TokenKind.VERTICAL),
        ((0.7, 0.7), TokenKind.SLASH),
        ((-0.7, -0.7), TokenKind.SLASH),
        ((0.7, -0.7), TokenKind.BACKSLASH),
        ((-0.7, 0.7), TokenKind.BACKSLASH),
    ],
)
def test_a_straight_line_is_named_by_its_angle(end: tuple[float, float], kind: TokenKind) -> None:
    assert [token.kind for token in tokenize(drawn([(0.0, 0.0), end]), SETTINGS)] == [kind]


@pytest.mark.parametrize("rate", [30.0, 60.0, 120.0, 240.0])
def test_an_arc_rises_and_falls_smoothly_at_any_rate(rate: float) -> None:
    angles = np.linspace(np.pi, 0.0, 200)
    arc = drawn(list(zip(0.5 + 0.5 * np.cos(angles), 0.5 * np.sin(angles), strict=True)), rate)
    tokens = tokenize(arc, SETTINGS)
    assert [token.kind for token in tokens] == [TokenKind.RISING, TokenKind.FALLING]
    assert tokens[0].join is Join.SMOOTH
    assert np.allclose(tokens[0].points[-1], [0.4, 0.4], atol=0.04)


def test_a_quarter_circle_has_the_closed_form_length_and_is_curved() -> None:
    quarter = circle(1.0, 0.25, step=0.001)
    ratio, bow = straightness(quarter)
    assert ratio == pytest.approx(np.pi / 2 / np.sqrt(2), abs=1e-3)  # 1.11: below the paper's 1.2
    assert bow == pytest.approx(1.0 - np.sqrt(0.5), abs=1e-3)


@pytest.mark.parametrize("turns", [-3.0, -1.5, -1.0, 0.5, 1.0, 2.0])
def test_a_circle_has_the_drawn_number_of_turns(turns: float) -> None:
    runs = turn_runs(circle(0.3, turns))
    assert len(runs) == 1
    # The direction is taken over five steps, so the ends of the run are unseen.
    unseen = CHORD * 0.02 / 0.3
    assert runs[0] == pytest.approx(np.sign(turns) * (2 * np.pi * abs(turns) - unseen), abs=0.06)


def test_a_flat_eight_turns_one_way_and_then_the_other() -> None:
    phase = np.linspace(0.0, 2 * np.pi, 200)
    runs = turn_runs(np.stack([0.6 * np.sin(phase), 0.2 * np.sin(2 * phase)], axis=1))
    assert np.sign(runs).tolist() == [-1.0, 1.0]


def _slow_turn_runs(points: np.ndarray, chord: int = CHORD, slack: float = np.deg2rad(65.0)) -> list[float]:
    """Heights between the turning points of the heading; those less than `slack` apart do not count."""
    along = points[chord:] - points[:-chord]
    headings = np.unwrap(np.arctan2(along[:, 1], along[:, 0]))
    corners = [headings[0], *headings[1:-1][np.diff(headings[1:]) * np.diff(headings[:-1]) < 0], headings[-1]]
    while len(corners) > 1 and (np.abs(np.diff(corners)) <= slack).any():
        weakest = int(np.abs(np.diff(corners)).argmin())
        # At an end the lesser of the two is removed; inside, both: their neighbours become one run.
        if weakest == 0:
            del corners[0]
        elif weakest == len(corners) - 2:
            del corners[-1]
        else:
            del corners[weakest : weakest + 2]
    return [float(run) for run in np.diff(corners)]


def test_turns_are_those_of_the_plain_reference() -> None:
    rng = np.random.default_rng(11)
    for _ in range(40):
        bends = np.repeat(rng.normal(0.0, 0.15, 8), 15) + rng.normal(0.0, 0.05, 120)
        headings = np.cumsum(bends)
        points = np.cumsum(0.02 * np.stack([np.cos(headings), np.sin(headings)], axis=1), axis=0)
        assert turn_runs(points) == pytest.approx(_slow_turn_runs(points), abs=1e-9)


def _slow_sharpness(
    points: np.ndarray, vertex: int, shortest: int = SHORTEST, longest: int = LONGEST
) -> float:
    if vertex in (0, len(points) - 1):
        return 0.0
    ways = path_lengths(points)
    best = 0.0
    for back in range(shortest, min(longest, vertex) + 1):
        a = points[vertex - back] - points[vertex]
        if a @ a < AWAY * (ways[vertex] - ways[vertex - back]) ** 2:
            break
        for ahead in range(shortest, min(longest, len(points) - 1 - vertex) + 1):
            b = points[vertex + ahead] - points[vertex]
            if b @ b < AWAY * (ways[vertex + ahead] - ways[vertex]) ** 2:
                break
            best = max(best, np.pi - np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1, 1)))
    return best


def test_sharpness_is_that_of_the_plain_reference() -> None:
    rng = np.random.default_rng(4)
    headings = np.cumsum(rng.normal(0.0, 0.4, 80))
    steps = np.where(
        rng.random(80) < 0.1, rng.uniform(0.002, 0.03, 80), 0.02
    )  # a tip lies off the even steps
    points = np.cumsum(steps[:, None] * np.stack([np.cos(headings), np.sin(headings)], axis=1), axis=0)
    for vertex in range(1, 79):
        fast = abs(sharpness(points, vertex, SHORTEST, LONGEST))
        assert fast == pytest.approx(_slow_sharpness(points, vertex), abs=1e-9)


def _slow_corners(points: np.ndarray, times: np.ndarray, sharp: np.ndarray) -> list[int]:
    """The corners of a line by whole arrays: candidates first, then the conditions one by one."""
    count = len(points)
    vertices = np.arange(count)
    low, high = np.maximum(vertices - 2, 0), np.minimum(vertices + 2, count - 1)
    speeds = (high - low) / np.maximum(times[high] - times[low], 1e-6)
    found = []
    for vertex in np.flatnonzero(np.abs(sharp) >= SLOW_TURN).tolist():
        turn = abs(sharp[vertex])
        first = max(vertex - APART, 0)
        rivals = sharp[first : vertex + APART + 1] * np.sign(sharp[vertex])
        if int(rivals.argmax()) != vertex - first:
            continue
        top = speeds[max(vertex - SPEED_BACK, 0) : vertex + SPEED_AHEAD + 1].max()
        slow = speeds[vertex] <= SPEED_SHARE * top
        keen = _slow_sharpness(points, vertex, KEEN, KEEN) >= KEEN_TURN
        beside = min(abs(sharp[max(vertex - BESIDE, 0)]), abs(sharp[min(vertex + BESIDE, count - 1)]))
        if slow or (turn >= TURN and (keen or beside < CONTRAST * turn)):
            found.append(vertex)
    return found


def test_corners_are_those_of_the_plain_reference() -> None:
    rng = np.random.default_rng(12)
    total = 0
    for _ in range(20):
        headings = np.repeat(rng.uniform(-2.0, 2.0, 10), 12) + np.cumsum(rng.normal(0.0, 0.05, 120))
        points = np.cumsum(0.02 * np.stack([np.cos(headings), np.sin(headings)], axis=1), axis=0)
        times = np.cumsum(rng.choice([0.005, 0.01, 0.04], 120))
        sharp = sharpnesses(points, 0, 120, SHORTEST, LONGEST)
        corners = _slow_corners(points, times, sharp)
        assert corners_between(points, times, sharp, 0, 120).tolist() == corners
        total += len(corners)
    assert total > 100


def test_both_ends_of_a_short_tick_are_places_of_their_own() -> None:
    ticks = [(0.0, 0.0), (0.3, 0.3), (0.6, 0.0), (0.61, 0.12), (0.62, 0.0), (0.92, 0.3), (1.22, 0.0)]
    for speed in np.linspace(1.0, 3.0, 9):
        tokens = tokenize(drawn(ticks, 120.0, float(speed)), SETTINGS)
        rises = [(token.points[-1, 1] - token.points[0, 1]) / LEG for token in tokens]
        assert np.sign(rises).tolist() == [1.0, -1.0, 1.0, -1.0, 1.0, -1.0]
        assert min(rises[2], -rises[3]) > 0.04  # its tips are found a little rounded


def test_a_pause_cuts_a_line_and_differs_from_a_rest() -> None:
    def waiting(seconds: float) -> Stroke:
        one, two = drawn([(0.0, 0.0), (0.6, 0.0)]), drawn([(0.6, 0.0), (1.2, 0.0)])
        times = np.concatenate([one.times, two.times + one.times[-1] + seconds])
        return Stroke(np.concatenate([one.points, two.points]), times)

    joins = [[token.join for token in tokenize(waiting(seconds), SETTINGS)] for seconds in (0.03, 0.3, 0.8)]
    assert joins == [[Join.END], [Join.PAUSE, Join.END], [Join.REST, Join.END]]


@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), cuts=st.lists(st.floats(0.0, 1.0), max_size=12))
def test_tokens_do_not_depend_on_batches(seed: int, cuts: list[float]) -> None:
    rng = np.random.default_rng(seed)
    line = write_line(random_words(rng, 3), random_habits(rng, sloppy=True), rng, LEG).stroke
    whole = tokenize(line, SETTINGS)
    tokenizer, parts = Tokenizer(SETTINGS), []
    ends = [0, *sorted(int(share * len(line)) for share in cuts), len(line)]
    for first, last in pairwise(ends):
        parts += tokenizer.feed(line.points[first:last], line.times[first:last])
        tokenizer.tail()  # reading the open end changes nothing
    parts += tokenizer.finish()
    assert [(t.kind, t.span, t.join) for t in parts] == [(t.kind, t.span, t.join) for t in whole]
    assert all(np.array_equal(a.points, b.points) for a, b in zip(parts, whole, strict=True))


def test_a_rest_is_known_while_the_pen_lies_still() -> None:
    line = write_line(
        (Word("walk"),), random_habits(np.random.default_rng(1), False), np.random.default_rng(1), LEG
    ).stroke
    tokenizer = Tokenizer(SETTINGS)
    tokenizer.feed(line.points, line.times)
    assert tokenizer.still(line.times[-1] + 0.2) == []
    assert tokenizer.still(line.times[-1] + 0.7)[-1].join is Join.REST


def test_time_that_runs_backwards_between_batches_is_refused() -> None:
    tokenizer = Tokenizer(SETTINGS)
    tokenizer.feed([[0.0, 0.0], [0.1, 0.0]], [0.0, 1.0])
    with pytest.raises(InvalidValue, match="Time runs backwards: point 2"):
        tokenizer.feed([[0.2, 0.0]], [0.5])


def test_an_endless_line_is_refused_however_it_arrives() -> None:
    """A pen that jumps over kilometres would fill the memory with vertices."""
    away = np.array([[1e4, 0.0], [-1e4, 0.0]])
    with pytest.raises(InvalidValue, match="leg lengths"):
        Tokenizer(SETTINGS).feed(away, [0.0, 0.1])
    tokenizer = Tokenizer(SETTINGS)
    tokenizer.feed([[0.0, 0.0]], [0.0])
    with pytest.raises(InvalidValue, match="leg lengths"):
        tokenizer.feed([[2e4, 0.0]], [0.1])


@pytest.mark.parametrize("leg", [1e-300, 0.0, -1.0, 1e300, np.inf, np.nan])
def test_an_absurd_leg_length_is_refused(leg: float) -> None:
    with pytest.raises(InvalidValue, match="leg length must be"):
        settings_for(leg)
