"""Whatever a page asks of Perform, in any order, is done or refused in a sentence, and undone exactly."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from page_client import PageClient
from perform_scenes import PIP, done, set_called
from serving import RunningStudio

NUMBERS = st.floats(-3.0, 3.0) | st.sampled_from([0.0, 1.0, 1e9, -1e9, 1e-9, 9_999.0, 20_000.0])
PLACES = st.tuples(NUMBERS, NUMBERS, NUMBERS)
NEAR = st.tuples(*[st.floats(-1.0, 1.0)] * 3)
SETS = st.sampled_from(["$sway", "$arm", "$both", "$new set", "s-none"])
KEYS = st.sampled_from(["upright", "left", "right", "arm 0", "arm 1", "both 0", "pose 1", "x"])
MOTIONS = st.sampled_from(["$motion", "$new motion", "m-clip", "m-none"])
LAYERS = st.sampled_from(["take 1", "take 2", "take 1 copy", "other", "x"])
NAMES = st.none() | st.sampled_from(["other", "sway", "left", "take 1", " ", "\u202e"])
JOINTS = st.lists(st.sampled_from(["hips", "spine", "left_arm", "right_arm", "nobody"]), max_size=3)
GESTURES = st.none() | st.sampled_from(["g1", "g2"])
TURNS = st.tuples(*[NUMBERS] * 4)
SECONDS = st.floats(0.0, 2.0)
SAMPLES = st.lists(st.tuples(SECONDS, *[st.floats(-1.0, 1.0)] * 3) | st.tuples(*[NUMBERS] * 4), max_size=6)
SWITCHES = st.lists(st.fixed_dictionaries({"time": SECONDS, "set": SETS}), max_size=2)
RELEASES = st.lists(st.fixed_dictionaries({"start": SECONDS, "stop": SECONDS}), max_size=2)
EDIT_FIELDS: dict[str, dict] = {
    "MuteLayer": {"layer": LAYERS, "muted": st.booleans()},
    "SoloLayer": {"layer": LAYERS, "solo": st.booleans()},
    "DeleteLayer": {"layer": LAYERS},
    "DuplicateLayer": {"layer": LAYERS},
    "ReorderLayer": {"layer": LAYERS, "to": st.integers(-2, 5)},
    "RenameLayer": {"layer": LAYERS, "name": st.sampled_from(["other", "take 1", " "])},
    "StretchLayer": {"layer": LAYERS, "factor": NUMBERS, "pivot": st.none() | NUMBERS},
    "ShiftLayer": {"layer": LAYERS, "seconds": NUMBERS},
    "SmoothLayer": {"layer": LAYERS, "seconds": NUMBERS},
    "LoopLayer": {"layer": LAYERS, "until": NUMBERS},
    "MovePath": {"layer": LAYERS, "time": NUMBERS, "shift": PLACES, "reach": NUMBERS},
    "SetWalking": {"walks": st.booleans()},
    "SetFade": {"seconds": NUMBERS},
}
EDITS = st.one_of(
    *[st.fixed_dictionaries({"type": st.just(kind), **fields}) for kind, fields in EDIT_FIELDS.items()]
)
OPTIONS = {
    "motion": st.none() | MOTIONS,
    "punch": st.none() | LAYERS,
    "speed": st.sampled_from([0.5, 1.0, 0.0]),
    "walks": st.none() | st.booleans(),
    "fade": st.sampled_from([0.0, 0.25, 3.0]),
}
FIELDS: dict[str, dict] = {
    "TurnJoint": {"joint": st.integers(-1, 5), "rotation": TURNS, "gesture": GESTURES},
    "ReachJoint": {"joint": st.integers(-1, 5), "target": PLACES, "gesture": GESTURES},
    "MovePose": {"shift": PLACES, "gesture": GESTURES},
    "MoveController": {"set": SETS, "place": PLACES, "gesture": GESTURES},
    "ResetPose": {},
    "MirrorPose": {},
    "AddSet": {"name": NAMES, "joints": st.none() | JOINTS, "controllers": st.lists(SETS, max_size=2)},
    "SetTargets": {"set": SETS, "joints": JOINTS, "controllers": st.lists(SETS, max_size=2)},
    "KeyPart": {
        "set": SETS,
        "part": st.fixed_dictionaries(
            {
                "kind": st.sampled_from(["locator", "handle", "pole", "joint", "controller"]),
                "target": st.sampled_from(["cup", "spine", "nobody"]),
                "moves": st.booleans(),
                "turns": st.booleans(),
            }
        ),
    },
    "PlaceLocator": {"set": SETS, "key": KEYS, "target": st.sampled_from(["cup", "x"]), "place": PLACES},
    "SetBlending": {
        "set": SETS,
        "function": st.sampled_from(["linear", "gaussian", "hardy", "thin-plate", "x"]),
        "degree": st.integers(-2, 2),
    },
    "ArrangeSet": {
        "set": SETS,
        "colour": st.none() | st.integers(-1, 8),
        "to": st.none() | st.integers(-1, 4),
        "walks": st.none() | st.booleans(),
    },
    "DriveSet": {"set": SETS, "by": st.none() | SETS},
    "SetHome": {"set": SETS, "place": PLACES, "gesture": GESTURES},
    "SetKey": {"set": SETS, "place": st.none() | PLACES, "name": NAMES, "controller": st.none() | PLACES},
    "UpdateKey": {"set": SETS, "key": KEYS, "controller": st.none() | PLACES},
    "MoveMarker": {"set": SETS, "key": KEYS, "place": PLACES, "gesture": GESTURES},
    "RenameKey": {"set": SETS, "key": KEYS, "name": st.sampled_from(["left", "other", " "])},
    "DeleteKey": {"set": SETS, "key": KEYS},
    "MirrorKey": {"set": SETS, "key": KEYS, "name": NAMES},
    "MirrorSet": {"set": SETS, "name": NAMES},
    "ShowKey": {"set": SETS, "key": KEYS},
    "RequestGhost": {"set": SETS, "key": KEYS},
    "RemoveRecord": {"id": SETS | MOTIONS},
    "Perform": {"set": st.none() | SETS, "released": st.booleans(), **OPTIONS},
    "Cursor": {"position": PLACES | NEAR, "time": NUMBERS, "playhead": st.none() | NUMBERS},
    "StartTake": {"set": SETS, "at": SECONDS, **OPTIONS},
    "TakeSamples": {
        "take": st.just("$take"),
        "samples": SAMPLES,
        "switches": SWITCHES,
        "releases": RELEASES,
    },
    "EndTake": {"take": st.just("$take"), "keep": st.booleans(), "name": NAMES},
    "EditLayers": {
        "motion": MOTIONS,
        "edits": st.lists(EDITS, min_size=1, max_size=3),
        "gesture": GESTURES,
    },
    "RequestPath": {"motion": MOTIONS, "layer": LAYERS},
    "EndGesture": {"gesture": st.sampled_from(["g1", "g2"])},
    "CancelGesture": {"gesture": st.sampled_from(["g1", "g2"])},
    "PlaceCharacter": {"position": PLACES, "heading": NUMBERS},
    "Undo": {},
    "Redo": {},
}
COMMANDS = st.one_of(*[st.tuples(st.just(kind), st.fixed_dictionaries(f)) for kind, f in FIELDS.items()])
WITHOUT_CHARACTER = {"EndGesture", "CancelGesture", "Undo", "Redo", "Cursor"}


class Asking:
    """A page that names what is there, or was, and asks for anything."""

    def __init__(self, page: PageClient) -> None:
        self.page = page
        performance = next(id for id, r in page.records.items() if r.get("form") == "performance")
        self.known = {f"${name}": set_called(page, name) for name in ("sway", "arm", "both")}
        self.known |= {"$motion": performance, "$take": "t-none", "$new set": "s-new", "$new motion": "m-new"}

    def resolved(self, value: Any) -> Any:
        """A field with the names of things replaced by their ids."""
        if isinstance(value, str):
            return self.known.get(value, value)
        if isinstance(value, dict):
            return {key: self.resolved(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.resolved(each) for each in value]
        return value

    def ask(self, kind: str, fields: dict) -> None:
        resolved_fields = self.resolved(fields)
        if kind == "Cursor":
            self.page.say("Cursor", sequence=1, **resolved_fields)
            return
        who = {} if kind in WITHOUT_CHARACTER else {"character": PIP}
        answer = self.page.ask(kind, **who, **resolved_fields)
        if answer["type"] == "Failure":
            assert "went wrong inside" not in answer["message"], (kind, resolved_fields, answer["message"])
            return
        for made in answer["created"]:
            word = {"s": "$new set", "m": "$new motion", "t": "$take"}[made[0]]
            self.known[word] = made


@given(st.lists(COMMANDS, min_size=1, max_size=8))
def test_fuzz_perform_is_done_or_refused_in_a_sentence_and_undone_exactly(
    untouched: RunningStudio, commands: Any
) -> None:
    document = untouched.studio.document
    before = {id: record for id, record in document.records.items() if id != "view"}
    start = document._position
    with untouched.page() as page:
        asking = Asking(page)
        for kind, fields in commands:
            if kind != "Undo" or document._position > start:
                asking.ask(kind, fields)
        for gesture in ("g1", "g2"):
            page.ask("CancelGesture", gesture=gesture)
        for take in [id for id, r in page.records.items() if r["kind"] == "take"]:
            done(page, "EndTake", take=take, keep=False)
        for motion in [id for id, r in page.records.items() if r.get("form") == "performance"]:
            done(page, "RequestClip", motion=motion)
        for _, arrays in page.frames:
            assert all(np.isfinite(array).all() for array in arrays.values())
        while document._position > start:
            done(page, "Undo")
    assert {id: record for id, record in document.records.items() if id != "view"} == before
