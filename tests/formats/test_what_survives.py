"""The table "What survives" in docs/formats.md: each cell is measured on a file that was written and read."""

from collections.abc import Callable
from functools import cache
from itertools import takewhile
from pathlib import Path

import numpy as np
import pytest
from tests.formats.format_samples import character, clip, keyed

from kinegraph.core.animation import QUATERNION, Animation, Channel
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.blender.launch import BlenderNotFound, find_blender
from kinegraph.studio.motions.document_scene import scene_of_document
from kinegraph.studio.motions.scene_document import add_scene

DOCS = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
HEADING = "### What survives"
NO, YES, EXACT, FLOAT32 = "no", "yes", "exact", "float32"


def table() -> dict[tuple[str, str], str]:
    """The cells of the documented table by (row, ending)."""
    lines = DOCS.read_text(encoding="utf-8").split(HEADING)[1].split("\n## ")[0].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = [
        line.strip("|").split("|") for line in takewhile(lambda line: line.startswith("|"), lines[first:])
    ]
    endings = [cell.strip().strip("`") for cell in rows[0][1:]]
    return {
        (row[0].strip(), ending): cell.strip()
        for row in rows[2:]
        for ending, cell in zip(endings, row[1:], strict=True)
    }


CELLS = table()


@cache
def original() -> Scene:
    who = character()
    dense = clip(who.skeleton, name="dense")
    cup = np.arange(3.0 * len(dense)).reshape(-1, 1, 3) / len(dense)
    still = np.tile([0.0, 0.0, 0.0, 1.0], (len(dense), 1, 1))
    locators = LocatorClip(("cup",), dense.fps, cup, still, "dense")
    return Scene(who, (dense,), (keyed(who.skeleton),), locators=(locators,))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Scene]:
    folder = tmp_path_factory.mktemp("survives")

    @cache
    def through(ending: str) -> Scene:
        path = folder / f"scene{ending}"
        if ending == ".blend":
            try:
                find_blender()
            except BlenderNotFound as error:
                pytest.skip(str(error))
        if ending == ".kine":
            add_scene(path, original(), "scene")
            return scene_of_document(path)
        one = ending == ".bvh"  # holds one motion: the keyed one is of interest
        save(Scene(original().character, animations=original().animations) if one else original(), path)
        return load(path)

    return through


def keys(scene: Scene) -> Animation | None:
    return next((each for each in scene.animations if each.name == "keyed"), None)


def exactness(distance: float) -> str:
    return EXACT if distance < 1e-12 else FLOAT32 if distance < 2e-6 else "no"


def key_values(scene: Scene) -> str:
    """Keys, on joints that have the same rotation mode in both: all of them, or all but one."""
    found, before = keys(scene), original().animations[0]
    if found is None:
        return NO
    same = same_channels(found, before)
    if len({c.joint for c in before.curves} - {c.joint for c in same}) > 1:
        times = {round(t, 6) for curve in found.curves.values() for t in curve.times.tolist()}
        kept = {round(t, 6) for curve in before.curves.values() for t in curve.times.tolist()}
        return "and more" if kept <= times else NO
    assert all(len(found.curves[c]) == len(before.curves[c]) for c in same)
    return exactness(max(float(np.abs(found.curves[c].values - before.curves[c].values).max()) for c in same))


def same_channels(found: Animation, before: Animation) -> list[Channel]:
    return [c for c in before.curves if found.rotation_modes[c.joint] == before.rotation_modes[c.joint]]


def handles(scene: Scene) -> str:
    found, before = keys(scene), original().animations[0]
    if found is None or key_values(scene) not in (EXACT, FLOAT32):
        return NO if found is None else "fitted"
    same = same_channels(found, before)
    apart = [
        np.abs(getattr(found.curves[c], side)[part] - getattr(before.curves[c], side)[part])
        for c in same
        for side, part in (("in_handles", slice(1, None)), ("out_handles", slice(None, -1)))
        if not before.curves[c].holds.any() and len(before.curves[c]) > 1
    ]
    return exactness(max(float(each.max()) for each in apart))


def holds(scene: Scene) -> str:
    """Whether a joint rests from a key that holds until just before the next."""
    found, before = keys(scene), original().animations[0]
    held = next(c for c, curve in before.curves.items() if curve.holds.sum() == 1)
    if found is None:
        return NO
    key = int(np.flatnonzero(before.curves[held].holds)[0])
    start, end = before.curves[held].times[key : key + 2].tolist()
    times = np.array([start + 1e-4, 0.5 * (start + end), start + 0.95 * (end - start)])
    turned = poses_at(found, times, found.fps).rotations[:, held.joint]
    return YES if np.abs(turned @ turned[0]).min() > 1.0 - 1e-7 else NO


def rotation_orders(scene: Scene) -> str:
    found, before = keys(scene), original().animations[0]
    if found is None:
        return NO
    if set(found.rotation_modes) == {QUATERNION}:
        return "quaternions"
    kept = [a == b for a, b in zip(found.rotation_modes, before.rotation_modes, strict=True)]
    return YES if all(kept) else "of three axes" if sum(kept) == len(kept) - 1 else NO


def tags(scene: Scene) -> str:
    found, before = keys(scene), original().animations[0]
    if found is None or not found.column_tags:
        return NO
    return YES if all(found.tag_at(t, 1e-4) == before.tag_at(t) for t in before.column_times.tolist()) else NO


def motions(scene: Scene) -> str:
    names = {motion.name for motion in (*scene.clips, *scene.animations)}
    return YES if {"keyed", "dense"} <= names else "one"


def played(scene: Scene) -> str:
    """The largest distance of a joint, of the keyed motion where it is there, as it plays."""
    before = original().animations[0]
    found = keys(scene)
    times = np.arange(0.0, 2.0, 1.0 / 24.0)
    expected = forward_kinematics(poses_at(before, times, 24.0)).positions
    if found is not None:
        there = forward_kinematics(poses_at(found, times, 24.0)).positions
    else:
        dense: Clip = next((each for each in scene.clips if each.name == "keyed"), scene.clips[0])
        there = forward_kinematics(dense.frames(0, len(times))).positions
    order = [scene_names(scene).index(name) for name in plain_names(scene)]
    apart = float(np.linalg.norm(there[:, order] - expected, axis=-1).max())
    for bound, text in ((1e-9, EXACT), (1e-5, "0.01 mm"), (5e-4, "0.5 mm")):
        if apart < bound:
            return text
    return f"{apart} m"


def scene_names(scene: Scene) -> list[str]:
    assert scene.character is not None
    return list(scene.character.skeleton.names)


def plain_names(scene: Scene) -> list[str]:
    """The sample's joint names as a file has them: BVH keeps no spaces."""
    names = character().skeleton.names
    have = set(scene_names(scene))
    return [name if name in have else name.replace(" ", "_") for name in names]


def skins(scene: Scene) -> str:
    return YES if scene.character is not None and len(scene.character.skins) == 2 else NO


def anatomy(scene: Scene) -> str:
    found, before = scene.character, character()
    assert found is not None
    kept = [body.caps for body in found.bodies] == [body.caps for body in before.bodies]
    return YES if kept and [c.name for c in found.contacts] == ["left toe"] else NO


def end_sites(scene: Scene) -> str:
    assert scene.character is not None
    return YES if len(scene.character.skeleton.end_joints) == 3 else NO


def locators(scene: Scene) -> str:
    if not scene.locators:
        return NO
    found, before = scene.locators[0], original().locators[0]
    same = found.names == before.names and found.name == before.name and len(found) == len(before)
    return YES if same and np.abs(found.positions - before.positions).max() < 2e-6 else NO


ROWS: dict[str, Callable[[Scene], str]] = {
    "key times and values": key_values,
    "handles": handles,
    "holds": holds,
    "rotation orders": rotation_orders,
    "tags of keys": tags,
    "several motions": motions,
    "joints as keys play": played,
    "skins": skins,
    "capabilities, contacts": anatomy,
    "end sites": end_sites,
    "locators": locators,
}


@pytest.mark.parametrize(("row", "ending"), CELLS)
def test_a_cell_says_what_a_file_keeps(row: str, ending: str, written: Callable[[str], Scene]) -> None:
    assert ROWS[row](written(ending)) == CELLS[row, ending]


def test_the_table_has_a_row_for_everything_measured() -> None:
    assert {row for row, _ in CELLS} == set(ROWS)
