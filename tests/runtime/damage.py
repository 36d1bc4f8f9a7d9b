"""Damaged `.kinelive` files, and a program that plays each: `python -m tests.runtime.damage SEED COUNT`.

It runs in a process of its own, because what it looks for is a crash. It prints how many files were refused
and how many played.
"""

import sys
from pathlib import Path
from zlib import crc32

import numpy as np
from tests.runtime.zoo import zoo

from kinegraph.creatures.playing.array_views import ArrayView, count_words, places
from kinegraph.runtime.baked.records import HEADER_BYTES, RECORDS
from kinegraph.runtime.hosts.python import LiveFile, RuntimeRefused, advance

_EXTREMES = (-1, 0, 1, 7, 8, 1 << 20, 1 << 31, 1 << 62, -(1 << 62), 1 << 40)


def seal(live: bytearray) -> bytes:
    """The bytes with a checksum that fits, as a hostile author writes it."""
    live[32:40] = int(crc32(live[HEADER_BYTES:])).to_bytes(8, "little")
    return bytes(live)


def damage(live: bytes, random: np.random.Generator) -> bytes:
    """A copy with a few words replaced: anywhere, or in a record's directory; or cut off."""
    broken = bytearray(live)
    kind = random.integers(8)
    if kind == 0:
        del broken[int(random.integers(len(broken))) :]
        return bytes(broken)
    words = np.frombuffer(broken, dtype="<i8", count=len(broken) // 8)
    directories, tables = _directory_words(words), _table_words(words)
    for _ in range(int(random.integers(1, 6))):
        if kind < 3:
            at = int(random.choice(directories))
        elif kind < 6:
            at = int(random.choice(tables))
        else:
            at = int(random.integers(HEADER_BYTES // 8, len(words)))
        old = int(words[at])
        near = old + int(random.integers(-3, 4))
        value = near if random.random() < 0.5 else int(random.choice(np.array(_EXTREMES)))
        words[at] = value
    return seal(broken)


def _records(words: np.ndarray) -> list[tuple[str, int]]:
    """The kind and the first word of each record."""
    contents = int(words[5]) // 8
    found = [("contents", contents)]
    for kind, place in (("creature", contents + 4), ("rig", contents + 6)):
        for address in words[words[place] // 8 :][: words[place + 1]].tolist():
            found.append((kind, address // 8))
            if kind == "creature":
                sets = address // 8 + 29
                found += [
                    ("layers", each // 8) for each in words[words[sets] // 8 :][: words[sets + 1]].tolist()
                ]
    return found


def _directory_words(words: np.ndarray) -> np.ndarray:
    """Indices of the words of all records."""
    return np.concatenate([at + np.arange(count_words(RECORDS[kind])) for kind, at in _records(words)])


def _table_words(words: np.ndarray) -> np.ndarray:
    """Indices of the whole numbers of kernels' tables, which kernels follow from row to row."""
    found: list[int] = []
    for kind, at in _records(words):
        for path, view, word in places(RECORDS[kind]):
            if isinstance(view, ArrayView) and view.dtype == np.int64 and path[0] in ("step", "program"):
                start, size = int(words[at + word]) // 8, int(np.prod(words[at + word + 1 :][: view.axes]))
                found += range(start, start + size if start > 0 else 0)
    return np.unique(found)


def play(live: bytes) -> bool:
    """Whether a file opens. What opens is played: a kernel may refuse it, nothing may crash or hang."""
    try:
        opened = LiveFile(live)
    except RuntimeRefused:
        return False
    for number in range(opened.creature_count):
        try:
            creature = opened.spawn(number)
            creature.command(0.1, 0.5, 0.3)
            for frame in range(6):
                if frame == 3:
                    creature.play(creature.layer_sets - 1, 0.1)
                    creature.place(1.0, 2.0, 0.5)
                advance([creature], 1 / 30)
                creature.events()
            creature.world()
            creature.restore(creature.save())
        except RuntimeRefused:
            continue
    for number in range(opened.rig_count):
        try:
            rig = opened.perform(number)
            rig.pose(np.full((rig.sets, 3), 0.1))
        except RuntimeRefused:
            continue
    return True


def main(seed: int, count: int, kept: str = "") -> None:
    """Plays damaged files. kept: Where the newest of them is written before it is played."""
    random, whole, opened = np.random.default_rng(seed), zoo(), 0
    assert play(whole)
    for _ in range(count):
        broken = damage(whole, random)
        if kept:
            Path(kept).write_bytes(broken)
        opened += play(broken)
    print(f"{count - opened} refused, {opened} played")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
