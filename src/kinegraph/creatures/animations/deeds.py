"""Deeds: kick, stomp, dig, catch, carry."""

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
    strike,
    to_ground,
    turning,
    yaw,
)
from kinegraph.creatures.animation.branching import Predicate
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations.heads import turn_heads


def kick() -> GeneralAnimation:
    """Shifts its weight, swings a foot back, and through the ball; the arms keep the balance."""
    kick = Sketch("kick", seconds=2.0, about="Kicks a ball.")
    kick.asks(Predicate.HAS_FEET)
    kick.external("ball", (0.1, 0.1, 0.6))
    kick.each("foot", "feet at the front of the set", towards="ball").moves(
        planted(strike()),
        {
            0.0: REST,
            0.3: (-0.02, 0.06, 0.0),
            0.65: (-0.24, 0.24, 0.0),
            0.72: (-0.26, 0.25, 0.0),
            0.88: (0.2, 0.08, 0.0),
            1.0: (0.36, 0.3, 0.0),
            1.1: (0.35, 0.31, 0.0),
            1.45: (0.1, 0.14, 0.0),
            1.65: REST,
        },
    )
    kick.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.35: (-0.1, 0.05, 0.0),
            0.7: (-0.11, 0.03, 0.05),
            1.0: (-0.1, -0.02, -0.05),
            1.5: (-0.08, 0.06, 0.0),
        }
        | {1.75: (0.0, -0.02, 0.0), 2.0: REST},
    ).turns(
        turning(),
        {
            0.0: REST,
            0.35: roll(4),
            0.7: both(roll(4), pitch(9), yaw(-10)),
            1.0: both(roll(4), pitch(-9), yaw(9)),
        }
        | {1.5: roll(3), 1.9: REST},
    )
    kick.all("hands", "graspers").moves(
        by_limb(),
        {
            0.0: REST,
            0.4: (0.25, 0.2, 0.05),
            0.7: (0.35, 0.3, 0.15),
            1.0: (0.35, 0.25, -0.2),
            1.5: (0.15, 0.1, 0.0),
            2.0: REST,
        },
    )
    kick.all("head", "heads", towards="ball").turns(
        looking(),
        {0.0: REST, 0.9: pitch(3), 1.1: pitch(-12), 1.6: REST},
        weight={0.0: 0, 0.3: 0.7, 1.0: 0.6, 1.7: 0},
    )
    kick.all("tails", "tails").moves(
        by_limb(),
        {0.0: REST, 0.7: (-0.2, 0.2, 0.0), 1.05: (0.25, 0.1, 0.0), 1.5: (-0.08, 0.0, 0.0), 2.0: REST},
    )
    kick.all("wings", "wings").moves(
        by_limb(), {0.0: REST, 0.5: (0.3, 0.25, 0.0), 1.1: (0.3, 0.25, 0.0), 1.8: REST}
    )
    kick.event(0.9, "hit", EventKind.SOUND, "foot")
    return kick.finished()


def stomp() -> GeneralAnimation:
    """One side up and down hard, then the other, twice: a tantrum or a drum."""
    stomp = Sketch("stomp", seconds=2.4, loops=True, about="Stomps from foot to foot.")
    stomp.asks(Predicate.HAS_FEET)

    def steps(start: float) -> dict[float, tuple[float, float, float]]:
        on_ground = (0.0, 0.0, 0.0)
        return {
            start: on_ground,
            start + 0.32: (0.04, 0.34, 0.06),
            start + 0.42: (0.04, 0.37, 0.06),
            start + 0.54: on_ground,
        }

    left = steps(0.0) | steps(1.2) | {2.4: REST}
    right = {0.0: REST} | steps(0.6) | steps(1.8)
    stomp.all("left feet", "feet on the left").moves(planted(by_limb()), left)
    stomp.all("right feet", "feet on the right").moves(planted(by_limb()), right | {2.4: REST})
    lean, heads, fists, down = {0.0: REST}, {0.0: pitch(15)}, {0.0: (0.1, 0.12, 0.1)}, {0.0: (0.0, 0.08, 0.0)}
    for number in range(4):
        start, side = 0.6 * number, -1 if number % 2 else 1
        lean |= {start + 0.38: roll(7 * side), start + 0.6: REST}
        heads |= {
            start + 0.36: both(pitch(-5), roll(9 * side)),
            start + 0.57: pitch(16),
        }
        fists |= {start + 0.36: (0.15, 0.35, 0.15), start + 0.56: (0.1, 0.02, 0.05)}
        down |= {start + 0.36: (-0.07 * side, -0.05, 0.0), start + 0.56: (0.0, 0.13, 0.0)}
    stomp.all("root", "root").moves(to_ground(), down | {2.4: (0.0, 0.08, 0.0)}).turns(
        turning(), lean | {2.4: REST}
    )
    turn_heads(stomp, heads | {2.4: pitch(15)})
    stomp.all("fists", "graspers").moves(by_limb(), fists | {2.4: (0.1, 0.12, 0.1)}).deforms(
        "grip", {0.0: 0.9}
    )
    stomp.all("mouths", "mouths").deforms(
        "open", {0.0: 0.1, 0.4: 0.1, 0.55: 0.5, 1.0: 0.1, 1.15: 0.5, 1.6: 0.1, 1.75: 0.5, 2.2: 0.1, 2.4: 0.1}
    )
    stomp.all("eyes", "eyes").deforms("shut", {0.0: 0.35})
    stomp.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: REST,
            0.4: (-0.2, 0.15, 0.0),
            1.0: (0.2, 0.15, 0.0),
            1.6: (-0.2, 0.15, 0.0),
            2.2: (0.2, 0.15, 0.0),
            2.4: REST,
        },
    ).unmirrored()
    for number in range(4):
        stomp.event(
            0.54 + 0.6 * number, "stomp", EventKind.SOUND, "right feet" if number % 2 else "left feet"
        )
    return stomp.finished()


def dig() -> GeneralAnimation:
    """Hands, or forefeet, scoop the ground back in turns, nose down."""
    dig = Sketch("dig", seconds=1.6, loops=True, about="Digs in the ground.")

    def scoops(late: float, high: float, low: float) -> dict[float, tuple[float, float, float]]:
        """Reaches ahead in the air and rakes back on the ground; `late` in [0, 0.4)."""
        keys = {}
        for start in (late - 0.8, late, late + 0.8):
            keys |= {
                start: (0.0, high, 0.3),
                start + 0.16: (-0.02, low, 0.34),
                start + 0.42: (-0.02, low, 0.05),
            }
            keys |= {start + 0.58: (0.02, high * 0.7 + low * 0.3, 0.08)}
        return keys

    for side, late in (("left", 0.0), ("right", 0.4)):
        in_hands = _one_round(scoops(late, 0.55, 0.97), 1.6)
        dig.all(f"{side} hands", f"graspers on the {side}").moves(to_ground(), in_hands).deforms(
            "grip", {0.0: 0.35}
        )
        on_foot = _one_round(scoops(late, 0.3, 0.02), 1.6)
        dig.all(f"{side} feet", f"feet on the {side}, at the front of the set, front-most").instead_of(
            "left hands", "right hands"
        ).moves(planted(by_limb()), on_foot)
    dig.all("snout", "mouths").instead_of("left hands", "right hands", "left feet", "right feet").moves(
        to_ground(),
        {
            0.0: (0.0, 0.8, 0.05),
            0.4: (0.0, 0.9, 0.2),
            0.8: (0.0, 0.8, 0.05),
            1.2: (0.0, 0.9, 0.2),
            1.6: (0.0, 0.8, 0.05),
        },
    )
    dig.all("root", "root").moves(
        to_ground(),
        {
            0.0: (0.03, 0.24, 0.0),
            0.4: (-0.03, 0.2, 0.02),
            0.8: (0.03, 0.24, 0.0),
            1.2: (-0.03, 0.2, 0.02),
            1.6: (0.03, 0.24, 0.0),
        },
    ).turns(
        turning(),
        {0.0: both(pitch(14), roll(4)), 0.4: both(pitch(15), roll(-4)), 0.8: both(pitch(14), roll(4))}
        | {1.2: both(pitch(15), roll(-4)), 1.6: both(pitch(14), roll(4))},
    )
    turn_heads(
        dig,
        {
            0.0: pitch(12),
            0.4: both(pitch(16), yaw(4)),
            0.8: pitch(12),
            1.2: both(pitch(16), yaw(-4)),
            1.6: pitch(12),
        },
    )
    dig.all("tails", "tails").moves(
        by_limb(),
        {
            0.0: (0.15, 0.3, 0.0),
            0.4: (-0.15, 0.3, 0.0),
            0.8: (0.15, 0.3, 0.0),
            1.2: (-0.15, 0.3, 0.0),
            1.6: (0.15, 0.3, 0.0),
        },
    ).unmirrored()
    for time in (0.3, 0.7, 1.1, 1.5):
        dig.event(time, "earth flies", EventKind.VISUAL)
    return dig.finished()


def _one_round(
    keys: dict[float, tuple[float, float, float]], seconds: float
) -> dict[float, tuple[float, float, float]]:
    """The part of endless keys that lies within one loop, with keys at its start and end."""
    times = sorted(keys)
    inside = {time: keys[time] for time in times if 1e-6 < time < seconds - 1e-6}
    if any(abs(time) < 1e-6 for time in times):
        seam = next(keys[time] for time in times if abs(time) < 1e-6)
    else:
        before, after = max(t for t in times if t < 0.0), min(t for t in times if t > 0.0)
        share = -before / (after - before)
        first, second = keys[before], keys[after]
        x, y, z = (a + share * (b - a) for a, b in zip(first, second, strict=True))
        seam = (x, y, z)
    return {0.0: seam} | inside | {seconds: seam}


def catch() -> GeneralAnimation:
    """Watches the ball, opens hands (or the mouth), snaps shut and dips to absorb it."""
    catch = Sketch("catch", seconds=2.4, about="Catches a ball.")
    catch.external("ball", (0.0, 0.62, 0.22))
    hands = catch.all("hands", "graspers at the front of the set", towards="ball")
    hands.moves(
        reach(),
        {
            0.0: REST,
            0.25: (-0.06, 0.0, 0.0),
            0.75: (0.75, 0.0, -0.14),
            0.95: (0.88, 0.0, -0.05),
            1.1: (0.82, -0.06, -0.05),
            1.3: (0.58, -0.02, -0.05),
            1.45: (0.62, 0.0, -0.05),
            1.8: (0.6, 0.0, -0.05),
            2.3: (0.0, 0.0, 0.0),
            2.4: REST,
        },
    )
    hands.deforms("grip", {0.0: 0, 0.7: -0.25, 0.9: -0.25, 1.02: 0.7, 1.8: 0.7, 2.2: 0})
    catch.each("mouth", "mouths", towards="ball").instead_of("hands").moves(
        reach(),
        {
            0.0: REST,
            0.3: (-0.06, 0.0, 0.0),
            0.75: (0.7, 0.0, 0.0),
            0.95: (1.0, 0.0, 0.0),
            1.2: (0.4, -0.03, 0.0),
            1.8: (0.2, 0.0, 0.0),
        }
        | {2.4: REST},
    ).deforms("open", {0.0: 0, 0.7: 0.8, 0.9: 1.0, 1.0: 0.2, 1.8: 0.2, 2.1: 0})
    look = {0.0: REST, 0.95: pitch(4), 1.3: pitch(10), 1.8: pitch(6), 2.4: REST}
    catch.all("head", "heads", towards="ball").turns(
        looking(), look, weight={0.0: 0, 0.25: 0.4, 0.75: 0.9, 1.4: 0.9, 2.2: 0}
    )
    catch.all("root", "root").moves(
        to_ground(),
        {
            0.0: REST,
            0.3: (0.0, 0.1, -0.02),
            0.85: (0.0, -0.05, 0.05),
            1.0: (0.0, -0.02, 0.03),
            1.25: (0.0, 0.18, -0.06),
        }
        | {1.6: (0.0, -0.02, 0.0), 2.0: REST},
    ).turns(turning(), {0.0: REST, 0.3: pitch(4), 0.9: pitch(-5), 1.25: pitch(7), 1.7: pitch(-2), 2.1: REST})
    catch.all("eyes", "eyes").deforms("shut", {0.0: 0, 0.88: 0, 1.0: 0.9, 1.25: 0})
    catch.all("tails", "tails").moves(
        by_limb(),
        {0.0: REST, 0.9: (0.0, 0.3, 0.0), 1.25: (0.0, -0.05, 0.0), 1.6: (0.1, 0.15, 0.0), 2.3: REST},
    )
    catch.event(0.98, "catches", EventKind.DATA)
    return catch.finished()


def carry() -> GeneralAnimation:
    """Holds a load in front of the body, leaning back a little; works with any gait."""
    carry = Sketch("carry", seconds=1.6, loops=True, about="Carries a load in front of it.")
    carry.external("load", (0.0, 0.5, 0.1))
    hold = {time: (0.86, 0.02 * (number % 2), -0.06) for number, time in enumerate((0.0, 0.4, 0.8, 1.2, 1.6))}
    carry.all("hands", "graspers at the front of the set", towards="load").moves(reach(), hold).deforms(
        "grip", {0.0: 0.5}
    )
    carry.all("mouth", "mouths").instead_of("hands").deforms("open", {0.0: 0.3, 0.8: 0.26, 1.6: 0.3})
    carry.all("root", "root").turns(
        turning(),
        {0.0: both(pitch(-6), roll(2)), 0.8: both(pitch(-6), roll(-2)), 1.6: both(pitch(-6), roll(2))},
    )
    turn_heads(carry, {0.0: pitch(-9), 0.4: pitch(-6), 0.8: pitch(-9), 1.2: pitch(-6), 1.6: pitch(-9)})
    return carry.finished()


ANIMATIONS = (kick, stomp, dig, catch, carry)
