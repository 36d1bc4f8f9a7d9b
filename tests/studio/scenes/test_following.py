"""A scene follows what it is made of: takes, and motions that were brought to other bodies."""

import numpy as np
import pytest
from creature_scenes import add as add_animation
from creature_scenes import make as make_creature
from creature_scenes import play as play_animation
from page_client import PageClient
from perform_scenes import PIP, a_swaying_set, done, performed, record
from serving import RunningStudio
from staged_scenes import BIG, place, play

import kinegraph as kg
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.core.pose import Pose


def test_a_scene_follows_a_change_of_its_take_and_undo_takes_it_back(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        motion = record(page, a_swaying_set(page))
        place(page, motion)
        _, before = play(page)
        edit = {"type": "StretchLayer", "layer": "take 1", "factor": 3.0}
        done(page, "EditLayers", motion=motion, edits=[edit])
        played, after = play(page, {PIP: before[PIP][0].state})
        assert len(after[PIP][1]["roots"]) > len(before[PIP][1]["roots"]) + 30
        done(page, "Undo")
        _, again = play(page, {PIP: after[PIP][0].state})
        assert again[PIP][0].state == before[PIP][0].state
        assert played["duration"] > 2.5


def test_a_performed_layer_over_a_capture_moves_its_part_alone(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        _, alone = play(page)
        take = record(page, a_swaying_set(page))
        request = page.say("RequestParts", character=PIP)
        parts = page.wait(lambda event: event.get("request") == request)
        part = next(name for name in parts["parts"] if name != "whole body")
        joints = parts["joints"][parts["parts"].index(part)]
        done(page, "PlaceSceneClip", motion=take, start=0.0, part=part, own=True)
        (layer,) = page.records["scene"]["tracks"][0]["layers"]
        assert layer["part"] == part
        _, over = play(page)
        done(page, "Undo")  # the layer and its clip are one step
        assert page.records["scene"]["tracks"][0]["layers"] == []
    others = [joint for joint in range(over[PIP][1]["rotations"].shape[1]) if joint not in joints]
    length = min(len(alone[PIP][1]["roots"]), len(over[PIP][1]["roots"]))
    one, other = (frames[PIP][1]["rotations"][:length] for frames in (alone, over))
    assert np.abs((one[:, others] * other[:, others]).sum(axis=-1)).min() > 1.0 - 1e-6


def test_a_performed_character_looks_where_it_is_told_and_its_body_stays(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        bear = done(page, "AddCharacter", cast="bear")["created"][0]
        (first, *_) = done(page, "AddCastSets", character=bear)["created"]
        done(page, "Perform", character=bear, set=first)
        ahead = _performed(page, 1, None)
        left = _performed(page, 2, [50.0, 0.9, 0.5])
        right = _performed(page, 3, [-50.0, 0.9, 0.5])
        names = page.records[bear]["joints"]
    head, feet = names.index("head"), [names.index(name) for name in ("left_foot", "right_foot")]
    skeleton = kg.cast("bear").skeleton

    def front(rotations: np.ndarray) -> np.ndarray:
        pose = Pose(skeleton, skeleton.offsets[0], rotations.astype(float))
        return quat_rotate(forward_kinematics(pose).rotations[head], np.array([0.0, 0.0, 1.0]))

    assert front(left)[0] > 0.9
    assert front(right)[0] < -0.9
    assert left[feet] == pytest.approx(ahead[feet], abs=1e-6)


def _performed(page: PageClient, sequence: int, gaze: list | None) -> np.ndarray:
    """Rotations of the character that is performed."""
    return performed(page, sequence, [0.0, 0.8, 1.0], gaze=gaze)[1]["rotations"]


def test_an_animation_of_a_creature_is_performed_anew_by_another_body(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        creature = make_creature(page, "quadruped", 3)
        animation = add_animation(page, "wave")
        (motion,) = play_animation(page, animation, creature)
        other = make_creature(page, "insect", 5)
        ended = page.wait_for_job(
            done(page, "BringMotion", motion=motion, character=other, place=True)["job"]
        )
        assert ended["type"] == "JobDone", ended
        record_of = page.records[ended["created"][0]]
        assert record_of["character"] == other
        assert "Feet slip" in record_of["notes"][0]
        _, frames = play(page)
    rotations = frames[other][1]["rotations"]
    assert np.abs(rotations[0] - rotations[len(rotations) // 2]).max() > 0.01
    assert BIG not in frames
