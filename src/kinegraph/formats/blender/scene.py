"""Blender's result as a Scene: joints, clips, keyed animations, notes."""

from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import poses_at
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.core.scene import Scene
from kinegraph.formats.blender.keys import animation_of_take, first_frame, rig_modes, take_rate
from kinegraph.formats.blender.locators import locators_of
from kinegraph.formats.blender.meshes import bodies_and_skins
from kinegraph.formats.blender.skeleton import (
    Arrays,
    Rig,
    in_parents,
    read_notes,
    rig_of,
)
from kinegraph.formats.mapping.character_record import with_record

# Shares of the character's size (at least 1 m): how far keys may evaluate from what Blender shows, and within
# what joints keep their offsets, Blender's numbers being float32.
_AGREES, _KEEPS_OFFSET = 1e-4, 1e-5
_UNREMARKABLE = ("dense", "asked", "objects")  # reasons to bake that need no note


def scene_from_blender(result: dict[str, Any], arrays: Arrays, path: Path) -> Scene:
    """The scene that a reading of `path` by Blender describes."""
    rig = _rig(result, arrays)
    bodies, skins, notes = bodies_and_skins(result, arrays, rig)
    name = result["name"] if result["kind"] == "armature" else path.stem
    character = Character(name, rig.skeleton, bodies, skins)
    character, more = with_record(character, rig.about.get("character"))
    clips: list[Clip] = []
    animations: list[Animation] = []
    for number, take in enumerate(result["takes"]):
        prefix = f"take{number}/"
        if prefix + "baked" not in arrays:
            animations.append(animation_of_take(take, arrays[prefix + "points"], rig, result))
            continue
        clips.append(_clip(take, arrays[prefix + "baked"], rig, result))
        if take["why"] not in _UNREMARKABLE:
            notes.append(f"The action {take['name']!r} became a clip, frame by frame: {take['why']}.")
    modes = rig_modes(result, rig)
    locators = locators_of(result, arrays)
    every = (*result["notes"], *notes, *more)
    return Scene(character, tuple(clips), tuple(animations), (), every, modes, locators)


def doubtful_takes(result: dict[str, Any], arrays: Arrays) -> list[int]:
    """Numbers of the takes whose keys, evaluated here, put a joint elsewhere than Blender does."""
    rig = _rig(result, arrays)
    doubtful = []
    for number, take in enumerate(result["takes"]):
        prefix = f"take{number}/"
        if prefix + "points" not in arrays:
            continue
        animation = animation_of_take(take, arrays[prefix + "points"], rig, result)
        times = (np.array(take["checks"]) - first_frame(take, result)) / take_rate(take, result)
        here = forward_kinematics(poses_at(animation, times, animation.fps)).positions
        there, _ = rig.world(arrays[prefix + "checks"].astype(np.float64))
        if np.abs(here - there).max() > _AGREES * rig.size:
            doubtful.append(number)
    return doubtful


def _rig(result: dict[str, Any], arrays: Arrays) -> Rig:
    return rig_of(result, arrays, ends_at_tails=result["kind"] == "armature" and result["tails"])


def _clip(take: dict[str, Any], baked: np.ndarray, rig: Rig, result: dict[str, Any]) -> Clip:
    """baked: (F, B, 4, 4) world from bone in Blender, float32."""
    positions, rotations = rig.world(baked.astype(np.float64))
    translations, local = in_parents(positions, rotations, rig.skeleton.parents)
    moved = np.abs(translations[:, 1:] - rig.skeleton.offsets[1:]).max(initial=0.0)
    slides = moved > _KEEPS_OFFSET * rig.size
    stated = read_notes(take["about"]).get("fps", rig.about.get("fps"))
    fps = take["fps"] if stated == take["fps"] else take_rate(take, result)
    return Clip(
        rig.skeleton,
        fps,
        translations[:, 0],
        unroll_quats(local),
        translations if slides else None,
        take["name"],
    )
