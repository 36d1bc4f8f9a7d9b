"""Decimals eight bytes at a time: exactly what Python reads, or handed on to a slower parser."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.formats.text.number_kernels import number_from
from kinegraph.formats.text.short_number_kernels import short_number

AFTER = b" 9.87654321 -12"  # what follows a token must not leak into it
SHORT = st.from_regex(r"-?([0-9]{1,8}|[0-9]{0,7}\.[0-9]{1,8}|[0-9]{1,7}\.)", fullmatch=True)


def read(text: bytes) -> tuple[int, float]:
    return short_number(np.frombuffer(text + AFTER + b" " * 20, dtype=np.uint8), 0)


@given(SHORT)
def test_short_numbers_are_read_as_python_reads_them(token: str) -> None:
    stop, value = read(token.encode())
    assert stop == len(token)
    assert value == float(token)
    assert np.signbit(value) == token.startswith("-")


@given(st.one_of(st.binary(min_size=1, max_size=24), st.from_regex(rb"[-+.eE0-9]{1,24}", fullmatch=True)))
def test_any_other_bytes_are_handed_on_or_are_that_number(token: bytes) -> None:
    stop, value = read(token)
    if stop >= 0:
        first = re.split(rb"[\x00-\x20]", token + AFTER)[0]
        assert stop == len(first)
        assert value == number_from(first)


@pytest.mark.parametrize(
    "token", [b"", b"-", b".", b"-.", b"+1", b"1e5", b"1.5x", b"1..2", b"--1", b"\xff1.5"]
)
def test_tokens_that_are_not_plain_decimals_are_passed_on(token: bytes) -> None:
    assert read(token)[0] == -1


@pytest.mark.parametrize("token", [b"123456789", b"0.123456789", b"12345678.12345678"])
def test_more_digits_than_are_exact_are_handed_on(token: bytes) -> None:
    assert read(token)[0] == -1


def test_the_end_of_a_block_is_never_read_past() -> None:
    block = np.frombuffer(b"1.5 ", dtype=np.uint8)
    assert short_number(block, 0) == (-1, 0.0)
