"""Migrations: how records written by an older Kinegraph become today's.

A record is stored as an image: its version and its JSON. To change a kind's layout, change its struct in
`records.py`, append a function to its list below that turns the last version's JSON object into the new
one's, and keep a sample of the old version in `tests/studio/samples`. Images are migrated as they are read,
history included, so undo reaches back across versions.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document.records import Record

Migration = Callable[[dict[str, Any]], dict[str, Any]]


def _motion_without_keying(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 no motion was made in Keys."""
    return {**content, "keying": None}


def _motion_without_recording(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 3 no motion was performed."""
    return {**content, "recording": None}


def _motion_without_spans(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 4 a performance walked throughout or not at all."""
    recording = content["recording"]
    return {**content, "recording": None if recording is None else {**recording, "walking": []}}


def _motion_without_creature(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 5 no creature played animations of any."""
    return {**content, "playing": None}


def _motion_without_drawing(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 6 no motion came from a doodle."""
    return {**content, "drawing": None}


def _motion_without_temporal_keys(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 7 no layer had temporal keys."""
    recording = content["recording"]
    if recording is None:
        return content
    layers = [{**layer, "keys": []} for layer in recording["layers"]]
    return {**content, "recording": {**recording, "layers": layers}}


def _motion_without_gait_plan(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 8 a creature played one animation at a time, and walked in a named style."""
    playing = content["playing"]
    if playing is None:
        return content
    return {**content, "playing": {**playing, "layers": [], "gait": {**playing["gait"], "plan": None}}}


def _motion_without_weights(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 9 every layer counted in full, and no target followed another creature."""
    playing = content["playing"]
    if playing is None:
        return content
    layers = [{**layer, "weight": 1.0} for layer in playing["layers"]]
    return {**content, "playing": {**playing, "layers": layers, "bound": {}}}


def _motion_without_way(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 10 a performance walked straight ahead."""
    recording = content["recording"]
    return {**content, "recording": None if recording is None else {**recording, "way": []}}


def _motion_keyed_whole(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 11 calibration poses were keyed, on any frame and without a limit of the error."""
    keying = content["keying"]
    if keying is None:
        return content
    new = {"calibration": True, "maxError": None, "rotation": "auto", "grid": None}
    return {**content, "keying": {**keying, "settings": {**keying["settings"], **new}}}


def _motion_keyed_with_noise(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 12 no noise was removed from motions."""
    keying = content["keying"]
    if keying is None:
        return content
    return {**content, "keying": {**keying, "settings": {**keying["settings"], "smooth": False}}}


def _motion_without_hand_keys(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 13 choosing keys anew dropped those that were set by hand."""
    keying = content["keying"]
    return {**content, "keying": None if keying is None else {**keying, "hand": []}}


def _motion_without_layers(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 14 no motion had layers over a base."""
    return {**content, "layering": None}


def _stage_on_level_ground(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 the ground was level."""
    return {**content, "ground": {"hills": [], "stairs": []}}


def _scene_without_props(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 a shot had one camera, and a scene no props, no handshakes and no light of its own."""
    shots = []
    for shot in content.get("shots", []):
        key = {"time": 0.0, "eye": shot["eye"], "target": shot["target"], "angle": shot.get("angle", 35.0)}
        kept = {name: value for name, value in shot.items() if name not in key}
        shots.append({**kept, "keys": [key], "watchPart": ""})
    return {**content, "shots": shots, "props": [], "handshakes": [], "light": None}


def _view_without_doodle(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 there was no paper to look at."""
    return {**content, "doodle": None}


def _doodle_alone(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 each sheet had one character, corrections taught nothing, gestures called nothing."""
    taught = [{**gesture, "calls": None} for gesture in content.get("taught", [])]
    return {**content, "sheet": None, "hand": [], "learns": True, "lessons": [], "taught": taught}


def _doodle_without_sounds(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 3 no gesture made a sound."""
    return {**content, "taught": [{**gesture, "sound": None} for gesture in content.get("taught", [])]}


def _pen_of_characters_and_lines(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 no pen drew ground or scenery."""
    return content


def _character_without_plan(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 no character was made by the creature maker."""
    return {**content, "plan": None}


def _set_that_does_not_walk(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 no set said whether it walks."""
    return {**content, "walks": False}


def _pose_that_is_not_held(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 the next touch of the ball dropped a pose."""
    return {**content, "held": "none"}


def _take_with_the_usual_fade(content: dict[str, Any]) -> dict[str, Any]:
    """Before version 2 all new performances faded over in a quarter of a second, and nothing came twice."""
    return {**content, "fade": 0.25, "until": -1.0}


# Version n becomes n + 1 by the n-th function; a kind with no function is at version 1.
MIGRATIONS: dict[str, list[Migration]] = {
    "character": [_character_without_plan],
    "motion": [
        _motion_without_keying,
        _motion_without_recording,
        _motion_without_spans,
        _motion_without_creature,
        _motion_without_drawing,
        _motion_without_temporal_keys,
        _motion_without_gait_plan,
        _motion_without_weights,
        _motion_without_way,
        _motion_keyed_whole,
        _motion_keyed_with_noise,
        _motion_without_hand_keys,
        _motion_without_layers,
    ],
    "animation": [],
    "doodle": [_doodle_alone, _doodle_without_sounds],
    "set": [_set_that_does_not_walk],
    "pose": [_pose_that_is_not_held],
    "take": [_take_with_the_usual_fade],
    "pen": [_pen_of_characters_and_lines],
    "stage": [_stage_on_level_ground],
    "scene": [_scene_without_props],
    "view": [_view_without_doodle],
}

_record_decoder = msgspec.json.Decoder(Record)


class UnreadableImage(KinegraphError):
    """An image that holds no record."""


class NewerImage(KinegraphError):
    """An image of a later version than this Kinegraph knows."""


class _Image(msgspec.Struct):
    version: int
    record: msgspec.Raw


class _Kind(msgspec.Struct):
    kind: str


def version_of(kind: str) -> int:
    """The version in which records of a kind are written."""
    return len(MIGRATIONS[kind]) + 1


def encode_image(record: Record) -> str:
    """A record as it is stored."""
    kind = record.__struct_config__.tag
    image = _Image(version_of(str(kind)), msgspec.Raw(msgspec.json.encode(record)))
    return msgspec.json.encode(image).decode()


def decode_image(text: str) -> Record:
    """A stored record, brought to today's version."""
    try:
        image = msgspec.json.decode(text, type=_Image)
        kind = msgspec.json.decode(image.record, type=_Kind).kind
        if image.version < 1:
            raise UnreadableImage(f"a record has the version {image.version}")
        if kind not in MIGRATIONS or image.version > version_of(kind):
            raise NewerImage(f"a record of kind {kind!r}, version {image.version}, is not known here")
        if image.version == version_of(kind):
            return _record_decoder.decode(image.record)
        content = msgspec.json.decode(image.record)
        for migrate in MIGRATIONS[kind][image.version - 1 :]:
            content = migrate(content)
        return msgspec.convert(content, Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableImage(f"a record cannot be read: {error}") from None
    except (LookupError, TypeError) as error:  # a migration met another layout than that of its version
        raise UnreadableImage(f"a record of an older version lacks a field: {error}") from None
