"""The contents of a file as plain values: its character, motions, markers and notes."""

from pathlib import Path
from typing import Any

from kinegraph.core.animation import Animation
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene


def describe(file: str | Path, scene: Scene) -> dict[str, Any]:
    """The facts that `info` prints, as plain values; a member of the cast has no size in bytes."""
    path = Path(file)
    return {
        "file": str(file),
        "bytes": path.stat().st_size if path.exists() else None,
        "character": None if scene.character is None else describe_character(scene.character),
        "clips": [_describe_clip(clip) for clip in scene.clips],
        "animations": [_describe_animation(animation) for animation in scene.animations],
        "markers": [_describe_markers(markers) for markers in scene.markers],
        "notes": list(scene.notes),
    }


def describe_character(character: Character) -> dict[str, Any]:
    """Name, counts of joints, end sites and meshes, and height [m] of a character."""
    world = forward_kinematics(character.rest)
    heights = [*world.positions[:, 1], *end_positions(character.skeleton, world)[:, 1]]
    meshes = [skin.mesh for skin in character.skins] + [m for body in character.bodies for m in body.meshes]
    return {
        "name": character.name,
        "joints": len(character.skeleton),
        "end_sites": len(character.skeleton.end_joints),
        "height_m": round(float(max(heights) - min(heights)), 4),
        "vertices": sum(len(mesh.vertices) for mesh in meshes),
        "triangles": sum(len(mesh.triangles) for mesh in meshes),
        "skins": len(character.skins),
        "joint_names": list(character.skeleton.names),
    }


def _describe_clip(clip: Clip) -> dict[str, Any]:
    return {
        "name": clip.name,
        "frames": len(clip),
        "fps": round(clip.fps, 6),
        "seconds": round(clip.duration, 4),
        "sliding_joints": clip.translations is not None,
    }


def _describe_animation(animation: Animation) -> dict[str, Any]:
    return {
        "name": animation.name,
        "curves": len(animation.curves),
        "keys": sum(len(curve) for curve in animation.curves.values()),
        "key_columns": len(animation.column_times),
        "fps": round(animation.fps, 6),
        "seconds": round(animation.end - animation.start, 4),
    }


def _describe_markers(markers: MarkerClip) -> dict[str, Any]:
    return {
        "name": markers.name,
        "markers": len(markers.names),
        "frames": len(markers),
        "fps": round(markers.fps, 6),
        "seen_percent": round(100.0 * float(markers.seen.mean()), 2) if markers.seen.size else 0.0,
        "events": len(markers.events),
    }
