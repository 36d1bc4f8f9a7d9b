"""Four-legged animals for measuring: drawings written down by hand, then bent by a smooth warp of the sheet.

Nothing here is shared with animals.py, which the reading of animals was tuned on.
"""

from pathlib import Path

import numpy as np
import yaml

from benchmarks.synthetic.animals import DrawnAnimal
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import stroke_from_raw

_DRAWINGS = yaml.safe_load((Path(__file__).parent / "animal_templates.yaml").read_text(encoding="utf-8"))
ANIMALS = tuple(_DRAWINGS)


def warped_animal(seed: int, name: str) -> DrawnAnimal:
    """One drawing of an animal."""
    rng = np.random.default_rng([seed, ANIMALS.index(name), 8181])
    drawing = _DRAWINGS[name]
    lines = [_curve(np.array(line, dtype=float)) for line in drawing["lines"]]
    lines += [_oval(np.array(oval, dtype=float), rng) for oval in drawing.get("ovals", [])]
    waves = rng.normal(0.0, 1.0, (3, 2)), rng.uniform(0.02, 0.05, (3, 2)), rng.uniform(0, 6, 3)
    facing = int(rng.choice([-1, 1]))
    stretch = np.array([facing * rng.uniform(0.85, 1.25), 1.0])
    scale, place = rng.uniform(0.008, 0.02), np.array([rng.uniform(-2.0, 2.0), rng.uniform(0.0, 0.2)])

    def warp(points: Floats) -> Floats:
        moved = points * stretch
        for push, wave, phase in zip(*waves, strict=True):
            moved = moved + 1.1 * push * np.sin(points @ wave + phase)[:, None]
        return scale * moved + place

    strokes = []
    for number in rng.permutation(len(lines)):
        line = lines[number] + np.cumsum(rng.normal(0.0, 0.1, lines[number].shape), axis=0)
        strokes.append(stroke_from_raw(warp(line)[:: rng.choice([-1, 1])]))
    legs = np.array([warp(np.array(leg, dtype=float)) for leg in drawing["legs"]])[::facing]
    head = warp(np.array([drawing["head"]], dtype=float))[0]
    points = np.concatenate([stroke.points for stroke in strokes])
    return DrawnAnimal(tuple(strokes), legs, head, facing, name, float(np.ptp(points[:, 1])))


def _curve(corners: Floats) -> Floats:
    """A line through corners, a little rounded."""
    at = np.linspace(0.0, len(corners) - 1.0, 12 * (len(corners) - 1) + 1)
    line = np.stack([np.interp(at, np.arange(len(corners)), column) for column in corners.T], axis=1)
    for _ in range(2):
        line[1:-1] = 0.25 * (line[:-2] + 2.0 * line[1:-1] + line[2:])
    return line


def _oval(oval: Floats, rng: np.random.Generator) -> Floats:
    """oval: Its middle, half its width and half its height."""
    turn = rng.uniform(0, 6) + np.linspace(0.0, 2 * np.pi * rng.uniform(0.97, 1.05), 60)
    return oval[:2] + oval[2:] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
