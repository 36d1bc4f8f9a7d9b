"""Spans in which a performance walks are painted by hand: joined, undone exactly, refused in sentences."""

from typing import Any

import numpy as np
import pytest
from page_client import PageClient
from perform_scenes import a_swaying_set, clip_of, done, record
from serving import RunningStudio


def paint(page: PageClient, motion: str, *spans: tuple[float, float]) -> dict:
    """Asks for spans."""
    wanted = [{"start": start, "stop": stop} for start, stop in spans]
    return page.ask("EditLayers", motion=motion, edits=[{"type": "SetWalkingSpans", "spans": wanted}])


def test_painted_spans_are_joined_play_and_are_one_edit(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page))
        before, still = page.records[motion], clip_of(page, motion)["roots"]
        assert paint(page, motion, (0.6, 0.9), (0.1, 0.3), (0.3, 0.5))["type"] == "Done"
        recording = page.records[motion]["recording"]
        assert recording["walks"]
        assert recording["walking"] == [{"start": 0.1, "stop": 0.5}, {"start": 0.6, "stop": 0.9}]
        assert page.records[motion]["blob"] != before["blob"], "what it plays has changed"
        assert np.isfinite(clip_of(page, motion)["roots"]).all()
        assert staged.studio.document.undo_label == "Change when it walks"
        done(page, "Undo")
        assert page.records[motion] == before
        np.testing.assert_allclose(clip_of(page, motion)["roots"], still, atol=1e-7)


def test_no_span_means_that_it_never_walks(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page), walks=True)
        assert paint(page, motion)["type"] == "Done"
        recording = page.records[motion]["recording"]
        assert (recording["walks"], recording["walking"]) == (False, [])


@pytest.mark.parametrize("span", [(0.5, 0.5), (0.7, 0.2), (-1.0, 0.5), (0.0, 1e9)])
def test_an_impossible_span_is_refused(untouched: RunningStudio, span: Any) -> None:
    with untouched.page() as page:
        motion = next(r["id"] for r in page.records.values() if r["kind"] == "motion" and r["recording"])
        before = page.records[motion]
        assert "A walking span must end after it starts" in paint(page, motion, span)["message"]
        assert page.records[motion] == before
