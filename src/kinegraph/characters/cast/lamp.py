"""The lamp: a desk lamp on springs that would rather hop."""

import numpy as np

from kinegraph.characters.body_plan import BodyPlan, Bone, Contact, Ornament
from kinegraph.characters.shapes import GLOSSY, SATIN, coil, ellipsoid, lathe
from kinegraph.core.body import Cap, Material, Mesh

_PAINT, _STEEL, _INSIDE, _GLOW, _DARK = "#f05a3c", "#d9dde3", "#fff6df", "#fff2b8", "#4a3a38"
_BASE, _ELBOW, _NECK = (np.array([0.0, y, z]) for y, z in ((0.055, 0.0), (0.28, -0.11), (0.495, 0.015)))
_FACING = np.array([0.0, -0.34, 1.0]) / np.hypot(0.34, 1.0)
_METAL = Material(metallic=0.35, roughness=0.35, name="metal")


def lamp_plan() -> BodyPlan:
    """0.6 m tall, shade looking ahead and down a little."""
    mouth = _NECK + 0.16 * _FACING
    bones = [
        Bone("base", None, (0, 0.02, 0), _BASE, None, {Cap.ROOT, Cap.FOOT}),
        Bone("lower_arm", "base", _BASE, _ELBOW, None, {Cap.SPINE}),
        Bone("upper_arm", "lower_arm", _ELBOW, _NECK, None, {Cap.SPINE}),
        Bone("shade", "upper_arm", _NECK, mouth, None, {Cap.HEAD, Cap.MOUTH}),
        Bone("bulb", "shade", _NECK + 0.075 * _FACING, mouth, None, {Cap.EYE}),
    ]
    ornaments = [
        *(Ornament("base", mesh) for mesh in _base()),
        *(Ornament("lower_arm", mesh) for mesh in _arm(_BASE, _ELBOW)),
        *(Ornament("upper_arm", mesh) for mesh in _arm(_ELBOW, _NECK)),
        *(Ornament("shade", mesh) for mesh in _shade()),
        Ornament("bulb", ellipsoid(_NECK + 0.085 * _FACING, (0.05, 0.05, 0.05), _GLOW, GLOSSY, 20)),
    ]
    contacts = [
        Contact("front", "base", (0, 0, 0.11)),
        Contact("back", "base", (0, 0, -0.11)),
        Contact("left", "base", (0.11, 0, 0)),
    ]
    return BodyPlan.symmetric("lamp", bones, ornaments=ornaments, contacts=contacts, color=_PAINT)


def _base() -> list[Mesh]:
    up = ((0, 0, 0), (0, 0.06, 0))
    foot = [
        (0, 0),
        (0, 0.115),
        (0, 0.115),
        (0.08, 0.121),
        (0.2, 0.124),
        (0.32, 0.121),
        (0.45, 0.108),
        (0.55, 0.085),
        (0.62, 0.05),
    ]
    return [
        lathe(*up, [*foot, (0.66, 0.028), (0.7, 0.022), (0.95, 0.02), (1.0, 0.0)], _PAINT, SATIN, 48),
        _pivot(_BASE, 0.026),
    ]


def _pivot(place: np.ndarray, radius: float) -> Mesh:
    """A round knob across the arm."""
    across = np.array([0.03, 0.0, 0.0])
    profile = [
        (0, 0),
        (0, 0.75 * radius),
        (0, 0.75 * radius),
        (0.1, radius),
        (0.9, radius),
        (1, 0.75 * radius),
        (1, 0.75 * radius),
        (1, 0),
    ]
    return lathe(place - across, place + across, profile, _STEEL, _METAL, 28)


def _arm(start: np.ndarray, end: np.ndarray) -> list[Mesh]:
    """Two steel rods side by side, a spring on each, and the pivot at the far end."""
    meshes = [_pivot(end, 0.024)]
    rod = [(0, 0), (0, 0.0075), (0, 0.0075), (1, 0.0075), (1, 0.0075), (1, 0)]
    for side in (-1.0, 1.0):
        shift = np.array([0.02 * side, 0.0, 0.0])
        meshes.append(lathe(start + shift, end + shift, rod, _STEEL, _METAL, 14))
        low, high = start + 0.16 * (end - start), start + 0.58 * (end - start)
        meshes.append(coil(low + shift, high + shift, 0.0125, 0.0026, 9, _DARK))
    return meshes


def _shade() -> list[Mesh]:
    """A bell with a pale inside, a rolled rim and a cap at the back."""
    along = np.linspace(0.0, 1.0, 13)
    radius = 0.034 + 0.108 * np.sin(0.5 * np.pi * along) ** 1.35 + 0.012 * along**6
    outer = np.column_stack([along, radius])
    start, end = _NECK - 0.035 * _FACING, _NECK + 0.15 * _FACING
    rim = [(1.0, 0.157), (1.012, 0.1605), (1.028, 0.1605), (1.04, 0.156), (1.035, 0.15)]
    inner = np.column_stack([along[::-1], radius[::-1] - 0.006])
    cap = [(-0.36, 0), (-0.36, 0.012), (-0.33, 0.02), (-0.25, 0.024), (-0.1, 0.027), (0.0, 0.034)]
    return [
        lathe(start, end, [*cap, *outer, *rim], _PAINT, SATIN, 48),
        lathe(start, end, [(1.035, 0.15), *inner, (0.0, 0.0)], _INSIDE, SATIN, 48),
    ]
