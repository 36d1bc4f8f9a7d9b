"""Runs every benchmark of this folder, or those named: `python -m benchmarks bvh studio`."""

import sys
from importlib import import_module
from pathlib import Path

PREFIX = "bench_"


def main(wanted: list[str]) -> int:
    """Runs the benchmarks called `wanted`, all where it is empty; 1 if one of them missed its target."""
    names = [path.stem.removeprefix(PREFIX) for path in sorted(Path(__file__).parent.glob(f"{PREFIX}*.py"))]
    unknown = sorted(set(wanted) - set(names))
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}; there are: {', '.join(names)}.", file=sys.stderr)
        return 2
    missed = 0
    for name in wanted or names:
        print(f"\n== {name} ==", flush=True)
        missed |= bool(import_module(f"benchmarks.{PREFIX}{name}").main())
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
