"""However seldom a page tells of its hand, who walks goes as far as in what is recorded of it."""

import asyncio

import numpy as np
import pytest

from kinegraph.core.arrays import Floats
from kinegraph.perform.cast_sets import WALKING, cast_rig
from kinegraph.perform.performances.performance import perform_path
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.frames import unpack
from kinegraph.studio.document.records import Placement, SetRecord
from kinegraph.studio.perform.hand_path import LONGEST_REST, Pointed, steps_along
from kinegraph.studio.perform.performer import Performer
from kinegraph.studio.perform.ready_sets import with_sets
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_tuning import complete_sets
from kinegraph.studio.protocol.commands import Cursor
from kinegraph.studio.protocol.perform_commands import Perform
from kinegraph.studio.protocol.perform_frames import PerformFrame

ROUND, ROUNDS = 0.6, 6  # a hand in a hurry: how long it takes to go round the keys [s], and how often it does


def at(x: float, time: float, playhead: float = 0.0) -> Pointed:
    return Pointed((x, 1.0, 0.5), playhead, time, 1)


def test_a_leap_is_stepped_through_straight_and_a_short_step_is_not() -> None:
    steps, seconds = steps_along(at(0.0, 10.0), [at(0.6, 10.1, playhead=0.1)])
    np.testing.assert_allclose([step.position[0] for step in steps], 0.025 * np.arange(1, 25), atol=1e-9)
    np.testing.assert_allclose([step.playhead for step in steps], np.arange(1, 25) / 240, atol=1e-9)
    assert seconds == pytest.approx(1 / 240)
    assert steps_along(at(0.0, 10.0), [at(0.6, 10.004)]) == ([at(0.6, 10.004)], pytest.approx(0.004))


def test_a_burst_goes_by_all_its_places() -> None:
    steps, _ = steps_along(at(0.0, 0.0), [at(1.0, 0.1), at(0.0, 0.2)])
    assert max(step.position[0] for step in steps) == pytest.approx(1.0)
    assert steps[-1] == at(0.0, 0.2)


def test_a_long_rest_adds_no_walking_and_a_flood_of_events_costs_little() -> None:
    steps, seconds = steps_along(at(0.0, 0.0), [at(0.1, 60.0)])
    assert len(steps) * seconds == pytest.approx(LONGEST_REST)
    steps, _ = steps_along(at(0.0, 0.0), [at(0.1, 60.0 * index) for index in range(1, 200)])
    assert len(steps) <= 240


def test_stamps_that_go_back_are_harmless() -> None:
    steps, seconds = steps_along(at(0.0, 10.0), [at(0.5, 9.0), at(0.6, 9.5)])
    assert seconds > 0.0
    assert steps[-1] == at(0.6, 9.5)


class Stage:
    """The figure with its finished sets as a document holds them, and a page with the walk in its hand."""

    def __init__(self) -> None:
        self.rig = cast_rig("figure")
        shape = pack_character(self.rig.character)
        blobs = {blob_hash(shape): shape}
        owner = describe_character(self.rig.character, id="c", blob=blob_hash(shape), cast="figure")
        rigs, records = Rigs(blobs.__getitem__), {owner.id: owner}
        tuned = complete_sets(records, with_sets(records, "c", None, self.rig.sets, (), WALKING), rigs)
        blobs |= tuned.blobs
        self.records = records | {id: record for id, record in tuned.changes.items() if record is not None}
        self.rigs = rigs

    def path(self, rate: float) -> tuple[Floats, Floats]:
        """When, and (N, 3) where a hand is that goes round the four keys, `rate` times a second."""
        times = np.arange(round(ROUNDS * ROUND * rate) + 1) / rate
        keys = np.array([key.place for key in self.rig.set("walk").keys])
        corners = np.arange(ROUNDS * len(keys) + 1)
        where = len(keys) * times / ROUND
        return times, np.stack([np.interp(where, corners, keys[corners % len(keys), a]) for a in range(3)], 1)

    def live(self, rate: float, at_once: int = 1) -> float:
        """How far the figure walks [m]. at_once: How many cursors arrive together."""
        sent: list[bytes] = []
        performer = Performer(
            self.rigs,
            lambda: (0, self.records),
            lambda who: Placement(character=who),
            lambda _, f: sent.append(f),
        )
        walk = next(r for r in self.records.values() if isinstance(r, SetRecord) and r.name == "walk")
        page = object()
        performer.take_charge(page, Perform(request=1, character="c", set=walk.id), 0.0)

        async def play() -> None:
            samples = zip(*(values.tolist() for values in self.path(rate)), strict=True)
            for number, (time, place) in enumerate(samples):
                performer.point(page, Cursor(position=tuple(place), time=time, sequence=number), time)
                if number % at_once == 0:
                    await asyncio.sleep(0)

        asyncio.run(play())
        return float(np.hypot(*unpack(sent[-1], PerformFrame)[1]["walked"][[0, 2]]))

    def recorded(self, rate: float) -> float:
        """How far it walks in what is recorded of the same samples [m]."""
        clip = perform_path(self.rig, "walk", *self.path(rate), walks=True).clip
        way = clip.root_translations[-1] - clip.root_translations[0]
        return float(np.hypot(way[0], way[2]))


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage()


@pytest.mark.parametrize("rate", [10, 30, 60, 240])
def test_live_walking_goes_as_far_as_its_recording_at_any_rate(stage: Stage, rate: int) -> None:
    assert stage.live(rate) == pytest.approx(stage.recorded(rate), rel=0.01)
    assert stage.live(rate) == pytest.approx(stage.recorded(240), rel=0.02)


def test_cursors_that_arrive_in_bursts_lose_nothing_of_the_walk(stage: Stage) -> None:
    assert stage.live(60, at_once=12) == pytest.approx(stage.recorded(60), rel=0.01)
