"""Points of a picture are projected back to their places in the scene."""

import numpy as np
import pytest
from tests.doodles.line.drawn_in_space import CAMERA, drawn_arcs
from tests.present import present

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.line.back_projection import DrawingPlane, standing_place
from kinegraph.doodles.line.line_3d import lay_out
from kinegraph.doodles.line.writing_settings import settings_for
from kinegraph.doodles.props.prop import box
from kinegraph.doodles.props.scene import DoodleScene

SETTINGS = settings_for(0.8)
BOX = box((0.3, 0, 2.2), (1.2, 0.6, 1.0), turn=0.3)
SCENE = DoodleScene((BOX,))


def test_a_camera_projects_along_its_own_rays() -> None:
    points = np.random.default_rng(1).uniform([-2, 0, -2], [3, 2, 4], (50, 3))
    rays = CAMERA.rays(CAMERA.project(points))
    away = points - CAMERA.position
    np.testing.assert_allclose(rays, away / np.linalg.norm(away, axis=1, keepdims=True), atol=1e-12)


def test_the_picture_of_a_camera_has_its_angle_and_its_aspect() -> None:
    camera = Camera(np.array([0.0, 1.0, -5.0]), np.array([0.0, 1.0, 0.0]), 0.8, 1.5)
    half = 5.0 * np.tan(0.4)
    np.testing.assert_allclose(camera.project([0.0, 1.0 + half, 0.0]), [0.0, 1.0], atol=1e-12)
    # It looks to +Z, so that the world's +X is to its left.
    np.testing.assert_allclose(camera.project([-1.5 * half, 1.0, 0.0]), [1.5, 0.0], atol=1e-12)


@pytest.mark.parametrize("target", [(0.0, 1.0, 0.0), (0.0, 9.0, 0.0)])
def test_a_camera_that_looks_straight_down_is_refused(target: tuple[float, float, float]) -> None:
    with pytest.raises(InvalidValue, match="camera must"):
        Camera(np.array([0.0, 1.0, 0.0]), np.array(target))


def test_places_on_the_ground_and_on_boxes_are_found_again() -> None:
    on_top = BOX.place + np.array([0.1, 0.6, -0.2])
    for place in ([0.0, 0.0, 0.0], [1.5, 0.0, 0.4], on_top):
        found = standing_place(CAMERA, SCENE, CAMERA.project(place))
        np.testing.assert_allclose(present(found), place, atol=1e-9)


def test_a_place_behind_a_box_is_not_seen() -> None:
    behind = np.array([1.2, 0.0, 2.4])
    found = standing_place(CAMERA, SCENE, CAMERA.project(behind))
    assert found is not None
    assert np.linalg.norm(found - behind) > 0.2


@pytest.mark.parametrize(("share", "height"), [(0.15, 0.0), (0.85, 0.6)])
def test_a_point_on_the_side_of_a_box_means_the_nearer_of_floor_and_top(share: float, height: float) -> None:
    near = BOX.corners()[np.argsort(BOX.corners()[:, 0])[:2]].mean(axis=0)
    side = np.array([near[0], 0.6 * share, near[1]])
    found = standing_place(CAMERA, SCENE, CAMERA.project(side))
    assert found is not None
    assert found[1] == height == SCENE.ground(found)
    assert np.hypot(*(found - side)[[0, 2]]) < 0.01


def test_the_sky_is_not_a_place_to_stand_on() -> None:
    assert standing_place(CAMERA, SCENE, [0.0, 0.95]) is None


def test_points_drawn_in_a_plane_are_found_in_it_again() -> None:
    plane = DrawingPlane(np.array([0.2, 0.0, 0.5]), np.array([0.6, 0.0, 0.8]))
    flat = np.random.default_rng(2).uniform([-1.0, 0.0], [2.0, 1.5], (40, 2))
    again = plane.flat_from_picture(CAMERA, CAMERA.project(plane.place(flat)))
    np.testing.assert_allclose(again, flat, atol=1e-9)


def test_a_plane_that_is_seen_as_a_line_keeps_its_heights() -> None:
    toward = np.array([-1.0, 0.0, 0.0])
    start = np.array([2.0, 0.0, 1.5])
    plane = DrawingPlane(start, toward)
    assert plane.seen_as_line(CAMERA)
    share = np.linspace(0.0, 1.0, 21)
    flat = np.stack([1.2 * share, 2.0 * share * (1.0 - share)], axis=1)
    again = plane.flat_by_share(CAMERA, CAMERA.project(plane.place(flat)), share, 1.2)
    np.testing.assert_allclose(again, flat, atol=1e-9)


def test_the_ends_of_arcs_onto_and_off_a_box_are_found_within_a_millimetre() -> None:
    top = BOX.place + np.array([0.0, 0.6, 0.0])
    places = np.array([[0, 0, 0], [0.1, 0, 0.5], [0.2, 0, 1.1], top, [0.5, 0, 3.6], [-0.3, 0, 4.2]])
    stroke, reached = drawn_arcs(places, np.array([0.2, 0.2, 1.2, 1.2, 0.2]))
    layout = lay_out(stroke, CAMERA, SCENE, SETTINGS)
    found = np.array([layout.panels[0].start, *(panel.end for panel in layout.panels)])
    np.testing.assert_allclose(found, places, atol=1e-3)
    assert layout.stroke is not None
    np.testing.assert_allclose(layout.stroke.times[[panel.last for panel in layout.panels]], reached[1:])
    # Laid out, every arc goes to the right by its length over the ground.
    ways = np.linalg.norm(np.diff(places, axis=0)[:, [0, 2]], axis=1)
    np.testing.assert_allclose(np.diff([panel.offset for panel in layout.panels]), ways[:-1], atol=1e-3)


def test_a_line_that_begins_in_the_sky_has_no_layout() -> None:
    stroke, _ = drawn_arcs(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.array([0.3]))
    high = type(stroke)(stroke.points + np.array([0.0, 1.5]), stroke.times)
    assert lay_out(high, CAMERA, SCENE, SETTINGS).stroke is None
