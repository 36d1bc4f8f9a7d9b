"""Remembered: things that take long to make, the last used of them kept at hand."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Thing = TypeVar("_Thing")


class Remembered(Generic[_Thing]):
    """Keeps the things used last, by key. For any thread; of two that make one thing, the first counts."""

    def __init__(self, most: int):
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Thing] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], _Thing]) -> _Thing:
        """The thing of a key, made where it is not there."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()  # not under the lock: others need not wait for this one
        with self._lock:
            made = self._kept.setdefault(key, made)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
