"""Scaling: the same thing, larger or smaller, about the world's origin."""

from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

import numpy as np

from kinegraph.core.animation import Animation, Property
from kinegraph.core.body import Body, Mesh, Skin
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton

Scalable = TypeVar("Scalable", Skeleton, Pose, Clip, Animation, Character, MarkerClip, LocatorClip, Scene)


def scale_lengths(thing: Scalable, factor: float) -> Scalable:
    """Every length of `thing` times `factor`; angles, times and names stay."""
    if not (np.isfinite(factor) and factor > 0):
        raise InvalidValue(f"A scale must be a positive number, not {factor}.")
    return thing if factor == 1.0 else _scale(thing, float(factor))


@singledispatch
def _scale(thing: object, factor: float) -> Any:
    raise InvalidValue(f"A {type(thing).__name__} cannot be scaled.")


@_scale.register
def _(skeleton: Skeleton, factor: float) -> Skeleton:
    return replace(skeleton, offsets=skeleton.offsets * factor, end_offsets=skeleton.end_offsets * factor)


@_scale.register
def _(pose: Pose, factor: float) -> Pose:
    sliding = None if pose.translations is None else pose.translations * factor
    return Pose(_scale(pose.skeleton, factor), pose.root_translation * factor, pose.rotations, sliding)


@_scale.register
def _(clip: Clip, factor: float) -> Clip:
    sliding = None if clip.translations is None else clip.translations * factor
    roots = clip.root_translations * factor
    return replace(
        clip, skeleton=_scale(clip.skeleton, factor), root_translations=roots, translations=sliding
    )


@_scale.register
def _(animation: Animation, factor: float) -> Animation:
    curves = {
        channel: curve_scaled(curve, factor) if channel.property == Property.TRANSLATION else curve
        for channel, curve in animation.curves.items()
    }
    return replace(animation, skeleton=_scale(animation.skeleton, factor), curves=curves)


@_scale.register
def _(markers: MarkerClip, factor: float) -> MarkerClip:
    return replace(markers, positions=markers.positions * factor, residuals=markers.residuals * factor)


@_scale.register
def _(locators: LocatorClip, factor: float) -> LocatorClip:
    return replace(locators, positions=locators.positions * factor)


@_scale.register
def _(character: Character, factor: float) -> Character:
    return replace(
        character,
        skeleton=_scale(character.skeleton, factor),
        bodies=tuple(_scale_body(body, factor) for body in character.bodies),
        skins=tuple(_scale_skin(skin, factor) for skin in character.skins),
        contacts=tuple(replace(contact, offset=contact.offset * factor) for contact in character.contacts),
        rest=_scale(character.rest, factor),
    )


@_scale.register
def _(scene: Scene, factor: float) -> Scene:
    return replace(
        scene,
        character=None if scene.character is None else _scale(scene.character, factor),
        clips=tuple(_scale(clip, factor) for clip in scene.clips),
        animations=tuple(_scale(animation, factor) for animation in scene.animations),
        markers=tuple(_scale(markers, factor) for markers in scene.markers),
        locators=tuple(_scale(locators, factor) for locators in scene.locators),
    )


def curve_scaled(curve: Curve, factor: float) -> Curve:
    """The curve with every value times `factor` (of any sign); times stay."""
    stretch = np.array([1.0, factor])
    return replace(
        curve,
        values=curve.values * factor,
        in_handles=curve.in_handles * stretch,
        out_handles=curve.out_handles * stretch,
    )


def _scale_body(body: Body, factor: float) -> Body:
    meshes = tuple(_scale_mesh(mesh, factor) for mesh in body.meshes)
    return replace(body, box=body.box * factor, radius=body.radius * factor, meshes=meshes)


def _scale_mesh(mesh: Mesh, factor: float) -> Mesh:
    return replace(mesh, vertices=mesh.vertices * factor)


def _scale_skin(skin: Skin, factor: float) -> Skin:
    matrices = skin.joint_from_mesh.copy()
    matrices[:, :3, 3] *= factor
    return replace(skin, mesh=_scale_mesh(skin.mesh, factor), joint_from_mesh=matrices)
