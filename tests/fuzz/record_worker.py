"""Opens documents with damaged records: `python -m tests.fuzz.record_worker NAME --seconds 60`.

A record that the schema still accepts reaches what plays it: performances, creatures, doodles, the ground.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.fuzz.json_mutation import change_values, damage_json
from tests.fuzz.session_worker import Findings, add_everything
from tests.studio.convergence import Run, stock_document
from tests.studio.memory_page import MemoryPage

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document.document import Document
from kinegraph.studio.studio import Studio

_LONGEST_ANSWER = 60.0  # [s]
_COMPILED = 600.0  # [s] in which the first document is looked at: what that needs is compiled
_LOOKS = {"motion": ("RequestClip", "motion"), "doodle": ("RequestDoodle", "doodle")}


async def prepare(path: Path) -> list[str]:
    """Writes a document with every kind of record; returns the ids of its records."""
    studio = Studio(stock_document(path), first=None, eager=False, grace=0.05)
    await studio.open()
    page = MemoryPage(studio)
    await page.connect()
    await Run(studio, [page], 1).prepare()
    await add_everything(page)
    (motion,) = (r["id"] for r in page.records.values() if r.get("form") == "performance")
    await page.ask("SetWay", motion=motion, way=[[0.0, 0.0], [1.0, 1.0], [0.0, 2.0]])
    ids = list(page.records)
    await page.disconnect()
    await studio.close()
    return ids


def damage(path: Path, dice: random.Random) -> str:
    """Damages one or two records of a closed document; returns what they say now."""
    said = []
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT id, image FROM records ORDER BY id").fetchall()
        for id, image in dice.sample(rows, dice.choice((1, 1, 2))):
            if dice.random() < 0.2:
                text = (damage_json(dice, image.encode()) or b"{}").decode("latin-1").strip()
            else:
                content = json.loads(image)
                change_values(dice, content["record"])
                text = json.dumps(content)
            database.execute("UPDATE records SET image = ? WHERE id = ?", (text, id))
            said.append(text)
        database.commit()
    return "\n".join(said)


async def look(path: Path, findings: Findings, said: str, longest: float = _LONGEST_ANSWER) -> None:
    """Opens a document as a studio does, asks for the frames of everything, and undoes."""
    findings.inputs += 1
    try:
        document = Document(path)
    except KinegraphError:
        findings.refused += 1
        return
    studio = Studio(document, first=None, eager=False, grace=0.05)
    report = studio.failures.report

    def keep(error: BaseException, doing: str) -> str:
        detail = "".join(traceback.format_exception(error))
        findings.found.setdefault(f"{doing}: {type(error).__name__}", f"{said}\n{detail}")
        return report(error, doing)

    studio.failures.report = keep
    page, asked = MemoryPage(studio), ""
    try:
        await studio.open()
        await page.connect()
        for id, record in list(page.records.items()):
            if record["kind"] in _LOOKS:
                name, field = _LOOKS[record["kind"]]
                asked = name
                await asyncio.wait_for(page.ask(name, **{field: id}), longest)
        for asked in ("RequestGround", "Undo", "Redo"):
            await asyncio.wait_for(page.ask(asked), longest)
        await page.disconnect()
    except KinegraphError:
        findings.refused += 1
    except TimeoutError:
        findings.found.setdefault(f"{asked}: no answer", said)
    except Exception as error:
        keep(error, "open")
    finally:
        await studio.close()


def main(arguments: list[str]) -> None:
    """Damages and opens documents until the seconds or the inputs are spent."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.record_worker", description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--inputs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".fuzz"))
    parser.add_argument("--plain", action="store_true", help="these are never guided")
    options = parser.parse_args(arguments)
    findings, dice = Findings(), random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["KINEGRAPH_DATA"] = name
        asyncio.run(prepare(folder / "whole.kine"))
        shutil.copy(folder / "whole.kine", folder / "first.kine")
        first = Findings()
        asyncio.run(look(folder / "first.kine", first, "", _COMPILED))
        if first.found or first.refused:
            raise SystemExit(f"The undamaged document is refused: {first.found}")
        started = time.monotonic()
        until = started + options.seconds
        while time.monotonic() < until and (not options.inputs or findings.inputs < options.inputs):
            path = folder / "damaged.kine"
            shutil.copy(folder / "whole.kine", path)
            said = damage(path, dice)
            asyncio.run(look(path, findings, said))
            for left in folder.glob("damaged.kine*"):
                left.unlink()
            done: dict[str, Any] = {"inputs": findings.inputs, "refused": findings.refused}
            done |= {"guided": False, "found": findings.found, "seconds": time.monotonic() - started}
            (options.folder / f"{options.target.replace(' ', '_')}.json").write_text(json.dumps(done))


if __name__ == "__main__":
    main(sys.argv[1:])
