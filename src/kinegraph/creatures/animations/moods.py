"""Low moods: cower, cry, faint."""

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
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations.heads import turn_heads


def cower() -> GeneralAnimation:
    """Shrinks back, ducks behind its hands and trembles; peeks once and rises."""
    cower = Sketch("cower", seconds=3.8, about="Shrinks back and trembles.")
    low = {0.0: REST, 0.18: (0.0, -0.06, -0.04), 0.55: (0.0, 0.32, -0.08)}
    head = {0.0: REST, 0.18: pitch(-14), 0.55: both(pitch(20), yaw(10))}
    for number in range(10):
        time, side = 0.7 + 0.16 * number, 0.012 if number % 2 else -0.012
        low[time] = (side, 0.29 + 0.02 * (number % 2), -0.08)
        head[time] = both(pitch(18), yaw(10 + 120 * side))
    cower.all("root", "root").moves(
        to_ground(),
        low | {2.5: (0.0, 0.27, -0.06), 2.9: (0.0, 0.24, -0.05), 3.6: (0.0, -0.02, 0.0), 3.8: REST},
    ).turns(turning(), {0.0: REST, 0.18: pitch(-6), 0.6: pitch(9), 2.9: pitch(7), 3.6: REST})
    turn_heads(
        cower, head | {2.5: pitch(8), 2.75: both(pitch(2), yaw(-16)), 3.1: both(pitch(2), yaw(14)), 3.8: REST}
    )
    guard = {0.0: REST, 0.18: (-0.06, 0.0, 0.0), 0.5: (0.82, 0.0, -0.7), 2.3: (0.8, 0.0, -0.7)}
    cower.all("hands", "graspers at the top of the set", towards="heads").moves(
        touch(), guard | {2.7: (0.6, 0.0, -0.5), 3.1: (0.45, 0.0, -0.4), 3.8: REST}
    )
    tucked = (-0.04, 0.08, 0.08)
    cower.all("other hands", "graspers").moves(
        by_limb(), {0.0: REST, 0.2: (0.08, 0.0, 0.0), 0.55: tucked, 2.4: tucked, 3.7: REST}
    )
    cower.all("eyes", "eyes").deforms(
        "shut", {0.0: 0, 0.15: -0.1, 0.5: 1, 2.4: 1, 2.6: 0.2, 3.4: 0.1, 3.7: 0}
    )
    cower.all("ears", "ears").turns(
        turning(), {0.0: REST, 0.15: pitch(10), 0.5: pitch(-34), 2.4: pitch(-32), 3.6: REST}
    )
    cower.all("tails", "tails").moves(
        by_limb(),
        {0.0: REST, 0.15: (0.0, 0.2, 0.0), 0.6: (0.0, -0.25, 0.15), 2.6: (0.0, -0.22, 0.15), 3.7: REST},
    )
    cower.all("wings", "wings").moves(
        by_limb(),
        {0.0: REST, 0.2: (0.2, 0.2, 0.0), 0.6: (-0.1, 0.1, 0.25), 2.6: (-0.1, 0.1, 0.25), 3.6: REST},
    )
    cower.all("mouths", "mouths").deforms("open", {0.0: 0, 0.15: 0.5, 0.6: 0.12, 2.5: 0.12, 3.2: 0})
    cower.event(0.15, "gasp", EventKind.SOUND, "mouths")
    return cower.finished()


def cry() -> GeneralAnimation:
    """The head sinks, hands wipe the eyes, and every sob lifts the shoulders."""
    cry = Sketch("cry", seconds=4.4, about="Hangs its head and cries.")
    sobs = (1.1, 1.6, 2.1, 2.7, 3.1)
    low, heads = {0.0: REST, 0.8: (0.0, 0.14, -0.03)}, {0.0: REST, 0.25: pitch(-5), 0.85: pitch(28)}
    wipe = {0.0: REST, 0.2: (-0.03, 0.0, 0.0), 0.85: (0.97, 0.0, -0.2)}
    mouths = {0.0: 0, 0.7: 0.1}
    for number, time in enumerate(sobs):
        side = 5 if number % 2 else -5
        low |= {time: (0.0, 0.07, -0.02), time + 0.22: (0.0, 0.16, -0.03)}
        heads |= {time: both(pitch(18), roll(side)), time + 0.22: both(pitch(30), roll(0.6 * side))}
        wipe |= {time: (1.0, 0.15, -0.2), time + 0.22: (1.0, -0.15, -0.3)}
        mouths |= {time: 0.45, time + 0.22: 0.15}
    cry.all("root", "root").moves(to_ground(), low | {4.1: (0.0, -0.01, 0.0), 4.4: REST}).turns(
        turning(), {0.0: REST, 0.9: pitch(7), 3.4: pitch(7), 4.3: REST}
    )
    turn_heads(cry, heads | {3.6: pitch(20), 4.4: REST})
    cry.all("hands", "graspers at the top of the set", towards="eyes").moves(
        touch(), wipe | {4.0: (-0.02, 0.0, 0.0), 4.4: REST}
    ).deforms("grip", {0.0: 0, 0.8: 0.6, 3.4: 0.6, 4.0: 0})
    cry.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.6: 0.6, 1.1: 1, 3.3: 0.9, 4.0: 0.3, 4.4: 0})
    cry.all("mouths", "mouths").deforms("open", mouths | {3.8: 0})
    cry.all("ears", "ears").turns(turning(), {0.0: REST, 1.0: pitch(24), 3.4: pitch(24), 4.4: REST})
    cry.all("tails", "tails").moves(
        by_limb(), {0.0: REST, 1.0: (0.0, -0.25, 0.0), 3.4: (0.0, -0.25, 0.0), 4.4: REST}
    )
    cry.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 1.0: (0.0, -0.15, 0.1), 3.4: (0.0, -0.15, 0.1), 4.4: REST}
    )
    for time in sobs:
        cry.event(time, "sob", EventKind.SOUND, "mouths")
    return cry.finished()


def faint() -> GeneralAnimation:
    """A hand to the brow, a sway, the knees give way; it comes to and gets up."""
    faint = Sketch("faint", seconds=5.0, about="Faints and comes to.")
    faint.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.5: (-0.04, -0.03, -0.03),
            0.95: (0.08, 0.02, -0.04),
            1.3: (-0.06, 0.03, -0.05),
            1.75: (0.02, 0.46, -0.03),
            1.9: (0.02, 0.4, -0.03),
            2.05: (0.02, 0.44, -0.03),
            3.3: (0.02, 0.43, -0.03),
            4.5: (0.0, -0.02, 0.0),
            5.0: REST,
        },
    ).turns(
        turning(),
        {
            0.0: REST,
            0.5: both(roll(4), pitch(-5)),
            0.95: both(roll(-7), pitch(-6)),
            1.3: both(roll(6), pitch(-8)),
            1.8: both(roll(8), pitch(4)),
            3.4: both(roll(7), pitch(4)),
            4.5: REST,
        },
    )
    turn_heads(
        faint,
        {
            0.0: REST,
            0.5: both(pitch(-18), roll(6)),
            0.95: both(pitch(-15), roll(-14)),
            1.3: both(pitch(-20), roll(12)),
            1.8: both(pitch(20), roll(18)),
            1.95: both(pitch(14), roll(20)),
            2.1: both(pitch(18), roll(19)),
            3.3: both(pitch(17), roll(19)),
            3.6: both(pitch(8), yaw(-14)),
            3.9: both(pitch(6), yaw(16)),
            4.2: yaw(-6),
            5.0: REST,
        },
    )
    brow = faint.each("hand to brow", "graspers", towards="heads").varies("hand").blends("hand")
    brow.moves(
        touch(), {0.0: REST, 0.5: (0.98, 0.0, -0.7), 1.3: (1.0, 0.0, -0.65)}, weight={0.0: 1, 1.35: 1, 1.6: 0}
    )
    limp = {
        0.0: REST,
        1.3: (0.5, -0.1, 0.3),
        1.75: (0.3, 0.6, 0.15),
        2.0: (0.2, 0.66, 0.1),
        3.3: (0.2, 0.66, 0.1),
    }
    limp |= {4.4: (0.0, -0.02, 0.0), 4.8: REST}
    faint.each("hand falls", "graspers").varies("hand").blends("hand").moves(
        to_ground(), limp, weight={0.0: 0, 1.35: 0, 1.6: 1}
    )
    faint.all("other hands", "graspers").moves(to_ground(), limp)
    faint.all("eyes", "eyes").deforms(
        "shut", {0.0: 0, 0.5: 0.5, 1.2: 0.6, 1.6: 1, 3.3: 1, 3.5: 0, 3.65: 0.9, 3.8: 0}
    )
    faint.all("mouths", "mouths").deforms("open", {0.0: 0, 0.5: 0.35, 1.3: 0.3, 1.8: 0.15, 3.3: 0.12, 4.0: 0})
    low = (0.1, 0.5, -0.3)
    faint.all("tails", "tails").moves(
        to_ground(),
        {0.0: REST, 1.3: (0.0, -0.2, -0.1), 1.85: low, 3.4: low, 4.0: (0.05, 0.2, -0.3), 4.6: REST},
    )
    faint.all("ears", "ears").turns(
        turning(), {0.0: REST, 1.3: pitch(-10), 1.9: pitch(24), 3.4: pitch(22), 4.4: REST}
    )
    faint.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 1.4: (0.2, 0.1, 0.0), 1.9: (0.3, -0.2, 0.0), 3.4: (0.3, -0.2, 0.0), 4.6: REST}
    )
    faint.event(0.5, "sigh", EventKind.SOUND, "mouths")
    faint.event(1.75, "falls", EventKind.SOUND)
    faint.event(3.5, "comes to", EventKind.DATA)
    return faint.finished()


ANIMATIONS = (cower, cry, faint)
