"""Joint names as a Skeleton wants them: none twice."""

from collections.abc import Sequence


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
