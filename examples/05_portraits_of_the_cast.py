"""Render the whole cast to one picture; no display needed.

Run: python examples/05_portraits_of_the_cast.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg
from kinegraph.characters import rendering


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    portraits = [
        rendering.render_pose(member, member.rest, size=(240, 240)) for member in map(kg.cast, kg.CAST)
    ]
    rows = [np.concatenate(portraits[start : start + 5], axis=1) for start in range(0, len(portraits), 5)]
    rendering.write_png(np.concatenate(rows, axis=0), folder / "cast.png")
    print(f"{len(portraits)} portraits in {folder / 'cast.png'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
