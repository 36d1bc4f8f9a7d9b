"""A story with three characters: a drawn boy leaps over a rolling ball, a bear walks up and shakes hands.

Run: python examples/11_scene.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from kinegraph import scenes


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    script = scenes.load_stage(Path(__file__).with_suffix(".yaml"))
    player = scenes.StagePlayer(script.stage)
    for note in script.played:
        print(f"{note.motion} on {note.character}: {note.how}, feet slip {100 * note.slip:.2f} % of its size")
    hands = [scenes.Place("ben", "right arm"), scenes.Place("fay", "right arm")]
    first, second = (player.where(hand, 8.0) for hand in hands)
    gap = 1000 * float(np.linalg.norm(first - second))
    print(f"while they shake, the hands are {gap:.1f} mm apart: {folder / 'story.png'}")
    scenes.write_stage(player, folder / "story.glb", fps=script.fps)  # all of them in one file
    scenes.write_stage(player, folder / "story.png", size=(640, 360))  # twelve moments


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
