"""Every target of the fuzzer takes its own seeds, and a few damaged ones: a short form of `make fuzz`."""

import random
from pathlib import Path

import pytest
from tests.fuzz.mutation import mutate
from tests.fuzz.targets import all_targets
from tests.fuzz.trial import LONGEST, Trials

from kinegraph.formats import FORMATS

DAMAGED = 40
# Their seeds need a part of the engine that takes long to compile, or a Blender; `make fuzz` has them.
_LONG = {"script", "scene", "blend_in_blender", "fbx_in_blender"}


@pytest.mark.parametrize("name", [name for name in all_targets() if name not in _LONG])
def test_a_reader_refuses_damaged_input_with_a_sentence(tmp_path: Path, name: str) -> None:
    target = all_targets()[name]
    trials = Trials(target.read, tmp_path)
    seeds = target.seeds()
    for seed in seeds:
        trials.run(seed)
    assert trials.refused == 0
    dice = random.Random(name)
    for _ in range(DAMAGED):
        trials.run(mutate(dice, seeds, LONGEST))
    assert not {kind: detail for kind, detail in trials.found.items() if kind not in ("slow", "memory")}


def test_every_format_that_is_read_is_fuzzed() -> None:
    known = all_targets()
    extensions = [ending.removeprefix(".") for form in FORMATS if form.readable for ending in form.extensions]
    others = {"json": "keyed", "usd": "usda"}  # under another name, as the same reader takes several
    assert all(others.get(ending, ending) in known for ending in extensions)


def test_the_fuzzer_keeps_an_input_that_breaks_a_reader(tmp_path: Path) -> None:
    def read(data: bytes) -> int:
        return 1 // len(data)

    trials = Trials(read, tmp_path)
    trials.run(b"a")
    trials.run(b"")
    trials.run(b"")
    assert len(trials.found) == 1
    (kept,) = tmp_path.glob("*.bin")
    assert kept.read_bytes() == b""
