"""Compiled finish of the summed chord table: from sums and products over the frames between to edges.

`matrix` holds squared pose distances in its upper triangle. Blocks of rows i are finished from the last to
the first, in each the blocks of columns j from the first to the last, so that the sums of a run along the
rows and those of b up the columns.
"""

import numpy as np
from numba import njit

# Digits are lost where the end poses lie close together beside how far the motion went: beyond this share of
# the squared distances the edge is summed frame by frame.
FAR = 1e4


@njit(cache=True, nogil=True)
def clear_below(matrix, start, stop):
    """Zeroes what lies below the diagonal of a diagonal block."""
    for row in range(start, stop):
        matrix[row, start : row + 1] = 0.0


@njit(cache=True, nogil=True)
def start_columns(matrix, start, stop, columns):
    """Sums of b and b^2 over the frames of the block that come before each of its frames."""
    for k in range(start, stop):
        for j in range(k + 1, stop):
            b = matrix[k, j]
            columns[0, j] += b
            columns[1, j] += b * b


@njit(cache=True, nogil=True)
def start_rows(matrix, first, past):
    """(2, rows) sums of a and a^2 over the frames of the block that come after each of its frames."""
    rows = np.zeros((2, past - first))
    for i in range(first, past):
        for k in range(i + 1, past):
            a = matrix[i, k]
            rows[0, i - first] += a
            rows[1, i - first] += a * a
    return rows


@njit(cache=True, fastmath={"contract", "nsz"}, nogil=True)
def finish_block(matrix, first, past, start, stop, products, rows, columns):
    """Writes the edges from frames first..past-1 to start..stop-1, and carries the running sums on.

    products: Sums of a b over the frames between.
    rows, columns: Sums of a and a^2 up to the block, of b and b^2 below it.
    """
    diagonal = first == start
    for i in range(past - 1, first - 1, -1):
        a_sum, a_squares = rows[0, i - first], rows[1, i - first]
        b_sums, b_squares, ahead = columns[0], columns[1], matrix[i]
        for j in range(max(start, i + 1), stop):
            c = ahead[j]
            matrix[j, i] = _edge(
                matrix,
                i,
                j,
                c,
                a_sum,
                a_squares,
                b_sums[j],
                b_squares[j],
                products[i - first, j - start],
            )
            a_sum += c
            a_squares += c * c
            b_sums[j] += c
            b_squares[j] += c * c
        if not diagonal:
            rows[0, i - first], rows[1, i - first] = a_sum, a_squares


@njit(cache=True, fastmath={"contract", "nsz"}, nogil=True, inline="always")
def _edge(matrix, i, j, c, a_sum, a_squares, b_sum, b_squares, product):
    if not c > 0.0:
        return a_sum
    if a_squares + b_squares > FAR * c * a_sum:
        square = 0.0
        for k in range(i + 1, j):
            along = matrix[i, k] - matrix[k, j] + c
            square += along * along
    else:
        square = a_squares + b_squares - 2.0 * product + c * (2.0 * (a_sum - b_sum) + (j - i - 1) * c)
    # Rounding may leave less than nothing where all poses lie on the chord.
    return max(0.0, a_sum - square / (4.0 * c))
