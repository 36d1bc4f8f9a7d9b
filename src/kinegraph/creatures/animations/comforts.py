"""Comforts of the body: breathe, scratch, rub the belly, yawn, sneeze, shake off."""

import math

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
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


def breathe() -> GeneralAnimation:
    """The idle motion: breath, a blink, a shift of weight."""
    idle = Sketch("breathe", seconds=4.8, loops=True, about="Stands and breathes.")
    idle.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 1.1: (0.015, -0.025, 0.0), 2.4: (0.025, 0.005, 0.0), 3.5: (0.01, -0.025, 0.0), 4.8: REST},
    ).turns(turning(), {0.0: REST, 1.2: pitch(-1.5), 2.4: roll(-1.5), 3.6: pitch(-1.5), 4.8: REST})
    turn_heads(
        idle,
        {
            0.0: REST,
            1.3: pitch(-2.5),
            2.0: yaw(4),
            2.6: both(yaw(5), pitch(1)),
            3.7: both(yaw(-3), pitch(-2.5)),
            4.8: REST,
        },
    )
    idle.all("hands", "graspers").moves(
        by_limb(),
        {0.0: REST, 1.3: (0.03, 0.02, 0.0), 2.5: (0.0, -0.005, 0.01), 3.7: (0.03, 0.02, 0.0), 4.8: REST},
    )
    idle.all("tails", "tails").moves(
        by_limb(), {0.0: REST, 1.2: (0.09, 0.03, 0.0), 2.4: REST, 3.6: (-0.09, 0.03, 0.0), 4.8: REST}
    ).unmirrored()
    idle.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 1.2: (0.02, 0.03, 0.0), 2.4: REST, 3.6: (0.02, 0.03, 0.0), 4.8: REST}
    )
    idle.all("eyes", "eyes").deforms(
        "shut", {0.0: 0, 1.9: 0, 1.98: 1, 2.1: 0, 4.0: 0, 4.08: 1, 4.2: 0, 4.28: 0.9, 4.4: 0, 4.8: 0}
    )
    idle.all("ears", "ears").turns(
        turning(), {0.0: REST, 2.1: REST, 2.2: pitch(-8), 2.35: pitch(3), 2.5: REST, 4.8: REST}
    )
    return idle.finished()


def scratch() -> GeneralAnimation:
    """A hand scratches the head; without hands a hind foot does."""
    scratch = Sketch("scratch", seconds=3.0, about="Scratches its head.")
    scratch.asks(Predicate.HAS_HEAD)
    rubs = [0.8 + 0.09 * number for number in range(15)]
    hand = {0.0: REST, 0.2: (-0.06, 0.0, 0.0), 0.65: (0.97, 0.0, -0.8)}
    foot = {0.0: REST, 0.25: (0.0, 0.02, -0.02), 0.65: (0.08, 0.12, -0.16)}
    for number, time in enumerate(rubs):
        way = 0.06 if number % 2 else -0.03
        hand[time] = (1.0, 2.4 * way, -0.8 + 1.6 * way)
        foot[time] = (0.09 + 0.5 * way, 0.12, -0.16)
    palm = scratch.each("hand", "graspers at the top of the set", towards="heads")
    palm.moves(touch(), hand | {2.75: (-0.03, 0.0, 0.0), 3.0: REST})
    palm.deforms("grip", {0.0: 0, 0.7: 0.5, 2.1: 0.5, 2.6: 0})
    scratch.each("foot", "feet at the back of the set", towards="heads").instead_of("hand").moves(
        planted(reach()), foot | {2.6: (0.02, 0.05, 0.0), 2.85: REST}
    )
    itch = both(roll(14), pitch(10))
    nods = {0.0: REST, 0.2: roll(-5), 0.65: itch}
    for number, time in enumerate(rubs[::2]):
        nods[time] = both(roll(15 if number % 2 else 11), pitch(9))
    scratch.all("head", "heads").turns(turning(), nods | {2.7: roll(-3), 3.0: REST})
    scratch.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 0.2: (0.0, -0.02, 0.0), 0.7: (-0.05, 0.08, 0.0), 2.2: (-0.05, 0.08, 0.0), 2.9: REST},
    ).turns(turning(), {0.0: REST, 0.7: roll(4), 2.2: roll(4), 2.9: REST})
    scratch.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.8: 0.8, 2.0: 0.9, 2.5: 0})
    scratch.all("mouths", "mouths").deforms("open", {0.0: 0, 1.0: 0.25, 2.0: 0.3, 2.5: 0})
    for time in rubs[::2]:
        scratch.event(time, "scratch", EventKind.SOUND)
    return scratch.finished()


def rub_belly() -> GeneralAnimation:
    """A palm circles on the belly and stays outside it, on bellies of any size."""
    rub = Sketch("rub belly", seconds=3.6, about="Rubs its belly.")
    rub.asks(Predicate.HAS_GRASPERS)
    circle = {0.0: REST, 0.2: (-0.05, 0.0, 0.0), 0.75: (1.0, 0.05, -0.45)}
    for number in range(17):
        angle = number * math.tau / 8
        circle[0.8 + 0.12 * number] = (1.0, 0.05 + 0.15 * math.cos(angle), -0.45 + 0.15 * math.sin(angle))
    hand = rub.each("hand", "graspers", towards="root")
    hand.moves(touch(), circle | {3.3: (0.15, 0.0, -0.08), 3.6: REST})
    rub.all("head", "heads", towards="root").turns(
        looking(),
        {0.0: REST, 0.8: pitch(-8), 1.6: roll(5), 2.4: roll(-5), 3.0: REST},
        weight={0.0: 0, 0.7: 0.45, 2.4: 0.35, 3.2: 0},
    )
    rub.all("root", "root").moves(
        to_ground(),
        {0.0: REST, 0.8: (0.0, -0.03, 0.02), 1.6: (0.0, 0.0, 0.02), 2.4: (0.0, -0.03, 0.02), 3.5: REST},
    ).turns(turning(), {0.0: REST, 0.8: pitch(-5), 2.8: pitch(-5), 3.5: REST})
    rub.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.9: 0.7, 2.6: 0.8, 3.1: 0})
    rub.all("mouths", "mouths").deforms("open", {0.0: 0, 0.9: 0.2, 1.4: 0.3, 2.4: 0.2, 3.2: 0})
    rub.event(1.0, "mmm", EventKind.SOUND, "mouths")
    return rub.finished()


def yawn() -> GeneralAnimation:
    """Breathes in and stretches the whole body, holds at the top, then relaxes at once."""
    yawn = Sketch("yawn", seconds=4.0, about="Stretches and yawns.")
    yawn.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.5: (0.0, 0.06, 0.0),
            1.5: (0.0, -0.09, -0.02),
            2.4: (0.0, -0.1, -0.02),
            2.9: (0.0, 0.08, 0.0),
        }
        | {3.3: (0.0, 0.05, 0.0), 4.0: REST},
    ).turns(turning(), {0.0: REST, 0.5: pitch(5), 1.5: pitch(-10), 2.4: pitch(-11), 2.9: pitch(5), 4.0: REST})
    turn_heads(
        yawn,
        {
            0.0: REST,
            0.5: pitch(9),
            1.4: both(pitch(-22), roll(4)),
            1.9: both(pitch(-27), roll(7)),
            2.4: both(pitch(-26), roll(8)),
            2.95: pitch(14),
            3.3: both(pitch(9), yaw(8)),
            3.55: both(pitch(9), yaw(-8)),
            4.0: REST,
        },
    )
    high = {
        0.0: REST,
        0.5: (0.05, 0.2, 0.2),
        1.4: (0.3, 1.1, -0.05),
        1.9: (0.4, 1.18, -0.12),
        2.4: (0.45, 1.15, -0.15),
    }
    yawn.all("hands", "graspers").moves(
        by_limb(), high | {3.0: (0.25, 0.15, 0.0), 3.6: (0.0, -0.03, 0.0), 4.0: REST}
    ).deforms("grip", {0.0: 0, 1.2: 0.7, 2.2: 0.8, 2.5: -0.2, 3.2: 0})
    yawn.all("mouths", "mouths").deforms(
        "open", {0.0: 0, 0.6: 0.15, 1.4: 0.85, 2.0: 1.05, 2.4: 1.0, 2.8: 0.1, 3.0: 0.2, 3.2: 0}
    )
    yawn.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.5: 0.4, 1.3: 1, 2.5: 1, 3.0: 0.6, 3.2: 0.8, 3.7: 0})
    yawn.all("tails", "tails").moves(
        by_limb(),
        {0.0: REST, 1.6: (0.0, 0.4, -0.05), 2.4: (0.06, 0.45, -0.05), 3.2: (0.0, -0.05, 0.0), 4.0: REST},
    )
    yawn.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 1.5: (0.45, 0.35, -0.1), 2.4: (0.5, 0.4, -0.15), 3.2: REST}
    )
    yawn.all("ears", "ears").turns(
        turning(), {0.0: REST, 1.5: pitch(-24), 2.4: pitch(-26), 2.9: pitch(10), 3.4: REST}
    )
    yawn.event(1.3, "yawn", EventKind.SOUND, "mouths")
    return yawn.finished()


def sneeze() -> GeneralAnimation:
    """Three breaths that climb, a wait, and out it comes; a shake of the head after."""
    sneeze = Sketch("sneeze", seconds=3.0, about="Sneezes with its whole body.")
    turns = {0.0: REST, 0.25: pitch(-9), 0.45: pitch(-6), 0.65: pitch(-17), 0.85: pitch(-13), 1.1: pitch(-27)}
    turns |= {1.3: pitch(-29), 1.47: pitch(28), 1.6: pitch(25), 1.85: pitch(-4)}
    turns |= {2.1: both(yaw(10), pitch(4)), 2.3: both(yaw(-10), pitch(4)), 2.5: yaw(6), 3.0: REST}
    turn_heads(sneeze, turns)
    sneeze.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.65: (0.0, -0.03, -0.03),
            1.1: (0.0, -0.05, -0.08),
            1.3: (0.0, -0.05, -0.09),
            1.42: (0.0, 0.13, 0.06),
        }
        | {1.6: (0.0, 0.12, 0.06), 1.95: (0.0, -0.02, -0.01), 2.4: REST},
    ).turns(
        turning(),
        {
            0.0: REST,
            1.1: pitch(-7),
            1.3: pitch(-8),
            1.43: pitch(15),
            1.6: pitch(12),
            2.0: pitch(-2),
            2.5: REST,
        },
    )
    sneeze.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.65: (0.06, 0.12, 0.05),
            1.2: (0.14, 0.3, 0.05),
            1.32: (0.15, 0.32, 0.04),
            1.46: (0.22, 0.05, -0.3),
        }
        | {1.75: (0.12, 0.02, -0.12), 2.4: REST},
    )
    sneeze.all("mouths", "mouths").deforms(
        "open",
        {
            0.0: 0,
            0.25: 0.2,
            0.45: 0.1,
            0.65: 0.35,
            0.85: 0.25,
            1.2: 0.6,
            1.32: 0.4,
            1.43: 1.0,
            1.6: 0.4,
            2.0: 0,
        },
    )
    sneeze.all("eyes", "eyes").deforms(
        "shut", {0.0: 0, 0.7: 0.35, 1.2: 0.8, 1.4: 1, 1.7: 1, 2.0: 0, 2.2: 0.8, 2.4: 0}
    )
    sneeze.all("ears", "ears").turns(
        turning(), {0.0: REST, 1.2: pitch(10), 1.45: pitch(-34), 1.75: pitch(14), 2.1: pitch(-5), 2.5: REST}
    )
    sneeze.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: REST,
            1.2: (0.0, -0.1, 0.0),
            1.48: (0.0, 0.5, 0.0),
            1.8: (0.0, 0.1, 0.0),
            2.1: (0.0, 0.2, 0.0),
            2.8: REST,
        },
    )
    sneeze.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 1.2: (0.1, 0.15, 0.0), 1.46: (0.4, 0.2, -0.1), 2.2: REST}
    )
    sneeze.event(0.6, "ah", EventKind.SOUND, "mouths")
    sneeze.event(1.42, "choo", EventKind.SOUND, "mouths")
    return sneeze.finished()


def shake_off() -> GeneralAnimation:
    """Water flies: head first, the body after it, the tail last, each a little later and dying away."""
    shake = Sketch("shake off", seconds=2.4, about="Shakes itself dry.")
    crouch = {0.0: REST, 0.25: (0.0, 0.12, 0.0), 1.5: (0.0, 0.1, 0.0), 1.9: (0.0, -0.03, 0.0), 2.3: REST}
    body, head, ears = {0.25: pitch(4)}, {0.22: pitch(10)}, {}
    hands: dict[float, tuple[float, float, float]] = {}
    tail: dict[float, tuple[float, float, float]] = {}
    for number in range(12):
        time, side = 0.34 + 0.11 * number, 1 if number % 2 else -1
        fade = min(1.0, 0.5 + 0.25 * number) * min(1.0, (12 - number) / 6)
        head[time] = both(roll(26 * side * fade), pitch(9 * fade))
        body[time + 0.05] = both(roll(9 * side * fade), yaw(4 * side * fade))
        hands[time + 0.08] = (0.2 * fade, (0.1 + 0.08 * side) * fade, 0.0)
        ears[time + 0.04] = roll(-24 * side * fade)
        tail[time + 0.12] = (0.35 * side * fade, 0.08 * fade, 0.0)
    shake.all("root", "root").moves(to_ground(), crouch).turns(turning(), {0.0: REST} | body | {2.0: REST})
    turn_heads(shake, {0.0: REST} | head | {1.85: pitch(-5), 2.3: REST})
    shake.all("hands", "graspers").moves(by_limb(), {0.0: REST} | hands | {2.2: REST})
    shake.all("ears", "ears").turns(turning(), {0.0: REST} | ears | {2.1: REST}).unmirrored()
    shake.all("tails", "tails").moves(by_limb(), {0.0: REST} | tail | {2.3: REST}).unmirrored()
    shake.all("wings", "wings").moves(
        by_limb(),
        {0.0: REST}
        | {time: (0.5 * place[0], 1.5 * place[1], 0.0) for time, place in hands.items()}
        | {2.2: REST},
    )
    shake.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.3: 1, 1.6: 1, 1.8: 0})
    shake.event(0.34, "drops fly", EventKind.VISUAL)
    return shake.finished()


ANIMATIONS = (breathe, scratch, rub_belly, yawn, sneeze, shake_off)
