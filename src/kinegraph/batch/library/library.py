"""The motion library: folders of motions, indexed once, searched by figures and by likeness."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from kinegraph.batch.cluster import LOST, Workers, open_workers
from kinegraph.batch.digest import NOT_UTF8, digest_of_input, is_text
from kinegraph.batch.inputs import find_inputs
from kinegraph.batch.library.catalogue import Catalogue, Motion, Query
from kinegraph.batch.library.entry import FileEntries, read_entries
from kinegraph.batch.library.measures import measure_motion
from kinegraph.batch.library.neighbours import Neighbours
from kinegraph.batch.order import Order
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.files.places import cache_folder

NAME = "library.sqlite"
_GRAPH = "library.usearch"


@dataclass(frozen=True)
class Indexed:
    """Counts of an indexing run: files that were read, left as they were, without motion, and removed."""

    read: int
    unchanged: int
    failed: int
    removed: int


Tell = Callable[[int, int], None]


class Library:
    """An open library. By default it lies in the user's cache folder: everything in it can be made again."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = Path(folder) if folder is not None else cache_folder() / "library"
        self._catalogue = Catalogue(self.folder / NAME)
        self._neighbours = Neighbours(self._catalogue, self.folder / _GRAPH)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes its files."""
        self._catalogue.close()

    def __len__(self) -> int:
        return self._catalogue.count

    def index(
        self,
        folders: Sequence[str | Path],
        *,
        workers: int | None = 0,
        cluster: str | None = None,
        progress: Tell | None = None,
    ) -> Indexed:
        """Reads new and changed motions below folders, and forgets files that are gone.

        workers, cluster: As for a batch; this process alone by default.
        progress: Is called with the number of files that were looked at, and of all.
        """
        run = _Indexing(self._catalogue, progress)
        for folder in folders:
            root = Path(os.path.abspath(folder))
            if not root.is_dir():
                raise FormatError(root, "there is no such folder.")
            run.add(root)
        outcome = run.work(workers=workers, cluster=cluster)
        self._neighbours.refresh()
        return outcome

    def search(self, query: Query | str = "") -> list[Motion]:
        """The motions that match a query; a text stands for words in their names."""
        return self._catalogue.search(Query(query) if isinstance(query, str) else query)

    def total(self, query: Query | str = "") -> int:
        """Number of motions that match."""
        return self._catalogue.total(Query(query) if isinstance(query, str) else query)

    def like(self, motion: Motion | int | str | Path, count: int = 5) -> list[Motion]:
        """The motions that are most like one: of the library, by its number, or the first of a file."""
        if isinstance(motion, str | Path):
            return self._like_file(Path(os.path.abspath(motion)), count)
        id = motion if isinstance(motion, int) else motion.id
        return self._near(self._catalogue.descriptor(id), count, without={id})

    def like_clip(self, clip: Clip, character: Character, count: int = 5) -> list[Motion]:
        """The motions that are most like a clip that need not be in the library."""
        return self._near(measure_motion(clip, character)[1], count, without=set())

    def motion(self, id: int) -> Motion:
        """One motion by its number."""
        return self._catalogue.motion(id)

    def thumbnail(self, motion: Motion | int) -> bytes | None:
        """The picture of a motion, as PNG."""
        return self._catalogue.thumbnail(motion if isinstance(motion, int) else motion.id)

    def failures(self) -> list[tuple[Path, str]]:
        """Files without motions, and why."""
        return self._catalogue.failures()

    def roots(self) -> list[tuple[Path, int]]:
        """The folders that were indexed, each with its number of motions."""
        return self._catalogue.roots()

    def _like_file(self, path: Path, count: int) -> list[Motion]:
        known = self._catalogue.motions_of(path)
        if known:
            return self.like(known[0], count)
        entries = read_entries(Order(str(path), "", "", ""))
        if not entries.entries:
            raise FormatError(path, entries.error or "holds no motion.")
        descriptor = np.frombuffer(entries.entries[0].descriptor, dtype=np.float32)
        return self._near(descriptor, count, without=set())

    def _near(self, descriptor: np.ndarray, count: int, without: set[int]) -> list[Motion]:
        if count < 1:
            raise InvalidValue(f"At least one motion must be asked for, not {count}.")
        found = self._neighbours.nearest(descriptor, count + len(without))
        near = [(id, distance) for id, distance in found if id not in without][:count]
        return [replace(self._catalogue.motion(id), distance=distance) for id, distance in near]


class _Indexing:
    """One run over folders. It has state: counts, and the files that workers have."""

    def __init__(self, catalogue: Catalogue, tell: Tell | None) -> None:
        self._catalogue, self._tell = catalogue, tell
        self._roots: list[Path] = []
        self._files = self._seen = self._read = self._unchanged = self._failed = self._removed = 0
        self._waiting: dict[str, tuple[Path, Path, tuple[int, int, str]]] = {}

    def add(self, root: Path) -> None:
        """Takes in a folder; counts its files first, so that progress has a whole."""
        self._roots.append(root)
        self._files += sum(1 for _ in find_inputs([str(root)]))

    def work(self, *, workers: int | None, cluster: str | None) -> Indexed:
        """Reads what is new or changed."""
        self._removed += sum(self._catalogue.remove_missing(root) for root in self._roots)
        orders = self._orders()
        first = next(orders, None)
        if first is not None:
            with open_workers(read_entries, workers=workers, cluster=cluster) as team:
                team.send(first)
                for order in orders:
                    while len(self._waiting) > team.room:
                        self._receive(team)
                    team.send(order)
                while self._waiting:
                    self._receive(team)
        return Indexed(self._read, self._unchanged, self._failed, self._removed)

    def _orders(self) -> Iterator[Order]:
        for root in self._roots:
            for each in find_inputs([str(root)]):
                try:
                    order = self._order(each.path, root)
                except OSError:  # it went away meanwhile
                    self._count()
                    continue
                except FormatError as error:
                    self._record(each.path, root, (0, 0, ""), FileEntries((), str(error)))
                    continue
                if order is None:
                    self._unchanged += 1
                    self._count()
                else:
                    yield order

    def _order(self, path: Path, root: Path) -> Order | None:
        """An order for a file that is new or has changed."""
        status = path.stat()
        known = self._catalogue.stamp(path)
        if known is not None and known[:2] == (status.st_size, status.st_mtime_ns):
            return None
        if not is_text(path):
            raise FormatError(path, NOT_UTF8)
        digest = digest_of_input(path)
        if known is not None and known[2] == digest:
            self._catalogue.touch(path, status.st_size, status.st_mtime_ns)
            return None
        key = hashlib.sha256(f"{path} {digest}".encode("utf-8", "replace")).hexdigest()[:40]
        if key in self._waiting:
            return None
        self._waiting[key] = (path, root, (status.st_size, status.st_mtime_ns, digest))
        return Order(str(path), "", f"library-{key}", digest)

    def _receive(self, team: Workers) -> None:
        key, received = team.receive()
        answer: FileEntries = received or FileEntries((), LOST)
        path, root, stamp = self._waiting.pop(key.removeprefix("library-"))
        self._record(path, root, stamp, answer)

    def _record(self, path: Path, root: Path, stamp: tuple[int, int, str], answer: FileEntries) -> None:
        self._catalogue.put(path, root, stamp, answer.entries, answer.error)
        self._read += 1
        self._failed += answer.error is not None
        self._count()

    def _count(self) -> None:
        self._seen += 1
        if self._tell is not None:
            self._tell(self._seen, self._files)
