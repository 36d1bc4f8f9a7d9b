"""Public names: all exist, cost nothing until used, and are all that examples and documents import."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from scripts.public_names import LISTED, PACKAGES, public_names

from kinegraph.lazy_names import homes_in_stub

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "kinegraph"
NAMES = {package: homes_in_stub(stub) for package, stub in PACKAGES.items()}

_PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def published_code() -> Iterator[tuple[str, str]]:
    """Each example and each Python block of a document, with a name for the report of a test."""
    for example in sorted((ROOT / "examples").glob("*.py")):
        yield f"examples/{example.name}", example.read_text()
    for page in [*sorted((ROOT / "docs").rglob("*.md")), *ROOT.glob("*.md"), ROOT / "examples" / "README.md"]:
        for number, block in enumerate(_PYTHON_BLOCK.findall(page.read_text()), start=1):
            yield f"{page.relative_to(ROOT)} block {number}", block


def names_that_are_not_public(code: str) -> list[str]:
    """Imports and attributes of `kinegraph` in a program that no package lists as public."""
    wrong: list[str] = []
    bound: dict[str, str] = {}  # a local name: the public package that it stands for
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "kinegraph":
                    bound[alias.asname or alias.name.split(".")[0]] = (
                        alias.name if alias.asname else "kinegraph"
                    )
                    wrong += [] if alias.name in NAMES else [alias.name]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kinegraph":
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                wrong += [] if alias.name in NAMES.get(node.module or "", {}) else [full]
                if full in NAMES:
                    bound[alias.asname or alias.name] = full
    for node in ast.walk(tree):
        package = _package_of(node.value, bound) if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Attribute) and package and not node.attr.startswith("__"):
            wrong += [] if node.attr in NAMES[package] else [f"{package}.{node.attr}"]
    return wrong


def _package_of(node: ast.expr, bound: dict[str, str]) -> str | None:
    """The public package that an expression such as `kg.keys` stands for."""
    if isinstance(node, ast.Name):
        return bound.get(node.id) if bound.get(node.id) in NAMES else None
    if isinstance(node, ast.Attribute):
        outer = _package_of(node.value, bound)
        full = f"{outer}.{node.attr}"
        return full if outer and full in NAMES else None
    return None


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_exists(package: str) -> None:
    module = import_module(package)
    assert module.__all__ == sorted(NAMES[package])
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert set(NAMES[package]) <= set(dir(module))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_name_is_never_hidden_by_a_module(package: str) -> None:
    module, folder = import_module(package), PACKAGES[package].parent
    for name, (home, original) in NAMES[package].items():
        if home != package:
            assert not isinstance(getattr(module, name), ModuleType), name
            in_the_way = (folder / name).is_dir() or (folder / f"{name}.py").is_file()
            assert not in_the_way or (home, original) == (f"{package}.{name}", name), name


def test_a_function_named_like_its_module_is_the_function() -> None:
    import kinegraph.core
    import kinegraph.core.bake
    import kinegraph.core.resample

    assert callable(kinegraph.core.bake)
    assert callable(kinegraph.core.resample)


def test_an_unknown_name_is_an_attribute_error() -> None:
    import kinegraph

    assert not hasattr(kinegraph, "teleport")
    with pytest.raises(AttributeError, match=r"kinegraph\.core has no public name 'teleport'"):
        getattr(kinegraph.core, "teleport")  # noqa: B009


def _modules_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    return set(
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        ).stdout.split()
    )


def test_importing_kinegraph_loads_two_small_modules_and_no_numpy() -> None:
    loaded = _modules_after("import kinegraph")
    assert sorted(name for name in loaded if name.split(".")[0] == "kinegraph") == [
        "kinegraph",
        "kinegraph.lazy_names",
    ]
    assert not loaded & {"numpy", "numba", "msgspec", "typer"}


def test_the_data_types_can_be_imported_without_numba() -> None:
    assert "numba" not in _modules_after("import kinegraph.core.errors, kinegraph.core.clip")


def test_features_can_be_imported_without_their_code() -> None:
    loaded = _modules_after("import kinegraph as kg\nkg.keys, kg.perform, kg.creatures, kg.doodles")
    assert not loaded & {"numpy", "numba"}


@pytest.mark.parametrize(("name", "code"), [pytest.param(*each, id=each[0]) for each in published_code()])
def test_examples_and_documents_use_public_names_only(name: str, code: str) -> None:
    assert names_that_are_not_public(code) == []


def test_a_private_name_in_a_document_is_found() -> None:
    code = "import kinegraph as kg\nfrom kinegraph.core.clip import Clip\nkg.keys.secret(kg.load)\nkg.nowhere"
    assert names_that_are_not_public(code) == [
        "kinegraph.core.clip.Clip",
        "kinegraph.nowhere",
        "kinegraph.keys.secret",
    ]


def test_changes_to_the_public_names_are_in_the_changelog() -> None:
    """The list is that of the last release; `python -m scripts.public_names` writes it for the next."""
    unreleased = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1]
    changed = set(LISTED.read_text().split()) ^ public_names()
    silent = [
        name for name in sorted(changed) if f"`{name.replace('kinegraph.', 'kg.', 1)}`" not in unreleased
    ]
    assert not silent, f"say in CHANGELOG.md, under its first heading, what happened to {silent}"
