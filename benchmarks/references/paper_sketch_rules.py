"""The paper's own way to read a sketch, plainly: Thorne, Burke and van de Panne, "Motion Doodles", figure 4.

Each major-axis end joins the link that is nearest to it; the names follow from the connections. Nothing
here is used by the product: it is what the search is compared with.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.doodles.ink.line_distance_kernels import distances_to_outlines
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.link_shape import LinkShape, link_shape

ALIGNED = np.radians(20.0)


def read_by_rules(strokes: Sequence[Stroke]) -> tuple[tuple[str, ...], dict[str, Floats]] | None:
    """Labels and joints of seven strokes, or None where the connections are not those of a person."""
    shapes = [link_shape(stroke) for stroke in strokes]
    joints: dict[frozenset[int], tuple[float, Floats]] = {}
    for i, shape in enumerate(shapes):
        for end in _ends(shape):
            gaps = [np.inf if j == i else _nearest(end, other) for j, other in enumerate(shapes)]
            j = int(np.argmin(gaps))
            pair = frozenset((i, j))
            # Of two joints between the same links, one is the duplicate: the one with the wider gap.
            if pair not in joints or gaps[j] < joints[pair][0]:
                joints[pair] = (gaps[j], _place(shape, shapes[j], end))
    return _named(len(shapes), {pair: place for pair, (_, place) in joints.items()})


def _ends(shape: LinkShape) -> tuple[Floats, Floats]:
    half = 0.5 * shape.length * shape.axis
    return shape.centre - half, shape.centre + half


def _nearest(point: Floats, shape: LinkShape) -> float:
    """Distance to a link. Generously, an outline is taken as filled: ends of limbs lie inside of torsos."""
    distance = np.empty((1, 1))
    outline = kernel_floats(shape.outline[None])
    distances_to_outlines(kernel_floats(point[None]), outline, np.array([shape.closed]), distance)
    return float(distance[0, 0])


def _place(one: LinkShape, other: LinkShape, end: Floats) -> Floats:
    cross = one.axis[0] * other.axis[1] - one.axis[1] * other.axis[0]
    if abs(cross) < np.sin(ALIGNED):
        facing_end = min(_ends(other), key=lambda point: float(np.linalg.norm(point - end)))
        return 0.5 * (end + facing_end)
    away = other.centre - one.centre
    along = (away[0] * other.axis[1] - away[1] * other.axis[0]) / cross
    return one.centre + along * one.axis


def _named(
    count: int, joints: dict[frozenset[int], Floats]
) -> tuple[tuple[str, ...], dict[str, Floats]] | None:
    """The torso alone has three joints; a chain of one is the head, of two the arm, of three the leg."""
    neighbours = [{j for pair in joints for j in pair if i in pair and j != i} for i in range(count)]
    torsos = [i for i in range(count) if len(neighbours[i]) == 3]
    if len(torsos) != 1 or len(joints) != count - 1:
        return None
    labels = [""] * count
    labels[torsos[0]] = "torso"
    names = {1: ("head",), 2: ("upper_arm", "lower_arm"), 3: ("upper_leg", "lower_leg", "foot")}
    joint_names = {1: ("neck",), 2: ("shoulder", "elbow"), 3: ("hip", "knee", "ankle")}
    places: dict[str, Floats] = {}
    for first in neighbours[torsos[0]]:
        chain, before = [first], torsos[0]
        while len(rest := neighbours[chain[-1]] - {before}) == 1:
            before = chain[-1]
            chain.append(rest.pop())
        if len(chain) not in names or names[len(chain)][0] in labels:
            return None
        for link, name, joint in zip(chain, names[len(chain)], joint_names[len(chain)], strict=True):
            labels[link] = name
            parent = torsos[0] if link == first else chain[chain.index(link) - 1]
            places[joint] = joints[frozenset((link, parent))]
    return (tuple(labels), places) if all(labels) else None
