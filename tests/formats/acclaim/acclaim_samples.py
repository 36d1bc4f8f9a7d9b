"""A small Acclaim skeleton and motion, and where its joints are by the format's definition."""

import numpy as np
from tests.formats.bvh.bvh_samples import rotation

ASF = b"""# a comment
:version 1.10
:name TESTER
:units
  mass 1.0
  length 0.45
  angle deg
:documentation
  begin with words: dof rx
:root
  order TX TY TZ RZ RY RX
  axis ZYX
  position 0 1 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name spine
    direction 0 1 0
    length 5
    axis 10 20 30 XYZ
    dof rx ry rz
    limits (-20.0 45.0)
           (-30.0 30.0)
           (-inf inf)
  end
  begin
    id 2
    name head
    axis -15 0 40 ZXY  # before the direction
    direction 0.6 0.8 0
    length 2.5
    dof rz rx
  end
  begin
    id 3
    name hip
    direction 1 0 0
    length 1
    axis 0 0 0 XYZ
  end
  begin
    id 4
    name leg
    direction 0 -1 0
    length 9
    axis 0 90 0 XYZ
    dof ry
  end
:hierarchy
  begin
    root spine hip
    spine head
    hip leg
  end
"""

AMC = b"""# made by hand
:FULLY-SPECIFIED
:DEGREES
1
root 1 2 3 10 20 30
spine 5 -10 15
head 20 -30
leg 45
2
root 2 3 4 11 21 31
spine 6 -11 16
head 21 -31
leg 4.6e1
"""


def turn(angles: dict[str, float], order: str) -> np.ndarray:
    """(3, 3) turns about fixed axes, the one that `order` names first applied first."""
    result = np.eye(3)
    for axis in order:
        result = rotation(axis, angles[axis]) @ result
    return result


def plain_world_positions(frame: int) -> dict[str, np.ndarray]:
    """World positions of the sample's joints in metres, written out by hand from the format's definition."""
    step, metres = float(frame), 0.0254 / 0.45
    root = turn({"Z": 10 + step, "Y": 20 + step, "X": 30 + step}, "ZYX")
    axes = {"spine": turn({"X": 10, "Y": 20, "Z": 30}, "XYZ"), "leg": turn({"X": 0, "Y": 90, "Z": 0}, "XYZ")}
    bend = turn({"X": 5 + step, "Y": -10 - step, "Z": 15 + step}, "XYZ")
    spine = root @ axes["spine"] @ bend @ axes["spine"].T
    leg = root @ axes["leg"] @ turn({"Y": 45 + step}, "Y") @ axes["leg"].T
    start = np.array([1.0, 3.0, 3.0]) + step
    return {
        "root": metres * start,
        "spine": metres * start,
        "hip": metres * start,
        "head": metres * (start + spine @ [0, 5, 0]),
        "leg": metres * (start + root @ [1, 0, 0]),
        "leg tip": metres * (start + root @ [1, 0, 0] + leg @ [0, -9, 0]),
    }
