"""A small stand-in for `maya.cmds`, by the documented rules of its commands, and a reader of what it holds.

Weighted tangents: the control points of a Bezier segment are a key plus a third of its out tangent, and the
next key minus a third of its in tangent. In what unit `keyTangent` counts time, and which sign the in tangent
has, is not documented for all versions: `TangentRules` has them, so that a script can be tried with each.
"""

import math
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

ORDERS = ("xyz", "yzx", "zxy", "xzy", "yxz", "zyx")
LINEAR = {"mm": 0.1, "cm": 1.0, "m": 100.0}
ANGLES = {"deg": math.radians(1.0), "rad": 1.0}


@dataclass(frozen=True)
class TangentRules:
    """Meaning of the numbers that `keyTangent` takes.

    time: Seconds that one unit of a tangent's time is. sign: Of the height of in tangents.
    angle: Radians that one unit of a rotation's tangent is.
    """

    time: float = 1.0
    sign: float = 1.0
    angle: float = 1.0


@dataclass
class Key:
    """A key in seconds, and centimetres or radians; tangents in the same, three times the handles."""

    time: float
    value: float
    into: list[float] = field(default_factory=lambda: [0.1, 0.0])
    out: list[float] = field(default_factory=lambda: [0.1, 0.0])
    in_type: str = "auto"
    out_type: str = "auto"


@dataclass
class AnimCurve:
    """Keys of one attribute."""

    keys: list[Key] = field(default_factory=list)
    weighted: bool = False

    def evaluate(self, time: float) -> float:
        """The value at a time [s]."""
        keys = self.keys
        if time <= keys[0].time:
            return keys[0].value
        if time >= keys[-1].time:
            return keys[-1].value
        index = max(i for i, key in enumerate(keys) if key.time <= time)
        one, two = keys[index], keys[index + 1]
        if one.out_type == "step":
            return one.value
        span = two.time - one.time
        if one.out_type == "linear" and two.in_type == "linear":
            return one.value + (two.value - one.value) * (time - one.time) / span
        points = np.array(
            [
                [one.time, one.value],
                [one.time + one.out[0] / 3.0, one.value + one.out[1] / 3.0],
                [two.time - two.into[0] / 3.0, two.value - two.into[1] / 3.0],
                [two.time, two.value],
            ]
        )
        if not self.weighted:
            raise AssertionError("the script sets weighted tangents")
        roots = np.roots(
            [
                *(points[:, 0] @ np.array([[-1, 3, -3, 1], [3, -6, 3, 0], [-3, 3, 0, 0]]).T).tolist(),
                points[0, 0] - time,
            ]
        )
        real = roots[np.abs(roots.imag) < 1e-7].real
        u = float(np.clip(real[np.abs(real - 0.5).argmin()], 0.0, 1.0))
        v = 1.0 - u
        return float(np.array([v**3, 3 * v * v * u, 3 * v * u * u, u**3]) @ points[:, 1])


@dataclass
class Node:
    """A joint or a transform."""

    name: str
    parent: "Node | None"
    translate: list[float] = field(default_factory=lambda: [0.0] * 3)
    orient: list[float] = field(default_factory=lambda: [0.0] * 3)
    order: int = 0
    curves: dict[str, AnimCurve] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"{self.parent.path if self.parent else ''}|{self.name}"

    def matrix(self, time: float) -> np.ndarray:
        """World matrix at a time [s], lengths in centimetres."""
        places = [self._value(f"translate{axis}", time, self.translate[i]) for i, axis in enumerate("XYZ")]
        angles = [self._value(f"rotate{axis}", time, 0.0) for axis in "XYZ"]
        order = ORDERS[self.order]
        turn = Rotation.from_euler(order, [angles["xyz".index(letter)] for letter in order])
        orient = Rotation.from_euler("xyz", self.orient, degrees=True)
        own = np.eye(4)
        own[:3, :3] = (orient * turn).as_matrix()
        own[:3, 3] = places
        return own if self.parent is None else self.parent.matrix(time) @ own

    def _value(self, attribute: str, time: float, still: float) -> float:
        curve = self.curves.get(attribute)
        return curve.evaluate(time) if curve is not None and curve.keys else still


class Maya:
    """A scene of Maya and the commands that a script of ours uses."""

    def __init__(self, rules: TangentRules | None = None, linear: str = "cm", angle: str = "deg") -> None:
        self.nodes: list[Node] = []
        self.warnings: list[str] = []
        self.units = {"linear": linear, "angle": angle}
        self.rules, self.open_chunks, self.range = rules or TangentRules(), 0, (0.0, 0.0)

    def find(self, name: str) -> list[Node]:
        return [node for node in self.nodes if name in (node.path, node.name)]

    def _node(self, name: str) -> Node:
        (found,) = self.find(name)
        return found

    def _plug(self, plug: str) -> tuple[AnimCurve, str]:
        node, attribute = plug.rsplit(".", 1)
        return self._node(node).curves[attribute], attribute

    def _unit(self, attribute: str) -> float:
        if attribute.startswith("rotate"):
            return ANGLES[self.units["angle"]]
        return LINEAR[self.units["linear"]]

    # What the script calls -------------------------------------------------------------------------------

    def currentUnit(self, query: bool = False, **units: Any) -> str | None:
        if query:
            (kind,) = units
            return self.units[kind]
        self.units.update(units)
        return None

    def undoInfo(self, openChunk: bool = False, closeChunk: bool = False, chunkName: str = "") -> None:
        self.open_chunks += openChunk - closeChunk

    def ls(self, name: str, long: bool = False) -> list[str]:
        assert long
        return [node.path for node in self.find(name)]

    def warning(self, text: str) -> None:
        self.warnings.append(text)

    def createNode(self, kind: str, name: str, skipSelect: bool, parent: str | None = None) -> str:
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_:]*", name), name
        free, number = name, 0
        while self.find(free):
            number += 1
            free = f"{name}{number}"
        self.nodes.append(Node(free, self._node(parent) if parent else None))
        return free

    def delete(self, name: str) -> None:
        self.nodes.remove(self._node(name))

    def setAttr(self, plug: str, *values: Any) -> None:
        node, attribute = plug.rsplit(".", 1)
        one = self._node(node)
        if attribute == "translate":
            one.translate = [value * LINEAR[self.units["linear"]] for value in values]
        elif attribute == "jointOrient":
            assert self.units["angle"] == "deg"
            one.orient = list(values)
        else:
            assert attribute == "rotateOrder"
            (one.order,) = values

    def getAttr(self, plug: str) -> Any:
        node, attribute = plug.rsplit(".", 1)
        assert attribute == "rotateOrder"
        return self._node(node).order

    def cutKey(self, node: str, attribute: list[str], clear: bool) -> None:
        assert clear
        for name in attribute:
            self._node(node).curves.pop(name, None)

    def playbackOptions(self, minTime: str, maxTime: str) -> None:
        self.range = (_seconds(minTime), _seconds(maxTime))

    def setKeyframe(self, node: str, attribute: str, time: str, value: float) -> None:
        curve = self._node(node).curves.setdefault(attribute, AnimCurve())
        curve.keys.append(Key(_seconds(time), value * self._unit(attribute)))
        curve.keys.sort(key=lambda key: key.time)

    def keyframe(self, plug: str, query: bool, eval: bool, time: tuple[str]) -> list[float]:
        assert query
        assert eval
        curve, attribute = self._plug(plug)
        return [curve.evaluate(_seconds(each)) / self._unit(attribute) for each in time]

    def keyTangent(self, plug: str, edit: bool, index: tuple[int, int] | None = None, **flags: Any) -> None:
        assert edit
        curve, attribute = self._plug(plug)
        keys = curve.keys if index is None else curve.keys[index[0] : index[1] + 1]
        curve.weighted |= flags.pop("weightedTangents", False)
        flags.pop("lock", None)
        flags.pop("weightLock", None)
        height = self.rules.angle if attribute.startswith("rotate") else 1.0
        for key in keys:
            for name, value in flags.items():
                if name in ("inTangentType", "outTangentType"):
                    setattr(key, {"i": "in_type", "o": "out_type"}[name[0]], value)
                elif name in ("ix", "ox"):
                    (key.into if name == "ix" else key.out)[0] = value * self.rules.time
                else:
                    assert name in ("iy", "oy"), name
                    sign = self.rules.sign if name == "iy" else 1.0
                    (key.into if name == "iy" else key.out)[1] = sign * value * height


def _seconds(text: str) -> float:
    assert text.endswith("sec")
    return float(text[:-3])


@contextmanager
def inside(maya: Maya) -> Iterator[None]:
    """Makes `import maya.cmds` mean a stand-in."""
    package, commands = ModuleType("maya"), ModuleType("maya.cmds")
    for name in dir(Maya):
        if not name.startswith("_") and name != "find":
            setattr(commands, name, getattr(maya, name))
    package.cmds = commands  # type: ignore[attr-defined]
    modules = {"maya": package, "maya.cmds": commands}
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def run(maya: Maya, text: str) -> dict[str, Any]:
    """Runs a script inside a stand-in; returns its names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with inside(maya):
        exec(compile(text, "script.py", "exec"), names)
    return names
