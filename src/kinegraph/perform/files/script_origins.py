"""Sources of a script's characters: the cast, a package, or any file with a character."""

from dataclasses import dataclass
from pathlib import Path

from kinegraph.characters.cast import CAST, UnknownCharacter, character
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.cast_sets import RIGGED, cast_performances, cast_rig
from kinegraph.perform.files.package import UnknownPerformance
from kinegraph.perform.files.package_reading import load_package
from kinegraph.perform.files.package_schema import EXTENSION
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig


@dataclass(frozen=True, eq=False)
class Origin:
    """A character as it was loaded. performances: By name, or by number from 1 for those of the cast."""

    rig: SpatialRig
    performances: dict[str, Performance]


def origin_of(name: str, folder: Path | None) -> Origin:
    """The character that a script names: a cast member with its sets, a package, or a file's bare character.

    folder: Where files are looked for; None to read no files.
    """
    if name in RIGGED:
        recorded = enumerate(cast_performances(name), start=1)
        return Origin(cast_rig(name), {str(number): each for number, each in recorded})
    if name in CAST:
        return Origin(SpatialRig(character(name)), {})
    path = Path(name)
    if folder is None or not path.suffix:
        raise UnknownCharacter(name, CAST)
    if path.suffix.lower() == EXTENSION:
        package = load_package(folder / path)
        return Origin(package.rig, dict(package.performances))
    return Origin(_rig_of_file(folder / path), {})


def performance_of(origin: Origin, name: str | int) -> Performance:
    """A performance by name, or by number from 1."""
    names = list(origin.performances)
    if isinstance(name, int) and 1 <= name <= len(names):
        return origin.performances[names[name - 1]]
    if str(name) not in origin.performances:
        raise UnknownPerformance(str(name), names)
    return origin.performances[str(name)]


def _rig_of_file(path: Path) -> SpatialRig:
    from kinegraph.characters.anatomy.guess import with_guessed_anatomy
    from kinegraph.formats import load

    subject = load(path).character
    if subject is None:
        raise InvalidValue(f"{path.name} holds markers and no character.")
    return SpatialRig(with_guessed_anatomy(subject))
