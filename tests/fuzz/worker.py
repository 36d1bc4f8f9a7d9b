"""Fuzzes one target in this process: `python -m tests.fuzz.worker TARGET --seconds 60 ...`.

Guided by coverage where atheris is installed; otherwise seeded mutations of valid inputs.
"""

import argparse
import json
import os
import random
import re
import resource
import sys
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "src" / "kinegraph"
_KERNELS = re.compile(r"njit|cached_kernel|@(kernel|part|stage)\b")
_MOST_ADDRESSES = 12 << 30  # [bytes]
_MOST_MEGABYTES = 3_000


atheris: Any = None  # the fuzzer, which is no part of any install of ours
with suppress(ImportError):
    atheris = import_module("atheris")


def main(arguments: list[str]) -> None:
    """Runs until the seconds or the inputs are spent; writes what was done to a report beside the corpora."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.worker", description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--inputs", type=int, default=0, help="most inputs; 0 for no limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".fuzz"), help="for corpora and findings")
    parser.add_argument("--plain", action="store_true", help="without coverage, even if atheris is there")
    options = parser.parse_args(arguments)
    guided = _has_atheris() and not options.plain
    with _instrumented() if guided else nullcontext():
        from tests.fuzz.targets import all_targets
        from tests.fuzz.trial import LONGEST, Trials
    from tests.fuzz.mutation import mutate

    target = all_targets()[options.target]
    name = options.target.replace(" ", "_")
    trials = Trials(target.read, options.folder / "findings" / name)
    seeds = target.seeds()
    for seed in seeds:  # also compiles what reading needs, before the clock runs
        trials.run(seed)
    if trials.refused:
        raise SystemExit(f"{trials.refused} of the valid inputs of {options.target!r} are refused.")
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_ADDRESSES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    started, report = time.monotonic(), options.folder / f"{name}.json"

    def try_one(data: bytes) -> None:
        trials.run(data)
        over = time.monotonic() - started > options.seconds
        if over or trials.inputs % 500 == 0 or trials.inputs == options.inputs:
            done = {
                "inputs": trials.inputs,
                "refused": trials.refused,
                "guided": guided,
                "found": trials.found,
            }
            report.write_text(json.dumps({**done, "seconds": time.monotonic() - started}))
        if over or trials.inputs == options.inputs:
            sys.stdout.flush()
            os._exit(0)  # libFuzzer has no other way to stop after a number of inputs

    (options.folder / "findings").mkdir(parents=True, exist_ok=True)
    if not guided:
        dice = random.Random(options.seed)
        while True:
            try_one(mutate(dice, seeds, LONGEST))
    corpus = options.folder / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [
        f"-max_len={LONGEST}",
        "-timeout=60",
        f"-rss_limit_mb={_MOST_MEGABYTES}",
        f"-seed={options.seed}",
    ]
    place = f"-artifact_prefix={options.folder / 'findings' / name}-"

    def damage(data: bytes, longest: int, seed: int) -> bytes:
        dice = random.Random(seed)
        if dice.random() < 0.5:
            return atheris.Mutate(data, longest)
        return mutate(dice, [data, dice.choice(seeds)], longest)

    command = [sys.argv[0], *limits, place, "-verbosity=0", str(corpus)]
    atheris.Setup(command, try_one, custom_mutator=damage)
    atheris.Fuzz()


def _has_atheris() -> bool:
    return atheris is not None


def _instrumented() -> AbstractContextManager[Any]:
    """Imports under coverage, but for kernels: their compiler reads the bytecode."""
    compiled = []
    for path in SOURCE.rglob("*.py"):
        if _KERNELS.search(path.read_text(encoding="utf-8")):
            compiled.append(".".join(path.relative_to(SOURCE.parent).with_suffix("").parts))
    return atheris.instrument_imports(include=["kinegraph"], exclude=compiled)


if __name__ == "__main__":
    main(sys.argv[1:])
