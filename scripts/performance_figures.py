"""Layered performances in pictures and tables: two runs by kernel, the lizard, the mouse, and their effort.

    python scripts/performance_figures.py --output docs/images

The run's picture has a row for each original and for each imitation, as Choi, You and Noh's figure 5.
"""

import argparse
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.characters.rendering.footage import footage_of_clip
from kinegraph.characters.rendering.lettering import write_text
from kinegraph.characters.rendering.movie import write_png
from kinegraph.characters.rendering.picture import Image
from kinegraph.characters.rendering.sheets import contact_sheet
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.strip import strip
from kinegraph.core.clip import Clip
from kinegraph.flows.effort import effort_lines, effort_table
from kinegraph.perform.cast_sets import cast_performances
from kinegraph.perform.cast_sets.running import (
    EXAGGERATION,
    exaggerated_run,
    natural_run,
    run_performance,
    run_table,
    running_rig,
)
from kinegraph.perform.performances.compare_motion import refitted
from kinegraph.perform.performances.kernel_chart import draw_kernel_table, kernel_lines
from kinegraph.perform.performances.performance import perform
from kinegraph.perform.sets.radial_functions import RadialFunction

_FPS = 30.0
_ROW = (860, 165)


def run_rows() -> Image:
    """(H, W, 3) the originals, and imitations: by kernels alone, as Choi's, and as the sets are."""
    rows = [
        ("natural run", natural_run()),
        ("imitated through the markers", _played(1.0, "hardy", 1)),
        ("exaggerated run", exaggerated_run()),
        ("larger path, linear alone", _played(EXAGGERATION, "linear", -1)),
        ("larger path, Gaussian alone", _played(EXAGGERATION, "gaussian", -1)),
        ("larger path, Hardy alone", _played(EXAGGERATION, "hardy", -1)),
        ("larger path, Hardy over a plane", _played(EXAGGERATION, "hardy", 1)),
    ]
    return np.concatenate([_row(label, clip) for label, clip in rows])


def _played(amount: float, kernel: str, degree: int) -> Clip:
    rig = refitted(running_rig(), RadialFunction(kernel), degree)
    return perform(run_performance(amount, rig), _FPS).clip


def _row(label: str, clip: Clip) -> Image:
    footage = footage_of_clip(character("figure"), clip.frames(0, len(clip) - 1))
    picture = strip(footage, _ROW, 12, azimuth=80.0, elevation=4.0)
    return write_text(picture, label, (10, 8), theme_named("dark").ink, 15, "la")


def run_tables(out: Path) -> None:
    """Prints the errors by kernel, and draws those of the sets as they are."""
    natural, exaggerated, rig = natural_run(), exaggerated_run(), running_rig()
    drawn = {}
    for degree, words in ((1, "with a plane under the kernels"), (-1, "without a polynomial, as Choi")):
        for amount, original in ((1.0, natural), (EXAGGERATION, exaggerated)):
            table = run_table(original, run_performance(amount, rig), degree)
            print(f"\n{original.name}, {words}\n" + "\n".join(kernel_lines(table)))
            if degree == 1:
                drawn[original.name] = table
    draw_kernel_table(drawn, out / "perform-run-errors.png")


def main() -> None:
    """Draws everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path("."))
    out = parser.parse_args().output
    run_tables(out)
    write_png(run_rows(), out / "perform-run.png")
    for name, frames in (("lizard", (60, 360)), ("mouse", (40, 430))):
        (performance,) = cast_performances(name)
        footage = footage_of_clip(character(name), perform(performance, _FPS).clip.frames(*frames))
        write_png(contact_sheet(footage, (1000, 630), 15, azimuth=25.0), out / f"perform-{name}.png")
        print(f"\n{name}\n" + "\n".join(effort_lines(effort_table(performance, _FPS))))


if __name__ == "__main__":
    main()
