"""`kinegraph creatures grid`, and what `play` writes."""

import json
from pathlib import Path

from command import Command

from kinegraph.creatures.animations import shipped_animation
from kinegraph.formats import load


def test_an_animation_plays_into_a_file(kinegraph: Command, tmp_path: Path) -> None:
    out = tmp_path / "wave.glb"
    assert kinegraph("creatures", "play", "wave", "cast:bear", "-o", out, "--fps", 30).code == 0
    clip = load(out).clips[0]
    assert abs(clip.duration - shipped_animation("wave").duration) < 1.0 / 30.0


def test_a_grid_is_a_page_and_the_figures_on_it(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph(
        *("creatures", "grid", "--creatures", 0, "--animations", "nod", "--frames", 6),
        *("--jobs", 1, "-o", tmp_path / "grid", "--json"),
    )
    report = json.loads(outcome.out)
    assert report == json.loads((tmp_path / "grid" / "grid.json").read_text())
    assert report["animations"] == ["nod"]
    assert report["totals"]["pairs"] == len(report["creatures"]) == 10
    assert "Validation grid" in (tmp_path / "grid" / "index.html").read_text()
