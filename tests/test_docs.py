"""Links, commands and files that the documents name exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_OUTSIDE = {".git", ".venv", ".venv-blender", ".pytest_cache", "node_modules", "dist"}
PAGES = sorted(page for page in ROOT.rglob("*.md") if not _OUTSIDE.intersection(page.relative_to(ROOT).parts))
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings: lower case, dashes for blanks, no other signs."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _leads_nowhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return not target.exists() or (bool(anchor) and anchor not in _anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    links = [link for link in _LINK.findall(_FENCE.sub("", page.read_text())) if "://" not in link]
    assert [link for link in links if _leads_nowhere(page, link)] == []


def test_every_page_of_the_docs_is_linked_from_another() -> None:
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in _LINK.findall(page.read_text())
    }
    assert [page.name for page in (ROOT / "docs").glob("*.md") if page.resolve() not in linked] == []


def test_every_command_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        name
        for page in PAGES
        for name in re.findall(r"(?:^|`)make ([a-z]+)(?=[ `]|$)", page.read_text(), re.MULTILINE)
    }
    assert named
    assert named - targets == set()


def _is_missing(name: str) -> bool:
    """Whether no file matches: a path from src/kinegraph or from the root, or the bare name of a test."""
    folders = (ROOT / "src" / "kinegraph", ROOT) if "/" in name else (ROOT / "tests",)
    pattern = name if "/" in name else f"**/{name}"
    return not any(any(folder.glob(pattern)) for folder in folders)


def test_every_file_in_the_map_of_papers_exists() -> None:
    rows = re.findall(r"^\|.*\|$", (ROOT / "docs" / "paper_map.md").read_text(), re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([^`]*(?:/|\.py|\.yaml))`", row)]
    assert len(named) > 100
    assert [name for name in named if _is_missing(name)] == []


_CODE = re.compile(r"`([\w./*-]+\.(?:py|pyi|ts|svelte|yaml))`")
_HOMES = (ROOT, ROOT / "src" / "kinegraph", ROOT / "web", ROOT / "web" / "src")
_MODULES = [
    path
    for folder in ("src", "tests", "benchmarks", "scripts", "web/src")
    for path in (ROOT / folder).rglob("*")
]
_NAMES = {path.name for path in _MODULES}


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_every_source_file_that_is_named_exists(page: Path) -> None:
    """A path from the root or from a source folder, or the bare name of a file anywhere below one."""
    named = _CODE.findall(_FENCE.sub("", page.read_text()))
    paths = [name for name in named if "/" in name and not any(any(home.glob(name)) for home in _HOMES)]
    bare = [name for name in named if "/" not in name and "*" not in name and name not in _NAMES]
    assert paths + bare == []


_QUESTION = re.compile(r"(?:What|Where|When|How|Who|Whose|Which|Why|Whether)\b")


def _docstrings(source: Path) -> list[tuple[str, str]]:
    """Place and text of each docstring of a module, its classes and its functions."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        (node, ast.get_docstring(node))
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, owners)
    ]
    name = source.relative_to(ROOT)
    return [(f"{name}: {getattr(node, 'name', 'module')}", text) for node, text in found if text]


def test_every_docstring_starts_with_what_is_returned_or_done() -> None:
    """The field's noun or a verb, not a question: see CONTRIBUTING."""
    texts = [each for source in sorted((ROOT / "src").rglob("*.py")) for each in _docstrings(source)]
    assert len(texts) > 3000
    assert [place for place, text in texts if _QUESTION.match(text)] == []
