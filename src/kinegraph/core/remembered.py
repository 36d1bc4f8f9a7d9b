"""Remembered: a cache that keeps the things used most recently."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Thing = TypeVar("_Thing")


class Remembered(Generic[_Thing]):
    """Keeps the things used most recently, by key. Any thread may call it.

    The newest thing stays, however large it is.
    """

    def __init__(
        self,
        most: int | None = None,
        *,
        size: Callable[[_Thing], float] | None = None,
        largest: float = float("inf"),
    ) -> None:
        """
        most: The number of things to keep; None for any number.
        size: Measures a thing; the sizes of all things kept add up to `largest` at most.
        """
        self._most, self._size, self._largest = most, size, largest
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Thing] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], _Thing]) -> _Thing:
        """The thing of a key, made where it is not kept. If two threads make it, both get the first."""
        found = self.find(key)
        if found is not None:
            return found
        made = make()  # outside the lock: other threads need not wait
        with self._lock:
            made = self._kept.setdefault(key, made)
            self._drop_oldest()
        return made

    def find(self, key: Hashable) -> _Thing | None:
        """The thing of a key, or None where it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Hashable, thing: _Thing) -> None:
        """Keeps a thing under a key, in place of an older one."""
        with self._lock:
            self._kept[key] = thing
            self._kept.move_to_end(key)
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        while len(self._kept) > 1 and self._exceeds():
            self._kept.popitem(last=False)

    def _exceeds(self) -> bool:
        if self._most is not None and len(self._kept) > self._most:
            return True
        return self._size is not None and sum(map(self._size, self._kept.values())) > self._largest
