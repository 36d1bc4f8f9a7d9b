"""Runs the drivers: `python -m benchmarks.torture [--seed 1] [--minutes 3] [kill power_loss ...]`.

The minutes are shared out evenly among the drivers. Ends with 1 where something was lost.
"""

import argparse
import logging
import sys
import time
from importlib import import_module

DRIVERS = ("kill", "power_loss", "convergence")


def main(arguments: list[str]) -> int:
    """Runs the drivers that were named, all by default; 1 if one of them found a loss."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.torture", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same edits")
    parser.add_argument("--minutes", type=float, default=3.0, help="budget of all drivers together")
    parser.add_argument("drivers", nargs="*", help=f"of {', '.join(DRIVERS)}; all by default")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.drivers) - set(DRIVERS))
    if unknown:
        parser.error(f"there is no driver {unknown[0]!r}; there are: {', '.join(DRIVERS)}")
    chosen = options.drivers or DRIVERS
    logging.getLogger("kinegraph.studio").setLevel(
        logging.ERROR
    )  # torn and orphaned logs are what this makes
    failed = False
    for name in chosen:
        started = time.monotonic()
        outcome = import_module(f"benchmarks.torture.{name}").run(
            options.seed, 60.0 * options.minutes / len(chosen)
        )
        done = ", ".join(f"{count} {what}" for what, count in outcome.done.items())
        seconds = time.monotonic() - started
        print(f"{name}: {done} in {seconds:.0f} s, {len(outcome.failures)} failures", flush=True)
        for failure in outcome.failures[:20]:
            print(f"  {failure}")
        failed |= bool(outcome.failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
