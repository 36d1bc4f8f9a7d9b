"""Largest error at 10% of the frames against Blender's decimate with as many keys on every curve, per clip.

Blender gets the dense motion in the rotation modes of our result, and decimates each curve to our number of
keys; its curves are read back and played. Needs a Blender: `make blender`.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks import REAL_DATA
from benchmarks.keys.bench_played_error import KEPT, RATES, apart, at_rate, captures
from kinegraph.core.animation import Animation, Channel
from kinegraph.core.bake import animation_from_clip, poses_at
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.blender.launch import Blender, BlenderNotFound, find_blender
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion

SCRIPT = Path(__file__).with_name("blender_decimate.py")
TARGET = 0.5  # of decimate's largest error


def main(arguments: Sequence[str] = ()) -> int:
    """Prints a row for each clip; 1 where a clip missed the target."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=int, choices=RATES, default=60, help="frames per second")
    parser.add_argument("--clips", nargs="*", help="names of captures; all by default")
    chosen = parser.parse_args(list(arguments))
    try:
        blender = find_blender()
    except BlenderNotFound as error:
        print(f"(decimate: {error})")
        return 0
    if not REAL_DATA.is_dir():
        print("(decimate needs the captures in ../shared/data)")
        return 0
    print(
        f"{'clip':<11}{'frames':>7}{'keys':>5}{'ours':>17}{'decimate':>17}{'share':>7}   mean / largest [mm]"
    )
    shares = []
    for _, name, whole in captures():
        if chosen.clips and name not in chosen.clips:
            continue
        clip = at_rate(whole, chosen.rate)
        choices = choose_keys(clip)
        part, wanted = choices.clip, max(2, round(KEPT * len(clip)))
        count = int(choices.counts[np.abs(choices.counts - wanted).argmin()])
        made = key_motion(choices, count)
        keys = len(made.keys.frames)
        theirs = _decimated(blender, part, made.animation.rotation_modes, keys)
        ours, other = apart(part, made.clip), apart(part, poses_at(theirs, part.times, part.fps))
        shares.append(ours[1] / max(other[1], 1e-9))
        cells = "".join(f"{mean:>8.2f} /{largest:>7.1f}" for mean, largest in (ours, other))
        print(f"{name:<11}{len(part):>7}{keys:>5}{cells}{shares[-1]:>7.2f}", flush=True)
    over = sum(share > TARGET for share in shares)
    print(
        f"\nShare of decimate's largest error: median {np.median(shares):.2f}, highest {max(shares):.2f}; "
        f"{len(shares) - over} of {len(shares)} clips at most {TARGET:g}  {'MISSED' if over else 'ok'}"
    )
    return int(over > 0)


def _decimated(blender: Blender, clip: Clip, modes: Sequence[str], keys: int) -> Animation:
    """The clip after Blender's decimate, with `keys` keys on every curve."""
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "dense.blend", Path(name) / "decimated.blend"
        dense = animation_from_clip(clip, modes)
        character = Character.bare("capture", clip.skeleton)
        save(Scene(character, animations=(dense,)), source)
        options = ["-I", SCRIPT] if blender.is_python else ["--background", "--python", SCRIPT, "--"]
        command = [blender.program, *options, source, target, str(keys)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        found = load(target).animations[0]
    held: dict[Channel, int] = {channel: len(curve) for channel, curve in found.curves.items()}
    if max(held.values()) > keys + 1:
        raise RuntimeError(f"Blender left {max(held.values())} keys on a curve instead of {keys}.")
    return replace(found, name=clip.name)


if __name__ == "__main__":
    raise SystemExit(main())
