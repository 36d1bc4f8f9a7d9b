"""Contact sheets of the cast's sets: the key poses with their markers, then blends along a cursor's path.

    python scripts/set_sheets.py --out docs/images bear "look around"

Without names, all sets of all characters are drawn.
"""

import argparse
from pathlib import Path

import numpy as np

from kinegraph.characters.rendering.camera import framing
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.movie import write_png
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.surface import Part, Surface, model_of, model_of_parts, posed
from kinegraph.characters.shapes import SATIN, ellipsoid
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.forward_kinematics import WorldTransforms, forward_kinematics, points_on_joints
from kinegraph.spatial.cast_sets import RIGGED, cast_rig, demo_path
from kinegraph.spatial.locomotion import moved
from kinegraph.spatial.performance import perform_path
from kinegraph.spatial.spatial_rig import SpatialRig

_MARKER, _LIVE, _CURSOR = "#8a7a3c", "#ffd23d", "#f0402c"
_GAP = 2
_FROM_THE_SIDE = ("walk", "gallop", "wag")
_CAPTION = 22


def set_sheet(
    rig: SpatialRig, set_name: str, cell: tuple[int, int] = (150, 170), blends: int = 16, samples: int = 2
) -> Image:
    """(H, W, 3) one set: every key with its marker lit, and below them what moving along its path gives."""
    keys = rig.set(set_name).keys
    markers = np.array([key.place for key in keys])
    times, places = demo_path(rig, set_name)
    chosen = np.linspace(0, len(times) - 1, blends + 1).round().astype(int)[:-1]
    walks = set_name in ("walk", "gallop")
    stills = perform_path(rig, set_name, np.arange(len(keys)), markers, fps=1.0).clip
    moves = perform_path(rig, set_name, times, places, fps=60.0, walks=walks).clip
    if walks:
        stills = _grounded(rig.character, stills)
        level = (moves.root_translations[0] - moves.root_translations) * [1.0, 0.0, 1.0]
        moves = moved(moves, level)
    columns = -(-blends // 2)
    poses = [(_world(stills, i), i, None, key.name) for i, key in enumerate(keys)]
    poses += [(_world(moves, int(f)), None, places[int(f)], "") for f in chosen]
    rows = [poses[: len(keys)], poses[len(keys) : len(keys) + columns], poses[len(keys) + columns :]]
    return _sheet(rig, set_name, markers, rows, cell, samples)


def _sheet(rig, set_name, markers, rows, cell, samples) -> Image:
    model = model_of(rig.character)
    carrier = rig.carrier(set_name)
    frames, radius = [], 0.022 * float(np.ptp(model.template.vertices[:, 1]))
    for world, live, cursor, label in (pose for row in rows for pose in row):
        surface = posed(model, world)
        at = lambda place, world=world: _placed(world, carrier, place)  # noqa: E731
        actors = [Actor(surface)]
        for i, place in enumerate(markers):
            bright = i == live
            actors.append(
                Actor(_ball(at(place), (1.5 if bright else 0.9) * radius, _LIVE if bright else _MARKER))
            )
        if cursor is not None:
            actors.append(Actor(_ball(at(cursor), 1.4 * radius, _CURSOR)))
        frames.append((actors, label))
    azimuth = 50.0 if set_name in _FROM_THE_SIDE else 8.0
    cloud = np.concatenate([a.surface.vertices for actors, _ in frames for a in actors])
    camera = framing(cloud, cell, azimuth, 8.0, margin=0.02)
    extent = (cloud.min(axis=0), cloud.max(axis=0))
    wide = max(len(row) for row in rows)
    look = theme_named("dark")
    height = _CAPTION + len(rows) * (cell[1] + _GAP)
    sheet = np.full((height, wide * (cell[0] + _GAP), 3), 20, dtype=np.uint8)
    sheet = write_text(
        sheet, f"{rig.character.name}: {set_name}", (6, _CAPTION / 2), look.ink, 15, "lm"
    ).copy()
    drawn = iter(frames)
    for r, row in enumerate(rows):
        for c in range(len(row)):
            actors, label = next(drawn)
            picture = draw(actors, camera, cell, look, ground=0.0, extent=extent, grid=True, samples=samples)
            if label:
                picture = write_text(picture, label, (5, 4), look.ink, 12, "la")
            top, left = _CAPTION + r * (cell[1] + _GAP), c * (cell[0] + _GAP)
            sheet[top : top + cell[1], left : left + cell[0]] = picture
    return sheet


def _world(clip: Clip, frame: int) -> WorldTransforms:
    return forward_kinematics(clip.pose(frame))


def _placed(world: WorldTransforms, carrier: int | None, place: Floats) -> Floats:
    """A place in the controller's space, in the world [m]."""
    if carrier is None:
        return place
    return points_on_joints(world, np.array([carrier]), place[None])[0]


def _grounded(who: Character, clip: Clip) -> Clip:
    """Each pose on its own with its lowest marked point on the ground."""
    joints = np.array([point.joint for point in who.contacts])
    offsets = np.stack([point.offset for point in who.contacts])
    lowest = points_on_joints(forward_kinematics(clip), joints, offsets)[..., 1].min(axis=1)
    return moved(clip, np.outer(-np.minimum(lowest, 0.0), [0.0, 1.0, 0.0]))


def _ball(centre: Floats, radius: float, color: str) -> Surface:
    return model_and_template(ellipsoid(centre, np.full(3, radius), color, SATIN, 8))


def model_and_template(mesh) -> Surface:
    model = model_of_parts((Part(mesh, None, 0, None),))
    return posed(model, WorldTransforms(np.zeros((1, 3)), np.array([[0.0, 0.0, 0.0, 1.0]])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("character", nargs="?", choices=RIGGED)
    parser.add_argument("set", nargs="?")
    parser.add_argument("--out", type=Path, default=Path("."))
    parser.add_argument("--samples", type=int, default=2)
    options = parser.parse_args()
    for name in [options.character] if options.character else RIGGED:
        rig = cast_rig(name)
        for each in [rig.set(options.set)] if options.set else rig.sets:
            path = options.out / f"sets-{name}-{each.name.replace(' ', '-')}.png"
            write_png(set_sheet(rig, each.name, samples=options.samples), path)
            print(path)


if __name__ == "__main__":
    main()
