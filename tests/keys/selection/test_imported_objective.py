"""Objectives of one's own by module:function."""

from pathlib import Path

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.keys.selection.imported_objective import import_objective
from kinegraph.keys.selection.objectives import Objective, objective_named, register_objective
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import selection_space

SOURCE = """
import numpy as np

not_a_function = 3


def height(poses):
    return float(np.ptp(poses[:, 1]))
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"criteria_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


@pytest.mark.parametrize(("suffix", "combine"), [("", "max"), (":sum", "sum"), (":max", "max")])
def test_a_function_of_a_file_chooses_keys(module: str, suffix: str, combine: str) -> None:
    text = f"{module}:height{suffix}"
    import_objective(text)
    points = np.zeros((9, 3))
    points[:, 1] = [0, 0, 0, 5, 5, 5, 5, 0, 0]
    found = selection_space(PoseSpace(points, 30.0), text)
    assert objective_named(text).combine == combine
    assert found.error_of([0, 2, 3, 6, 7, 8]) == (5.0 if combine == "max" else 10.0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}:nothing", "has no function 'nothing'"),
        ("{}:not_a_function", "has no function"),
        ("no_such_module_here:height", "could not be imported"),
        ("{}:", "write module:function"),
        ("{}:height:mean", "write module:function"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(module: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidValue, match=reason):
        import_objective(text.format(module))


def test_built_in_names_cannot_be_taken() -> None:
    chord = objective_named("chord_max")
    with pytest.raises(InvalidValue, match="has a meaning"):
        register_objective(chord)
    with pytest.raises(InvalidValue, match="has a meaning"):
        register_objective(Objective("a + b", chord.combine, chord.fill))
