"""Edits of what surrounds the characters of a scene: props, handshakes, cameras and light."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.props.prop import FASTEST, LARGEST, SMALLEST
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import DoodleRecord, SceneRecord
from kinegraph.studio.document.scene_fields import SceneHandshake, SceneProp, SceneShot
from kinegraph.studio.scenes.edits import refuse_repeated, scene_of, things_of, without_things

_FARTHEST = 1e4  # [m] from the origin
_MOST_PROPS, _MOST_HANDSHAKES = 100, 100
_SIZES: dict[str, Vector] = {"box": (0.4, 0.4, 0.4), "ball": (0.3, 0.3, 0.3), "tree": (1.2, 2.0, 1.2)}


def add_prop(
    records: Records,
    kind: Literal["box", "ball", "tree", "drawing"],
    place: Vector,
    *,
    id: str,
    doodle: str | None = None,
    size: Vector | None = None,
    turn: float = 0.0,
) -> Edit:
    """Puts a prop into the scene. doodle: Whose scenery a drawing shows. size: Its usual one by default."""
    scene = scene_of(records)
    if len(scene.props) >= _MOST_PROPS:
        raise InvalidValue(f"A scene can have up to {_MOST_PROPS} props.")
    name = kind
    if kind == "drawing":
        name = _doodle_name(records, doodle)
    taken = [prop.name for prop in scene.props]
    prop = SceneProp(
        id=id,
        name=edits.free_name(name, taken),
        kind=kind,
        doodle=doodle if kind == "drawing" else None,
        place=place,
        size=size or _SIZES[kind],
        turn=turn,
    )
    _check(prop)
    return Edit(EditKind.ADD_SCENE_PROP.of(prop.name), {scene.id: replace(scene, props=(*scene.props, prop))})


def change_prop(records: Records, prop: SceneProp) -> Edit:
    """Replaces a prop by another state of it: moved, resized, pushed, held."""
    scene = scene_of(records)
    before = _found(scene, prop.id)
    if (prop.kind, prop.doodle) != (before.kind, before.doodle):
        raise InvalidValue(f"{before.name} stays what it is; add another prop instead.")
    if any(each.name == prop.name for each in scene.props if each.id != prop.id):
        raise InvalidValue(f"There is another prop called {prop.name!r}; choose another name.")
    _check(prop)
    for held in prop.held:
        edits.character_record(records, held.by)
    moved = replace(before, place=prop.place, turn=prop.turn, keys=prop.keys) == prop
    kind = EditKind.MOVE_SCENE_PROP if moved else EditKind.CHANGE_SCENE_PROP
    props = tuple(prop if each.id == prop.id else each for each in scene.props)
    return Edit(kind.of(prop.name), {scene.id: replace(scene, props=props)})


def remove_prop(records: Records, id: str) -> Edit:
    """Takes a prop out of the scene, and with it what looks at it or follows it."""
    scene = scene_of(records)
    gone = _found(scene, id)
    return Edit(EditKind.REMOVE_SCENE_PROP.of(gone.name), {scene.id: without_things(scene, {id})})


def set_handshakes(records: Records, handshakes: tuple[SceneHandshake, ...]) -> Edit:
    """Replaces all handshakes of the scene."""
    refuse_repeated(each.id for each in handshakes)
    if len(handshakes) > _MOST_HANDSHAKES:
        raise InvalidValue(f"A scene can have up to {_MOST_HANDSHAKES} handshakes.")
    for each in handshakes:
        first, second = (edits.character_record(records, id) for id in (each.first, each.second))
        if first is second:
            raise InvalidValue(f"{first.name} cannot shake hands with itself.")
        if not each.start < each.stop:
            raise InvalidValue("A handshake must begin before it ends.")
    scene = scene_of(records)
    return Edit(EditKind.SET_HANDSHAKES.of(), {scene.id: replace(scene, handshakes=handshakes)})


def set_shots(records: Records, shots: tuple[SceneShot, ...]) -> Edit:
    """Replaces the cuts of the camera."""
    refuse_repeated(shot.id for shot in shots)
    ordered = tuple(sorted(shots, key=lambda shot: shot.start))
    scene = scene_of(records)
    things = things_of(records, scene)
    for shot in ordered:
        for id in (shot.follow, shot.watch):
            if id is not None and id not in things:
                raise InvalidValue("A camera can follow and look at characters and props of the scene.")
        for before, after in pairwise(shot.keys):
            if not before.time < after.time:
                raise InvalidValue("The keys of a camera must be in the order of their times.")
        _check_view(shot)
    for before, after in pairwise(ordered):
        if before.start == after.start:
            raise InvalidValue(f"Two cuts at {after.start:.2f} s: move one of them.")
    return Edit(EditKind.SET_SHOTS.of(), {scene.id: replace(scene, shots=ordered)})


def light_scene(records: Records, light: Literal["dark", "light"] | None) -> Edit:
    """Changes the light of the scene; null for that of the page."""
    return Edit(EditKind.LIGHT_SCENE.of(), {SceneRecord.ID: replace(scene_of(records), light=light)})


def _check_view(shot: SceneShot) -> None:
    """Raises InvalidValue where a camera has nowhere to look."""
    for key in shot.keys:
        _near("A camera", (*key.eye, *key.target))
        if shot.watch is None:
            across = max(abs(key.eye[0] - key.target[0]), abs(key.eye[2] - key.target[2]))
            if across < 1e-3 * max(1.0, abs(key.eye[1] - key.target[1])):
                raise InvalidValue("A camera cannot look straight up or down; move it a little aside.")


def _check(prop: SceneProp) -> None:
    """Raises InvalidValue for a prop that the engine could not play."""
    _near(prop.name, (*prop.place, *(value for key in prop.keys for value in key.place)))
    turns = (prop.turn, *(key.turn for key in prop.keys))
    if not all(abs(turn) <= 1e6 for turn in turns):
        raise InvalidValue(f"The turn of {prop.name} must be an angle.")
    if not all(SMALLEST <= length <= LARGEST for length in prop.size):
        raise InvalidValue(f"{prop.name} must be {SMALLEST:g} to {LARGEST:g} m along each axis.")
    if prop.kind == "ball" and len(set(prop.size)) > 1:
        raise InvalidValue(f"{prop.name} must be round: one diameter in all three directions.")
    if prop.loose and prop.kind not in ("box", "ball"):
        raise InvalidValue(f"{prop.name} cannot fall or roll: only boxes and balls do.")
    if not all(abs(speed) <= FASTEST for speed in prop.push):
        raise InvalidValue(f"{prop.name} can be pushed with up to {FASTEST:g} m/s.")
    for key, later in pairwise(prop.keys):
        if not key.time < later.time:
            raise InvalidValue(f"The keys of {prop.name} must be in the order of their times.")
    for held in prop.held:
        if not held.start < held.stop:
            raise InvalidValue(f"{prop.name} must be held from an earlier to a later time.")
    for held, later in pairwise(prop.held):
        if later.start < held.stop:
            raise InvalidValue(f"{prop.name} can only be held by one character at a time.")


def _near(what: str, values: Iterable[float]) -> None:
    if not all(abs(value) <= _FARTHEST for value in values):
        raise InvalidValue(f"{what} must be within {_FARTHEST:g} m of the middle of the stage.")


def _doodle_name(records: Records, doodle: str | None) -> str:
    record = records.get(doodle or "")
    if not isinstance(record, DoodleRecord):
        raise InvalidValue("Choose a doodle whose scenery is to stand in the scene.")
    return record.name


def _found(scene: SceneRecord, id: str) -> SceneProp:
    prop = next((each for each in scene.props if each.id == id), None)
    if prop is None:
        raise InvalidValue("This prop is no longer in the scene. It may have been removed meanwhile.")
    return prop
