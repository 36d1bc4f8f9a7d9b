"""Damages that keep JSON valid: values, lists and objects inside it are replaced, removed and repeated."""

import json
import random
from copy import deepcopy
from typing import Any

_decoder = json.JSONDecoder()
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 0.5, 1e308, -1e300, 1e-320, 2**31, 2**63, -(2**63), 10**30),
    *("", "a", "x" * 300, "\0", [], {}, [0], [[0]], [0, 0, 0], [1e308, 0, 0, 1], {"a": 1}, [None]),
)
_Spot = tuple[Any, Any]  # a list or object, and an index or key in it


def damage_json(dice: random.Random, data: bytes) -> bytes | None:
    """The data with damages in the first JSON object that it holds; None where it holds none.

    A shorter object is filled up with spaces, so that lengths and offsets around it still hold.
    """
    start = data.find(b"{")
    if start < 0:
        return None
    try:
        content, length = _decoder.raw_decode(data[start:].decode("latin-1"))
    except (ValueError, RecursionError):
        return None
    for _ in range(dice.randint(1, 3)):
        spots = _spots(content)
        if spots:
            _damage(dice, *dice.choice(spots), spots)
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode("latin-1", "replace")
    return data[:start] + text.ljust(length) + data[start + length :]


def _spots(content: Any) -> list[_Spot]:
    found: list[_Spot] = []
    waiting = [content]
    while waiting and len(found) < 5_000:
        each = waiting.pop()
        keys = range(len(each)) if isinstance(each, list) else list(each)
        for key in keys:
            found.append((each, key))
            if isinstance(each[key], list | dict):
                waiting.append(each[key])
    return found


def _damage(dice: random.Random, inside: Any, key: Any, spots: list[_Spot]) -> None:
    if (isinstance(inside, list) and key >= len(inside)) or (isinstance(inside, dict) and key not in inside):
        return  # an earlier damage removed it
    match dice.randrange(6):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, list):
            inside[key:key] = [deepcopy(inside[key]) for _ in range(dice.choice((1, 2, 30)))]
        case 2:
            there, other = dice.choice(spots)
            with_value = there[other] if not isinstance(there, list) or other < len(there) else None
            inside[key] = (
                with_value if not isinstance(with_value, list | dict) else json.loads(json.dumps(with_value))
            )
        case 3 if isinstance(inside[key], int | float) and not isinstance(inside[key], bool):
            inside[key] = dice.choice((-inside[key], inside[key] + 1, inside[key] * 1e6, inside[key] - 1))
        case _:
            inside[key] = deepcopy(dice.choice(_VALUES))


def change_values(dice: random.Random, content: Any) -> None:
    """Changes one to three values of decoded JSON in place, each to another of its type."""
    for _ in range(dice.randint(1, 3)):
        spots = _spots(content)
        inside, key = dice.choice(spots)
        value = inside[key]
        alike = [there[other] for there, other in spots if type(there[other]) is type(value)]
        if isinstance(value, bool) or value is None:
            inside[key] = not value
        elif isinstance(value, int | float):
            inside[key] = dice.choice((-value, 0, 1, -1, 2**31, value + 1, type(value)(value * 1e6), *alike))
        elif isinstance(value, str):
            inside[key] = dice.choice(("", "a", "x" * 300, *alike))
        elif isinstance(value, list):
            inside[key] = dice.choice(([], value[:1], value[::-1], value * 2, value * 40))
        else:
            inside[key] = deepcopy(dice.choice(({}, *alike)))
