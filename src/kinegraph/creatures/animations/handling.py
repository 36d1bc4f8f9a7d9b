"""Handling: clap, hand over, throw, punch, pound the ground."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
    by_stance,
    level,
    looking,
    pitch,
    reach,
    roll,
    strike,
    to_ground,
    to_middle,
    turning,
    yaw,
)
from kinegraph.creatures.animation.branching import Predicate
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations.heads import turn_heads

_CLAPS = (0.7, 1.15, 1.55, 1.9)


def clap() -> GeneralAnimation:
    """Hands meet in the middle four times, a little faster each time."""
    clap = Sketch("clap", seconds=2.8, about="Claps, hands meeting in the middle.")
    clap.asks(Predicate.HAS_GRASPERS)
    apart, ready = (0.2, 0.45, 0.42), (0.0, 0.06, -0.04)
    keys = {0.0: REST, 0.16: ready, 0.48: (0.0, 0.48, 0.42)}
    for number, time in enumerate(_CLAPS):
        keys[time] = (0.97, 0.5 - 0.02 * number, 0.48)
        keys[time + 0.2 - 0.02 * number] = (apart[0] + 0.1 * number, apart[1], apart[2])
    keys |= {2.62: (-0.03, -0.03, 0.0), 2.8: REST}
    hands = clap.all("hands", "graspers")
    hands.moves(to_middle(), keys)
    hands.turns(level(), {0.0: roll(70)}, weight={0.0: 0, 0.2: 0, 0.5: 1, 2.1: 1, 2.6: 0})
    nods = {0.0: REST, 0.3: pitch(-5)}
    for time in _CLAPS:
        nods |= {time: pitch(7), time + 0.2: pitch(-3)}
    turn_heads(clap, nods | {2.8: REST})
    bounce = {0.0: REST, 0.4: (0.0, -0.02, 0.0)}
    for time in _CLAPS:
        bounce |= {time: (0.0, 0.03, 0.0), time + 0.2: (0.0, -0.01, 0.0)}
    clap.all("root", "root").moves(to_ground(), bounce | {2.8: REST})
    clap.all("mouth", "mouths").deforms("open", {0.0: 0, 0.6: 0.5, 2.0: 0.5, 2.5: 0})
    for time in _CLAPS:
        clap.event(time, "clap", EventKind.SOUND, "hands")
    return clap.finished()


def hand_over() -> GeneralAnimation:
    """Passes an object from one hand to another hand of the same creature."""
    over = Sketch("hand over", seconds=2.4, about="Passes an object from one hand to another.")
    over.asks(Predicate.HAS_GRASPERS)
    giver = over.each("giver", "graspers")
    giver.moves(
        to_middle(),
        {
            0.0: REST,
            0.2: (-0.06, -0.02, 0.0),
            0.9: (0.9, 0.4, 0.55),
            1.25: (0.92, 0.4, 0.55),
            1.6: (0.6, 0.34, 0.45),
            2.4: REST,
        },
    )
    giver.deforms("grip", {0.0: 0.8, 1.1: 0.8, 1.3: 0, 2.4: 0})
    taker = over.each("taker", "graspers", towards="giver")
    taker.moves(
        reach(),
        {
            0.0: REST,
            0.35: (-0.05, 0.0, 0.0),
            1.0: (0.86, -0.03, 0.0),
            1.3: (0.86, 0.0, 0.0),
            2.0: (-0.04, 0.0, 0.0),
            2.4: REST,
        },
    )
    taker.deforms("grip", {0.0: 0, 0.9: -0.1, 1.15: 0.8, 2.4: 0.8})
    over.all("head", "heads", towards="giver").turns(
        looking(), {0.0: REST, 1.1: pitch(6), 2.4: REST}, weight={0.0: 0, 0.6: 0.8, 1.3: 0.8, 2.3: 0}
    )
    over.event(1.2, "passes", EventKind.DATA, "taker")
    return over.finished()


def throw() -> GeneralAnimation:
    """A wind-up, a fast strike at the target, a long follow-through."""
    throw = Sketch("throw", seconds=2.2, about="Throws something at a target.")
    throw.external("target", (0.0, 0.7, 2.5))
    hand = throw.each("hand", "graspers at the front of the set", towards="target")
    hand.moves(
        strike(),
        {
            0.0: REST,
            0.3: (0.1, 0.1, 0.0),
            0.75: (-0.25, 0.6, -0.13),
            0.85: (-0.26, 0.63, -0.12),
            1.02: (0.52, 0.6, 0.0),
            1.25: (0.52, 0.34, 0.1),
            1.55: (0.4, 0.0, 0.2),
            2.05: (-0.02, 0.0, 0.0),
            2.2: REST,
        },
    )
    hand.deforms("grip", {0.0: 0.8, 0.98: 0.8, 1.05: 0, 2.2: 0})
    throw.each("jaw", "mouths", towards="target").instead_of("hand").moves(
        strike(),
        {
            0.0: REST,
            0.5: (-0.18, -0.05, 0.1),
            0.8: (-0.22, -0.02, 0.12),
            1.02: (0.25, 0.1, -0.05),
            1.3: (0.12, 0.0, 0.0),
            2.2: REST,
        },
    ).deforms("open", {0.0: 0.1, 0.85: 0.1, 1.02: 0.9, 1.5: 0.2, 2.0: 0})
    throw.all("root", "root").moves(
        by_stance(),
        {0.0: REST, 0.7: (0.0, -0.05, -0.06), 1.05: (0.0, -0.07, 0.1), 1.4: (0.0, -0.04, 0.06), 2.2: REST},
    ).turns(
        turning(),
        {
            0.0: REST,
            0.3: yaw(-4),
            0.8: both(yaw(24), pitch(-5)),
            1.05: both(yaw(-20), pitch(9)),
            1.35: both(yaw(-14), pitch(6)),
            2.2: REST,
        },
    )
    throw.all("head", "heads", towards="target").turns(
        looking(), {0.0: REST}, weight={0.0: 0, 0.4: 0.8, 1.3: 0.8, 2.1: 0}
    )
    throw.event(1.02, "release", EventKind.DATA, "hand")
    return throw.finished()


def punch() -> GeneralAnimation:
    """A jab along the way to the target, the same reach however far that is."""
    punch = Sketch("punch", seconds=1.5, about="Jabs at a target.")
    punch.external("target", (0.0, 0.65, 0.6))
    fist = punch.each("fist", "graspers", towards="target")
    fist.moves(
        strike(),
        {
            0.0: REST,
            0.12: (0.04, 0.03, 0.0),
            0.42: (-0.14, 0.18, -0.04),
            0.55: (0.62, 0.42, 0.05),
            0.82: (0.59, 0.4, 0.05),
            1.15: (0.08, 0.2, 0.0),
            1.5: REST,
        },
    )
    fist.deforms("grip", {0.0: 0, 0.3: 1, 1.0: 1, 1.4: 0})
    punch.each("head butt", "heads", towards="target").instead_of("fist").moves(
        strike(),
        {0.0: REST, 0.38: (-0.08, 0.03, 0.0), 0.56: (0.2, -0.02, 0.0), 0.85: (0.17, 0.0, 0.0), 1.5: REST},
    )
    punch.all("root", "root").moves(
        by_stance(),
        {0.0: REST, 0.42: (0.0, -0.05, -0.05), 0.56: (0.0, -0.07, 0.1), 0.9: (0.0, -0.04, 0.02), 1.5: REST},
    ).turns(turning(), {0.0: REST, 0.42: yaw(16), 0.56: both(yaw(-20), pitch(5)), 0.95: yaw(-5), 1.5: REST})
    punch.all("head", "heads", towards="target").turns(
        looking(),
        {0.0: REST, 0.42: pitch(6), 0.6: pitch(10), 1.0: REST},
        weight={0.0: 0, 0.3: 0.9, 1.0: 0.9, 1.5: 0},
    )
    punch.event(0.55, "hit", EventKind.SOUND, "fist")
    return punch.finished()


def pound_ground() -> GeneralAnimation:
    """Fists go up and hit the ground, three times, on any height of shoulder."""
    hits = (0.8, 1.6, 2.4)
    pound = Sketch("pound ground", seconds=3.6, about="Hammers the ground.")
    hit, lift, lifted = {0.0: REST, 0.2: (0.0, 0.06, 0.0)}, {0.0: REST}, {0.0: 0, 0.1: 0}
    down = {0.0: REST, 0.45: (0.0, -0.1, 0.0)}
    nods = {0.0: REST, 0.45: pitch(-16)}
    for time in hits:
        hit |= {time: (0.0, 0.95, 0.4), time + 0.15: (0.0, 0.9, 0.4)}
        lift |= {time - 0.35: (0.05, 0.45, 0.12), time: (0.0, 0.1, 0.2)}
        lifted |= {time - 0.4: 1, time - 0.3: 1, time - 0.05: 0, time + 0.15: 0}
        down |= {time - 0.32: (0.0, -0.06, 0.0), time: (0.0, 0.27, 0.0), time + 0.15: (0.0, 0.24, 0.0)}
        nods |= {time - 0.3: pitch(-14), time: pitch(13), time + 0.2: pitch(8)}
    fists = pound.all("fists", "graspers").blends("fists")
    fists.moves(
        to_ground(),
        hit | {3.3: (0.0, 0.04, 0.0), 3.6: REST},
        weight={time: 1.0 - share for time, share in lifted.items()},
    )
    fists.deforms("grip", {0.0: 0, 0.3: 1, 2.7: 1, 3.2: 0})
    # As high as arms are long, whatever the height of the shoulders.
    pound.all("lifted fists", "graspers").blends("fists").moves(by_limb(), lift | {3.6: REST}, weight=lifted)
    lash = {0.0: REST, 0.2: (0.0, 0.06, 0.0)}
    for time in hits:  # tails swing out behind, so that they do not fold on the way down
        lash |= {time - 0.35: (0.04, -0.7, -0.2), time - 0.16: (0.02, 0.1, -0.45), time: (0.0, 0.86, -0.35)}
        lash |= {time + 0.15: (0.0, 0.8, -0.35)}
    pound.all("tail", "tails").instead_of("fists").moves(
        to_ground(), lash | {3.0: (0.0, 0.3, -0.3), 3.6: REST}
    )
    pound.all("root", "root").moves(to_ground(), down | {3.5: REST}).turns(
        turning(),
        {
            0.0: REST,
            0.45: pitch(-8),
            0.8: pitch(22),
            1.25: pitch(4),
            1.6: pitch(22),
            2.05: pitch(4),
            2.4: pitch(22),
            3.5: REST,
        },
    )
    turn_heads(pound, nods | {3.5: REST})
    pound.all("mouth", "mouths").deforms("open", {0.0: 0, 0.4: 0.3, 0.8: 0.9, 2.4: 0.9, 2.9: 0})
    for time in hits:
        pound.event(time, "thud", EventKind.SOUND, "fists")
    return pound.finished()


ANIMATIONS = (clap, hand_over, throw, punch, pound_ground)
