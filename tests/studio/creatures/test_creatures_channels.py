"""Animations for any creature, edited: what is said of channels, how movement is meant, keys and curves."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from creature_scenes import add, answer, clip, edit, make, play, refused
from page_client import PageClient
from perform_scenes import done

KEYS = {"type": "SetChannelKeys", "channel": "HAND", "track": "position"}


@pytest.fixture
def waving(creature_page: PageClient) -> Any:
    """A page with a creature that waves: the page, the creature, the animation and the motion."""
    who, wave = make(creature_page, "biped", 1), add(creature_page, "wave")
    (motion,) = play(creature_page, wave, who)
    return creature_page, who, wave, motion


def channel(page: PageClient, animation: str, name: str) -> dict:
    return next(c for c in page.records[animation]["motion"]["channels"] if c["name"] == name)


def hand_of(page: PageClient, animation: str) -> str:
    """The channel that moves one grasper at a time."""
    channels = page.records[animation]["motion"]["channels"]
    return next(c["name"] for c in channels if c.get("one_at_a_time") and "position" in c)


def test_an_edit_changes_all_motions_and_undo_brings_them_back(waving: Any) -> None:
    page, _, wave, motion = waving
    before = page.records[motion], clip(page, motion)
    edit(page, wave, {"type": "SetLength", "seconds": 2.0 * before[0]["duration"]})
    assert page.records[motion]["frames"] == 2 * before[0]["frames"] - 1
    done(page, "Undo")
    assert page.records[motion] == before[0]
    np.testing.assert_array_equal(clip(page, motion)["rotations"], before[1]["rotations"])


def test_a_context_is_kept_as_the_sentence_that_it_means(waving: Any) -> None:
    page, _, wave, _ = waving
    name = hand_of(page, wave)
    edit(page, wave, {"type": "SetContext", "channel": name, "bodies": "feet, left-most"})
    assert channel(page, wave, name)["bodies"] == "feet left-most"


def test_remapping_to_another_mode_moves_the_creature_as_before(waving: Any) -> None:
    page, _, wave, motion = waving
    name, before = hand_of(page, wave), clip(page, motion)["rotations"]
    mode = {"scale": "creature", "follows": True}
    edit(page, wave, {"type": "SetPositionMode", "channel": name, "mode": mode, "on": motion})
    assert channel(page, wave, name)["position"]["mode"]["scale"] == "creature"
    np.testing.assert_allclose(clip(page, motion)["rotations"], before, atol=2e-3)
    done(page, "Undo")
    edit(page, wave, {"type": "SetPositionMode", "channel": name, "mode": mode})
    assert np.abs(clip(page, motion)["rotations"] - before).max() > 0.02


def test_keys_seen_by_one_body_go_back_as_they_came(waving: Any) -> None:
    page, _, wave, motion = waving
    name = hand_of(page, wave)
    for variant in (0, 1):  # the second plays as a mirror image
        done(page, "SetVariant", motions=[motion], variant=variant)
        before = channel(page, wave, name)["position"]["keys"]
        seen = answer(page, "ChannelKeys", "RequestChannelKeys", motion=motion, channel=name)
        keys = next(t for t in seen["specialized"] if t["track"] == "position")["keys"]
        side = np.sign(np.mean([key["value"][0] for key in keys]))
        assert side == (1 if variant == 0 else -1)
        edit(
            page,
            wave,
            {"type": "SetChannelKeys", "channel": name, "track": "position", "keys": keys, "on": motion},
        )
        again = channel(page, wave, name)["position"]["keys"]
        np.testing.assert_allclose([k["value"] for k in again], [k["value"] for k in before], atol=1e-9)


def test_a_key_put_on_a_curve_keeps_its_shape(waving: Any) -> None:
    page, _, wave, motion = waving
    name, before = hand_of(page, wave), clip(page, motion)["rotations"]
    count = len(channel(page, wave, name)["position"]["keys"])
    edit(page, wave, {"type": "InsertChannelKey", "channel": name, "track": "position", "time": 0.31})
    assert len(channel(page, wave, name)["position"]["keys"]) == count + 1
    np.testing.assert_allclose(clip(page, motion)["rotations"], before, atol=1e-4)


def test_a_drag_of_keys_shows_frames_and_is_one_edit(waving: Any) -> None:
    page, _, wave, motion = waving
    name, count = hand_of(page, wave), len(page.frames)
    keys = [
        {**key, "value": [v + 0.1 for v in key["value"]]}
        for key in channel(page, wave, name)["position"]["keys"]
    ]
    step = {"type": "SetChannelKeys", "channel": name, "track": "position", "keys": keys}
    before = page.records[wave]
    edit(page, wave, step, gesture="g")
    while not any(getattr(h, "motion", None) == motion and h.blob == "" for h, _ in page.frames[count:]):
        page.hear()
    done(page, "EndGesture", gesture="g")
    assert page.records[wave] != before
    done(page, "Undo")
    assert page.records[wave] == before


def test_channels_are_added_renamed_and_deleted(waving: Any) -> None:
    page, _, wave, _ = waving
    key = {"time": 0.0, "value": [0.0, 0.2, 0.0]}
    made = {"name": "tail", "bodies": "tails", "position": {"mode": {}, "keys": [key]}}
    edit(page, wave, {"type": "AddChannel", "channel": made})
    edit(page, wave, {"type": "RenameChannel", "channel": "tail", "name": "wag"})
    edit(
        page,
        wave,
        {"type": "ArrangeChannel", "channel": "wag", "oneAtATime": True, "insteadOf": [hand_of(page, wave)]},
    )
    assert channel(page, wave, "wag")["instead_of"] == [hand_of(page, wave)]
    edit(page, wave, {"type": "DeleteChannel", "channel": "wag"})
    assert "wag" not in [c["name"] for c in page.records[wave]["motion"]["channels"]]


def test_a_capture_becomes_an_animation_for_any_body(creature_page: PageClient) -> None:
    page = creature_page
    cast = done(page, "AddCharacter", cast="figure")["created"][0]
    who, wave = make(page, "biped", 3), add(page, "wave")
    (source,) = play(page, wave, cast)
    made = done(page, "AddAnimation", source=source, name="copied")["created"][0]
    assert page.records[made]["name"] == "copied"
    (motion,) = play(page, made, who)
    assert np.ptp(clip(page, motion)["rotations"], axis=0).max() > 0.05


@pytest.mark.parametrize(
    "wanted",
    [
        {"type": "SetContext", "channel": "HAND", "bodies": "noses"},
        {"type": "SetContext", "channel": "nobody", "bodies": "feet"},
        {"type": "SetLength", "seconds": -1},
        {**KEYS, "keys": [{"time": 9e9, "value": [0, 0, 0]}]},
        {**KEYS, "keys": [{"time": 99, "value": [0, 0, 0]}]},
        {**KEYS, "keys": [{"time": 0, "value": [0, 0]}]},
        {**KEYS, "keys": []},
        {**KEYS, "track": "deform", "keys": [{"time": 0, "value": [1]}]},
        {"type": "SetPositionMode", "channel": "HAND", "mode": {"secondary": "reach"}},
        {"type": "SetPositionMode", "channel": "HAND", "mode": {}, "on": "m-none"},
        {"type": "SetTarget", "channel": "HAND", "target": {"external": "moon"}},
        {"type": "SetTarget", "channel": "HAND", "target": {}},
        {"type": "ArrangeChannel", "channel": "HAND", "insteadOf": ["nobody"]},
        {"type": "InsertChannelKey", "channel": "HAND", "track": "position", "time": -1},
    ],
)
def test_what_means_nothing_is_refused(untouched_wave: Any, wanted: Any) -> None:
    page, wave = untouched_wave
    named = {name: hand_of(page, wave) if value == "HAND" else value for name, value in wanted.items()}
    before = page.records[wave]
    refused(page, "EditAnimation", animation=wave, edits=[named])
    assert page.records[wave] == before


@pytest.fixture(scope="module")
def untouched_wave(tmp_path_factory: pytest.TempPathFactory, creatures_compiled: None) -> Iterator[Any]:
    """One animation for all that is refused."""
    from serving import a_page, start

    folder = tmp_path_factory.mktemp("untouched wave")
    studio = start(folder / "test.kine", a_page(folder))
    with studio.page() as page:
        yield page, add(page, "wave")
    studio.stop()
