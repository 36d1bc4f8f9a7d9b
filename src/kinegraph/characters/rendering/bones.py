"""A shape for those who have none: rigs show as bones along their joints, markers as little balls."""

from dataclasses import replace

import numpy as np

from kinegraph.characters.rendering.surface import Model, Part, Surface, model_of_parts
from kinegraph.characters.shapes import SATIN, ellipsoid, lathe
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Mesh
from kinegraph.core.character import Character
from kinegraph.core.skeleton import Skeleton

_BONE = "#d8b483"
_JOINT = "#f0e6d6"
_MARKER = "#f2a33a"


def with_bone_meshes(character: Character) -> Character:
    """The character with a spindle along each bone and a bead on each joint, for want of a shape."""
    skeleton = character.skeleton
    thickness = _thickness(skeleton)
    bodies = []
    for joint, body in enumerate(character.bodies):
        meshes = [ellipsoid(np.zeros(3), np.full(3, thickness), _JOINT, SATIN, rings=6)]
        meshes += [
            _spindle(tip, thickness) for tip in _tips(skeleton, joint) if np.linalg.norm(tip) > thickness
        ]
        bodies.append(replace(body, meshes=tuple(meshes)))
    return replace(character, bodies=tuple(bodies))


def marker_model() -> Model:
    """One ball of radius 1 about the origin."""
    ball = ellipsoid(np.zeros(3), np.ones(3), _MARKER, SATIN, rings=6)
    return model_of_parts((Part(ball, None, 0, None),))


def balls(centers: Floats, radius: float) -> Surface:
    """Equal balls at `centers` (M, 3) [m], one surface."""
    one = marker_model().template
    ball_normals = one.vertices  # of the unit ball
    count, corners = len(centers), len(one.vertices)
    return one._replace(
        vertices=(centers[:, None] + radius * one.vertices).reshape(-1, 3),
        normals=np.tile(ball_normals, (count, 1)),
        colors=np.tile(one.colors, (count, 1)),
        uvs=np.tile(one.uvs, (count, 1)),
        triangles=(one.triangles + corners * np.arange(count)[:, None, None]).reshape(-1, 3),
        finish_of_triangle=np.tile(one.finish_of_triangle, count),
    )


def _tips(skeleton: Skeleton, joint: int) -> list[Floats]:
    """Where the joint's bones end, in its own frame [m]."""
    return [skeleton.offsets[child] for child in skeleton.children[joint]] + list(
        skeleton.end_offsets[skeleton.end_joints == joint]
    )


def _thickness(skeleton: Skeleton) -> float:
    lengths = np.linalg.norm(np.concatenate([skeleton.offsets[1:], skeleton.end_offsets]), axis=1)
    lengths = lengths[lengths > 1e-6]
    return 0.09 * float(np.median(lengths)) if len(lengths) else 0.02


def _spindle(tip: Floats, thickness: float) -> Mesh:
    length = float(np.linalg.norm(tip))
    widest = min(0.16 * length, 2.2 * thickness)
    profile = [
        (0.0, 0.0),
        (0.06, 0.55 * widest),
        (0.16, widest),
        (0.55, 0.72 * widest),
        (0.92, 0.42 * widest),
        (1.0, 0.0),
    ]
    return lathe(np.zeros(3), tip, profile, _BONE, segments=12)
