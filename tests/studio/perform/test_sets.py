"""Spatial sets in the studio: keys and markers, ranks and carriers, undone exactly, refused in sentences."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from page_client import PageClient
from perform_scenes import (
    HIPS,
    LEFT_ARM,
    PIP,
    RIGHT_ARM,
    SPINE,
    a_swaying_set,
    about,
    add_set,
    clip_of,
    done,
    perform_stock,
    set_called,
    turn,
)
from serving import RunningStudio
from small_scenes import a_character
from test_posing import POSE, same_rotation

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.perform.cast_sets import cast_performances, cast_rig
from kinegraph.perform.performances.performance import perform
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.suggest_place import suggest_place
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import set_record
from kinegraph.studio.running.casting import cast_member


def key_of(page: PageClient, set_id: str, name: str) -> dict:
    return next(key for key in page.records[set_id]["keys"] if key["name"] == name)


def engine_set(staged: RunningStudio, set_id: str) -> Any:
    """The set as the engine has it."""
    records = staged.studio.document.records
    return staged.studio.rigs.rig(records, PIP).set(set_record(records, set_id).name)


def test_the_controller_of_a_new_set_is_before_all_that_it_moves(staged: RunningStudio) -> None:
    with staged.page() as page:
        made = page.ask("AddSet", character=PIP)["created"][0]
        records = staged.studio.document.records
        rest = forward_kinematics(staged.studio.rigs.rig(records, PIP).character.rest)
        assert page.records[made]["home"][2] > rest.positions[:, 2].max()


def test_three_keys_from_nothing(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        record = page.records[id]
        assert [key["name"] for key in record["keys"]] == ["upright", "left", "right"]
        assert key_of(page, id, "right")["place"] == [-0.5, 1.0, 0.5]
        assert (record["rank"], record["parent"], record["carrier"], record["order"]) == (1, None, None, 0)
        assert record["home"] == [0.0, 1.0, 0.5], "where the first pose is, the controller rests"
        made = engine_set(staged, id)
        assert same_rotation(made.key("left").rotations[SPINE], about(2, -0.6)) < 1e-9
        assert same_rotation(made.key("right").rotations[SPINE], about(2, 0.6)) < 1e-9


def test_a_key_without_a_place_goes_where_the_engine_suggests(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        before = engine_set(staged, id)
        turn(page, SPINE, 2, -0.3)
        done(page, "SetKey", set=id)
        made = engine_set(staged, id).key("pose 1")
        wanted = suggest_place(blend(before), made).place
        np.testing.assert_allclose(key_of(page, id, "pose 1")["place"], wanted, atol=1e-12)


def test_a_drag_of_a_marker_is_shown_everywhere_and_is_one_edit(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        id = a_swaying_set(one)
        before, label = one.records[id], staged.studio.document.undo_label
        for x in range(1, 6):
            done(one, "MoveMarker", set=id, key="left", place=[0.5 + 0.1 * x, 1.0, 0.5], gesture="g")
        two.wait(lambda e: e.get("preview") and e["changed"][0]["keys"][1]["place"] == [1.0, 1.0, 0.5])
        assert staged.studio.document.undo_label == label
        done(one, "EndGesture", gesture="g")
        assert staged.studio.document.undo_label == "Move left"
        assert key_of(one, id, "left")["place"] == [1.0, 1.0, 0.5]
        done(one, "Undo")
        assert one.records[id] == before


def test_a_drag_of_what_another_page_removes_disturbs_no_page(staged: RunningStudio) -> None:
    with staged.page() as two:
        with staged.page() as one:
            id = a_swaying_set(one)
            done(one, "MoveMarker", set=id, key="left", place=[0.7, 1.0, 0.5], gesture="g")
            done(two, "RemoveRecord", id=id)
            turn(two, SPINE, 0, 0.3, gesture="h")
            done(two, "EndGesture", gesture="h")
            assert "in the document" in one.ask("EndGesture", gesture="g")["message"]
            done(two, "Undo")
            done(two, "Undo")
            done(one, "MoveMarker", set=id, key="left", place=[0.7, 1.0, 0.5], gesture="i")
            done(two, "RemoveRecord", id=id)
        turn(two, SPINE, 0, 0.3)
        done(two, "Undo")
        done(two, "Undo")
        assert key_of(two, id, "left")["place"] == [0.5, 1.0, 0.5]


def test_keys_are_updated_renamed_and_deleted_and_all_of_it_undone(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        before = dict(page.records)
        turn(page, SPINE, 0, 0.5)
        done(page, "UpdateKey", set=id, key="upright")
        assert same_rotation(engine_set(staged, id).key("upright").rotations[SPINE], about(0, 0.5)) < 1e-9
        done(page, "RenameKey", set=id, key="upright", name="bow")
        done(page, "DeleteKey", set=id, key="left")
        assert [key["name"] for key in page.records[id]["keys"]] == ["bow", "right"]
        after = dict(page.records)
        for _ in range(4):
            done(page, "Undo")
        assert page.records == before
        for _ in range(4):
            done(page, "Redo")
        assert page.records == after


def test_a_shown_key_becomes_the_pose_that_is_designed(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        done(page, "ShowKey", set=id, key="left")
        assert same_rotation(page.records[POSE]["rotations"][SPINE], about(2, -0.6)) < 1e-6


def test_a_ghost_is_the_keys_pose_over_the_designed_one_and_changes_nothing(staged: RunningStudio) -> None:
    with staged.page() as page:
        arm = add_set(page, "arm", joints=["left_arm"])
        turn(page, LEFT_ARM, 2, 0.9)
        done(page, "SetKey", set=arm, name="up")
        done(page, "ResetPose", character=PIP)
        turn(page, RIGHT_ARM, 2, -0.4)
        before = dict(staged.studio.document.records)
        done(page, "RequestGhost", set=arm, key="up")
        header, arrays = page.frames[-1]
        assert (type(header).__name__, header.set, header.key) == ("GhostFrame", arm, "up")
        assert same_rotation(arrays["rotations"][LEFT_ARM], about(2, 0.9)) < 1e-5
        assert same_rotation(arrays["rotations"][RIGHT_ARM], about(2, -0.4)) < 1e-5
        assert dict(staged.studio.document.records) == before


def test_a_synchronizing_set_ranks_above_those_it_moves(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        sway, arm, both = (page.records[set_called(page, name)] for name in ("sway", "arm", "both"))
        assert [each["rank"] for each in (sway, arm, both)] == [1, 1, 2]
        assert sway["parent"] == arm["parent"] == both["id"]
        assert arm["carrier"] is not None, "the body's set carries the arm's along"
        assert [m["target"] for m in both["manipulators"]] == [sway["id"], arm["id"]]
        made = engine_set(staged, both["id"])
        np.testing.assert_allclose(made.key("both 1").positions[0], [0.4, 1.0, 0.5], atol=1e-12)
        np.testing.assert_allclose(made.key("both 1").positions[1], arm["home"], atol=1e-12)


def test_removing_a_set_takes_it_out_of_those_that_moved_it(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        before = dict(page.records)
        sway, arm, both = (set_called(page, name) for name in ("sway", "arm", "both"))
        done(page, "RemoveRecord", id=arm)
        assert [m["target"] for m in page.records[both]["manipulators"]] == [sway]
        assert len(engine_set(staged, both).key("both 1").positions) == 1
        done(page, "RemoveRecord", id=sway)
        assert both not in page.records, "it moved nothing any more"
        done(page, "Undo")
        done(page, "Undo")
        assert page.records == before


def test_markers_stay_in_place_when_another_set_begins_to_carry_them(staged: RunningStudio) -> None:
    with staged.page() as page:
        arm = add_set(page, "arm", joints=["left_arm"])
        done(page, "SetKey", set=arm, place=[0.5, 1.4, 0.5], name="rest")
        assert page.records[arm]["carrier"] is None
        before = dict(page.records)
        body = add_set(page, "body", joints=["hips"])
        record = page.records[arm]
        assert record["carrier"] == HIPS
        hips = forward_kinematics(a_character().rest).positions[HIPS]
        np.testing.assert_allclose(np.array(record["keys"][0]["place"]) + hips, [0.5, 1.4, 0.5], atol=1e-12)
        np.testing.assert_allclose(np.array(record["home"]) + hips, [0.5, 1.4, 0.5], atol=1e-12)
        done(page, "RemoveRecord", id=body)
        np.testing.assert_allclose(page.records[arm]["keys"][0]["place"], [0.5, 1.4, 0.5], atol=1e-12)
        done(page, "Undo")
        done(page, "Undo")
        assert page.records == before


def test_what_a_set_moves_can_be_changed_and_keys_keep_what_they_held(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        done(page, "SetTargets", set=id, joints=["spine", "left_arm"])
        made = engine_set(staged, id)
        assert [m.target for m in made.manipulators] == ["spine", "left_arm"]
        assert same_rotation(made.key("left").rotations[0], about(2, -0.6)) < 1e-9


def test_a_set_is_given_to_another_that_moves_it_and_taken_back_as_one_edit_each(
    staged: RunningStudio,
) -> None:
    perform_stock(staged)
    with staged.page() as page:
        sway, arm, both = (set_called(page, name) for name in ("sway", "arm", "both"))
        before = dict(page.records)
        done(page, "DriveSet", set=arm, by=sway)
        assert (page.records[arm]["parent"], page.records[sway]["rank"]) == (sway, 2)
        assert [m["target"] for m in page.records[both]["manipulators"]] == [sway]
        held = engine_set(staged, sway)
        np.testing.assert_allclose(held.key("left").positions[-1], page.records[arm]["home"], atol=1e-12)
        assert same_rotation(held.key("left").rotations[SPINE], about(2, -0.6)) < 1e-9
        done(page, "Undo")
        assert page.records == before
        done(page, "DriveSet", set=arm)
        assert (page.records[arm]["parent"], page.records[sway]["parent"]) == (None, both)
        refused = page.ask("DriveSet", set=sway)
        assert "delete 'both' instead" in refused["message"]
        done(page, "Undo")
        assert page.records == before


def test_a_set_can_be_renamed_mirrored_and_blended_otherwise(staged: RunningStudio) -> None:
    with staged.page() as page:
        arm = add_set(page, "left arm", joints=["left_arm"])
        turn(page, LEFT_ARM, 2, 0.9)
        done(page, "SetKey", set=arm, place=[0.5, 1.0, 0.5], name="up")
        other = done(page, "MirrorSet", set=arm)["created"][0]
        record = page.records[other]
        assert (record["name"], record["manipulators"][0]["target"]) == ("right arm", "right_arm")
        assert record["keys"][0]["place"] == [-0.5, 1.0, 0.5]
        assert record["colour"] != page.records[arm]["colour"]
        done(page, "RenameRecord", id=other, name="wing")
        done(page, "SetBlending", set=other, function="hardy", degree=0)
        assert [page.records[other][name] for name in ("name", "function", "degree")] == ["wing", "hardy", 0]


def test_sets_survive_a_restart(staged: RunningStudio, start_studio: Callable[..., RunningStudio]) -> None:
    perform_stock(staged)
    with staged.page() as page:
        before = dict(page.records)
    staged.stop()
    with start_studio().page() as page:
        assert page.records == before


def test_the_cast_has_finished_sets(running: RunningStudio) -> None:
    cast = cast_member("bear", lambda task, **arguments: task(**arguments))
    document = running.studio.document
    with running.page() as page:
        blobs = {cast.character.blob: cast.blobs[cast.character.blob]}
        document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [cast.character], blobs))
        created = done(page, "AddCastSets", character=cast.character.id)["created"]
        sets = [page.records[id] for id in created if page.records[id]["kind"] == "set"]
        ordered = sorted(sets, key=lambda record: record["order"])
        assert [each["name"] for each in ordered] == [each.name for each in cast_rig("bear").sets]
        played = [id for id in created if page.records[id]["kind"] == "motion"]
        for id, performance in zip(played, cast_performances("bear"), strict=True):
            wanted = perform(performance, page.records[id]["fps"]).clip.rotations
            np.testing.assert_allclose(clip_of(page, id)["rotations"], wanted, atol=1e-6)
        revision = document.revision
        assert done(page, "AddCastSets", character=cast.character.id)["created"] == []
        assert document.revision == revision, "they are there already"
        done(page, "Undo")
        assert not any(record["kind"] == "set" for record in page.records.values())


SWAY, ARM, BOTH = "sway", "arm", "both"
BAD = [
    ("SetKey", {"set": SWAY, "place": [0.5, 1.0, 0.5]}, "at the same place"),
    ("SetKey", {"set": SWAY, "name": "left"}, "already"),
    ("SetKey", {"set": SWAY, "place": [1e300, 0, 0]}, "within 10 km"),
    ("SetKey", {"set": SWAY, "name": " \t "}, "visible"),
    ("MoveMarker", {"set": SWAY, "key": "left", "place": [-0.5, 1.0, 0.5]}, "at the same place"),
    ("MoveMarker", {"set": SWAY, "key": "lef", "place": [0, 0, 0]}, "did you mean 'left'"),
    ("UpdateKey", {"set": SWAY, "key": "nobody"}, "no key"),
    ("RenameKey", {"set": SWAY, "key": "left", "name": "right"}, "twice"),
    ("DeleteKey", {"set": SWAY, "key": ""}, "length"),
    ("MirrorKey", {"set": ARM, "key": "arm 1"}, "cannot mirror"),
    ("MirrorKey", {"set": SWAY, "key": "left", "name": "right"}, "already"),
    ("ShowKey", {"set": "s-none", "key": "left"}, "in the document"),
    ("RequestGhost", {"set": SWAY, "key": "nobody"}, "no key"),
    ("SetBlending", {"set": SWAY, "function": "cubic", "degree": 1}, "cubic"),
    ("SetBlending", {"set": SWAY, "function": "hardy", "degree": 7}, "degree"),
    ("SetBlending", {"set": SWAY, "function": "thin-plate", "degree": -1}, "cannot separate"),
    ("SetHome", {"set": SWAY, "place": [0, -1e9, 0]}, "within 10 km"),
    ("AddSet", {"character": PIP, "name": "sway"}, "already"),
    ("AddSet", {"character": PIP, "joints": ["wing"]}, "no joint"),
    ("AddSet", {"character": PIP, "joints": []}, "nothing to pose"),
    ("AddSet", {"character": PIP, "controllers": [SWAY]}, "already"),
    ("AddSet", {"character": PIP, "controllers": ["s-none"]}, "in the document"),
    ("AddSet", {"character": "m-clip"}, "in the document"),
    ("SetTargets", {"set": SWAY, "joints": ["spine"], "controllers": [BOTH]}, "in a circle"),
    ("DriveSet", {"set": BOTH, "by": SWAY}, "in a circle"),
    ("DriveSet", {"set": BOTH, "by": BOTH}, "in a circle"),
    ("DriveSet", {"set": SWAY, "by": "s-none"}, "in the document"),
    ("SetTargets", {"set": BOTH, "joints": [], "controllers": [SWAY, SWAY]}, "twice"),
    ("RenameRecord", {"id": SWAY, "name": "arm"}, "already"),
    ("MoveController", {"set": SWAY, "place": [0, 1e9, 0]}, "within 10 km"),
    ("AddCastSets", {"character": PIP}, "no finished sets"),
    ("SetFromMotion", {"motion": "m-markers"}, "of markers"),
    ("SetFromMotion", {"motion": "m-clip", "count": 1000}, "count"),
    ("SetFromMotion", {"motion": PIP}, "in the document"),
]


@pytest.mark.parametrize(("command", "fields", "sentence"), BAD)
def test_what_cannot_be_is_answered_with_a_sentence_and_nothing_changes(
    untouched: RunningStudio, command: str, fields: Any, sentence: str
) -> None:
    before = dict(untouched.studio.document.records)
    with untouched.page() as page:
        ids = {name: set_called(page, name) for name in (SWAY, ARM, BOTH)}
        resolved: dict[str, Any] = {
            k: ids.get(v, v) if k in ("set", "id", "by") else v for k, v in fields.items()
        }
        if "controllers" in resolved:
            resolved["controllers"] = [ids.get(each, each) for each in resolved["controllers"]]
        dragged = command in ("MoveMarker", "SetHome", "MoveController")
        for gesture in ({}, {"gesture": "g"}) if dragged else ({},):
            answer = page.ask(command, **resolved, **gesture)
            assert answer["type"] == "Failure", answer
            assert sentence in answer["message"]
            assert "went wrong inside" not in answer["message"]
        assert dict(untouched.studio.document.records) == before
        assert not untouched.studio.gestures


def test_a_motion_becomes_a_set_that_plays_it_again(staged: RunningStudio) -> None:
    with staged.page() as page:
        job = done(page, "SetFromMotion", motion="m-clip", count=6)["job"]
        ended = page.wait_for_job(job)
        assert ended["type"] == "JobDone", ended
        kinds = {page.records[id]["kind"]: page.records[id] for id in ended["created"]}
        assert len(kinds["set"]["keys"]) == 6
        assert kinds["motion"]["form"] == "performance"
        done(page, "Undo")
        assert not set(ended["created"]) & set(page.records), "one edit"
