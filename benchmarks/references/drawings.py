"""Drawings by people for the benchmark of sketches: characters with marked joints, and quick drawings.

The marked characters are seen from the front and have no strokes: a mask and joints. Each side of one becomes
a sketch: every pixel of the mask belongs to its nearest bone, and the rim of what a bone got is the stroke
that a person would draw for it. They have no feet: what lies around the end of the leg is taken for one.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from benchmarks import REAL_DATA
from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw

SKETCHES = REAL_DATA / "sketch"
_MARKS = Path(__file__).with_name("quick_marks.yaml")
_FOOT = 0.2  # of the lower leg's length around its end
_LEAST_PIXELS = 12


@dataclass(frozen=True, eq=False)
class MarkedSketch:
    """Strokes with their true labels and marked joints."""

    name: str
    strokes: tuple[Stroke, ...]
    labels: tuple[str, ...]
    joints: dict[str, Floats]
    height: float


def quick_drawings() -> Iterator[tuple[str, tuple[Stroke, ...]]]:
    """(word, strokes) of every quick drawing, 1.6 m tall on the sheet."""
    for path in sorted((SKETCHES / "quickdraw").glob("*.ndjson")):
        for line in path.read_text(encoding="utf-8").splitlines():
            lines = [np.stack([x, y], axis=1) * [1.0, -1.0] for x, y in json.loads(line)["drawing"]]
            points = np.concatenate(lines)
            low, size = points.min(axis=0), max(float(np.ptp(points[:, 1])), 1.0)
            yield path.stem, tuple(stroke_from_raw((line - low) * 1.6 / size) for line in lines)


def quick_marks() -> dict[str, dict[int, list]]:
    """Marks of head, hands and feet on quick drawings, by word and number; see quick_marks.yaml."""
    return yaml.safe_load(_MARKS.read_text(encoding="utf-8"))


def marked_sketches() -> Iterator[MarkedSketch | str]:
    """Both sides of every marked character, or a sentence where one has no such side."""
    for folder in sorted((SKETCHES / "animated_drawings").iterdir()):
        for side in ("right", "left"):
            yield _marked_sketch(folder, side)


def marked_outlines() -> Iterator[tuple[str, tuple[Stroke, ...], dict[str, Floats]]]:
    """(name, strokes, joints) of every marked character as one outline, 1.6 m tall; sides as on the sheet."""
    from imageio.v3 import imread
    from skimage.measure import find_contours

    for folder in sorted((SKETCHES / "animated_drawings").iterdir()):
        mask = imread(folder / "mask.png") > 127
        mask = mask if mask.ndim == 2 else mask[..., 0]
        scale = 1.6 / float(np.ptp(np.nonzero(mask)[0]))
        rim = max(find_contours(np.pad(mask, 1).astype(float), 0.5), key=len)[:, ::-1] - 1.0
        joints = yaml.safe_load((folder / "char_cfg.yaml").read_text(encoding="utf-8"))["skeleton"]
        swap = {"left": "right", "right": "left"}  # a character's right is at the left of the sheet
        places = {}
        for joint in joints:
            side, _, part = joint["name"].partition("_")
            if side in swap:
                places[f"{swap[side]}_{part}"] = np.array(joint["loc"], dtype=float) * [scale, -scale]
        yield folder.name, (stroke_from_raw(rim * [scale, -scale]),), places


def _marked_sketch(folder: Path, side: str) -> MarkedSketch | str:
    from imageio.v3 import imread
    from skimage.measure import find_contours, label

    mask = imread(folder / "mask.png") > 127
    mask = mask if mask.ndim == 2 else mask[..., 0]
    joints = yaml.safe_load((folder / "char_cfg.yaml").read_text(encoding="utf-8"))["skeleton"]
    places = {joint["name"]: np.array(joint["loc"], dtype=float) for joint in joints}
    bones = _bones(places, side)
    owners = _nearest_bone(mask, bones)
    strokes, labels = [], []
    for index, name in enumerate(bones):
        part = np.asarray(label(owners == index))
        counts = np.bincount(part.ravel())[1:]
        if not counts.size or counts.max() < _LEAST_PIXELS:
            return f"{folder.name}, {side}: nothing is drawn for its {name}"
        rims = find_contours(np.pad(part == counts.argmax() + 1, 1).astype(float), 0.5)
        rim = max(rims, key=len)[:, ::-1] - 1.0
        strokes.append(rim * [1.0, -1.0])
        labels.append(name)
    height = float(np.ptp(np.nonzero(mask)[0]))
    low = np.concatenate(strokes).min(axis=0)
    scaled = [stroke_from_raw((line - low) * 1.6 / height) for line in strokes]
    truth = {name: (place * [1.0, -1.0] - low) * 1.6 / height for name, place in _truth(places, side).items()}
    return MarkedSketch(f"{folder.name}, {side}", tuple(scaled), tuple(labels), truth, 1.6)


def _mark(places: dict[str, Floats], side: str, part: str) -> Floats | None:
    """A mark of one side; the second of several arms, the hind one of four legs."""
    names = (f"{side}_{part}", f"{side}_{part}2", f"{side}_{part}_b")
    return next((places[name] for name in names if name in places), None)


def _bones(places: dict[str, Floats], side: str) -> dict[str, tuple[Floats, Floats]]:
    marks = {part: _mark(places, side, part) for part in ("shoulder", "elbow", "hand", "hip", "knee", "foot")}
    chest, head = places["torso"], places["neck"]
    bones = {"torso": (places["hip"], chest), "head": (0.5 * (chest + head), 1.5 * head - 0.5 * chest)}
    pairs = {
        "upper_arm": ("shoulder", "elbow"),
        "lower_arm": ("elbow", "hand"),
        "upper_leg": ("hip", "knee"),
        "lower_leg": ("knee", "foot"),
    }
    for name, (start, end) in pairs.items():
        one, other = marks[start], marks[end]
        if one is not None and other is not None:
            bones[name] = (one, other)
    knee, foot = bones["lower_leg"]
    bones["lower_leg"] = (knee, foot - _FOOT * (foot - knee))
    bones["foot"] = (foot, foot + 1e-3)
    return bones


def _truth(places: dict[str, Floats], side: str) -> dict[str, Floats]:
    named = {"shoulder": "shoulder", "elbow": "elbow", "hip": "hip", "knee": "knee", "ankle": "foot"}
    marks = {joint: _mark(places, side, part) for joint, part in named.items()}
    return {joint: place for joint, place in marks.items() if place is not None}


def _nearest_bone(mask: np.ndarray, bones: dict[str, tuple[Floats, Floats]]) -> np.ndarray:
    """The bone that each pixel of the mask belongs to, -1 outside of it."""
    y, x = np.nonzero(mask)
    pixels = np.stack([x, y], axis=1).astype(float)
    distances = []
    for start, end in bones.values():
        span = end - start
        along = np.clip((pixels - start) @ span / max(float(span @ span), 1e-9), 0.0, 1.0)
        distances.append(np.linalg.norm(pixels - start - along[:, None] * span, axis=1))
    owners = np.full(mask.shape, -1)
    owners[y, x] = np.argmin(distances, axis=0)
    return owners
