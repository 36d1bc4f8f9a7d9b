"""A keyed stretch is put back into the motion that it came from, as a motion of its own."""

import numpy as np
import pytest
from keys_scenes import CLIP, a_dance, choose, result_of, stock
from serving import RunningStudio

from kinegraph.core.bake import bake
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.studio.document.edits import motion_record


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a clip to key."""
    return stock(running)


def test_the_whole_motion_has_the_keys_in_place_and_undo_removes_it(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 5, settings={"span": [15, 40]})
        keyed = result_of(page)["id"]
        turn = {"type": "TurnPart", "time": 0.5, "joint": 1, "rotation": [0.0, 0.0, 0.34, 0.94]}
        assert page.ask("EditKeys", motion=keyed, edits=[turn])["type"] == "Done"
        answer = page.ask("PutKeysBack", motion=keyed)
        assert answer["type"] == "Done", answer
        (created,) = answer["created"]
        record = page.records[created]
        assert (record["name"], record["form"], record["frames"]) == ("dance with keys", "animation", 60)
        assert record["keying"] is None
        studio = stocked.studio
        whole = bake(studio.shelf.animation(motion_record(studio.document.records, created)))
        inside = bake(studio.shelf.animation(motion_record(studio.document.records, keyed)))
        places = [forward_kinematics(clip).positions for clip in (whole, a_dance(), inside)]
        assert len(inside) == 41
        assert np.abs(places[0][15:41] - places[2][15:41]).max() < 1e-9
        apart = np.abs(places[0] - places[1]).max(axis=(1, 2))
        assert apart[:7].max() < 1e-6
        assert apart[48:].max() < 1e-6
        assert apart[15] > 0.01, "the posed end"
        page.ask("Undo")
        assert created not in page.records


def test_nothing_is_put_back_into_what_is_gone(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 5, settings={"span": [15, 40]})
        keyed = result_of(page)["id"]
        assert page.ask("RemoveRecord", id=CLIP)["type"] == "Done"
        answer = page.ask("PutKeysBack", motion=keyed)
        assert (answer["type"], "is gone" in answer["message"]) == ("Failure", True)
