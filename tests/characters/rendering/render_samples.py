"""Small characters and motions that the rendering tests draw."""

import io

import numpy as np

from kinegraph.characters.shapes import ellipsoid
from kinegraph.core.body import Body, Material, Mesh
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton

SMALL = (72, 64)


def of_meshes(*meshes: Mesh) -> Character:
    """A character of one joint at the origin that carries the meshes."""
    skeleton = Skeleton.from_offsets(["all"], [-1], [[0, 0, 0]])
    return Character("sample", skeleton, (Body(meshes=tuple(meshes)),))


def ball(center: tuple, radius: float, color: str) -> Mesh:
    """A matte ball."""
    return ellipsoid(center, (radius, radius, radius), color, Material(), rings=10)


def square(texture: bytes | None = None, flipped: bool = False) -> Mesh:
    """A square of 2 m that faces +Z, its lower edge on the ground."""
    triangles = np.array([[0, 1, 2], [0, 2, 3]])
    return Mesh(
        vertices=np.array([[-1, 0, 0], [1, 0, 0], [1, 2, 0], [-1, 2, 0]]),
        triangles=triangles[:, ::-1] if flipped else triangles,
        normals=np.tile([0.0, 0.0, 1.0], (4, 1)),
        uvs=np.array([[0, 1.0], [1, 1], [1, 0], [0, 0]]),
        material=Material(texture=texture),
    )


def png(pixels: np.ndarray) -> bytes:
    """An image file's bytes."""
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(out, format="PNG")
    return out.getvalue()


def puppet() -> Character:
    """A rig of five joints without any mesh."""
    skeleton = Skeleton.from_offsets(
        ["hips", "spine", "head", "left_leg", "right_leg"],
        [-1, 0, 1, 0, 0],
        [[0, 1, 0], [0, 0.3, 0], [0, 0.4, 0], [0.1, 0, 0], [-0.1, 0, 0]],
        [(2, (0, 0.2, 0)), (3, (0, -1, 0)), (4, (0, -1, 0))],
    )
    return Character.bare("puppet", skeleton)


def walk(character: Character, frames: int = 25, distance: float = 5.0, fps: float = 24.0) -> Clip:
    """The character slides along +X, its spine swaying."""
    along = np.linspace(0, distance, frames)
    roots = np.array(character.skeleton.offsets[0]) + np.stack([along, 0 * along, 0 * along], axis=1)
    rotations = np.tile(character.skeleton.rest_rotations, (frames, 1, 1))
    sway = np.zeros((frames, 3))
    sway[:, 2] = 0.4 * np.sin(np.linspace(0, 6, frames))
    rotations[:, 1] = quat_from_axis_angle(sway)
    return Clip(character.skeleton, fps, roots, rotations, name="walk")
