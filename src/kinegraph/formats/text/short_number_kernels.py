"""Short decimals, eight bytes at a time: what nearly all numbers of nearly all motion files look like.

A word holds the next eight bytes of text, the first in its lowest byte. Once each byte has been turned into
its distance from "0", bytes above 9 are no digits, and one sum marks all of them at once. What lies below the
mark is moved to the top of the word, so that missing digits become leading zeros; then neighbours are joined
into numbers of two, four and eight digits, with three products and no loop.
"""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.formats.text.number_kernels import POWERS_OF_TEN, is_blank

MOST_BYTES = 20  # what `short_number` may look at: a sign, two words, a point, a blank
MOST_DIGITS = 15  # any more need not be an exact double

_MINUS = 45
_POINT = 46
_ONE, _EIGHT, _TEN = np.uint64(1), np.uint64(8), np.uint64(10)
_ZEROS = np.uint64(0x3030303030303030)
_BELOW_TEN = np.uint64(0x7676767676767676)  # carries values above 9 into a byte's highest bit
_HIGHEST_BITS = np.uint64(0x8080808080808080)
_BYTE_OF_BIT = np.uint64(0x0001020304050607)  # times the lowest bit of byte k, has k in its highest byte
_POINTS = np.uint64(_POINT ^ 48)
_FULL = np.uint64(0xFF)
_EVERY_FOURTH = np.uint64(0x000000FF000000FF)
_HUNDREDS = np.uint64(100 + (1_000_000 << 32))
_UNITS = np.uint64(1 + (10_000 << 32))
_INTEGER_POWERS = np.array([10**k for k in range(9)])


@cached_kernel(error_model="numpy")
def short_number(block, place):
    """(place after it, value) of a token like -12.3456 at `block[place]`, correctly rounded; else (-1, 0).

    Takes up to 8 digits before the point and 8 after it, MOST_DIGITS in all, a blank behind them, and
    MOST_BYTES left in the block. Anything else is for `parse_number`.
    """
    if place + MOST_BYTES > len(block):
        return -1, 0.0
    negative = block[place] == _MINUS
    place += np.int64(negative)
    word = _word(block, place)
    marks = _no_digits(word)
    first = _lowest(marks)
    if first != 0 and word & (first * _FULL) == first * _POINTS:
        second = _lowest(marks & (marks - _ONE))
        size = 8 if second == 0 else _byte_of(second)
        if size > 1 and is_blank(block[place + size]):  # all in one word: close the gap that the point leaves
            digits = ((word & (first - _ONE)) << _EIGHT) | (word & (second - first) & ~(first * _FULL))
            value = np.float64(_join(digits, size)) / POWERS_OF_TEN[size - _byte_of(first) - 1]
            return place + size, -value if negative else value
    place, digits, decimals, mantissa = _two_words(block, place, word, marks)
    if digits == 0 or digits > MOST_DIGITS or not is_blank(block[place]):
        return -1, 0.0
    value = np.float64(mantissa) / POWERS_OF_TEN[decimals]
    return place, -value if negative else value


@cached_kernel()
def _two_words(block, place, word, marks):
    """(place after them, digits, decimals, all digits as one integer) of up to 8 digits on each side."""
    digits = _first_mark(marks)
    mantissa = _join(word & (_lowest(marks) - _ONE), digits)
    place += digits
    if block[place] != _POINT:
        return place, digits, 0, mantissa
    word = _word(block, place + 1)
    marks = _no_digits(word)
    decimals = _first_mark(marks)
    mantissa = mantissa * _INTEGER_POWERS[decimals] + _join(word & (_lowest(marks) - _ONE), decimals)
    return place + 1 + decimals, digits + decimals, decimals, mantissa


@cached_kernel()
def _word(block, place):
    """The eight bytes at `place`, each as its distance from "0"; the compiler makes one load of these."""
    p = np.uint64(place)
    word = np.uint64(block[p])
    word |= np.uint64(block[p + np.uint64(1)]) << np.uint64(8)
    word |= np.uint64(block[p + np.uint64(2)]) << np.uint64(16)
    word |= np.uint64(block[p + np.uint64(3)]) << np.uint64(24)
    word |= np.uint64(block[p + np.uint64(4)]) << np.uint64(32)
    word |= np.uint64(block[p + np.uint64(5)]) << np.uint64(40)
    word |= np.uint64(block[p + np.uint64(6)]) << np.uint64(48)
    word |= np.uint64(block[p + np.uint64(7)]) << np.uint64(56)
    return word ^ _ZEROS


@cached_kernel()
def _no_digits(word):
    """The highest bit of each byte that is no digit; certain for the first two, if the first is ASCII."""
    return ((word + _BELOW_TEN) | word) & _HIGHEST_BITS


@cached_kernel()
def _lowest(marks):
    """The lowest bit of the lowest marked byte; 0 where none is."""
    return (marks & (~marks + _ONE)) >> np.uint64(7)


@cached_kernel()
def _byte_of(bit):
    """k, given the lowest bit of byte k."""
    return np.int64((bit * _BYTE_OF_BIT) >> np.uint64(56))


@cached_kernel()
def _first_mark(marks):
    """Number of bytes before the first marked one."""
    return 8 if marks == 0 else _byte_of(_lowest(marks))


@cached_kernel()
def _join(word, size):
    """The number that the digits in the lowest `size` bytes spell; the bytes above are zero."""
    word <<= np.uint64(64 - 8 * size) & np.uint64(63)
    word = word * _TEN + (word >> _EIGHT)
    word = (word & _EVERY_FOURTH) * _HUNDREDS + ((word >> np.uint64(16)) & _EVERY_FOURTH) * _UNITS
    return np.int64(word >> np.uint64(32))
