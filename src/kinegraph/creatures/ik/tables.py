"""Tables of the particle solver for a creature and a set of goal bodies.

Every array that a compiled function takes costs time at each call, so related columns share a table, integers
in one and numbers in another; the constants below name the columns. Vectors are in the
creature's rest space, lengths in metres. "Inner" is towards the root, -1 stands for none.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

# Bodies (B, 3): the tree hung from the root; n-th body with parents first; how it is placed. Rest (B, 7).
PARENT, ORDER, ROLE = 0, 1, 2
CARRIED, SPINE, LIMB, SPINE_CARRIED = 0, 1, 2, 3  # by its parent; by a phase; a spine body beyond all goals
REST_PLACE, REST_TURN = 0, 3

# Spine particles, the root first, then each arm outward. Links (S + 1, 7): the last row only ends the ranges.
# A goal further out bends the spine before iterating: a particle takes its share (BEND) of the way from the
# displacement of one particle to that of another.
BODY, INNER, OUTER, BEND_FROM, BEND_TO, FIRST_GOAL, FIRST_PULL = range(7)
# Numbers (S, 33): rest place, rest distance to the inner particle, rest tangent (outward), the root's tangent
# towards this arm, BEND, distances of a goal from the root and the band in which they are soft, height
# above the ground and its band, quintic spline from the inner particle (v0, a0, a1, v1), share of the way to
# a goal that it goes in one iteration, how far its own turn places its handles (else an estimate does), where
# its arm bows when it is pressed together.
S_REST, S_LENGTH, S_TANGENT, FIRST_TANGENT, BEND, S_NEAREST, S_FARTHEST, S_BAND = 0, 3, 4, 7, 10, 11, 12, 13
S_CLEAR, S_CLEAR_BAND, HERMITE, S_RELAX, S_FEEDBACK, S_BACK = 14, 15, 16, 28, 29, 30
# Simplified limbs (P, 5): seat from the spine particle, distance beyond which they pull, its band.
SEAT_OFFSET, PULL_REACH, PULL_BAND = 0, 3, 4
# Spine bodies between particles: (I, 2) body and outer particle; (I, 19) the spline's basis (6) and its
# derivative (6) at the body, spline parameter, from the spline to the body, the rest spline's tangent.
BETWEEN_BODY, BETWEEN_OUTER = 0, 1
BASIS, SLOPES, PARAMETER, FROM_SPLINE, ALONG_SPLINE = 0, 6, 12, 13, 16

# Limb particles at joints and handles, parents first. Links (Q + 1, 8): inner particle (-1 for a seat, where
# a limb leaves its spine body), whose joint or handle it is, the limb's seat, the body whose goal pins it, 1
# for a handle, the serial run it belongs to, its first pair with a capsule, 1 if its pins give way to what
# they touch: those of hands and heads do, feet do not.
L_INNER, L_BODY, L_SEAT, L_GOAL, L_HANDLE, L_RUN, FIRST_PAIR, L_GIVES = range(8)
# Numbers (Q, 7): rest place, rest distance to the inner particle, height above the ground and its band, least
# distance from the particle two further in (0 for none): a hand bends at its wrist only so far.
L_REST, L_LENGTH, L_CLEAR, L_CLEAR_BAND, L_UNBENT = 0, 3, 4, 5, 6
# Serial runs from seats outward. Links (R + 1, 7): rows of the chain, start particle, inner run, 1 if it ends
# at a goal (else it branches), the pinned particle that reach is measured from, first of its leaves.
RUN_FIRST, RUN_LAST, RUN_START, RUN_INNER, RUN_TO_GOAL, RUN_ORIGIN, FIRST_LEAF = range(7)
# Numbers (R, 15): path; nearest, farthest and band of the end's distance from the origin; chord from which it
# starts to stretch and what its path has left there. Each twice: for the end, and for the joint that
# carries it if that is a handle (FOR_JOINT + the column). Then the direction over which the run is aimed.
PATH, NEAREST, FARTHEST, BAND, SLACK_FROM, SLACK = range(6)
FOR_JOINT = 6
REFERENCE = 12
# Limb bodies (M + 1, 3): body, the particle at its joint, first of the particles that it carries.
LB_BODY, LB_JOINT, FIRST_AXIS = 0, 1, 2
# Pairs of a limb particle and a capsule (V, 5): least distance from the axis, never more than at rest, its
# band, and where a particle on the axis goes.
GAP, GAP_BAND, SIDE = 0, 1, 2
# Touches: links of limbs that keep apart, each named by its outer particle. Links (T, 2): a link, and one
# of another limb or a capsule of the torso.
# Numbers (T, 7): as pairs, and how far along each axis the flesh goes: a hand ends at its surface.
# Passes (T, 9) also: how easily the second link moves, compared to the first; how near they are, seen along
# the side, when they begin to give way.
T_ONE, T_OTHER = range(2)
ONE_END, OTHER_END, GIVES, BEGINS = 5, 6, 7, 8

# Work space. Bodies (B, 13): goals as they are taken in, their weights, each body's turn from rest.
GOAL, GOAL_TURN, GOAL_WEIGHT, TURN_WEIGHT, TURN = 0, 3, 7, 8, 9
# Spine particles (S, 25): place, place when nothing pulls, tangent, turn from rest, turn when nothing pulls,
# turn that its goals are likely to give it, stretch of the link to the inner particle, place before the
# present iteration.
SW_PLACE, SW_REFERENCE, SW_TANGENT, SW_TURN, SW_BASE, SW_LIKELY, SW_STRETCH, SW_BEFORE = (
    0,
    3,
    6,
    9,
    13,
    17,
    21,
    22,
)
# Limb particles (Q, 16): place, where a goal pins it, gathered corrections and how many, how firmly it is
# pinned (0 to 1), stretch of the link to the inner particle, that link's middle and half its length or more.
PLACE, PIN, GATHERED, COUNT, PINNED, STRETCH, LINK_SPAN = 0, 3, 6, 9, 10, 11, 12
# Capsules (C, 10): both ends, their middle and half their distance or more.
CAPSULE_SPAN = 6


class ParticleRows(NamedTuple):
    """Particles of the spine or of limbs, or spine bodies between particles; columns as named above.

    links: (N + 1, ...) whole numbers; between particles (N, 2).  numbers: (N, ...).
    """

    links: Ints
    numbers: Floats


class GoalRows(NamedTuple):
    """Goals that spine particles follow, their own and delegated ones.

    bodies: (G,) that have the goals.  offsets: (G, 3) from the particle to the handle at rest.
    """

    bodies: Ints
    offsets: Floats


class PullRows(NamedTuple):
    """Simplified limbs.

    bodies: (P,) at their ends.  numbers: (P, 5).
    """

    bodies: Ints
    numbers: Floats


class RunRows(NamedTuple):
    """Serial runs of limb particles.

    links: (R + 1, 7).  numbers: (R, 15).
    chain: (N,) particles of the runs, start excluded, end included.
    bends: (N, 3) where each goes when a straight run is pressed together.
    """

    links: Ints
    numbers: Floats
    chain: Ints
    bends: Floats


class CrossRows(NamedTuple):
    """Cross-constraints.

    links: (X, 2) siblings that keep their distance.  lengths: (X,) that distance.
    """

    links: Ints
    lengths: Floats


class CapsuleRows(NamedTuple):
    """Capsules of the torso, and of limbs that no goal moves.

    ends: (C, 2) the spine bodies that carry a capsule's two ends.
    offsets: (C, 6) both ends from their bodies' joints at rest.
    """

    ends: Ints
    offsets: Floats


class PairRows(NamedTuple):
    """Pairs of a limb particle and a capsule, in the order of the particles.

    capsules: (V,).  numbers: (V, 5).
    """

    capsules: Ints
    numbers: Floats


class TouchRows(NamedTuple):
    """Links of limbs that keep apart from each other, or from capsules of the torso.

    links: (T, 2).  numbers: (T, 7), of passes (T, 9).
    """

    links: Ints
    numbers: Floats


class IkTables(NamedTuple):
    """A creature made ready for goals on some bodies; columns as named above.

    bodies, rest: (B, 3), (B, 7).
    between: Spine bodies between particles.
    leaves: (L,) goal particles beyond runs that branch.
    limb_bodies: (M + 1, 3).
    axes: (A,) the particles that limb bodies carry: children's joints, handles.
    touches, presses: Links of different limbs, and links and capsules.
    passes: Links of neighbouring legs or arms, and the side on which the first passes the second.
    size: (1,) the creature's largest extent.
    """

    bodies: Ints
    rest: Floats
    spine: ParticleRows
    spine_goals: GoalRows
    pulls: PullRows
    between: ParticleRows
    limbs: ParticleRows
    runs: RunRows
    leaves: Ints
    crosses: CrossRows
    limb_bodies: Ints
    axes: Ints
    capsules: CapsuleRows
    pairs: PairRows
    touches: TouchRows
    presses: TouchRows
    passes: TouchRows
    size: Floats


class IkWork(NamedTuple):
    """Space for one frame, reused; nothing in it outlives a call. Columns as named above.

    bodies: (B, 13). spine: (S, 25). limbs: (Q, 16). runs: (R, 4) the aim of each run.
    capsules: (C, 10).
    """

    bodies: Floats
    spine: Floats
    limbs: Floats
    runs: Floats
    capsules: Floats
