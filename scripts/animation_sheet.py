"""A sheet of the shipped animations: each at its most telling moment on bodies that have little in common.

python scripts/animation_sheet.py docs/images/creature-animations.png
"""

import argparse
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.characters.rendering import Image, render_pose
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.movie import write_png
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations import shipped_animations
from kinegraph.creatures.binding.binding import DoesNotBind
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.playing.play import play

_CAST = ("bear", "dog", "spider")
_MADE = ((100, "strider"), (100, "many armed"), (101, "snail"))  # no arms; many; no limbs at all
_INK, _FAINT = "#e2e6ee", "#6d7587"
_FPS = 20.0


def main() -> None:
    """Reads the command line and writes the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--columns", type=int, default=3, help="animations in a row")
    parser.add_argument("--cell", type=int, default=84, help="side of one picture in pixels")
    parser.add_argument(
        "--names", nargs="*", default=list(shipped_animations()), help="animations; all by default"
    )
    asked = parser.parse_args()
    bodies = [creature_from_character(character(name)) for name in _CAST]
    bodies += [creature_from_plan(generate(seed, kind)) for seed, kind in _MADE]
    strips = [_strip(shipped_animations()[name], bodies, asked.cell) for name in asked.names]
    strips += [np.zeros_like(strips[0])] * (-len(strips) % asked.columns)
    rows = [
        np.concatenate(strips[i : i + asked.columns], axis=1) for i in range(0, len(strips), asked.columns)
    ]
    write_png(np.concatenate(rows, axis=0), asked.out)


def _strip(animation: GeneralAnimation, bodies: list[Creature], side: int) -> Image:
    strip = np.concatenate([_cell(animation, creature, side) for creature in bodies], axis=1)
    return write_text(strip, animation.name, (6, 13), _INK, 11, "ls")


def _cell(animation: GeneralAnimation, creature: Creature, side: int) -> Image:
    try:
        clip = play(animation, creature, fps=_FPS)
    except DoesNotBind:
        image = np.full((side, side, 3), 24, dtype=np.uint8)
        return write_text(image, "-", (side // 2, side // 2), _FAINT, 14, "mm")
    return render_pose(
        creature.character,
        clip.pose(_characteristic_frame(clip, creature)),
        size=(side, side),
        azimuth=33,
        elevation=11,
        ground=0.0,
    )


def _characteristic_frame(clip: Clip, creature: Creature) -> int:
    """The frame in which the body is farthest from its rest."""
    away = np.linalg.norm(forward_kinematics(clip).positions - creature.rest_positions, axis=-1)
    return int(away.sum(axis=1).argmax())


if __name__ == "__main__":
    main()
