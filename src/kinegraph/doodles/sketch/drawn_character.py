"""Drawn characters: a recognized sketch becomes a character that moves, with its own ink as skin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, read_only
from kinegraph.core.body import Body, Skin
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.drawn_body import DrawnBody, drawn_body, face_right
from kinegraph.doodles.sketch.drawn_skin import drawn_skins
from kinegraph.doodles.sketch.figure import (
    CAPS,
    part_of,
    sole_contacts,
    thickness,
)
from kinegraph.doodles.sketch.proportions import Proportions, doodle_skeleton, doodle_symmetry
from kinegraph.doodles.sketch.sketch import SketchReading
from kinegraph.doodles.sketch.topology import ANNOTATION

_HALF_TURN = np.array([0.0, 1.0, 0.0, 0.0])  # about the vertical


@dataclass(frozen=True, eq=False)
class DrawnCharacter:
    """A character made from a sketch.

    character: Standing straight and level on y = 0, with ribbons of ink for a skin.
    proportions: Its measures.
    bones: The joint of each part, by name: the names of the skeleton.
    drawn_pose: The pose of the drawing, at the place of the drawing.
    place: (3,) on the ground, below the drawn hips [m].
    facing: +1 if it was drawn facing right.
    """

    character: Character
    proportions: Proportions
    bones: Mapping[str, int]
    drawn_pose: Pose
    place: Floats
    facing: int

    @property
    def leg_length(self) -> float:
        """From the hip to the ankle of a straight leg [m]."""
        return self.proportions.leg_length


def drawn_character(
    strokes: Sequence[Stroke],
    reading: SketchReading,
    name: str = "doodle",
    annotations: Sequence[Stroke] = (),
) -> DrawnCharacter:
    """Makes the character of a sketch; raises InvalidValue while the reading has no kind.

    strokes: Those of the reading; annotations: further strokes, drawn as annotations.
    """
    if len(strokes) != len(reading.labels):
        raise InvalidValue(f"The reading has {len(reading.labels)} strokes, but {len(strokes)} were given.")
    body = drawn_body(strokes, reading)
    skeleton = doodle_skeleton(body.proportions)
    spare = [stroke for stroke, label in zip(strokes, reading.labels, strict=True) if label == ANNOTATION]
    details = [face_right(stroke, reading.facing) for stroke in (*spare, *annotations)]
    skins = drawn_skins(body, details, skeleton)
    character = Character(
        name,
        skeleton,
        ink_bodies(body.proportions, skeleton, skins),
        skins,
        sole_contacts(body.proportions, skeleton),
        doodle_symmetry(skeleton),
    )
    bones = {joint: index for index, joint in enumerate(skeleton.names)}
    pose = _drawn_pose(body, skeleton)
    place = read_only(pose.root_translation * [0.0, 0.0, 1.0])
    return DrawnCharacter(character, body.proportions, bones, pose, place, reading.facing)


def ink_bodies(proportions: Proportions, skeleton: Skeleton, skins: Sequence[Skin]) -> tuple[Body, ...]:
    """The body of each joint: the box of the ink that follows this joint most."""
    owners = np.concatenate([skin.joints[:, 0] for skin in skins])
    places = np.concatenate([skin.mesh.vertices for skin in skins])
    binding = skins[0].joint_from_mesh
    bodies = []
    for joint, name in enumerate(skeleton.names):
        ink = places[owners == joint] + binding[joint, :3, 3]
        ink = ink if len(ink) else np.zeros((1, 3))
        box = np.stack([ink.min(axis=0), ink.max(axis=0)])
        bodies.append(Body(CAPS[part_of(name)], box, thickness(proportions, name)))
    return tuple(bodies)


def _drawn_pose(body: DrawnBody, skeleton: Skeleton) -> Pose:
    """The pose with every joint at its drawn place; both arms and both legs are in the place of the drawn
    one."""
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (len(skeleton), 1))
    angles = np.array([_drawn_angle(body, name) for name in skeleton.names])
    for joint, parent in enumerate(skeleton.parents.tolist()):
        turn = angles[joint] - (angles[parent] if parent >= 0 else 0.0)
        rotations[joint] = quat_from_axis_angle(np.array([-turn, 0.0, 0.0]))  # x to y on the sheet: about -X
    if body.facing < 0:
        rotations[0] = quat_multiply(_HALF_TURN, rotations[0])
    hip: Floats = body.frames["torso"].drawn
    return Pose(skeleton, np.array([0.0, hip[1], body.facing * hip[0]]), rotations)


def _drawn_angle(body: DrawnBody, joint: str) -> float:
    part = part_of(joint)
    link = {"hips": "torso", "waist": "torso", "upper_back": "torso", "ball": "foot"}.get(part, part)
    return body.frames[link].angle
