"""Keys set by hand stay when the count or the settings change, and the others are chosen around them."""

import numpy as np
import pytest
from keys_scenes import CLIP, a_dance, choose, curves_of, frame_of, result_of, stock
from page_client import PageClient
from serving import RunningStudio

from kinegraph.core.animation import QUATERNION, Animation
from kinegraph.core.animation_editing import moved_columns
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.settings import KeySettings as EngineSettings
from kinegraph.studio.document.key_fields import KeySettings
from kinegraph.studio.keys.hand_keys import settings_around, with_hand_keys

FPS = 30.0


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a clip to key."""
    return stock(running)


def edit(page: PageClient, motion: str, *edits: dict) -> None:
    answer = page.ask("EditKeys", motion=motion, edits=edits)
    assert answer["type"] == "Done", answer


def keys_at(page: PageClient, motion: str, time: float) -> dict[tuple, tuple]:
    """Value and handles of every channel's key at a time, by channel; handles from their key."""
    _, arrays = curves_of(page, motion)
    found, start = {}, 0
    for joint, property, axis, count in arrays["channels"].tolist():
        own = slice(start, start + count)
        start += count
        near = np.flatnonzero(np.abs(arrays["times"][own] - time) < 1e-9)
        if len(near):
            at = own.start + int(near[0])
            key = np.array([arrays["times"][at], arrays["values"][at]])
            found[joint, property, axis] = (
                key[1],
                *(arrays["inHandles"][at] - key),
                *(arrays["outHandles"][at] - key),
            )
    return found


def turn(time: float, joint: int = 2) -> dict:
    rotation = quat_from_axis_angle(np.array([0.0, 0.0, 0.7])).tolist()
    return {"type": "TurnPart", "time": time, "joint": joint, "rotation": rotation}


@pytest.mark.parametrize("count", [6, 9, 14])
def test_a_posed_key_stays_when_the_count_moves(stocked: RunningStudio, count: int) -> None:
    with stocked.page() as page:
        choose(page, 7)
        result = result_of(page)["id"]
        edit(page, result, turn(23 / FPS))
        before = keys_at(page, result, 23 / FPS)
        choose(page, count)
        keying = result_of(page)["keying"]
        assert keying["hand"] == pytest.approx([23 / FPS])
        assert keying["count"] == count == len(curves_of(page, result)[1]["columnTimes"])
        after = keys_at(page, result, 23 / FPS)
        assert set(before) <= set(after)
        for channel, (value, *_) in before.items():
            assert after[channel][0] == pytest.approx(value, abs=1e-9)


def test_handles_set_by_hand_stay_as_long_as_their_segments_hold_them(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 8)
        result = result_of(page)["id"]
        times = curves_of(page, result)[1]["columnTimes"]
        channel, key, time = 4, 3, float(times[3])
        value = keys_at(page, result, time)
        handle = {"type": "SetHandle", "channel": channel, "key": key, "side": "out", "time": time + 0.01}
        edit(page, result, {**handle, "value": 0.05})
        before = keys_at(page, result, time)
        assert before != value
        choose(page, 9)
        after = keys_at(page, result, time)
        changed = [name for name in before if before[name] != value[name]]
        assert changed
        for name in changed:
            assert after[name][3:] == pytest.approx(before[name][3:], abs=1e-9)


def test_a_moved_column_stays_at_its_time(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 7)
        result = result_of(page)["id"]
        time = float(curves_of(page, result)[1]["columnTimes"][3])
        edit(page, result, {"type": "MoveColumns", "columns": [time], "shift": 2 / FPS})
        before = keys_at(page, result, time + 2 / FPS)
        choose(page, 10)
        after = keys_at(page, result, time + 2 / FPS)
        for name, (value, *_) in before.items():
            assert after[name][0] == pytest.approx(value, abs=1e-9)


def test_settings_keep_hand_keys_and_dropping_gives_the_plain_choice(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 7, settings={"contacts": False})
        plain = result_of(page)
        edit(page, plain["id"], turn(31 / FPS))
        choose(page, 7, settings={"gap": 3, "contacts": False})
        assert result_of(page)["keying"]["hand"] == pytest.approx([31 / FPS])
        assert result_of(page)["keying"]["handEdited"] is True
        choose(page, 7, settings={"contacts": False}, keepEdits=False)
        assert result_of(page) == plain
        page.ask("Undo")
        assert result_of(page)["keying"]["hand"] == pytest.approx([31 / FPS])


def test_a_preview_of_another_count_shows_the_pose(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 7)
        result = result_of(page)["id"]
        edit(page, result, turn(23 / FPS))
        posed = frame_of(page, "RequestKeys", motion=result)[1]["rotations"][23]
        choose(page, 11, gesture="g")
        header, arrays = page.frame()
        assert header.preview
        assert header.count == 11
        np.testing.assert_allclose(np.abs((arrays["rotations"][23] * posed).sum(axis=-1)), 1.0, atol=1e-5)
        page.ask("CancelGesture", gesture="g")


def test_hand_keys_are_fixed_frames_where_the_gap_allows_it() -> None:
    settings = KeySettings(fixed=(10,), forbidden=(20, 40), gap=3, span=(0, 50))
    around = settings_around(settings, np.array([11, 20, 21, 60]) / FPS, FPS, 100)
    assert around.fixed == (10, 20)
    assert around.forbidden == (40,)


def dancing(count: int) -> Animation:
    return key_motion(choose_keys(a_dance(), EngineSettings(contacts=False)), count, refine=False).animation


def test_nothing_is_keyed_beyond_an_end_that_a_hand_has_moved() -> None:
    before = dancing(8)
    last = float(before.column_times[-1])
    earlier = moved_columns(before, [last], -3 / FPS)
    kept = np.array([last - 3 / FPS])
    after = with_hand_keys(dancing(12), earlier, kept)
    assert after.end == pytest.approx(last - 3 / FPS)
    later = moved_columns(before, [last], 5 / FPS)
    assert with_hand_keys(dancing(12), later, np.array([last + 5 / FPS])).end == pytest.approx(last + 5 / FPS)


@pytest.mark.parametrize("mode", ["ZXY", "XYZ", QUATERNION])
def test_poses_survive_another_rotation_mode(mode: str) -> None:
    before = dancing(8)
    pose = pose_at(before, 20 / FPS)
    turned = quat_multiply(pose.rotations, quat_from_axis_angle(np.tile([0.4, -0.3, 0.5], (4, 1))))
    posed = with_pose(before, 20 / FPS, Pose(pose.skeleton, pose.root_translation, turned))
    settings = EngineSettings(contacts=False, rotation=mode)
    chosen = key_motion(choose_keys(a_dance(), settings), 10, refine=False).animation
    after = pose_at(with_hand_keys(chosen, posed, np.array([20 / FPS])), 20 / FPS)
    np.testing.assert_allclose(np.abs((after.rotations * turned).sum(axis=-1)), 1.0, atol=1e-12)


def test_keys_between_two_columns_are_chosen_anew_and_posed_ends_stay(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        motion = result_of(page)["id"]
        _, arrays = curves_of(page, motion)
        start, stop = arrays["columnTimes"][[1, 4]].tolist()
        edit(page, motion, turn(start))
        posed = keys_at(page, motion, start)
        edit(page, motion, {"type": "RefitSpan", "start": start, "stop": stop})
        assert any(e.get("label") == "Refit between keyframes" for e in page.events)
        again = keys_at(page, motion, start)
        assert {c: again[c][0] for c in posed} == pytest.approx({c: key[0] for c, key in posed.items()})
        assert result_of(page)["keying"]["hand"] == [pytest.approx(start)]
        page.ask("Undo")
        assert keys_at(page, motion, start) == posed


def test_a_refit_without_a_source_is_refused(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        motion = result_of(page)["id"]
        assert page.ask("RemoveRecord", id=CLIP)["type"] == "Done"
        answer = page.ask("EditKeys", motion=motion, edits=[{"type": "RefitSpan", "start": 0.2, "stop": 1.0}])
        assert answer["type"] == "Failure"
        assert "motion that they came from" in answer["message"]
