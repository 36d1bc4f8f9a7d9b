"""Joint names as a Skeleton wants them, none twice, and as Blender keeps them."""

from collections.abc import Sequence

_LONGEST = 63  # bytes of UTF-8 that Blender keeps of a bone's name


def unique_names(names: Sequence[str]) -> tuple[list[str], int]:
    """The names with repeated ones numbered ("arm", "arm_2"), and how many were."""
    taken, used = set(names), set()
    unique: list[str] = []
    numbers: dict[str, int] = {}
    for name in names:
        candidate = name
        if name in used:
            number = numbers.get(name, 1)
            while candidate in taken:
                number += 1
                candidate = f"{name}_{number}"
            numbers[name] = number
            taken.add(candidate)
        used.add(candidate)
        unique.append(candidate)
    return unique, sum(a != b for a, b in zip(names, unique, strict=True))


def short_names(names: Sequence[str]) -> list[str]:
    """The names as Blender keeps them: cut to 63 bytes, and still unique."""
    cut: list[str] = []
    taken = set(names)
    for whole in names:
        short, number = whole, 0
        while not short or len(short.encode()) > _LONGEST or short in cut or (number and short in taken):
            number += 1
            tail = f".{number:03d}"
            short = (whole or "joint").encode()[: _LONGEST - len(tail)].decode(errors="ignore") + tail
        cut.append(short)
    return cut
