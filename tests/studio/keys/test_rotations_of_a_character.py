"""All keyed motions of a character share their rotation modes, unless others are asked for."""

import pytest
from keys_scenes import CLIP, STILL, choose, curves_of, result_of, stock
from page_client import PageClient
from samples_of_records import a_keyed_motion, a_motion
from serving import RunningStudio

from kinegraph.studio.document.key_fields import KeySettings
from kinegraph.studio.keys.shared_rotations import motions_alike, names_of


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds three clips of one character."""
    return stock(running)


def modes(page: PageClient, source: str) -> tuple[str, ...]:
    header, _ = curves_of(page, result_of(page, source)["id"])
    return header.rotation_modes


def test_a_second_motion_is_keyed_in_the_modes_of_the_first(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 5, motion=STILL)
        first = modes(page, STILL)
        choose(page, 5, motion=CLIP)
        assert modes(page, CLIP) == first
        choose(page, 5, motion=CLIP, settings={"rotation": "YZX"})
        assert set(modes(page, CLIP)) == {"YZX"}


def test_captures_decide_until_another_motion_of_the_character_is_keyed() -> None:
    source, other = a_motion("m1"), a_motion("m5")
    own, foreign = a_keyed_motion("m2", source="m1"), a_keyed_motion("m6", source="m5")
    assert motions_alike([source], source, KeySettings()) == ()
    assert motions_alike([source, own, other], source, KeySettings()) == (source, other)
    assert motions_alike([source, own, other, foreign], source, KeySettings()) == (foreign,)
    assert motions_alike([source, other], source, KeySettings(rotation="ZXY")) == ()
    assert names_of((foreign,)) == "m6"
    assert names_of((source, other)) == f"{source.blob} {other.blob}"
