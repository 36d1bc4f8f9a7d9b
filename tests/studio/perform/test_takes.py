"""Takes and layers: on disk as they are acknowledged, played by the sets as they are now, undone exactly."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from keys_scenes import choose, frame_of, stock
from page_client import PageClient
from perform_scenes import (
    PIP,
    SPINE,
    a_swaying_set,
    a_wave,
    add_set,
    clip_of,
    done,
    perform_stock,
    record,
    set_called,
    turn,
)
from serving import RunningStudio
from tests.present import present

from kinegraph.core.clip import Clip
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.records import MotionRecord, TakeRecord
from kinegraph.studio.motions.document_scene import scene_of_document

PROCESS = Path(__file__).parents[1] / "recording_process.py"


def layers_in(page: PageClient, motion: str) -> list[dict]:
    return page.records[motion]["recording"]["layers"]


def edit(page: PageClient, motion: str, *edits: dict, **fields: Any) -> None:
    done(page, "EditLayers", motion=motion, edits=edits, **fields)


def test_a_take_is_one_edit_and_plays_the_hands_path(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        assert staged.studio.document.undo_label == "Record take"
        assert (page.records[motion]["frames"], page.records[motion]["name"]) == (61, "sway")
        assert not any(r["kind"] == "take" for r in page.records.values())
        rotations = clip_of(page, motion)["rotations"]
        bends = 2 * np.arcsin(rotations[:, SPINE, 2])
        np.testing.assert_allclose(bends[0], 0.0, atol=1e-6)
        assert bends.min() < -0.5
        done(page, "Undo")
        assert motion not in page.records
        done(page, "Redo")
        np.testing.assert_array_equal(clip_of(page, motion)["rotations"], rotations)


def test_a_take_that_is_not_kept_leaves_nothing(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        before, label = dict(page.records), staged.studio.document.undo_label
        take = done(page, "StartTake", character=PIP, set=sway)["created"][0]
        done(page, "TakeSamples", take=take, samples=a_wave())
        assert page.records[take]["samples"] == 61
        done(page, "EndTake", take=take, keep=False)
        assert page.records == before
        assert staged.studio.document.undo_label == label


def test_changing_a_key_afterwards_changes_the_take_on_every_page(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        sway = a_swaying_set(one)
        motion = record(one, sway)
        before, old = clip_of(one, motion), one.records[motion]
        turn(one, SPINE, 2, -1.0)
        done(one, "UpdateKey", set=sway, key="left")
        two.wait_for("DocumentChanged", label="Update left")
        new = two.records[motion]
        assert new["recording"]["rig"] != old["recording"]["rig"]
        assert new["blob"] != old["blob"], "a page that keeps frames by their blob asks for new ones"
        assert np.abs(clip_of(two, motion)["rotations"] - before["rotations"]).max() > 0.1
        done(two, "Undo")
        assert two.records[motion] == old
        np.testing.assert_array_equal(clip_of(two, motion)["rotations"], before["rotations"])


def test_a_layer_whose_set_is_gone_is_silent_until_undo_brings_it_back(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        before = clip_of(page, motion)
        done(page, "RemoveRecord", id=sway)
        assert page.records[motion]["frames"] == 1
        assert clip_of(page, motion)["rotations"].shape[0] == 1
        assert len(layers_in(page, motion)) == 1
        done(page, "Undo")
        np.testing.assert_array_equal(clip_of(page, motion)["rotations"], before["rotations"])


def test_half_speed_makes_what_a_hand_did_twice_as_fast(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway, a_wave(2.0), speed=0.5, at=0.5)
        layer = layers_in(page, motion)[0]
        assert (layer["start"], layer["end"], layer["events"]) == (0.5, 1.5, 61)


def test_a_layer_on_top_adds_to_those_before(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        still = [[t, *place] for t, *place in a_wave()]
        record(page, sway, still, motion=motion, name="again")
        assert [layer["name"] for layer in layers_in(page, motion)] == ["take 1", "again"]
        done(page, "RequestPath", motion=motion, layer="again")
        header, arrays = page.frames[-1]
        assert (header.motion, header.layer, header.set) == (motion, "again", sway)
        # The hand was where the first layer was already, so nothing is added.
        np.testing.assert_allclose(arrays["places"], np.array(still)[:, 1:], atol=1e-6)


def test_a_layer_is_recorded_anew_where_the_take_covers_it(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway, a_wave(2.0, 121))
        anew = [[t, 0.0, 1.0, 0.5] for t in np.linspace(0.0, 0.5, 31).tolist()]
        record(page, sway, anew, motion=motion, punch="take 1", at=1.0)
        assert [layer["name"] for layer in layers_in(page, motion)] == ["take 1"]
        done(page, "RequestPath", motion=motion, layer="take 1")
        arrays = page.frames[-1][1]
        inside = (arrays["times"] > 1.15) & (arrays["times"] < 1.35)
        np.testing.assert_allclose(arrays["places"][inside, 0], 0.0, atol=1e-6)
        outside = arrays["times"] < 1.0
        wanted = 0.5 * np.sin(5.0 * arrays["times"][outside])
        np.testing.assert_allclose(arrays["places"][outside, 0], wanted, atol=1e-6)


def test_a_take_cannot_switch_to_a_set_of_the_same_joint_that_keys_another_freedom(
    staged: RunningStudio,
) -> None:
    with staged.page() as page:
        turns = a_swaying_set(page, "turns", joints=["spine"])
        slides = a_swaying_set(page, "slides", joints=["spine"])
        spine = {"kind": "joint", "target": "spine"}
        done(page, "KeyPart", set=slides, part={**spine, "moves": True, "turns": False})
        take = done(page, "StartTake", character=PIP, set=turns)["created"][0]
        fields = {"take": take, "samples": a_wave(), "switches": [{"time": 0.5, "set": slides}]}
        assert "share no target" in page.ask("TakeSamples", **fields)["message"]
        done(page, "TakeSamples", take=take, samples=a_wave())
        assert done(page, "EndTake", take=take, keep=True)["created"]


def test_switches_of_a_take_are_kept_with_its_layer(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        bow = a_swaying_set(page, "bow")
        take = done(page, "StartTake", character=PIP, set=sway)["created"][0]
        switches = [{"time": 0.5, "set": bow}]
        done(page, "TakeSamples", take=take, samples=a_wave(), switches=switches)
        motion = done(page, "EndTake", take=take, keep=True)["created"][0]
        assert layers_in(page, motion)[0]["switches"] == switches
        assert clip_of(page, motion)["rotations"].shape[0] == 61


def test_samples_that_are_not_later_are_left_out(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        samples = [[0.0, 0, 1, 0.5], [0.2, 0.1, 1, 0.5], [0.1, 9, 9, 9], [0.2, 9, 9, 9], [0.3, 0.2, 1, 0.5]]
        motion = record(page, sway, samples)
        assert layers_in(page, motion)[0]["events"] == 3


@pytest.mark.parametrize(
    ("change", "label", "field", "value"),
    [
        ({"type": "MuteLayer", "muted": True}, "Mute take 1", "muted", True),
        ({"type": "SoloLayer", "solo": True}, "Solo take 1", "solo", True),
        ({"type": "RenameLayer", "name": "first"}, "Rename take 1", "name", "first"),
        ({"type": "StretchLayer", "factor": 2.0}, "Stretch take 1", "end", 2.0),
        ({"type": "ShiftLayer", "seconds": 1.5}, "Shift take 1", "start", 1.5),
        ({"type": "ShiftLayer", "seconds": -5.0}, None, "start", 0.0),
        ({"type": "SmoothLayer", "seconds": 0.3}, "Smooth take 1", "events", 61),
        ({"type": "LoopLayer", "until": 3.0}, "Loop take 1", "end", 3.0),
        ({"type": "MovePath", "time": 0.5, "shift": [0, 0.2, 0]}, "Bend the path of take 1", "events", 61),
    ],
)
def test_each_edit_of_a_layer_has_a_short_label_and_is_undone_exactly(
    staged: RunningStudio, change: Any, label: Any, field: Any, value: Any
) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        before, frames = page.records[motion], clip_of(page, motion)["rotations"]
        edit(page, motion, {"layer": "take 1", **change})
        assert layers_in(page, motion)[0].get(field, change.get("name")) == pytest.approx(value)
        assert staged.studio.document.undo_label == (label or "Record take")
        if label:
            done(page, "Undo")
        assert page.records[motion] == before
        np.testing.assert_array_equal(clip_of(page, motion)["rotations"], frames)


def test_a_copy_of_a_layer_stands_behind_it_and_adds_its_path_once_more(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        record(page, sway, motion=motion)
        edit(page, motion, {"type": "DuplicateLayer", "layer": "take 1"})
        assert [layer["name"] for layer in layers_in(page, motion)] == ["take 1", "take 1 copy", "take 2"]
        first, copy, _ = layers_in(page, motion)
        assert {**copy, "name": "take 1"} == first
        done(page, "Undo")
        assert [layer["name"] for layer in layers_in(page, motion)] == ["take 1", "take 2"]


def test_layers_are_reordered_and_deleted(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        record(page, sway, motion=motion)
        edit(page, motion, {"type": "ReorderLayer", "layer": "take 2", "to": 0})
        assert [layer["name"] for layer in layers_in(page, motion)] == ["take 2", "take 1"]
        edit(page, motion, {"type": "DeleteLayer", "layer": "take 1"}, {"type": "SetWalking", "walks": True})
        assert [layer["name"] for layer in layers_in(page, motion)] == ["take 2"]
        assert page.records[motion]["recording"]["walks"] is True


def test_a_drag_of_the_path_is_shown_as_it_goes_and_is_one_edit(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        sway = a_swaying_set(one)
        motion = record(one, sway)
        before = one.records[motion]
        bend = {"type": "MovePath", "layer": "take 1", "time": 0.5, "reach": 0.3}
        for step in range(1, 4):
            edit(one, motion, {**bend, "shift": [0.1 * step, 0.0, 0.0]}, gesture="g")
        header, _ = two.frame()
        assert (type(header).__name__, header.motion, header.blob) == ("ClipFrame", motion, "")
        assert staged.studio.document.undo_label == "Record take"
        done(one, "EndGesture", gesture="g")
        done(one, "RequestPath", motion=motion, layer="take 1")
        places = one.frames[-1][1]["places"]
        np.testing.assert_allclose(places[30, 0], 0.5 * np.sin(2.5) + 0.3, atol=1e-6)
        np.testing.assert_allclose(places[0, 0], 0.0, atol=1e-6)
        done(one, "Undo")
        assert one.records[motion] == before


def test_a_performance_is_keyed_trailed_and_exported_as_any_motion(
    staged: RunningStudio, tmp_path: Path
) -> None:
    with staged.page() as page, staged.http() as http:
        sway = a_swaying_set(page)
        motion = record(page, sway)
        played = clip_of(page, motion)["rotations"]
        header, arrays = frame_of(page, "RequestTrail", motion=motion, joint=2)
        assert arrays["positions"].shape == (61, 3)
        header, _ = frame_of(page, "OpenKeys", motion=motion)
        assert header.frames == 61
        choose(page, 6, motion=motion)
        job = done(page, "Export", records=[motion], format="bvh")["job"]
        ended = page.wait_for_job(job)
        assert ended["type"] == "JobDone", ended
        (tmp_path / "out.bvh").write_bytes(http.get(ended["download"]).content)
        from kinegraph.formats import load

        written = load(tmp_path / "out.bvh").clips[0]
        assert len(written) == 61
        turned = np.abs(np.sum(written.rotations[:, SPINE] * played[:, SPINE], axis=-1))
        np.testing.assert_allclose(turned, 1.0, atol=1e-5)


def test_a_document_with_a_performance_reads_as_a_scene_and_imports_into_another(
    staged: RunningStudio, tmp_path: Path, start_studio: Callable[..., RunningStudio]
) -> None:
    perform_stock(staged)
    with staged.page() as page:
        motion = next(r for r in page.records.values() if r.get("form") == "performance")
        frames = clip_of(page, motion["id"])["rotations"]
    copy = tmp_path / "copy.kine"
    staged.studio.document.copy_to(copy)
    clip = next(c for c in scene_of_document(copy, motion["name"]).clips)
    assert isinstance(clip, Clip)
    np.testing.assert_allclose(clip.rotations, frames, atol=1e-6)
    from page_client import upload_body

    with staged.page() as page, staged.http() as http:
        body = upload_body(("copy.kine", copy.read_bytes()))
        ended = page.wait_for_job(http.post("/api/import", content=body).json()["job"])
        assert ended["type"] == "JobDone", ended
        made = [page.records[id] for id in ended["created"]]
        assert sum(r["kind"] == "set" for r in made) == 3
        twin = next(r for r in made if r.get("form") == "performance")
        assert twin["recording"]["layers"][0]["set"] in ended["created"]
        np.testing.assert_array_equal(clip_of(page, twin["id"])["rotations"], frames)


def test_what_a_lost_page_was_recording_becomes_a_layer(start_studio: Callable[..., RunningStudio]) -> None:
    studio = stock(start_studio(grace=0.05))
    with studio.page() as two:
        with studio.page() as one:
            sway = a_swaying_set(one)
            take = done(one, "StartTake", character=PIP, set=sway)["created"][0]
            done(one, "TakeSamples", take=take, samples=a_wave()[:30])
        two.wait_for("DocumentChanged", label="Recover a take")
        made = next(r for r in two.records.values() if r.get("form") == "performance")
        assert [(layer["name"], layer["events"]) for layer in layers_in(two, made["id"])] == [
            ("recovered", 30)
        ]
        assert take not in two.records


def test_a_page_that_comes_back_goes_on_recording_and_what_it_sends_twice_counts_once(
    staged: RunningStudio,
) -> None:
    wave = a_wave()
    with staged.page() as page:
        sway, session = a_swaying_set(page), page.welcome["session"]
        bow = add_set(page, "bow")
        done(page, "SetKey", set=bow, place=[0, 1, 0.5])
        take = done(page, "StartTake", character=PIP, set=sway)["created"][0]
        done(page, "TakeSamples", take=take, samples=wave[:30], switches=[{"time": 0.2, "set": bow}])
    with staged.page(session=session) as page:
        assert page.records[take]["samples"] == 30
        done(page, "TakeSamples", take=take, samples=wave[20:], switches=[{"time": 0.2, "set": bow}])
        assert page.records[take]["samples"] == len(wave)
        motion = done(page, "EndTake", take=take, keep=True)["created"][0]
        layer = layers_in(page, motion)[0]
        assert (layer["name"], layer["events"], len(layer["switches"])) == ("take 1", len(wave), 1)


def test_every_acknowledged_sample_comes_back_after_a_kill(
    staged: RunningStudio, start_studio: Callable[..., RunningStudio], tmp_path: Path
) -> None:
    with staged.page() as page:
        a_swaying_set(page)
    staged.stop()
    path, chance = tmp_path / "test.kine", random.Random(9)
    process = subprocess.Popen([sys.executable, str(PROCESS), str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline()]
    time.sleep(chance.uniform(0.1, 0.3))
    process.kill()  # SIGKILL: no handler, no clean-up
    acknowledged += process.stdout.read().splitlines()
    process.wait()
    last = int([line for line in acknowledged if line.strip()][-1])
    with Document(path) as document:
        assert any(isinstance(found, TakeRecord) for found in document.records.values())
    again = start_studio()
    found = [r for r in again.studio.document.records.values() if isinstance(r, MotionRecord) and r.recording]
    assert len(found) == 1
    layer = present(found[0].recording).layers[0]
    assert layer.name == "recovered"
    assert layer.events in (last, last + 10), "a chunk may be on disk before it could be acknowledged"
    with again.page() as page:
        done(page, "RequestPath", motion=found[0].id, layer="recovered")
        arrays = page.frames[-1][1]
        np.testing.assert_allclose(arrays["places"][:, 0], np.arange(layer.events) / 1000, atol=1e-6)
        assert not any(r["kind"] == "take" for r in page.records.values())
        done(page, "Undo")
        assert found[0].id not in page.records


BAD = [
    ({"type": "MuteLayer", "layer": "take", "muted": True}, "did you mean 'take 1'"),
    ({"type": "DeleteLayer", "layer": "take 1"}, "at least one layer"),
    ({"type": "RenameLayer", "layer": "take 1", "name": " "}, "visible"),
    ({"type": "StretchLayer", "layer": "take 1", "factor": 0.0}, "positive"),
    ({"type": "StretchLayer", "layer": "take 1", "factor": -1.0}, "positive"),
    ({"type": "StretchLayer", "layer": "take 1", "factor": 1e300}, "within"),
    ({"type": "StretchLayer", "layer": "take 1", "factor": 30_000.0}, "long"),
    ({"type": "StretchLayer", "layer": "take 1", "factor": 2.0, "pivot": 30_000.0}, "between 0 s"),
    ({"type": "ShiftLayer", "layer": "take 1", "seconds": 1e9}, "within"),
    ({"type": "SmoothLayer", "layer": "take 1", "seconds": -1.0}, "positive"),
    ({"type": "LoopLayer", "layer": "take 1", "until": 0.5}, "later"),
    ({"type": "LoopLayer", "layer": "take 1", "until": 35_000.0}, "too short"),
    ({"type": "MovePath", "layer": "take 1", "time": 7.0, "shift": [0, 0, 0]}, "can be moved from"),
    ({"type": "MovePath", "layer": "take 1", "time": 0.5, "shift": [0, 0, 0], "reach": 0.0}, "reach"),
    ({"type": "MovePath", "layer": "take 1", "time": 0.5, "shift": [1e9, 0, 0]}, "within 10 km"),
    ({"type": "Juggle"}, "Juggle"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD)
def test_what_cannot_be_edited_is_answered_with_a_sentence(
    untouched: RunningStudio, change: Any, sentence: str
) -> None:
    before = dict(untouched.studio.document.records)
    with untouched.page() as page:
        motion = next(id for id, r in page.records.items() if r.get("form") == "performance")
        for gesture in ({}, {"gesture": "g"}):
            answer = page.ask("EditLayers", motion=motion, edits=[change], **gesture)
            assert answer["type"] == "Failure", answer
            assert sentence in answer["message"]
            assert "went wrong inside" not in answer["message"]
        assert dict(untouched.studio.document.records) == before
        assert not untouched.studio.gestures


def test_what_cannot_be_recorded_is_answered_with_a_sentence(untouched: RunningStudio) -> None:
    before = dict(untouched.studio.document.records)
    with untouched.page() as page:
        sway, arm = set_called(page, "sway"), set_called(page, "arm")
        motion = next(id for id, r in page.records.items() if r.get("form") == "performance")
        walk = {"type": "SetWalking", "walks": True}
        bad = [
            ("StartTake", {"character": PIP, "set": "s-none"}, "in the document"),
            ("StartTake", {"character": "nobody", "set": sway}, "in the document"),
            ("StartTake", {"character": PIP, "set": sway, "motion": "m-clip"}, "no layers"),
            ("StartTake", {"character": PIP, "set": sway, "punch": "take 1"}, "name its performance"),
            ("StartTake", {"character": PIP, "set": arm, "motion": motion, "punch": "take 1"}, "that set"),
            ("StartTake", {"character": PIP, "set": sway, "at": -1.0}, "at"),
            ("TakeSamples", {"take": "t-none", "samples": []}, "in the document"),
            ("EndTake", {"take": sway, "keep": True}, "in the document"),
            ("EditLayers", {"motion": "m-clip", "edits": [walk]}, "no layers"),
            ("RequestPath", {"motion": motion, "layer": "nobody"}, "no layer"),
        ]
        for command, fields, sentence in bad:
            answer = page.ask(command, **fields)
            assert answer["type"] == "Failure", answer
            assert sentence in answer["message"], answer
        assert dict(untouched.studio.document.records) == before
        take = done(page, "StartTake", character=PIP, set=sway)["created"][0]
        for samples, sentence in [
            ([[-1.0, 0, 0, 0]], "from 0 s"),
            ([[0.0, 1e9, 0, 0]], "within 10 km"),
            ([[0.0, 1, 2]], "length"),
        ]:
            assert sentence in page.ask("TakeSamples", take=take, samples=samples)["message"]
        answer = page.ask("TakeSamples", take=take, samples=[], switches=[{"time": 0.0, "set": arm}])
        assert "share no target" in answer["message"]
        done(page, "EndTake", take=take, keep=True)
        assert dict(untouched.studio.document.records) == before, "nothing was recorded"
