"""Nearest motions by descriptor: an HNSW graph (usearch) beside the catalogue, kept in step with it."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kinegraph.batch.library.catalogue import Catalogue
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError

if TYPE_CHECKING:
    from usearch.index import Index

_EXACT = 4096  # up to this many motions every one is compared: it takes a millisecond and misses none


class Neighbours:
    """The index of descriptors. It has state: the graph, and the generation of the catalogue in it."""

    def __init__(self, catalogue: Catalogue, path: Path) -> None:
        self._catalogue, self._path = catalogue, path
        self._index: Index | None = None
        self._generation = -1

    def nearest(self, descriptor: Floats, count: int) -> list[tuple[int, float]]:
        """Numbers and distances of the nearest motions, the nearest first."""
        index = self._current()
        if index is None or len(index) == 0:
            return []
        exact = len(index) <= _EXACT
        found = index.search(np.asarray(descriptor, dtype=np.float32), min(count, len(index)), exact=exact)
        distances = np.sqrt(np.maximum(np.asarray(found.distances, dtype=np.float64), 0.0))
        return list(zip(np.asarray(found.keys).tolist(), distances.tolist(), strict=True))

    def refresh(self) -> None:
        """Brings the graph up to the catalogue, and stores it."""
        self._current()

    def _current(self) -> "Index | None":
        generation = self._catalogue.generation
        if self._index is not None and self._generation == generation:
            return self._index
        ids = set(self._catalogue.ids())
        if not ids:
            self._index, self._generation = None, generation
            return None
        index = self._index or self._load()
        index = self._new(next(iter(ids))) if index is None else index
        known = set(np.asarray(index.keys).tolist())
        for gone in known - ids:
            index.remove(gone)
        for added in sorted(ids - known):
            index.add(added, self._catalogue.descriptor(added))
        if known != ids:
            self._store(index)
        self._index, self._generation = index, generation
        return index

    def _new(self, id: int) -> "Index":
        from usearch.index import Index

        return Index(ndim=len(self._catalogue.descriptor(id)), metric="l2sq", dtype="f32")

    def _load(self) -> "Index | None":
        """The stored graph; None where it is missing or damaged: it is then made again."""
        from usearch.index import Index

        if not self._path.is_file():
            return None
        try:
            return Index.restore(str(self._path))
        except (RuntimeError, ValueError, OSError):
            return None

    def _store(self, index: "Index") -> None:
        part = self._path.with_suffix(".part")
        try:
            index.save(str(part))
            part.replace(self._path)
        except (OSError, RuntimeError) as error:
            raise FormatError(self._path, f"cannot be written: {error}.") from error
