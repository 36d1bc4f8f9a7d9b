"""Reads scripts and checks every name and time; errors give the line."""

from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.files.bounded import read_bounded
from kinegraph.formats.text.yaml import MOST_BYTES, YamlText, parse_yaml
from kinegraph.perform.files.script import (
    Follow,
    Performer,
    Script,
    ScriptLayer,
    WayPoint,
)
from kinegraph.perform.files.script_origins import origin_of, performance_of
from kinegraph.perform.files.script_schema import (
    LONGEST,
    CharacterPart,
    Ease,
    FollowPart,
    LayerPart,
    ScriptFile,
    SpanPart,
    WayPointPart,
)
from kinegraph.perform.files.script_sets import set_of_part
from kinegraph.perform.performances.layers import (
    Layer,
    Release,
    Switch,
    audible,
)
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.playing.steering import Way, check_way, way_table
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.rig import SpatialRig

MOST_FRAMES = 200_000


def load_script(path: str | PathLike[str]) -> Script:
    """Reads and checks a script; files that it names are looked for beside it."""
    data = read_bounded(path, MOST_BYTES, "a script")
    return script_of_text(data, str(path), Path(path).parent)


def script_of_text(data: bytes | str, source: str = "script", folder: Path | None = None) -> Script:
    """Checks a script that is already in memory.

    source: Its name for messages.
    folder: Where files that it names are looked for; None where it may name none.
    """
    text = parse_yaml(data, source)
    file = text.convert(ScriptFile)
    names = [part.name for part in file.characters]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise text.error(f"$.characters[{number}].name", f"there are two characters called {name!r}.")
    performers = [
        _performer(text, part, f"$.characters[{number}]", folder)
        for number, part in enumerate(file.characters)
    ]
    length = _length(performers) if file.length is None else file.length
    if not length * file.fps < MOST_FRAMES:
        raise text.error(
            "$", f"{length:g} s at {file.fps:g} frames a second are more than {MOST_FRAMES} frames."
        )
    script = Script(source, file.fps, length, tuple(performers))
    _check_follows(text, script)
    return script


def _performer(text: YamlText, part: CharacterPart, place: str, folder: Path | None) -> Performer:
    with text.at(f"{place}.from"):
        origin = origin_of(part.origin, folder)
    rig = origin.rig
    for number, each in enumerate(part.sets):
        made = set_of_part(text, rig, each, f"{place}.sets[{number}]")
        with text.at(f"{place}.sets[{number}]"):
            rig = rig.with_set(made)
            blend(made)  # refuses markers that are too close together for the radial function
    recorded: tuple[Layer, ...] = ()
    walking = part.walks
    if part.performance is not None:
        with text.at(f"{place}.performance"):
            performance = performance_of(origin, part.performance)
        # A layer that is solo in the recording does not silence the script.
        recorded = tuple(replace(layer, solo=False) for layer in audible(performance.layers))
        walking = _walking(performance) if walking is None else walking
    layers: list[ScriptLayer] = []
    for number, each in enumerate(part.layers):
        here = f"{place}.layers[{number}]"
        layer = _layer(text, rig, each, here, f"script {number + 1}")
        with text.at(here):
            # Data types know best what may not be: one set for another that shares nothing with it, say.
            Performance(rig, (*recorded, *(_stand_in(other) for other in (*layers, layer))), part.fade)
        layers.append(layer)
    walks = _spans(text, walking or False, f"{place}.walks")
    if walks and not rig.character.contacts:
        raise text.error(f"{place}.walks", f"{part.origin} has no contact points to walk on.")
    with text.at(f"{place}.way"):
        way = _way(part, rig.character)
    if way and not walks:
        raise text.error(f"{place}.way", f"{part.name} does not walk; add `walks: true`.")
    return Performer(
        part.name,
        part.origin,
        rig,
        np.array(part.at),
        float(np.radians(part.facing)),
        walks,
        part.fade,
        recorded,
        tuple(layers),
        way,
    )


def _way(part: CharacterPart, character: Character) -> Way:
    """The way of a character in its own space, checked."""
    if not part.way:
        return ()
    cosine, sine = np.cos(np.radians(part.facing)), np.sin(np.radians(part.facing))
    x, z = (np.array(part.way) - [part.at[0], part.at[2]]).T
    way = check_way(np.stack([cosine * x - sine * z, sine * x + cosine * z], axis=1).tolist())
    way_table(way, character)  # refuses one that is too short for it
    return way


def _stand_in(layer: ScriptLayer) -> Layer:
    return Layer(layer.name, layer.set, [layer.start], [[0.0, 0.0, 0.0]], layer.switches, layer.releases)


def _layer(text: YamlText, rig: SpatialRig, part: LayerPart, place: str, name: str) -> ScriptLayer:
    with text.at(f"{place}.set"):
        if not rig.set(part.set).keys:
            raise InvalidValue(f"The set {part.set!r} has no pose yet.")
    points: list[WayPoint] = []
    switches: list[Switch] = []
    current = part.set
    for number, each in enumerate(part.path):
        here = f"{place}.path[{number}]"
        if points and not each.time > points[-1].time:
            raise text.error(
                f"{here}.time", f"times must increase: {each.time:g} s comes after {points[-1].time:g} s."
            )
        if each.set is not None and each.set != current:
            with text.at(f"{here}.set"):
                rig.set(each.set)
            current = each.set
            switches.append(Switch(each.time, current))
        points.append(_way_point(text, rig, current, each, part.ease, points, here))
    _check_repeat(text, part, points, place)
    releases = tuple(Release(*span) for span in _spans(text, part.released, f"{place}.released"))
    return ScriptLayer(part.name or name, part.set, tuple(points), part.repeat, tuple(switches), releases)


def _way_point(
    text: YamlText,
    rig: SpatialRig,
    set_name: str,
    part: WayPointPart,
    ease: Ease,
    before: list[WayPoint],
    place: str,
) -> WayPoint:
    given = [name for name in ("at", "by", "follow") if getattr(part, name) is not None]
    ease = part.ease or ease
    if len(given) > 1:
        raise text.error(place, f"a way-point has one of at, by and follow, not {' and '.join(given)}.")
    if isinstance(part.at, str):
        with text.at(f"{place}.at"):
            return WayPoint(part.time, ease, rig.set(set_name).key(part.at).place)
    if part.at is not None:
        return WayPoint(part.time, ease, np.array(part.at))
    if part.by is not None:
        return WayPoint(part.time, ease, shift=np.array(part.by))
    if part.follow is not None:
        return WayPoint(part.time, ease, follow=_follow(part.follow))
    if not before:
        return WayPoint(part.time, ease, shift=np.zeros(3))
    last = before[-1]  # a way-point without a place stays where the one before it is
    return WayPoint(part.time, ease, last.place, last.shift, last.follow)


def _follow(part: FollowPart) -> Follow:
    return Follow(part.character, part.joint, part.offset, part.reach)


def _check_repeat(text: YamlText, part: LayerPart, points: list[WayPoint], place: str) -> None:
    if part.repeat == 1:
        return
    first, last = points[0], points[-1]
    if len(points) < 2:
        raise text.error(f"{place}.repeat", "a path that repeats has two way-points or more.")
    if first.time + part.repeat * (last.time - first.time) > LONGEST:
        raise text.error(f"{place}.repeat", f"it goes on for more than {LONGEST:g} s.")
    same = (_same(first.place, last.place), _same(first.shift, last.shift), first.follow == last.follow)
    if not all(same):
        raise text.error(
            f"{place}.path[{len(points) - 1}]",
            "a path that repeats must end where it begins.",
        )


def _same(a: Floats | None, b: Floats | None) -> bool:
    return (a is None) == (b is None) and (a is None or b is None or bool(np.allclose(a, b, atol=1e-9)))


def _walking(performance: Performance) -> bool | list[SpanPart]:
    if performance.walking:
        return [SpanPart(start=start, stop=stop) for start, stop in performance.walking]
    return performance.walks


def _spans(text: YamlText, part: bool | list[SpanPart], place: str) -> tuple[tuple[float, float], ...]:
    if isinstance(part, bool):
        return ((0.0, np.inf),) if part else ()
    spans: list[tuple[float, float]] = []
    for number, each in enumerate(part):
        if not each.stop > each.start or (spans and each.start < spans[-1][1]):
            raise text.error(
                f"{place}[{number}]",
                f"{each.start:g} to {each.stop:g} s: times must increase.",
            )
        spans.append((each.start, each.stop))
    return tuple(spans)


def _length(performers: list[Performer]) -> float:
    ends = [layer.end for each in performers for layer in (*each.recorded, *each.layers)]
    return max(ends, default=0.0)


def _check_follows(text: YamlText, script: Script) -> None:
    """Checks that every followed character exists and has the joint; run once all characters are known."""
    for i, performer in enumerate(script.performers):
        for j, layer in enumerate(performer.layers):
            for k, point in enumerate(layer.points):
                if point.follow is None:
                    continue
                place = f"$.characters[{i}].layers[{j}].path[{k}].follow"
                with text.at(f"{place}.character"):
                    other = script.performer(point.follow.performer)
                    if other is performer:
                        raise InvalidValue(f"{other.name!r} cannot follow itself.")
                with text.at(f"{place}.joint"):
                    other.rig.character.skeleton.index(point.follow.joint)
