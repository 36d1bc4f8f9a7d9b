"""Authored gaits and the styles on top of them."""

from dataclasses import replace
from itertools import pairwise

import pytest

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.gait.parameters import GaitParameters, gait_parameters
from kinegraph.creatures.gait.styles import (
    PLAIN,
    STYLES,
    apply_style,
    gait_style,
    layer_styles,
)


@pytest.mark.parametrize("feet", range(1, 25))
def test_duty_falls_and_strides_grow_with_speed(feet: int) -> None:
    keys = gait_parameters(feet)
    for slow, fast in pairwise(keys):
        assert fast.speed > slow.speed
        assert fast.duty < slow.duty
        assert fast.stride > slow.stride


@pytest.mark.parametrize("feet", range(7, 25))
def test_generated_waves_close_on_themselves_and_leave_most_feet_standing(feet: int) -> None:
    rows = (feet + 1) // 2
    for key in gait_parameters(feet):
        assert key.side_lag == 0.5
        assert key.duty > 0.45
    slow, fast = gait_parameters(feet)[0].row_lag, gait_parameters(feet)[-1].row_lag
    assert slow * rows == pytest.approx(1.0)
    assert (fast * rows) % 1.0 == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("feet", range(1, 7))
def test_standing_bodies_are_carried_as_they_rest(feet: int) -> None:
    assert gait_parameters(feet)[0].crouch == 0.0
    assert gait_parameters(feet)[0].lean == 0.0


@pytest.mark.parametrize("name", STYLES)
def test_a_plain_layer_changes_nothing(name: str) -> None:
    assert layer_styles(PLAIN, STYLES[name]) == STYLES[name]
    assert layer_styles(STYLES[name], PLAIN) == STYLES[name]


def test_layers_multiply_factors_and_add_shifts() -> None:
    both = layer_styles(STYLES["lumber"], STYLES["sneak"])
    assert both.lift == pytest.approx(STYLES["lumber"].lift * STYLES["sneak"].lift)
    assert both.crouch == pytest.approx(STYLES["lumber"].crouch + STYLES["sneak"].crouch)
    assert gait_style("lumber+sneak") == both


def test_a_limp_is_one_foots_and_a_trot_replaces_the_lag() -> None:
    key = GaitParameters(0.5, 1.0, 0.6)
    assert apply_style(key, STYLES["limp"]).lift == key.lift
    assert apply_style(key, STYLES["trot"]).row_lag == 0.5
    assert apply_style(key, STYLES["proud"]).lift > key.lift


def test_styles_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownName, match="sneak"):
        gait_style("sneek")
    with pytest.raises(InvalidValue):
        replace(PLAIN, stride=0.0)
    with pytest.raises(InvalidValue):
        replace(PLAIN, lift=float("nan"))
    with pytest.raises(InvalidValue):
        layer_styles(STYLES["limp"], replace(STYLES["limp"], foot=1))
