"""A drawing with a line: read it, perform it, edit it, and perform it with a spider.

Run: python examples/10_doodle.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import kinegraph as kg
from kinegraph import creatures, doodles
from kinegraph.characters import rendering


def main(folder: Path) -> None:
    doodle = doodles.load_doodle(Path(__file__).with_suffix(".json"))
    result = doodles.perform_doodle(doodle, fps=30)
    print("links:", *(result.sketch.labels if result.sketch else ()))
    for motion in result.reading.motions:
        print(
            f"{motion.name:<12} {motion.start_time:5.2f} s to {motion.end_time:5.2f} s, ends at {motion.end}"
        )

    kg.save(result.for_files(), folder / "fennel.glb")  # with the box, the ball and the tree
    rendering.write_png(doodles.doodle_still(result, (960, 372)), folder / "fennel.png")

    # Edit the drawing: the leap off the box lands half a step farther.
    leap = 4
    place = result.reading.pieces[leap].end + np.array([0.0, 0.0, 0.2])
    doodles.save_doodle(doodles.move_landing(doodle, leap, place), folder / "fennel-farther.json")

    # The same line, performed on eight legs.
    clip = kg.flows.perform_on_creature(doodle, creatures.creature_from_character(kg.cast("spider")), fps=30)
    kg.save(clip, folder / "spider.bvh")
    print(f"the spider performs it in {len(clip)} frames: {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
