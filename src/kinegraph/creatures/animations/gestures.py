"""Gestures to others: point, beckon, salute, shrug, and those of tails and wings."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
    level,
    looking,
    pitch,
    planted,
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


def point() -> GeneralAnimation:
    """The eyes go first, then the arm; without arms the nose points and a forefoot lifts."""
    point = Sketch("point", seconds=2.8, about="Points at something.")
    point.external("thing", (0.6, 0.75, 0.8))
    hand = point.each("hand", "graspers", towards="thing")
    hand.moves(
        reach(),
        {
            0.0: REST,
            0.3: (-0.12, 0.05, 0.0),
            0.65: (1.0, 0.06, 0.0),
            0.78: (0.94, 0.02, 0.0),
            1.2: (0.96, 0.03, 0.0),
            1.35: (1.0, 0.05, 0.0),
            1.5: (0.95, 0.02, 0.0),
            1.9: (0.96, 0.03, 0.0),
            2.5: (-0.02, 0.0, 0.0),
            2.8: REST,
        },
    )
    hand.turns(looking(), {0.0: REST}, weight={0.0: 0, 0.35: 0, 0.65: 0.9, 1.9: 0.9, 2.4: 0})
    hand.deforms("grip", {0.0: 0, 0.5: 0.45, 2.0: 0.45, 2.4: 0})
    lifted = {0.0: REST, 0.3: REST, 0.7: (0.0, 0.24, 0.06), 0.85: (0.0, 0.21, 0.05), 1.9: (0.0, 0.22, 0.05)}
    point.each("forefoot", "feet at the front of the set").instead_of("hand").moves(
        planted(by_limb()), lifted | {2.5: REST}
    )
    point.all("nose", "heads", towards="thing").instead_of("hand").moves(
        by_limb(),
        {0.0: REST, 0.3: (0.0, 0.0, -0.04), 0.7: (0.0, 0.05, 0.1), 1.9: (0.0, 0.05, 0.1), 2.7: REST},
    )
    look = {0.0: REST, 0.2: pitch(4), 0.5: pitch(-3), 0.7: REST, 1.35: pitch(4), 1.5: REST, 2.8: REST}
    weight = {0.0: 0, 0.1: 0, 0.45: 1, 1.9: 1, 2.7: 0}
    point.all("head", "heads", towards="thing").turns(looking(), look, weight=weight)
    point.all("crown", "spine top-most", towards="thing").instead_of("head").turns(
        looking(), look, weight=weight
    )
    point.all("root", "root").turns(turning(), {0.0: REST, 0.3: yaw(-4), 0.7: yaw(7), 1.9: yaw(7), 2.7: REST})
    point.all("tails", "tails").moves(
        by_limb(), {0.0: REST, 0.75: (0.0, 0.25, -0.05), 1.9: (0.0, 0.25, -0.05), 2.7: REST}
    )
    point.all("ears", "ears").turns(turning(), {0.0: REST, 0.5: pitch(12), 1.9: pitch(12), 2.6: REST})
    point.event(0.65, "there", EventKind.SOUND)
    return point.finished()


def beckon() -> GeneralAnimation:
    """Beckons three times; without hands the head does it."""
    beckon = Sketch("beckon", seconds=2.6, about="Beckons.")
    calls = (0.85, 1.25, 1.65)
    hand = {0.0: REST, 0.2: (0.02, -0.04, -0.05), 0.6: (0.15, 0.5, 0.55)}
    nods = {0.0: REST, 0.25: pitch(8), 0.6: pitch(-12)}
    curl = {0.0: 0, 0.6: -0.2}
    turn = {0.0: pitch(-20), 0.6: pitch(10)}
    for time in calls:
        hand |= {time: (-0.05, 0.68, 0.2), time + 0.2: (0.12, 0.5, 0.52)}
        nods |= {time: both(pitch(10), roll(4)), time + 0.2: both(pitch(-12), roll(4))}
        curl |= {time: 0.85, time + 0.2: -0.1}
        turn |= {time: pitch(-75), time + 0.2: pitch(5)}
    palm = beckon.each("hand", "graspers")
    palm.moves(by_limb(), hand | {2.45: (0.0, -0.02, 0.0), 2.6: REST})
    palm.turns(level(), turn, weight={0.0: 0, 0.2: 0, 0.55: 0.8, 1.9: 0.8, 2.3: 0})
    palm.deforms("grip", curl | {2.3: 0})
    turn_heads(beckon, nods | {2.6: REST})
    sway = {0.0: REST, 0.6: (0.0, -0.02, 0.02)}
    for time in calls:
        sway |= {time: (0.0, 0.05, -0.03), time + 0.2: (0.0, -0.02, 0.02)}
    beckon.all("root", "root").moves(to_ground(), sway | {2.5: REST})
    beckon.all("mouths", "mouths").deforms(
        "open", {0.0: 0, 0.8: 0.4, 1.05: 0.15, 1.25: 0.4, 1.5: 0.15, 1.65: 0.4, 2.2: 0}
    )
    beckon.all("tails", "tails").moves(
        by_limb(),
        {0.0: REST, 0.85: (0.25, 0.2, 0.0), 1.25: (-0.25, 0.2, 0.0), 1.65: (0.25, 0.2, 0.0), 2.5: REST},
    ).unmirrored()
    for time in calls:
        beckon.event(time, "come", EventKind.SOUND, "mouths")
    return beckon.finished()


def salute() -> GeneralAnimation:
    """Straightens up, snaps a hand to the brow, holds, and cuts it away."""
    salute = Sketch("salute", seconds=2.4, about="Salutes.")
    salute.asks(Predicate.HAS_GRASPERS, Predicate.HAS_HEAD)
    hand = salute.each("hand", "graspers at the top of the set", towards="heads")
    hand.moves(
        touch(),
        {
            0.0: REST,
            0.25: (-0.06, 0.0, -0.1),
            0.55: (1.0, 0.0, -0.95),
            0.66: (0.96, 0.0, -0.85),
            1.5: (0.96, 0.0, -0.85),
            1.62: (1.0, 0.0, -0.95),
            1.8: (0.6, 0.0, -0.6),
            2.15: (-0.03, 0.0, 0.0),
            2.4: REST,
        },
    )
    salute.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 0.25: (0.0, 0.05, 0.0), 0.55: (0.0, -0.07, 0.0), 1.6: (0.0, -0.06, 0.0), 2.1: REST},
    ).turns(turning(), {0.0: REST, 0.25: pitch(3), 0.55: pitch(-4), 1.6: pitch(-4), 2.1: REST})
    turn_heads(
        salute, {0.0: REST, 0.25: pitch(8), 0.58: pitch(-7), 1.55: pitch(-5), 1.75: pitch(5), 2.2: REST}
    )
    salute.all("tails", "tails").moves(
        by_limb(), {0.0: REST, 0.6: (0.0, 0.2, 0.0), 1.6: (0.0, 0.2, 0.0), 2.3: REST}
    )
    salute.event(0.55, "snap", EventKind.SOUND, "hand")
    return salute.finished()


def shrug() -> GeneralAnimation:
    """Palms up and out, the head between the shoulders and to one side."""
    shrug = Sketch("shrug", seconds=2.4, about="Shrugs.")
    shrug.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.25: (-0.05, -0.03, 0.03),
            0.65: (0.34, 0.38, 0.32),
            0.8: (0.3, 0.33, 0.3),
            1.5: (0.31, 0.35, 0.3),
            2.1: (-0.02, -0.02, 0.0),
            2.4: REST,
        },
    ).turns(level(), {0.0: roll(-120)}, weight={0.0: 0, 0.25: 0, 0.65: 0.8, 1.5: 0.8, 2.0: 0}).deforms(
        "grip", {0.0: 0, 0.6: -0.2, 1.5: -0.2, 2.0: 0}
    )
    turn_heads(
        shrug,
        {
            0.0: REST,
            0.25: pitch(6),
            0.7: both(roll(14), pitch(-6)),
            1.1: both(roll(15), yaw(6), pitch(-6)),
            1.35: both(roll(15), yaw(-6), pitch(-6)),
            1.6: both(roll(13), pitch(-4)),
            2.4: REST,
        },
    )
    shrug.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 0.25: (0.0, 0.06, 0.0), 0.65: (0.0, -0.05, 0.0), 1.5: (0.0, -0.04, 0.0), 2.2: REST},
    )
    shrug.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 0.65: (0.35, 0.25, 0.0), 1.5: (0.33, 0.25, 0.0), 2.2: REST}
    )
    shrug.all("tails", "tails").moves(
        by_limb(), {0.0: REST, 0.7: (0.25, 0.3, 0.0), 1.5: (0.22, 0.3, 0.0), 2.3: REST}
    ).unmirrored()
    shrug.all("ears", "ears").turns(turning(), {0.0: REST, 0.65: pitch(-16), 1.5: pitch(-16), 2.2: REST})
    shrug.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.4: 0, 0.5: 0.9, 0.65: 0, 1.5: 0, 1.6: 0.8, 1.75: 0})
    return shrug.finished()


def wag_tail() -> GeneralAnimation:
    """The tail leads, the hips follow half a beat later, the head tilts at it."""
    wag = Sketch("wag tail", seconds=1.2, loops=True, about="Wags its tail.")
    wag.asks(Predicate.HAS_TAIL)
    tails, hips = {}, {}
    for number in range(5):
        side = 1 if number % 2 else -1
        tails[0.3 * number] = (0.42 * side, 0.2, 0.05)
        hips[0.3 * number] = both(yaw(3 * side), roll(-2 * side))
    middle = {0.15 + 0.3 * number: (0.0, 0.25, 0.0) for number in range(4)}
    wag.all("tails", "tails").moves(by_limb(), tails | middle).unmirrored()
    wag.all("root", "root").turns(turning(), hips).moves(
        to_ground(),
        {0.0: REST, 0.15: (0.0, 0.03, 0.0), 0.3: REST, 0.45: (0.0, 0.03, 0.0), 0.6: REST}
        | {0.75: (0.0, 0.03, 0.0), 0.9: REST, 1.05: (0.0, 0.03, 0.0), 1.2: REST},
    )
    turn_heads(
        wag, {0.0: both(roll(5), pitch(-6)), 0.6: both(roll(-5), pitch(-8)), 1.2: both(roll(5), pitch(-6))}
    )
    wag.all("mouths", "mouths").deforms("open", {0.0: 0.3, 0.3: 0.45, 0.6: 0.3, 0.9: 0.45, 1.2: 0.3})
    wag.all("ears", "ears").turns(turning(), {0.0: pitch(-4), 0.6: pitch(-10), 1.2: pitch(-4)})
    wag.all("hands", "graspers").moves(
        by_limb(), {0.0: (0.03, 0.08, 0.1), 0.6: (0.06, 0.12, 0.1), 1.2: (0.03, 0.08, 0.1)}
    )
    return wag.finished()


def flap() -> GeneralAnimation:
    """Strong strokes down, quick ones up; without wings, arms or ears do it."""
    flap = Sketch("flap", seconds=1.2, loops=True, about="Flaps its wings, or arms or ears without wings.")
    up, down = (0.35, 0.65, 0.05), (0.3, -0.3, 0.1)
    strokes = {0.0: up, 0.12: (0.5, 0.4, 0.1), 0.32: down, 0.44: (0.3, 0.05, -0.05), 0.6: up}
    strokes |= {0.72: (0.5, 0.4, 0.1), 0.92: down, 1.04: (0.3, 0.05, -0.05), 1.2: up}
    flap.all("wings", "wings").moves(by_limb(), strokes)
    wide = {time: (0.25 + 0.7 * place[0], 0.5 + place[1], place[2]) for time, place in strokes.items()}
    flap.all("arms", "graspers").instead_of("wings").moves(by_limb(), wide)
    flap.all("ears", "ears").instead_of("wings", "arms").turns(
        turning(), {0.0: roll(-26), 0.32: roll(30), 0.6: roll(-26), 0.92: roll(30), 1.2: roll(-26)}
    )
    flap.all("root", "root").moves(
        to_ground(),
        {
            0.0: (0.0, 0.08, 0.0),
            0.32: (0.0, -0.07, 0.0),
            0.6: (0.0, 0.08, 0.0),
            0.92: (0.0, -0.07, 0.0),
            1.2: (0.0, 0.08, 0.0),
        },
    ).turns(turning(), {0.0: pitch(3), 0.32: pitch(-4), 0.6: pitch(3), 0.92: pitch(-4), 1.2: pitch(3)})
    turn_heads(flap, {0.0: pitch(-8), 0.36: pitch(3), 0.6: pitch(-8), 0.96: pitch(3), 1.2: pitch(-8)})
    flap.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: (0.0, -0.05, 0.0),
            0.36: (0.0, 0.15, 0.0),
            0.6: (0.0, -0.05, 0.0),
            0.96: (0.0, 0.15, 0.0),
            1.2: (0.0, -0.05, 0.0),
        },
    )
    for time in (0.15, 0.75):
        flap.event(time, "whoosh", EventKind.SOUND)
    return flap.finished()


ANIMATIONS = (point, beckon, salute, shrug, wag_tail, flap)
