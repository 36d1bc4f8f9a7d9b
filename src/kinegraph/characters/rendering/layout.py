"""Arrays that the rendering kernels take, by name."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints

AIR, FLOOR = -1, -2
"""What a sample shows where it shows no triangle."""

# Columns of Surface.finishes; the first three are linear light.
RED, GREEN, BLUE, METALLIC, ROUGHNESS, TEXTURE = 0, 1, 2, 3, 4, 5
KEY_LIGHT, FILL_LIGHT, RIM_LIGHT = 0, 1, 2
"""Rows of Lights.toward and Lights.colors."""


class Surface(NamedTuple):
    """Triangles in the world.

    vertices: (V, 3) [m].
    normals: (V, 3) of unit length.
    colors: (V, 3) linear RGB that multiplies the finish.
    uvs: (V, 2) texture coordinates, v down.
    triangles: (T, 3) vertex indices.
    finish_of_triangle: (T,) row in `finishes`.
    finishes: (M, 6) colour, metallic, roughness, texture (-1 where there is none).
    texels: (N, 3) the textures' pixels one after another, sRGB.
    texture_shapes: (K, 3) first texel, height, width of each texture.
    """

    vertices: Floats
    normals: Floats
    colors: Floats
    uvs: Floats
    triangles: Ints
    finish_of_triangle: Ints
    finishes: Floats
    texels: NDArray[np.uint8]
    texture_shapes: Ints


class View(NamedTuple):
    """A camera, as the kernels take it: see `Camera`; half_width and half_height are tangents."""

    eye: Floats
    axes: Floats
    half_width: float
    half_height: float


class Shadow(NamedTuple):
    """A shadow map: the part of parallel light that a surface stops.

    depth: (N, N) distance along the light of the nearest surface [m], infinite where there is none.
    axes: (3, 3) column, row and light direction in the world.
    origin: (2,) coordinates along the first two axes of the map's corner [m].
    texels: Texels per metre.
    softness: Width of the light: metres of blur for each metre between the surface and its shadow.
    bias: Surfaces closer than this cast no shadow on each other [m].
    """

    depth: NDArray[np.float32]
    axes: Floats
    origin: Floats
    texels: float
    softness: float
    bias: float


class Lights(NamedTuple):
    """The lamps, all far away.

    toward: (3, 3) unit directions to the key, the fill and the rim light.
    colors: (3, 3) their linear colours and strengths.
    sky, bounce: (3,) light from all of above and of below.
    reach: How far corners darken each other [m].
    """

    toward: Floats
    colors: Floats
    sky: Floats
    bounce: Floats
    reach: float


class Floor(NamedTuple):
    """The floor and the air above it.

    height: Its y [m].
    center: (2,) x and z of the pool of light's middle [m].
    radius: Where the pool has faded [m].
    near: Farther than this from the middle nothing can cover the floor [m].
    spacing: Between grid lines [m].
    shade: How dark a shadow is, 0..1.
    color, grid, horizon, zenith: (3,) linear light.
    """

    height: float
    center: Floats
    radius: float
    near: float
    spacing: float
    shade: float
    color: Floats
    grid: Floats
    horizon: Floats
    zenith: Floats


class Shot(NamedTuple):
    """One picture's scene as a camera sees it.

    table: (256,) linear light of an sRGB byte.
    samples: Sub-samples a pixel each way.
    """

    surface: Surface
    camera: View
    shadow: Shadow
    lights: Lights
    floor: Floor
    table: Floats
    samples: int
