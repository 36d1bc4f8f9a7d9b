"""Runs every benchmark of this folder, or those named: `python -m benchmarks bvh studio`.

A single benchmark takes options of its own: `python -m benchmarks load --pages 50`.
"""

import sys
from importlib import import_module
from pathlib import Path

PREFIX = "bench_"


def main(wanted: list[str]) -> int:
    """Runs the benchmarks called `wanted`, all where it is empty; 1 if one of them missed its target."""
    modules = _find_modules()
    if len(wanted) > 1 and wanted[0] in modules and wanted[1].startswith("-"):
        return int(import_module(modules[wanted[0]]).main(wanted[1:]))
    unknown = sorted(set(wanted) - set(modules))
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}; there are: {', '.join(modules)}.", file=sys.stderr)
        return 2
    missed = 0
    for name in wanted or modules:
        print(f"\n== {name} ==", flush=True)
        missed |= bool(import_module(modules[name]).main())
    return missed


def _find_modules() -> dict[str, str]:
    """The benchmarks of this folder and of those in it, by name."""
    root = Path(__file__).parent
    paths = {path.stem.removeprefix(PREFIX): path for path in root.rglob(f"{PREFIX}*.py")}
    return {
        name: ".".join((root.name, *path.relative_to(root).with_suffix("").parts))
        for name, path in sorted(paths.items())
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
