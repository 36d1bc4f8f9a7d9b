"""Contact sheets of the cast's sets: the key poses with their markers, then blends along a cursor's path.

    python scripts/set_sheets.py --output docs/images bear "look around"

Without names, all sets of all characters are drawn.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinegraph.characters.rendering.camera import framing
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.surface import ModelPart, Surface, model_of, model_of_parts, pose_surface
from kinegraph.characters.shapes import SATIN, ellipsoid
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics, points_on_joints
from kinegraph.perform.cast_sets import (
    RIGGED,
    WALKING,
    cast_rig,
    demo_path,
)
from kinegraph.perform.performances.performance import perform_path
from kinegraph.perform.playing.locomotion import moved
from kinegraph.perform.sets.rig import SpatialRig

_MARKER, _LIVE, _CURSOR = "#9a8433", "#ffd23d", "#f0402c"
_GAP, _CAPTION = 2, 22
_BLENDS = 16
# Where a set's work is best seen from: to the character's left and above [degrees].
_FROM = dict.fromkeys((*WALKING, "wag"), (50.0, 8.0))
_FROM |= {"tail": (140.0, 14.0), "spine": (50.0, 40.0), "legs": (50.0, 40.0)}
_FROM |= {"left legs": (50.0, 20.0), "right legs": (-50.0, 20.0)}
_FROM_THE_FRONT = (8.0, 8.0)


@dataclass(frozen=True, eq=False)
class Cell:
    """One picture: a pose, the marker that is lit or the cursor's place, and words."""

    world: WorldTransforms
    lit: int | None = None
    cursor: Floats | None = None
    label: str = ""


def set_sheet(rig: SpatialRig, set_name: str, cell: tuple[int, int] = (150, 170), samples: int = 2) -> Image:
    """(H, W, 3) one set: every key with its marker lit, and below them what moving along its path gives.

    cell: Width and height of a picture [px].
    samples: Sub-samples a pixel each way.
    """
    keys = rig.set(set_name).keys
    markers = np.array([key.place for key in keys])
    stills = perform_path(rig, set_name, np.arange(len(keys)), markers, fps=1.0).clip
    key_cells = [Cell(_world(stills, i), lit=i, label=key.name) for i, key in enumerate(keys)]
    times, places = demo_path(rig, set_name)
    moves = perform_path(rig, set_name, times, places, fps=60.0, walks=set_name in WALKING).clip
    if set_name in WALKING:  # filmed by a camera that goes along
        moves = moved(moves, (moves.root_translations[0] - moves.root_translations) * [1.0, 0.0, 1.0])
    frames = [int(f) for f in np.linspace(0, len(times) - 1, _BLENDS + 1).round()[:-1]]
    path_cells = [Cell(_world(moves, frame), cursor=places[frame]) for frame in frames]
    half = _BLENDS // 2
    return _sheet(rig, set_name, [key_cells, path_cells[:half], path_cells[half:]], cell, samples)


def _sheet(
    rig: SpatialRig, set_name: str, rows: Sequence[Sequence[Cell]], size: tuple[int, int], samples: int
) -> Image:
    scenes = [[_actors(rig, set_name, cell) for cell in row] for row in rows]
    cloud = np.concatenate([actor.surface.vertices for row in scenes for scene in row for actor in scene])
    camera = framing(cloud, size, *_FROM.get(set_name, _FROM_THE_FRONT), margin=0.02)
    extent, look = (cloud.min(axis=0), cloud.max(axis=0)), theme_named("dark")
    wide, tall = max(len(row) for row in rows) * (size[0] + _GAP), _CAPTION + len(rows) * (size[1] + _GAP)
    sheet = np.full((tall, wide, 3), 20, dtype=np.uint8)
    title = f"{rig.character.name}: {set_name}"
    sheet = write_text(sheet, title, (6, _CAPTION / 2), look.ink, 15, "lm").copy()
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            picture = draw(scenes[r][c], camera, size, look, ground=0.0, extent=extent, samples=samples)
            picture = write_text(picture, cell.label, (5, 4), look.ink, 12, "la")
            top, left = _CAPTION + r * (size[1] + _GAP), c * (size[0] + _GAP)
            sheet[top : top + size[1], left : left + size[0]] = picture
    return sheet


def _actors(rig: SpatialRig, set_name: str, cell: Cell) -> list[Actor]:
    """The character, the set's markers, and the cursor."""
    model, carrier = model_of(rig.character), rig.carrier(set_name)
    radius = 0.024 * float(np.ptp(model.template.vertices[:, 1]))
    actors = [Actor(pose_surface(model, cell.world))]
    for index, key in enumerate(rig.set(set_name).keys):
        color, scale = (_LIVE, 1.8) if index == cell.lit else (_MARKER, 1.0)
        actors.append(Actor(_ball(_placed(cell.world, carrier, key.place), scale * radius, color)))
    if cell.cursor is not None:
        actors.append(Actor(_ball(_placed(cell.world, carrier, cell.cursor), 1.8 * radius, _CURSOR)))
    return actors


def _ball(centre: Floats, radius: float, color: str) -> Surface:
    mesh = ellipsoid(centre, np.full(3, radius), color, SATIN, 10)
    at_origin = WorldTransforms(np.zeros((1, 3)), np.array([[0.0, 0.0, 0.0, 1.0]]))
    return pose_surface(model_of_parts((ModelPart(mesh, None, 0, None),)), at_origin)


def _world(clip: Clip, frame: int) -> WorldTransforms:
    return forward_kinematics(clip.pose(frame))


def _placed(world: WorldTransforms, carrier: int | None, place: Floats) -> Floats:
    """A place in the controller's space, in the world [m]."""
    if carrier is None:
        return place
    return points_on_joints(world, np.array([carrier]), place[None])[0]


def _write_small(image: Image, path: Path) -> None:
    """A PNG of few colours, for pages."""
    from PIL import Image as Pictures

    few = Pictures.fromarray(image).quantize(
        256, method=Pictures.Quantize.FASTOCTREE, dither=Pictures.Dither.NONE
    )
    few.save(path, optimize=True)


def main() -> None:
    """Draws what the command line names."""
    parser = argparse.ArgumentParser(description="Contact sheets of the cast's sets.")
    parser.add_argument("character", nargs="?", choices=RIGGED)
    parser.add_argument("set", nargs="?")
    parser.add_argument("--output", type=Path, default=Path("."))
    parser.add_argument("--samples", type=int, default=2)
    options = parser.parse_args()
    for name in [options.character] if options.character else RIGGED:
        rig = cast_rig(name)
        for each in [rig.set(options.set)] if options.set else rig.sets:
            path = options.output / f"sets-{name}-{each.name.replace(' ', '-')}.png"
            _write_small(set_sheet(rig, each.name, samples=options.samples), path)
            print(path)


if __name__ == "__main__":
    main()
