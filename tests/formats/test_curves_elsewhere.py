"""The table of curves in files for other programs, in docs/formats.md: each cell is measured on a file."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.formats.fbx.fbx_reference import ReadCurve, ReadScene, read_curve
from tests.formats.fbx.test_fbx import animation_of, largest_difference, straight_skeleton
from tests.formats.format_samples import character, keyed
from tests.formats.maya.maya_stand_in import ORDERS as MAYA_ORDERS
from tests.formats.maya.maya_stand_in import Maya, run
from tests.formats.maya.test_maya import off

from kinegraph.core.animation import Animation
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.scene import Scene
from kinegraph.formats import save

DOCS = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
ORDERS = ("XYZ", "ZXY", "YZX", "ZYX")
FBX_ORDERS = ("XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX")


def table() -> dict[tuple[str, str], str]:
    """The cells of the documented table by (row, ending)."""
    lines = DOCS.read_text(encoding="utf-8").split("### What survives")[1].split("\n## ")[0].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("| | `.fbx`"))
    rows = [line.strip("|").split("|") for line in lines[first:] if line.startswith("|")]
    endings = [cell.strip().strip("`") for cell in rows[0][1:]]
    return {
        (row[0].strip(), ending): cell.strip()
        for row in rows[2:]
        for ending, cell in zip(endings, row[1:], strict=True)
    }


CELLS = table()


@cache
def euler() -> Animation:
    """Euler angles in four orders, slides of two joints, and a hold."""
    made = animation_of(straight_skeleton(), ORDERS, 6, (0, 2))
    channel, curve = next(iter(made.curves.items()))
    holds = np.arange(len(curve)) == 1
    held = Curve(curve.times, curve.values, curve.in_handles, curve.out_handles, holds)
    return Animation(made.skeleton, made.fps, {**made.curves, channel: held}, ORDERS, name=made.name)


@cache
def everything() -> Animation:
    """Quaternions and an order of two axes, too, on turned rests."""
    return keyed(character().skeleton)


class Elsewhere:
    """Both animations as files of an ending have them."""

    def __init__(self, folder: Path, ending: str) -> None:
        bare = Character.bare("a", euler().skeleton)
        save(Scene(bare, animations=(euler(),)), folder / f"euler{ending}")
        save(Scene(character(), animations=(everything(),)), folder / f"everything{ending}")
        if ending == ".fbx":
            scene = ReadScene((folder / "euler.fbx").read_bytes())
            full = ReadScene((folder / "everything.fbx").read_bytes())
            nodes = [node for node in scene.objects.values() if node.name == "AnimationCurve"]
            self.curves = [read_curve(node) for node in nodes]
            names = [full.title(joint) for joint in full.joints()]
            self.orders = [
                FBX_ORDERS[scene.objects[joint].property("RotationOrder")[0]][::-1]
                for joint in scene.joints()
            ]
            self.off = largest_difference(scene, euler(), list(euler().skeleton.names))
            self.far = largest_difference(full, everything(), names)
            self.counts = len([n for n in full.objects.values() if n.name == "AnimationCurve"])
        else:
            maya, full_maya = Maya(), Maya()
            run(maya, (folder / f"euler{ending}").read_text(encoding="utf-8"))
            run(full_maya, (folder / f"everything{ending}").read_text(encoding="utf-8"))
            self.curves = [
                ReadCurve(
                    np.array(
                        [
                            [
                                [key.time - key.into[0] / 3.0, scale * (key.value - key.into[1] / 3.0)],
                                [key.time, scale * key.value],
                                [key.time + key.out[0] / 3.0, scale * (key.value + key.out[1] / 3.0)],
                            ]
                            for key in curve.keys
                        ]
                    ),
                    np.array([key.out_type == "step" for key in curve.keys]),
                    np.zeros(len(curve.keys), dtype=bool),
                )
                for node in maya.nodes
                for name, curve in node.curves.items()
                for scale in [1.0 if name.startswith("translate") else float(np.degrees(1.0))]
            ]
            self.orders = [MAYA_ORDERS[node.order][::-1].upper() for node in maya.nodes]
            self.off, self.far = off(maya, euler()), off(full_maya, everything())

    def of(self, ours: Curve, factor: float, base: float) -> ReadCurve | None:
        """The curve that ours became: the one with all of its keys."""
        wanted = np.stack([ours.times, factor * ours.values + base], axis=1)
        for curve in self.curves:
            apart = np.abs(curve.points[None, :, 1] - wanted[:, None]) / [1e-6, 1e-4]
            if (apart.max(axis=2).min(axis=1) < 1.0).all():
                return curve
        return None

    def pairs(self) -> list[tuple[Curve, ReadCurve | None, float, float]]:
        offsets = 100.0 * euler().skeleton.offsets
        return [
            (curve, self.of(curve, factor, base), factor, base)
            for channel, curve in euler().curves.items()
            for turns in [channel.property == "rotation"]
            for factor in [float(np.degrees(1.0)) if turns else 100.0]
            for base in [0.0 if turns else float(offsets[channel.joint, channel.axis])]
        ]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Elsewhere]:
    folder = tmp_path_factory.mktemp("elsewhere")
    return cache(lambda ending: Elsewhere(folder, ending))


def key_times(files: Elsewhere) -> str:
    found = [(ours, there) for ours, there, _, _ in files.pairs()]
    if any(there is None for _, there in found):
        return "no"
    same = all(there is not None and len(there.points) == len(ours) for ours, there in found)
    return "kept" if same else "and more"


def handles(files: Elsewhere) -> str:
    """Their lengths as shares of segments, and their heights. Of curves without further keys."""
    length = height = 0.0
    for ours, found, factor, _ in files.pairs():
        if found is None or len(found.points) != len(ours):
            continue
        spans, keys = np.diff(ours.times), np.stack([ours.times, factor * ours.values], axis=1)
        for side, place, part, free in (
            ("in_handles", 0, slice(1, None), ~ours.holds[:-1]),
            ("out_handles", 2, slice(None, -1), ~ours.holds[:-1]),
        ):
            wanted = (getattr(ours, side) * [1.0, factor] - keys)[part][free]
            there = (found.points[:, place] - found.points[:, 1])[part][free]
            length = max(length, float((np.abs(there - wanted)[:, 0] / spans[free]).max()))
            height = max(height, float((np.abs(there - wanted)[:, 1] / (1.0 + np.abs(wanted[:, 1]))).max()))
    if max(length, height) < 1e-9:
        return "exact"
    return "1/10,000 of a segment" if length < 1e-4 and height < 1e-4 else f"{length} {height}"


def holds(files: Elsewhere) -> str:
    held = [
        found.holds.sum() for ours, found, _, _ in files.pairs() if found is not None and ours.holds.any()
    ]
    return "kept" if held and set(held) == {1} else f"{held}"


def rotation_orders(files: Elsewhere) -> str:
    return "kept" if tuple(files.orders) == ORDERS else f"{files.orders}"


def others(files: Elsewhere) -> str:
    return "fitted" if 1e-7 < files.far < 2e-3 else f"{files.far}"


def bound(distance: float) -> str:
    steps = ((1e-6, "0.001 mm"), (1e-5, "0.01 mm"), (1e-4, "0.1 mm"), (1e-3, "1 mm"))
    return next((text for limit, text in steps if distance < limit), f"{distance} m")


ROWS: dict[str, Callable[[Elsewhere], str]] = {
    "keys of Euler angles": key_times,
    "their handles": handles,
    "holds": holds,
    "rotation orders": rotation_orders,
    "quaternions, orders of two axes": others,
    "joints as keys play": lambda files: bound(files.far),
    "joints of Euler angles alone": lambda files: bound(files.off),
}


@pytest.mark.parametrize(("row", "ending"), CELLS)
def test_a_cell_says_what_a_file_keeps(row: str, ending: str, elsewhere: Callable[[str], Elsewhere]) -> None:
    assert ROWS[row](elsewhere(ending)) == CELLS[row, ending]


def test_the_table_has_a_row_for_everything_measured() -> None:
    assert {row for row, _ in CELLS} == set(ROWS)
