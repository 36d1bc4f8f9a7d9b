"""A creature that performs a doodle does so while the line is drawn, as a drawn character does."""

import numpy as np
from doodle_scenes import a_line, add_character, clip_of, frames_of, fresh, rows_of, sheet
from page_client import PageClient
from perform_scenes import done

from kinegraph.studio.compile_tasks import compile_acting


def test_a_creature_performs_a_line_while_it_is_drawn(
    doodle_page: PageClient, creatures_compiled: None
) -> None:
    compile_acting()
    page = doodle_page
    doodle = add_character(page, "walk")
    creature = done(page, "MakeCreature", kind="spider", seed=3)["created"][0]
    done(page, "SetActor", doodle=doodle, character=creature)
    line, id = a_line("leap", "walk"), fresh()
    rows = rows_of(line)
    page.frames.clear()
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    for first in range(0, len(rows), 20):
        done(page, "PenPoints", stroke=id, first=first, points=rows[first : first + 20])
    done(page, "PenUp", stroke=id)

    def live() -> list:
        return [frame for frame in frames_of(page, "DoodleFrame") if frame[0].stroke == id]

    while not any(header.ended for header, _ in live()):
        page.frame()
    assert {header.character for header, _ in live()} == {creature}
    _, arrays = live()[-1]
    clip = clip_of(page, sheet(page, doodle)["motion"])
    np.testing.assert_allclose(arrays["root"], clip["roots"][-1], atol=0.05)
    assert np.ptp([shown["root"][2] for _, shown in live()]) > 0.5
