"""Creatures in the studio: animations that belong to no character, played by any on the stage."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from creature_scenes import add, answer, clip, edit, make, play, refused
from page_client import PageClient, upload_body
from perform_scenes import done
from serving import RunningStudio

from kinegraph.characters.cast.motions import sample_motions
from kinegraph.creatures.animations import shipped_animations
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.formats import save


@pytest.fixture
def page(creature_page: PageClient) -> PageClient:
    return creature_page


def hand_path(page: PageClient, motion: str, joint: int) -> np.ndarray:
    """Where a joint goes, in the character's space."""
    count = len(page.frames)
    done(page, "RequestTrail", motion=motion, joint=joint)
    return next(arrays for header, arrays in page.frames[count:] if header.motion == motion)["positions"]


def test_the_catalogue_names_all_that_ships(page: PageClient) -> None:
    found = answer(page, "CreatureCatalogue", "RequestCatalogue")
    assert [each["name"] for each in found["animations"]] == list(shipped_animations())
    assert [each["name"] for each in found["kinds"]] == list(KINDS)
    paw = next(part for part in found["parts"] if part["name"] == "paw")
    assert (paw["group"], paw["onLimbs"]) == ("foot", True)


def test_one_animation_plays_on_several_bodies(page: PageClient) -> None:
    who = [make(page, kind, 2) for kind in ("biped", "many armed")]
    motions = play(page, add(page, "wave"), *who)
    for id, character in zip(motions, who, strict=True):
        record = page.records[id]
        assert (record["form"], record["character"]) == ("creature", character)
        arrays = clip(page, id)
        assert len(arrays["roots"]) == record["frames"]
        assert np.isfinite(arrays["rotations"]).all()
        assert np.ptp(arrays["rotations"], axis=0).max() > 0.05


def test_playing_is_one_edit_that_can_be_undone_and_done_again(page: PageClient) -> None:
    who = [make(page, "biped", seed) for seed in (1, 2)]
    motions = play(page, add(page, "wave"), *who)
    before = {id: page.records[id] for id in motions}
    done(page, "Undo")
    assert not set(motions) & set(page.records)
    done(page, "Redo")
    assert {id: page.records[id] for id in motions} == before


def test_a_shipped_animation_comes_with_the_edit_that_plays_it(page: PageClient) -> None:
    who = make(page)
    before = set(page.records)
    (motion,) = done(page, "PlayOn", shipped="wave", characters=[who])["created"]
    animation = page.records[motion]["playing"]["animation"]
    assert page.records[animation]["shipped"] == "wave"
    done(page, "Undo")
    assert set(page.records) == before
    done(page, "Redo")
    assert done(page, "PlayOn", shipped="wave", characters=[who])["created"] == [motion]


def test_playing_it_again_uses_the_same_motion(page: PageClient) -> None:
    who, wave = make(page), add(page, "wave")
    assert play(page, wave, who) == play(page, wave, who, variant=1)
    assert [r["playing"]["variant"] for r in page.records.values() if r["kind"] == "motion"] == [1]


def test_a_creature_that_cannot_play_it_is_named_and_the_others_play(page: PageClient) -> None:
    winged, wingless = make(page, "bird", 1), make(page, "snail", 1)
    bow = add(page, "bow")
    edit(page, bow, {"type": "SetBranch", "predicate": "has wings", "wanted": "true"})
    answered = done(page, "PlayOn", animation=bow, characters=[winged, wingless])
    assert len(answered["created"]) == 1
    refusal = next(e for e in page.events if e["type"] == "PlayRefused")
    assert refusal["character"] == wingless
    assert "has wings" in refusal["reason"]
    assert "cannot play" in refused(page, "PlayOn", animation=bow, characters=[wingless])


def test_trying_on_shows_frames_and_changes_nothing(page: PageClient) -> None:
    who = [make(page, "biped", 1), make(page, "spider", 1)]
    revision = page.ask("Undo")["revision"], page.ask("Redo")["revision"]
    count, number = len(page.frames), done(page, "TryOn", characters=who, shipped="bow")["request"]
    found = {header.character: (header, arrays) for header, arrays in page.frames[count:]}
    assert set(found) == set(who)
    assert {header.request for header, _ in found.values()} == {number}
    assert not [r for r in page.records.values() if r["kind"] in ("animation", "motion")]
    assert done(page, "SelectCharacter", character=who[0])["revision"] >= max(revision)


def test_members_of_the_cast_play_too(page: PageClient) -> None:
    cast = done(page, "AddCharacter", cast="figure")["created"][0]
    (motion,) = play(page, add(page, "wave"), cast)
    roots = clip(page, motion)["roots"]
    assert np.abs(roots[:, [0, 2]]).max() < 0.3  # it stands where it stood


def test_rigs_from_files_play_too(page: PageClient, running: RunningStudio, tmp_path: Path) -> None:
    save(clip_of_the_figure(), tmp_path / "figure.bvh")
    content = (tmp_path / "figure.bvh").read_bytes()
    with running.http() as http:
        job = http.post("/api/import", content=upload_body(("figure.bvh", content))).json()["job"]
    end = page.wait_for_job(job)
    rig = next(id for id in end["created"] if page.records[id]["kind"] == "character")
    (motion,) = play(page, add(page, "wave"), rig)
    assert page.records[motion]["playing"]["variants"] == 2
    assert np.ptp(clip(page, motion)["rotations"], axis=0).max() > 0.1


def clip_of_the_figure() -> Any:
    return sample_motions("figure")[0]


def test_variants_are_listed_and_another_one_moves_another_hand(page: PageClient) -> None:
    who, wave = make(page, "biped", 1), add(page, "wave")
    listed = answer(page, "Variants", "ListVariants", animation=wave, character=who)["variants"]
    assert len(listed) == 2
    (motion,) = play(page, wave, who)
    assert page.records[motion]["playing"]["variants"] == 2
    hands = [next(iter(variant["bodies"].values())) for variant in listed]
    moved = [np.ptp(hand_path(page, motion, hand), axis=0).max() for hand in hands]
    done(page, "SetVariant", motions=[motion], variant=1)
    after = [np.ptp(hand_path(page, motion, hand), axis=0).max() for hand in hands]
    assert moved[0] > 1.3 * moved[1]
    assert after[1] > 1.3 * after[0]


def test_a_context_selects_bodies_of_every_creature(page: PageClient) -> None:
    who = [make(page, "biped", 1), make(page, "snail", 1)]
    found = answer(page, "BodiesSelected", "SelectBodies", bodies="feet")
    assert found["sentence"] == "feet"
    assert len(found["bodies"][who[0]]) == 2
    assert found["bodies"][who[1]] == []
    left = answer(page, "BodiesSelected", "SelectBodies", bodies="feet, left-most", characters=who[:1])
    assert len(left["bodies"][who[0]]) == 1


def test_a_moved_target_is_reached_by_all_creatures_that_play(page: PageClient) -> None:
    who = [make(page, "biped", seed, position=[x, 0.0, 0.0]) for seed, x in ((1, 0.0), (4, 1.5))]
    fruit = add(page, "eat fruit")
    name = next(iter(page.records[fruit]["motion"]["targets"]))
    motions = play(page, fruit, *who)
    before = [clip(page, id)["rotations"] for id in motions]
    place = [0.75, 0.6, 0.6]
    count = len(page.frames)
    done(page, "MoveTarget", animation=fruit, target=name, place=place, gesture="g")
    for id in motions:  # shown while it is dragged, as frames that are no stored motion's
        while not any(getattr(h, "motion", None) == id and h.blob == "" for h, _ in page.frames[count:]):
            page.hear()
    done(page, "EndGesture", gesture="g")
    for id, was in zip(motions, before, strict=True):
        assert np.abs(clip(page, id)["rotations"] - was).max() > 0.01
        x = page.records["stage"]["placements"][motions.index(id)]["position"][0]
        assert page.records[id]["playing"]["places"][name] == pytest.approx([place[0] - x, *place[1:]])
    done(page, "Undo")
    for id, was in zip(motions, before, strict=True):
        np.testing.assert_array_equal(clip(page, id)["rotations"], was)


def test_a_character_that_is_moved_still_reaches_for_what_stays(page: PageClient) -> None:
    who, fruit = make(page, "biped", 1), add(page, "eat fruit")
    name = next(iter(page.records[fruit]["motion"]["targets"]))
    (motion,) = play(page, fruit, who)
    done(page, "MoveTarget", animation=fruit, target=name, place=[0.3, 0.5, 0.5])
    blob = page.records[motion]["blob"]
    done(page, "PlaceCharacter", character=who, position=[0.2, 0.0, 0.0], heading=0.0)
    assert page.records[motion]["blob"] != blob
    assert page.records[motion]["playing"]["places"][name] == pytest.approx([0.1, 0.5, 0.5])


def test_a_drag_of_a_target_that_is_given_up_leaves_no_trace(page: PageClient) -> None:
    who, fruit = make(page, "biped", 1), add(page, "eat fruit")
    name = next(iter(page.records[fruit]["motion"]["targets"]))
    (motion,) = play(page, fruit, who)
    before = page.records[motion], page.records[fruit]
    done(page, "MoveTarget", animation=fruit, target=name, place=[0.3, 0.5, 0.5], gesture="g")
    done(page, "CancelGesture", gesture="g")
    assert (page.records[motion], page.records[fruit]) == before


def test_a_gait_carries_it_forward_and_along_a_path(page: PageClient) -> None:
    who = make(page, "quadruped", 1)
    (motion,) = play(page, None, who, gait={"speed": 0.4})
    roots = clip(page, motion)["roots"]
    assert roots[-1, 2] - roots[0, 2] > 0.8
    path = [[0.0, 0.0], [0.4, 0.8], [0.0, 1.6]]
    done(page, "SetGait", motions=[motion], gait={"speed": 0.5, "style": "sneak", "path": path})
    walked = clip(page, motion)["roots"]
    assert np.abs(walked[-1, [0, 2]] - path[-1]).max() < 0.5
    assert page.records[motion]["frames"] == len(walked)


def test_two_pages_see_the_same_play(page: PageClient, running: RunningStudio) -> None:
    who, wave = make(page), add(page, "wave")
    (motion,) = play(page, wave, who)
    with running.page() as other:
        assert other.records[motion] == page.records[motion]
        np.testing.assert_array_equal(clip(other, motion)["rotations"], clip(page, motion)["rotations"])
        done(other, "SetVariant", motions=[motion], variant=1)
        page.wait(lambda e: e["type"] == "DocumentChanged" and e["kind"] == "choose_variant")
        assert page.records[motion] == other.records[motion]


def test_removing_an_animation_takes_what_plays_it_along(page: PageClient) -> None:
    who, wave = make(page), add(page, "wave")
    (motion,) = play(page, wave, who)
    done(page, "RemoveRecord", id=wave)
    assert not {wave, motion} & set(page.records)
    done(page, "Undo")
    assert {wave, motion} <= set(page.records)
    clip(page, motion)


def test_an_animation_that_no_longer_fits_says_so_and_the_creature_stands(page: PageClient) -> None:
    who, wave = make(page, "biped", 1), add(page, "wave")
    (motion,) = play(page, wave, who)
    edit(page, wave, {"type": "SetBranch", "predicate": "has wings", "wanted": "true"})
    record = page.records[motion]
    assert record["playing"]["variants"] == 0
    assert "has wings" in record["notes"][0]
    assert np.ptp(clip(page, motion)["roots"], axis=0).max() < 0.05


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("PlayOn", {"animation": "a-none", "characters": ["WHO"]}),
        ("PlayOn", {"shipped": "yodel", "characters": ["WHO"]}),
        ("PlayOn", {"animation": "a-none", "shipped": "wave", "characters": ["WHO"]}),
        ("PlayOn", {"animation": None, "characters": ["c-none"]}),
        ("PlayOn", {"animation": None, "characters": ["WHO"], "gait": {"style": "moonwalk"}}),
        ("PlayOn", {"animation": None, "characters": ["WHO"], "gait": {"speed": 1e9}}),
        ("PlayOn", {"animation": None, "characters": ["WHO"], "gait": {"path": [[0, 0], [0, 1]]}}),
        ("PlayOn", {"animation": None, "characters": ["WHO"], "gait": {"speed": 1, "path": [[0, 0]]}}),
        ("PlayOn", {"animation": None, "characters": []}),
        ("TryOn", {"characters": ["WHO"], "shipped": "yodel"}),
        ("AddAnimation", {"shipped": "yodel"}),
        ("AddAnimation", {"shipped": "wave", "source": "m-none"}),
        ("AddAnimation", {"source": "m-none"}),
        ("AddAnimation", {"motion": {"format": "other", "version": 1, "name": "x", "duration": 1}}),
        ("MoveTarget", {"animation": "WAVE", "target": "fruit", "place": [0, 0, 0]}),
        ("SetGait", {"motions": ["m-none"], "gait": {}}),
        ("SetVariant", {"motions": ["m-none"], "variant": 0}),
        ("SelectBodies", {"bodies": "noses"}),
        ("SelectBodies", {"bodies": "feet upstairs"}),
        ("ListVariants", {"animation": "WAVE", "character": "c-none"}),
        ("MakeCreature", {"kind": "unicorn"}),
        ("MakeCreature", {"seed": -1}),
        ("GridJob", {"creatures": 0}),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(
    untouched_creatures: Any, command: str, fields: Any
) -> None:
    page, names = untouched_creatures

    def named(value: Any) -> Any:
        return [names.get(v, v) for v in value] if isinstance(value, list) else names.get(str(value), value)

    before = dict(page.records)
    refused(page, command, **{name: named(value) for name, value in fields.items()})
    assert page.records == before


@pytest.fixture(scope="module")
def untouched_creatures(tmp_path_factory: pytest.TempPathFactory, creatures_compiled: None) -> Iterator[Any]:
    """One creature for all that is refused."""
    from serving import a_page, start

    folder = tmp_path_factory.mktemp("untouched creatures")
    studio = start(folder / "test.kine", a_page(folder))
    with studio.page() as page:
        yield page, {"WHO": make(page), "WAVE": add(page, "wave")}
    studio.stop()
