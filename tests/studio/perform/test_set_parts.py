"""Parts that a set keys: handles with six degrees of freedom, poles, locators and sliding joints."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from perform_scenes import LEFT_ARM, PIP, SPINE, a_swaying_set, a_wave, done, performed, record, turn
from serving import RunningStudio
from test_posing import pose_in, same_rotation

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.formats import load
from kinegraph.studio.perform.pose_edits import key_pose


def part(kind: str, target: str, moves: bool = False, turns: bool = False) -> dict[str, Any]:
    """A part as commands carry it."""
    return {"kind": kind, "target": target, "moves": moves, "turns": turns}


@pytest.mark.parametrize(
    "wanted",
    [
        part("handle", "left_arm", moves=True, turns=True),
        part("handle", "left_arm", moves=True),
        part("pole", "spine", moves=True),
        part("locator", "the cup", moves=True, turns=True),
        part("joint", "left_arm", moves=True, turns=True),
    ],
)
def test_a_set_keys_one_more_part_and_its_poses_stay(staged: RunningStudio, wanted: Any) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        before, records = page.records[id], staged.studio.document.records
        poses = [key_pose(records, staged.studio.rigs, id, key["name"]) for key in before["keys"]]
        done(page, "KeyPart", set=id, part=wanted)
        assert wanted in page.records[id]["manipulators"]
        records = staged.studio.document.records
        for key, pose in zip(before["keys"], poses, strict=True):
            after = key_pose(records, staged.studio.rigs, id, key["name"])
            was, now = forward_kinematics(pose).positions, forward_kinematics(after).positions
            np.testing.assert_allclose(now, was, atol=2e-4)
        done(page, "Undo")
        assert page.records[id] == before


def test_a_part_is_changed_and_taken_out_again(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        before = page.records[id]["manipulators"]
        done(page, "KeyPart", set=id, part=part("handle", "left_arm", moves=True))
        done(page, "KeyPart", set=id, part=part("handle", "left_arm", moves=True, turns=True))
        assert page.records[id]["manipulators"] == [*before, part("handle", "left_arm", True, True)]
        done(page, "KeyPart", set=id, part=part("handle", "left_arm"))
        assert page.records[id]["manipulators"] == before


def test_a_sliding_joint_slides_between_poses(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        done(page, "KeyPart", set=id, part=part("joint", "left_arm", moves=True, turns=True))
        records = staged.studio.document.records
        made = staged.studio.rigs.rig(records, PIP).set("sway")
        offset = staged.studio.rigs.rig(records, PIP).character.skeleton.offsets[LEFT_ARM]
        np.testing.assert_allclose(made.key("left").positions[LEFT_ARM], offset, atol=1e-9)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (part("handle", "wing", moves=True), "wing"),
        (part("handle", "left_arm"), "has no handle 'left_arm' to remove"),
        (part("pole", "spine", turns=True), "cannot turn"),
        (part("controller", "sway", moves=True), "dragging one onto another"),
    ],
)
def test_an_impossible_part_is_refused(untouched: RunningStudio, wanted: Any, sentence: str) -> None:
    with untouched.page() as page:
        id = next(r["id"] for r in page.records.values() if r["kind"] == "set")
        assert sentence in page.ask("KeyPart", set=id, part=wanted)["message"]


def test_a_pulled_hand_keeps_its_rotation_where_that_is_asked_for(staged: RunningStudio) -> None:
    with staged.page() as page:
        turn(page, SPINE, 2, 0.2)
        turn(page, LEFT_ARM, 1, 0.3)
        before = forward_kinematics(pose_in(page)).rotations[LEFT_ARM]
        reach = {"joint": LEFT_ARM, "target": [0.25, 1.4, 0.05]}
        done(page, "ReachJoint", character=PIP, upright=True, **reach)
        kept = forward_kinematics(pose_in(page)).rotations[LEFT_ARM]
        done(page, "Undo")
        done(page, "ReachJoint", character=PIP, **reach)
        turned = forward_kinematics(pose_in(page)).rotations[LEFT_ARM]
        assert same_rotation(kept, before) < 0.02 < same_rotation(turned, before)


def test_a_locator_goes_where_the_ball_goes_until_poses_put_it_elsewhere(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        done(page, "KeyPart", set=id, part=part("locator", "cup", moves=True))
        done(page, "Perform", character=PIP, set=id)
        marker = page.records[id]["keys"][1]["place"]
        _, arrays = performed(page, 1, marker)
        np.testing.assert_allclose(arrays["locators"], [marker], atol=1e-6)
        done(page, "PlaceLocator", set=id, key="left", target="cup", place=[1.0, 2.0, 3.0])
        _, arrays = performed(page, 2, marker)
        np.testing.assert_allclose(arrays["locators"], [[1.0, 2.0, 3.0]], atol=1e-6)
        done(page, "SetKey", set=id, place=[0.2, 1.3, 0.5], name="between", controller=[0.2, 1.3, 0.5])
        after = performed(page, 3, [0.2, 1.3, 0.5])[1]["locators"]
        done(page, "Undo")
        np.testing.assert_allclose(performed(page, 4, [0.2, 1.3, 0.5])[1]["locators"], after, atol=1e-6)
        done(page, "KeyPart", set=id, part=part("locator", "cup"))
        assert "locators" not in performed(page, 5, marker)[1]


def test_a_locator_that_a_set_does_not_have_is_refused(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        fields = {"set": id, "key": "left", "place": [0.0, 0.0, 0.0]}
        assert "locator" in page.ask("PlaceLocator", target="cup", **fields)["message"]
        done(page, "KeyPart", set=id, part=part("locator", "cup", moves=True))
        assert "key" in page.ask("PlaceLocator", target="cup", **(fields | {"key": "none"}))["message"]
        far = page.ask("PlaceLocator", target="cup", **(fields | {"place": [0.0, 1e9, 0.0]}))
        assert "within 10 km" in far["message"]


def test_a_locator_is_exported_with_its_performance_cut_resampled_and_scaled(
    staged: RunningStudio, tmp_path: Path
) -> None:
    with staged.page() as page, staged.http() as http:
        id = a_swaying_set(page)
        done(page, "KeyPart", set=id, part=part("locator", "cup", moves=True))
        motion = record(page, id)

        def exported(**options: Any) -> LocatorClip:
            job = done(page, "Export", records=[motion], format="gltf", options=options)["job"]
            ended = page.wait_for_job(job)
            assert ended["type"] == "JobDone", ended
            (tmp_path / "out.glb").write_bytes(http.get(ended["download"]).content)
            (locators,) = load(tmp_path / "out.glb").locators
            return locators

        whole = exported()
        path = np.array(a_wave())[:, 1:]  # the ball's: no pose puts the cup elsewhere
        np.testing.assert_allclose(whole.positions[:, 0], path, atol=1e-5)
        part_of = exported(fps=30, scale=2, span=[0.2, 0.5])
        np.testing.assert_allclose(part_of.positions[:, 0], 2.0 * path[12:31:2], atol=2e-5)
