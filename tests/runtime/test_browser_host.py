"""The replay in a real browser has the bits of the replay in Python."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.runtime.zoo import replay, zoo

from kinegraph.runtime.hosts.python import LiveFile
from kinegraph.runtime.libraries import BUILT, WASM

WEB = Path(__file__).parents[2] / "web"


def test_chromium_gets_the_same_bits(library: Path, tmp_path: Path) -> None:
    bundle, chromium = BUILT / "kinegraph.js", shutil.which("chromium")
    playwright = WEB / "node_modules" / "@playwright"
    if not (bundle.is_file() and WASM.is_file() and chromium and playwright.is_dir()):
        pytest.skip("A browser test of the runtime needs 'make runtime', Chromium and the page's packages.")
    file = tmp_path / "zoo.kinelive"
    file.write_bytes(zoo())
    command = ["node", "scripts/replay_in_browser.mjs", chromium, *map(str, (bundle, WASM, file))]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == hashlib.sha256(replay(LiveFile(zoo(), library)).tobytes()).hexdigest()
