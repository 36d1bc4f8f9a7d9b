"""Performing live: the cursor gives the engine's poses, layers play along, and what was seen plays back."""

import time

import numpy as np
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
from test_posing import same_rotation

from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.core.rotations import quat_rotate
from kinegraph.spatial.performance import perform_path


def rig_of(studio):
    return studio.rigs.rig(studio.document.records, PIP)


def test_a_cursor_gives_the_pose_of_the_blend_in_the_world_it_points_at(staged):
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


def test_every_page_sees_it_and_a_changed_key_counts_at_once(staged):
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


def test_letting_go_ends_it(staged):
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway)
        performed(page, 1, [0.0, 1.0, 0.5])
        done(page, "Perform", character=PIP, set=None)
        count = len(page.frames)
        page.say("Cursor", position=[0, 1, 0.5], time=1.0, sequence=2)
        done(page, "ResetPose", character=PIP)
        assert len(page.frames) == count


def test_an_alternative_fades_over(staged):
    with staged.page() as page:
        sway = a_swaying_set(page)
        bow = add_set(page, "bow")
        turn(page, SPINE, 0, 0.8)
        done(page, "SetKey", set=bow, place=[0.0, 1.0, 0.5], name="bow")
        done(page, "Perform", character=PIP, set=sway)
        _, before = performed(page, 1, [0.0, 1.0, 0.5])
        assert same_rotation(before["rotations"][SPINE], [0, 0, 0, 1]) < 1e-5
        done(page, "Perform", character=PIP, set=bow)
        angles = []
        for sequence in range(2, 500):
            time.sleep(0.004)
            header, arrays = performed(page, sequence, [0.0, 1.0, 0.5])
            angles.append(same_rotation(arrays["rotations"][SPINE], [0, 0, 0, 1]))
            if angles[-1] > 0.8 - 1e-5:
                break
        assert header.set == bow
        assert abs(angles[-1] - 0.8) < 1e-5
        assert (np.diff(angles) > -1e-6).all(), "steadily"
        assert len(angles) > 1


def test_layers_play_along_at_the_pages_time_and_what_was_seen_plays_back(staged):
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


def test_a_carried_controller_is_where_the_hand_is(staged):
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


def test_a_synchronizing_set_moves_the_controllers_below_it(staged):
    perform_stock(staged)
    with staged.page() as page:
        both = set_called(page, "both")
        done(page, "Perform", character=PIP, set=both)
        _, arrays = performed(page, 1, [0.3, 1.5, 0.5])
        order = sorted((r for r in page.records.values() if r["kind"] == "set"), key=lambda r: r["order"])
        index = [each["name"] for each in order].index("sway")
        np.testing.assert_allclose(arrays["controllers"][index], [0.4, 1.0, 0.5], atol=1e-6)


def test_who_walks_goes_along_and_begins_anew_with_playback(staged):
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway, walks=True)
        for sequence in range(1, 30):
            _, arrays = performed(page, sequence, [0.5 * np.sin(0.3 * sequence), 1.0, 0.5])
        assert np.isfinite(arrays["root"]).all()
        motion = record(page, sway, a_wave(), walks=True)
        assert page.records[motion]["recording"]["walks"] is True
        assert np.isfinite(clip_of(page, motion)["roots"]).all()


def test_a_page_that_goes_away_is_in_charge_of_nothing(staged):
    with staged.page() as page:
        sway = a_swaying_set(page)
        done(page, "Perform", character=PIP, set=sway)
    with staged.page() as page:
        done(page, "ResetPose", character=PIP)
        assert not staged.studio.performer._charges


def test_what_cannot_be_performed_is_answered_with_a_sentence(untouched):
    with untouched.page() as page:
        sway, arm = set_called(page, "sway"), set_called(page, "arm")
        motion = next(id for id, r in page.records.items() if r.get("form") == "performance")
        bad = [
            ({"character": "nobody", "set": sway}, "no record"),
            ({"character": PIP, "set": "s-none"}, "no record"),
            ({"character": PIP, "set": sway, "motion": "m-clip"}, "no layers"),
            ({"character": PIP, "set": sway, "motion": "m-none"}, "no record"),
            ({"character": PIP, "set": sway, "motion": motion, "punch": "x"}, "no layer"),
            ({"character": PIP, "set": arm, "motion": motion, "punch": "take 1"}, "with that set"),
            ({"character": PIP, "set": sway, "speed": 0.0}, "speed"),
        ]
        for fields, sentence in bad:
            answer = page.ask("Perform", **fields)
            assert answer["type"] == "Failure", answer
            assert sentence in answer["message"]
