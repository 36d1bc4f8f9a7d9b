"""Remembered: which things a cache keeps, and how often it makes them."""

import threading

from kinegraph.core.remembered import Remembered


def test_a_thing_is_made_once() -> None:
    made: list[int] = []
    kept = Remembered[int](2)
    for _ in range(3):
        assert kept.get("a", lambda: made.append(1) or 7) == 7
    assert made == [1]


def test_the_least_recently_used_thing_is_dropped() -> None:
    kept = Remembered[int](2)
    kept.keep("a", 1)
    kept.keep("b", 2)
    assert kept.find("a") == 1  # now "b" is the oldest
    kept.keep("c", 3)
    assert (kept.find("a"), kept.find("b"), kept.find("c")) == (1, None, 3)
    assert len(kept) == 2


def test_sizes_add_up_to_the_largest_at_most_but_the_newest_stays() -> None:
    kept = Remembered[bytes](size=len, largest=10)
    for name, size in (("a", 4), ("b", 6), ("c", 3)):
        kept.keep(name, bytes(size))
    assert [kept.find(name) is not None for name in "abc"] == [False, True, True]
    kept.keep("d", bytes(100))
    assert len(kept) == 1
    assert kept.find("d") == bytes(100)


def test_two_threads_that_make_one_thing_get_the_same() -> None:
    kept, both = Remembered[list](4), threading.Barrier(2)
    found: list[list] = []

    def make() -> list:
        both.wait(timeout=5)
        return []

    threads = [threading.Thread(target=lambda: found.append(kept.get("a", make))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] is found[1]
