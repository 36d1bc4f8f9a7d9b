"""Measures of a part of a gesture: their names, in the order of the columns that part_kernels.py writes.

Kernels import this module as `at`.
"""

# Lengths are in leg lengths.
MEASURES = (
    "width",  # distance of its ends along the travel
    "reach",  # its whole extent along the travel
    "height",  # its top above the lower of its ends
    "drop",  # how much higher or lower it ends, without sign
    "length",  # along the line
    "apex",  # where along the width its top is, 0..1
    "bow",  # areas between the rounder of its two sides and their chord, as a share of the box about it
    "point",  # how far it turns at its top [degrees]
    "along",  # the largest turn one way, as an arc turns [degrees]
    "against",  # the largest turn the other way [degrees]
    "wings",  # the lesser of two neighbouring turns, first along and then against [degrees]
    "low",  # its lowest bottom between two tops, above the lower of its ends; without a bottom, its height
    "bottoms",  # number of bottoms between tops
    "level",  # the longest stretch that runs level, as a share of its extent along the travel
    "chord",  # distance of its ends as a share of its extent
    "jump",  # the larger of height / jump line and width / longest step: above 1 it is a jump
    "steps",  # width / longest step
    "narrow",  # reach / height
    "lean",  # of its chord from the horizontal [degrees]
    "dip",  # the lowest bottom as a share of its height
    "forward_loops",  # loops that turn clockwise on the sheet, as a forward roll to the right does
    "backward_loops",
    "forward_turn",  # the largest clockwise turn on the sheet without turning back [degrees]
    "backward_turn",
    "slant",  # how far it leans to the side for its height, as the slant of a hand makes an upright arc lean
    "swell",  # extent across its chord
    "corners",  # number of corners within it
    "sway",  # how far `apex` moves with the hand's slant
    "flat",  # the longest stretch that runs level, over its height: large between two kicks of a skater
    "ripple",  # the largest extent across its chord of any short stretch: a wave's, not a slow drift's
    "sag",  # swell over width
    "rise",  # its top above its beginning
    "climb",  # how much higher it ends
    "outset",  # how far along the travel it is when it first is above its beginning, or far from it
    "broad",  # its width near its top, as a share of its width: little of a roof's, much of an arc's
    "skew",  # at half its height, how much wider the gap before it is than that behind it, -1..1
    "skew_sway",  # how far `skew` moves with the hand's slant
)

(
    WIDTH, REACH, HEIGHT, DROP, LENGTH, APEX, BOW, POINT, ALONG, AGAINST, WINGS, LOW, BOTTOMS, LEVEL,
    CHORD, JUMP, STEPS, NARROW, LEAN, DIP, FORWARD_LOOPS, BACKWARD_LOOPS, FORWARD_TURN, BACKWARD_TURN,
    SLANT, SWELL, CORNERS, SWAY, FLAT, RIPPLE, SAG, RISE, CLIMB,
    OUTSET, BROAD, SKEW, SKEW_SWAY,
) = range(len(MEASURES))  # fmt: skip
