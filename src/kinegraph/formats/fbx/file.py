"""FBX 7.4, binary: a character with its skins, and a take for each motion, with the curves' own tangents."""

from pathlib import Path

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake as bake_animation
from kinegraph.core.errors import FormatError
from kinegraph.core.resample import resample
from kinegraph.core.scene import Scene
from kinegraph.formats.fbx.container import fbx_bytes
from kinegraph.formats.fbx.document import fbx_document
from kinegraph.formats.mapping.node_curves import Tolerance


def write_fbx(
    scene: Scene,
    path: Path,
    bake: bool = False,
    rotation_tolerance: float = 0.05,
    translation_tolerance: float = 0.1,
) -> None:
    """Writes a character and its motions.

    Keyed animations keep their keys, tangents, weights and holds; clips have a linear key on every frame.
    bake: True writes every motion as a clip, at the highest rate, for programs that ignore tangents.
    rotation_tolerance [deg], translation_tolerance [mm]: How far a joint may stray from its curves where FBX
        cannot hold them: quaternions, orders of two axes, and slides along axes that are not the parent's.
    """
    if scene.character is None:
        raise FormatError(path, "only a character and its motions can be written here; this scene has none.")
    written = _bake_all(scene) if bake else scene
    tolerance = Tolerance(float(np.radians(rotation_tolerance)), 1e-3 * translation_tolerance)
    Path(path).write_bytes(fbx_bytes(fbx_document(written, scene.character, tolerance)))


def _bake_all(scene: Scene) -> Scene:
    motions = (*scene.animations, *scene.clips)
    fps = max((motion.fps for motion in motions), default=1.0)
    clips = [
        bake_animation(each, fps) if isinstance(each, Animation) else resample(each, fps) for each in motions
    ]
    return Scene(scene.character, tuple(clips))
