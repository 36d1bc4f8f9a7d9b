"""Greetings: wave, bow, shake hands, hug."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
    level,
    looking,
    pitch,
    reach,
    roll,
    to_ground,
    touch,
    turning,
    yaw,
)
from kinegraph.creatures.animation.branching import Predicate
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations.heads import turn_heads


def wave() -> GeneralAnimation:
    """A hand goes up and swings three times; without hands a tail or the head does."""
    wave = Sketch("wave", seconds=2.8, about="Lifts a hand high and waves.")
    hand = wave.each("hand", "graspers")
    hand.moves(
        by_limb(),
        {
            0.0: REST,
            0.18: (0.02, -0.08, -0.06),
            0.55: (0.3, 1.15, 0.25),
            0.7: (0.28, 1.1, 0.28),
            0.95: (0.46, 1.06, 0.26),
            1.2: (0.14, 1.08, 0.3),
            1.45: (0.46, 1.06, 0.26),
            1.7: (0.14, 1.08, 0.3),
            1.95: (0.42, 1.06, 0.26),
            2.15: (0.28, 1.05, 0.3),
            2.62: (0.0, -0.04, -0.02),
            2.8: REST,
        },
    )
    hand.turns(
        level(),
        {
            0.0: pitch(-60),
            0.6: pitch(-85),
            0.95: both(roll(-28), pitch(-80)),
            1.2: both(roll(24), pitch(-80)),
            1.45: both(roll(-28), pitch(-80)),
            1.7: both(roll(24), pitch(-80)),
            1.95: both(roll(-24), pitch(-80)),
            2.8: pitch(-40),
        },
        weight={0.0: 0, 0.2: 0, 0.5: 1, 2.1: 1, 2.6: 0},
    )
    wave.each("shoulder", "graspers by their spine segments").varies("channel hand").turns(
        turning(), {0.0: REST, 0.18: roll(-2), 0.6: roll(7), 2.1: roll(6), 2.8: REST}
    )
    tail = wave.all("tail", "tails").instead_of("hand")
    tail.moves(
        by_limb(),
        {
            0.0: REST,
            0.2: (0.0, -0.05, 0.0),
            0.6: (0.0, 0.55, 0.1),
            0.95: (0.3, 0.52, 0.1),
            1.2: (-0.3, 0.52, 0.1),
            1.45: (0.3, 0.52, 0.1),
            1.7: (-0.3, 0.52, 0.1),
            2.0: (0.2, 0.5, 0.1),
            2.6: (0.0, -0.03, 0.0),
            2.8: REST,
        },
    )
    swings = {
        0.0: REST,
        0.2: pitch(8),
        0.6: both(roll(-24), pitch(-8)),
        0.95: roll(24),
        1.3: both(roll(-24), pitch(-8)),
        1.65: roll(22),
        2.1: roll(-12),
        2.8: REST,
    }
    wave.all("waving head", "heads").instead_of("hand", "tail").turns(turning(), swings)
    wave.all("crown", "spine top-most").instead_of("hand", "tail", "waving head").turns(turning(), swings)
    wave.all("head", "heads").turns(
        turning(),
        {
            0.0: REST,
            0.2: roll(4),
            0.65: roll(-12),
            1.4: both(roll(-13), pitch(-4)),
            2.1: roll(-10),
            2.8: REST,
        },
    )
    wave.all("mouth", "mouths").deforms("open", {0.0: 0, 0.4: 0.1, 0.8: 0.45, 1.8: 0.4, 2.4: 0})
    wave.event(0.55, "hello", EventKind.SOUND)
    return wave.finished()


def bow() -> GeneralAnimation:
    """The head goes down before the body follows, and comes up last."""
    bow = Sketch("bow", seconds=2.6, about="Bows low, head first.")
    bow.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 0.25: (0.0, -0.03, 0.0), 1.0: (0.0, 0.14, -0.02), 1.5: (0.0, 0.13, -0.02), 2.6: REST},
    ).turns(
        turning(), {0.0: REST, 0.25: pitch(-4), 1.0: pitch(16), 1.5: pitch(15), 2.35: pitch(-2), 2.6: REST}
    )
    turn_heads(
        bow,
        {
            0.0: REST,
            0.22: pitch(-8),
            0.8: pitch(42),
            1.1: pitch(38),
            1.6: pitch(40),
            2.3: pitch(-5),
            2.6: REST,
        },
    )
    bow.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.25: (0.03, 0.03, 0.0),
            1.0: (0.22, 0.0, -0.22),
            1.5: (0.2, 0.02, -0.2),
            2.3: (-0.02, 0.0, 0.02),
            2.6: REST,
        },
    )
    bow.all("tail", "tails").moves(
        by_limb(), {0.0: REST, 1.1: (0.0, 0.35, 0.0), 1.6: (0.0, 0.3, 0.0), 2.6: REST}
    )
    bow.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.7: 0.8, 1.6: 0.8, 2.1: 0})
    return bow.finished()


def shake_hands() -> GeneralAnimation:
    """For two creatures; the target `hand` is the other's grasper."""
    shake = Sketch("shake hands", seconds=3.0, about="Shakes the hand of another creature.")
    shake.asks(Predicate.HAS_GRASPERS)
    shake.external("hand", (0.0, 0.58, 0.22))
    hand = shake.each("hand", "graspers at the front of the set", towards="hand")
    hand.moves(
        reach(),
        {
            0.0: REST,
            0.25: (-0.08, 0.02, 0.0),
            0.85: (1.0, 0.0, 0.0),
            1.1: (1.0, 0.12, 0.0),
            1.35: (1.0, -0.12, 0.0),
            1.6: (1.0, 0.12, 0.0),
            1.85: (1.0, -0.1, 0.0),
            2.1: (1.0, 0.02, 0.0),
            2.75: (-0.03, 0.0, 0.0),
            3.0: REST,
        },
    )
    hand.turns(
        level(), {0.0: REST, 0.85: roll(-70), 2.1: roll(-70)}, weight={0.0: 0, 0.3: 0, 0.8: 1, 2.2: 1, 2.7: 0}
    )
    hand.deforms("grip", {0.0: 0, 0.7: -0.1, 0.95: 0.6, 2.1: 0.6, 2.35: 0})
    shake.all("root", "root").turns(
        turning(),
        {0.0: REST, 0.25: yaw(3), 0.85: both(yaw(-6), pitch(6)), 2.1: both(yaw(-5), pitch(6)), 3.0: REST},
    )
    shake.all("head", "heads", towards="hand").turns(
        looking(),
        {0.0: REST, 1.1: pitch(4), 1.35: pitch(-3), 1.6: pitch(4), 1.85: pitch(-3), 3.0: REST},
        weight={0.0: 0, 0.5: 0.7, 1.2: 0.4, 2.2: 0.4, 3.0: 0},
    )
    shake.event(0.9, "hands meet", EventKind.DATA, "hand")
    shake.event(2.15, "hands part", EventKind.DATA, "hand")
    return shake.finished()


def hug() -> GeneralAnimation:
    """Hands go onto both sides of a friend, and pat; the targets are points on the friend's surface."""
    hug = Sketch("hug", seconds=3.4, about="Hugs another creature.")
    hug.asks(Predicate.HAS_GRASPERS)
    hug.external("left side", (0.3, 0.55, 0.16)).external("right side", (-0.3, 0.55, 0.16))
    keys = {0.0: REST, 0.25: (-0.06, 0.05, 0.1), 0.6: (0.45, 0.0, 0.25), 1.0: (1.0, 0.0, 0.0)}
    for time in (1.3, 1.7, 2.1):
        keys |= {time: (0.88, 0.0, 0.05), time + 0.2: (1.0, 0.0, 0.0)}
    keys |= {2.9: (0.2, 0.0, 0.1), 3.4: REST}
    for side in ("left", "right"):
        hug.all(f"{side} hands", f"graspers on the {side}", towards=f"{side} side").moves(touch(), keys)
    hug.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 0.25: (0.0, -0.02, -0.02), 1.0: (0.0, 0.03, 0.05), 2.4: (0.0, 0.03, 0.05), 3.4: REST},
    ).turns(turning(), {0.0: REST, 0.25: pitch(-3), 1.0: pitch(7), 2.4: pitch(7), 3.4: REST})
    turn_heads(
        hug,
        {0.0: REST, 0.3: pitch(-6), 1.0: both(roll(9), pitch(6)), 2.4: both(roll(9), pitch(6)), 3.4: REST},
    )
    hug.all("eyes", "eyes").deforms("shut", {0.0: 0, 1.0: 0.9, 2.3: 0.9, 2.8: 0})
    hug.event(1.0, "hug", EventKind.SOUND, "left hands")
    return hug.finished()


ANIMATIONS = (wave, bow, shake_hands, hug)
