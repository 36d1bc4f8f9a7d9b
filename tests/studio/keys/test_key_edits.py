"""Editing keys by hand in the studio: drags and single edits, undone exactly, in step on all pages."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keys_scenes import CLIP, KEYED, MARKERS, choose, curves_of, frame_of, result_of, stock
from page_client import PageClient
from serving import RunningStudio

FPS = 30.0


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a clip, an animation and markers."""
    return stock(running)


def edit(page: PageClient, motion: str, *edits: dict, **fields: Any) -> dict:
    """Edits keys and expects that it is done."""
    answer = page.ask("EditKeys", motion=motion, edits=edits, **fields)
    assert answer["type"] == "Done", answer
    return answer


def label_of(page: PageClient) -> str:
    return next(e["label"] for e in reversed(page.events) if e["type"] == "DocumentChanged")


def test_edits_of_a_result_are_measured_against_its_source_and_marked_as_by_hand(
    stocked: RunningStudio,
) -> None:
    with stocked.page() as page:
        choose(page, 6)
        before = result_of(page)
        time = curves_of(page, before["id"])[1]["columnTimes"][2]
        edit(page, before["id"], {"type": "MoveColumns", "columns": [time], "shift": 2 / FPS})
        after = result_of(page)
        assert (after["id"], after["name"]) == (before["id"], before["name"])
        assert after["keying"]["handEdited"] is True
        header, arrays = frame_of(page, "RequestKeys", motion=after["id"])
        assert after["keying"]["figures"]["largest"] == pytest.approx(arrays["distances"].max(), rel=1e-6)
        assert header.figures.largest > before["keying"]["figures"]["largest"]
        page.ask("Undo")
        assert result_of(page) == before
        page.ask("Redo")
        assert result_of(page) == after
        choose(page, 6, keepEdits=False)
        assert result_of(page) == before, "choosing again without the edits replaces what a hand changed"


def test_a_drag_of_columns_is_shown_everywhere_and_becomes_one_edit(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        move = {"type": "MoveColumns", "columns": [0.4]}
        for step in range(1, 5):
            edit(one, KEYED, {**move, "shift": step / FPS}, gesture="g")
            seen = {type(h).__name__: (h, a) for h, a in (two.frame(), two.frame())}
            header, arrays = seen["CurvesFrame"]
            assert (header.motion, header.preview, header.gesture) == (KEYED, True, "g")
            assert arrays["columnTimes"][1] == pytest.approx(0.4 + step / FPS)
            assert seen["KeysFrame"][0].result == KEYED
            assert seen["KeysFrame"][0].motion is None
        assert stocked.studio.document.undo_label == "Import"
        one.ask("EndGesture", gesture="g")
        two.wait_for("PreviewEnded", gesture="g", motion=KEYED, committed=True)
        assert stocked.studio.document.undo_label == "Move a breakdown"
        _, arrays = curves_of(two, KEYED)
        assert arrays["columnTimes"][1] == pytest.approx(0.4 + 4 / FPS)
        assert two.records[KEYED]["keying"] is None


def test_undo_of_an_edit_by_hand_is_exact(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        record, curves = page.records[KEYED], curves_of(page, KEYED)[1]
        edit(page, KEYED, {"type": "ScaleColumns", "columns": [0.4, 1.0], "pivot": 0.0, "factor": 1.7})
        edit(page, KEYED, {"type": "SetHandles", "keys": [[0, 1], [1, 1]], "mode": "flat"})
        assert page.records[KEYED]["duration"] == pytest.approx(1.7, abs=1 / FPS)
        page.ask("Undo")
        page.ask("Undo")
        assert page.records[KEYED] == record
        for name, array in curves_of(page, KEYED)[1].items():
            np.testing.assert_array_equal(array, curves[name])


@pytest.mark.parametrize(
    ("change", "label"),
    [
        ({"type": "MoveColumns", "columns": [0.4, 1.0], "shift": 0.1}, "Move 2 keyframes"),
        ({"type": "ScaleColumns", "columns": [1.0], "pivot": 0.0, "factor": 2.0}, "Retime a detail keyframe"),
        ({"type": "AddColumn", "time": 0.7}, "Add a keypose"),
        ({"type": "AddColumn", "time": 0.7, "tag": "breakdown"}, "Add a breakdown"),
        ({"type": "DeleteColumns", "columns": [0.4]}, "Delete a breakdown"),
        ({"type": "TagColumns", "columns": [0.4, 1.0], "tag": "keypose"}, "Mark 2 keyframes as keyposes"),
        ({"type": "MoveKeys", "keys": [[0, 1], [1, 1]], "dt": 0.1, "dv": 0.2}, "Move 2 keyframes"),
        (
            {"type": "SetHandle", "channel": 1, "key": 1, "side": "out", "time": 0.5, "value": 1.0},
            "Move a handle",
        ),
        ({"type": "SetHandles", "keys": [[1, 1]], "mode": "linear"}, "Straighten the handles of a keyframe"),
        ({"type": "DeleteKeys", "keys": [[0, 1]]}, "Delete a keyframe"),
        ({"type": "AddKey", "channel": 1, "time": 0.7}, "Add a keyframe"),
    ],
)
def test_each_edit_has_a_short_label(stocked: RunningStudio, change: Any, label: Any) -> None:
    with stocked.page() as page:
        edit(page, KEYED, change)
        assert label_of(page) == label
        assert stocked.studio.document.undo_label == label


def test_several_edits_are_one(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        edit(
            page,
            KEYED,
            {"type": "MoveColumns", "columns": [1.0], "shift": 0.5},
            {"type": "ScaleColumns", "columns": [0.4], "pivot": 0.0, "factor": 2.0},
        )
        np.testing.assert_allclose(curves_of(page, KEYED)[1]["columnTimes"], [0.0, 0.8, 1.5])
        page.ask("Undo")
        assert stocked.studio.document.undo_label == "Import"


def test_columns_keep_their_importance_and_those_set_by_hand_have_all(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 8, settings={"contacts": False})
        result = result_of(page)["id"]
        before = curves_of(page, result)[1]
        middle = 0.5 * before["columnTimes"][3:5].sum()
        edit(page, result, {"type": "AddColumn", "time": middle})
        after = curves_of(page, result)[1]["columnImportance"]
        np.testing.assert_array_equal(np.delete(after, 4), before["columnImportance"])
        assert after[4] == 1.0
        edit(page, result, {"type": "DeleteColumns", "columns": [before["columnTimes"][1]]})
        left = curves_of(page, result)[1]["columnImportance"]
        np.testing.assert_array_equal(left, np.delete(after, 1))
        edit(page, result, {"type": "MoveColumns", "columns": [before["columnTimes"][2]], "shift": 0.01})
        np.testing.assert_array_equal(curves_of(page, result)[1]["columnImportance"], left)


def test_an_edit_that_changes_nothing_leaves_no_trace(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        record = result_of(page)
        edit(page, record["id"], {"type": "SetHandles", "keys": [[0, 1]], "mode": "broken"})
        edit(page, record["id"], {"type": "MoveColumns", "columns": [0.0], "shift": -1.0})
        assert result_of(page) == record
        assert stocked.studio.document.undo_label == "Choose 6 keyframes"


def test_edits_of_two_pages_at_once_are_both_made(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        numbers = [
            one.say(
                "EditKeys", motion=KEYED, edits=[{"type": "MoveColumns", "columns": [1.0], "shift": 0.5}]
            ),
            two.say(
                "EditKeys", motion=KEYED, edits=[{"type": "TagColumns", "columns": [0.4], "tag": "detail"}]
            ),
        ]
        for page, number in zip((one, two), numbers, strict=True):
            answer = page.wait(lambda e, number=number: e.get("request") == number)
            assert answer["type"] == "Done", answer
        header, arrays = curves_of(one, KEYED)
        assert arrays["columnTimes"][2] == 1.5
        assert header.column_tags[1].value == "detail"


def test_an_edited_source_marks_its_result_as_older(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 4, motion=KEYED)
        assert result_of(page, KEYED)["keying"]["sourceBlob"] == page.records[KEYED]["blob"]
        edit(page, KEYED, {"type": "MoveColumns", "columns": [1.0], "shift": 0.5})
        assert result_of(page, KEYED)["keying"]["sourceBlob"] != page.records[KEYED]["blob"]
        _, arrays = frame_of(page, "RequestKeys", motion=result_of(page, KEYED)["id"])
        assert arrays["distances"].shape == (page.records[KEYED]["frames"], 4)


def test_edits_survive_a_restart(stocked: RunningStudio, start_studio: Callable[..., RunningStudio]) -> None:
    with stocked.page() as page:
        choose(page, 6)
        result = result_of(page)["id"]
        edit(page, result, {"type": "AddColumn", "time": 0.777})
        record, curves = result_of(page), curves_of(page, result)[1]
    stocked.stop()
    with start_studio().page() as page:
        assert result_of(page) == record
        for name, array in curves_of(page, result)[1].items():
            np.testing.assert_array_equal(array, curves[name])
        page.ask("Undo")
        assert result_of(page)["keying"]["handEdited"] is False


BAD = [
    ({"type": "MoveColumns", "columns": [0.123], "shift": 0.1}, "no column of keys at 0.123"),
    ({"type": "MoveColumns", "columns": [], "shift": 0.1}, "columns"),
    ({"type": "MoveColumns", "columns": [0.4] * 100_001, "shift": 0.1}, "columns"),
    ({"type": "MoveColumns", "columns": [1.0], "shift": 1e300}, "too long"),
    ({"type": "ScaleColumns", "columns": [0.4], "pivot": 0.0, "factor": 0.0}, "above zero"),
    ({"type": "ScaleColumns", "columns": [0.4], "pivot": 0.0, "factor": -2.0}, "above zero"),
    ({"type": "AddColumn", "time": -1.0}, "can be set from"),
    ({"type": "AddColumn", "time": 1e12}, "can be set from"),
    ({"type": "AddColumn", "time": 0.5, "tag": "wobble"}, "wobble"),
    ({"type": "DeleteColumns", "columns": [0.0, 0.4, 1.0]}, "at least one key"),
    ({"type": "TagColumns", "columns": [0.2], "tag": "detail"}, "no column"),
    ({"type": "MoveKeys", "keys": [[9, 0]], "dt": 0.0, "dv": 0.0}, "outside"),
    ({"type": "MoveKeys", "keys": [[0, -1]], "dt": 0.0, "dv": 0.0}, "outside"),
    ({"type": "MoveKeys", "keys": [[0, 10**30]], "dt": 0.0, "dv": 0.0}, "outside"),
    ({"type": "MoveKeys", "keys": [[0, 0]], "dt": 0.0, "dv": 1.7e308}, "values up to"),
    ({"type": "SetHandle", "channel": 0, "key": 99, "side": "in", "time": 0.0, "value": 0.0}, "outside"),
    ({"type": "SetHandle", "channel": 0, "key": 1, "side": "up", "time": 0.0, "value": 0.0}, "up"),
    ({"type": "SetHandles", "keys": [[0, 0]], "mode": "wavy"}, "wavy"),
    ({"type": "DeleteKeys", "keys": [[0, 99]]}, "outside"),
    ({"type": "AddKey", "channel": 99, "time": 0.5}, "outside"),
    ({"type": "Juggle"}, "Juggle"),
]


@pytest.mark.parametrize("gesture", [None, "g"])
@pytest.mark.parametrize(("change", "sentence"), BAD)
def test_what_cannot_be_edited_is_answered_with_a_sentence(
    untouched_keys: Any, change: Any, sentence: str, gesture: str
) -> None:
    before = dict(untouched_keys.studio.document.records)
    with untouched_keys.page() as page:
        answer = page.ask("EditKeys", motion=KEYED, edits=[change], gesture=gesture)
        assert answer["type"] == "Failure", answer
        assert sentence in answer["message"]
        assert "went wrong inside" not in answer["message"]
        assert dict(untouched_keys.studio.document.records) == before
        assert not untouched_keys.studio.gestures


@pytest.mark.parametrize(
    ("motion", "sentence"), [(CLIP, "no keyframes"), (MARKERS, "no keyframes"), ("x", "in the document")]
)
def test_only_keyed_motion_can_be_edited(untouched_keys: Any, motion: Any, sentence: str) -> None:
    with untouched_keys.page() as page:
        answer = page.ask("EditKeys", motion=motion, edits=[{"type": "AddColumn", "time": 0.5}])
        assert sentence in answer["message"]


NUMBERS = st.floats(-3.0, 3.0) | st.sampled_from([0.0, 0.4, 1.0, 1e9, -1e9, 1e-9])
TIMES = st.sampled_from([0.0, 0.4, 1.0, 0.5])
KEYS = st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 4)), min_size=1, max_size=4)
TAGS = st.sampled_from(["keypose", "breakdown", "detail"])
EDITS = st.one_of(
    st.fixed_dictionaries({"type": st.just("MoveColumns"), "columns": st.lists(TIMES), "shift": NUMBERS}),
    st.fixed_dictionaries(
        {"type": st.just("ScaleColumns"), "columns": st.lists(TIMES), "pivot": NUMBERS, "factor": NUMBERS}
    ),
    st.fixed_dictionaries({"type": st.just("AddColumn"), "time": NUMBERS, "tag": TAGS}),
    st.fixed_dictionaries({"type": st.just("DeleteColumns"), "columns": st.lists(TIMES)}),
    st.fixed_dictionaries({"type": st.just("TagColumns"), "columns": st.lists(TIMES), "tag": TAGS}),
    st.fixed_dictionaries({"type": st.just("MoveKeys"), "keys": KEYS, "dt": NUMBERS, "dv": NUMBERS}),
    st.fixed_dictionaries(
        {
            "type": st.just("SetHandle"),
            "channel": st.integers(-1, 4),
            "key": st.integers(-1, 4),
            "side": st.sampled_from(["in", "out"]),
            "time": NUMBERS,
            "value": NUMBERS,
            "free": st.booleans(),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("SetHandles"),
            "keys": KEYS,
            "mode": st.sampled_from(["auto", "aligned", "flat", "linear", "broken"]),
        }
    ),
    st.fixed_dictionaries({"type": st.just("DeleteKeys"), "keys": KEYS}),
    st.fixed_dictionaries({"type": st.just("AddKey"), "channel": st.integers(-1, 4), "time": NUMBERS}),
)


@given(st.lists(EDITS, min_size=1, max_size=5), st.booleans())
def test_fuzz_edits_are_done_or_refused_in_a_sentence_and_undone_exactly(
    untouched_keys: Any, changes: Any, dragged: Any
) -> None:
    before = dict(untouched_keys.studio.document.records)
    with untouched_keys.page() as page:
        fields = {"gesture": "g"} if dragged else {}
        answer = page.ask("EditKeys", motion=KEYED, edits=changes, **fields)
        if dragged and answer["type"] == "Done":
            answer = page.ask("EndGesture", gesture="g")
        if answer["type"] == "Failure":
            assert "went wrong inside" not in answer["message"]
        elif dict(untouched_keys.studio.document.records) != before:
            curves_of(page, KEYED)
            page.ask("Undo")
        assert dict(untouched_keys.studio.document.records) == before
