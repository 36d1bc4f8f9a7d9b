"""Choosing keys in the studio: choices, previews of a drag, one edit in the end, and its figures."""

import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keys_scenes import (
    CLIP,
    KEYED,
    MARKERS,
    SETTINGS,
    SINGLE,
    STILL,
    a_dance,
    choose,
    curves_of,
    frame_of,
    result_of,
    stock,
)
from serving import RunningStudio

from kinegraph.core.bake import bake
from kinegraph.core.errors import KinegraphError
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.remembered import Remembered
from kinegraph.keys import settings as engine_settings
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.studio.document.edits import motion_record
from kinegraph.studio.document.key_fields import KeySettings
from kinegraph.studio.keys import desk as key_desk
from kinegraph.studio.protocol.key_frames import CurvesFrame, KeyChoicesFrame, KeysFrame
from kinegraph.studio.running import background


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a clip, an animation and markers."""
    return stock(running)


def test_the_choices_of_a_motion_are_those_of_the_engine(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        header, arrays = frame_of(page, "OpenKeys", motion=CLIP)
        assert isinstance(header, KeyChoicesFrame)
        contacts = stocked.studio.shelf.take(motion_record(stocked.studio.document.records, CLIP)).contacts
        choices = choose_keys(a_dance(), contacts=contacts)
        np.testing.assert_array_equal(arrays["counts"], choices.counts)
        np.testing.assert_allclose(arrays["errors"], choices.errors, rtol=1e-6)
        np.testing.assert_allclose(arrays["importance"], choices.frame_importance, atol=1e-6)
        assert (header.frames, header.fps, header.automatic) == (60, 30.0, choices.automatic)
        assert header.layer_counts[-1] == header.automatic
        assert header.settings == KeySettings()


def test_stored_settings_have_the_fields_and_defaults_of_the_engine() -> None:
    ours = msgspec.structs.asdict(KeySettings())
    engine = {
        f.name: getattr(engine_settings.KeySettings(), f.name) for f in fields(engine_settings.KeySettings)
    }
    assert ours == engine


def test_keys_are_chosen_as_one_edit_with_the_final_fit(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        answer = choose(page, 9)
        record = result_of(page)
        assert answer["created"] == [record["id"]]
        assert (record["form"], record["name"], record["character"]) == ("animation", "dance keys", "pip")
        assert (record["keys"], record["frames"], record["fps"]) == (9, 60, 30.0)
        assert record["keying"]["count"] == 9
        assert record["keying"]["handEdited"] is False
        change = next(e for e in page.events if e["type"] == "DocumentChanged")
        assert change["label"] == "Choose 9 keyframes"
        contacts = stocked.studio.shelf.take(motion_record(stocked.studio.document.records, CLIP)).contacts
        expected = key_motion(choose_keys(a_dance(), contacts=contacts), 9)
        _, arrays = curves_of(page, record["id"])
        values = np.concatenate([curve.values for curve in expected.animation.curves.values()])
        handles = np.concatenate([curve.out_handles for curve in expected.animation.curves.values()])
        np.testing.assert_array_equal(arrays["values"], values)
        np.testing.assert_array_equal(arrays["outHandles"], handles)
        assert record["keying"]["figures"]["largest"] == pytest.approx(expected.error.worst.largest, rel=1e-9)


def test_a_stored_result_is_shown_as_it_plays_and_differs(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 7)
        record = result_of(page)
        header, arrays = frame_of(page, "RequestKeys", motion=record["id"])
        assert isinstance(header, KeysFrame)
        assert (header.motion, header.result, header.blob) == (CLIP, record["id"], record["blob"])
        assert (header.preview, header.count) == (False, 7)
        document = stocked.studio.document
        played = bake(stocked.studio.shelf.animation(motion_record(document.records, record["id"])))
        np.testing.assert_allclose(arrays["rotations"], played.rotations, atol=1e-6)
        here, there = forward_kinematics(played), forward_kinematics(a_dance())
        distances = np.linalg.norm(here.positions - there.positions, axis=-1)
        ends = end_positions(played.skeleton, here) - end_positions(played.skeleton, there)
        joints = (slice(None), played.skeleton.end_joints)  # a tip counts for the joint that carries it
        distances[joints] = np.maximum(distances[joints], np.linalg.norm(ends, axis=-1))
        np.testing.assert_allclose(arrays["distances"], distances, atol=1e-6)
        assert header.figures is not None
        assert header.figures.largest == pytest.approx(distances.max(), rel=1e-9)
        assert record["keying"]["figures"]["largest"] == pytest.approx(header.figures.largest, rel=1e-9)
        assert arrays["distances"][arrays["keyFrames"]].max() < 1e-6, "the curves pass through the keys"
        assert set(arrays["importance"][[0, -1]]) == {1.0}


def test_a_count_that_cannot_be_is_the_nearest_that_can(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 10_000)
        assert result_of(page)["keys"] == 60
        choose(page, 0)
        _, arrays = frame_of(page, "OpenKeys", motion=CLIP)
        assert result_of(page)["keys"] == arrays["counts"][0]


def test_choosing_again_replaces_the_result_and_undo_brings_it_back(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        first = result_of(page)
        page.ask("RenameRecord", id=first["id"], name="mine")
        assert choose(page, 12)["created"] == []
        second = result_of(page)
        assert (second["id"], second["name"], second["keys"]) == (first["id"], "mine", 12)
        page.ask("Undo")
        assert result_of(page)["blob"] == first["blob"]
        page.ask("Redo")
        assert result_of(page) == second


def test_a_drag_of_the_slider_is_shown_everywhere_and_becomes_one_edit(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        frame_of(one, "OpenKeys", motion=CLIP)
        for count in (5, 8, 11):
            choose(one, count, gesture="g")
            header, arrays = two.frame()
            assert (header.motion, header.result, header.count, header.gesture) == (CLIP, None, count, "g")
            assert header.preview
            assert len(arrays["keyFrames"]) == len(arrays["tags"]) == len(arrays["importance"]) == count
            assert arrays["distances"].shape == (60, 4)
        assert stocked.studio.document.undo_label == "Import", "nothing is in history yet"
        one.ask("EndGesture", gesture="g")
        two.wait_for("PreviewEnded", gesture="g", motion=CLIP, committed=True)
        assert stocked.studio.document.undo_label == "Choose 11 keyframes"
        assert [e["type"] for e in two.events[-2:]] == ["DocumentChanged", "PreviewEnded"]
        assert result_of(two)["keys"] == 11
        two.ask("Undo")
        assert stocked.studio.document.undo_label == "Import"


def test_a_cancelled_or_lost_drag_leaves_nothing(stocked: RunningStudio) -> None:
    with stocked.page() as two:
        with stocked.page() as one:
            choose(one, 5, gesture="g")
            one.ask("CancelGesture", gesture="g")
            two.wait_for("PreviewEnded", gesture="g", committed=False)
            choose(one, 5, gesture="h")
        two.wait_for("PreviewEnded", gesture="h", committed=False)
        assert stocked.studio.document.undo_label == "Import"


def test_steps_that_wait_behind_a_newer_one_are_not_computed(
    stocked: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = []
    slow = key_desk.key_motion

    def slowly(choices: Any, count: int, fit: Any) -> Any:
        computed.append(count)
        time.sleep(0.05)
        return slow(choices, count, fit)

    with stocked.page() as page:
        frame_of(page, "OpenKeys", motion=CLIP)
        monkeypatch.setattr(key_desk, "key_motion", slowly)
        numbers = [
            page.say("ChooseKeys", motion=CLIP, settings=SETTINGS, count=5 + step % 20, gesture="g")
            for step in range(40)
        ]
        answered = set()
        while len(answered) < len(numbers):
            event = page.wait(lambda e: e["type"] == "Done")
            answered.add(event["request"])
        assert answered == set(numbers)
        assert len(computed) < 30
        assert computed[-1] == 24
        while getattr(page.frames[-1][0], "count", 0) != 24:  # previews may come after their answers
            page.frame()


def test_a_drag_of_keys_moves_nothing_else(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 5, gesture="g")
        answer = page.ask("PlaceCharacter", character="pip", position=[1, 0, 0], heading=0, gesture="g")
        assert "nothing else" in answer["message"]
        answer = page.ask("ChooseKeys", motion=KEYED, settings=SETTINGS, count=3, gesture="g")
        assert "one motion" in answer["message"]


def test_an_animation_can_be_keyed_too(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 4, motion=KEYED)
        assert result_of(page, KEYED)["name"] == "keyed keys"


def test_a_motion_that_rests_has_keys_at_its_ends(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, motion=STILL)
        record = result_of(page, STILL)
        assert record["keys"] == 2
        assert record["frames"] == 60
        assert record["keying"]["figures"]["largest"] < 1e-9


def test_a_span_stays_in_the_time_of_its_source(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        settings = {"span": [20, 50]}
        choose(page, 6, settings=settings)
        record = result_of(page)
        header, arrays = frame_of(page, "RequestKeys", motion=record["id"])
        assert (arrays["keyFrames"][0], arrays["keyFrames"][-1]) == (20, 50)
        assert arrays["distances"].shape == (60, 4)
        assert arrays["distances"][:20].max() == 0.0
        assert arrays["distances"][arrays["keyFrames"]].max() < 1e-6
        assert 20 <= header.figures.frame <= 50
        assert header.figures.largest == pytest.approx(record["keying"]["figures"]["largest"], rel=1e-9)
        frame_of(page, "OpenKeys", motion=CLIP)
        assert page.frames[-1][1]["forced"].tolist()[0] == 20


def test_a_motion_opens_with_the_settings_it_was_last_keyed_with(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6, settings={"fixed": [31], "contacts": False})
        header, arrays = frame_of(page, "OpenKeys", motion=CLIP)
        assert header.settings.fixed == (31,)
        assert 31 in arrays["forced"]


def test_choices_are_computed_once_for_all_pages(
    stocked: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    find = key_desk.choose_keys
    monkeypatch.setattr(key_desk, "choose_keys", lambda *args: calls.append(1) or find(*args))
    with stocked.page() as one, stocked.page() as two:
        numbers = [page.say("OpenKeys", motion=CLIP) for page in (one, two)]
        for page, number in zip((one, two), numbers, strict=True):
            page.wait(lambda e, number=number: e.get("request") == number)
        choose(one, 7)
        assert len(calls) == 1


def test_few_choices_are_kept(stocked: RunningStudio, monkeypatch: pytest.MonkeyPatch) -> None:
    room_for_two = Remembered(size=key_desk._cells, largest=2 * 60**2)
    monkeypatch.setattr(stocked.studio.keys, "_kept", room_for_two)
    with stocked.page() as page:
        for frame in (10, 20, 30, 40):
            frame_of(page, "OpenKeys", motion=CLIP, settings={**SETTINGS, "fixed": [frame]})
        assert len(room_for_two) == 2


def test_long_work_is_a_job_that_can_be_cancelled(
    stocked: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = key_desk.choose_keys

    def endless(clip: Any, settings: Any, contacts: Any, progress: Any, modes: object) -> None:
        while True:
            progress(0.5)
            time.sleep(0.01)

    monkeypatch.setattr(background, "SOON", 0.02)
    monkeypatch.setattr(key_desk, "choose_keys", endless)
    with stocked.page() as page:
        page.say("OpenKeys", motion=CLIP)
        job = page.wait(lambda e: e["type"] == "JobStarted" and e["kind"] == "keys")["job"]
        page.wait_for("JobProgress", job=job, total=1.0)
        assert page.ask("RenameDocument", title="meanwhile")["type"] == "Done", "others need not wait"
        assert page.ask("CancelJob", job=job)["type"] == "Done"
        ended = {e["type"]: e for e in page.events if e["type"] in ("JobFailed", "Failure")}
        while len(ended) < 2:
            event = page.wait(lambda e: e["type"] in ("JobFailed", "Failure"))
            ended[event["type"]] = event
        assert ended["JobFailed"]["cancelled"] is True
        assert "cancelled" in ended["Failure"]["message"]
        monkeypatch.setattr(key_desk, "choose_keys", find)
        frame_of(page, "OpenKeys", motion=CLIP)


def test_choices_that_newer_settings_make_useless_are_given_up(
    stocked: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, given_up = key_desk.choose_keys, []

    def endless(clip: Any, settings: Any, contacts: Any, progress: Any, modes: Any) -> Any:
        if not settings.fixed:
            return find(clip, settings, contacts, progress, modes)
        try:
            while True:
                progress(0.5)
                time.sleep(0.005)
        except KinegraphError:
            given_up.append(settings.fixed)
            raise

    monkeypatch.setattr(background, "SOON", 0.02)
    monkeypatch.setattr(key_desk, "choose_keys", endless)
    with stocked.page() as page:
        older = page.say("OpenKeys", motion=CLIP, settings={**SETTINGS, "fixed": [7]})
        job = page.wait(lambda e: e["type"] == "JobStarted" and e["kind"] == "keys")["job"]
        frame_of(page, "OpenKeys", motion=CLIP)
        assert given_up == [(7,)]
        answers = [e["type"] for e in page.events if e.get("request") == older]
        assert answers == ["Done"]
        assert len(page.frames) == 1
        ended = [e for e in page.events if e["type"] == "JobFailed" and e["job"] == job]
        assert (ended or [page.wait_for_job(job)])[0]["cancelled"] is True


def test_the_result_outlives_its_source(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        record = result_of(page)
        page.ask("RemoveRecord", id=CLIP)
        header, arrays = frame_of(page, "RequestKeys", motion=record["id"])
        assert (header.motion, header.figures) == (None, None)
        assert arrays["distances"].shape == (0, 4)
        assert arrays["rotations"].shape == (60, 4, 4)
        page.ask("Undo")
        header, _ = frame_of(page, "RequestKeys", motion=record["id"])
        assert header.motion == CLIP


def test_clips_and_trails_of_results_can_be_had(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        record = result_of(page)
        _, clip = frame_of(page, "RequestClip", motion=record["id"])
        _, keys = frame_of(page, "RequestKeys", motion=record["id"])
        np.testing.assert_array_equal(clip["rotations"], keys["rotations"])
        _, trail = frame_of(page, "RequestTrail", motion=record["id"], joint=2)
        assert trail["positions"].shape == (60, 3)


def test_results_survive_a_restart_with_their_history(
    stocked: RunningStudio, start_studio: Callable[..., RunningStudio]
) -> None:
    with stocked.page() as page:
        choose(page, 6)
        choose(page, 9)
        record = result_of(page)
        before = curves_of(page, record["id"])[1]
    stocked.stop()
    again = start_studio()
    with again.page() as page:
        assert result_of(page) == record
        after = curves_of(page, record["id"])[1]
        for name, array in before.items():
            np.testing.assert_array_equal(array, after[name])
        page.ask("Undo")
        assert result_of(page)["keys"] == 6
        page.ask("Redo")
        assert result_of(page) == record


def test_an_imported_animation_shows_its_curves(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        header, arrays = curves_of(page, KEYED)
        assert isinstance(header, CurvesFrame)
        assert arrays["channels"].tolist() == [[0, 0, 0, 3], [2, 1, 2, 3], [3, 1, 2, 2]]
        assert [tag.value for tag in header.column_tags] == ["keypose", "breakdown", "detail"]
        np.testing.assert_array_equal(arrays["columnTimes"], [0.0, 0.4, 1.0])
        np.testing.assert_array_equal(arrays["columnImportance"], [1.0, 1.0, 1.0])
        np.testing.assert_array_equal(arrays["holds"], [0, 0, 0, 0, 0, 0, 1, 1])


@pytest.mark.parametrize(
    ("command", "asked", "sentence"),
    [
        ("OpenKeys", {"motion": "nobody"}, "This motion is no longer in the document"),
        ("OpenKeys", {"motion": "pip"}, "This motion is no longer in the document"),
        ("OpenKeys", {"motion": MARKERS}, "markers"),
        ("OpenKeys", {"motion": SINGLE}, "two frames"),
        ("ChooseKeys", {"motion": MARKERS, "settings": SETTINGS}, "markers"),
        ("ChooseKeys", {"motion": "nobody", "settings": SETTINGS, "gesture": "g"}, "no longer in"),
        ("ChooseKeys", {"motion": CLIP, "settings": SETTINGS, "count": -1}, "count"),
        ("RequestKeys", {"motion": CLIP}, "no keyframes"),
        ("RequestCurves", {"motion": MARKERS}, "no keyframes"),
        *(
            ("ChooseKeys", {"motion": CLIP, "settings": {**SETTINGS, **wrong}, "gesture": "g"}, sentence)
            for wrong, sentence in [
                ({"leading": ["tail"]}, "tail"),
                ({"joints": ["tail"]}, "tail"),
                ({"weights": {"tail": 1.0}}, "tail"),
                ({"weights": {"hips": -1.0}}, "weights"),
                ({"objective": "beauty"}, "beauty"),
                ({"space": "outer"}, "outer"),
                ({"fixed": [5], "forbidden": [5]}, "Frame 5"),
                ({"fixed": [500]}, "500"),
                ({"fixed": [-5]}, "fixed"),
                ({"forbidden": [0]}, "Frame 0"),
                ({"gap": 0}, "gap"),
                ({"gap": 100}, "gap"),
                ({"span": [40, 30]}, "40 to 30"),
                ({"span": [0, 600]}, "600"),
                ({"accuracy": [0.1] * 4}, "accuracy"),
                ({"accuracy": [0.0]}, "accuracy"),
                ({"significance": 2.0}, "significance"),
                ({"layerCounts": [1]}, "two or more"),
                ({"layerCounts": [9, 5]}, "shrink"),
            ]
        ),
    ],
)
def test_what_cannot_be_chosen_is_answered_with_a_sentence(
    untouched_keys: Any, command: str, asked: Any, sentence: str
) -> None:
    before = dict(untouched_keys.studio.document.records)
    with untouched_keys.page() as page:
        answer = page.ask(command, **asked)
        assert answer["type"] == "Failure", answer
        assert sentence in answer["message"]
        assert "went wrong inside" not in answer["message"]
        assert dict(untouched_keys.studio.document.records) == before
        assert not untouched_keys.studio.gestures


FRAMES = st.integers(-1, 70)
NAMES = st.sampled_from(["hips", "spine", "left_arm", "right_arm", "tail"])
WRONG = st.fixed_dictionaries(
    {},
    optional={
        "objective": st.sampled_from(["chord_max", "chord_sum", "bezier_max", "beauty", ""]),
        "space": st.sampled_from(["positions", "channels", "outer"]),
        "joints": st.lists(NAMES, max_size=3),
        "leading": st.lists(NAMES, max_size=3),
        "weights": st.dictionaries(NAMES, st.floats(-1.0, 1e7), max_size=3),
        "accuracy": st.lists(st.floats(-0.1, 1.1), max_size=5),
        "significance": st.floats(-0.1, 1.1),
        "detail": st.booleans(),
        "layerCounts": st.lists(st.none() | FRAMES, max_size=5),
        "fixed": st.lists(FRAMES, max_size=4),
        "forbidden": st.lists(FRAMES, max_size=4),
        "gap": st.integers(-1, 40),
        "span": st.none() | st.tuples(FRAMES, FRAMES),
        "contacts": st.booleans(),
    },
)


@given(WRONG, st.none() | st.integers(-1, 10**9), st.sampled_from([CLIP, KEYED, STILL, SINGLE]))
def test_fuzz_any_settings_give_keys_or_a_sentence(
    untouched_keys: Any, settings: Any, count: int, motion: Any
) -> None:
    before = dict(untouched_keys.studio.document.records)
    with untouched_keys.page() as page:
        settings = {**SETTINGS, **settings}
        answer = page.ask("ChooseKeys", motion=motion, settings=settings, count=count, gesture="g")
        if answer["type"] == "Failure":
            assert "went wrong inside" not in answer["message"], answer
        else:
            header, arrays = page.frames[-1] if page.frames else page.frame()
            assert header.count == len(arrays["keyFrames"]) >= 2
            assert np.isfinite(arrays["rotations"]).all()
            page.ask("CancelGesture", gesture="g")
    assert dict(untouched_keys.studio.document.records) == before
