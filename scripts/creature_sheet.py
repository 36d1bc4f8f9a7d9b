"""A sheet of generated creatures: one of each kind, or of seeds in a row.

python scripts/creature_sheet.py docs/images/creatures.png
python scripts/creature_sheet.py sheet.png --seeds 200 40 --columns 8
"""

import argparse
from pathlib import Path

import numpy as np

from kinegraph.characters.rendering import Image, render_pose
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.movie import write_png
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.maker.maker import character_from_creature_plan

_SEED = 100
_INK = "#b9bfcc"


def main() -> None:
    """Reads the command line and writes the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--seeds", type=int, nargs=2, metavar=("FIRST", "COUNT"), help="else one of each kind"
    )
    parser.add_argument("--columns", type=int, default=4)
    parser.add_argument("--cell", type=int, default=240, help="side of one picture in pixels")
    asked = parser.parse_args()
    jobs = [(_SEED + n, kind) for n, kind in enumerate(KINDS)]
    if asked.seeds:
        jobs = [(seed, None) for seed in range(asked.seeds[0], sum(asked.seeds))]
    cells = [_picture(seed, kind, asked.cell) for seed, kind in jobs]
    cells += [np.zeros_like(cells[0])] * (-len(cells) % asked.columns)
    rows = [np.concatenate(cells[i : i + asked.columns], axis=1) for i in range(0, len(cells), asked.columns)]
    write_png(np.concatenate(rows, axis=0), asked.out)


def _picture(seed: int, kind: str | None, side: int) -> Image:
    plan = generate(seed, kind)
    image = render_pose(character_from_creature_plan(plan), size=(side, side), azimuth=33, elevation=13)
    return write_text(image, f"{plan.name} · {kind or seed}", (8, side - 9), _INK, 13, "ls")


if __name__ == "__main__":
    main()
