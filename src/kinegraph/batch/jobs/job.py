"""A job: the settings of what is done with each file of a library, and what comes of one file."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

if TYPE_CHECKING:
    from kinegraph.characters.rendering.footage import Footage
    from kinegraph.core.scene import Scene

Facts = dict[str, str | int | float | bool | None]


@dataclass(frozen=True, eq=False)
class Outcome:
    """The result of a job on one file; the files that it wrote lie in the folder that it was given.

    facts: Figures for the report, one column each.
    notes: Sentences for the report.
    footage: What to show in the report; None where there is nothing to see.
    """

    facts: Facts
    notes: tuple[str, ...] = ()
    footage: "Footage | None" = None


class Job(msgspec.Struct, frozen=True, kw_only=True, tag_field="job"):
    """Settings of a job; two jobs with equal settings make equal results.

    scale: Metres per unit, for formats that do not state it.
    """

    version: ClassVar[int] = 1  # raise it when the job's results change
    endings: ClassVar[tuple[str, ...]] = ()  # read besides those of the motion formats

    scale: float | None = None

    def check(self) -> None:
        """Raises an error for settings that cannot be met, before any file is read."""

    def prepared(self, paths: Iterable[Path]) -> Self:
        """The job with what has to be known of all files before the first is worked on."""
        return self

    def other_files(self) -> tuple[Path, ...]:
        """Files besides the input that the results depend on."""
        return ()

    def run(self, path: Path, folder: Path) -> Outcome:
        """Does the job with one file and writes into `folder`, which is empty."""
        raise NotImplementedError

    def load(self, path: Path) -> "Scene":
        """The scene of a file."""
        from kinegraph.formats import load

        return load(path, **({} if self.scale is None else {"scale": self.scale}))


def motion_facts(frames: int, fps: float) -> Facts:
    """The columns that every report on motions starts with."""
    return {"frames": frames, "fps": round(fps, 4), "seconds": round((frames - 1) / fps, 3)}


def check_ending(ending: str) -> None:
    """Raises an error if no skeleton motion can be written with this ending."""
    from kinegraph.core.errors import FormatError
    from kinegraph.formats import format_of

    named = format_of(f"result{ending}")
    if named.name == "c3d":
        raise FormatError(
            ending, "a C3D file holds markers only; choose .glb, .usda, .blend, .bvh or another."
        )
    if "write" in named.through_blender:
        from kinegraph.formats.blender.launch import find_blender

        find_blender()
