"""The part of a script for Maya that sets keys: `DATA` above it holds a skeleton and its motions.

Units of DATA: centimetres, degrees, seconds. A handle is the step in time and value from its key to the
control point of the Bezier segment beside it. `keyTangent` takes tangents in units of its own; the script
measures these on a scratch curve before it sets any, and compares every curve with DATA when it is done.
"""

import maya.cmds as cmds

AXES = ("X", "Y", "Z")
CLOSE_ENOUGH = 1e-3  # of a curve's range
MOST_COMPARED = 100  # keys of one curve


def apply(motion=None, namespace=""):
    """Sets the keys of a motion; of the first one by default. Returns the largest difference from DATA.

    Joints are found by their names, in a namespace if one is given. If none of them exists, the skeleton is
    made. Differences are in centimetres and degrees.
    """
    found = [each for each in DATA["motions"] if motion in (None, each["name"])]
    if not found:
        names = ", ".join(each["name"] for each in DATA["motions"])
        raise ValueError("There is no motion %r; there are: %s." % (motion, names))
    linear, angle = cmds.currentUnit(query=True, linear=True), cmds.currentUnit(query=True, angle=True)
    cmds.undoInfo(openChunk=True, chunkName="Kinegraph: set keys")
    try:
        cmds.currentUnit(linear="cm", angle="deg")
        nodes = find_joints(namespace)
        tangents = {kind: measure_tangents(kind) for kind in ("translate", "rotate")}
        return set_motion(found[0], nodes, tangents)
    finally:
        cmds.currentUnit(linear=linear, angle=angle)
        cmds.undoInfo(closeChunk=True)


def find_joints(namespace):
    """The nodes of all joints; None where one is missing. A skeleton of which nothing exists is made."""
    names = [joint["name"] for joint in DATA["joints"]]
    nodes = []
    for name in names:
        matches = cmds.ls(":".join(part for part in (namespace, name) if part), long=True) or []
        if len(matches) > 1:
            raise RuntimeError("Several nodes are called %s. Give the namespace of one rig." % name)
        nodes.append(matches[0] if matches else None)
    if not any(nodes):
        return make_skeleton()
    missing = [name for name, node in zip(names, nodes) if node is None]
    if missing:
        cmds.warning("These joints do not exist and get no keys: %s." % ", ".join(missing))
    for joint, node in zip(DATA["joints"], nodes):
        if node is not None and cmds.getAttr(node + ".rotateOrder") != joint["order"]:
            raise RuntimeError("%s has another rotate order than these keys." % joint["name"])
    return nodes


def make_skeleton():
    """Joints as DATA has them, each below its parent."""
    nodes = []
    for joint in DATA["joints"]:
        below = {"parent": nodes[joint["parent"]]} if joint["parent"] >= 0 else {}
        node = cmds.createNode("joint", name=joint["name"], skipSelect=True, **below)
        node = cmds.ls(node, long=True)[0]
        cmds.setAttr(node + ".translate", *joint["offset"])
        cmds.setAttr(node + ".jointOrient", *joint["orient"])
        cmds.setAttr(node + ".rotateOrder", joint["order"])
        nodes.append(node)
    return nodes


def set_motion(motion, nodes, tangents):
    """Sets all curves of a motion. tangents: What `measure_tangents` found, by kind of attribute."""
    for node in nodes:
        if node is not None:
            names = [kind + axis for kind in ("translate", "rotate") for axis in AXES]
            cmds.cutKey(node, attribute=names, clear=True)
    worst = 0.0
    for curve in motion["curves"]:
        node = nodes[curve["joint"]]
        if node is not None:
            plug = "%s.%s%s" % (node, curve["kind"], AXES[curve["axis"]])
            set_curve(plug, curve, tangents[curve["kind"]])
            worst = max(worst, difference(plug, curve))
    start, stop = motion["range"]
    cmds.playbackOptions(minTime=seconds(start), maxTime=seconds(stop))
    print("Kinegraph: %s has its keys. Largest difference: %.2g cm or degrees." % (motion["name"], worst))
    return worst


def set_curve(plug, curve, tangents):
    """Sets the keys of one attribute, then their tangents."""
    node, attribute = plug.rsplit(".", 1)
    for time, value in zip(curve["times"], curve["values"]):
        cmds.setKeyframe(node, attribute=attribute, time=seconds(time), value=value)
    if curve["straight"]:
        cmds.keyTangent(plug, edit=True, inTangentType="linear", outTangentType="linear")
        return
    cmds.keyTangent(plug, edit=True, weightedTangents=True)
    for index in range(len(curve["times"])):
        at = {"edit": True, "index": (index, index)}
        cmds.keyTangent(plug, lock=False, weightLock=False, **at)
        held = index in curve["holds"]
        cmds.keyTangent(plug, inTangentType="fixed", outTangentType="step" if held else "fixed", **at)
        before, after = curve["before"][index], curve["after"][index]
        into = {"ix": -before[0] * tangents["time"], "iy": before[1] * tangents["in"]}
        out = {"ox": after[0] * tangents["time"], "oy": after[1] * tangents["out"]}
        cmds.keyTangent(plug, **dict(into, **at))
        if not held:
            cmds.keyTangent(plug, **dict(out, **at))


def measure_tangents(kind):
    """Factors from handles of DATA to this Maya's tangents, for translations or rotations.

    "time" of steps in time, "in" and "out" of steps in value: towards a key and away from it.
    """
    node = cmds.createNode("transform", name="kinegraph_scratch", skipSelect=True)
    plug = "%s.%sX" % (node, kind)
    try:
        keys = (0.0, 1.0)
        for time in keys:
            cmds.setKeyframe(node, attribute=kind + "X", time=seconds(time), value=time)
        cmds.keyTangent(plug, edit=True, weightedTangents=True)
        for index in range(2):
            at = {"edit": True, "index": (index, index)}
            cmds.keyTangent(plug, lock=False, weightLock=False, **at)
            cmds.keyTangent(plug, inTangentType="fixed", outTangentType="fixed", **at)
            cmds.keyTangent(plug, ix=1.0, iy=0.0, ox=1.0, oy=0.0, **at)
        # Two level handles of one length: the longer they are, the lower the curve is at a quarter.
        quarter = evaluated(plug, 0.25)
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            lower = bezier(0.25, (0.0, 0.0), (middle, 0.0), (1.0 - middle, 1.0), (1.0, 1.0)) > quarter
            low, high = (middle, high) if lower else (low, middle)
        reach = 0.5 * (low + high)
        # A handle that rises by one raises the middle by three eighths of what it is.
        halfway = evaluated(plug, 0.5)
        cmds.keyTangent(plug, edit=True, index=(0, 0), ox=1.0, oy=1.0)
        out = (evaluated(plug, 0.5) - halfway) / 0.375
        cmds.keyTangent(plug, edit=True, index=(0, 0), ox=1.0, oy=0.0)
        cmds.keyTangent(plug, edit=True, index=(1, 1), ix=1.0, iy=1.0)
        into = (evaluated(plug, 0.5) - halfway) / 0.375
    finally:
        cmds.delete(node)
    if reach < 1e-6 or abs(out) < 1e-9 or abs(into) < 1e-9:
        raise RuntimeError("Weighted tangents have no effect in this Maya.")
    return {"time": 1.0 / reach, "out": 1.0 / out, "in": 1.0 / into}


def difference(plug, curve):
    """The largest difference of a curve in Maya from that of DATA, at its keys and between them.

    Of a curve with a key on every frame some keys are looked at.
    """
    worst = 0.0
    times, values = curve["times"], curve["values"]
    step = max(1, len(times) // MOST_COMPARED)
    for index in range(0, len(times), step):
        time = times[index]
        worst = max(worst, abs(evaluated(plug, time) - values[index]))
        if index + 1 == len(times):
            continue
        span = times[index + 1] - time
        for share in (0.25, 0.5, 0.75):
            at = time + share * span
            worst = max(worst, abs(evaluated(plug, at) - value_in(curve, index, at)))
    size = max(values) - min(values) + 1.0
    if worst > CLOSE_ENOUGH * size:
        cmds.warning("%s differs from its keys by %.3g." % (plug, worst))
    return worst


def value_in(curve, index, time):
    """The value of a curve of DATA in its segment from a key on."""
    times, values = curve["times"], curve["values"]
    if index in curve["holds"]:
        return values[index]
    start, stop = (times[index], values[index]), (times[index + 1], values[index + 1])
    if curve["straight"]:
        return start[1] + (stop[1] - start[1]) * (time - start[0]) / (stop[0] - start[0])
    after, before = curve["after"][index], curve["before"][index + 1]
    first = (start[0] + after[0], start[1] + after[1])
    last = (stop[0] + before[0], stop[1] + before[1])
    return bezier(time, start, first, last, stop)


def bezier(time, *points):
    """The value at a time of a Bezier segment whose control points go forward in time."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        early = cubic(middle, *[point[0] for point in points]) < time
        low, high = (middle, high) if early else (low, middle)
    return cubic(0.5 * (low + high), *[point[1] for point in points])


def cubic(u, a, b, c, d):
    """A cubic Bezier polynomial."""
    v = 1.0 - u
    return v * v * v * a + 3.0 * v * v * u * b + 3.0 * v * u * u * c + u * u * u * d


def evaluated(plug, time):
    """The value of an attribute's curve in Maya."""
    return cmds.keyframe(plug, query=True, eval=True, time=(seconds(time),))[0]


def seconds(time):
    """A time as Maya reads it in any time unit."""
    return "%.12fsec" % time


apply()
