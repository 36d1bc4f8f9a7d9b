"""A pose made by hand is held until it is stored or discarded, and undo and redo keep that state exact."""

from typing import Any

import numpy as np
import pytest
from page_client import PageClient
from perform_scenes import PIP, SPINE, a_swaying_set, add_set, done, perform_stock, set_called, turn
from serving import RunningStudio
from small_scenes import a_character
from test_posing import POSE, pose_in, same_rotation


def held(page: PageClient) -> bool:
    """Whether the pose waits to be stored or discarded."""
    return POSE in page.records and page.records[POSE]["held"] != "none"


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("TurnJoint", {"joint": SPINE, "rotation": [0.0, 0.0, 0.6, 0.8]}),
        ("ReachJoint", {"joint": 2, "target": [0.3, 1.5, 0.4]}),
        ("MovePose", {"shift": [0.1, 0.0, 0.0]}),
        ("MirrorPose", {}),
        ("ResetPose", {}),
    ],
)
def test_every_way_of_posing_holds_the_pose(staged: RunningStudio, command: str, fields: Any) -> None:
    with staged.page() as page:
        done(page, command, character=PIP, **fields)
        assert held(page)
        done(page, "Undo")
        assert not held(page)


def test_a_key_and_an_update_store_the_held_pose_and_undo_holds_it_again(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        for command in ("SetKey", "UpdateKey"):
            turn(page, SPINE, 0, 0.3)
            before = page.records[POSE]
            done(page, command, set=id, **({"key": "left"} if command == "UpdateKey" else {}))
            assert not held(page)
            done(page, "Undo")
            assert page.records[POSE] == before, "one edit stored it and let go of it"
            assert held(page)


def test_a_discarded_pose_is_at_rest_and_comes_back_by_undo(staged: RunningStudio) -> None:
    with staged.page() as page:
        a_swaying_set(page)
        turn(page, SPINE, 0, 0.3)
        before = page.records[POSE]
        done(page, "DiscardPose", character=PIP)
        assert not held(page)
        rest = a_character().rest
        np.testing.assert_allclose(pose_in(page).rotations, rest.rotations, atol=1e-12)
        assert staged.studio.document.undo_label == "Discard the pose of Pip"
        done(page, "Undo")
        assert page.records[POSE] == before
        done(page, "Redo")
        assert not held(page)


def test_there_must_be_a_pose_to_discard(staged: RunningStudio) -> None:
    with staged.page() as page:
        assert "no pose to discard" in page.ask("DiscardPose", character=PIP)["message"]
        turn(page, SPINE, 0, 0.3)
        done(page, "DiscardPose", character=PIP)
        assert "no pose to discard" in page.ask("DiscardPose", character=PIP)["message"]


def test_a_pose_that_the_ball_gives_is_not_held(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        done(page, "DiscardPose", character=PIP)
        done(page, "SetKey", set=id, place=[0.2, 1.4, 0.5], controller=[0.2, 1.0, 0.5])
        assert not held(page)
        done(page, "MoveController", set=id, place=[0.3, 1.0, 0.5])
        assert not held(page)


def test_a_pose_taken_from_a_key_and_balls_put_by_hand_are_held(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        sway, both = set_called(page, "sway"), set_called(page, "both")
        done(page, "ShowKey", set=sway, key="left")
        assert held(page)
        done(page, "DiscardPose", character=PIP)
        done(page, "MoveController", set=sway, place=[0.3, 1.0, 0.5], hold=True)
        assert held(page)
        done(page, "SetKey", set=both, place=[0.9, 1.5, 0.5], name="aside")
        assert not held(page)
        records = staged.studio.document.records
        key = staged.studio.rigs.rig(records, PIP).set("both").key("aside")
        np.testing.assert_allclose(key.positions[0], [0.3, 1.0, 0.5], atol=1e-12)


def test_balls_wait_for_the_set_that_moves_them(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        sway, arm, both = (set_called(page, name) for name in ("sway", "arm", "both"))
        done(page, "MoveController", set=sway, place=[0.3, 1.0, 0.5], hold=True)
        done(page, "SetKey", set=arm, place=[0.1, 0.4, 0.5], controller=[0.1, 0.3, 0.5])
        assert page.records[POSE]["held"] == "balls", "a key of another set does not hold the ball's place"
        done(page, "MoveController", set=arm, place=[0.15, 0.3, 0.5], hold=True)
        done(page, "SetKey", set=both, place=[0.9, 1.5, 0.5], name="aside")
        assert not held(page)
        key = staged.studio.rigs.rig(staged.studio.document.records, PIP).set("both").key("aside")
        np.testing.assert_allclose(key.positions, [[0.3, 1.0, 0.5], [0.15, 0.3, 0.5]], atol=1e-12)


def test_a_held_pose_stays_while_cursors_move(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        turn(page, SPINE, 0, 0.4)
        before = page.records[POSE]
        done(page, "Perform", character=PIP, set=id)
        for x in range(5):
            page.say("Cursor", position=[0.1 * x, 1.0, 0.5], time=0.1 * x, sequence=x)
        done(page, "SetKey", set=id, place=[0.4, 1.0, 0.5], name="posed")
        records = staged.studio.document.records
        key = staged.studio.rigs.rig(records, PIP).set("sway").key("posed")
        assert same_rotation(key.rotations[SPINE], before["rotations"][SPINE]) < 1e-9


def test_a_drag_that_is_given_up_holds_nothing(staged: RunningStudio) -> None:
    with staged.page() as page:
        add_set(page, "empty")
        turn(page, SPINE, 0, 0.4, gesture="g")
        done(page, "CancelGesture", gesture="g")
        assert not held(page)


def test_the_suggested_place_is_where_a_key_without_a_place_goes(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        turn(page, SPINE, 2, -0.3)
        done(page, "RequestPlace", set=id)
        header, arrays = page.frames[-1]
        assert (type(header).__name__, header.set) == ("PlaceFrame", id)
        assert 0.0 <= header.difference < 0.2
        done(page, "SetKey", set=id, name="between")
        np.testing.assert_allclose(page.records[id]["keys"][-1]["place"], arrays["place"], atol=1e-6)


def test_no_place_is_suggested_for_a_set_without_keys(staged: RunningStudio) -> None:
    with staged.page() as page:
        message = page.ask("RequestPlace", set=add_set(page, "empty"))["message"]
        assert "'empty' has no pose yet" in message
