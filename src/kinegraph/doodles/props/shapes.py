"""Shapes of props: a crate, a striped ball, a tree; and a character with props on one skeleton, for files."""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.characters.shapes import MATTE, SATIN, ellipsoid, lathe, merged
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Body, Mesh, Skin
from kinegraph.core.character import Character, Symmetry
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.props.prop import Prop, PropKind
from kinegraph.doodles.props.scene import DoodleScene

STAGE = "stage"
_CRATE, _SLAT = "#c79a5b", "#a97c40"
_BALL, _STRIPE = "#d8503f", "#f4ead6"
_TRUNK, _LEAVES = "#7a5638", ("#5e8f4e", "#6fa05a", "#527f45")
_SEGMENTS = 24


def prop_meshes(prop: Prop) -> tuple[Mesh, ...]:
    """Meshes of a prop in its own frame, whose origin is the middle of its underside."""
    if prop.kind == PropKind.BOX:
        return (_crate(prop.size),)
    return merged(_ball(prop.radius) if prop.kind == PropKind.BALL else _tree(prop))


def prop_character(prop: Prop) -> Character:
    """A prop as a character of one joint."""
    half = 0.5 * prop.size
    box = np.array([[-half[0], 0.0, -half[2]], [half[0], prop.size[1], half[2]]])
    body = Body(frozenset(), box, 0.0, prop_meshes(prop))
    return Character(prop.name, Skeleton.from_offsets([prop.name], [-1], [prop.place]), (body,))


def prop_clip(scene: DoodleScene, number: int, frames: int, fps: float) -> Clip:
    """The motion of one of a scene's props, for a character of `prop_character`."""
    prop = scene.props[number]
    places, rotations = scene.prop_motions(np.arange(frames) / fps)[number]
    skeleton = Skeleton.from_offsets([prop.name], [-1], [prop.place])
    return Clip(skeleton, fps, places, rotations[:, None], name=prop.name)


def join_stage(cast: Sequence[tuple[Character, Clip]], scene: DoodleScene) -> tuple[Character, Clip]:
    """All characters and props on one skeleton, whose root is the stage under them; for files.

    A file holds one skeleton, so a GLB can show characters with their props. A single character without props
    is returned unchanged. cast: Characters with clips of one length and rate, at least one.
    """
    props = [prop_character(prop) for prop in scene.props]
    if len(cast) == 1 and not props:
        return cast[0]
    things = [*(character for character, _ in cast), *props]
    starts = 1 + np.concatenate([[0], np.cumsum([len(each.skeleton) for each in things])])
    joints = int(starts[-1])
    names = _make_unique([STAGE, *(name for each in things for name in each.skeleton.names)])
    parents, offsets = np.full(joints, -1), np.zeros((joints, 3))
    turns = np.tile([0.0, 0.0, 0.0, 1.0], (joints, 1))
    for each, first in zip(things, starts[:-1], strict=True):
        own = each.skeleton
        rows = slice(first, first + len(own))
        parents[rows] = np.where(own.parents < 0, 0, own.parents + first)
        offsets[rows], turns[rows] = own.offsets, own.rest_rotations
    actors = [(character, int(first)) for (character, _), first in zip(cast, starts, strict=False)]
    skeleton = Skeleton(
        tuple(names),
        parents,
        offsets,
        turns,
        np.concatenate([each.skeleton.end_joints + first for each, first in actors]),
        np.concatenate([each.skeleton.end_offsets for each, _ in actors]),
    )
    together = Character(
        cast[0][0].name,
        skeleton,
        (Body(), *(body for each in things for body in each.bodies)),
        tuple(_shift_skin(skin, first, joints) for each, first in actors for skin in each.skins),
        tuple(
            type(contact)(_unique_contact(contact.name, n), contact.joint + first, contact.offset)
            for n, (each, first) in enumerate(actors)
            for contact in each.contacts
        ),
        Symmetry.none(len(skeleton)),
        _rest(actors, skeleton),
    )
    return together, _join_clips([clip for _, clip in cast], starts, skeleton, scene)


def _unique_contact(name: str, number: int) -> str:
    return name if number == 0 else f"{name} {number + 1}"


def _join_clips(clips: Sequence[Clip], starts: Ints, skeleton: Skeleton, scene: DoodleScene) -> Clip:
    frames = len(clips[0])
    rotations = np.zeros((frames, len(skeleton), 4))
    rotations[..., 3] = 1.0
    offsets = np.zeros((frames, len(skeleton), 3))
    for clip, first in zip(clips, starts, strict=False):
        rows = slice(first, first + clip.rotations.shape[1])
        rotations[:, rows], offsets[:, rows] = clip.rotations, local_translations(clip)
    moved = scene.prop_motions(clips[0].times)
    for (places, turns), row in zip(moved, starts[len(clips) : -1], strict=True):
        offsets[:, row], rotations[:, row] = places, turns
    events = sorted((event for clip in clips for event in clip.events), key=lambda event: event.time)
    return Clip(skeleton, clips[0].fps, offsets[:, 0], rotations, offsets, clips[0].name, tuple(events))


def _rest(actors: Sequence[tuple[Character, int]], skeleton: Skeleton) -> Pose:
    rotations, offsets = skeleton.rest_rotations.copy(), skeleton.offsets.copy()
    for character, first in actors:
        rows = slice(first, first + len(character.skeleton))
        rotations[rows], offsets[rows] = character.rest.rotations, local_translations(character.rest)
    return Pose(skeleton, offsets[0], rotations, offsets)


def _shift_skin(skin: Skin, first: int, joints: int) -> Skin:
    """The skin on a skeleton of more joints, in which its own begin at `first`."""
    bound = np.tile(np.eye(4), (joints, 1, 1))
    bound[first : first + len(skin.joint_from_mesh)] = skin.joint_from_mesh
    return Skin(skin.mesh, skin.joints + first, skin.weights, bound)


def _make_unique(names: list[str]) -> list[str]:
    taken: set[str] = set()
    result = []
    for name in names:
        number, word = 2, name
        while word in taken:
            word, number = f"{name} {number}", number + 1
        taken.add(word)
        result.append(word)
    return result


def _crate(size: Floats) -> Mesh:
    """A crate of six sides with a frame of slats: each side is a quad inside a quad, a little lower."""
    quads, colors, normals = [], [], []
    slat = min(0.12 * float(size.min()), 0.06)
    half = 0.5 * size
    for axis in range(3):
        for sign in (1.0, -1.0):
            normal = np.zeros(3)
            normal[axis] = sign
            u, v = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3] * sign
            outer = _rectangle(normal, u, v, half, 0.0)
            inner = _rectangle(normal, u, v, half, slat)
            sunk = inner - 0.25 * slat * normal
            for side in range(4):
                after = (side + 1) % 4
                quads += [
                    [outer[side], outer[after], inner[after], inner[side]],
                    [inner[side], inner[after], sunk[after], sunk[side]],
                ]
                colors += [_SLAT, _SLAT]
                inwards = np.cross(inner[after] - inner[side], sunk[side] - inner[side])
                normals += [normal, inwards / np.linalg.norm(inwards)]
            quads.append(list(sunk))
            colors.append(_CRATE)
            normals.append(normal)
    vertices = np.array(quads).reshape(-1, 3) + half * [0.0, 1.0, 0.0]
    first = 4 * np.arange(len(quads))[:, None, None]
    triangles = (first + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    painted = np.repeat([linear_rgba(color) for color in colors], 4, axis=0)
    return Mesh(vertices, triangles, np.repeat(normals, 4, axis=0), painted, material=MATTE)


def _rectangle(normal: Floats, u: Floats, v: Floats, half: Floats, inset: float) -> Floats:
    """(4, 3) corners of a side, counter-clockwise from outside."""
    across, above = u * (half - inset), v * (half - inset)
    middle = normal * half
    return np.array(
        [middle - across - above, middle + across - above, middle + across + above, middle - across + above]
    )


def _ball(radius: float) -> list[Mesh]:
    """A ball with a stripe that shows its rolling."""
    rings = []
    bounds = (-1.0, -0.35, 0.35, 1.0)
    for low, high, color in zip(bounds, bounds[1:], (_BALL, _STRIPE, _BALL), strict=False):
        angles = np.linspace(np.arcsin(low), np.arcsin(high), 12)
        profile = np.stack([0.5 + 0.5 * np.sin(angles), radius * np.cos(angles)], axis=1)
        rings.append(lathe((-radius, radius, 0), (radius, radius, 0), profile, color, SATIN, _SEGMENTS))
    return rings


def _tree(prop: Prop) -> list[Mesh]:
    height, broad, thick = float(prop.size[1]), 0.5 * float(prop.size[0]), prop.radius
    profile = [[0.0, 0.0], [0.0, 1.35 * thick], [0.08, thick], [1.0, 0.55 * thick], [1.0, 0.0]]
    trunk = lathe((0, 0, 0), (0, 0.6 * height, 0), profile, _TRUNK, MATTE, _SEGMENTS)
    crown = [
        ((0.0, 0.68, 0.0), (1.0, 0.32, 1.0), 0),
        ((0.32, 0.8, 0.25), (0.6, 0.2, 0.6), 1),
        ((-0.3, 0.78, -0.28), (0.62, 0.2, 0.62), 2),
    ]
    scale = np.array([broad, height, broad])
    leaves = [
        ellipsoid(np.array(at) * scale, np.array(size) * scale, _LEAVES[n], MATTE) for at, size, n in crown
    ]
    return [trunk, *leaves]
