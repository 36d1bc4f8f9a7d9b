"""Convergence: pages that drag, cancel, record, undo, read slowly and lose their connection end up equal.

Several pages work on one document at random. After every round all drags have ended; then every page must
show what the document holds: records, labels of undo and redo, and designed poses.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from keys_scenes import KEYED, fill_document
from memory_page import MemoryPage
from perform_scenes import SPINE, about
from small_scenes import a_character

from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.records import CharacterRecord, Record
from kinegraph.studio.perform.posing import designed, pose_id
from kinegraph.studio.studio import Studio

CHARACTERS = ("pip", "pop")
KEYS = ("upright", "left", "right")
STEPS_A_ROUND = 40
_POSE_TOLERANCE = 1e-5


@dataclass
class Outcome:
    """What a run did and found.

    differences: How often a page showed something else than the document, by what.
    faults: Unexpected errors of the studio, by their text.
    refusals: What the studio refused, by its sentence.
    """

    steps: int = 0
    rounds: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    differences: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)


class Run:
    """One studio with its pages, driven by a seeded generator."""

    def __init__(self, studio: Studio, pages: list[MemoryPage], seed: int) -> None:
        self._studio, self._pages = studio, pages
        self._dice = random.Random(seed)
        self._drags = 0
        self.outcome = Outcome()

    async def prepare(self) -> None:
        """Gives each character a set with three keys, and one of them a performance."""
        page = self._pages[0]
        self._sets = []
        for who in CHARACTERS:
            created = (await page.ask("AddSet", character=who, name="sway"))["created"][0]
            for key, x in zip(KEYS, (0.0, 0.5, -0.5), strict=True):
                await page.ask("TurnJoint", character=who, joint=SPINE, rotation=about(2, -x))
                await page.ask("SetKey", set=created, place=[x, 1.0, 0.5], name=key)
            self._sets.append(created)
        (take,) = (await page.ask("StartTake", character=CHARACTERS[0], set=self._sets[0]))["created"]
        samples = [[time / 60.0, time / 120.0, 1.0, 0.5] for time in range(60)]
        await page.ask("TakeSamples", take=take, samples=samples)
        (self._performance,) = (await page.ask("EndTake", take=take, keep=True))["created"]
        self._layer = page.records[self._performance]["recording"]["layers"][0]["name"]
        for number in range(2 * STEPS_A_ROUND):  # for undo: what drags need is made before these
            await page.ask("RenameDocument", title=f"title {number}")
        self._first_undone = self._studio.document._position - STEPS_A_ROUND

    async def round(self, steps: int) -> None:
        """Works at random, ends what is under way, and compares every page with the document."""
        for _ in range(steps):
            page = self._dice.choice(self._pages)
            await self._act(page)
            self.outcome.steps += 1
            if self._dice.random() < 0.5:
                await asyncio.sleep(self._dice.choice((0.0, 0.0, 0.001)))
        for page in self._pages:
            page.socket.reads.set()
            for gesture in page.gestures:
                page.say(self._dice.choice(("EndGesture", "CancelGesture")), gesture=gesture)
            for take in page.takes:
                page.say("EndTake", take=take, keep=self._dice.random() < 0.5)
            page.gestures.clear()
            page.takes.clear()
        await self._settle()
        self.outcome.rounds += 1
        for page in self._pages:
            self.outcome.differences.update(self._differences(page))
        await self._bring_back()

    async def _bring_back(self) -> None:
        """Redoes or undoes until all is there that drags need: another page's undo may have met the wrong
        edit.
        """
        needed = {*CHARACTERS, *self._sets, KEYED, self._performance}
        for step in ("Redo", "Undo"):
            answer = {"type": "Done"}
            while needed - self._studio.document.records.keys() and answer["type"] == "Done":
                answer = await self._pages[0].ask(step)
        assert not needed - self._studio.document.records.keys()

    async def _settle(self) -> None:
        """Waits until all requests are answered, and nothing is computed or waits to be sent."""
        quiet = 0
        while quiet < 3:
            for page in self._pages:
                await page.settle()
            await asyncio.sleep(0.002)
            waiting = any(p.outbox._events or p.outbox._newest for p in self._studio.audience.pages)
            quiet = 0 if waiting or self._studio._certain else quiet + 1

    async def _act(self, page: MemoryPage) -> None:
        acts: dict[Callable[[MemoryPage], Awaitable[None]], int] = {
            self._drag: 50,
            self._end: 14,
            self._edit: 6,
            self._travel: 8,
            self._take: 14,
            self._view: 5,
            self._read: 8,
            self._reconnect: 2,
            self._remove: 1,
        }
        await self._dice.choices(list(acts), list(acts.values()))[0](page)

    def _say(self, page: MemoryPage, kind: str, /, **fields: Any) -> None:
        self.outcome.commands[kind] += 1
        page.say(kind, **fields)

    def _place(self) -> list[float]:
        return [round(self._dice.uniform(-1.0, 1.0), 2), 1.0, 0.5]

    async def _drag(self, page: MemoryPage) -> None:
        if not page.gestures or (len(page.gestures) < 2 and self._dice.random() < 0.1):
            self._drags += 1
            page.gestures.append(f"g{self._drags}")
        gesture, which = self._dice.choice(page.gestures), self._dice.randrange(2)
        who, of_set = CHARACTERS[which], self._sets[which]
        place, key = self._place(), self._dice.choice(KEYS)
        turn = about(2, self._dice.uniform(-1.0, 1.0))
        columns = {"type": "MoveColumns", "columns": [0.4], "shift": self._dice.choice((0.1, -0.1))}
        shift = {"type": "ShiftLayer", "layer": self._layer, "seconds": self._dice.choice((0.0, 0.1, 0.5))}
        steps: list[tuple[int, str, dict[str, Any]]] = [
            (6, "PlaceCharacter", {"character": who, "position": [place[0], 0, 0], "heading": 0.0}),
            (4, "MoveMarker", {"set": of_set, "key": key, "place": place}),
            (2, "SetHome", {"set": of_set, "place": place}),
            (3, "TurnJoint", {"character": who, "joint": SPINE, "rotation": turn}),
            (1, "MovePose", {"character": who, "shift": [place[0], 0.0, 0.0]}),
            (1, "MoveController", {"set": of_set, "place": place}),
            (2, "EditLayers", {"motion": self._performance, "edits": [shift]}),
            (1, "EditKeys", {"motion": KEYED, "edits": [columns]}),
        ]
        _, kind, fields = self._dice.choices(steps, [weight for weight, *_ in steps])[0]
        self._say(page, kind, gesture=gesture, **fields)

    async def _end(self, page: MemoryPage) -> None:
        if page.gestures:
            gesture = page.gestures.pop(self._dice.randrange(len(page.gestures)))
            self._say(page, self._dice.choice(("EndGesture", "CancelGesture")), gesture=gesture)

    async def _edit(self, page: MemoryPage) -> None:
        who, of_set = self._dice.choice(CHARACTERS), self._dice.choice(self._sets)
        name = f"name {self._dice.randrange(9)}"
        choices: tuple[tuple[str, dict[str, Any]], ...] = (
            ("RenameRecord", {"id": who, "name": name}),
            ("RenameRecord", {"id": of_set, "name": name}),
            ("RenameDocument", {"title": name}),
            ("PlaceCharacter", {"character": who, "position": self._place(), "heading": 1.0}),
            ("ResetPose", {"character": who}),
            ("ShowKey", {"set": of_set, "key": self._dice.choice(KEYS)}),
        )
        kind, fields = self._dice.choice(choices)
        self._say(page, kind, **fields)

    async def _travel(self, page: MemoryPage) -> None:
        may_undo = self._studio.document._position > self._first_undone
        self._say(page, self._dice.choice(("Undo", "Undo", "Redo")) if may_undo else "Redo")

    async def _take(self, page: MemoryPage) -> None:
        if not page.takes:
            which = self._dice.randrange(2)
            started = page.say("StartTake", character=CHARACTERS[which], set=self._sets[which])
            self.outcome.commands["StartTake"] += 1
            page.socket.reads.set()
            answer = await started
            page.takes.extend(answer.get("created", ()))
        elif self._dice.random() < 0.7:
            samples = [[t / 60.0, *self._place()] for t in range(3)]
            self._say(page, "TakeSamples", take=page.takes[0], samples=samples)
        else:
            self._say(page, "EndTake", take=page.takes.pop(), keep=self._dice.random() < 0.5)

    async def _view(self, page: MemoryPage) -> None:
        choices: tuple[tuple[str, dict[str, Any]], ...] = (
            ("SelectCharacter", {"character": self._dice.choice((*CHARACTERS, None))}),
            ("SelectMotion", {"motion": self._dice.choice((KEYED, None))}),
            ("Watch", {"visible": self._dice.random() < 0.7}),
        )
        kind, fields = self._dice.choice(choices)
        self._say(page, kind, **fields)

    async def _read(self, page: MemoryPage) -> None:
        if page.socket.reads.is_set():
            page.socket.reads.clear()
        else:
            page.socket.reads.set()

    async def _reconnect(self, page: MemoryPage) -> None:
        await page.disconnect()
        await page.connect()

    async def _remove(self, page: MemoryPage) -> None:
        self._say(page, "RemoveRecord", id=self._dice.choice((*CHARACTERS, *self._sets)))
        self._say(page, "Undo")

    def _differences(self, page: MemoryPage) -> list[str]:
        document = self._studio.document
        wanted = stored_state(document.records)
        shown = {**stored_state({}), **page.records}
        found = []
        for id in wanted.keys() | shown.keys():
            if id not in shown:
                found.append(f"lacks a {wanted[id]['kind']}")
            elif id not in wanted:
                found.append(f"shows a removed {shown[id]['kind']}")
            elif shown[id] != wanted[id]:
                found.append(f"shows another {wanted[id]['kind']}")
        if page.labels != (document.undo_label, document.redo_label):
            found.append("shows other labels of undo and redo")
        found += ["shows the frames of a drag" for id in page.clips if id in wanted]
        return found + ["shows another pose" for id in page.poses if self._pose_differs(page, id)]

    def _pose_differs(self, page: MemoryPage, id: str) -> bool:
        """Whether the last pose that a drag showed is not the stored one."""
        records = self._studio.document.records
        who = next((name for name in CHARACTERS if pose_id(name) == id), "")
        owner = records.get(who)
        if not isinstance(owner, CharacterRecord):
            return False
        pose, _ = designed(records, who, self._studio.rigs.character(owner))
        return bool(np.abs(pose.rotations - page.poses[id]).max() > _POSE_TOLERANCE)


def stored_state(records: Mapping[str, Record]) -> dict[str, dict[str, Any]]:
    """A document's records as a page has them: with a view and a stage also where the document holds none."""
    whole = {**records, **{record.id: record for record in (edits.view_of(records), edits.stage_of(records))}}
    return {id: json.loads(msgspec.json.encode(record)) for id, record in whole.items()}


def stock_document(path: Path) -> Document:
    """A document with two characters and motions."""
    document = Document(path)
    fill_document(document)
    blob = pack_character(a_character())
    other = describe_character(a_character(), id="pop", blob=blob_hash(blob))
    document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(), [other], {other.blob: blob}))
    return document


async def drive(path: Path, seed: int, steps: int, pages: int = 3) -> Outcome:
    """Drives pages on a new document at `path` for a number of steps."""
    studio = Studio(stock_document(path), first=None, eager=False, grace=0.05)
    faults: Counter[str] = Counter()
    report = studio.failures.report

    def count(error: BaseException, doing: str) -> str:
        faults[f"{doing}: {type(error).__name__}: {error}"] += 1
        return report(error, doing)

    studio.failures.report = count
    await studio.open()
    try:
        run = Run(studio, [MemoryPage(studio) for _ in range(pages)], seed)
        for page in run._pages:
            await page.connect()
        await run.prepare()
        while run.outcome.steps < steps:
            await run.round(min(STEPS_A_ROUND, steps - run.outcome.steps))
        for page in run._pages:
            await page.disconnect()
        run.outcome.faults = faults
        run.outcome.refusals = sum((page.refusals for page in run._pages), Counter())
        return run.outcome
    finally:
        await studio.close()
