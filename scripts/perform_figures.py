"""Figures 5 and 6 of Igarashi, Moscovich and Hughes: blending angles, and blending rotation matrices.

    python scripts/perform_figures.py --output docs/images

Both rows of a picture have the same keys, the same markers and the same radial function, the distance itself.
In the upper one SciPy interpolates the angle about the vertical, in the lower one `kinegraph.perform` blends.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.characters.color import linear_rgba
from kinegraph.characters.rendering.camera import framing
from kinegraph.characters.rendering.footage import footage_of_clip, footage_together
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.marker_balls import balls
from kinegraph.characters.rendering.movie import write_png
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.sheets import contact_sheet
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.surface import Surface, model_of, pose_surface
from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.perform.files.play_script import play_script
from kinegraph.perform.files.script_reading import load_script
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.spatial_set import pose_set

_SCRIPT = Path(__file__).resolve().parents[1] / "examples" / "07_perform_with_a_script.yaml"
_GAP = 2
_TITLE, _CAPTION = 32, 28
_HEIGHT = 0.05  # of the markers over the floor [m]
_MARKER, _LIVE, _CURSOR = "#b8962e", "#ffd23d", "#f0402c"
_ROWS = ("angles blended", "rotation matrices blended, as Kinegraph does")


@dataclass(frozen=True, eq=False)
class Figure:
    """angles: (K,) of the key poses about the vertical [degrees]; markers: (K, 3); cursors: (C, 3) [m]."""

    angles: Floats
    markers: Floats
    cursors: Floats
    labels: Sequence[str]
    elevation: float
    cell: tuple[int, int]


def figure_5() -> Figure:
    """Two keys, 0 and 30 degrees; the cursor goes on beyond the second."""
    ahead = 0.6
    apart = ahead * np.tan(np.radians(30.0))  # so that the second key looks at its marker
    along = np.array([0.0, 1.0, 2.0, 4.0, 6.0])
    cursors = np.stack([apart * along, np.full(5, _HEIGHT), np.full(5, ahead)], axis=1)
    labels = ["key", "key", "cursor at twice that", "at 4 times", "at 6 times"]
    return Figure(np.array([0.0, 30.0]), cursors[:2], cursors, labels, 22.0, (330, 190))


def figure_6() -> Figure:
    """Four keys all round; the cursor is between the last and the first."""
    angles = np.array([0.0, 90.0, 180.0, 270.0])
    ways = np.concatenate([angles, [292.5, 315.0, 337.5]])
    cursors = _around(ways)
    labels = ["key"] * 4 + [f"cursor at {way:g}°" for way in ways[4:]]
    return Figure(angles, cursors[:4], cursors, labels, 38.0, (236, 236))


def _around(degrees: Floats, radius: float = 0.75) -> Floats:
    turned = np.radians(degrees)
    return np.stack([radius * np.sin(turned), np.full(len(turned), _HEIGHT), radius * np.cos(turned)], axis=1)


def blended_angles(figure: Figure) -> Floats:
    """(C,) degrees by blending the angle itself, as straightforward angular parameterization does."""
    from scipy.interpolate import RBFInterpolator

    spread = np.ptp(figure.markers, axis=0) > 0  # in as many dimensions as the markers span
    fitted = RBFInterpolator(figure.markers[:, spread], figure.angles, kernel="linear", degree=1)
    return np.asarray(fitted(figure.cursors[:, spread]))


def blended_poses(figure: Figure) -> list[Pose]:
    """(C) poses by blending key poses, as everything in Kinegraph does."""
    bear = character("bear")
    keys = [(m, _turned(bear.rest, a)) for m, a in zip(figure.markers, figure.angles, strict=True)]
    values = blend(pose_set(bear.skeleton, "turn", keys, function=RadialFunction.LINEAR)).at(figure.cursors)
    return [Pose(bear.skeleton, p[0], r) for p, r in zip(values.positions, values.rotations, strict=True)]


def _turned(pose: Pose, degrees: float) -> Pose:
    rotations = pose.rotations.copy()
    turn = quat_from_axis_angle(np.array([0.0, np.radians(degrees), 0.0]))
    rotations[0] = quat_multiply(turn, rotations[0])
    return Pose(pose.skeleton, pose.root_translation, rotations)


def _heading(pose: Pose) -> float:
    """Where the body faces, about the vertical [degrees]; 0 along +Z, to its left positive."""
    rest = character("bear").rest.rotations[0]
    x, y, z, w = quat_multiply(pose.rotations[0], rest * [-1, -1, -1, 1])
    return float(np.degrees(np.arctan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y))))


def picture(figure: Figure) -> Image:
    """(H, W, 3) both rows."""
    bear = character("bear")
    angles = blended_angles(figure)
    rows = [[_turned(bear.rest, angle) for angle in angles], blended_poses(figure)]
    model = model_of(bear)
    bodies = [[pose_surface(model, forward_kinematics(pose)) for pose in row] for row in rows]
    cloud = np.concatenate([bodies[1][0].vertices, figure.markers, figure.cursors])
    camera = framing(cloud, figure.cell, 0.0, figure.elevation, margin=0.05)
    extent = (cloud.min(axis=0), cloud.max(axis=0))
    look = theme_named("dark")
    width, height = figure.cell
    row_height = _TITLE + height + _CAPTION
    sheet = np.full((2 * row_height, len(figure.cursors) * (width + _GAP) - _GAP, 3), 22, dtype=np.uint8)
    for r, (poses, surfaces) in enumerate(zip(rows, bodies, strict=True)):
        top = r * row_height
        sheet = write_text(sheet, _ROWS[r], (8, top + _TITLE / 2), look.ink, 17, "lm").copy()
        for c, surface in enumerate(surfaces):
            left, under = c * (width + _GAP), top + _TITLE + height
            actors = [Actor(surface), *_balls(figure, c)]
            cell = draw(actors, camera, figure.cell, look, ground=0.0, extent=extent)
            sheet[top + _TITLE : under, left : left + width] = cell
            faces = angles[c] if r == 0 else _heading(poses[c]) % 360.0
            said = f"{figure.labels[c]}: faces {faces:.0f}°"
            sheet = write_text(sheet, said, (left + 8, under + _CAPTION / 2), look.ink, 14, "lm").copy()
    return sheet


def _balls(figure: Figure, column: int) -> list[Actor]:
    """Markers in yellow, the one that the cursor is on brighter; the cursor in red elsewhere."""
    keys = len(figure.markers)
    found = [
        Actor(_ball(marker, 0.05, _LIVE if index == column else _MARKER))
        for index, marker in enumerate(figure.markers)
    ]
    return found if column < keys else [*found, Actor(_ball(figure.cursors[column], 0.065, _CURSOR))]


def _ball(centre: Floats, radius: float, color: str) -> Surface:
    ball = balls(centre[None], radius)
    return ball._replace(colors=np.tile(linear_rgba(color)[: ball.colors.shape[1]], (len(ball.colors), 1)))


def script_picture() -> Image:
    """(H, W, 3) three moments of the example's script."""
    played = play_script(load_script(_SCRIPT))
    shots = [footage_of_clip(each.performer.rig.character, each.clip) for each in played]
    footage = footage_together("a dog meets a bear", shots)
    return contact_sheet(footage.cut(46, len(footage)), (1260, 400), 3, azimuth=12.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path("."))
    folder = parser.parse_args().output
    for number, figure in ((5, figure_5()), (6, figure_6())):
        path = folder / f"perform-figure-{number}.png"
        write_png(picture(figure), path)
        print(path)
    write_png(script_picture(), folder / "perform-script.png")
    print(folder / "perform-script.png")


if __name__ == "__main__":
    main()
