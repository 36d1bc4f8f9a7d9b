"""Numbers from bytes: the compiled reading equals Python's, bit for bit, or says that it cannot."""

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.formats.text.number_kernels import (
    NOT_A_NUMBER,
    NUMBER,
    TOO_HARD,
    format_rows,
    number_from,
    parse_number,
)


def parsed(text: str) -> tuple[int, Any]:
    data = np.frombuffer(text.encode() or b" ", dtype=np.uint8)
    return parse_number(data, 0, len(text.encode()))


@given(st.floats(-1e20, 1e20), st.integers(0, 25))
def test_fixed_decimals_are_read_as_python_reads_them(value: float, decimals: int) -> None:
    text = f"{value:.{decimals}f}"
    status, result = parsed(text)
    assert status == TOO_HARD or (status == NUMBER and result == float(text))


@given(st.integers(-(10**25), 10**25), st.integers(-300, 40))
def test_scientific_notation_is_read_as_python_reads_it(mantissa: int, exponent: int) -> None:
    text = f"{mantissa}e{exponent}"
    status, result = parsed(text)
    assert status == TOO_HARD or (status == NUMBER and result == float(text))


@given(st.floats(-360.0, 360.0))
def test_seventeen_digits_hardly_ever_need_python(value: float) -> None:
    status, result = parsed(repr(value))
    assert (status == NUMBER and result == value) or abs(value) < 1e-4


@given(st.floats(1.0, 1000.0))
def test_middles_between_two_doubles_are_never_guessed(value: float) -> None:
    with localcontext() as context:
        context.prec = 60
        text = str((Decimal(value) + Decimal(math.nextafter(value, math.inf))) / 2)
    status, result = parsed(text)
    assert status == TOO_HARD or result == float(text)


@pytest.mark.parametrize(
    "text", ["", "-", "+", ".", "-.", "1e", "1e+", "nan", "inf", "-inf", "0x10", "1.2.3", "1_0", "--1", "1,5"]
)
def test_tokens_that_are_not_numbers_are_refused_by_both_readers(text: str) -> None:
    assert parsed(text)[0] == NOT_A_NUMBER
    assert number_from(text.encode()) is None


@pytest.mark.parametrize(
    "text", ["0", "-0", "+1", "1.", ".5", "-.5", "00012.50", "1E3", "1e-3", "0e99999", "9.27476e-16"]
)
def test_every_way_to_write_a_number_is_accepted(text: str) -> None:
    assert parsed(text) == (NUMBER, float(text))


def test_absurdly_long_numbers_are_refused_at_once() -> None:
    assert number_from(b"1" * 100_000) is None


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=8))
def test_formatted_rows_equal_pythons_formatting(values: list[float]) -> None:
    rows = np.array([values])
    out = np.empty(rows.size * 24, dtype=np.uint8)
    text = out[: format_rows(rows, 6, out)].tobytes().decode()
    assert text.endswith("\n")
    for token, value in zip(text.split(), values, strict=True):
        assert len(token.split(".")[1]) == 6
        assert abs(float(token) - value) <= 0.51e-6 + 1e-15 * abs(value)
