"""Edge table of the summed chord objective, by matrix products.

Of every distance to the chord i-j the part along the chord is (a - b + c) / (2 sqrt c), with
a = |x_k - x_i|^2, b = |x_k - x_j|^2 and c = |x_i - x_j|^2, so the edge is the sum of a less the sum of
(a - b + c)^2 / 4c. Written out, that square needs sums of a, a^2, b and b^2, which grow by a term from pair
to pair, and the sum of a b over the frames between: entry (i, j) of U U, with U the strictly upper triangle
of the squared pose distances. Blocks of that product come from BLAS, at one multiplication a frame and pair.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.salient.chord_sum_kernels import clear_below, finish_block, start_columns, start_rows

# Rows and columns of a block: small blocks waste less at the diagonal, large ones suit BLAS.
BLOCK = 128


def fill_chord_sum(matrix: Floats) -> None:
    """Writes edges over squared pose distances (N, N): `matrix[j, i]` for the segment i..j.

    An edge is the sum of the squared distances of the frames between to the line through the end poses. The
    upper triangle keeps the distances.
    """
    count = len(matrix)
    blocks = [(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK)]
    columns = np.zeros((2, count))  # per frame j the sums of b and b^2 over the frames after the block of i
    for start, stop in blocks:
        clear_below(matrix, start, stop)
        start_columns(matrix, start, stop, columns)
    room = np.empty((BLOCK, BLOCK))
    for index in range(len(blocks) - 1, -1, -1):
        first, past = blocks[index]
        rows = start_rows(matrix, first, past)
        for start, stop in blocks[index + 1 :]:
            products = room[: past - first, : stop - start]
            np.matmul(matrix[first:past, first:stop], matrix[first:stop, start:stop], out=products)
            finish_block(matrix, first, past, start, stop, products, rows, columns)
    columns[:] = 0.0
    for start, stop in blocks:  # last, for their lower halves had to be zero in the products
        block = matrix[start:stop, start:stop]
        finish_block(matrix, start, stop, start, stop, block @ block, np.zeros((2, BLOCK)), columns)
