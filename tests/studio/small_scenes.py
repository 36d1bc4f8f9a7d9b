"""Small characters and motions that tests make themselves."""

import numpy as np

from kinegraph.core.animation import Animation, Channel, KeyTag, Property
from kinegraph.core.body import Body, Cap, Material, Mesh, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.marker_clip import MarkerClip, MarkerEvent
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton


def a_skeleton() -> Skeleton:
    """Hips, a spine, two arms; 1.5 m tall."""
    names = ("hips", "spine", "left_arm", "right_arm")
    offsets = [(0, 0.9, 0), (0, 0.3, 0), (0.2, 0.1, 0), (-0.2, 0.1, 0)]
    ends = [(1, (0, 0.3, 0)), (2, (0.5, 0, 0)), (3, (-0.5, 0, 0))]
    return Skeleton.from_offsets(names, (-1, 0, 1, 1), offsets, ends)


def a_clip(frames: int = 30, fps: float = 30.0, name: str = "wave", sliding: bool = False) -> Clip:
    """Arms that wave while the hips sway."""
    skeleton = a_skeleton()
    times = np.arange(frames) / fps
    turns = np.zeros((frames, 4, 3))
    turns[:, 2, 2] = 0.5 * np.sin(times)
    turns[:, 3, 2] = -0.5 * np.sin(times)
    roots = np.stack([0.1 * np.sin(times), np.full(frames, 0.9), np.zeros(frames)], axis=1)
    translations = None
    if sliding:
        translations = np.tile(skeleton.offsets, (frames, 1, 1))
        translations[:, 0] = roots
        translations[:, 1, 1] += 0.01 * times
    return Clip(skeleton, fps, roots, quat_from_axis_angle(turns), translations, name)


def an_animation() -> Animation:
    """Two curves, one held key, tagged columns."""
    times = np.array([0.0, 0.4, 1.0])
    curves = {
        Channel(0, Property.TRANSLATION, 0): Curve.linear(times, [0.0, 0.2, 0.1]),
        Channel(2, Property.ROTATION, 2): Curve.hermite(times, [0.0, 0.7, -0.3], [0, 1, 0], [0, 1, 0]),
        Channel(3, Property.ROTATION, 2): Curve.stepped(times[:2], [0.0, 0.5]),
    }
    tags = (KeyTag.KEYPOSE, KeyTag.BREAKDOWN, KeyTag.DETAIL)
    return Animation(a_skeleton(), 30.0, curves, ("XYZ",) * 4, times, tags, "keyed")


def some_markers(frames: int = 20) -> MarkerClip:
    """Three markers, one of them lost now and then."""
    generator = np.random.default_rng(3)
    seen = generator.random((frames, 3)) > 0.2
    positions = generator.normal(size=(frames, 3, 3)) * seen[..., None]
    events = (MarkerEvent(0.1, "Foot Strike", "Left"),)
    return MarkerClip(("A", "B", "C"), 100.0, positions, seen, np.zeros((frames, 3)), events, "capture")


def a_character() -> Character:
    """A character with a rigid mesh, a textured skin, contacts, caps and symmetry."""
    skeleton = a_skeleton()
    generator = np.random.default_rng(4)
    triangles = np.array([[0, 1, 2], [2, 1, 3]])
    rigid = Mesh(generator.normal(size=(4, 3)), triangles, colors=generator.random((4, 4)))
    looks = Material((0.5, 0.4, 0.3, 1.0), 0.1, 0.7, texture=b"\x89PNG not really", name="fur")
    skin_mesh = Mesh(generator.normal(size=(4, 3)), triangles, uvs=generator.random((4, 2)), material=looks)
    weights = generator.dirichlet(np.ones(4), size=4)
    skin = Skin(skin_mesh, np.tile(np.arange(4), (4, 1)), weights, np.tile(np.eye(4), (4, 1, 1)))
    bodies = (
        Body({Cap.ROOT}, np.array([[-1, -1, -1], [1, 1, 1.0]]), 0.1, (rigid,)),  # type: ignore[arg-type]
        Body({Cap.SPINE}, radius=0.05),  # type: ignore[arg-type]
        Body({Cap.LIMB, Cap.GRASPER}),  # type: ignore[arg-type]
        Body({Cap.LIMB, Cap.GRASPER}),  # type: ignore[arg-type]
    )
    symmetry = Symmetry(np.array([0, 1, 3, 2]), np.array([0, 0, 1, -1]))
    contacts = (ContactPoint("left hand", 2, np.array([0.5, 0, 0])),)
    return Character("Pip", skeleton, bodies, (skin,), contacts, symmetry)
