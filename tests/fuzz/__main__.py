"""Fuzzes every target for a time: `python -m tests.fuzz [--minutes 10] [--inputs N] [--jobs 2] [TARGET ...]`.

Each target runs in a process of its own, which is started again if it dies. Corpora and findings stay in
`.fuzz/`: the next run goes on from there. Ends with 1 where something was found.
"""

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzz.targets import all_targets

FOLDER = Path(".fuzz")
# Targets with a whole studio in them, which are never guided, and the modules that run them.
STUDIOS = {
    "messages in a session": "tests.fuzz.session_worker",
    "records in a document": "tests.fuzz.record_worker",
}
_START = 300.0  # [s] in which a worker imports and compiles


@dataclass
class Result:
    """What was done with a target.

    deaths: How often its process died: of a crash, a time limit or a memory limit.
    """

    name: str
    inputs: int = 0
    refused: int = 0
    seconds: float = 0.0
    guided: bool = False
    found: dict[str, str] = field(default_factory=dict)
    deaths: list[str] = field(default_factory=list)


def fuzz(name: str, seconds: float, inputs: int, seed: int, plain: bool) -> Result:
    """Runs workers for a target until its seconds or its inputs are spent."""
    result, started = Result(name), time.monotonic()
    module = STUDIOS.get(name, "tests.fuzz.worker")
    report = FOLDER / f"{name.replace(' ', '_')}.json"
    while result.seconds < seconds and (not inputs or result.inputs < inputs) and len(result.deaths) < 20:
        report.unlink(missing_ok=True)
        command = [sys.executable, "-m", module, name, "--seconds", str(seconds - result.seconds)]
        command += ["--inputs", str(max(inputs - result.inputs, 0)), "--seed", str(seed + len(result.deaths))]
        command += ["--plain"] * plain
        limit = 2 * (seconds - result.seconds) + _START
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
            died = None if done.returncode == 0 else f"exit {done.returncode}: {done.stderr.strip()[-600:]}"
        except subprocess.TimeoutExpired:
            died = f"no end after {limit:.0f} s"
        _add(result, report)
        if died is not None:
            result.deaths.append(died)
        if died is not None and time.monotonic() - started > limit:
            break
    return result


def _add(result: Result, report: Path) -> None:
    if report.exists():
        told: dict[str, Any] = json.loads(report.read_text())
        result.inputs += told["inputs"]
        result.refused += told["refused"]
        result.seconds += told["seconds"]
        result.guided = told["guided"]
        result.found |= told["found"]


def main(arguments: list[str]) -> int:
    """Fuzzes the named targets, all by default; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="for all targets together, per job")
    parser.add_argument("--inputs", type=int, default=0, help="most inputs of each target; 0 for no limit")
    parser.add_argument("--jobs", type=int, default=1, help="targets at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without coverage, even if atheris is there")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args(arguments)
    known = [*all_targets(), *STUDIOS]
    unknown = sorted(set(options.targets) - set(known))
    if unknown:
        parser.error(f"there is no target {unknown[0]!r}; there are: {', '.join(known)}")
    names = options.targets or known
    FOLDER.mkdir(exist_ok=True)
    seconds = 60.0 * options.minutes * options.jobs / len(names)
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        each = (
            pool.submit(fuzz, name, seconds, options.inputs, options.seed, options.plain) for name in names
        )
        for future in list(each):
            result = future.result()
            results.append(result)
            _print(result)
    total, found = sum(r.inputs for r in results), sum(len(r.found) + len(r.deaths) for r in results)
    print(f"{total:,} inputs, {sum(r.seconds for r in results) / 60:.1f} minutes, {found} findings")
    return int(found > 0)


def _print(result: Result) -> None:
    how = "guided" if result.guided else "mutated"
    print(
        f"{result.name:22} {result.inputs:9,} inputs {how}, {result.refused:9,} refused, "
        f"{result.seconds:6.0f} s, {len(result.found) + len(result.deaths)} findings",
        flush=True,
    )
    for kind, detail in result.found.items():
        print(f"    {kind}: {detail.strip().splitlines()[-1][:200]}")
    for death in result.deaths:
        print(f"    died: {death[-300:]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
