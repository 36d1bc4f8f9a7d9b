"""Posing in the studio: drags turn, pull and move a pose, are shown as they go, and are one edit each."""

from typing import Any

import numpy as np
import pytest
from page_client import PageClient
from perform_scenes import HIPS, LEFT_ARM, PIP, RIGHT_ARM, SPINE, about, done, turn
from serving import RunningStudio
from small_scenes import a_character

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose

POSE = f"pose-{PIP}"


def pose_in(page: PageClient) -> Pose:
    record = page.records[POSE]
    sliding = None if record["translations"] is None else np.array(record["translations"])
    return Pose(a_character().skeleton, np.array(record["root"]), np.array(record["rotations"]), sliding)


def same_rotation(a: Any, b: Any) -> float:
    """How far two rotations are apart [rad]."""
    apart = quat_multiply(quat_conjugate(np.asarray(a)), np.asarray(b))
    return float(2.0 * np.arctan2(np.linalg.norm(apart[:3]), abs(apart[3])))


@pytest.mark.parametrize("heading", [0.0, 1.2])
def test_a_joint_turns_by_what_the_hand_turned_in_the_world(staged: RunningStudio, heading: Any) -> None:
    with staged.page() as page:
        done(page, "PlaceCharacter", character=PIP, position=[3, 0, 1], heading=heading)
        turn(page, SPINE, 0, 0.4)
        before = forward_kinematics(pose_in(page)).rotations[LEFT_ARM]
        turn(page, LEFT_ARM, 2, 0.7)
        after = forward_kinematics(pose_in(page)).rotations[LEFT_ARM]
        placed = np.array(about(1, heading))
        world_before, world_after = quat_multiply(placed, before), quat_multiply(placed, after)
        assert same_rotation(quat_multiply(np.array(about(2, 0.7)), world_before), world_after) < 1e-9


def test_a_pulled_point_goes_to_where_the_hand_is_in_the_world(staged: RunningStudio) -> None:
    with staged.page() as page:
        done(page, "PlaceCharacter", character=PIP, position=[3, 0, 1], heading=0.8)
        hand = {"joint": LEFT_ARM, "offset": [0.5, 0.0, 0.0]}
        local = np.array([0.35, 1.55, 0.4])
        target = quat_rotate(np.array(about(1, 0.8)), local) + np.array([3.0, 0.0, 1.0])
        done(page, "ReachJoint", character=PIP, target=target.tolist(), **hand)
        world = forward_kinematics(pose_in(page))
        point = world.positions[LEFT_ARM] + quat_rotate(world.rotations[LEFT_ARM], [0.5, 0.0, 0.0])
        np.testing.assert_allclose(point, local, atol=1e-4)
        assert same_rotation(pose_in(page).rotations[RIGHT_ARM], [0, 0, 0, 1]) < 1e-9


def test_pulling_the_root_moves_the_pose(staged: RunningStudio) -> None:
    with staged.page() as page:
        done(page, "ReachJoint", character=PIP, joint=HIPS, target=[0.2, 1.1, -0.3])
        np.testing.assert_allclose(page.records[POSE]["root"], [0.2, 1.1, -0.3], atol=1e-12)


def test_a_drag_is_streamed_as_poses_and_is_one_edit(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        for step in range(1, 6):
            turn(one, SPINE, 2, 0.1 * step, gesture="g")
        while True:
            header, arrays = two.frame()
            assert (header.character, header.sequence) == (PIP, -2)
            if same_rotation(arrays["rotations"][SPINE], about(2, 0.5)) < 1e-5:
                break
        assert POSE not in staged.studio.document.records
        done(one, "EndGesture", gesture="g")
        two.wait_for("DocumentChanged", label="Rotate spine")
        assert same_rotation(two.records[POSE]["rotations"][SPINE], about(2, 0.5)) < 1e-9, "from its start"
        done(two, "Undo")
        assert POSE not in two.records
        assert staged.studio.document.undo_label == "Import"


def test_one_drag_may_turn_several_joints(staged: RunningStudio) -> None:
    with staged.page() as page:
        turn(page, SPINE, 2, 0.3, gesture="g")
        turn(page, LEFT_ARM, 2, 0.5, gesture="g")
        done(page, "EndGesture", gesture="g")
        rotations = page.records[POSE]["rotations"]
        assert same_rotation(rotations[SPINE], about(2, 0.3)) < 1e-9
        assert same_rotation(rotations[LEFT_ARM], about(2, 0.5)) < 1e-9


def test_a_cancelled_drag_shows_the_pose_that_was(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        turn(one, SPINE, 2, 0.2)
        turn(one, SPINE, 2, 0.9, gesture="g")
        two.frame()
        done(one, "CancelGesture", gesture="g")
        while same_rotation(two.frame()[1]["rotations"][SPINE], about(2, 0.2)) > 1e-5:
            pass
        assert staged.studio.document.undo_label == "Rotate spine"


def test_mirroring_exchanges_the_arms_and_twice_gives_the_pose_back(staged: RunningStudio) -> None:
    with staged.page() as page:
        turn(page, LEFT_ARM, 2, 0.7)
        before = page.records[POSE]
        done(page, "MirrorPose", character=PIP)
        rotations = page.records[POSE]["rotations"]
        assert same_rotation(rotations[RIGHT_ARM], about(2, -0.7)) < 1e-9
        assert same_rotation(rotations[LEFT_ARM], [0, 0, 0, 1]) < 1e-9
        done(page, "MirrorPose", character=PIP)
        np.testing.assert_allclose(page.records[POSE]["rotations"], before["rotations"], atol=1e-12)


def test_a_pose_can_be_moved_reset_and_all_of_it_undone_exactly(staged: RunningStudio) -> None:
    with staged.page() as page:
        done(page, "MovePose", character=PIP, shift=[0.1, 0.2, 0.3])
        moved = page.records[POSE]
        np.testing.assert_allclose(moved["root"], np.array([0.1, 1.1, 0.3]), atol=1e-12)
        turn(page, SPINE, 0, 0.4)
        done(page, "ResetPose", character=PIP)
        assert page.records[POSE]["root"] == [0.0, 0.9, 0.0]
        done(page, "Undo")
        done(page, "Undo")
        assert page.records[POSE] == moved
        done(page, "Undo")
        assert POSE not in page.records


def test_removing_a_character_takes_its_pose_and_sets_with_it(staged: RunningStudio) -> None:
    with staged.page() as page:
        turn(page, SPINE, 0, 0.4)
        made = done(page, "AddSet", character=PIP)["created"][0]
        before = dict(page.records)
        done(page, "RemoveRecord", id=PIP)
        assert not {PIP, POSE, made} & set(page.records)
        done(page, "Undo")
        assert page.records == before


@pytest.mark.parametrize(
    ("command", "fields", "sentence"),
    [
        ("TurnJoint", {"joint": 9, "rotation": [0, 0, 0, 1]}, "has 4 joints"),
        ("TurnJoint", {"joint": -1, "rotation": [0, 0, 0, 1]}, "has 4 joints"),
        ("TurnJoint", {"joint": 1, "rotation": [0, 0, 0, 0]}, "not zero"),
        ("TurnJoint", {"joint": 1, "rotation": [1e300, 0, 0, 1e300]}, "quaternion"),
        ("TurnJoint", {"joint": 1, "rotation": [0, 0, 1]}, "length"),
        ("ReachJoint", {"joint": 1, "target": [1e9, 0, 0]}, "within 10 km"),
        ("ReachJoint", {"joint": 7, "target": [0, 0, 0]}, "has 4 joints"),
        ("MovePose", {"shift": [0, 1e30, 0]}, "within 10 km"),
        ("MovePose", {"character": "nobody", "shift": [0, 0, 0]}, "in the document"),
        ("ResetPose", {"character": "m-clip"}, "in the document"),
        ("MirrorPose", {"character": "nobody"}, "in the document"),
    ],
)
@pytest.mark.parametrize("gesture", [None, "g"])
def test_what_cannot_be_posed_is_answered_with_a_sentence(
    untouched: RunningStudio, command: str, fields: Any, sentence: str, gesture: str
) -> None:
    before = dict(untouched.studio.document.records)
    with untouched.page() as page:
        dragged = {"gesture": gesture} if gesture and command not in ("ResetPose", "MirrorPose") else {}
        answer = page.ask(command, **{"character": PIP, **fields, **dragged})
        assert answer["type"] == "Failure", answer
        assert sentence in answer["message"]
        assert "went wrong inside" not in answer["message"]
        assert dict(untouched.studio.document.records) == before
        assert not untouched.studio.gestures
