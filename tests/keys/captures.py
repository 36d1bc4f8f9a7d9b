"""The thesis's clips, read from the shared data."""

import csv
from functools import cache
from pathlib import Path

from kinegraph.core.clip import Clip
from kinegraph.formats import load

CAPTURES = ("Walk", "Jump", "Pitch", "Turn", "Cartwheel", "Layup")


@cache
def capture(shared_data: Path, name: str) -> Clip:
    """One of the six clips of the thesis, by its name there: "Walk"."""
    with open(shared_data / "thesis.csv", encoding="utf-8") as rows:
        row = next(row for row in csv.DictReader(rows) if row["name"] == name)
    return load(shared_data / row["file"]).clips[0].frames(int(row["first_row"]), int(row["last_row"]) + 1)
