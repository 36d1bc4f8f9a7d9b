"""Shapes of props: a crate, a striped ball, a tree; and a character with props on one skeleton, for files."""

import numpy as np

from kinegraph.characters.color import linear_rgba
from kinegraph.characters.shapes import MATTE, SATIN, ellipsoid, lathe, merged
from kinegraph.core.arrays import Floats
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


def with_props(character: Character, clip: Clip, scene: DoodleScene) -> tuple[Character, Clip]:
    """The character and all props on one skeleton, whose root is the stage under them; for files.

    A file holds one skeleton, so a GLB can show the character with its props. Without props, character and
    clip are returned unchanged.
    """
    if not scene.props:
        return character, clip
    props = [prop_character(prop) for prop in scene.props]
    names = _make_unique([STAGE, *character.skeleton.names, *(prop.name for prop in scene.props)])
    count = 1 + len(character.skeleton)
    own = character.skeleton
    parents = [-1, *(own.parents + 1), *([0] * len(props))]
    places = [prop.skeleton.offsets for prop in props]
    unturned = np.tile([0.0, 0.0, 0.0, 1.0], (1 + len(props), 1))
    skeleton = Skeleton(
        tuple(names),
        np.array(parents),
        np.concatenate([np.zeros((1, 3)), own.offsets, *places]),
        np.concatenate([unturned[:1], own.rest_rotations, unturned[1:]]),
        own.end_joints + 1,
        own.end_offsets,
    )
    bodies = (Body(), *character.bodies, *(prop.bodies[0] for prop in props))
    shifted = tuple(
        type(contact)(contact.name, contact.joint + 1, contact.offset) for contact in character.contacts
    )
    skins = tuple(_shift_skin(skin, len(props)) for skin in character.skins)
    rest = _rest(character, skeleton, count)
    symmetry = Symmetry.none(len(skeleton))
    together = Character(character.name, skeleton, bodies, skins, shifted, symmetry, rest)
    return together, _join_clips(clip, skeleton, scene)


def _join_clips(clip: Clip, skeleton: Skeleton, scene: DoodleScene) -> Clip:
    frames, own = len(clip), clip.rotations.shape[1]
    rotations = np.zeros((frames, len(skeleton), 4))
    rotations[..., 3] = 1.0
    rotations[:, 1 : 1 + own] = clip.rotations
    offsets = np.zeros((frames, len(skeleton), 3))
    offsets[:, 1 : 1 + own] = local_translations(clip)
    for number, (places, turns) in enumerate(scene.prop_motions(clip.times)):
        offsets[:, 1 + own + number], rotations[:, 1 + own + number] = places, turns
    return Clip(skeleton, clip.fps, offsets[:, 0], rotations, offsets, clip.name)


def _rest(character: Character, skeleton: Skeleton, count: int) -> Pose:
    rotations = skeleton.rest_rotations.copy()
    rotations[1:count] = character.rest.rotations
    offsets = skeleton.offsets.copy()
    offsets[1:count] = local_translations(character.rest)
    return Pose(skeleton, offsets[0], rotations, offsets)


def _shift_skin(skin: Skin, props: int) -> Skin:
    """The skin on a skeleton with one more joint before its own and some more after."""
    unbound = np.tile(np.eye(4), (props, 1, 1))
    bound = np.concatenate([np.eye(4)[None], skin.joint_from_mesh, unbound])
    return Skin(skin.mesh, skin.joints + 1, skin.weights, bound)


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
