"""Resting: sit down, fall asleep."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
    pitch,
    roll,
    to_ground,
    turning,
    yaw,
)
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations.heads import turn_heads


def sit() -> GeneralAnimation:
    """Down with a small bounce, a look about, and up again."""
    sit = Sketch("sit", seconds=4.0, about="Sits down for a while.")
    sit.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.25: (0.0, -0.03, 0.0),
            1.0: (0.0, 0.43, -0.05),
            1.15: (0.0, 0.38, -0.05),
            1.35: (0.0, 0.41, -0.05),
            2.9: (0.0, 0.41, -0.05),
            3.7: (0.0, -0.03, 0.0),
            4.0: REST,
        },
    ).turns(turning(), {0.0: REST, 0.5: pitch(10), 1.1: pitch(-5), 2.9: pitch(-4), 3.3: pitch(9), 4.0: REST})
    turn_heads(
        sit,
        {
            0.0: REST,
            0.5: pitch(8),
            1.1: pitch(-4),
            1.5: REST,
            1.9: yaw(18),
            2.4: yaw(-16),
            2.9: REST,
            3.3: pitch(8),
            4.0: REST,
        },
    )
    sit.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.5: (0.15, 0.1, 0.1),
            1.1: (0.08, 0.05, 0.2),
            2.9: (0.08, 0.05, 0.2),
            3.3: (0.15, 0.1, 0.1),
            4.0: REST,
        },
    )
    sit.all("tail", "tails").moves(
        by_limb(),
        {
            0.0: REST,
            1.0: (0.2, 0.2, 0.0),
            1.7: (-0.15, 0.15, 0.0),
            2.3: (0.15, 0.15, 0.0),
            2.9: (-0.1, 0.15, 0.0),
            4.0: REST,
        },
    )
    sit.event(1.0, "sits", EventKind.SOUND)
    return sit.finished()


def sleep() -> GeneralAnimation:
    """Sinks down and breathes slowly; loops."""
    sleep = Sketch("sleep", seconds=4.0, loops=True, about="Sleeps, breathing slowly.")
    sleep.all("root", "root").moves(
        to_ground(),
        {0.0: (0.0, 0.38, 0.0), 1.7: (0.0, 0.34, 0.0), 2.1: (0.0, 0.34, 0.0), 4.0: (0.0, 0.38, 0.0)},
    ).turns(
        turning(), {0.0: both(roll(5), pitch(6)), 1.9: both(roll(5), pitch(3)), 4.0: both(roll(5), pitch(6))}
    )
    sleep.all("head", "heads").moves(
        to_ground(), {0.0: (0.05, 0.3, 0.06), 1.9: (0.05, 0.27, 0.06), 4.0: (0.05, 0.3, 0.06)}
    ).turns(
        turning(),
        {0.0: both(pitch(18), roll(12)), 1.9: both(pitch(14), roll(11)), 4.0: both(pitch(18), roll(12))},
    )
    sleep.all("eyes", "eyes").deforms("shut", {0.0: 1})
    sleep.all("mouth", "mouths").deforms("open", {0.0: 0.02, 1.2: 0.12, 2.2: 0.1, 4.0: 0.02})
    sleep.all("hands", "graspers").moves(
        to_ground(), {0.0: (0.05, 0.7, 0.15), 1.9: (0.05, 0.68, 0.15), 4.0: (0.05, 0.7, 0.15)}
    )
    sleep.all("tail", "tails").moves(
        to_ground(), {0.0: (0.1, 0.5, 0.0), 1.9: (0.1, 0.48, 0.0), 4.0: (0.1, 0.5, 0.0)}
    )
    sleep.all("ears", "ears").turns(turning(), {0.0: pitch(22), 1.9: pitch(18), 4.0: pitch(22)})
    sleep.event(1.9, "breath", EventKind.SOUND)
    return sleep.finished()


ANIMATIONS = (sit, sleep)
