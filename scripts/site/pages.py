"""Pages of the documentation site that are made from other files: examples, changelog, API reference.

mkdocs calls the two `on_...` functions (`hooks` in mkdocs.yml).
"""

import ast
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from kinegraph.lazy_names import Home, homes_in_stub

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
_OUTSIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made here, and name them in the navigation."""
    made: dict[str, str] = {page: (ROOT / source).read_text() for source, page in _OUTSIDE.items()}
    examples = _example_pages()
    reference = _reference_pages()
    for source, content in (made | examples | reference).items():
        files.append(File.generated(config, source, content=content))
    for data in (*ROOT.glob("examples/*.json"), *ROOT.glob("examples/*.yaml")):
        files.append(File.generated(config, f"examples/{data.name}", abs_src_path=str(data)))
    _fill_section(config.nav, "Examples", examples)
    _fill_section(config.nav, "Reference", reference)
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links to files of the repository to the pages that are made of them."""
    depth = "../" * page.file.src_uri.count("/")
    if page.file.src_uri.startswith("examples/"):
        return re.sub(r"\]\(([\w-]+)\.py\)", r"](\1.md)", markdown)
    for source, made in _OUTSIDE.items():
        markdown = re.sub(rf"\]\((?:\.\./)?{source}\)", f"]({depth}{made})", markdown)
    markdown = re.sub(r"\]\(docs/", f"]({depth}", markdown)
    markdown = re.sub(r"\]\((?:\.\./)?examples/README\.md\)", f"]({depth}examples/index.md)", markdown)
    markdown = re.sub(r"\]\((?:\.\./)?examples/([\w-]+)\.py\)", rf"]({depth}examples/\1.md)", markdown)
    return re.sub(r"\]\(\.\./examples/", f"]({depth}examples/", markdown)


def _fill_section(nav: list[Any], title: str, pages: dict[str, str]) -> None:
    section = next(entry[title] for entry in nav if title in entry)
    section += [page for page in pages if page not in section]


def _example_pages() -> dict[str, str]:
    pages = {"examples/index.md": (ROOT / "examples" / "README.md").read_text()}
    for example in sorted((ROOT / "examples").glob("[0-9]*.py")):
        code = example.read_text()
        sentence = (ast.get_docstring(ast.parse(code)) or "").split("\n\n")[0]
        title = example.stem.replace("_", " ")
        pages[f"examples/{example.stem}.md"] = f"# {title}\n\n{sentence}\n\n```python\n{code}```\n"
    return pages


def _reference_pages() -> dict[str, str]:
    """A page for each public package, and one that lists them."""
    stubs = sorted((SOURCE / "kinegraph").rglob("__init__.pyi"), key=lambda stub: stub.as_posix())
    homes = {".".join(stub.parent.relative_to(SOURCE).parts): homes_in_stub(stub) for stub in stubs}
    pages = {f"reference/{package}.md": _reference_page(package, names) for package, names in homes.items()}
    rows = "\n".join(f"| [`{package}`]({package}.md) | {_first_sentence(package)} |" for package in homes)
    index = (
        "# Reference\n\nEvery public name, from the docstrings. Other modules can change without notice; "
        "changes to these names are in the [changelog](../changelog.md).\n\n"
        f"| package | contents |\n| --- | --- |\n{rows}\n"
    )
    return {"reference/index.md": index} | pages


def _reference_page(package: str, homes: dict[str, Home]) -> str:
    docstring = _docstring(package)
    parts = [f"# {package}\n\n{docstring}"]
    inner = [name for name, (module, _) in homes.items() if module == package]
    if inner:
        parts.append(
            "Packages: " + ", ".join(f"[`{name}`]({package}.{name}.md)" for name in sorted(inner)) + "."
        )
    parts += [f"::: {package}.{name}" for name in sorted(homes, key=str.lower) if name not in inner]
    return "\n\n".join(parts) + "\n"


def _first_sentence(package: str) -> str:
    return re.split(r"(?<=\.)\s", _docstring(package))[0]


def _docstring(package: str) -> str:
    path = SOURCE.joinpath(*package.split(".")) / "__init__.py"
    return ast.get_docstring(ast.parse(path.read_text())) or ""
