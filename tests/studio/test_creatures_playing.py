"""Creatures in the studio: animations that belong to nobody, played by anybody on the stage."""

import numpy as np
import pytest
from creature_scenes import add, answer, clip, make, play
from perform_scenes import done


@pytest.fixture
def page(running):
    with running.page() as page:
        yield page


def test_the_catalogue_names_all_that_ships(page):
    from kinegraph.creatures.animations import shipped
    from kinegraph.creatures.generator_kinds import KINDS

    found = answer(page, "CreatureCatalogue", "RequestCatalogue")
    assert [each["name"] for each in found["animations"]] == list(shipped())
    assert [each["name"] for each in found["kinds"]] == list(KINDS)
    assert {"name": "paw", "group": "foot", "onLimbs": True}.items() <= next(
        part for part in found["parts"] if part["name"] == "paw"
    ).items()


def test_a_made_creature_keeps_its_plan_and_stands_on_the_stage(page):
    id = make(page, "spider", 3)
    record = page.records[id]
    assert record["plan"]["limbs"]
    assert [place["character"] for place in page.records["stage"]["placements"]] == [id]


def test_one_animation_plays_on_several_bodies(page):
    who = [make(page, kind, 2) for kind in ("biped", "many armed")]
    motions = play(page, add(page, "wave"), *who)
    for id, character in zip(motions, who, strict=True):
        record = page.records[id]
        assert (record["form"], record["character"]) == ("creature", character)
        arrays = clip(page, id)
        assert len(arrays["roots"]) == record["frames"]
        assert np.isfinite(arrays["rotations"]).all()
        assert np.ptp(arrays["rotations"], axis=0).max() > 0.05
