"""The contents of a package, as plain values: `kinegraph info friend.kinepack`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kinegraph.perform.performances.performance import Performance
    from kinegraph.perform.sets.rig import SpatialRig
    from kinegraph.perform.sets.spatial_set import SpatialSet


def describe_package(path: Path) -> dict[str, Any]:
    """The facts that `info` prints about a package."""
    from kinegraph.batch.jobs.description import describe_character
    from kinegraph.perform.files.package_reading import load_package

    package = load_package(path)
    return {
        "file": str(path),
        "bytes": path.stat().st_size,
        "character": describe_character(package.rig.character),
        "clips": [],
        "animations": [],
        "markers": [],
        "sets": [_describe_set(package.rig, each) for each in package.rig.sets],
        "performances": [_describe_performance(n, each) for n, each in package.performances.items()],
        "notes": [],
    }


def _describe_set(rig: "SpatialRig", each: "SpatialSet") -> dict[str, Any]:
    from kinegraph.perform.sets.manipulators import ManipulatorKind
    from kinegraph.perform.sets.rig import controllers_of

    goals = [m for m in each.manipulators if m.kind in (ManipulatorKind.HANDLE, ManipulatorKind.POLE)]
    return {
        "name": each.name,
        "keys": [key.name for key in each.keys],
        "function": str(each.function),
        "degree": each.degree,
        "joints": sum(m.kind == ManipulatorKind.JOINT for m in each.manipulators),
        "goals": [m.target for m in goals],
        "moves": list(controllers_of(each)),
        "rank": rig.rank(each.name),
        "moved_by": rig.parent(each.name),
    }


def _describe_performance(name: str, each: "Performance") -> dict[str, Any]:
    return {
        "name": name,
        "seconds": round(each.duration, 4),
        "fade_s": each.fade,
        "walks": [list(span) for span in each.walking] or each.walks,
        "layers": [
            {
                "name": layer.name,
                "set": layer.set,
                "start_s": round(layer.start, 4),
                "end_s": round(layer.end, 4),
                "events": len(layer.times),
            }
            for layer in each.layers
        ],
    }
