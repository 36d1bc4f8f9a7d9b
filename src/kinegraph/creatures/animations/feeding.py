"""Food and drink: eat a fruit, pick from a tree, drink, sniff."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
    by_stance,
    looking,
    pitch,
    reach,
    roll,
    to_ground,
    turning,
    yaw,
)
from kinegraph.creatures.animation.branching import Predicate
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation

_CHEWS = (2.15, 2.45, 2.75, 3.05)


def eat_fruit() -> GeneralAnimation:
    """A hand takes the fruit at the target and brings it to a mouth; without hands the mouth goes to it."""
    eat = Sketch("eat fruit", seconds=3.6, about="Takes a fruit and eats it.")
    eat.asks(Predicate.HAS_MOUTH)
    eat.external("fruit", (0.25, 0.5, 0.15))
    mouth = eat.each("mouth", "mouths")
    chews = {0.0: 0, 1.4: 0, 1.75: 0.9, 2.0: 0.1}
    for time in _CHEWS:
        chews |= {time: 0.45, time + 0.15: 0.08}
    mouth.deforms("open", chews | {3.4: 0})
    to_fruit = eat.each("hand to fruit", "graspers", towards="fruit").varies("hand").blends("hand")
    to_fruit.moves(
        reach(),
        {0.0: REST, 0.25: (-0.08, 0.0, 0.0), 0.85: (1.02, 0.05, 0.0), 1.0: (1.0, 0.0, 0.0)},
        weight={0.0: 1, 1.1: 1, 1.7: 0},
    )
    to_fruit.deforms("grip", {0.0: 0, 0.7: -0.15, 1.0: 0.8, 1.9: 0.8, 2.3: 0})
    to_mouth = eat.each("hand to mouth", "graspers", towards="mouth").varies("hand").blends("hand")
    to_mouth.moves(
        reach(),
        {
            0.0: REST,
            1.1: (0.6, 0.0, 0.0),
            1.7: (1.0, -0.04, 0.0),
            2.0: (1.0, 0.0, 0.0),
            3.0: (-0.02, 0.0, 0.0),
            3.3: REST,
        },
        weight={0.0: 0, 1.1: 0, 1.7: 1},
    )
    eat.each("bite", "mouths", towards="fruit").varies("channel mouth").instead_of("hand to fruit").moves(
        reach(),
        {
            0.0: REST,
            0.3: (-0.06, 0.03, 0.0),
            1.2: (0.75, 0.03, 0.0),
            1.75: (0.97, 0.0, 0.0),
            1.95: (0.97, 0.0, 0.0),
            2.6: (0.1, 0.02, 0.0),
            3.6: REST,
        },
    )
    eat.all("head", "heads", towards="fruit").turns(
        looking(),
        {0.0: REST, 1.3: REST, 1.7: pitch(8), 2.1: pitch(-6), 2.5: pitch(4), 2.8: pitch(-2), 3.6: REST},
        weight={0.0: 0, 0.45: 0.4, 1.0: 0.9, 1.2: 0.9, 1.6: 0.15, 3.2: 0.15, 3.6: 0},
    )
    eat.event(1.0, "takes", EventKind.DATA, "hand to fruit")
    eat.event(1.95, "bites", EventKind.SOUND, "mouth")
    for time in _CHEWS:
        eat.event(time, "chews", EventKind.SOUND, "mouth")
    return eat.finished()


def pick_from_tree() -> GeneralAnimation:
    """Stretches up for a fruit that hangs high, tugs, and lets the branch go."""
    pick = Sketch("pick from tree", seconds=3.2, about="Stretches up and picks a fruit.")
    pick.external("fruit", (0.2, 1.15, 0.05))
    hand = pick.each("hand", "graspers at the top of the set", towards="fruit")
    hand.moves(
        reach(),
        {
            0.0: REST,
            0.3: (-0.06, 0.0, 0.0),
            1.0: (0.9, 0.05, 0.0),
            1.25: (1.0, 0.0, 0.0),
            1.55: (1.0, 0.0, 0.0),
            1.75: (0.86, 0.0, 0.02),
            1.9: (0.9, 0.0, 0.0),
            2.8: (-0.03, 0.0, 0.0),
            3.2: REST,
        },
    )
    hand.deforms("grip", {0.0: 0, 1.0: -0.15, 1.4: 0.8, 3.0: 0.8})
    pick.each("mouth", "mouths", towards="fruit").instead_of("hand").moves(
        reach(),
        {
            0.0: REST,
            0.3: REST,
            1.0: (0.85, 0.0, 0.0),
            1.3: (1.0, 0.0, 0.0),
            1.55: (1.0, 0.0, 0.0),
            1.8: (0.8, 0.0, 0.0),
            3.2: REST,
        },
    ).deforms("open", {0.0: 0, 0.9: 0.7, 1.3: 0.7, 1.5: 0.15, 2.9: 0.15, 3.2: 0})
    pick.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.35: (0.0, 0.06, 0.0),
            1.2: (0.0, -0.08, 0.02),
            1.55: (0.0, -0.08, 0.02),
            1.75: (0.0, 0.02, 0.0),
            2.6: (0.0, 0.02, 0.0),
            3.2: REST,
        },
    ).turns(
        turning(),
        {0.0: REST, 0.35: pitch(3), 1.2: both(pitch(-7), roll(5)), 1.6: both(pitch(-7), roll(5)), 2.6: REST},
    )
    pick.all("other hands", "graspers").moves(
        by_limb(), {0.0: REST, 1.2: (0.2, 0.1, -0.1), 1.7: (0.2, 0.12, -0.1), 3.0: REST}
    )
    pick.all("head", "heads", towards="fruit").turns(
        looking(), {0.0: REST}, weight={0.0: 0, 0.4: 0.3, 1.1: 0.9, 1.9: 0.9, 2.8: 0}
    )
    pick.event(1.45, "takes", EventKind.DATA, "hand")
    pick.event(1.75, "snaps", EventKind.SOUND)
    return pick.finished()


def drink() -> GeneralAnimation:
    """Leans over to the water at the ground, mouths go down to it and lap."""
    drink = Sketch("drink", seconds=3.6, about="Lowers the mouth to the ground and drinks.")
    drink.asks(Predicate.HAS_MOUTH)
    drink.external("water", (0.0, 0.0, 0.34))
    # In an arc: on the straight way down, a neck would have to shorten.
    keys = {0.0: REST, 0.35: REST, 0.65: (0.22, 0.28, -0.03), 0.9: (0.6, 0.26, -0.06)}
    keys |= {1.15: (0.92, 0.02, -0.1)}
    laps = {0.0: 0, 1.0: 0.1}
    for time in (1.3, 1.65, 2.0, 2.35):
        keys |= {time: (0.94, 0.0, -0.1), time + 0.17: (0.88, 0.0, -0.1)}
        laps |= {time: 0.4, time + 0.17: 0.05}
    keys |= {2.74: (0.6, 0.26, -0.06), 3.0: (0.22, 0.28, -0.03), 3.35: REST}
    drink.all("mouths", "mouths", towards="water").moves(reach(), keys).deforms("open", laps | {2.8: 0})
    drink.all("heads", "heads").turns(
        turning(), {0.0: REST, 0.3: pitch(-5), 1.1: pitch(26), 2.5: pitch(26), 3.4: pitch(-6), 3.6: REST}
    )
    drink.all("root", "root", towards="water").moves(
        to_ground(),
        {
            0.0: REST,
            0.3: (0.0, -0.02, 0.0),
            1.1: (0.0, 0.3, -0.03),
            2.5: (0.0, 0.3, -0.03),
            3.3: (0.0, -0.02, 0.0),
            3.6: REST,
        },
    ).turns(looking(), {0.0: REST}, weight={0.0: 0, 0.3: 0, 1.1: 0.9, 2.5: 0.9, 3.4: 0})
    drink.all("hands", "graspers").moves(
        by_limb(), {0.0: REST, 1.1: (0.12, 0.0, -0.1), 2.5: (0.12, 0.0, -0.1), 3.6: REST}
    )
    drink.all("tail", "tails").moves(
        by_limb(),
        {0.0: REST, 1.2: (0.1, 0.25, 0.0), 1.9: (-0.12, 0.28, 0.0), 2.5: (0.1, 0.25, 0.0), 3.6: REST},
    )
    for time in (1.3, 1.65, 2.0, 2.35):
        drink.event(time, "lap", EventKind.SOUND, "mouths")
    return drink.finished()


def sniff() -> GeneralAnimation:
    """The nose stretches forward and twitches, the head turns after the scent."""
    sniff = Sketch("sniff", seconds=2.8, about="Sniffs the air.")
    head = sniff.all("head", "heads")
    head.moves(
        by_limb(),
        {
            0.0: REST,
            0.3: (0.0, 0.0, -0.03),
            0.8: (0.0, 0.03, 0.1),
            1.6: (0.04, 0.05, 0.11),
            2.2: (-0.03, 0.04, 0.1),
            2.8: REST,
        },
    )
    turns = {0.0: REST, 0.3: pitch(4)}
    for number, time in enumerate((0.8, 1.05, 1.3, 1.7, 1.95, 2.2)):
        aside = 10 if time < 1.5 else -12
        turns |= {time: both(yaw(aside), pitch(-16)), time + 0.12: both(yaw(aside + 2 * number), pitch(-22))}
    head.turns(turning(), turns | {2.8: REST}).unmirrored()
    sniff.all("crown", "spine top-most").instead_of("head").turns(turning(), turns | {2.8: REST})
    sniff.all("root", "root").moves(
        by_stance(),
        {0.0: REST, 0.3: (0.0, 0.0, -0.03), 0.9: (0.0, 0.02, 0.05), 2.2: (0.0, 0.02, 0.05), 2.8: REST},
    )
    sniff.all("ears", "ears").turns(turning(), {0.0: REST, 0.5: pitch(-14), 2.2: pitch(-12), 2.8: REST})
    for time in (0.8, 1.05, 1.3, 1.7, 1.95, 2.2):
        sniff.event(time, "sniff", EventKind.SOUND)
    return sniff.finished()


ANIMATIONS = (eat_fruit, pick_from_tree, drink, sniff)
