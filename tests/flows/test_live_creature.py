"""A creature that performs a line while it is drawn plays the same frames as the replay."""

from dataclasses import replace

import numpy as np
import pytest
from tests.present import present

from kinegraph.creatures.grid.validation_grid import creature_at
from kinegraph.doodles.line.motion import Motion, Unknown
from kinegraph.flows.doodle_to_creature import doodle_to_creature
from kinegraph.flows.live_creature import LiveCreature

FPS = 60.0


def _line() -> list[Motion]:
    steps = [
        *[("walk", 0.4, 0.2, 0.5)] * 2,
        ("tiptoe", 0.3, 0.2, 0.4),
        ("leap", 1.4, 1.1, 0.8),
        ("walk", 0.4, 0.2, 0.3),
        ("walk", -0.4, 0.2, 0.6),
        ("slide", 0.8, 0.0, 0.5),
        *[("walk", 0.4, 0.2, 0.5)] * 2,
    ]
    motions, time, z = [], 0.2, 0.0
    for name, way, height, seconds in steps:
        start, end = np.array([0.0, 0.0, z]), np.array([0.0, 0.0, z + way])
        times = (time, time + 0.5 * seconds, time + seconds)
        motions.append(Motion(name, way < 0.0, start, end, np.array([0.0, height, z + 0.5 * way]), *times))
        time, z = time + seconds, z + way
    return motions


LINE = _line()


def _shown(live: LiveCreature, pieces: list[Motion], batch: int) -> list[tuple[float, np.ndarray]]:
    """Shown poses and their times in the performance, if pieces become certain in batches as they were
    drawn."""
    shown, now = [], 0.0
    for first in range(0, len(pieces), batch):
        some = pieces[first : first + batch]
        until = some[-1].end_time - pieces[0].start_time
        while now < until:
            shown.append(live.pose_at(now))
            now += 1.0 / FPS
        live.append(some)
    live.finish()
    while not shown[-1].ended:
        shown.append(live.pose_at(now))
        now += 1.0 / FPS
        assert now < 60.0
    return [(pose.time, pose.pose.translations) for pose in shown if pose.time is not None]


@pytest.mark.parametrize(("source", "batch"), [("cast:dog", 1), ("cast:spider", 2), ("seed:7", 1)])
def test_live_and_replay_agree_frame_by_frame(source: str, batch: int) -> None:
    creature = creature_at(source)
    clip = doodle_to_creature(LINE, creature, fps=FPS)
    live = LiveCreature(creature)
    shown = _shown(live, LINE, batch)
    assert len(shown) > 200
    for time, offsets in shown:
        first = min(int(time * FPS), len(clip) - 2)
        share = time * FPS - first
        there = (1.0 - share) * present(clip.translations)[first] + share * present(clip.translations)[
            first + 1
        ]
        np.testing.assert_allclose(offsets, there, atol=1e-9)
    assert abs(shown[-1][0] * FPS - (len(clip) - 1)) < 1e-6


def test_a_line_goes_on_from_where_the_lines_before_it_ended() -> None:
    creature = creature_at("seed:7")
    later = [replace(piece, start_time=piece.start_time + 1.0, apex_time=piece.apex_time + 1.0,
                     end_time=piece.end_time + 1.0) for piece in LINE[4:]]  # fmt: skip
    clip = doodle_to_creature([*LINE[:4], *later], creature, fps=FPS)
    live = LiveCreature(creature, before=LINE[:4], still=clip.pose(0))
    shown = _shown(live, later, 1)
    time, offsets = shown[0]
    assert time == pytest.approx(later[0].start_time, abs=1.5 / FPS)
    np.testing.assert_allclose(offsets, present(clip.translations)[round(time * FPS)], atol=0.02)
    np.testing.assert_allclose(shown[-1][1], present(clip.translations)[-1], atol=1e-9)


def test_it_stands_still_until_a_piece_arrives() -> None:
    live = LiveCreature(creature_at("seed:7"))
    live.append([Unknown((0, 1), 0, 0.0, 0.5, np.zeros(3), np.zeros(3), (), "a scribble")])
    first, later = live.pose_at(0.0), live.pose_at(1.0)
    assert (later.waiting, later.ended, later.time) == (True, False, None)
    assert np.array_equal(first.pose.rotations, later.pose.rotations)
