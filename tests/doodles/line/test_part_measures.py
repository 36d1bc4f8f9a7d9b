"""Measures of a part of a line: closed forms and invariances."""

import numpy as np
import pytest
from scipy.special import ellipe

from kinegraph.doodles.line.criteria import measures_of
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.tokens.loops_kernels import CHORD
from kinegraph.doodles.line.writing_settings import WritingSettings

SETTINGS = WritingSettings(leg_length=1.0, jump_line=0.8, longest_step=1.25)


def measured(
    points: np.ndarray, mirrored: bool = False, settings: WritingSettings = SETTINGS
) -> dict[str, float]:
    return dict(zip(MEASURES, measures_of(points, mirrored, settings), strict=True))


def half_ellipse(width: float, height: float, count: int = 400) -> np.ndarray:
    angle = np.linspace(np.pi, 0.0, count)
    return np.stack([0.5 * width * (1.0 + np.cos(angle)), height * np.sin(angle)], axis=1)


def test_half_an_ellipse_has_its_closed_form_measures() -> None:
    found = measured(half_ellipse(1.0, 0.4))
    whole = 2.0 * float(ellipe(1.0 - (0.4 / 0.5) ** 2)) * 0.5  # half of its circumference
    expected = {
        "width": 1.0, "reach": 1.0, "height": 0.4, "drop": 0.0, "length": whole, "apex": 0.5, "chord": 1.0,
        "jump": 1.0 / 1.25, "steps": 1.0 / 1.25, "narrow": 2.5, "lean": 0.0, "bottoms": 0.0, "low": 0.4,
        "dip": 1.0, "bow": np.pi / 4 - 0.5, "slant": 0.0, "wings": 0.0, "against": 0.0,
    }  # fmt: skip
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, abs=2e-3), name
    assert found["along"] == pytest.approx(180.0, abs=5.0)
    assert (found["forward_loops"], found["backward_loops"]) == (pytest.approx(0.08, abs=0.02), 0.0)


def test_a_roof_is_straight_and_pointed() -> None:
    side = np.linspace(0.0, 1.0, 40)[:, None]
    roof = np.concatenate([side * [0.5, 0.5], [0.5, 0.5] + side[1:] * [0.5, -0.5]])
    found = measured(roof)
    assert found["bow"] == pytest.approx(0.0, abs=1e-9)
    assert found["point"] == pytest.approx(90.0, abs=1e-6)
    assert found["jump"] == pytest.approx(1.0 / 1.25)


def test_high_arcs_are_jumps_by_their_height_and_long_ones_by_their_width() -> None:
    assert measured(half_ellipse(0.5, 1.0))["jump"] == pytest.approx(1.0 / 0.8, abs=1e-3)
    assert measured(half_ellipse(2.5, 0.2))["jump"] == pytest.approx(2.5 / 1.25, abs=1e-9)


def test_teeth_are_counted_with_the_lowest_of_them() -> None:
    heights = [0.0, 1.0, 0.4, 1.0, 0.3, 1.0, 0.0]
    corners = np.stack([np.linspace(0.0, 1.2, len(heights)), heights], axis=1)
    at = np.linspace(0.0, len(heights) - 1.0, 241)
    zigzag = np.stack([np.interp(at, np.arange(len(heights)), column) for column in corners.T], axis=1)
    found = measured(zigzag)
    assert (found["bottoms"], found["low"], found["dip"]) == (2.0, pytest.approx(0.3), pytest.approx(0.3))


def test_the_level_stretch_is_a_share_of_the_reach() -> None:
    x = np.linspace(0.0, 1.0, 201)
    y = np.maximum(np.maximum(0.25 - x, x - 0.75), 0.0)
    assert measured(np.stack([x, -y], axis=1))["level"] == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("clockwise", [True, False])
def test_loops_are_counted_by_direction(turns: int, clockwise: bool) -> None:
    angle = np.linspace(0.0, 2.0 * np.pi * turns, 200 * turns) * (-1.0 if clockwise else 1.0)
    found = measured(0.3 * np.stack([np.sin(angle), -np.cos(angle)], axis=1))
    ahead, back = ("forward_turn", "backward_turn") if clockwise else ("backward_turn", "forward_turn")
    unseen = 360.0 * CHORD / 200  # at the ends: a direction is taken over a few steps
    assert found[ahead] == pytest.approx(360.0 * turns - unseen, abs=1.0)
    assert found[back] == 0.0


def test_a_slant_moves_the_top_as_the_sway_says() -> None:
    arc = half_ellipse(1.0, 0.4)
    leaning = arc @ np.array([[1.0, 0.0], [0.1, 1.0]])
    upright, found = measured(arc), measured(leaning)
    assert found["slant"] == pytest.approx(0.1, abs=0.01)
    assert found["apex"] - upright["apex"] == pytest.approx(0.1 * upright["sway"], abs=0.01)


def test_a_mirrored_part_measures_the_same_with_its_turns_exchanged() -> None:
    line = np.random.default_rng(4).normal(0.0, 0.05, (80, 2)).cumsum(axis=0)
    there, back = measured(line), measured(line * [-1.0, 1.0], mirrored=True)
    exchanged = {"forward_loops": "backward_loops", "forward_turn": "backward_turn"}
    exchanged |= {other: name for name, other in exchanged.items()}
    for name in MEASURES:
        assert back[exchanged.get(name, name)] == pytest.approx(there[name], abs=1e-9), name


def test_a_larger_drawing_for_longer_legs_measures_the_same() -> None:
    line = np.random.default_rng(5).normal(0.0, 0.05, (80, 2)).cumsum(axis=0)
    larger = WritingSettings(leg_length=3.0, jump_line=2.4, longest_step=3.75)
    one, other = measured(line), measured(3.0 * line, settings=larger)
    for name in MEASURES:
        assert other[name] == pytest.approx(one[name], rel=1e-9, abs=1e-9), name
