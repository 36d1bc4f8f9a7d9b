"""Performing live: the cursor gives the engine's poses, layers play along, and what was seen plays back."""

import time
from typing import Any

import numpy as np
from page_client import PageClient
from perform_scenes import (
    LEFT_ARM,
    PIP,
    SPINE,
    a_swaying_set,
    a_wave,
    about,
    add_set,
    clip_of,
    done,
    perform_stock,
    performed,
    record,
    set_called,
    turn,
)
from serving import RunningStudio
from test_posing import same_rotation
from tests.present import present

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.perform.performances.performance import perform_path


def rig_of(studio: Any) -> Any:
    return studio.rigs.rig(studio.document.records, PIP)


def test_a_cursor_gives_the_pose_of_the_blend_in_the_world_it_points_at(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "PlaceCharacter", character=PIP, position=[2, 0, -1], heading=0.7)
        done(page, "Perform", character=PIP, set=sway)
        local = np.array([0.3, 1.1, 0.4])
        world = quat_rotate(np.array(about(1, 0.7)), local) + np.array([2.0, 0.0, -1.0])
        header, arrays = performed(page, 7, world)
        assert (header.character, header.set, header.sequence) == (PIP, sway, 7)
        wanted = perform_path(rig_of(staged.studio), "sway", [0.0], local[None]).clip
        np.testing.assert_allclose(arrays["rotations"], wanted.rotations[0], atol=1e-6)
        np.testing.assert_allclose(arrays["root"], wanted.root_translations[0], atol=1e-6)
        np.testing.assert_allclose(arrays["controllers"], local[None], atol=1e-6)
        blended = staged.studio.rigs.playable(staged.studio.document.records, PIP).blends["sway"]
        np.testing.assert_allclose(arrays["influences"], blended.influences(local), atol=1e-6)
        assert len(arrays["degenerate"]) == 0


def test_every_page_sees_it_and_a_changed_key_counts_at_once(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        sway = a_swaying_set(one)
        done(one, "Perform", character=PIP, set=sway)
        performed(one, 1, [0.5, 1.0, 0.5])
        header, arrays = two.frame()
        assert header.sequence == 1
        assert same_rotation(arrays["rotations"][SPINE], about(2, -0.6)) < 1e-5
        done(two, "ShowKey", set=sway, key="left")
        turn(two, SPINE, 2, -0.4)
        done(two, "UpdateKey", set=sway, key="left")
        _, arrays = performed(one, 2, [0.5, 1.0, 0.5])
        assert same_rotation(arrays["rotations"][SPINE], about(2, -1.0)) < 1e-5


def test_letting_go_ends_it(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway)
        performed(page, 1, [0.0, 1.0, 0.5])
        done(page, "Perform", character=PIP, set=None)
        count = len(page.frames)
        page.say("Cursor", position=[0, 1, 0.5], time=1.0, sequence=2)
        done(page, "ResetPose", character=PIP)
        assert len(page.frames) == count


def test_an_alternative_fades_over(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        bow = add_set(page, "bow")
        turn(page, SPINE, 0, 0.8)
        done(page, "SetKey", set=bow, place=[0.0, 1.0, 0.5], name="bow")
        done(page, "Perform", character=PIP, set=sway)
        _, before = performed(page, 1, [0.0, 1.0, 0.5])
        assert same_rotation(before["rotations"][SPINE], [0, 0, 0, 1]) < 1e-5
        done(page, "Perform", character=PIP, set=bow)
        angles, header = [], None
        for sequence in range(2, 500):
            time.sleep(0.004)
            header, arrays = performed(page, sequence, [0.0, 1.0, 0.5])
            angles.append(same_rotation(arrays["rotations"][SPINE], [0, 0, 0, 1]))
            if angles[-1] > 0.8 - 1e-5:
                break
        assert present(header).set == bow
        assert abs(angles[-1] - 0.8) < 1e-5
        assert (np.diff(angles) > -1e-6).all(), "steadily"
        assert len(angles) > 1


def test_an_alternative_fades_over_under_a_hand_that_rests(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        bow = add_set(page, "bow")
        turn(page, SPINE, 0, 0.8)
        done(page, "SetKey", set=bow, place=[0.0, 1.0, 0.5], name="bow")
        done(page, "Perform", character=PIP, set=sway)
        performed(page, 1, [0.0, 1.0, 0.5])
        done(page, "Perform", character=PIP, set=bow)
        _, arrays = performed(page, 2, [0.0, 1.0, 0.5])
        for _ in range(200):
            if same_rotation(arrays["rotations"][SPINE], [0, 0, 0, 1]) > 0.8 - 1e-5:
                break
            _, arrays = page.frame(2.0)
        assert abs(same_rotation(arrays["rotations"][SPINE], [0, 0, 0, 1]) - 0.8) < 1e-5


def test_layers_play_along_at_the_pages_time_and_what_was_seen_plays_back(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        sway, arm = set_called(page, "sway"), set_called(page, "arm")
        motion = next(id for id, r in page.records.items() if r.get("form") == "performance")
        done(page, "PlaceCharacter", character=PIP, position=[1, 0, 1], heading=-0.4)
        done(page, "Perform", character=PIP, set=arm, motion=motion)
        samples = [[t, 0.9 + 0.3 * np.sin(4 * t), 1.3, 1.5 - 0.2 * t] for t in np.arange(31) / 30]
        seen = []
        for index, (moment, *place) in enumerate(samples):
            _, arrays = performed(page, index, place, playhead=moment)
            seen.append(arrays["rotations"])
        record(page, arm, samples, motion=motion)
        layers = page.records[motion]["recording"]["layers"]
        assert [layer["set"] for layer in layers] == [sway, arm]
        played = clip_of(page, motion)["rotations"][::2]
        np.testing.assert_allclose(played, seen, atol=2e-5)
        assert np.ptp(played[:, SPINE, 2]) > 0.1, "the first layer plays along"
        assert np.ptp(played[:, LEFT_ARM, 2]) > 0.05


def test_a_carried_controller_is_where_the_hand_is(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        arm = set_called(page, "arm")
        done(page, "Perform", character=PIP, set=arm)
        point = np.array([0.4, 1.3, 0.6])
        _, arrays = performed(page, 1, point)
        rig = rig_of(staged.studio)
        index, carrier = [each.name for each in rig.sets].index("arm"), rig.carrier("arm")
        from kinegraph.core.pose import Pose

        pose = Pose(rig.character.skeleton, arrays["root"], arrays["rotations"].astype(float))
        world = forward_kinematics(pose)
        found = quat_rotate(world.rotations[carrier], arrays["controllers"][index].astype(float))
        np.testing.assert_allclose(found + world.positions[carrier], point, atol=1e-5)


def test_a_synchronizing_set_moves_the_controllers_below_it(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        both = set_called(page, "both")
        done(page, "Perform", character=PIP, set=both)
        _, arrays = performed(page, 1, [0.3, 1.5, 0.5])
        order = sorted((r for r in page.records.values() if r["kind"] == "set"), key=lambda r: r["order"])
        index = [each["name"] for each in order].index("sway")
        np.testing.assert_allclose(arrays["controllers"][index], [0.4, 1.0, 0.5], atol=1e-6)


def test_a_walking_character_moves_along_and_starts_again_with_playback(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway, walks=True)
        arrays: dict = {}
        for sequence in range(1, 30):
            _, arrays = performed(page, sequence, [0.5 * np.sin(0.3 * sequence), 1.0, 0.5])
        assert np.isfinite(arrays["root"]).all()
        motion = record(page, sway, a_wave(), walks=True)
        assert page.records[motion]["recording"]["walks"] is True
        assert np.isfinite(clip_of(page, motion)["roots"]).all()


def test_a_page_that_goes_away_is_in_charge_of_nothing(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway)
    with staged.page() as page:
        done(page, "ResetPose", character=PIP)
        assert not staged.studio.performer._charges


def test_the_pose_follows_a_marker_that_is_dragged_without_an_edit(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway)
        performed(page, 1, [0.3, 1.0, 0.5])
        label = staged.studio.document.undo_label
        done(page, "MoveMarker", set=sway, key="left", place=[0.3, 1.0, 0.5], gesture="g")
        header, arrays = last_performed(page)
        assert header.sequence == 1, "the cursor that was there is answered anew"
        assert same_rotation(arrays["rotations"][SPINE], about(2, -0.6)) < 1e-5
        assert staged.studio.document.undo_label == label
        done(page, "CancelGesture", gesture="g")
        _, back = performed(page, 2, [0.5, 1.0, 0.5])
        assert same_rotation(back["rotations"][SPINE], about(2, -0.6)) < 1e-5


def test_undo_shows_at_the_last_cursor(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway)
        _, before = performed(page, 1, [0.3, 1.0, 0.5])
        done(page, "MoveMarker", set=sway, key="left", place=[0.3, 1.0, 0.5])
        done(page, "Undo")
        _, after = performed(page, 2, [0.3, 1.0, 0.5])
        np.testing.assert_array_equal(after["rotations"], before["rotations"])
        seen = [header.sequence for header, _ in page.frames if type(header).__name__ == "PerformFrame"]
        assert seen.count(1) >= 2


def test_a_key_of_what_the_ball_shows_is_one_edit(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        before = dict(page.records)
        done(page, "SetKey", set=sway, place=[0.25, 1.2, 0.5], name="new", controller=[0.25, 1.0, 0.5])
        assert staged.studio.document.undo_label == "Set new"
        each = rig_of(staged.studio).set("sway")
        done(page, "Undo")
        assert {k: v for k, v in page.records.items() if k != "view"} == {
            k: v for k, v in before.items() if k != "view"
        }
        wanted = perform_path(rig_of(staged.studio), "sway", [0.0], [[0.25, 1.0, 0.5]]).clip.rotations[0]
        assert same_rotation(each.key("new").rotations[SPINE], wanted[SPINE]) < 1e-9
        done(page, "UpdateKey", set=sway, key="upright", controller=[0.25, 1.0, 0.5])
        assert staged.studio.document.undo_label == "Update upright"
        upright = rig_of(staged.studio).set("sway").key("upright")
        assert same_rotation(upright.rotations[SPINE], wanted[SPINE]) < 1e-9


def test_sets_are_arranged_and_a_set_that_walks_says_so_for_new_performances(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        bow = add_set(page, "bow")
        done(page, "ArrangeSet", set=bow, colour=5, to=0, walks=True)
        assert (page.records[bow]["order"], page.records[sway]["order"]) == (0, 1)
        assert (page.records[bow]["colour"], page.records[bow]["walks"]) == (5, True)
        done(page, "Undo")
        assert (page.records[bow]["order"], page.records[bow]["walks"]) == (1, False)
        done(page, "ArrangeSet", set=sway, walks=True)
        assert staged.studio.document.undo_label == "Turn on walking for sway"
        motion = record(page, sway, a_wave())
        assert page.records[motion]["recording"]["walks"] is True
        still = record(page, sway, a_wave(), walks=False)
        assert page.records[still]["recording"]["walks"] is False


def test_walking_is_seen_live_and_undone_in_playback(staged: RunningStudio) -> None:
    with staged.page() as page:
        stride = a_striding_set(page, staged.studio)
        done(page, "ArrangeSet", set=stride, walks=True)
        done(page, "Perform", character=PIP, set=stride)
        arrays: dict = {}
        for sequence in range(1, 30):
            _, arrays = performed(page, sequence, [0.5 * np.sin(0.3 * sequence), 1.0, 0.5])
        assert np.abs(arrays["walked"]).max() > 1e-4
        assert arrays["walked"][1] == 0.0
        take = done(page, "StartTake", character=PIP, set=stride)["created"][0]
        _, arrays = performed(page, 31, [0.0, 1.0, 0.5])
        np.testing.assert_array_equal(arrays["walked"], 0.0, "a take begins where the character stands")
        done(page, "TakeSamples", take=take, samples=a_wave())
        motion = done(page, "EndTake", take=take, keep=True)["created"][0]
        walked = clip_of(page, motion)
        assert np.abs(walked["walked"]).max() > 1e-4
        blob = page.records[motion]["blob"]
        done(page, "EditLayers", motion=motion, edits=[{"type": "SetWalking", "walks": False}])
        assert page.records[motion]["blob"] != blob
        still = clip_of(page, motion)
        assert "walked" not in still
        level = walked["roots"] - still["roots"]
        np.testing.assert_allclose(walked["walked"][:, [0, 2]], level[:, [0, 2]], atol=1e-6)
        done(page, "Undo")
        np.testing.assert_array_equal(clip_of(page, motion)["roots"], walked["roots"])
        done(page, "RequestPath", motion=motion, layer="take 1")
        assert np.abs(page.frames[-1][1]["walked"]).max() > 1e-4


def test_performing_over_a_walking_recording_starts_where_the_walk_has_led(staged: RunningStudio) -> None:
    with staged.page() as page:
        stride = a_striding_set(page, staged.studio, joints=["hips"])
        arm = add_set(page, "arm", joints=["left_arm"])
        done(page, "SetKey", set=arm, place=[0.0, 1.0, 0.5])
        motion = record(page, stride, a_wave(), walks=True)
        walked = clip_of(page, motion)["walked"]
        assert np.abs(walked).max() > 0.01
        done(page, "Perform", character=PIP, set=arm, motion=motion)
        _, arrays = performed(page, 1, [0.0, 1.0, 0.5], playhead=0.75)
        np.testing.assert_allclose(arrays["walked"], walked[45], atol=0.01)


def test_a_performances_fade_is_an_edit_of_it(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway, a_wave(), fade=0.5)
        assert page.records[motion]["recording"]["fade"] == 0.5
        done(page, "EditLayers", motion=motion, edits=[{"type": "SetFade", "seconds": 1.25}])
        assert page.records[motion]["recording"]["fade"] == 1.25
        assert staged.studio.document.undo_label == "Change the fade to 1.25 s"
        done(page, "Undo")
        assert page.records[motion]["recording"]["fade"] == 0.5


def a_striding_set(page: PageClient, studio: Any, **fields: Any) -> str:
    """Two keys a step apart, standing on the only point that Pip can stand on: a hand."""
    stride = add_set(page, "stride", **fields)
    height = forward_kinematics(rig_of(studio).character.rest).positions[LEFT_ARM, 1]
    done(page, "MovePose", character=PIP, shift=[0.0, -height, 0.0])
    done(page, "SetKey", set=stride, place=[0.0, 1.0, 0.5])
    done(page, "MovePose", character=PIP, shift=[0.3, 0.0, 0.2])
    done(page, "SetKey", set=stride, place=[0.5, 1.0, 0.5])
    done(page, "ResetPose", character=PIP)
    return stride


def last_performed(page: PageClient) -> tuple:
    """The last answer to a cursor."""
    done(page, "RequestClip", motion="m-clip")  # all that was sent before has arrived by then
    return [found for found in page.frames if type(found[0]).__name__ == "PerformFrame"][-1]


def test_what_cannot_be_performed_is_answered_with_a_sentence(untouched: RunningStudio) -> None:
    with untouched.page() as page:
        sway, arm = set_called(page, "sway"), set_called(page, "arm")
        motion = next(id for id, r in page.records.items() if r.get("form") == "performance")
        bad = [
            ({"character": "nobody", "set": sway}, "in the document"),
            ({"character": PIP, "set": "s-none"}, "in the document"),
            ({"character": PIP, "set": sway, "motion": "m-clip"}, "no layers"),
            ({"character": PIP, "set": sway, "motion": "m-none"}, "in the document"),
            ({"character": PIP, "set": sway, "motion": motion, "punch": "x"}, "no layer"),
            ({"character": PIP, "set": arm, "motion": motion, "punch": "take 1"}, "with that set"),
            ({"character": PIP, "set": sway, "speed": 0.0}, "speed"),
        ]
        for fields, sentence in bad:
            answer = page.ask("Perform", **fields)
            assert answer["type"] == "Failure", answer
            assert sentence in answer["message"]
