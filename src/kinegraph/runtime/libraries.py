"""Paths of the compiled runtime that `make runtime` builds."""

from pathlib import Path

from kinegraph.core.errors import KinegraphError
from kinegraph.creatures.crowds.machines import CODE as LANES

__all__ = ["BUILT", "LANES", "LIBRARY", "STATIC_LIBRARY", "WASM", "NotBuilt", "built"]
BUILT = Path(__file__).parent / "built"
LIBRARY = BUILT / "libkinegraph.so"
STATIC_LIBRARY = BUILT / "libkinegraph.a"
WASM = BUILT / "kinegraph.wasm"


class NotBuilt(KinegraphError):
    """A compiled library that is not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"The compiled runtime {path.name} is missing. 'make runtime' builds it.")


def built(path: Path) -> Path:
    """A compiled library; raises NotBuilt where it is missing."""
    if not path.is_file():
        raise NotBuilt(path)
    return path
