"""Looking: look around, look at something, nod, shake the head."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    looking,
    pitch,
    roll,
    turning,
    yaw,
)
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations.heads import turn_heads


def look_around() -> GeneralAnimation:
    """Eyes lead by blinking, the head follows in two moves to each side, the body a little."""
    look = Sketch("look around", seconds=4.2, loops=True, about="Looks left, right and up.")
    turns = {
        0.0: REST,
        0.15: yaw(-4),
        0.6: both(yaw(44), pitch(-3)),
        0.75: yaw(40),
        1.35: both(yaw(42), pitch(5)),
        1.95: both(yaw(-46), pitch(-3)),
        2.1: yaw(-42),
        2.7: both(yaw(-38), roll(6)),
        3.2: both(yaw(-6), pitch(-26)),
        3.7: both(yaw(4), pitch(-24)),
        4.2: REST,
    }
    turn_heads(look, turns)
    look.all("root", "root").turns(
        turning(),
        {0.0: REST, 0.8: yaw(7), 1.4: yaw(7), 2.2: yaw(-8), 2.8: yaw(-6), 3.4: pitch(-3), 4.2: REST},
    )
    blinks = {0.0: 0}
    for time in (0.25, 1.6, 2.9):
        blinks |= {time: 0, time + 0.08: 1, time + 0.2: 0}
    look.all("eyes", "eyes").deforms("shut", blinks | {4.2: 0})
    look.all("ears", "ears").turns(
        turning(), {0.0: REST, 0.5: pitch(-10), 1.8: pitch(8), 3.3: pitch(-14), 4.2: REST}
    )
    return look.finished()


def look_at() -> GeneralAnimation:
    """Every head that can turns to the target and keeps to it."""
    look = Sketch("look at", seconds=3.0, about="Turns to look at something.")
    look.external("thing", (0.8, 0.7, 0.8))
    weight = {0.0: 0, 0.15: 0, 0.55: 1, 2.3: 1, 3.0: 0}
    keys = {0.0: REST, 0.2: pitch(5), 0.6: pitch(-3), 0.8: REST, 1.4: roll(8), 2.2: roll(6), 3.0: REST}
    look.all("head", "heads", towards="thing").turns(looking(), keys, weight=weight)
    look.all("crown", "spine top-most", towards="thing").instead_of("head").turns(
        looking(), keys, weight=weight
    )
    look.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.15: 0, 0.25: 1, 0.4: 0, 1.8: 0, 1.88: 1, 2.0: 0})
    return look.finished()


def nod() -> GeneralAnimation:
    """Yes, twice and a half."""
    nod = Sketch("nod", seconds=1.8, about="Nods.")
    turns = {
        0.0: REST,
        0.15: pitch(-9),
        0.4: pitch(20),
        0.65: pitch(-7),
        0.9: pitch(17),
        1.15: pitch(-4),
        1.4: pitch(8),
        1.8: REST,
    }
    turn_heads(nod, turns)
    return nod.finished()


def shake_head() -> GeneralAnimation:
    """No, with the eyes shut at first."""
    shake = Sketch("shake head", seconds=1.9, about="Shakes the head.")
    turns = {
        0.0: REST,
        0.15: both(yaw(-6), pitch(6)),
        0.42: both(yaw(30), pitch(8)),
        0.72: both(yaw(-28), pitch(8)),
        1.02: both(yaw(24), pitch(6)),
        1.3: both(yaw(-14), pitch(3)),
        1.9: REST,
    }
    turn_heads(shake, turns)
    shake.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.2: 0.9, 0.9: 0.9, 1.2: 0})
    return shake.finished()


ANIMATIONS = (look_around, look_at, nod, shake_head)
