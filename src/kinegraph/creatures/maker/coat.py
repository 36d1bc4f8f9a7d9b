"""The coat: belly, spots, stripes and blush, as patches of colour over a finished torso and its heads."""

import numpy as np

from kinegraph.characters.body_plan import Patch
from kinegraph.core.arrays import Floats
from kinegraph.creatures.maker.creature_plan import Coat
from kinegraph.creatures.maker.seats import Ball, Line, unit

_GOLDEN = 2.399963  # rad: spots that turn by this from one to the next never line up


def coat_patches(coat: Coat, spine: Line) -> list[Patch]:
    """The patches of a torso's pattern."""
    match coat.pattern:
        case "plain":
            return []
        case "spots":
            marks = _spots(spine, coat.accent, 0.3, 11)
        case "dapples":
            marks = _spots(spine, coat.belly, 0.2, 20)
        case "stripes":
            marks = _stripes(spine, coat.accent)
        case "saddle":
            marks = [_saddle(spine, coat.accent)]
        case _:
            marks = []
    return [*_belly(spine, coat.belly), *marks]


def blush(head: Ball, coat: Coat) -> list[Patch]:
    """Warm cheeks."""
    patches = []
    for side in (-1.0, 1.0):
        way = unit([0.62 * side, -0.28, 0.74])
        place = head.center + way / np.linalg.norm(way / head.radii)
        patches.append(Patch((head.bone,), place, 0.22 * head.radii, coat.blush, edge=0.9))
    return patches


def _tangents(spine: Line) -> Floats:
    """(N + 1, 3) unit directions of the spine at its points."""
    steps = np.gradient(spine.points, axis=0)
    return steps / np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-12)


def _belly_way(tangent: Floats) -> Floats:
    """(3,) direction of the belly: down where the body is level, forward where it is upright."""
    return unit([0.0, -tangent[2], tangent[1]], (0.0, -1.0, 0.0))


def _belly(spine: Line, color: str) -> list[Patch]:
    """One soft oval per bone, close enough to run together."""
    patches, tangents = [], _tangents(spine)
    for i, (a, b) in enumerate(zip(spine.points[:-1], spine.points[1:], strict=True)):
        radius, width = spine.radii[i : i + 2].mean(), spine.widths[i : i + 2].mean()
        way = _belly_way(tangents[i])
        length = 0.75 * float(np.linalg.norm(b - a)) + 0.35 * radius
        place = 0.5 * (a + b) + 0.98 * radius * way
        along, deep = np.abs(tangents[i]), np.abs(way)
        radii = along * length + deep * 0.62 * radius
        radii[0] = max(0.66 * radius * width, radii[0])
        patches.append(Patch(spine.bones, place, np.maximum(radii, 0.3 * radius), color))
    return patches


def _spots(spine: Line, color: str, size: float, count: int) -> list[Patch]:
    """Spots on the back and flanks, in pairs."""
    patches, tangents = [], _tangents(spine)
    for n in range(count):
        share = (n + 0.5) / count * (len(spine.bones) - 1e-6)
        i = int(share)
        center = spine.points[i] + (share - i) * (spine.points[i + 1] - spine.points[i])
        radius, width = spine.radii[i], spine.widths[i]
        around = 0.25 + 0.95 * ((n * _GOLDEN / np.pi) % 1.0)
        way = -np.cos(around) * _belly_way(tangents[i]) + np.sin(around) * np.array([1.0, 0.0, 0.0])
        for side in (-1.0, 1.0):
            place = center + radius * way * [side * width, 1.0, 1.0]
            big = size * radius * (0.75 + 0.5 * ((n * 0.618) % 1.0))
            patches.append(Patch(spine.bones, place, np.full(3, big), color))
    return patches


def _stripes(spine: Line, color: str) -> list[Patch]:
    """Bands across the back, not over the belly."""
    patches, tangents = [], _tangents(spine)
    count = 2 * len(spine.bones)
    for n in range(count):
        share = (n + 0.5) / 2
        i = min(int(share), len(spine.bones) - 1)
        center = spine.points[i] + (share - i) * (spine.points[i + 1] - spine.points[i])
        radius, way = spine.radii[i], _belly_way(tangents[i])
        thin = 0.17 * float(np.linalg.norm(spine.points[i + 1] - spine.points[i]))
        radii = np.abs(tangents[i]) * thin + np.abs(way) * 0.85 * radius
        radii[0] = 1.2 * radius * spine.widths[i]
        tilt = float(np.arctan2(-tangents[i][1], tangents[i][2]))
        flat = np.array([radii[0], 0.85 * radius, thin])
        patches.append(Patch(spine.bones, center - 0.72 * radius * way, flat, color, tilt=tilt))
    return patches


def _saddle(spine: Line, color: str) -> Patch:
    middle = len(spine.bones) // 2
    tangent = _tangents(spine)[middle]
    center, radius = spine.points[middle], spine.radii[middle]
    length = 0.28 * float(np.linalg.norm(np.diff(spine.points, axis=0), axis=1).sum())
    place = center - 0.85 * radius * _belly_way(tangent)
    tilt = float(np.arctan2(-tangent[1], tangent[2]))
    return Patch(
        spine.bones, place, (1.02 * radius * spine.widths[middle], 0.8 * radius, length), color, tilt=tilt
    )
