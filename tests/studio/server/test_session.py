"""Pages talk to one document: they stay in step, drags are one edit, and nonsense is answered with a
sentence.
"""

import socket
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from page_client import PageClient
from samples_of_records import BLOBS, a_character, a_motion
from serving import RunningStudio, a_page, start, wait_until
from small_scenes import a_character as a_real_character

from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.pose import Pose
from kinegraph.studio import studio as studio_module
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.protocol.messages import PROTOCOL
from kinegraph.studio.running import follower


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a character with a motion, in history."""
    document = running.studio.document
    document.commit(
        edits.add(document.records, EditKind.IMPORT_FILES.of(), [a_character(), a_motion()], BLOBS)
    )
    return running


def test_the_welcome_holds_the_document(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        assert page.welcome["protocol"] == PROTOCOL
        assert set(page.records) == {"c1", "m1", "stage", "view"}
        assert page.welcome["undoLabel"] == "Import"
        assert page.welcome["redoLabel"] is None
        assert {".bvh", ".glb", ".kine"} <= {e for f in page.welcome["formats"] for e in f["extensions"]}


def test_a_page_of_another_version_is_asked_to_reload(running: RunningStudio) -> None:
    with running.page(greet=False) as page:
        answer = page.ask("Hello", protocol=PROTOCOL + 1)
        assert answer["type"] == "Failure"
        assert "reload" in answer["message"]


def test_hello_comes_first(running: RunningStudio) -> None:
    with running.page(greet=False) as page:
        assert "Hello" in page.ask("Undo")["message"]
        assert page.ask("Hello", protocol=PROTOCOL)["type"] == "Welcome"


def test_a_session_can_be_taken_up_again(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        session, revision = page.welcome["session"], page.welcome["revision"]
    with stocked.page(greet=False) as page:
        welcome = page.ask("Hello", protocol=PROTOCOL, session=session)
        assert (welcome["session"], welcome["revision"]) == (session, revision)


def test_an_edit_reaches_every_page_and_can_be_undone_from_any(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        assert one.ask("RenameRecord", id="c1", name="Otto")["type"] == "Done"
        change = two.wait_for("DocumentChanged")
        assert two.records["c1"]["name"] == "Otto"
        assert change["label"] == "Rename bear to Otto"
        assert change["undoLabel"] == change["label"]
        two.ask("Undo")
        assert one.wait_for("DocumentChanged")["redoLabel"] == "Rename bear to Otto"
        assert one.records["c1"]["name"] == two.records["c1"]["name"] == "bear"


def test_a_change_says_its_kind_and_whether_it_needs_a_toast(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        assert page.welcome["undoKind"] == "import_files"
        page.ask("RenameRecord", id="c1", name="Otto")
        renamed = page.events[-2]
        assert (renamed["kind"], renamed["quiet"], renamed["undoKind"]) == (
            "rename_record",
            True,
            "rename_record",
        )
        page.ask("Undo")
        undone = page.events[-2]
        assert (undone["kind"], undone["quiet"]) == ("rename_record", False), "an undo is always reported"
        assert (undone["report"], undone["undoKind"]) == ("Undid: rename bear to Otto", "import_files")
        page.ask("RemoveRecord", id="m1")
        removed = page.events[-2]
        assert (removed["kind"], removed["quiet"], removed["report"]) == (
            "remove_record",
            False,
            "Removed walk",
        )
        page.ask("SelectMotion", motion=None)
        looked = page.events[-2]
        assert (looked["kind"], looked["report"]) == (None, "")


def test_changes_arrive_before_the_answer(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        page.ask("RenameRecord", id="c1", name="Otto")
        assert [event["type"] for event in page.events[-2:]] == ["DocumentChanged", "Done"]


def test_edits_of_several_pages_at_once_leave_all_with_the_same_state(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        last = {}
        for number in range(20):
            last[one] = one.say("RenameRecord", id="c1", name=f"one {number}")
            last[two] = two.say("PlaceCharacter", character="c1", position=[number, 0, 0], heading=0)
        for page in (one, two):
            page.wait(lambda event, page=page: event.get("request") == last[page])
        final = stocked.studio.document.revision
        for page in (one, two):
            if not any(e["type"] == "DocumentChanged" and e["revision"] == final for e in page.events):
                page.wait_for("DocumentChanged", revision=final)
        assert one.records == two.records
        assert one.records["stage"]["placements"][0]["position"] == [19, 0, 0]


def test_a_drag_is_one_edit(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        for x in range(10):
            one.ask("PlaceCharacter", character="c1", position=[x, 0, 0], heading=0.1, gesture="g")
        two.wait(lambda e: e.get("preview") and e["changed"][0]["placements"][0]["position"] == [9, 0, 0])
        assert stocked.studio.document.undo_label == "Import", "nothing is in history yet"
        one.ask("EndGesture", gesture="g")
        two.wait_for("DocumentChanged", label="Move bear")
        two.ask("Undo")
        assert two.records["stage"]["placements"][0]["position"] == [0, 0, 0]
        assert stocked.studio.document.undo_label == "Import"


def test_a_cancelled_drag_restores_what_was(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        one.ask("PlaceCharacter", character="c1", position=[5, 0, 0], heading=0, gesture="g")
        two.wait_for("DocumentChanged", preview=True)
        one.ask("CancelGesture", gesture="g")
        two.wait_for("DocumentChanged", preview=False)
        assert two.records["stage"]["placements"][0]["position"] == [0, 0, 0]
        assert stocked.studio.document.undo_label == "Import"
        assert "already ended" in one.ask("EndGesture", gesture="g")["message"]


def test_a_lost_page_takes_its_drag_back(stocked: RunningStudio) -> None:
    with stocked.page() as two:
        with stocked.page() as one:
            one.ask("PlaceCharacter", character="c1", position=[5, 0, 0], heading=0, gesture="g")
            two.wait_for("DocumentChanged", preview=True)
        two.wait_for("DocumentChanged", preview=False)
        assert two.records["stage"]["placements"][0]["position"] == [0, 0, 0]


def test_a_drag_keeps_what_others_change_meanwhile(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        one.ask("PlaceCharacter", character="c1", position=[5, 0, 0], heading=0, gesture="g")
        two.ask("RenameDocument", title="Meanwhile")
        one.ask("EndGesture", gesture="g")
        stage = one.records["stage"]
        assert (stage["title"], stage["placements"][0]["position"]) == ("Meanwhile", [5, 0, 0])


def test_selection_is_shared_but_not_undone(stocked: RunningStudio) -> None:
    with stocked.page() as one, stocked.page() as two:
        one.ask("SelectMotion", motion="m1")
        change = two.wait_for("DocumentChanged")
        assert change["undoLabel"] == "Import"
        assert (two.records["view"]["motion"], two.records["view"]["character"]) == ("m1", "c1")
        one.ask("RemoveRecord", id="m1")
        assert one.records["view"]["motion"] is None, "what is gone is not selected"
        one.ask("Undo")
        assert one.records["view"]["motion"] == "m1"


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """One stocked studio for all that is refused: nothing of it may leave a trace."""
    folder = tmp_path_factory.mktemp("untouched")
    studio = start(folder / "test.kine", a_page(folder))
    document = studio.studio.document
    document.commit(
        edits.add(document.records, EditKind.IMPORT_FILES.of(), [a_character(), a_motion()], BLOBS)
    )
    yield studio
    studio.stop()


@pytest.mark.parametrize(
    ("command", "fields", "sentence"),
    [
        ("RenameRecord", {"id": "nobody", "name": "x"}, "This record is no longer in the document"),
        ("RenameRecord", {"id": "c1", "name": " \t "}, "name"),
        ("RenameRecord", {"id": "stage", "name": "x"}, "no longer in the document"),
        ("SetCaps", {"character": "c1", "joint": 99, "caps": []}, "does not exist"),
        ("SetCaps", {"character": "c1", "joint": 0, "caps": ["wheel"]}, "wheel"),
        ("SetMirrorPairs", {"character": "c1", "mirror": [0, 0, 0]}, "pair"),
        ("SetMirrorPairs", {"character": "c1", "mirror": [0]}, "3 joints"),
        ("PlaceCharacter", {"character": "c1", "position": [1e9, 0, 0], "heading": 0}, "10 km"),
        ("SetPlayback", {"loop": True, "speed": 0}, "speed"),
        ("SetPlayback", {"loop": True, "speed": 1, "span": [2, 1]}, "later"),
        ("AddCharacter", {"cast": "dragon"}, "dragon"),
        ("CancelJob", {"job": "none"}, "no job"),
        ("Redo", {}, "nothing to redo"),
        ("Export", {"records": ["c1"], "format": "docx"}, "docx"),
        ("Hello", {"protocol": PROTOCOL}, "start"),
        ("Explode", {}, "no message 'Explode'"),
    ],
)
def test_what_cannot_be_done_is_answered_with_a_sentence(
    untouched: RunningStudio, command: str, fields: Any, sentence: str
) -> None:
    before = dict(untouched.studio.document.records)
    with untouched.page() as page:
        answer = page.ask(command, **fields)
        assert answer["type"] == "Failure"
        assert sentence in answer["message"]
        assert dict(untouched.studio.document.records) == before


@pytest.mark.parametrize(
    "garbage", ["", "{", "nonsense", "[]", "null", '{"type": 5}', b"\x00\xff\x00", "{" * 5000]
)
def test_garbage_is_answered_and_the_connection_stays(untouched: RunningStudio, garbage: Any) -> None:
    with untouched.page() as page:
        page.socket.send(garbage)
        assert page.wait_for("Failure", request=None)["message"]
        assert page.ask("SelectCharacter", character="c1")["type"] == "Done"


def test_corrections_of_anatomy_are_edits(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        page.ask("SetCaps", character="c1", joint=0, caps=["tail", "spike"])
        page.ask("SetMirrorPairs", character="c1", mirror=[0, 1, 2])
        assert page.records["c1"]["caps"][0] == ["spike", "tail"]
        assert page.records["c1"]["sides"] == [0, 0, 0]
        page.ask("Undo")
        assert page.records["c1"]["mirror"] == [0, 2, 1]


class Nodding:
    """A driver that turns the first joint by the target's height.

    delay: How long a pose takes [s].
    posed: How many poses were computed.
    """

    delay = 0.0
    posed = 0

    def __init__(self, character: Any) -> None:
        self.character = character

    def pose_at(self, target: Any, time: Any) -> Any:
        import time as clock

        clock.sleep(self.delay)
        Nodding.posed += 1
        rotations = np.array(self.character.skeleton.rest_rotations)
        rotations[0] = quat_from_axis_angle(np.array([target[1], 0, 0]))
        return Pose(self.character.skeleton, target, rotations)


@pytest.fixture
def following(running: RunningStudio, monkeypatch: pytest.MonkeyPatch) -> RunningStudio:
    """A studio with a character that follows the pointer, placed away from the origin."""
    monkeypatch.setattr(studio_module, "make_driver", lambda character, run: Nodding(character))
    monkeypatch.setattr(Nodding, "delay", 0.0)
    document, blob = running.studio.document, pack_character(a_real_character())
    record = describe_character(a_real_character(), id="pip", blob=blob_hash(blob))
    document.commit(
        edits.add(
            document.records, EditKind.ADD_CHARACTER.of(), [record], {record.blob: blob}, (1.0, 0.0, 0.0)
        )
    )
    document.commit(edits.place(document.records, "pip", (1.0, 0.0, 0.0), np.pi / 2))
    return running


def pose_answering(page: PageClient, sequence: int) -> Any:
    """Takes frames until the pose that answers a cursor message arrives."""
    while True:
        header, arrays = page.frame()
        if header.sequence == sequence:
            return header, arrays


def test_the_pointer_drives_the_character_in_its_own_space(following: RunningStudio) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        page.say("Cursor", position=[1.0, 0.5, -2.0], time=0.0, sequence=7)
        header, arrays = pose_answering(page, 7)
        assert header.character == "pip"
        np.testing.assert_allclose(arrays["root"], [2.0, 0.5, 0.0], atol=1e-6)
        assert arrays["rotations"].shape == (4, 4)
        assert arrays["rotations"].dtype == np.float32


def test_idle_motion_goes_on_while_the_pointer_is_still(following: RunningStudio) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        page.say("Cursor", position=[0, 0, 0], time=0.0, sequence=1)
        pose_answering(page, 1)
        times = [page.frame()[0].time for _ in range(5)]
        assert all(a < b for a, b in pairwise(times))
        assert page.frames[-1][0].sequence == follower.IDLE


def test_of_pointer_positions_that_wait_only_the_newest_is_computed(
    following: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        monkeypatch.setattr(Nodding, "delay", 0.03)
        for sequence in range(100):
            page.say("Cursor", position=[0, sequence, 0], time=sequence / 1000, sequence=sequence)
        pose_answering(page, 99)
        answered = [header.sequence for header, _ in page.frames if header.sequence >= 0]
        assert len(answered) < 50
        assert answered == sorted(answered)


def test_small_frames_are_sent_at_once(running: RunningStudio) -> None:
    """Else a pose behind another waits up to 40 ms for the page's acknowledgement of the first."""
    with running.page():
        (connection,) = [c for c in running.server.server_state.connections if hasattr(c, "conn")]
        link = connection.transport.get_extra_info("socket")
        assert link.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_hidden_page_gets_no_poses(following: RunningStudio) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        page.frame()
        page.say("Watch", visible=False)
        page.ask("RenameDocument", title="marker")
        count = len(page.frames)
        page.say("Cursor", position=[0, 1, 0], time=1.0, sequence=1)
        page.ask("RenameDocument", title="another")
        page.ask("RenameDocument", title="a third")
        assert len(page.frames) == count


def test_a_page_that_reads_slowly_misses_poses_but_never_falls_behind(following: RunningStudio) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        posed = Nodding.posed
        wait_until(lambda: Nodding.posed > posed + 20)
        outbox = next(iter(following.studio.audience.pages)).outbox
        assert len(outbox._newest) <= 1
        assert len(outbox._events) == 0


def test_removing_the_follower_ends_the_stream_and_undo_sets_it_going_again(following: RunningStudio) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        page.ask("RemoveRecord", id="pip")
        assert page.records["view"]["follow"] is None
        assert following.studio.follower.character is None
        page.ask("Undo")
        assert page.records["view"]["follow"] == "pip"
        page.say("Cursor", position=[0, 1, 0], time=0.0, sequence=3)
        pose_answering(page, 3)


def test_bad_pointer_positions_are_ignored(following: RunningStudio) -> None:
    with following.page() as page:
        page.ask("FollowMode", character="pip", on=True)
        page.socket.send('{"type":"Cursor","position":[1e999,0,0],"time":0,"sequence":1}')
        page.say("Cursor", position=[0, 1, 0], time=0.0, sequence=2)
        pose_answering(page, 2)
        assert not any(header.sequence == 1 for header, _ in page.frames)
