"""The layout of records and calls is the same in Python, C and TypeScript."""

import re
from pathlib import Path

import pytest
from numpy import dtype

from kinegraph.creatures.playing.array_views import ArrayView, TupleView, View, count_words
from kinegraph.runtime.baked import records
from kinegraph.runtime.headers.generate import generated_files
from kinegraph.runtime.headers.layout import CHAINS, all_views, fields
from kinegraph.runtime.hosts import python


@pytest.mark.parametrize("path", generated_files(), ids=lambda path: path.name)
def test_generated_layouts_are_up_to_date(path: Path) -> None:
    assert path.read_text() == generated_files()[path], "run 'make runtime-headers'"


def _defined() -> dict[str, int]:
    text = next(text for path, text in generated_files().items() if path.suffix == ".h")
    return {name: int(value) for name, value in re.findall(r"#define (KG_\w+) (\d+)", text)}


def test_words_that_the_python_host_reads_are_those_of_the_header() -> None:
    words = _defined()
    assert words["KG_CREATURE_SKELETON_PARENTS"] + 1 == python._CREATURE_JOINTS
    assert words["KG_CREATURE_LAYER_SETS"] + 1 == python._CREATURE_LAYER_SETS
    assert words["KG_RIG_SKELETON_PARENTS"] + 1 == python._RIG_JOINTS
    assert words["KG_RIG_SETS"] + 1 == python._RIG_SETS
    kinds = list(records.RECORDS)
    assert (kinds.index("creature"), kinds.index("rig")) == (python._CREATURE_KIND, python._RIG_KIND)


def _words(view: View) -> int:
    """Length of a directory, counted another way: by the sum over the tree."""
    if isinstance(view, TupleView):
        return sum(_words(part) for _, part in view.fields)
    return 1 + view.axes if isinstance(view, ArrayView) else 1


@pytest.mark.parametrize("name", all_views())
def test_fields_follow_each_other_without_gaps(name: str) -> None:
    view, at = all_views()[name], 0
    for field in fields(view):
        assert field.word == at
        at += 1 + max(field.axes, 0)
    assert at == _words(view) == count_words(view)


def test_kinds_of_numbers_are_those_that_typescript_knows() -> None:
    kinds = {field.kind for view in all_views().values() for field in fields(view)}
    assert kinds <= {"f8", "f4", "i8", "u4", "u2", "u1", "b1"}
    assert all(dtype(kind).itemsize in (1, 2, 4, 8) for kind in kinds)


def test_chains_name_whole_numbers_of_records() -> None:
    for chain in CHAINS:
        field = next(f for f in fields(records.RECORDS[chain.record]) if f.name == chain.path)
        assert (field.kind, field.axes) in (("i8", 1), ("i8", 2))
