"""Compiled edge table of the summed chord objective, as a matrix product.

Of every distance to the chord i-j the part along the chord is (a - b + c) / (2 sqrt c), with
a = |x_k - x_i|^2, b = |x_k - x_j|^2 and c = |x_i - x_j|^2, so the edge is the sum of a less the sum of
(a - b + c)^2 / 4c. Written out, that square needs sums of a, a^2, b and b^2, which grow by a term from pair
to pair, and the sum of a b over the frames between: entry (i, j) of U U, with U the strictly upper triangle
of the squared pose distances. So a frame and pair cost one multiplication, in blocks that fit the cache.

Blocks of rows i are finished from the last to the first, in each the blocks of columns j from the first to
the last, so that the sums of a run along the rows and those of b up the columns.
"""

import numpy as np
from numba import njit

# Rows and columns of a block.
BLOCK = 128
# Digits are lost where the end poses lie close together beside how far the motion went: beyond this ratio of
# the squared distances the edge is summed frame by frame.
FAR = 1e4

_FAST = {"contract", "nsz", "nnan"}


@njit(cache=True, nogil=True)
def fill_chord_sum(matrix):
    """Writes edges over squared pose distances (N, N): `matrix[j, i]` for the segment i..j.

    An edge is the sum of the squared distances of the frames between to the line through the end poses. The
    upper triangle keeps the distances.
    """
    count = len(matrix)
    for row in range(count):  # below the diagonal, blocks on it must be zero to multiply
        matrix[row, row // BLOCK * BLOCK : row + 1] = 0.0
    columns, products = np.zeros((2, count)), np.empty((BLOCK, BLOCK))
    for start in range(0, count, BLOCK):
        _start_columns(matrix, start, min(start + BLOCK, count), columns)
    for first in range((count - 1) // BLOCK * BLOCK, -1, -BLOCK):
        past = min(first + BLOCK, count)
        rows = _start_rows(matrix, first, past)
        for start in range(past, count, BLOCK):
            stop = min(start + BLOCK, count)
            _multiply(matrix, first, past, start, stop, products)
            _finish_block(matrix, first, past, start, stop, products, rows, columns)
    columns[:] = 0.0
    for first in range(0, count, BLOCK):  # last, for edges go where zeros had to be
        past = min(first + BLOCK, count)
        _multiply(matrix, first, past, first, past, products)
        _finish_block(matrix, first, past, first, past, products, np.zeros((2, BLOCK)), columns)


@njit(cache=True, nogil=True)
def _start_columns(matrix, start, stop, columns):
    """Sums of b and b^2 over the frames of the block that come before each of its frames."""
    for k in range(start, stop):
        for j in range(k + 1, stop):
            b = matrix[k, j]
            columns[0, j] += b
            columns[1, j] += b * b


@njit(cache=True, nogil=True)
def _start_rows(matrix, first, past):
    """(2, rows) sums of a and a^2 over the frames of the block that come after each of its frames."""
    rows = np.zeros((2, past - first))
    for i in range(first, past):
        for k in range(i + 1, past):
            a = matrix[i, k]
            rows[0, i - first] += a
            rows[1, i - first] += a * a
    return rows


@njit(cache=True, fastmath=_FAST, nogil=True)
def _multiply(matrix, first, past, start, stop, products):
    """Writes the product of rows first..past-1 and columns start..stop-1 of U."""
    products[: past - first, : stop - start] = 0.0
    k = first
    while k + 8 <= stop:
        _multiply_eight(matrix, first, past, start, stop, k, products)
        k += 8
    for last in range(k, stop):
        for i in range(first, past):
            for j in range(start, stop):
                products[i - first, j - start] += matrix[i, last] * matrix[last, j]


@njit(cache=True, fastmath=_FAST, nogil=True)
def _multiply_eight(matrix, first, past, start, stop, k, products):
    """Adds what the frames k..k+7 contribute: eight multiplications for each time a sum is loaded."""
    b0, b1, b2, b3 = _four_rows(matrix, k, start, stop)
    b4, b5, b6, b7 = _four_rows(matrix, k + 4, start, stop)
    for row in range(past - first):
        a, sums = matrix[first + row, k : k + 8], products[row]
        a0, a1, a2, a3, a4, a5, a6, a7 = a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
        for j in range(len(b0)):
            early = a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j]
            sums[j] += early + (a4 * b4[j] + a5 * b5[j] + a6 * b6[j] + a7 * b7[j])


@njit(cache=True, nogil=True, inline="always")
def _four_rows(matrix, k, start, stop):
    return (
        matrix[k, start:stop],
        matrix[k + 1, start:stop],
        matrix[k + 2, start:stop],
        matrix[k + 3, start:stop],
    )


@njit(cache=True, fastmath=_FAST, nogil=True)
def _finish_block(matrix, first, past, start, stop, products, rows, columns):
    """Writes the edges from frames first..past-1 to start..stop-1, and carries the running sums on.

    products: Sums of a b over the frames between.
    rows, columns: Sums of a and a^2 up to the block, of b and b^2 below it.
    """
    b_sums, b_squares = columns[0], columns[1]
    for i in range(past - 1, first - 1, -1):
        a_sum, a_square = rows[0, i - first], rows[1, i - first]
        for j in range(max(start, i + 1), stop):
            c = matrix[i, j]
            squares, product = a_square + b_squares[j], products[i - first, j - start]
            if not c > 0.0:
                along = 0.0
            elif squares > FAR * c * a_sum:
                along = _summed_along(matrix, i, j, c) / (4.0 * c)
            else:
                along = squares - 2.0 * product + c * (2.0 * (a_sum - b_sums[j]) + (j - i - 1) * c)
                along /= 4.0 * c
            # Rounding may leave less than nothing where all poses lie on the chord.
            matrix[j, i] = max(0.0, a_sum - along)
            a_sum += c
            a_square += c * c
            b_sums[j] += c
            b_squares[j] += c * c
        rows[0, i - first], rows[1, i - first] = a_sum, a_square


@njit(cache=True, fastmath=_FAST, nogil=True)
def _summed_along(matrix, i, j, c):
    """The sum of (a - b + c)^2, frame by frame."""
    square = 0.0
    for k in range(i + 1, j):
        along = matrix[i, k] - matrix[k, j] + c
        square += along * along
    return square
