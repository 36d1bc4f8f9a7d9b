"""Taught gestures that play a motion of the library: a kept clip, and a creature's animation."""

from pathlib import Path
from typing import Any

import numpy as np
from doodle_scenes import add_character, clip_of, draw, reading, sheet
from page_client import PageClient
from perform_scenes import done
from serving import RunningStudio

from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.formats.registry import load


def _spiral(size: float) -> Stroke:
    """A shape that is none of the vocabulary: round and round, ever wider, from the ground."""
    turn = np.linspace(0.0, 5.5 * np.pi, 160)
    radius = size * (0.05 + 0.022 * turn)
    points = np.column_stack([radius * np.sin(turn), 0.5 * size - radius * np.cos(turn)])
    return Stroke(points - points[0] + np.array([0.2, 0.3]), np.arange(len(turn)) / 60)


def _lesson(doodle: str, calls: str) -> dict[str, Any]:
    drawings = [_spiral(size) for size in (0.95, 1.0, 1.06)]
    examples = [{"points": np.column_stack([d.points, d.times]).tolist()} for d in drawings]
    return {"doodle": doodle, "name": "spin", "motion": "slide", "examples": examples, "calls": calls}


def _middle(page: PageClient, doodle: str) -> tuple[np.ndarray, float]:
    """What the performer does in the middle of the gesture: (J, 4) rotations, and its time [s]."""
    (piece,) = [piece for piece in reading(page, doodle)["pieces"] if piece["title"] == "spin"]
    time = 0.5 * (piece["startTime"] + piece["endTime"])
    return clip_of(page, sheet(page, doodle)["motion"])["rotations"][round(60 * time)], time


def _apart(a: np.ndarray, b: np.ndarray) -> float:
    """The largest angle between rotations of joints other than the root [rad]."""
    cosines = np.abs(np.sum(np.asarray(a, dtype=float)[1:] * b[1:], axis=1))
    return float(2.0 * np.arccos(np.clip(cosines, 0.0, 1.0)).max())


def test_a_gesture_plays_a_kept_motion_that_may_be_gone_since(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page, "walk", "jump", "walk")
    kept = done(page, "KeepMotion", doodle=doodle, name="My dance")["created"][0]
    dance = clip_of(page, kept)["rotations"]
    done(page, "ClearDoodle", doodle=doodle, what="lines")
    done(page, "TeachGesture", **_lesson(doodle, kept))
    assert sheet(page, doodle)["taught"][0]["calls"]["name"] == "My dance"
    draw(page, doodle, _spiral(1.0), "motion")
    pose, _ = _middle(page, doodle)
    wanted = dance[len(dance) // 2]
    assert _apart(pose, wanted) < 0.1
    assert _apart(pose, dance[0]) > 0.3  # a pose of the dance, not a standing one
    done(page, "RemoveRecord", id=kept)
    assert _apart(_middle(page, doodle)[0], wanted) < 0.1


def test_a_gesture_plays_an_animation_of_the_creature_that_performs(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    creature = done(page, "MakeCreature", kind="spider", seed=3)["created"][0]
    (wave,) = done(page, "PlayOn", shipped="wave", characters=[creature])["created"]
    refused = page.ask("TeachGesture", **_lesson(doodle, wave))
    assert refused["type"] == "Failure"
    assert "another character" in refused["message"]
    done(page, "SetActor", doodle=doodle, character=creature)
    done(page, "TeachGesture", **_lesson(doodle, wave))
    draw(page, doodle, _spiral(1.0), "motion")
    pose, _ = _middle(page, doodle)
    waving = clip_of(page, wave)["rotations"]
    assert _apart(pose, waving[len(waving) // 2]) < 0.1
    done(page, "SetActor", doodle=doodle, character=None)  # others perform what it means besides
    notes = reading(page, doodle)["notes"]
    assert any("spin" in note and "another character" in note for note in notes)


def _sounds(page: PageClient, doodle: str, studio: RunningStudio, folder: Path) -> list[str]:
    """The sounds in the exported motion of a doodle."""
    motion = sheet(page, doodle)["motion"]
    end = page.wait_for_job(done(page, "Export", records=[motion], format="gltf", extension=".glb")["job"])
    assert end["type"] == "JobDone", end
    with studio.http() as http:
        (folder / "out.glb").write_bytes(http.get(end["download"]).content)
    return [event.name for event in load(folder / "out.glb").clips[0].events if event.kind == "sound"]


def test_a_gesture_makes_a_sound_whether_a_drawn_character_or_a_creature_performs(
    doodle_page: PageClient, doodle_studio: RunningStudio, tmp_path: Path
) -> None:
    page = doodle_page
    doodle = add_character(page)
    done(page, "TeachGesture", **{**_lesson(doodle, ""), "calls": None, "sound": "whoosh"})
    assert sheet(page, doodle)["taught"][0]["sound"] == "whoosh"
    draw(page, doodle, _spiral(1.0), "motion")
    assert _sounds(page, doodle, doodle_studio, tmp_path) == ["whoosh"]
    creature = done(page, "MakeCreature", kind="spider", seed=3)["created"][0]
    done(page, "SetActor", doodle=doodle, character=creature)
    assert _sounds(page, doodle, doodle_studio, tmp_path) == ["whoosh"]


def test_a_gesture_cannot_play_what_its_own_sheet_performs(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page, "walk")
    refused = page.ask("TeachGesture", **_lesson(doodle, sheet(page, doodle)["motion"]))
    assert refused["type"] == "Failure"
    assert "Keep it as a motion" in refused["message"]
