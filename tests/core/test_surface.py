"""The core's public names are all there, are what their names say, and cost nothing until used."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import kinegraph.core


def stub() -> ast.Module:
    return ast.parse(Path(kinegraph.core.__file__).with_suffix(".pyi").read_text())


def test_every_public_name_exists():
    for name in kinegraph.core.__all__:
        assert hasattr(kinegraph.core, name), name


def test_type_checkers_are_told_the_same_names_from_the_same_modules():
    told = {
        alias.name: node.module
        for node in stub().body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    homes = {name: f"kinegraph.core.{module}" for name, module in kinegraph.core._HOMES.items()}
    listed = next(node for node in stub().body if isinstance(node, ast.Assign))
    assert told == homes
    assert sorted(ast.literal_eval(listed.value)) == kinegraph.core.__all__


def test_a_function_named_like_its_module_is_the_function():
    import kinegraph.core.bake
    import kinegraph.core.kinematics.forward
    import kinegraph.core.resample

    for name in kinegraph.core.__all__:
        assert not isinstance(getattr(kinegraph.core, name), ModuleType), name


def test_the_vocabulary_can_be_imported_without_numba():
    code = "import sys, kinegraph.core.errors, kinegraph.core.clip; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(kinegraph.core, "teleport")
