"""Gaits fitted to walks: captured ones, and walks whose gait is known."""

from pathlib import Path

import numpy as np
import pytest
from tests.creatures.made_creatures import made

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.chart import gait_chart
from kinegraph.creatures.gait.plan import FootKey, FootPlan, GaitPlan, GroupPlan
from kinegraph.creatures.gait.plan_file import gait_bytes, gait_of_bytes
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.playing.walk_cycle import walk_cycle
from kinegraph.creatures.retarget.fit_gait import FittedGait, fit_gait
from kinegraph.formats import load

NEAR = 0.03  # of a cycle


def played(fitted: FittedGait, plan: GaitPlan | None = None) -> tuple[np.ndarray, np.ndarray]:
    """(duties, triggers from the first foot's) of the walker that walks by its fitted gait."""
    chart = gait_chart(gait_rig(fitted.creature, plan or fitted.plan), fitted.speed)
    triggers = np.array([foot.trigger for foot in chart.feet])
    return np.array([foot.duty for foot in chart.feet]), (triggers - triggers[0]) % 1.0


def apart(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How far shares of a cycle are apart."""
    return np.abs((a - b + 0.5) % 1.0 - 0.5)


@pytest.mark.parametrize(
    ("file", "least", "most"),
    [
        ("cmu/16_15.bvh", 0.9, 1.3),
        ("more_cmu/02_01.bvh", 0.9, 1.4),
        ("more_cmu/69_03.bvh", 0.7, 1.2),
        ("bvh/walk01.bvh", 1.2, 1.7),
    ],
)
def test_a_captured_walk_is_played_with_its_own_timing(
    shared_data: Path, file: str, least: float, most: float
) -> None:
    scene = load(shared_data / file)
    assert scene.character is not None
    fitted = fit_gait(scene.clips[0], scene.character)
    duties, triggers = played(fitted, gait_of_bytes(gait_bytes(fitted.plan)))
    assert least < fitted.speed < most
    assert 0.5 < fitted.duties.mean() < 0.7
    assert np.abs(duties - fitted.duties).max() < NEAR
    assert apart(triggers, fitted.triggers).max() < NEAR


@pytest.mark.parametrize(
    ("file", "motion"), [("RobotExpressive.glb", "Walking"), ("m2m_bird-animations.glb", "Walk")]
)
def test_a_walk_on_the_spot_is_played_with_its_own_timing(shared_data: Path, file: str, motion: str) -> None:
    scene = load(shared_data / "characters" / file)
    assert scene.character is not None
    fitted = fit_gait(next(clip for clip in scene.clips if clip.name == motion), scene.character)
    duties, triggers = played(fitted)
    assert 0.5 < fitted.duties.mean() < 0.7
    assert apart(fitted.triggers[1], np.array(0.5)) < 0.1
    assert np.abs(duties - fitted.duties).max() < NEAR
    assert apart(triggers, fitted.triggers).max() < NEAR


@pytest.mark.parametrize(("seed", "kind", "speed"), [(0, "biped", 0.8), (5, "quadruped", 0.6)])
def test_a_cycle_on_the_spot_gives_the_gait_that_it_was_baked_with(
    seed: int, kind: str, speed: float
) -> None:
    creature = made(seed, kind)
    cycle = walk_cycle(creature, speed, root_motion=False)
    fitted = fit_gait(cycle.clip, creature.character)
    chart = gait_chart(gait_rig(creature), speed)
    triggers = np.array([foot.trigger for foot in chart.feet])
    assert fitted.speed == pytest.approx(speed, rel=0.1)
    assert fitted.period == pytest.approx(cycle.clip.duration / cycle.cycles, rel=0.02)
    assert apart(fitted.triggers, triggers - triggers[0]).max() < 0.05
    more = fitted.duties - [foot.duty for foot in chart.feet]
    assert (more > -0.01).all()  # the slow start of a flight counts as standing
    assert (more < 0.15).all()


def walk(creature: Creature, plan: GaitPlan, speed: float) -> Clip:
    clip = play(None, creature, seconds=6.0, velocity=(0.0, speed), style=plan)
    return clip.frames(120, len(clip))


@pytest.mark.parametrize(("seed", "kind", "speed"), [(0, "biped", 0.8), (5, "quadruped", 0.6)])
def test_a_known_gait_is_found_again(seed: int, kind: str, speed: float) -> None:
    creature = made(seed, kind)
    own = FootPlan(1, (FootKey(0.2, duty=0.7, trigger=0.44), FootKey(0.6, duty=0.7, trigger=0.44)))
    plan = GaitPlan("known", (GroupPlan(feet=(own,)),))
    chart = gait_chart(gait_rig(creature, plan), speed)
    fitted = fit_gait(walk(creature, plan, speed), creature.character)
    order = {body: number for number, body in enumerate(gait_rig(fitted.creature).feet)}
    names, found = creature.character.skeleton.names, fitted.creature.character.skeleton
    rows = [order[found.index(names[foot.body])] for foot in chart.feet]
    triggers = np.array([foot.trigger for foot in chart.feet])
    assert fitted.speed == pytest.approx(speed, rel=0.03)
    assert fitted.period == pytest.approx(chart.period, rel=0.03)
    assert np.abs(fitted.duties[rows] - [foot.duty for foot in chart.feet]).max() < 0.06
    there = fitted.triggers[rows] - fitted.triggers[rows[0]]
    assert apart(there, triggers - triggers[0]).max() < 0.05
    duties, again = played(fitted)
    assert np.abs(duties - fitted.duties).max() < NEAR
    assert apart(again, fitted.triggers).max() < NEAR


def test_a_clip_without_a_walk_is_refused() -> None:
    creature = made(0, "biped")
    with pytest.raises(InvalidValue, match="no gait can be fitted"):
        fit_gait(play(None, creature, seconds=2.0), creature.character)
    with pytest.raises(InvalidValue, match="no legs"):
        fit_gait(play(None, made(3, "snail"), seconds=2.0), made(3, "snail").character)
