"""Pictures: deterministic, solid things hide what is behind them, ghosts show one layer, odd input works."""

from dataclasses import replace

import numpy as np
import pytest
from tests.characters.rendering.render_samples import SMALL, ball, of_meshes, png, puppet, square

from kinegraph.characters.rendering import Ghost, framing, render_markers, render_pose
from kinegraph.characters.rendering.surface import smooth_normals
from kinegraph.core.body import Body, Mesh
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


def moved(character: Character, by: tuple) -> Pose:
    rest = character.rest
    return Pose(rest.skeleton, rest.root_translation + np.array(by), rest.rotations)


def redness(image: np.ndarray) -> np.ndarray:
    """How much redder than green and blue each pixel is."""
    values = image.astype(int)
    return values[..., 0] - values[..., 1:].max(axis=-1)


def test_same_pose_gives_the_same_bytes_whatever_the_threads() -> None:
    pictures = [
        render_pose(puppet(), size=SMALL, ghosts=[Ghost(moved(puppet(), (0.4, 0, 0)))], threads=threads)
        for threads in (1, 1, 2, 5)
    ]
    for picture in pictures[1:]:
        np.testing.assert_array_equal(picture, pictures[0])


def test_picture_has_the_size_asked_for() -> None:
    picture = render_pose(puppet(), size=(50, 31))
    assert picture.shape == (31, 50, 3)
    assert picture.dtype == np.uint8


def test_near_surfaces_hide_those_behind() -> None:
    near, far = ball((0, 1, 1), 0.5, "#e02020"), ball((0, 1, -1), 0.5, "#20e020")
    picture = render_pose(of_meshes(far, near), size=SMALL, azimuth=0, elevation=0)
    assert redness(picture)[SMALL[1] // 2, SMALL[0] // 2] > 50
    behind = render_pose(of_meshes(far, near), size=SMALL, azimuth=180, elevation=0)
    assert redness(behind)[SMALL[1] // 2, SMALL[0] // 2] < 0


def test_textures_land_where_their_coordinates_say() -> None:
    pixels = np.zeros((8, 8, 3))
    pixels[:4, :4, 0] = 255  # the upper left quarter is red
    pixels[4:, 4:, 2] = 255  # the lower right quarter is blue
    picture = render_pose(of_meshes(square(png(pixels))), size=(64, 64), azimuth=0, elevation=0).astype(int)
    assert picture[20, 20, 0] > picture[20, 20, 2] + 60
    assert picture[44, 44, 2] > picture[44, 44, 0] + 60
    assert abs(picture[20, 44, 0] - picture[20, 44, 2]) < 40


def test_meshes_wound_the_wrong_way_look_the_same() -> None:
    right = render_pose(of_meshes(square()), size=SMALL, azimuth=10)
    np.testing.assert_array_equal(render_pose(of_meshes(square(flipped=True)), size=SMALL, azimuth=10), right)


def test_ghosts_do_not_show_their_inside() -> None:
    shell, core = ball((0, 1, 0), 0.5, "#c0c0c0"), ball((0, 1, 0), 0.3, "#ff0000")
    empty, filled = of_meshes(shell), of_meshes(core, shell)
    camera = framing(shell.vertices + np.array([0, 0, 3.0]), SMALL, 0, 5)
    pictures = [
        # The solid body stands behind the camera's subject, out of the picture; the ghost is what is seen.
        render_pose(
            c, moved(c, (60, 0, 0)), SMALL, camera, ghosts=[Ghost(moved(c, (0, 0, 3)), 0.5)], ground=0.0
        )
        for c in (empty, filled)
    ]
    centre = np.s_[SMALL[1] // 2 - 8 : SMALL[1] // 2 + 8, SMALL[0] // 2 - 8 : SMALL[0] // 2 + 8]
    assert abs(pictures[0][centre].astype(int) - pictures[1][centre]).max() <= 1


def test_ghosts_let_the_background_through_as_much_as_they_are_faint() -> None:
    white = of_meshes(ball((0, 1, 0), 0.5, "#ffffff"))
    camera = framing(ball((0, 1, 0), 0.5, "#ffffff").vertices, SMALL, 0, 5)

    def centre(opacity: float) -> float:
        ghost = Ghost(moved(white, (0, 0, 0)), opacity)
        picture = render_pose(white, moved(white, (60, 0, 0)), SMALL, camera, ghosts=[ghost], ground=0.0)
        return float(picture[SMALL[1] // 2, SMALL[0] // 2].mean())

    assert centre(0.1) < centre(0.4) - 10 < centre(0.9) - 20


def test_ghosts_behind_the_solid_pose_are_hidden() -> None:
    character = of_meshes(ball((0, 1, 0), 0.5, "#808080"))
    alone = render_pose(character, size=SMALL, azimuth=0, elevation=0, ground=0.0)
    camera = framing(ball((0, 1, 0), 0.5, "#808080").vertices, SMALL, 0, 0)
    ghosted = render_pose(
        character,
        None,
        SMALL,
        camera,
        ghosts=[Ghost(moved(character, (0, 0, -0.2)), 0.9, "#ff0000")],
        ground=0.0,
    )
    middle = np.s_[SMALL[1] // 2, SMALL[0] // 2]
    assert abs(redness(ghosted)[middle] - redness(alone)[middle]) <= 3


def test_tint_colours_a_ghost() -> None:
    character = of_meshes(ball((0, 1, 0), 0.5, "#909090"))
    ghost = Ghost(moved(character, (1.5, 0, 0)), 0.8, "#ff2010")
    assert redness(render_pose(character, size=SMALL, ghosts=[ghost])).max() > 60
    assert redness(render_pose(character, size=SMALL, ghosts=[replace(ghost, tint=None)])).max() < 40


def test_rig_without_a_mesh_shows_as_sticks() -> None:
    character = puppet()
    picture = render_pose(character, size=SMALL, grid=False).astype(int)
    empty = render_pose(of_meshes(), size=SMALL, grid=False).astype(int)
    assert (abs(picture - empty).max(axis=-1) > 60).sum() > 60


def test_single_joint_without_a_mesh_renders() -> None:
    lonely = Character.bare("dot", Skeleton.from_offsets(["dot"], [-1], [[0, 0.5, 0]]))
    assert render_pose(lonely, size=SMALL).std() > 0


def test_seen_markers_show_where_they_are_and_unseen_ones_don_t() -> None:
    positions = np.array([[[0, 0, 0], [0, 1.0, 0], [0.5, 0.5, 0]]])
    markers = MarkerClip(("a", "b", "c"), 100.0, positions, np.array([[True, True, False]]), np.zeros((1, 3)))
    camera = framing(positions[0], (128, 128), 0, 5)
    picture = render_markers(markers, 0, (128, 128), camera)
    for index, there in enumerate((True, True, False)):
        column, row = camera.pixels(positions[0, index], (128, 128)).astype(int)
        assert (redness(picture)[row - 1 : row + 2, column - 1 : column + 2].max() > 40) == there


def test_a_frame_without_any_marker_is_an_empty_stage() -> None:
    markers = MarkerClip(("a",), 100.0, np.zeros((2, 1, 3)), np.zeros((2, 1), bool), np.zeros((2, 1)))
    assert redness(render_markers(markers, 1, SMALL)).max() < 15


def test_degenerate_triangles_are_skipped() -> None:
    flat = Mesh(np.zeros((3, 3)), np.array([[0, 1, 2], [0, 0, 0]]))
    assert render_pose(of_meshes(flat, ball((0, 1, 0), 0.4, "#ff0000")), size=SMALL).max() > 100


def test_shadow_falls_on_the_floor_away_from_the_light() -> None:
    character = of_meshes(ball((0, 0.5, 0), 0.5, "#ffffff"))
    camera = framing([[-2, 0, -2], [2, 1, 2]], (96, 96), 0, 40)
    picture = render_pose(character, None, (96, 96), camera, grid=False).astype(int).sum(axis=-1)
    # The lamp stands at the camera's left: the floor to the right of the ball is darker than to its left.
    (left, row), (right, _) = camera.pixels([[-0.9, 0, -0.5], [0.9, 0, -0.5]], (96, 96)).astype(int)
    assert picture[row, right] < 0.8 * picture[row, left]


def test_missing_normals_are_smoothed_across_seams() -> None:
    # Two triangles of a ridge that share no vertex, only places.
    vertices = np.array([[0, 0, 0], [0, 0, 1], [-1, -1, 0], [0, 0, 0], [1, -1, 0], [0, 0, 1.0]])
    normals = smooth_normals(vertices, np.array([[0, 2, 1], [3, 5, 4]]), np.array([0, 1, 2, 0, 3, 1]))
    np.testing.assert_allclose(np.abs(normals[0]), [0, 1, 0], atol=1e-12)
    np.testing.assert_array_equal(normals[0], normals[3])


@pytest.mark.parametrize(
    "options",
    [{"size": (0, 10)}, {"size": (10, 99999)}, {"samples": 9}, {"ghosts": [Ghost(puppet().rest, 1.5)]}],
)
def test_impossible_pictures_are_refused(options: dict) -> None:
    with pytest.raises(InvalidValue):
        render_pose(puppet(), **{"size": SMALL, **options})


def test_unknown_theme_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="dark"):
        render_pose(puppet(), size=SMALL, theme="drak")


def test_broken_textures_are_named_not_thrown() -> None:
    with pytest.raises(InvalidValue, match="material"):
        render_pose(of_meshes(square(b"no image at all")), size=SMALL)


def test_bodies_without_triangles_count_as_no_mesh() -> None:
    character = puppet()
    hollow = Mesh(np.empty((0, 3)), np.empty((0, 3), dtype=np.int64))
    bodies = tuple(Body(meshes=(hollow,)) for _ in character.bodies)
    np.testing.assert_array_equal(
        render_pose(replace(character, bodies=bodies), size=SMALL), render_pose(character, size=SMALL)
    )
