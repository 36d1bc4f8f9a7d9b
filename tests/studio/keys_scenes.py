"""A document with motions to key, and a page's view of Keys."""

from dataclasses import replace
from typing import Any

import numpy as np
from page_client import PageClient
from serving import RunningStudio
from small_scenes import a_character, a_skeleton, an_animation, some_markers

from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import CharacterRecord, MotionRecord

CLIP, KEYED, MARKERS, STILL, SINGLE = "m-clip", "m-keyed", "m-markers", "m-still", "m-single"
SETTINGS = {
    "objective": None,
    "space": "positions",
    "joints": None,
    "leading": None,
    "weights": {},
    "accuracy": [],
    "significance": 0.1,
    "detail": False,
    "layerCounts": [],
    "fixed": [],
    "forbidden": [],
    "gap": 1,
    "span": None,
    "contacts": True,
    "calibration": False,
    "maxError": None,
    "rotation": "auto",
    "grid": None,
    "smooth": False,
}


def a_dance(frames: int = 60, fps: float = 30.0) -> Clip:
    """Arms that swing at different rates while the body bends and sways: something to choose keys from."""
    times = np.arange(frames) / fps
    turns = np.zeros((frames, 4, 3))
    turns[:, 1, 0] = 0.3 * np.sin(5.0 * times)
    turns[:, 2, 2] = 0.9 * np.sin(7.0 * times + 0.3) ** 3
    turns[:, 3, 2] = -0.8 * np.sin(4.0 * times)
    roots = np.stack([0.2 * np.sin(3.0 * times), 0.9 + 0.05 * np.cos(6.0 * times), 0.3 * times], axis=1)
    return Clip(a_skeleton(), fps, roots, quat_from_axis_angle(turns), None, "dance")


def stock(running: RunningStudio, frames: int = 60) -> RunningStudio:
    """Puts a character with clips, an animation and markers into a studio's document, in history."""
    fill_document(running.studio.document, frames)
    return running


def fill_document(document: Document, frames: int = 60) -> None:
    """Puts a character with clips, an animation and markers into a document, in history."""
    blob = pack_character(a_character())
    owner = describe_character(a_character(), id="pip", blob=blob_hash(blob))
    records: list[CharacterRecord | MotionRecord] = [owner]
    blobs = {owner.blob: blob}
    dance = a_dance(frames)
    still = replace(dance, root_translations=np.tile(dance.root_translations[:1], (frames, 1)))
    still = replace(still, rotations=np.tile(dance.rotations[:1], (frames, 1, 1)))
    motions = {CLIP: dance, KEYED: an_animation(), MARKERS: some_markers()}
    motions |= {STILL: still, SINGLE: dance.frames(0, 1)}
    for id, motion in motions.items():
        data = pack_motion(motion)
        blobs[blob_hash(data)] = data
        whose = None if id == MARKERS else "pip"
        records.append(describe_motion(motion, id=id, blob=blob_hash(data), character=whose))
    document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(), records, blobs))


def result_of(page: PageClient, source: str = CLIP) -> dict:
    """The record of the keyed motion that was made of a source."""
    found = [r for r in page.records.values() if (r.get("keying") or {}).get("source") == source]
    assert len(found) == 1
    return found[0]


def choose(page: PageClient, count: int | None = None, motion: str = CLIP, **fields: Any) -> dict:
    """Asks for keys and expects them."""
    settings = {**SETTINGS, **fields.pop("settings", {})}
    answer = page.ask("ChooseKeys", motion=motion, settings=settings, count=count, **fields)
    assert answer["type"] == "Done", answer
    return answer


def frame_of(page: PageClient, command: str, **fields: Any) -> Any:
    """Asks for a binary frame."""
    answer = page.ask(command, **fields)
    assert answer["type"] == "Done", answer
    return page.frames[-1]


def curves_of(page: PageClient, motion: str) -> Any:
    """The header and arrays of a keyed motion's curves."""
    return frame_of(page, "RequestCurves", motion=motion)
