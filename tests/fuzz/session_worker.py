"""Sends hostile commands through a real session: `python -m tests.fuzz.session_worker NAME --seconds 60`."""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from tests.fuzz.hostile_commands import HostileCommands
from tests.studio.convergence import Run, stock_document
from tests.studio.memory_page import MemoryPage

from kinegraph.studio.studio import Studio

COMMANDS_A_DOCUMENT = 1_000
_LONGEST_ANSWER = 60.0  # [s]
_JOBS = (
    "CountEffort",
    "Export",
    "GridJob",
    "FollowMode",
    "SetFromMotion",
)  # start processes that outlive their answer
_UNANSWERED = ("Cursor", "Watch")


class Findings:
    """What a session did. found: By the command and the error, the traceback."""

    def __init__(self) -> None:
        self.inputs = 0
        self.refused = 0
        self.found: dict[str, str] = {}


async def add_everything(page: MemoryPage) -> None:
    """Fills a document with what the convergence test does without: creatures, animations, two doodles."""
    (creature,) = (await page.ask("MakeCreature", kind="biped", seed=1))["created"]
    (wave,) = (await page.ask("AddAnimation", shipped="wave"))["created"]
    await page.ask("PlayOn", animation=wave, characters=[creature])
    (doodle,) = (await page.ask("AddDoodle", example=True))["created"]
    await page.ask("AddDoodle", sheet=doodle)
    ground = {"hills": [{"x": 1.0, "z": 1.0, "radius": 1.0, "height": 0.2}], "stairs": [{"x": 0.0, "z": 3.0}]}
    await page.ask("SetGround", ground=ground)


async def attack(folder: Path, seed: int, count: int, findings: Findings, until: float) -> None:
    """Sends up to `count` commands to a studio with a new document."""
    studio = Studio(stock_document(folder / f"{seed}.kine"), first=None, eager=False, grace=0.05)
    report = studio.failures.report

    def keep(error: BaseException, doing: str) -> str:
        findings.found[f"{doing}: {type(error).__name__}"] = "".join(traceback.format_exception(error))
        return report(error, doing)

    studio.failures.report = keep
    await studio.open()
    page = MemoryPage(studio)
    await page.connect()
    await Run(studio, [page], seed).prepare()
    await add_everything(page)
    maker = HostileCommands(seed, (*page.records, "sway", "left", "upright", "hips", "g1"))
    try:
        for _ in range(count):
            name, fields = maker.command()
            if name in _JOBS or time.monotonic() > until:
                continue
            findings.inputs += 1
            if name in _UNANSWERED:
                page.socket.send(json.dumps({"type": name, **fields}))
                await asyncio.sleep(0)
                continue
            try:
                answer = await asyncio.wait_for(page.ask(name, **fields), _LONGEST_ANSWER)
            except TimeoutError:
                findings.found[f"{name}: no answer"] = json.dumps(fields)[:500]
                return
            findings.refused += answer["type"] == "Failure"
    finally:
        await page.disconnect()
        await studio.close()


def main(arguments: list[str]) -> None:
    """Attacks new documents until the seconds or the inputs are spent."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.session_worker", description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--inputs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".fuzz"))
    parser.add_argument("--plain", action="store_true", help="these are never guided")
    options = parser.parse_args(arguments)
    findings, started, seed = Findings(), time.monotonic(), options.seed
    until = started + options.seconds
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KINEGRAPH_DATA"] = folder
        while time.monotonic() < until and (not options.inputs or findings.inputs < options.inputs):
            left = options.inputs - findings.inputs if options.inputs else COMMANDS_A_DOCUMENT
            asyncio.run(attack(Path(folder), seed, min(left, COMMANDS_A_DOCUMENT), findings, until))
            seed += 1
            done: dict[str, Any] = {"inputs": findings.inputs, "refused": findings.refused}
            done |= {"guided": False, "found": findings.found, "seconds": time.monotonic() - started}
            (options.folder / f"{options.target.replace(' ', '_')}.json").write_text(json.dumps(done))


if __name__ == "__main__":
    main(sys.argv[1:])
