"""Writes the layout for C and TypeScript into the sources: `python -m kinegraph.runtime.headers.generate`."""

from pathlib import Path

from kinegraph.runtime.headers.c_header import c_header
from kinegraph.runtime.headers.typescript import typescript_layout

RUNTIME = Path(__file__).parents[1]


def generated_files() -> dict[Path, str]:
    """The texts by file."""
    return {
        RUNTIME / "hosts" / "kinegraph_layout.h": c_header(),
        RUNTIME.parents[2] / "web" / "runtime" / "layout.ts": typescript_layout(),
    }


if __name__ == "__main__":
    for path, text in generated_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
