"""A page that draws: the ready character, stroke by stroke, and lines of our own writer."""

import itertools
from typing import Any

import numpy as np
from benchmarks.synthetic.sketcher import synthetic_sketch
from benchmarks.synthetic.writer import Habits, Word, write_line
from page_client import PageClient
from perform_scenes import done

from kinegraph.doodles.example import example_doodle
from kinegraph.doodles.ink.stroke import Stroke

_NUMBERS = itertools.count(1)
BATCH = 40
MECH_LINKS = ("head", "torso", "upper_leg", "lower_leg", "foot")


def rows_of(stroke: Stroke) -> list[list[float]]:
    """A stroke as a pen sends it."""
    times = stroke.times - stroke.times[0]
    pressure = np.full(len(stroke), -1.0) if stroke.pressure is None else stroke.pressure
    return np.column_stack([stroke.points, times, pressure]).tolist()


def begin(page: PageClient, name: str | None = None) -> str:
    """An empty sheet; returns its id."""
    return done(page, "AddDoodle", name=name)["created"][0]


def fresh() -> str:
    """An id for a stroke."""
    return f"k-test{next(_NUMBERS)}"


def draw(page: PageClient, doodle: str, stroke: Stroke, ink: str = "character", **fields: Any) -> str:
    """Draws a stroke from end to end; returns its id."""
    id, rows = fresh(), rows_of(stroke)
    done(page, "PenDown", doodle=doodle, stroke=id, ink=ink, **fields)
    for first in range(0, len(rows), BATCH):
        done(page, "PenPoints", stroke=id, first=first, points=rows[first : first + BATCH])
    assert done(page, "PenUp", stroke=id)["created"] == [id]
    return id


def draw_somebody(page: PageClient, doodle: str, count: int = 7) -> list[str]:
    """Draws the ready character's links; returns the ids of the strokes."""
    return [draw(page, doodle, link) for link in example_doodle().links[:count]]


def add_character(page: PageClient, *names: str) -> str:
    """A sheet with the ready character, there at once, and a line of motions where some are named."""
    doodle = done(page, "AddDoodle", name=f"Sheet {next(_NUMBERS)}", example=True)["created"][0]
    done(page, "ClearDoodle", doodle=doodle, what="lines")
    if names:
        draw(page, doodle, a_line(*names), "motion")
    return doodle


def a_line(*names: str, leg: float = 0.72, start: float = 0.1) -> Stroke:
    """A line of motions by a calm hand, from where the ready character stands."""
    habits = Habits(tremor=0.0, unevenness=0.0, wander=0.0, hesitation=0.0, clock_jitter=0.0, rate=60.0)
    words = tuple(Word(name, turns=1 if name.endswith("_flip") else 0) for name in names)
    written = write_line(words, habits, np.random.default_rng(3), leg).stroke
    return Stroke(written.points + np.array([start, 0.0]), written.times)


def sheet(page: PageClient, doodle: str) -> dict:
    """The doodle's record."""
    return page.records[doodle]


def reading(page: PageClient, doodle: str) -> dict:
    """What a doodle says."""
    answer = done(page, "RequestDoodle", doodle=doodle)
    return next(
        e for e in reversed(page.events) if e["type"] == "DoodleRead" and e["request"] == answer["request"]
    )


def pen_read(page: PageClient, stroke: str, points: int) -> dict:
    """The event about a stroke after a number of its points were read."""

    def wanted(event: dict) -> bool:
        return event["type"] == "PenRead" and (event["stroke"], event["points"]) == (stroke, points)

    return next((event for event in page.events if wanted(event)), None) or page.wait(wanted)


def motions(read: dict) -> list[str | None]:
    """The names of what a line says."""
    return [piece["motion"] for piece in read["pieces"]]


def clip_of(page: PageClient, motion: str) -> dict[str, np.ndarray]:
    """The frames of a motion."""
    done(page, "RequestClip", motion=motion)
    header, arrays = next(f for f in reversed(page.frames) if type(f[0]).__name__ == "ClipFrame")
    assert header.motion == motion
    return arrays


def frames_of(page: PageClient, kind: str) -> list:
    """All binary frames of a kind that have arrived."""
    return [frame for frame in page.frames if type(frame[0]).__name__ == kind]


def straight_legged() -> dict[str, Stroke]:
    """The seven links of a person whose knee bends no way more than the other: without its arm, a mech."""
    sketch = synthetic_sketch(20_003, "clean", "relaxed")
    return dict(zip(sketch.labels, sketch.strokes, strict=True))
