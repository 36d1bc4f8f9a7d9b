"""Damaged and hostile `.kinelive` files are refused with a sentence, in C and on the web."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.runtime.damage import damage, seal
from tests.runtime.zoo import zoo

from kinegraph.runtime.hosts.python import LiveFile, RuntimeRefused
from kinegraph.runtime.libraries import BUILT, WASM

ROOT = Path(__file__).parents[2]


def _with_words(**changed: int) -> bytes:
    """The file with words of its header replaced."""
    places = {"version": 1, "layout": 2, "size": 3, "contents": 5}
    live = bytearray(zoo())
    for name, value in changed.items():
        live[8 * places[name] : 8 * places[name] + 8] = value.to_bytes(8, "little", signed=True)
    return seal(live)


BROKEN = {
    "nothing": (lambda: b"", "not a .kinelive file"),
    "another file": (lambda: b"glTF" + bytes(200), "not a .kinelive file"),
    "cut off": (lambda: zoo()[: len(zoo()) // 2], "incomplete"),
    "longer": (lambda: zoo() + b"more", "incomplete"),
    "one bit": (lambda: zoo()[:5000] + bytes([zoo()[5000] ^ 1]) + zoo()[5001:], "checksum"),
    "newer": (lambda: _with_words(version=2), "version 2"),
    "another layout": (lambda: _with_words(layout=7), "bake it again"),
    "contents outside": (lambda: _with_words(contents=len(zoo()) - 8), "outside"),
    "contents before": (lambda: _with_words(contents=-8), "outside"),
    "contents askew": (lambda: _with_words(contents=1001), "outside"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_with_a_sentence(library: Path, name: str) -> None:
    make, sentence = BROKEN[name]
    with pytest.raises(RuntimeRefused, match=sentence):
        LiveFile(make(), library)


def test_no_damaged_file_crashes_or_hangs_the_library(library: Path) -> None:
    command = [sys.executable, "-m", "tests.runtime.damage", "7", "60"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    refused = int(done.stdout.split()[0])
    assert refused >= 20


def test_no_damaged_file_breaks_a_page(library: Path, tmp_path: Path) -> None:
    bundle = BUILT / "kinegraph.js"
    if not (WASM.is_file() and bundle.is_file() and shutil.which("node")):
        pytest.skip("'make runtime' builds the WebAssembly module and its host; Node runs them.")
    random = np.random.default_rng(3)
    for number in range(30):
        (tmp_path / f"{number:02}.kinelive").write_bytes(damage(zoo(), random))
    (tmp_path / "whole.kinelive").write_bytes(zoo())
    script = ROOT / "web" / "scripts" / "open_live_files.mjs"
    command = ["node", *map(str, (script, bundle, WASM, *sorted(tmp_path.glob("*.kinelive"))))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert len(lines) == 31
    assert lines[-1] == "played"
    assert all(line == "played" or line.endswith(".") for line in lines)
