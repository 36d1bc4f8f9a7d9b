"""Retargeting to rigs of other makes: `python -m benchmarks retarget [--sheet FILE] [--held-out] [--quick]`.

A row is a rig and a clip: lean while the clip stands, depth under the ground, slip and height of standing
feet, lowest height of the foot that comes least near to the ground and of the head, largest turn in a frame
at 60 fps. Lengths are percentages of the body's size. Rigs of real files take part where ../shared/data
has them; the others are generated. Rigs marked with * (--held-out) are for measuring only:
nothing was tuned on them. --only REGEX takes some rigs. --quick takes twelve rigs, one of each make, and
three clips: about a minute of CPU instead of twenty; `make retarget-sheet` draws them.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import REAL_DATA
from benchmarks.retarget.clips import sources
from benchmarks.retarget.foreign_rigs import foreign_rig
from benchmarks.retarget.sheet import draw_sheet
from kinegraph.core.clip import Clip
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.creature_from_rig import creature_from_scene
from kinegraph.creatures.body.neutral_stance import neutral_creature, relax_limbs
from kinegraph.creatures.retarget.fit_to_body import fit_to_body, play_fitted
from kinegraph.creatures.retarget.generalize_clip import generalize_clip
from kinegraph.creatures.retarget.quality import RetargetQuality, measure_quality
from kinegraph.formats import load

REAL = (
    ("m2m_kaiju-animations.glb", False),
    ("m2m_snake-animations.glb", False),
    ("m2m_fox-dog.glb", False),
    ("m2m_human-male.glb", False),
    ("CesiumMan.glb", False),
    ("RobotExpressive.glb", False),
    ("m2m_bird-animations.glb", False),
    ("Fox.glb", True),
    ("m2m_spider-animations.glb", True),
    ("m2m_human-zombie.glb", True),
    ("RiggedFigure.glb", True),
    ("../bvh/test_freebvh.bvh", True),
)
MADE = (
    *(
        (kind, seed)
        for kind in ("person", "tailed biped", "theropod", "quadruped", "snake")
        for seed in (0, 1)
    ),
)
HELD_OUT = (
    *(
        (kind, seed)
        for kind in ("person", "tailed biped", "theropod", "quadruped", "snake")
        for seed in (50, 51)
    ),
)
# One rig of each make, and the clips on the sheet. Without real files, all generated rigs take their place.
QUICK_FILES = (
    *("m2m_kaiju-animations.glb", "m2m_snake-animations.glb", "m2m_fox-dog.glb", "CesiumMan.glb"),
    *("RobotExpressive.glb", "Fox.glb", "m2m_spider-animations.glb", "../bvh/test_freebvh.bvh"),
)
QUICK_MADE = (("person", 1), ("tailed biped", 0), ("theropod", 1), ("quadruped", 0))
QUICK_CLIPS = ("stand", "walk", "cartwheel")
PENETRATION, SLIP, TILT = 0.01, 0.01, 5.0


@dataclass(frozen=True, eq=False)
class Row:
    """A rig on the sheet and in the table."""

    name: str
    creature: Creature
    results: dict[str, tuple[Clip, RetargetQuality]]


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; 1 where a rig misses a target."""
    words = arguments or []
    folder = REAL_DATA if REAL_DATA.is_dir() else None
    quick = "--quick" in words
    clips = {
        name: generalize_clip(each.clip, each.character)
        for name, each in sources(None if quick else folder).items()
        if not quick or name in QUICK_CLIPS
    }
    print(
        f"{'rig':<28}{'clip':<20}{'tilt':>7}{'under':>8}{'slip':>8}{'float':>8}{'foot':>8}{'head':>8}{'turn':>8}"
    )
    print(f"{'':<48}{'deg':>7}{'%':>8}{'%':>8}{'%':>8}{'%':>8}{'%':>8}{'deg':>8}")
    rows, missed, pairs = [], 0, 0
    only = words[words.index("--only") + 1] if "--only" in words else ""
    with tempfile.TemporaryDirectory() as scratch:
        for name, creature in _rigs(folder, Path(scratch), "--held-out" in words, quick):
            if not re.search(only, name):
                continue
            row = Row(name, creature, {clip: _play(creature, animation) for clip, animation in clips.items()})
            rows.append(row)
            for clip, (_, found) in row.results.items():
                misses = _misses(found, standing=clip == "stand")
                missed, pairs = missed + bool(misses), pairs + 1
                print(_line(name if clip == "stand" else "", clip, found, misses), flush=True)
    targets = f"{PENETRATION:.0%} under ground, {SLIP:.0%} slip and height, {TILT:g} degrees standing"
    print(f"{pairs - missed} of {pairs} pairs within {targets}")
    if "--sheet" in words:
        draw_sheet(rows, Path(words[words.index("--sheet") + 1]))
    return int(missed > 0)


def _rigs(data: Path | None, scratch: Path, held_out: bool, quick: bool) -> Iterator[tuple[str, Creature]]:
    """Each rig's name and its creature in a relaxed stance."""
    files = {file: "*" if measured_only else "" for file, measured_only in REAL}
    for file, star in files.items() if data is not None else ():
        if file in QUICK_FILES if quick else held_out or not star:
            assert data is not None
            creature = creature_from_scene(load(data / "characters" / file))
            assert creature is not None
            yield Path(file).stem.removesuffix("-animations") + star, relax_limbs(creature)
    made = (*MADE, *(HELD_OUT if held_out else ()))
    for kind, seed in QUICK_MADE if quick and data is not None else made:
        character, make = foreign_rig(kind, seed, scratch)
        star = "*" if (kind, seed) in HELD_OUT else ""
        yield f"{kind} {seed} {make.names}{star}", neutral_creature(character)


def _play(creature: Creature, animation: GeneralAnimation) -> tuple[Clip, RetargetQuality]:
    fitted = fit_to_body(animation, creature)
    played = play_fitted(fitted, creature)
    return played, measure_quality(played, creature, fitted)


def _misses(found: RetargetQuality, *, standing: bool) -> str:
    letters = "u" if found.penetration > PENETRATION else ""
    letters += "s" if found.slip > SLIP else ""
    letters += "f" if found.floating > SLIP else ""
    return letters + ("t" if standing and (found.tilt is None or found.tilt > TILT) else "")


def _line(name: str, clip: str, found: RetargetQuality, misses: str) -> str:
    shares = (found.penetration, found.slip, found.floating, found.lowest_foot, found.lowest_head)
    tilt = f"{'-':>7}" if found.tilt is None else f"{found.tilt:>7.1f}"
    return (
        f"{name:<28}{clip:<20}{tilt}"
        + "".join(f"{100 * v:>8.2f}" for v in shares)
        + f"{found.turn:>8.1f}  {misses}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
