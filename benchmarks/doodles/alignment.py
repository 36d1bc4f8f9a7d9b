"""Words of a reading, aligned with the words that were meant."""

import numpy as np

from kinegraph.doodles.line.motion import Motion, Piece


def said(name: str, backward: bool, turns: float) -> str:
    return name + (f" x{int(turns)}" if turns else "") + (" backward" if backward else "")


def word_of(piece: Piece) -> str:
    return said(piece.name, piece.backward, piece.turns) if isinstance(piece, Motion) else "?"


def aligned(meant: list[str], read: list[str]) -> list[tuple[str, str]]:
    """Pairs of words by the least number of edits; "-" where one has none."""
    cost = np.zeros((len(meant) + 1, len(read) + 1), dtype=int)
    cost[:, 0], cost[0] = np.arange(len(meant) + 1), np.arange(len(read) + 1)
    for i, a in enumerate(meant):
        for j, b in enumerate(read):
            cost[i + 1, j + 1] = min(cost[i, j] + (a != b), cost[i, j + 1] + 1, cost[i + 1, j] + 1)
    i, j, pairs = len(meant), len(read), []
    while i or j:
        if i and j and cost[i, j] == cost[i - 1, j - 1] + (meant[i - 1] != read[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((meant[i], read[j]))
        elif i and cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
            pairs.append((meant[i], "-"))
        else:
            j -= 1
            pairs.append(("-", read[j]))
    return pairs[::-1]
