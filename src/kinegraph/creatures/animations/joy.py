"""Joy: jump, cheer, laugh, spin, sing."""

from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    both,
    by_limb,
    pitch,
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
from kinegraph.creatures.animations.whole_body import fly


def jump_for_joy() -> GeneralAnimation:
    """Two hops, the second higher: down, up with the arms swinging after, down and a small settle."""
    jump = Sketch("jump for joy", seconds=2.5, about="Jumps for joy, twice.")
    flights = ((0.44, 0.84), (1.12, 1.58))
    jump.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.3: (0.0, 0.3, 0.0),
            0.44: REST,
            0.64: (0.0, -0.5, 0.0),
            0.84: REST,
            0.98: (0.0, 0.28, 0.0),
            1.12: REST,
            1.35: (0.0, -0.62, 0.0),
            1.58: REST,
            1.74: (0.0, 0.26, 0.0),
            2.05: (0.0, -0.04, 0.0),
            2.35: REST,
        },
    ).turns(
        turning(),
        {
            0.0: REST,
            0.3: pitch(8),
            0.64: pitch(-5),
            0.98: pitch(7),
            1.35: pitch(-6),
            1.74: pitch(6),
            2.2: REST,
        },
    )
    fly(
        jump,
        flights,
        {
            0.44: REST,
            0.6: (0.04, -0.06, -0.08),
            0.84: REST,
            1.12: REST,
            1.32: (0.06, 0.08, -0.1),
            1.58: REST,
        },
    )
    back, up, highest = (0.12, 0.0, -0.28), (0.35, 1.0, 0.2), (0.45, 1.15, 0.1)
    hands = jump.all("hands", "graspers")
    hands.moves(
        by_limb(),
        {
            0.0: REST,
            0.3: back,
            0.68: up,
            0.86: (0.4, 0.85, 0.25),
            1.02: (0.3, 0.4, 0.1),
            1.4: highest,
            1.62: (0.45, 0.95, 0.2),
            1.85: (0.25, 0.3, 0.15),
            2.2: (0.02, -0.05, -0.02),
            2.5: REST,
        },
    )
    turn_heads(
        jump,
        {
            0.0: REST,
            0.28: pitch(14),
            0.66: pitch(-16),
            1.0: pitch(10),
            1.38: pitch(-20),
            1.76: pitch(10),
            2.1: pitch(-4),
            2.5: REST,
        },
    )
    lag = {0.0: REST, 0.35: pitch(8), 0.55: pitch(26), 0.8: pitch(-18), 1.0: pitch(14), 1.25: pitch(26)}
    jump.all("ears", "ears").turns(turning(), lag | {1.55: pitch(-20), 1.8: pitch(12), 2.4: REST})
    jump.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: REST,
            0.35: (0.0, 0.2, 0.0),
            0.6: (0.0, -0.2, 0.0),
            0.9: (0.15, 0.35, 0.0),
            1.3: (-0.15, -0.2, 0.0),
            1.65: (0.15, 0.35, 0.0),
            2.5: REST,
        },
    )
    jump.all("wings", "wings").moves(
        by_limb(),
        {
            0.0: REST,
            0.4: (0.2, 0.4, 0.0),
            0.62: (0.3, -0.2, 0.0),
            0.84: (0.3, 0.4, 0.0),
            1.1: (0.3, 0.45, 0.0),
            1.35: (0.3, -0.25, 0.0),
            1.6: (0.3, 0.4, 0.0),
            2.3: REST,
        },
    )
    jump.all("mouths", "mouths").deforms("open", {0.0: 0, 0.35: 0.1, 0.6: 0.7, 0.98: 0.3, 1.35: 0.8, 2.2: 0})
    jump.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.3: 0.5, 0.5: 0, 0.98: 0.5, 1.2: 0, 1.7: 0.6, 1.95: 0})
    for start, stop in flights:
        jump.event(start, "leaps", EventKind.SOUND)
        jump.event(stop, "lands", EventKind.SOUND, "feet")
    return jump.finished()


def cheer() -> GeneralAnimation:
    """Arms up, swinging together from side to side; the body bounces on every beat."""
    cheer = Sketch("cheer", seconds=1.6, loops=True, about="Cheers with arms in the air.")
    beats = (0.0, 0.4, 0.8, 1.2)
    bounce = {}
    for number, time in enumerate(beats):
        side = 0.06 if number % 2 else -0.06
        bounce |= {time: (0.0, 0.09, 0.0), time + 0.2: (side, -0.04, 0.0)}
    root = cheer.all("root", "root")
    root.moves(to_ground(), bounce | {1.6: (0.0, 0.09, 0.0)})
    root.turns(
        turning(),
        {0.0: REST, 0.2: roll(6), 0.4: REST, 0.6: roll(-6), 0.8: REST, 1.0: roll(6), 1.2: REST}
        | {1.4: roll(-6), 1.6: REST},
    )
    out, over = (0.55, 0.95, 0.1), (0.05, 1.15, 0.15)
    middle = (0.3, 1.0, 0.2)
    for side, first, second in (("left", over, out), ("right", out, over)):
        cheer.all(f"{side} hands", f"graspers on the {side}").moves(
            by_limb(),
            {0.05: middle, 0.25: first, 0.45: middle, 0.65: second, 0.85: middle, 1.05: first}
            | {1.25: middle, 1.45: second, 0.0: middle, 1.6: middle},
        ).deforms("grip", {0.0: -0.1})
    turn_heads(
        cheer,
        {
            0.0: pitch(-2),
            0.22: both(roll(10), pitch(-14)),
            0.4: pitch(-2),
            0.62: both(roll(-10), pitch(-14)),
            0.8: pitch(-2),
            1.02: both(roll(10), pitch(-14)),
            1.2: pitch(-2),
            1.42: both(roll(-10), pitch(-14)),
            1.6: pitch(-2),
        },
    )
    tail = {0.0: (0.0, 0.25, 0.0)}
    for time, side in ((0.3, 0.3), (0.7, -0.3), (1.1, 0.3), (1.5, -0.3)):
        tail[time] = (side, 0.3, 0.0)
    cheer.all("tails", "tails").moves(by_limb(), tail | {1.6: (0.0, 0.25, 0.0)}).unmirrored()
    flaps = dict.fromkeys((*beats, 1.6), (0.25, 0.4, 0.0))
    cheer.all("wings", "wings").moves(by_limb(), flaps | {time + 0.2: (0.3, 0.05, 0.0) for time in beats})
    cheer.all("mouths", "mouths").deforms(
        "open",
        {0.0: 0.35, 0.2: 0.8, 0.4: 0.35, 0.6: 0.8, 0.8: 0.35, 1.0: 0.8, 1.2: 0.35, 1.4: 0.8, 1.6: 0.35},
    )
    for time in (0.2, 1.0):
        cheer.event(time, "hurray", EventKind.SOUND, "mouths")
    return cheer.finished()


def laugh() -> GeneralAnimation:
    """Head back, then doubled up; every ha shakes the belly that hands hold."""
    laugh = Sketch("laugh", seconds=3.4, about="Laughs until the belly shakes.")
    first, second = (0.6, 0.8, 1.0, 1.2), (1.75, 1.97, 2.19, 2.41)
    belly = {0.0: REST, 0.35: (0.0, -0.04, 0.0)}
    heads = {0.0: REST, 0.35: pitch(8)}
    mouths = {0.0: 0, 0.3: 0.1}
    for time in first:
        belly |= {time: (0.0, 0.05, -0.02), time + 0.1: (0.0, -0.02, -0.02)}
        heads |= {time: pitch(-24), time + 0.1: pitch(-17)}
        mouths |= {time: 0.95, time + 0.1: 0.6}
    for time in second:
        belly |= {time: (0.0, 0.2, 0.02), time + 0.11: (0.0, 0.13, 0.02)}
        heads |= {time: both(pitch(26), roll(5)), time + 0.11: both(pitch(19), roll(5))}
        mouths |= {time: 0.9, time + 0.11: 0.55}
    belly |= {2.8: (0.0, -0.03, 0.0), 3.2: REST}
    laugh.all("root", "root").moves(to_ground(), belly).turns(
        turning(),
        {0.0: REST, 0.35: pitch(3), 0.65: pitch(-8), 1.3: pitch(-7), 1.8: pitch(14), 2.5: pitch(13)}
        | {2.95: pitch(-2), 3.3: REST},
    )
    turn_heads(laugh, heads | {2.85: pitch(-6), 3.3: REST})
    hold = {0.0: REST, 0.25: (-0.05, 0.0, 0.0), 0.65: (0.95, 0.05, -0.6)}
    for time in (*first, *second):
        hold |= {time + 0.05: (1.0, 0.05, -0.6), time + 0.15: (0.95, 0.08, -0.62)}
    laugh.all("hands", "graspers at the bottom of the set", towards="root").moves(
        touch(), hold | {3.1: (-0.02, 0.0, 0.0), 3.4: REST}
    )
    loose = (0.06, 0.06, 0.06)
    laugh.all("other hands", "graspers").moves(by_limb(), {0.0: REST, 0.7: loose, 2.6: loose, 3.2: REST})
    laugh.all("mouths", "mouths").deforms("open", mouths | {2.9: 0.15, 3.3: 0})
    laugh.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.5: 0.7, 1.4: 0.75, 1.8: 1, 2.5: 1, 2.9: 0})
    laugh.all("ears", "ears").turns(
        turning(), {0.0: REST, 0.6: pitch(-14), 1.4: pitch(-10), 1.9: pitch(14), 3.0: REST}
    )
    laugh.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: REST,
            0.6: (0.15, 0.2, 0.0),
            1.0: (-0.15, 0.2, 0.0),
            1.4: (0.15, 0.2, 0.0),
            1.8: (-0.15, 0.25, 0.0),
        }
        | {2.2: (0.15, 0.25, 0.0), 2.6: (-0.1, 0.1, 0.0), 3.1: REST},
    )
    for time in (*first, *second):
        laugh.event(time, "ha", EventKind.SOUND, "mouths")
    return laugh.finished()


def spin() -> GeneralAnimation:
    """Winds up, whirls once round in the air, lands and swings past before it settles."""
    spin = Sketch("spin", seconds=2.1, about="Leaps and spins once round.")
    start, stop = 0.5, 1.1
    spin.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.36: (0.0, 0.28, 0.0),
            start: REST,
            0.8: (0.0, -0.45, 0.0),
            stop: REST,
            1.26: (0.0, 0.24, 0.0),
            1.6: (0.0, -0.03, 0.0),
            1.9: REST,
        },
    ).turns(
        turning(),
        {
            0.0: REST,
            0.36: yaw(-24),
            start: REST,
            0.65: yaw(90),
            0.8: yaw(180),
            0.95: yaw(270),
            stop: REST,
            1.28: yaw(16),
            1.65: yaw(-4),
            2.0: REST,
        },
    )
    fly(spin, ((start, stop),), {start: REST, 0.8: (-0.04, 0.1, 0.0), stop: REST})
    turn_heads(
        spin,
        {
            0.0: REST,
            0.36: both(yaw(-14), pitch(8)),
            0.6: both(yaw(22), pitch(-8)),
            1.0: yaw(18),
            1.3: both(yaw(-10), pitch(8)),
            1.7: pitch(-3),
            2.1: REST,
        },
    )
    spin.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.36: (0.04, 0.02, -0.06),
            0.6: (0.16, 0.12, 0.04),
            1.0: (0.18, 0.14, 0.04),
            1.28: (0.08, -0.02, 0.03),
            1.7: (0.0, 0.02, 0.0),
            2.1: REST,
        },
    )
    spin.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: REST,
            0.4: (0.2, 0.1, 0.0),
            0.75: (-0.4, 0.25, 0.0),
            1.1: (-0.35, 0.3, 0.0),
            1.4: (0.25, 0.1, 0.0),
        }
        | {1.75: (-0.08, 0.0, 0.0), 2.1: REST},
    ).unmirrored()
    spin.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 0.55: (0.4, 0.35, 0.0), 1.15: (0.4, 0.3, 0.0), 1.8: REST}
    )
    spin.all("mouths", "mouths").deforms("open", {0.0: 0, 0.5: 0.15, 0.8: 0.6, 1.3: 0.4, 1.8: 0})
    spin.event(start, "leaps", EventKind.SOUND)
    spin.event(stop, "lands", EventKind.SOUND)
    return spin.finished()


def sing() -> GeneralAnimation:
    """Sways through two long notes and a run, chest out, a hand offered."""
    sing = Sketch("sing", seconds=4.8, loops=True, about="Sings and sways.")
    sing.asks(Predicate.HAS_MOUTH)
    open_ = {0.0: 0.1, 0.35: 0.7, 1.0: 0.75, 1.3: 0.15, 1.6: 0.65, 1.8: 0.25, 2.0: 0.65, 2.2: 0.25, 2.4: 0.7}
    sing.all("mouths", "mouths").deforms("open", open_ | {2.7: 0.2, 3.0: 0.85, 4.1: 0.95, 4.5: 0.2, 4.8: 0.1})
    sing.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.6: (0.05, -0.03, 0.0),
            1.2: (0.0, 0.03, 0.0),
            1.8: (-0.05, -0.03, 0.0),
            2.5: (0.0, 0.06, -0.02),
            3.3: (0.02, -0.06, 0.02),
            4.2: (0.0, -0.06, 0.02),
            4.8: REST,
        },
    ).turns(
        turning(),
        {
            0.0: REST,
            0.6: roll(-5),
            1.2: REST,
            1.8: roll(5),
            2.5: pitch(5),
            3.3: pitch(-7),
            4.2: pitch(-6),
            4.8: REST,
        },
    )
    turn_heads(
        sing,
        {
            0.0: REST,
            0.7: both(roll(-10), pitch(-8)),
            1.3: pitch(4),
            1.9: both(roll(10), pitch(-8)),
            2.6: pitch(9),
            3.3: pitch(-20),
            3.6: both(pitch(-22), yaw(3)),
            3.9: both(pitch(-22), yaw(-3)),
            4.2: pitch(-20),
            4.8: REST,
        },
    )
    offered, wide = (0.2, 0.35, 0.4), (0.5, 0.5, 0.25)
    sing.each("hand", "graspers").moves(
        by_limb(),
        {0.0: REST, 0.8: offered, 1.4: (0.1, 0.25, 0.35), 2.0: (0.3, 0.4, 0.35), 2.6: (0.05, 0.25, 0.3)}
        | {3.3: wide, 4.2: (0.55, 0.55, 0.2), 4.8: REST},
    )
    sing.all("other hands", "graspers").moves(
        by_limb(),
        {0.0: REST, 1.9: (0.05, 0.08, 0.1), 2.6: (0.05, 0.2, 0.25), 3.4: wide, 4.2: wide, 4.8: REST},
    )
    sing.all("eyes", "eyes").deforms(
        "shut", {0.0: 0, 0.5: 0.6, 1.2: 0.2, 2.6: 0.2, 3.2: 1, 4.2: 1, 4.6: 0, 4.8: 0}
    )
    sing.all("tails", "tails").moves(
        by_limb(), {0.0: REST, 0.7: (0.2, 0.1, 0.0), 1.9: (-0.2, 0.1, 0.0), 3.4: (0.0, 0.3, 0.0), 4.8: REST}
    ).unmirrored()
    sing.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 2.6: REST, 3.4: (0.35, 0.3, 0.0), 4.2: (0.35, 0.3, 0.0), 4.8: REST}
    )
    for time, note in ((0.3, "note"), (1.55, "note"), (1.95, "note"), (2.35, "note"), (2.95, "long note")):
        sing.event(time, note, EventKind.SOUND, "mouths")
    return sing.finished()


ANIMATIONS = (jump_for_joy, cheer, laugh, spin, sing)
