"""What is fuzzed: each reader as a function of bytes, with small valid inputs that our own writers make.

A reader may return or raise a KinegraphError. Everything else is a finding. FBX and .blend files are read by
Blender in a process of its own: the checks before Blender are fuzzed everywhere, and reading through Blender
where there is one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.fuzz import blob_targets, document_targets, file_targets

Read = Callable[[bytes], object]


@dataclass(frozen=True)
class Target:
    """One reader.

    read: Takes an input.
    seeds: Makes valid inputs.
    """

    read: Read
    seeds: Callable[[], list[bytes]]


def all_targets() -> dict[str, Target]:
    """Every target by its name."""
    modules = (file_targets, blob_targets, document_targets)
    return {name: Target(*pair) for module in modules for name, pair in module.targets().items()}
