"""Creatures in lanes: what is written is read again, for any counts and kinds."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.creatures.made_creatures import made

from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.crowds.lane_crowd import LaneCrowd
from kinegraph.creatures.crowds.lane_kinds import array_of, plan_crowd
from kinegraph.creatures.crowds.lane_memory import KEPT, LANES, ROOM, TABLE, LaneArray, LaneKind, LaneMemory
from kinegraph.creatures.crowds.machines import HostMemory
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.array_views import array_places, count_words
from kinegraph.creatures.playing.tables import STEP_VIEW

_SHAPE = st.lists(st.integers(0, 4), min_size=1, max_size=3)
_SHAPES = st.lists(
    st.tuples(_SHAPE, st.sampled_from(["float64", "float32", "int64"])), min_size=1, max_size=5
)
_KINDS = st.lists(st.tuples(_SHAPES, st.integers(1, 70)), min_size=1, max_size=3)


def _kind(shapes: list[tuple[list[int], str]], tables: int) -> LaneKind:
    arrays, start = {}, 0
    for n, (shape, kind) in enumerate(shapes):
        arrays[f"a{n}"] = LaneArray(f"a{n}", n, tuple(shape), kind, KEPT, start)
        start += int(np.prod(shape)) * np.dtype(kind).itemsize
    return LaneKind(np.zeros(len(shapes), np.int64), np.arange(tables), arrays, start, 8)


@given(_KINDS, st.integers(0, 2), st.integers(0, 9))
@settings(deadline=None, max_examples=60)
def test_what_is_written_is_read_again(
    kinds: list[tuple[list[tuple[list[int], str]], int]], together: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    counts = [count for _, count in kinds]
    memory = LaneMemory(HostMemory(), [_kind(shapes, 3) for shapes, _ in kinds], counts, together)
    written = {}
    for number, (kind, count) in enumerate(zip(memory.kinds, counts, strict=True)):
        for path, array in kind.arrays.items():
            values = rng.integers(-99, 99, (count, *array.shape)).astype(array.kind)
            memory.write(number, path, values)
            written[number, path] = values
    for (number, path), values in written.items():
        np.testing.assert_array_equal(memory.read(number, path), values)
        last = len(values) - 1
        np.testing.assert_array_equal(memory.read_one(number, path, last), values[last])


@given(st.integers(1, 40), st.integers(0, 7))
def test_all_groups_run_once_and_those_that_run_together_share_no_room(groups: int, together: int) -> None:
    kind = _kind([([2], "float64")], 1)
    memory = LaneMemory(HostMemory(), [kind], [groups * LANES], together)
    seen = [n for launch in memory.launches for n in range(launch.first, launch.first + launch.count)]
    assert seen == list(range(groups))
    rooms = memory._records[:, 2]
    for before, launch in zip((None, *memory.launches), memory.launches, strict=False):
        both = [launch, before] if before is not None else [launch]
        used = np.concatenate([rooms[each.first : each.first + each.count] for each in both])
        assert len(set(used.tolist())) == len(used)


def _actors() -> list[Actor]:
    found = [Actor(made(seed), start=(seed, 2.0 * n, 0.1 * n)) for n in range(2) for seed in (3, 5)]
    found[1].play(shipped_animation("look around"))
    return found


def test_a_crowd_has_the_kinds_and_the_state_of_its_models() -> None:
    actors = _actors()
    steps = [actor.own_arrays for actor in actors]
    crowd = LaneCrowd(HostMemory(), plan_crowd(steps, mixed=False), copies=3)
    assert crowd.kind_of.tolist() == [0, 1, 0, 2]
    assert sorted(crowd.order) == list(range(12))
    for creature in range(12):
        step = steps[creature // 3]
        for path, values in crowd.bring(creature).items():
            np.testing.assert_array_equal(values, array_of(step, path))
    starts = np.cumsum([0] + [len(actor.creature) for actor in actors for _ in range(3)])
    np.testing.assert_array_equal(crowd.starts, starts)
    poses = np.concatenate([step.local_rotations[0] for step in steps for _ in range(3)])
    np.testing.assert_array_equal(crowd.poses("local_rotations"), poses)
    np.testing.assert_array_equal(
        crowd.values("under.placement"), np.repeat([step.under.placement for step in steps], 3, axis=0)
    )


def test_the_directory_of_a_kind_leads_to_its_tables_and_arrays() -> None:
    step = _actors()[1].own_arrays
    (kind,) = plan_crowd([step], mixed=True).kinds
    assert len(kind.words) == count_words(STEP_VIEW)
    assert len(kind.arrays) == len(array_places(STEP_VIEW))
    raw = kind.tables.tobytes()
    ends = {KEPT: 0, ROOM: 0}
    for path, array in kind.arrays.items():
        value = array_of(step, path)
        assert tuple(kind.words[array.word + 1 : array.word + 1 + value.ndim]) == value.shape
        if array.place == TABLE:
            found = np.frombuffer(raw, array.kind, array.count, array.start).reshape(value.shape)
            np.testing.assert_array_equal(found, value.astype(array.kind))
        else:
            assert array.start == ends[array.place]
            ends[array.place] += array.count * np.dtype(array.kind).itemsize
    assert (kind.kept, kind.room) == (ends[KEPT], ends[ROOM])
