"""A small BVH with something of everything in it, and a plain reader to compare with."""

import numpy as np

WALKER = b"""HIERARCHY
ROOT Hips
{
\tOFFSET 0.0 90.0 0.0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Spine
\t{
\t\tOFFSET 0.0 25.0 -1.5
\t\tCHANNELS 3 Yrotation Xrotation Zrotation
\t\tJOINT Head
\t\t{
\t\t\tOFFSET 0.0 3.0e1 2.0
\t\t\tCHANNELS 1 Yrotation
\t\t\tEnd Site
\t\t\t{
\t\t\t\tOFFSET 0.0 20.0 0.0
\t\t\t}
\t\t\tEnd Site
\t\t\t{
\t\t\t\tOFFSET 0.0 0.0 10.0
\t\t\t}
\t\t}
\t}
\tJOINT LeftLeg
\t{
\t\tOFFSET 10.0 -5.0 0.0
\t\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\t\tJOINT LeftFoot
\t\t{
\t\t\tOFFSET 0.0 -80.0 0.0
\t\t\tCHANNELS 0
\t\t}
\t}
}
MOTION
Frames: 3
Frame Time: 0.0333333
0 91 0 10 20 30 -5 15 25 40 10 -5 0 1 2 3
1 92 -1.5 11 21 31 -6 16 26 41 11 -6.5 0.25 2 3 4
2.5e0 93 -3 12 22 32 -7 17 27 42 12 -7 0.5 3 4 5
"""


def rotation(axis: str, degrees: float) -> np.ndarray:
    """(3, 3) the textbook rotation about a coordinate axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "X": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "Y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "Z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def plain_world_positions(text: str) -> dict[str, np.ndarray]:
    """World positions (F, 3) per joint name of a BVH, in file units: the slow, obvious reading."""
    tokens = text.split()
    joints: list[tuple[str, int, list[float], list[str]]] = []
    place = 1

    def joint(parent: int) -> None:
        nonlocal place
        name, index = tokens[place + 1], len(joints)
        joints.append((name, parent, [], []))
        place += 3
        while tokens[place] != "}":
            if tokens[place] == "OFFSET":
                joints[index][2].extend(map(float, tokens[place + 1 : place + 4]))
                place += 4
            elif tokens[place] == "CHANNELS":
                count = int(tokens[place + 1])
                joints[index][3].extend(tokens[place + 2 : place + 2 + count])
                place += 2 + count
            elif tokens[place] == "End":
                place += 8
            else:
                joint(index)
        place += 1

    joint(-1)
    values = np.array(tokens[place + 6 :], dtype=float)
    rows = values.reshape(int(tokens[place + 2]), -1)
    world: dict[str, np.ndarray] = {name: np.empty((len(rows), 3)) for name, *_ in joints}
    for frame, row in enumerate(rows):
        column, done = 0, []
        for name, parent, offset, channels in joints:
            local, turn = list(offset), np.eye(3)
            for channel in channels:
                if channel.endswith("position"):
                    local["XYZ".index(channel[0])] = row[column]
                else:
                    turn = turn @ rotation(channel[0], row[column])
                column += 1
            position, orientation = (np.zeros(3), np.eye(3)) if parent < 0 else done[parent]
            done.append((position + orientation @ np.array(local), orientation @ turn))
            world[name][frame] = done[-1][0]
    return world
