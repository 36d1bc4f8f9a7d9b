"""Events fire once each time they are passed, whatever the steps."""

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.creatures.animation.events import Event
from kinegraph.creatures.animation.general_animation import GeneralAnimation


def _animation(loops: bool, *times: float, duration: float = 1.2) -> GeneralAnimation:
    events = tuple(Event(time, f"at {time}") for time in times)
    return GeneralAnimation("any", duration, (), loops=loops, events=events)


def _fired(animation: GeneralAnimation, ticks: np.ndarray) -> list[str]:
    return [
        event.name for before, after in pairwise(ticks) for event in animation.events_between(before, after)
    ]


@given(step=st.floats(1e-3, 5.0), rounds=st.integers(1, 5))
def test_a_loop_fires_each_event_once_a_round_whatever_the_step(step: Any, rounds: Any) -> None:
    animation = _animation(True, 0.0, 0.3, 0.6, 1.2)
    ticks = [0.0]
    while ticks[-1] < rounds * 1.2:
        ticks.append(min(ticks[-1] + step, rounds * 1.2))  # ticks of a running sum, with its rounding
    names = _fired(animation, np.array(ticks))
    once_a_round = ["at 0.0", "at 0.3", "at 0.6"]
    assert sorted(names) == sorted(once_a_round * rounds + ["at 1.2"] * (rounds - 1))


@given(rate=st.sampled_from([24.0, 30.0, 59.94, 60.0, 240.0]))
def test_a_play_to_the_end_fires_the_first_and_the_last_event_too(rate: float) -> None:
    animation = _animation(False, 0.0, 0.5, 1.2)
    ticks = np.minimum(np.arange(0, int(2 * rate)) / rate, 1.2)
    assert _fired(animation, ticks) == ["at 0.0", "at 0.5", "at 1.2"]


def test_events_come_in_the_order_they_happen() -> None:
    animation = _animation(True, 0.9, 0.1, 0.5)
    assert _fired(animation, np.array([0.4, 2.0])) == ["at 0.5", "at 0.9", "at 0.1", "at 0.5"]


def test_playing_backwards_or_standing_still_fires_nothing() -> None:
    animation = _animation(True, 0.0, 0.3)
    assert _fired(animation, np.array([1.0, 0.0])) == []
    assert _fired(animation, np.array([0.3, 0.3, 0.3])) == []
