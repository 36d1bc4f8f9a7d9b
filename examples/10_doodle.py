"""A drawing with a line: read, performed, edited afterwards, and performed by a spider.

Run: python examples/10_doodle.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.characters.rendering.movie import write_png
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.doodles.clip import perform_doodle
from kinegraph.doodles.file import load_doodle, save_doodle
from kinegraph.doodles.landing_edits import move_landing
from kinegraph.doodles.pictures.still import doodle_still
from kinegraph.flows.doodle_to_creature import perform_on_creature
from kinegraph.formats import save


def main(folder: Path) -> None:
    doodle = load_doodle(Path(__file__).with_suffix(".json"))
    result = perform_doodle(doodle, fps=30)
    print("links:", *(result.sketch.labels if result.sketch else ()))
    for motion in result.reading.motions:
        print(
            f"{motion.name:<12} {motion.start_time:5.2f} s to {motion.end_time:5.2f} s, ends at {motion.end}"
        )

    save(result.for_files(), folder / "fennel.glb")  # with the box, the ball and the tree
    write_png(doodle_still(result, (960, 372)), folder / "fennel.png")

    # A drawing can be edited like one: the leap off the box lands half a step farther.
    leap = 4
    place = result.reading.pieces[leap].end + np.array([0.0, 0.0, 0.2])
    save_doodle(move_landing(doodle, leap, place), folder / "fennel-farther.json")

    # The same line, on eight legs.
    clip = perform_on_creature(doodle, creature_from_character(character("spider")), fps=30)
    save(clip, folder / "spider.bvh")
    print(f"a spider does it in {len(clip)} frames; look into {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
