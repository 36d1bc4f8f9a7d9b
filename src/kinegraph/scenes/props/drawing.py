"""Drawn scenery as a prop: ink that stands upright in the scene."""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.characters.shapes import MATTE
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Mesh
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.ink.ribbons import ribbon
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.prop import SMALLEST

_INK = "#4d5864"
_WIDTH = 0.024  # of the ink [m]
_APART = 1e-3  # [m] from the sheet in which all lines lie to the ink on either side of it


def drawing_box(strokes: Sequence[Stroke]) -> Floats:
    """(2, 2) lower left and upper right corner of strokes on their sheet [m]."""
    if not strokes:
        raise InvalidValue("A drawing needs a stroke.")
    boxes = np.array([stroke.box for stroke in strokes])
    return np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def drawing_size(strokes: Sequence[Stroke]) -> Floats:
    """(3,) size of a drawing as a prop: as wide and as tall as it was drawn, and thin [m]."""
    low, high = drawing_box(strokes)
    return np.maximum([*(high - low), _WIDTH], SMALLEST)


def drawing_character(name: str, strokes: Sequence[Stroke], size: Floats, place: Floats) -> Character:
    """A drawing as a character of one joint, whose origin is the middle of its lower edge.

    The sheet's x is its own x, and it is seen from its own +Z and from behind. size: (3,) that it is scaled
    to [m]; the ink keeps its width. place: (3,) of its joint at rest [m].
    """
    half = 0.5 * size
    box = np.array([[-half[0], 0.0, -half[2]], [half[0], size[1], half[2]]])
    skeleton = Skeleton.from_offsets([name], [-1], [place])
    return Character(name, skeleton, (Body(frozenset(), box, 0.0, (_ink_mesh(strokes, size),)),))


def _ink_mesh(strokes: Sequence[Stroke], size: Floats) -> Mesh:
    """Ribbons that are seen from both sides."""
    low, high = drawing_box(strokes)
    middle = np.array([0.5 * (low[0] + high[0]), low[1]])
    scale = size[:2] / np.maximum(high - low, SMALLEST)
    vertices, triangles, normals = [], [], []
    count = 0
    for stroke in strokes:
        scaled = Stroke((stroke.points - middle) * scale, stroke.times, stroke.pressure)
        flat = ribbon(scaled, _WIDTH)
        for side, corners in ((1.0, flat.triangles), (-1.0, flat.triangles[:, ::-1])):
            vertices.append(np.column_stack([flat.vertices, np.full(len(flat.vertices), side * _APART)]))
            normals.append(np.tile([0.0, 0.0, side], (len(flat.vertices), 1)))
            triangles.append(corners + count)
            count += len(flat.vertices)
    colors = np.tile(linear_rgba(_INK), (count, 1))
    return Mesh(
        np.concatenate(vertices), np.concatenate(triangles), np.concatenate(normals), colors, material=MATTE
    )
