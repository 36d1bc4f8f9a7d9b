"""New sets blend smoothly; copies of sets play alike and are sets of their own."""

import numpy as np
from perform_scenes import PIP, a_swaying_set, add_set, done, perform_stock, set_called
from serving import RunningStudio


def test_a_new_set_blends_by_hardy(staged: RunningStudio) -> None:
    with staged.page() as page:
        assert page.records[add_set(page, "new")]["function"] == "hardy"


def test_a_copy_has_the_same_poses_at_the_same_places_and_is_one_edit(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        before = dict(page.records)
        copy = done(page, "DuplicateSet", set=id)["created"][0]
        made, original = page.records[copy], page.records[id]
        assert made["name"] == "sway copy"
        for field in ("keys", "home", "function", "degree", "manipulators", "blob", "walks"):
            assert made[field] == original[field], field
        assert staged.studio.document.undo_label == "Duplicate sway"
        done(page, "DeleteKey", set=copy, key="left")
        assert len(page.records[id]["keys"]) == 3, "the original stays"
        done(page, "Undo")
        done(page, "Undo")
        assert page.records == before


def test_a_copy_of_a_combined_set_moves_copies_of_its_sets(staged: RunningStudio) -> None:
    perform_stock(staged)
    with staged.page() as page:
        both = set_called(page, "both")
        created = done(page, "DuplicateSet", set=both, name="again")["created"]
        assert [page.records[id]["name"] for id in created] == ["again", "sway copy", "arm copy"]
        assert {page.records[id]["parent"] for id in created[1:]} == {created[0]}
        assert page.records[set_called(page, "sway")]["parent"] == both
        playable = staged.studio.rigs.playable(staged.studio.document.records, PIP)
        at = np.array([[0.2, 1.5, 0.5]])
        original, copy = (playable.blends[name].at(at).positions for name in ("both", "again"))
        np.testing.assert_allclose(copy, original, atol=1e-12)


def test_a_taken_name_is_refused(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        assert "sway" in page.ask("DuplicateSet", set=id, name="sway")["message"]
