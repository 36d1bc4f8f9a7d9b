"""The compiled playing of rigs: what slow NumPy says, alone or in a batch; fades that jump nowhere."""

from itertools import permutations

import numpy as np
import pytest
from numba import typeof
from tests.perform.playing.slow_playing import slow_places, slow_pose
from tests.present import present

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply
from kinegraph.perform.cast_sets import RIGGED, cast_rig
from kinegraph.perform.performances.layer_kernels import path_at
from kinegraph.perform.performances.layers import Layer, Switch
from kinegraph.perform.performances.performance import (
    Performance,
    constant_shares,
    perform,
    set_shares,
)
from kinegraph.perform.playing.hand_kernels import unpack_hand
from kinegraph.perform.playing.hand_player import pack_hand
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.playing.rig_program import rig_program
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.wiring import wiring

FADES = [
    (name, first, second)
    for name in RIGGED
    for first, second in permutations([each.name for each in cast_rig(name).sets], 2)
    if second in cast_rig(name).alternatives(first)
]


def turns_between(a: Floats, b: Floats) -> Floats:
    """(...) angles between rotations (..., 4) [rad]."""
    apart = quat_multiply(quat_conjugate(a), b)
    return 2.0 * np.arctan2(np.linalg.norm(apart[..., :3], axis=-1), np.abs(apart[..., 3]))


def some_displacements(rig: SpatialRig, count: int, seed: int) -> Floats:
    """(F, S, 3) up to half a reach away from home."""
    reach = [0.5 * np.ptp([key.place for key in each.keys], axis=0).max() for each in rig.sets]
    generator = np.random.default_rng(seed)
    return generator.uniform(-1.0, 1.0, (count, len(rig.sets), 3)) * np.array(reach)[:, None]


def some_shares(playable: PlayableRig, count: int, seed: int) -> Floats:
    """(F, S) the usual sets in force, and in every other frame alternatives that fade over."""
    usual = playable.usual_shares(count)
    shares = np.stack([usual[name] for name in playable.names], axis=1)
    generator = np.random.default_rng(seed)
    for frame in range(1, count, 2):
        first = int(generator.integers(len(playable.names)))
        group = [playable.names.index(n) for n in playable.rig.alternatives(playable.names[first])]
        if len(group) > 1:
            shares[frame, group] = 0.0
            chosen = generator.choice(group, 2, replace=False)
            shares[frame, chosen] = generator.dirichlet([1.0, 1.0])
    return shares


@pytest.mark.parametrize(("far", "tolerance"), [(0.2, 1e-12), (1.0, 1e-6)], ids=["near", "far"])
@pytest.mark.parametrize("name", RIGGED)
def test_kernels_do_what_slow_code_does(name: str, far: float, tolerance: float) -> None:
    """Far out, where feet cannot reach their goals, the last digits decide where a limb comes to rest."""
    rig = cast_rig(name)
    playable, count = PlayableRig(rig), 6
    displaced, shares = far * some_displacements(rig, count, 1), some_shares(playable, count, 2)
    placed = playable.placed(displaced)
    played = playable.play(placed, shares)
    for frame in range(count):
        places = slow_places(rig, dict(zip(playable.names, displaced[frame], strict=True)))
        np.testing.assert_allclose(placed[frame], [places[n] for n in playable.names], rtol=0, atol=1e-12)
        pose = slow_pose(rig, places, dict(zip(playable.names, shares[frame], strict=True)))
        signs = np.sign((pose.rotations * played.rotations[frame]).sum(axis=-1, keepdims=True))
        np.testing.assert_allclose(played.rotations[frame] * signs, pose.rotations, rtol=0, atol=tolerance)
        np.testing.assert_allclose(played.slides[frame], present(pose.translations), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", RIGGED)
def test_a_pose_alone_is_the_same_as_in_a_batch(name: str) -> None:
    playable = PlayableRig(cast_rig(name))
    displaced, shares = some_displacements(playable.rig, 9, 3), some_shares(playable, 9, 4)
    together = playable.play(playable.placed(displaced), shares)
    for frame in range(9):
        alone = playable.play(playable.placed(displaced[frame : frame + 1]), shares[frame : frame + 1])
        np.testing.assert_array_equal(alone.rotations[0], together.rotations[frame])
        np.testing.assert_array_equal(alone.slides[0], together.slides[frame])


@pytest.mark.parametrize(("name", "first", "second"), FADES)
def test_a_fade_between_alternatives_turns_every_joint_evenly(name: str, first: str, second: str) -> None:
    """Over 0.25 s at 60 frames a second a fade moves by 0.1 of its way a frame at most."""
    rig = cast_rig(name)
    layer = Layer("take", first, [0.0, 1.0], np.zeros((2, 3)), switches=(Switch(0.3, second),))
    rotations = perform(Performance(rig, (layer,)), 60.0).clip.rotations
    each = turns_between(rotations[:-1], rotations[1:])
    whole = turns_between(rotations[0], rotations[-1])
    assert (each <= 0.12 * whole + np.radians(1.0)).all(), np.degrees((each - 0.12 * whole).max())


def test_a_later_layer_overrides_alternatives_while_it_lasts() -> None:
    rig = cast_rig("bear")
    layers = (
        Layer("all along", "dance", [0.0, 4.0], np.zeros((2, 3))),
        Layer("meanwhile", "nod", [1.0, 2.0], np.zeros((2, 3))),
    )
    times = np.arange(241) / 60
    shares = set_shares(Performance(rig, layers, fade=0.5), layers, times)
    names = [each.name for each in rig.sets]
    dance, nod = shares[:, names.index("dance")], shares[:, names.index("nod")]
    np.testing.assert_allclose(dance + nod, 1.0, atol=1e-12)
    assert (nod[(times >= 1.0) & (times <= 2.0)] == 1.0).all(), "all of it plays as it was performed"
    assert (nod[(times <= 0.5) | (times >= 2.5)] == 0.0).all()
    assert not constant_shares(rig, layers)


def test_a_later_layer_that_ends_last_stays_in_force() -> None:
    rig = cast_rig("bear")
    layers = (
        Layer("first", "dance", [0.0, 1.0], np.zeros((2, 3))),
        Layer("then", "nod", [0.5, 2.0], np.zeros((2, 3))),
    )
    shares = set_shares(Performance(rig, layers), layers, np.array([1.0, 2.0, 3.0]))
    assert (shares[:, [each.name for each in rig.sets].index("nod")] == 1.0).all()


def test_paths_are_read_as_numpy_reads_them() -> None:
    generator = np.random.default_rng(5)
    events = np.cumsum(generator.uniform(0.01, 0.5, 20))
    path, times = generator.normal(size=(20, 3)), np.sort(generator.uniform(-1.0, events[-1] + 1.0, 200))
    times = np.concatenate([times, events])
    for count in (20, 2, 1):
        found = np.empty((len(times), 3))
        path_at(kernel_floats(events[:count]), kernel_floats(path[:count]), kernel_floats(times), found)
        wanted = [np.interp(times, events[:count], path[:count, axis]) for axis in range(3)]
        np.testing.assert_allclose(found, np.stack(wanted, axis=1), rtol=0, atol=1e-14)


def test_a_rig_has_the_types_of_one_that_a_hand_unpacks() -> None:
    """Kernels over other types would be compiled a second time."""
    rig = cast_rig("lizard")
    playable = PlayableRig(rig)
    blended, blends = next(iter(playable.blends.values())), playable.blends
    program = rig_program(rig, blends, {each.name: wiring(rig, each) for each in rig.sets if each.keys})
    hand = pack_hand(program, 0, some_shares(playable, 1, seed=1), blended.markers)
    unpacked, *_ = unpack_hand(hand)
    assert typeof(program) == typeof(unpacked)
