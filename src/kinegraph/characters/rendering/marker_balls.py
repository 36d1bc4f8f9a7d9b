"""Balls where captured markers were: a shape for points that have none."""

import numpy as np

from kinegraph.characters.rendering.surface import ModelPart, Surface, model_of_parts
from kinegraph.characters.shapes import SATIN, ellipsoid
from kinegraph.core.arrays import Floats

_COLOR = "#f2a33a"


def balls(centers: Floats, radius: float) -> Surface:
    """Equal balls at `centers` (M, 3) [m], one surface."""
    ball = ellipsoid(np.zeros(3), np.ones(3), _COLOR, SATIN, rings=6)
    one = model_of_parts((ModelPart(ball, None, 0, None),)).template
    count, corners = len(centers), len(one.vertices)
    return one._replace(
        vertices=(centers[:, None] + radius * one.vertices).reshape(-1, 3),
        normals=np.tile(one.vertices, (count, 1)),  # a ball about the origin: its places are its normals
        colors=np.tile(one.colors, (count, 1)),
        uvs=np.tile(one.uvs, (count, 1)),
        triangles=(one.triangles + corners * np.arange(count)[:, None, None]).reshape(-1, 3),
        finish_of_triangle=np.tile(one.finish_of_triangle, count),
    )
