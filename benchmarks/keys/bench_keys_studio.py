"""The slider of Keys: from a step of a drag to the frame that shows it, inside the server, with no network.

A clip of 600 frames and 31 joints; each step fits, plays, measures and packs another count. Beside it is the
plain way: choices computed anew, the final fit, and JSON lists instead of a binary frame. Times
are the process's own, since other programs share the machine.
"""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

FRAMES, JOINTS = 600, 31
STEPS = 20
TARGET = 50e-3  # of a step [s]


def main() -> int:
    """Prints what a step of each drag takes; 1 if the slider's missed its target."""
    with tempfile.TemporaryDirectory() as folder:
        times = asyncio.run(_measure(Path(folder)))
    print(f"{FRAMES} frames, {JOINTS} joints; load average {os.getloadavg()[0]:.1f}")
    print(f"{'':44}{'median':>10}{'worst':>10}")
    for name, spent in times.items():
        print(f"{name:44}{median(spent) * 1e3:7.1f} ms{max(spent) * 1e3:7.1f} ms")
    slider, plain = (median(times[name]) for name in ("slider: preview of a count", "the plain way"))
    met = slider < TARGET
    answer = "yes" if met else "NO"
    print(f"The plain way takes {plain / slider:.0f} times as long. Slider under 50 ms: {answer}")
    return 0 if met else 1


async def _measure(folder: Path) -> dict[str, list[float]]:
    from kinegraph.keys.choices import choose_keys
    from kinegraph.keys.keyed_motion import key_motion
    from kinegraph.studio.document.document import Document
    from kinegraph.studio.document.key_fields import Keying, KeySettings
    from kinegraph.studio.keys.keyed_records import choose, result_of
    from kinegraph.studio.protocol.key_commands import MoveColumns
    from kinegraph.studio.studio import Studio

    studio = Studio(Document(folder / "bench.kine"), first=None, eager=False)
    clip, source = _stock(studio)
    settings, desk = KeySettings(), studio.keys
    times: dict[str, list[float]] = {}

    async def timed(name: str, work: Awaitable[Any]) -> Any:
        begun = time.process_time()
        made = await work
        times.setdefault(name, []).append(time.process_time() - begun)
        return made

    await desk.choices_frame(source, settings, None)  # compiles
    desk._kept = type(desk._kept)()
    await timed("opening: all choices, their plot", desk.choices_frame(source, settings, None))
    choices = (await desk.choices(source, settings)).choices
    counts = np.linspace(choices.counts[0], min(choices.counts[-1], 120), STEPS).astype(int)
    await desk.preview(source, settings, 10, result=None, keep_edits=False, gesture="g")
    for count in counts.tolist():
        step = desk.preview(source, settings, count, result=None, keep_edits=False, gesture="g")
        await timed("slider: preview of a count", step)
    made = await desk.final(source, settings, 40, None)
    made = await timed("letting go: final fit of 40 keys, packed", desk.final(source, settings, 40, None))
    keying = Keying(source=source.id, source_blob=source.blob, settings=settings, count=40)
    await studio.commit(lambda records: choose(records, source, None, keying, made.arrays, ()))
    records = studio.document.records
    result = result_of(records, source.id)
    assert result is not None
    columns = made.played.animation.column_times[10:13].tolist()
    for step in range(STEPS):
        edit = MoveColumns(columns=tuple(columns), shift=0.001 * step)
        await timed("dragging three columns", desk.edit_preview(records, result, (edit,), "g"))
    times["the plain way"] = [_plain(clip, choose_keys, key_motion, count) for count in (10, 40)]
    await studio.close()
    return times


def _plain(clip: Any, choose_keys: Callable[..., Any], key_motion: Callable[..., Any], count: int) -> float:
    begun = time.process_time()
    choices = choose_keys(clip)
    nearest = int(choices.counts[np.abs(choices.counts - count).argmin()])
    keyed = key_motion(choices, nearest)
    json.dumps({"rotations": keyed.clip.rotations.tolist(), "distances": keyed.distances.tolist()})
    return time.process_time() - begun


def _stock(studio: Any) -> Any:
    """Puts a figure with a walk-like motion into the studio."""
    from kinegraph.core.character import Character
    from kinegraph.core.clip import Clip
    from kinegraph.core.math.rotations import quat_from_axis_angle
    from kinegraph.core.skeleton import Skeleton
    from kinegraph.studio.document import edits
    from kinegraph.studio.document.blobs import blob_hash
    from kinegraph.studio.document.character_blob import describe_character, pack_character
    from kinegraph.studio.document.edit_kinds import EditKind
    from kinegraph.studio.document.motion_blob import describe_motion, pack_motion

    generator = np.random.default_rng(7)
    parents = [-1, *(max(0, joint - generator.integers(1, 4)) for joint in range(1, JOINTS))]
    offsets = generator.normal(scale=0.12, size=(JOINTS, 3))
    skeleton = Skeleton.from_offsets([f"joint{n}" for n in range(JOINTS)], parents, offsets)
    seconds = np.arange(FRAMES)[:, None, None] / 60.0
    rates, phases = generator.uniform(1.0, 6.0, (JOINTS, 3)), generator.uniform(0.0, 6.0, (JOINTS, 3))
    turns = 0.4 * np.sin(rates * seconds + phases) * np.sin(0.5 * rates * seconds)
    roots = np.stack([0.3 * np.sin(seconds[:, 0, 0]), np.full(FRAMES, 1.0), 0.8 * seconds[:, 0, 0]], axis=1)
    clip = Clip(skeleton, 60.0, roots, quat_from_axis_angle(turns), None, "bench")
    figure = Character.bare("bench", skeleton)
    shape, arrays = pack_character(figure), pack_motion(clip)
    owner = describe_character(figure, id="c", blob=blob_hash(shape))
    motion = describe_motion(clip, id="m", blob=blob_hash(arrays), character="c")
    blobs = {owner.blob: shape, motion.blob: arrays}
    studio.document.commit(edits.add({}, EditKind.ADD_CHARACTER.of(), [owner, motion], blobs))
    return clip, motion


if __name__ == "__main__":
    raise SystemExit(main())
