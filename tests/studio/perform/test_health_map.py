"""The map of a set's health, as a page asks for it."""

import numpy as np
from perform_scenes import PIP, SPINE, a_swaying_set, add_set, done, turn
from serving import RunningStudio

from kinegraph.perform.playing.health import measure_health


def test_a_page_gets_the_map_that_the_engine_measures(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = a_swaying_set(page)
        done(page, "RequestHealth", set=id)
        header, arrays = page.frames[-1]
        assert (type(header).__name__, header.set) == ("HealthFrame", id)
        records = staged.studio.document.records
        found = measure_health(staged.studio.rigs.playable(records, PIP), "sway")
        np.testing.assert_allclose(arrays["heat"], found.heat, atol=1e-6)
        ends = arrays["corner"] + arrays["sides"]
        np.testing.assert_allclose(ends, [found.places[0, -1], found.places[-1, 0]], atol=1e-5)


def test_poses_that_cancel_get_a_suggestion_for_a_further_one(staged: RunningStudio) -> None:
    with staged.page() as page:
        id = add_set(page, "whirl")
        for place, angle in (([-0.4, 1.0, 0.5], 0.0), ([0.4, 1.0, 0.5], 3.1)):
            turn(page, SPINE, 1, angle)
            done(page, "SetKey", set=id, place=place)
        done(page, "RequestHealth", set=id)
        _, arrays = page.frames[-1]
        assert arrays["guessed"].max() > 0.0
        assert arrays["suggestions"].shape == (1, 3)


def test_a_set_without_poses_has_no_map(staged: RunningStudio) -> None:
    with staged.page() as page:
        message = page.ask("RequestHealth", set=add_set(page, "empty"))["message"]
        assert "'empty' has no pose yet" in message
