"""Parts of a played scene, as pages get them: what characters and props do, how props look, the camera."""

import hashlib
from typing import NamedTuple

import numpy as np

from kinegraph.core.body import Mesh
from kinegraph.core.clip import Clip
from kinegraph.studio.document.frames import FrameHeader, pack
from kinegraph.studio.protocol.motion_frames import clip_arrays
from kinegraph.studio.protocol.scene_messages import (
    SceneCameraFrame,
    SceneFrame,
    ScenePropFrame,
    ScenePropShape,
)


class ScenePart(NamedTuple):
    """Arrays of a scene, as pages get them.

    name: Of the frame, for pages that have it already. state: Of its contents.
    """

    name: str
    state: str
    header: FrameHeader
    arrays: dict[str, np.ndarray]

    def frame(self) -> bytes:
        """The binary frame."""
        return pack(self.header, self.arrays)


def character_part(character: str, clip: Clip) -> ScenePart:
    """The motion of a character."""
    arrays = clip_arrays(clip)
    state = _digest(arrays)
    return ScenePart(character, state, SceneFrame(character=character, state=state, fps=clip.fps), arrays)


def prop_part(prop: str, clip: Clip) -> ScenePart:
    """The motion of a prop. clip: Of its one joint."""
    places, rotations = clip.root_translations, clip.rotations[:, 0]
    if (places == places[:1]).all() and (rotations == rotations[:1]).all():
        places, rotations = places[:1], rotations[:1]
    arrays = _float32({"places": places, "rotations": rotations})
    state = _digest(arrays)
    return ScenePart(prop, state, ScenePropFrame(prop=prop, state=state, fps=clip.fps), arrays)


def shape_part(prop: str, meshes: tuple[Mesh, ...]) -> ScenePart:
    """The shape of a prop: all its meshes as one."""
    firsts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    arrays = _float32(
        {
            "positions": np.concatenate([mesh.vertices for mesh in meshes]),
            "normals": np.concatenate([_normals(mesh) for mesh in meshes]),
            "colors": np.concatenate([_colors(mesh) for mesh in meshes]),
        }
    )
    triangles = [mesh.triangles + first for mesh, first in zip(meshes, firsts, strict=False)]
    arrays["triangles"] = np.concatenate(triangles).astype(np.int32)
    state = _digest(arrays)
    return ScenePart(f"shape {prop}", state, ScenePropShape(prop=prop, state=state), arrays)


def camera_part(
    fps: float, eyes: np.ndarray, ways: np.ndarray, angles: np.ndarray, cuts: np.ndarray
) -> ScenePart:
    """The way of the camera; arrays as in `SceneCameraFrame`."""
    arrays = _float32({"eyes": eyes, "ways": ways, "angles": angles, "cuts": cuts})
    state = _digest(arrays)
    return ScenePart("camera", state, SceneCameraFrame(state=state, fps=fps), arrays)


def _normals(mesh: Mesh) -> np.ndarray:
    return np.tile([0.0, 1.0, 0.0], (len(mesh.vertices), 1)) if mesh.normals is None else mesh.normals


def _colors(mesh: Mesh) -> np.ndarray:
    return np.full((len(mesh.vertices), 3), 0.6) if mesh.colors is None else mesh.colors[:, :3]


def _float32(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def _digest(arrays: dict[str, np.ndarray]) -> str:
    made = hashlib.sha256()
    for name in sorted(arrays):
        made.update(name.encode() + str(arrays[name].shape).encode() + arrays[name].tobytes())
    return made.hexdigest()[:24]
