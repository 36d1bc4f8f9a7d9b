"""Render the whole cast to one picture; no display needed.

Run: python examples/05_portraits_of_the_cast.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import CAST, character
from kinegraph.characters.rendering.movie import write_png
from kinegraph.characters.rendering.render import render_pose


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    portraits = [render_pose(who, who.rest, size=(240, 240)) for who in map(character, CAST)]
    rows = [np.concatenate(portraits[start : start + 5], axis=1) for start in range(0, len(portraits), 5)]
    write_png(np.concatenate(rows, axis=0), folder / "cast.png")
    print(f"{len(portraits)} portraits in {folder / 'cast.png'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
