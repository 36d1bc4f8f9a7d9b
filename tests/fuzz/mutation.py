"""Damaged inputs: bytes, words and numbers of a valid one replaced, removed and repeated."""

import random

from tests.fuzz.json_mutation import damage_json

_WORDS = (
    b"nan",
    b"-1",
    b"0",
    b"1e308",
    b"999999999999999999999",
    b"null",
    b"[]",
    b"{}",
    b'""',
    b"[[[[",
    b"\xff",
)
_EXTREMES = (b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\x00\x00\x00\x00")


def mutate(dice: random.Random, seeds: list[bytes], longest: int) -> bytes:
    """One of the seeds with one to six damages; never longer than that."""
    chosen = dice.choice(seeds)
    inside = damage_json(dice, chosen) if dice.random() < 0.5 else None
    if inside is not None:
        return inside[:longest]
    data = bytearray(chosen[:longest])
    for _ in range(dice.randint(1, 6)):
        place = dice.randrange(len(data) + 1)
        match dice.randrange(8):
            case 0:
                data[place : place + 1] = bytes([dice.randrange(256)])
            case 1:
                data[place : place + 4] = dice.choice(_EXTREMES)
            case 2:
                del data[place : place + dice.randint(1, 64)]
            case 3:
                data[place:place] = data[place : place + dice.randint(1, 200)] * dice.randint(1, 8)
            case 4 if dice.random() < 0.2:
                del data[place:]
            case 5:
                data[place:place] = dice.choice(_WORDS)
            case 6:
                _replace_number(dice, data, place)
            case _:
                other = dice.choice(seeds)
                start = dice.randrange(len(other) + 1)
                data[place:place] = other[start : start + dice.randint(1, 100)]
    return bytes(data[:longest])


def _replace_number(dice: random.Random, data: bytearray, place: int) -> None:
    """Puts another number in place of the next one in a text."""
    digits = b"0123456789.-+eE"
    start = next((i for i in range(place, min(place + 200, len(data))) if data[i] in digits), None)
    if start is None:
        return
    stop = start
    while stop < len(data) and data[stop] in digits:
        stop += 1
    data[start:stop] = dice.choice(_WORDS)
