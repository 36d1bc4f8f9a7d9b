"""Locators as empties of a .blend file: the instructions that add them, and what is read back."""

import json
from typing import Any

import numpy as np

from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.math.rotations import quat_normalize, unroll_quats

Arrays = dict[str, np.ndarray]


def locator_jobs(locators: tuple[LocatorClip, ...], fps: float, arrays: Arrays) -> list[dict[str, Any]]:
    """An entry for each locator of each motion; its keys go to `arrays`. fps: Of the file.

    Keys are rows of frame, place (3) [m] and orientation (w, x, y, z), in the space of the armature.
    """
    jobs: list[dict[str, Any]] = []
    for motion in locators:
        turns = unroll_quats(motion.rotations)
        frames = motion.times[:, None] * fps
        for column, name in enumerate(motion.names):
            rows = [frames, motion.positions[:, column], turns[:, column, 3:], turns[:, column, :3]]
            arrays[f"locator{len(jobs)}"] = np.hstack(rows)
            about = {"locator": name, "motion": motion.name, "fps": motion.fps, "frames": len(motion)}
            jobs.append({"name": name, "motion": motion.name, "about": json.dumps(about)})
    return jobs


def locators_of(result: dict[str, Any], arrays: Arrays) -> tuple[LocatorClip, ...]:
    """The locators that Blender has read, by motion."""
    found: dict[tuple[str, float, int], dict[str, np.ndarray]] = {}
    for number, entry in enumerate(result.get("locators", ())):
        rows = arrays[f"locator{number}"].astype(np.float64)
        key = str(entry["motion"]), float(entry["fps"]), len(rows)
        found.setdefault(key, {})[str(entry["locator"])] = rows
    clips = []
    for (name, fps, _), tracks in found.items():
        rows = np.stack(list(tracks.values()), axis=1)
        turns = quat_normalize(np.concatenate([rows[..., 4:], rows[..., 3:4]], axis=-1))
        clips.append(LocatorClip(tuple(tracks), fps, rows[..., :3], turns, name))
    return tuple(clips)
