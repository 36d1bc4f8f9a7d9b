"""The size of the history in a document's file, and its limit."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

FEWEST = 20  # edits that can be undone whatever they take


@dataclass(frozen=True)
class HistorySize:
    """Size of one edit. images: Length of the records before and after it [bytes]. blobs: Their blobs."""

    images: int
    blobs: frozenset[str]


def edits_to_forget(
    sizes: Mapping[int, HistorySize],
    position: int,
    present: Set[str],
    pieces: Mapping[str, Mapping[int, int]],
    limit: int,
) -> int:
    """The number of the newest edit to forget, with all before it; 0 where all can stay.

    sizes: By the number of the edit, newest first.
    position: The last edit that is not undone: none after it is forgotten.
    present: Blobs of the records as they are now, which the history does not account for.
    pieces: Of each blob its pieces, with the bytes that each takes.
    limit: What the history may take [bytes].
    """
    counted = {id for hash in present for id in pieces.get(hash, {})}
    total = 0
    for kept, (number, size) in enumerate(sizes.items()):
        total += size.images
        for hash in size.blobs:
            for id, length in pieces.get(hash, {}).items():
                if id not in counted:
                    counted.add(id)
                    total += length
        if total > limit and number <= position and kept >= FEWEST:
            return number
    return 0
