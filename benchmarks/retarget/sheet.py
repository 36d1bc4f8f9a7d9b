"""A sheet of pictures: a row for each rig, at rest, standing, at two moments of a walk and of a cartwheel."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from kinegraph.characters.rendering.camera import framing
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.movie import write_png
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.surface import model_of, pose_surface
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.creatures.body.creature import Creature

_CELL = (230, 190)
_MOMENTS = (("stand", 0.5), ("walk", 0.4), ("walk", 0.53), ("cartwheel", 0.42), ("cartwheel", 0.58))


class SheetRow(Protocol):
    """What the sheet shows of a rig."""

    name: str
    creature: Creature
    results: dict


def draw_sheet(rows: Sequence[SheetRow], path: Path) -> None:
    """Writes the sheet as a PNG: the floor is at the height of the ground, so sinking and floating show."""
    write_png(np.concatenate([_row(row) for row in rows]), path)


def _row(row: SheetRow) -> Image:
    creature = row.creature
    rest = WorldTransforms(creature.rest_positions, creature.rest_rotations)
    cells = [_cell(creature, rest, row.name)]
    for name, moment in _MOMENTS:
        clip: Clip = row.results[name][0]
        world, frame = forward_kinematics(clip), round(moment * (len(clip) - 1))
        cells.append(_cell(creature, WorldTransforms(world.positions[frame], world.rotations[frame]), name))
    return np.concatenate(cells, axis=1)


def _cell(creature: Creature, world: WorldTransforms, label: str) -> Image:
    look, surface = theme_named("dark"), pose_surface(model_of(creature.character), world)
    middle, reach = world.positions[creature.root], 0.55 * float(creature.size.max())
    box = np.array([[x, y, z] for x in (-1, 1) for y in (0.0, 1.3) for z in (-1, 1)]) * reach
    points = box + middle * [1.0, 0.0, 1.0]
    camera = framing(points, _CELL, 50.0, 6.0)
    extent = (points.min(axis=0), points.max(axis=0))
    picture = draw([Actor(surface)], camera, _CELL, look, ground=0.0, extent=extent)
    return write_text(picture, label, (6, _CELL[1] - 6), look.ink, 13, "ls")
