"""Decimal numbers straight from bytes, correctly rounded, without a Python object per number.

A decimal is mantissa * 10^exponent. Three ways, from common to rare:
1. mantissa <= 2^53 and |exponent| <= 22: both are exact doubles, so one division or product rounds correctly.
2. Exponents from -250 to 22, mantissas of up to 19 digits, or of more digits cut off at 19: the quotient or
   product as an unevaluated sum of two doubles (error-free transformations of Dekker and Knuth), which rounds
   correctly unless it lies very close to the middle between two doubles.
3. The rest is returned to the caller, which asks Python.
"""

import re

import numpy as np
from numba import njit

NUMBER = 0
NOT_A_NUMBER = 1
TOO_HARD = 2

LEAST_EXPONENT = -250  # below, the halves of a two-double product fall out of the range of doubles
POWERS_OF_TEN = np.array([10.0**k for k in range(23)])
_EXACT_INTEGERS = np.uint64(1 << 53)
_DECIMAL = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SPLITTER = 134217729.0  # 2^27 + 1: Veltkamp's constant for doubles


@njit(cache=True, inline="always")
def is_blank(byte):
    """True if a byte separates tokens: white space and any control character."""
    return byte <= 32


@njit(cache=True)
def _two_product(a, b):
    """a * b as head + tail, exactly."""
    head = a * b
    t = _SPLITTER * a
    a1 = t - (t - a)
    a2 = a - a1
    t = _SPLITTER * b
    b1 = t - (t - b)
    b2 = b - b1
    return head, ((a1 * b1 - head) + a1 * b2 + a2 * b1) + a2 * b2


@njit(cache=True)
def _two_sum(a, b):
    """a + b as head + tail, exactly, where |a| >= |b|."""
    head = a + b
    return head, b - (head - a)


@njit(cache=True)
def _round(mantissa, exponent):
    """(value, certain): mantissa (uint64) * 10^exponent, rounded to the nearest double."""
    head, tail = np.float64(mantissa), 0.0
    if mantissa > _EXACT_INTEGERS:
        head = np.float64((mantissa >> np.uint64(11)) << np.uint64(11))
        tail = np.float64(mantissa & np.uint64(2047))
    if exponent >= 0:
        low = tail * POWERS_OF_TEN[exponent]
        head, tail = _two_product(head, POWERS_OF_TEN[exponent])
        head, tail = _two_sum(head, tail + low)
    while exponent < 0:
        power = POWERS_OF_TEN[min(-exponent, 22)]
        quotient = head / power
        product, product_tail = _two_product(quotient, power)
        head, tail = _two_sum(quotient, (((head - product) - product_tail) + tail) / power)
        exponent += 22
    value, rest = head, tail
    # The rest is known to about 2^-100 of the value: not enough only next to the middle of two doubles.
    middle = 0.5 * (np.nextafter(value, np.inf) - value)
    below = 0.5 * (value - np.nextafter(value, -np.inf))
    room = middle * 1e-9
    certain = abs(abs(rest) - middle) > room and abs(abs(rest) - below) > room
    return value, certain


@njit(cache=True)
def parse_number(data, start, stop):
    """(status, value) of the token data[start:stop] (uint8); status NUMBER, NOT_A_NUMBER or TOO_HARD."""
    i = start
    negative = False
    if i < stop and (data[i] == 45 or data[i] == 43):  # - +
        negative = data[i] == 45
        i += 1
    mantissa = np.uint64(0)
    kept = 0  # significant digits in the mantissa
    cut = False  # whether a digit other than zero was cut off
    exponent = 0
    digits = 0
    after_point = False
    while i < stop:
        byte = data[i]
        if 48 <= byte <= 57:
            digits += 1
            if kept < 19:
                mantissa = mantissa * np.uint64(10) + np.uint64(byte - 48)
                if mantissa != 0:
                    kept += 1
                if after_point:
                    exponent -= 1
            else:
                cut = cut or byte != 48
                if not after_point:
                    exponent += 1
        elif byte == 46 and not after_point:  # .
            after_point = True
        else:
            break
        i += 1
    if digits == 0:
        return NOT_A_NUMBER, 0.0
    if i < stop and (data[i] == 101 or data[i] == 69):  # e E
        i += 1
        sign = 1
        if i < stop and (data[i] == 45 or data[i] == 43):
            sign = -1 if data[i] == 45 else 1
            i += 1
        first = i
        power = 0
        while i < stop and 48 <= data[i] <= 57:
            power = min(power * 10 + (data[i] - 48), 100000)
            i += 1
        if i == first:
            return NOT_A_NUMBER, 0.0
        exponent += sign * power
    if i != stop:
        return NOT_A_NUMBER, 0.0
    status, value = _scale(mantissa, exponent, cut)
    return status, -value if negative else value


@njit(cache=True)
def _scale(mantissa, exponent, cut):
    """(status, value) of mantissa * 10^exponent; `cut` says that the true mantissa is slightly larger."""
    if mantissa == 0:
        return NUMBER, 0.0
    if exponent < LEAST_EXPONENT or exponent > 22:
        return TOO_HARD, 0.0
    if not cut and mantissa <= _EXACT_INTEGERS and exponent >= -22:
        if exponent < 0:
            return NUMBER, np.float64(mantissa) / POWERS_OF_TEN[-exponent]
        return NUMBER, np.float64(mantissa) * POWERS_OF_TEN[exponent]
    value, certain = _round(mantissa, exponent)
    if cut and certain:
        above, certain = _round(mantissa + np.uint64(1), exponent)
        certain = certain and above == value
    return (NUMBER, value) if certain else (TOO_HARD, 0.0)


@njit(cache=True, nogil=True)
def format_rows(values, decimals, out):
    """Writes (R, C) numbers as text with fixed decimals, a space between and a line feed after each row.

    values: Each below 9e18 / 10^decimals in size. out: uint8, at least R * C * 24 long.
    Returns the number of bytes written.
    """
    unit = 10**decimals
    place = 0
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            value = values[row, column]
            scaled = np.int64(np.rint(abs(value) * unit))
            if value < 0.0 and scaled != 0:
                out[place] = 45  # -
                place += 1
            whole, fraction = scaled // unit, scaled % unit
            place = _write_integer(whole, 1, out, place)
            out[place] = 46  # .
            place = _write_integer(fraction, decimals, out, place + 1)
            out[place] = 32 if column + 1 < values.shape[1] else 10
            place += 1
    return place


@njit(cache=True)
def _write_integer(value, least_digits, out, place):
    digits = 1
    rest = value // 10
    while rest > 0:
        digits += 1
        rest //= 10
    digits = max(digits, least_digits)
    for k in range(digits):
        out[place + digits - 1 - k] = 48 + value % 10
        value //= 10
    return place + digits


def number_from(token: bytes) -> float | None:
    """Python's own reading of a decimal token; None where it is not a number; nan, inf and 1_0 are not."""
    # Rounding a decimal takes time quadratic in its length: a thousand digits are never meant.
    if len(token) > 1000 or not _DECIMAL.fullmatch(token):
        return None
    return float(token)
