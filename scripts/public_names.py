"""Writes tests/public_names.txt, the list of public names; run it at a release.

Between releases a test compares the names with this list, and wants each change in CHANGELOG.md.

Run: python -m scripts.public_names
"""

from pathlib import Path

from kinegraph.lazy_names import homes_in_stub

ROOT = Path(__file__).resolve().parents[1]
LISTED = ROOT / "tests" / "public_names.txt"


def _packages() -> dict[str, Path]:
    source = ROOT / "src"
    stubs = sorted((source / "kinegraph").rglob("__init__.pyi"), key=lambda stub: stub.parent.as_posix())
    return {".".join(stub.parent.relative_to(source).parts): stub for stub in stubs}


PACKAGES = _packages()
"""The public packages, each with the stub that lists its names."""


def public_names() -> set[str]:
    """Every public name, with its package in front."""
    return {f"{package}.{name}" for package, stub in PACKAGES.items() for name in homes_in_stub(stub)}


if __name__ == "__main__":
    LISTED.write_text("\n".join(sorted(public_names())) + "\n")
