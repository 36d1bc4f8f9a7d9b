"""A sheet of all motions of the doodles: each as a strip of ghosts with its gesture, on three bodies.

python scripts/doodle_motion_sheet.py docs/images/doodle-motions.png
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from performance_strip import StripLook, performance_strip, sheet_of

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import MOTION_NAMES, Motion, world_from_sheet
from kinegraph.doodles.performing.bridging import stand_until
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet, puppet_of
from kinegraph.doodles.performing.synthesis import plan_score
from kinegraph.doodles.sketch.proportions import PRESETS

_BODIES = ("toddler", "giraffe", "mech")
_LOOK = StripLook(width=520, height=104, poses=10)
_FAST = 3.2  # leg lengths per second of the pen
_REPEATED = {
    "walk": 2,
    "tiptoe": 2,
    "stomp_walk": 2,
    "stiff_walk": 2,
    "hop": 2,
    "shuffle": 3,
    "skate": 2,
    "stomp": 2,
}


def written(name: str, leg: float, backward: bool) -> tuple[list[Motion], Floats]:
    """A motion, or several of a kind, as the gesture table draws it, and the drawn line (N, 2) [m]."""
    shape = leg * gesture_table().example(name, backward)
    line, motions, now, place = [], [], 0.0, np.zeros(2)
    before = [("walk", leg * gesture_table().example("walk", backward))] if name == "leap" else []
    for each, points in before + [(name, shape)] * _REPEATED.get(name, 1):
        points = points - points[0] + place
        duration = max(float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum()) / (_FAST * leg), 0.5)
        top = points[np.argmax(points[:, 1])]
        rise = float(np.clip((top - points[0])[0] / ((points[-1] - points[0])[0] or 1.0), 0.3, 0.7))
        start, end, apex = (world_from_sheet(point) for point in (points[0], points[-1] * [1.0, 0.0], top))
        times = (now, now + rise * duration, now + duration)
        motions.append(Motion(each, backward, start, end, apex, *times, turns=1.0))
        line.append(points)
        now, place = now + duration, points[-1] * [1.0, 0.0]
    return motions, np.concatenate(line)


def strip(name: str, puppet: DrawnPuppet, backward: bool) -> Any:
    """One strip of ghosts."""
    motions, line = written(name, puppet.leg, backward)
    score = plan_score(motions, puppet)
    end = score.stance.time
    stand_until(score, end + 0.8)
    words = name.replace("_", " ") + (" backward" if backward else "")
    return performance_strip(score, (0.0, end + 0.15), line, words, _LOOK)


def main(target: Path) -> None:
    """Writes the sheet: a column for each body, a row for each motion."""
    from PIL import Image

    columns = [
        sheet_of([strip(name, puppet_of(PRESETS[body]), False) for name in MOTION_NAMES]) for body in _BODIES
    ]
    sheet = Image.new("RGB", (sum(column.width for column in columns), columns[0].height))
    for index, column in enumerate(columns):
        sheet.paste(column, (index * column.width, 0))
    sheet.quantize(160, dither=Image.Dither.NONE).save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
