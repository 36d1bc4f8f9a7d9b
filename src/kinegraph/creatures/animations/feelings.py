"""Feelings: dance, roar."""

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


def dance() -> GeneralAnimation:
    """Two bars: hips left and right with a dip on each beat, hands up in turns."""
    dance = Sketch("dance", seconds=2.4, loops=True, about="Dances on the spot.")
    beat = 0.6
    hips = {}
    for number, side in enumerate((1, -1, 1, -1)):
        start = number * beat
        hips |= {
            start: (0.0, 0.04, 0.0),
            start + 0.2: (0.1 * side, 0.17, 0.0),
            start + 0.42: (0.05 * side, -0.03, 0.0),
        }
    root = dance.all("root", "root")
    root.moves(to_ground(), hips | {2.4: (0.0, 0.04, 0.0)})
    root.turns(
        turning(),
        {
            0.0: REST,
            0.25: both(roll(-7), yaw(9)),
            0.6: REST,
            0.85: both(roll(7), yaw(-9)),
            1.2: REST,
            1.45: both(roll(-8), yaw(12)),
            1.8: REST,
            2.05: both(roll(8), yaw(-12)),
            2.4: REST,
        },
    )
    low, high, highest = (0.1, 0.4, 0.35), (0.2, 0.85, 0.3), (0.25, 1.05, 0.2)
    front, out = (0.0, 0.35, 0.5), (0.3, 0.55, 0.2)
    dance.all("left hands", "graspers on the left").moves(
        by_limb(),
        {0.0: low, 0.3: high, 0.6: low, 0.9: out, 1.2: low, 1.5: highest, 1.8: front, 2.1: out, 2.4: low},
    )
    dance.all("right hands", "graspers on the right").moves(
        by_limb(),
        {0.0: low, 0.3: out, 0.6: front, 0.9: high, 1.2: low, 1.5: out, 1.8: front, 2.1: highest, 2.4: low},
    )
    turn_heads(
        dance,
        {
            0.0: pitch(4),
            0.3: both(roll(9), pitch(-4)),
            0.6: pitch(5),
            0.9: both(roll(-9), pitch(-4)),
            1.2: pitch(4),
            1.5: both(roll(11), pitch(-6)),
            1.8: pitch(5),
            2.1: both(roll(-11), pitch(-6)),
            2.4: pitch(4),
        },
    )
    dance.all("tail", "tails").moves(
        by_limb(),
        {
            0.0: (0.0, 0.1, 0.0),
            0.35: (-0.3, 0.25, 0.0),
            0.95: (0.3, 0.25, 0.0),
            1.55: (-0.35, 0.3, 0.0),
            2.15: (0.35, 0.3, 0.0),
            2.4: (0.0, 0.1, 0.0),
        },
    )
    flaps = {beat * k: REST for k in range(5)}
    flaps |= {0.3: (0.0, 0.3, 0.0), 0.9: (0.0, 0.3, 0.0), 1.5: (0.0, 0.4, 0.0), 2.1: (0.0, 0.4, 0.0)}
    dance.all("wings", "wings").moves(by_limb(), flaps)
    for number in range(4):
        dance.event(number * beat, "beat", EventKind.SOUND)
    return dance.finished()


def roar() -> GeneralAnimation:
    """A breath in, head low; then up and wide open, shaking; then settling."""
    roar = Sketch("roar", seconds=3.0, about="Roars.")
    shaking = {
        1.0: both(pitch(-24), yaw(3)),
        1.15: both(pitch(-27), yaw(-6)),
        1.3: both(pitch(-25), yaw(6)),
        1.45: both(pitch(-27), yaw(-6)),
        1.6: both(pitch(-25), yaw(6)),
        1.75: both(pitch(-24), yaw(-4)),
    }
    turns = {0.0: REST, 0.55: pitch(20), 0.7: pitch(22)} | shaking | {2.2: pitch(6), 3.0: REST}
    roar.all("head", "heads").moves(
        by_limb(),
        {
            0.0: REST,
            0.6: (0.0, -0.08, -0.05),
            0.95: (0.0, 0.06, 0.1),
            1.75: (0.0, 0.05, 0.1),
            2.3: (0.0, -0.03, 0.0),
            3.0: REST,
        },
    ).turns(turning(), turns).unmirrored()
    roar.all("crown", "spine top-most").instead_of("head").turns(turning(), turns)
    roar.all("mouth", "mouths").deforms(
        "open", {0.0: 0, 0.5: 0.15, 0.7: 0.1, 0.92: 1.05, 1.7: 1.0, 2.1: 0.2, 2.6: 0}
    )
    roar.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.6: 0.4, 0.95: 0.7, 1.7: 0.7, 2.2: 0})
    roar.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.6: (0.0, 0.16, -0.05),
            0.95: (0.0, -0.04, 0.06),
            1.75: (0.0, -0.03, 0.05),
            2.3: (0.0, 0.04, 0.0),
            3.0: REST,
        },
    ).turns(turning(), {0.0: REST, 0.6: pitch(7), 0.95: pitch(-8), 1.75: pitch(-7), 2.4: pitch(2), 3.0: REST})
    roar.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.6: (-0.06, 0.12, 0.15),
            0.95: (0.38, 0.25, 0.0),
            1.3: (0.36, 0.28, 0.0),
            1.75: (0.38, 0.24, 0.0),
            2.5: (-0.02, -0.02, 0.0),
            3.0: REST,
        },
    ).deforms("grip", {0.0: 0, 0.6: 0.5, 0.95: -0.2, 1.75: -0.2, 2.4: 0})
    spread = {0.0: REST, 0.6: (-0.1, -0.1, 0.0), 0.95: (0.35, 0.45, 0.0), 1.75: (0.35, 0.4, 0.0), 3.0: REST}
    roar.all("wings", "wings").moves(by_limb(), spread)
    roar.all("tail", "tails").moves(
        by_limb(), {0.0: REST, 0.6: (0.0, -0.1, 0.0), 1.0: (0.0, 0.3, 0.0), 1.75: (0.1, 0.28, 0.0), 3.0: REST}
    )
    roar.event(0.92, "roar", EventKind.SOUND, "mouth")
    return roar.finished()


ANIMATIONS = (dance, roar)
