"""A week's use of one document at speed: memory must stay flat and the file bounded.

    python -m benchmarks week --lessons 10 --edits 300
    python -m benchmarks week --lessons 12 --edits 60 --history 2

Each lesson is a page that opens the document, performs, records takes, drags markers, renames, undoes, plays
motions and leaves. What a lesson adds it removes again, so whatever grows from lesson to lesson is a leak.
The history of edits grows up to its limit, 64 MiB in the file; with a small limit the file is flat after a
few lessons, which takes minutes to see and not hours.
"""

import argparse
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.load.bench_load import prepare_to_perform
from benchmarks.load.class_server import ClassServer
from benchmarks.load.raw_page import RawPage

MOST_GROWTH = 0.10  # of memory, from the second quarter of the lessons to the last
MOST_BYTES = 100 * 2**20  # of the file
MOST_FILE_GROWTH = 0.10  # of the file between the same lessons, where the history's limit is given


@dataclass(frozen=True)
class Lesson:
    """What was there after a lesson. memory: Of the process [bytes]. file: With its log [bytes]."""

    edits: int
    seconds: float
    memory: int
    file: int


def main(arguments: list[str] | None = None) -> int:
    """Prints a line for each lesson; 1 if something grew."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks week", description=__doc__)
    parser.add_argument("--lessons", type=int, default=10, help="two on each of five days")
    parser.add_argument("--edits", type=int, default=300, help="in each lesson")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--history", type=float, help="what the history may take in the file [MiB]")
    wanted = parser.parse_args(arguments or [])
    dice = random.Random(wanted.seed)
    with tempfile.TemporaryDirectory() as folder, ClassServer(Path(folder), 1) as server:
        print("lesson    edits    time    memory of the process      file")
        lessons, first = [], set[str]()
        for number in range(1, wanted.lessons + 1):
            lesson = _hold(server, wanted.edits, dice, wanted.history, first)
            lessons.append(lesson)
            print(
                f"{number:6d}{lesson.edits:9d}{lesson.seconds:7.1f} s{lesson.memory / 2**20:19.1f} MiB"
                f"{lesson.file / 2**20:9.1f} MiB",
                flush=True,
            )
    return _judge(lessons, wanted.history is not None)


def _judge(lessons: list[Lesson], full: bool) -> int:
    """full: Whether the history was meant to reach its limit, so that the file must be flat, too."""
    growth = _growth([lesson.memory for lesson in lessons])
    swelling, largest = _growth([lesson.file for lesson in lessons]), max(lesson.file for lesson in lessons)
    print(f"Memory grew by {100 * growth:.1f} %")
    print(f"The file grew by {100 * swelling:.1f} %; it was at most {largest / 2**20:.1f} MiB")
    met = growth <= MOST_GROWTH and largest <= MOST_BYTES
    print(f"memory flat within 10 % and file under 100 MiB: {'yes' if met else 'NO'}")
    if full:
        flat = swelling <= MOST_FILE_GROWTH
        print(f"file flat within 10 %: {'yes' if flat else 'NO'}")
        met = met and flat
    return 0 if met else 1


def _growth(sizes: list[int]) -> float:
    """Share by which sizes grew from the second quarter of the lessons to the last."""
    quarter = max(len(sizes) // 4, 1)
    return float(np.median(sizes[-quarter:]) / np.median(sizes[quarter : 2 * quarter] or sizes) - 1.0)


def _hold(
    server: ClassServer, edits: int, dice: random.Random, history: float | None, first: set[str]
) -> Lesson:
    begun = time.perf_counter()
    page = RawPage(server.address, server.tokens[0])
    path = prepare_to_perform(page)
    page.link.settimeout(120)
    if history is not None:
        page.ask("LimitHistory", size=round(history * 2**20))
    student = _Student(page, path, dice, first)
    while student.edits < edits:
        dice.choices(student.habits, student.often)[0]()
        page.drop_events()
        page.answered.clear()
    student.tidy_up()
    if history is not None:  # prunes at once: what a lesson adds differs by chance, and is not what is judged
        page.ask("LimitHistory", size=round(history * 2**20))
    page.close()
    seconds = time.perf_counter() - begun
    time.sleep(2.0)  # what the document does when it is left
    document = server.documents[0]
    files = (document, document.with_name(f"{document.name}-wal"))
    size = sum(file.stat().st_size for file in files if file.exists())
    return Lesson(student.edits, seconds, max(server.memory_of_documents(), default=0), size)


class _Student:
    """What a student does in a lesson."""

    def __init__(self, page: RawPage, path: np.ndarray, dice: random.Random, first: set[str]) -> None:
        """first: Ids of the motions that the document began with; empty before the first lesson."""
        self._page, self._path, self._dice = page, path, dice
        first.update([] if first else [motion["id"] for motion in page.of_kind("motion")])
        self._first = first
        self.edits = self._drags = 0
        self.habits = (self._record, self._drag, self._rename, self._undo, self._play, self._perform)
        self.often = (1, 4, 3, 2, 2, 2)

    def tidy_up(self) -> None:
        """Removes what was recorded, by this student or by one before whose removal was undone since."""
        for record in self._page.of_kind("motion"):
            if record["id"] not in self._first:
                self._page.ask("RemoveRecord", id=record["id"])

    def _set(self) -> dict:
        return self._dice.choice([each for each in self._page.of_kind("set") if each["keys"]])

    def _record(self) -> None:
        chosen = self._set()
        take = self._page.ask("StartTake", character=chosen["character"], set=chosen["id"])["created"][0]
        places = self._path[:120]
        samples = [[at / 60.0, *place] for at, place in enumerate(places.tolist())]
        for first in range(0, len(samples), 30):
            self._page.ask("TakeSamples", take=take, samples=samples[first : first + 30])
        self._page.ask("EndTake", take=take, keep=self._dice.random() < 0.3)
        self.edits += 1

    def _drag(self) -> None:
        chosen = self._set()
        key = self._dice.choice(chosen["keys"])
        self._drags += 1
        gesture = f"drag-{self._drags}"
        for step in range(1, 11):
            place = [axis + 0.002 * step * self._dice.uniform(-1, 1) for axis in key["place"]]
            self._page.say("MoveMarker", set=chosen["id"], key=key["name"], place=place, gesture=gesture)
        kind = "EndGesture" if self._dice.random() < 0.8 else "CancelGesture"
        self._page.ask(kind, gesture=gesture)
        self.edits += 1

    def _rename(self) -> None:
        self._page.ask("RenameDocument", title=f"Title {self._dice.randrange(10**6)}")
        self.edits += 1

    def _undo(self) -> None:
        count = self._dice.randint(1, 4)
        for kind in ["Undo"] * count + ["Redo"] * self._dice.randint(0, count):
            number = self._page.say(kind)
            while self._page.next_event().get("request") != number:
                pass

    def _play(self) -> None:
        motion = self._dice.choice(self._page.of_kind("motion"))["id"]
        self._page.ask("SelectMotion", motion=motion)
        self._page.ask("RequestClip", motion=motion)

    def _perform(self) -> None:
        for number, place in enumerate(self._path[:60].tolist()):
            self._page.tell("Cursor", position=place, time=time.perf_counter(), sequence=number)
        self._page.ask("SelectCharacter", character=self._page.of_kind("character")[0]["id"])


if __name__ == "__main__":
    raise SystemExit(main())
