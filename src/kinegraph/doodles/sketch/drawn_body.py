"""The body in a sketch: its proportions, and the map of each drawn link to its rest place.

Places here are on the sheet as if the body faced right: a body that faces left is mirrored first. Sheet x is
the world's z, sheet y its y.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.link_shape import LinkShape, link_shape
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.doodles.sketch.sketch import SketchReading
from kinegraph.doodles.sketch.topology import BONES, KINDS

_LEAST = 0.015  # least length, as a share of the body's height: links of no length cannot move
_LEAST_RADIUS = 0.012
_HIPS, _SHOULDERS = 0.09, 0.13  # usual widths, which a side view does not show, as shares of the height

# Direction of each link at rest on the sheet, from its first joint on.
_REST = {"torso": (0, 1), "head": (0, 1), "foot": (1, 0)}
_DOWN = (0, -1)


@dataclass(frozen=True, eq=False)
class LinkFrame:
    """Place and direction of a link in the drawing and at rest.

    drawn, rest: (2,) its first joint [m]; angle: of the turn from rest to drawing, x to y [rad].
    tip: (2,) end of the bone in the drawing [m].
    """

    drawn: Floats
    rest: Floats
    angle: float
    tip: Floats

    @property
    def turn(self) -> Floats:
        """(2, 2) rotation from rest to drawing."""
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        return np.array([[cos, -sin], [sin, cos]])

    def drawn_from_rest(self) -> Floats:
        """(2, 3) the affine map from rest places to drawn places."""
        return np.column_stack([self.turn, self.drawn - self.turn @ self.rest])


@dataclass(frozen=True, eq=False)
class DrawnBody:
    """A sketch as a body.

    frames, shapes, strokes: By link.
    facing: +1 if the body was drawn facing right, so that it is not mirrored.
    """

    proportions: Proportions
    frames: Mapping[str, LinkFrame]
    shapes: Mapping[str, LinkShape]
    strokes: Mapping[str, Stroke]
    facing: int


def face_right(stroke: Stroke, facing: int) -> Stroke:
    """The stroke as if the body faced right."""
    return stroke if facing > 0 else Stroke(stroke.points * [-1.0, 1.0], stroke.times, stroke.pressure)


def drawn_body(strokes: Sequence[Stroke], reading: SketchReading) -> DrawnBody:
    """The body of a complete sketch."""
    if reading.kind is None:
        missing = " ".join(reading.doubts) or f"{len(reading.missing)} links are not drawn yet."
        raise InvalidValue(f"The sketch is not a complete body yet. {missing}")
    links = KINDS[reading.kind]
    drawn = {link: face_right(strokes[reading.stroke_of(link)], reading.facing) for link in links}
    shapes = {link: link_shape(stroke) for link, stroke in drawn.items()}
    mirror = np.array([reading.facing, 1.0])
    places = {name: place * mirror for name, place in (*reading.joints.items(), *reading.tips.items())}
    places["head"] = _head_top(shapes["head"], places["neck"])
    if "elbow" in places:
        places["hand"] = _hand(shapes["lower_arm"], places)
    angles = _angles(places, links)
    proportions = _proportions(places, shapes, angles, drawn, mech=reading.kind == "mech")
    return DrawnBody(proportions, _frames(places, angles, proportions), shapes, drawn, reading.facing)


def _head_top(shape: LinkShape, neck: Floats) -> Floats:
    """End of the head, on the line from the neck through its middle."""
    away = shape.centre - neck
    distance = float(np.linalg.norm(away))
    away = away / distance if distance > 1e-9 else np.array([0.0, 1.0])
    return neck + away * max(float(((shape.outline - neck) @ away).max()), 1e-6)


def _hand(shape: LinkShape, places: Mapping[str, Floats]) -> Floats:
    """The end of the arm's axis that is farther from the elbow."""
    half = 0.5 * shape.length * shape.axis
    ends = (shape.centre - half, shape.centre + half)
    return max(ends, key=lambda end: float(np.linalg.norm(end - places["elbow"])))


def _angles(places: Mapping[str, Floats], links: Sequence[str]) -> dict[str, float]:
    angles = {}
    for link in links:
        start, end = BONES[link]
        bone = places[end] - places[start]
        rest = _REST.get(link, _DOWN)
        cross = rest[0] * bone[1] - rest[1] * bone[0]
        angles[link] = float(np.arctan2(cross, bone @ rest)) if np.linalg.norm(bone) > 1e-9 else 0.0
    return angles


def _proportions(
    places: Mapping[str, Floats],
    shapes: Mapping[str, LinkShape],
    angles: Mapping[str, float],
    strokes: Mapping[str, Stroke],
    *,
    mech: bool,
) -> Proportions:
    lengths = {
        link: float(np.linalg.norm(places[end] - places[start]))
        for link, (start, end) in BONES.items()
        if link in shapes and link != "foot"
    }
    foot = _level(strokes["foot"].points - places["ankle"], angles["foot"])
    height = sum(lengths[link] for link in ("upper_leg", "lower_leg", "torso", "head"))
    least = _LEAST * max(height, 1e-6)
    sizes = {link: max(length, least) for link, length in lengths.items()}
    widths = {link: max(0.5 * shape.width, _LEAST_RADIUS * height) for link, shape in shapes.items()}
    sizes["ankle"], sizes["heel"] = max(-foot[:, 1].min(), least), max(-foot[:, 0].min(), least)
    sizes["toe"] = max(foot[:, 0].max(), least)
    arms = {"shoulder": 0.92 * sizes["torso"]}
    if not mech:
        away = _level(places["shoulder"] - places["hip"], angles["torso"])
        arms = {
            "shoulder": float(np.clip(away[1], 0.3 * sizes["torso"], 1.1 * sizes["torso"])),
            "shoulder_forward": float(np.clip(away[0], -0.5 * sizes["torso"], 0.5 * sizes["torso"])),
            "arm_radius": 0.5 * (widths["upper_arm"] + widths["lower_arm"]),
        }
    return Proportions(
        **sizes,
        **arms,
        hip_width=_HIPS * height,
        shoulder_width=_SHOULDERS * height,
        head_radius=widths["head"],
        torso_radius=widths["torso"],
        leg_radius=0.5 * (widths["upper_leg"] + widths["lower_leg"]),
        mech=mech,
    )


def _level(points: Floats, angle: float) -> Floats:
    """Points relative to a link's joint, turned to the link's rest direction."""
    cos, sin = np.cos(angle), np.sin(angle)
    return points @ np.array([[cos, -sin], [sin, cos]])


def _frames(
    places: Mapping[str, Floats], angles: Mapping[str, float], proportions: Proportions
) -> dict[str, LinkFrame]:
    p = proportions
    heights = {
        "torso": p.hip_height,
        "upper_leg": p.hip_height,
        "lower_leg": p.lower_leg + p.ankle,
        "foot": p.ankle,
        "head": p.hip_height + p.torso,
        "upper_arm": p.hip_height + p.shoulder,
        "lower_arm": p.hip_height + p.shoulder - p.upper_arm,
    }
    frames = {}
    for link, angle in angles.items():
        start, end = BONES[link]
        start = "ankle" if link == "foot" else start
        forward = p.shoulder_forward if link.endswith("arm") else 0.0
        frames[link] = LinkFrame(places[start], np.array([forward, heights[link]]), angle, places[end])
    return frames
