"""The colour of a sample: compiled shading against its plain twin."""

import numpy as np
import pytest
from tests.characters.rendering import shading_twin as twin
from tests.characters.rendering.render_samples import ball, of_meshes, png, square

from kinegraph.characters.rendering import picture
from kinegraph.characters.rendering.camera import framing
from kinegraph.characters.rendering.layout import AIR, FLOOR, Floor, Lights
from kinegraph.characters.rendering.lighting import floor_under, lamps
from kinegraph.characters.rendering.render import render_pose
from kinegraph.characters.rendering.shading_kernels import floor_color, lit_color, shade_rows
from kinegraph.characters.rendering.stage import THEMES
from kinegraph.core.arrays import Floats

DOUBLE = 1e-11
SINGLE = 2e-6  # pictures keep light in single precision


def unit(vectors: Floats) -> Floats:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def some_lights() -> Lights:
    camera = framing(np.array([[-1.0, 0.0, -1.0], [1.0, 2.0, 1.0]]), (40, 30))
    return lamps(camera, THEMES["dark"], 1.3)


def some_floor() -> Floor:
    return floor_under((np.array([-1.0, 0, -1]), np.array([1.0, 2, 1])), THEMES["dark"], 0.0, True, 0.2)


@pytest.mark.parametrize("seed", range(4))
def test_the_light_of_a_surface_equals_its_plain_twin(seed: int) -> None:
    rng, lights = np.random.default_rng(seed), some_lights()
    for _ in range(100):
        color, (normal, away) = rng.uniform(0, 1, 3), unit(rng.normal(size=(2, 3)))
        metallic, roughness, arrives, opens = rng.uniform(0, 1, 4)
        rest = metallic, roughness, lights, arrives, opens
        found = lit_color(tuple(color), tuple(normal), tuple(away), *rest)
        np.testing.assert_allclose(
            found, twin.lit_color(color, normal, away, *rest), rtol=DOUBLE, atol=DOUBLE
        )


@pytest.mark.parametrize("seed", range(4))
def test_the_colour_of_the_floor_equals_its_plain_twin(seed: int) -> None:
    rng, floor = np.random.default_rng(seed), some_floor()
    on_lines = 0
    for _ in range(200):
        place, footprint = rng.uniform(-3, 3, 2), rng.uniform(1e-4, 0.8, 2) ** 2
        if rng.random() < 0.5:  # every other place lies on a line of the grid, some of them on a broad one
            place[0] = floor.spacing * rng.integers(-6, 7) + 0.3 * footprint[0]
        lit = rng.uniform(0, 1)
        found = floor_color(*place, *footprint, floor, lit)
        expected = twin.floor_color(place, footprint, floor, lit)
        np.testing.assert_allclose(found, expected, rtol=DOUBLE, atol=DOUBLE)
        bare = twin.floor_color(place, footprint, floor._replace(grid=floor.color), lit)
        on_lines += not np.allclose(expected, bare)
    assert on_lines > 50


@pytest.mark.parametrize("samples", [1, 2])
def test_every_sample_of_a_picture_equals_its_plain_twin(
    samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bands = []

    def record(*band: object) -> None:
        shade_rows(*band)
        bands.append(band)

    monkeypatch.setattr(picture, "shade_rows", record)
    texels = np.random.default_rng(2).integers(0, 256, (5, 7, 3))
    character = of_meshes(square(png(texels)), ball((0.3, 0.5, 0.6), 0.5, "#c04020"))
    render_pose(character, size=(32, 24), samples=samples)
    assert bands
    shot, depth, hit = bands[0][:3]
    kinds = {AIR: (hit == AIR).sum(), FLOOR: (hit == FLOOR).sum(), "surface": (hit >= 0).sum()}
    assert min(kinds.values()) > 30, kinds
    expected = twin.shade_picture(shot, depth, hit)
    for *_, first, light in bands:
        np.testing.assert_allclose(light, expected[first : first + len(light)], rtol=SINGLE, atol=SINGLE)
