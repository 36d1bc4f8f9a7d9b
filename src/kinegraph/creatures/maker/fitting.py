"""Sizes of new pieces: each fits the body at the place where it is put."""

from kinegraph.creatures.maker.creature_plan import SPINE, CreaturePlan, Limb, Seat
from kinegraph.creatures.maker.maker import assemble
from kinegraph.creatures.maker.parts_palette import PartGroup, part_kind
from kinegraph.creatures.maker.seats import Ball

# Sizes of parts as shares of the radius of the body at their seat.
_SHARES = {
    PartGroup.HEAD: 0.85,
    PartGroup.MOUTH: 0.36,
    PartGroup.EYE: 0.27,
    PartGroup.EAR: 0.36,
    PartGroup.HORN: 0.36,
    PartGroup.SPIKE: 0.34,
}
_OWN_SHARES = {"button eye": 0.17, "antler": 0.46, "antenna": 0.28, "smile": 0.3, "beak": 0.3, "jaws": 0.45}
_HEADS = (0.7, 1.2)  # least and largest size of a head, in radii of the torso
_REACH = 1.4  # length of a limb on the torso, in its largest radius
_BRANCH = 0.6  # length of a limb on a limb, as a share of its carrier
_FROM_HEAD = 1.2  # length of a limb on a head, in its radius


def fitting_size(plan: CreaturePlan, kind: str, seat: Seat) -> float:
    """Size of a new part that fits the body at its seat [m]."""
    group = part_kind(kind).group
    carrier = assemble(plan).carriers[seat.on]
    radius = carrier.anchor(seat).radius
    share = _OWN_SHARES.get(kind, _SHARES.get(group, _SHARES[PartGroup.HORN]))
    if group is not PartGroup.HEAD or isinstance(carrier, Ball):
        return share * radius
    least, most = (bound * _thickness(plan) for bound in _HEADS)
    return min(max(share * radius, least), most)


def fitting_reach(plan: CreaturePlan, seat: Seat) -> float:
    """Length of a new limb that fits the body at its seat [m]."""
    if seat.on == SPINE:
        return _REACH * _thickness(plan)
    carrier = plan.piece(seat.on)
    if isinstance(carrier, Limb):
        return _BRANCH * sum(bone**2 for bone in carrier.joints[-1]) ** 0.5
    return _FROM_HEAD * carrier.size


def _thickness(plan: CreaturePlan) -> float:
    return max(point.radius for point in plan.spine)
