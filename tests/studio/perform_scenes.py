"""A document with a character to perform with, and a page's view of Perform."""

import time
from typing import Any

import numpy as np
from page_client import PageClient
from serving import RunningStudio

from kinegraph.core.math.rotations import quat_from_axis_angle

PIP = "pip"
HIPS, SPINE, LEFT_ARM, RIGHT_ARM = range(4)
HALF = [0.0, 0.0, float(np.sin(0.25)), float(np.cos(0.25))]  # half a radian about Z


def about(axis: int, angle: float) -> list[float]:
    """A rotation as commands carry it."""
    turn = np.zeros(3)
    turn[axis] = angle
    return quat_from_axis_angle(turn).tolist()


def done(page: PageClient, command: str, /, **fields: Any) -> dict:
    """Asks for something and expects that it is done."""
    answer = page.ask(command, **fields)
    assert answer["type"] == "Done", answer
    return answer


def turn(page: PageClient, joint: int, axis: int, angle: float, **fields: Any) -> None:
    """Turns a joint of the pose that is being designed."""
    done(page, "TurnJoint", character=PIP, joint=joint, rotation=about(axis, angle), **fields)


def add_set(page: PageClient, name: str, **fields: Any) -> str:
    """Makes a set; returns its id."""
    return done(page, "AddSet", character=PIP, name=name, **fields)["created"][0]


def a_swaying_set(page: PageClient, name: str = "sway", **fields: Any) -> str:
    """Three keys, of the whole body unless given: upright, bent left and bent right."""
    id = add_set(page, name, **fields)
    done(page, "SetKey", set=id, place=[0.0, 1.0, 0.5], name="upright")
    turn(page, SPINE, 2, -0.6)
    done(page, "SetKey", set=id, place=[0.5, 1.0, 0.5], name="left")
    done(page, "MirrorKey", set=id, key="left")
    done(page, "ResetPose", character=PIP)
    return id


def a_wave(seconds: float = 1.0, count: int = 61) -> list[list[float]]:
    """Samples of a hand that goes from side to side."""
    times = np.linspace(0.0, seconds, count)
    return [[t, 0.5 * np.sin(5.0 * t), 1.0, 0.5] for t in times.tolist()]


def record(
    page: PageClient, set_id: str, samples: list | None = None, name: str | None = None, **fields: Any
) -> str:
    """Records a take; returns the id of its performance."""
    take = done(page, "StartTake", character=PIP, set=set_id, **fields)["created"][0]
    samples = a_wave() if samples is None else samples
    for start in range(0, len(samples), 20):
        done(page, "TakeSamples", take=take, samples=samples[start : start + 20])
    created = done(page, "EndTake", take=take, keep=True, name=name)["created"]
    return created[0] if created else fields["motion"]


def clip_of(page: PageClient, motion: str) -> dict[str, np.ndarray]:
    """The arrays of a motion's frames."""
    done(page, "RequestClip", motion=motion)
    return page.frames[-1][1]


def performed(page: PageClient, sequence: int, position: Any, **fields: Any) -> tuple:
    """Moves the cursor; returns the frame that answers it."""
    page.say("Cursor", position=list(position), time=time.monotonic(), sequence=sequence, **fields)
    while True:
        header, arrays = page.frame()
        if type(header).__name__ == "PerformFrame" and header.sequence == sequence:
            return header, arrays


def perform_stock(running: RunningStudio) -> RunningStudio:
    """Adds a set of the body, one of an arm, one that moves both, and a performance."""
    with running.page() as page:
        sway = a_swaying_set(page, joints=["hips", "spine"])
        arm = add_set(page, "arm", joints=["left_arm"])
        for index, angle in enumerate((0.0, 1.0)):
            turn(page, LEFT_ARM, 2, angle)
            done(page, "SetKey", set=arm, place=[0.2 * index, 0.3, 0.5], name=f"arm {index}")
        done(page, "ResetPose", character=PIP)
        both = add_set(page, "both", controllers=[sway, arm])
        for index in range(2):
            done(page, "MoveController", set=sway, place=[0.4 * index, 1.0, 0.5])
            done(page, "SetKey", set=both, place=[0.3 * index, 1.5, 0.5], name=f"both {index}")
        record(page, sway)
    return running


def set_called(page: PageClient, name: str) -> str:
    """The id of a set by its name."""
    found = [r["id"] for r in page.records.values() if r["kind"] == "set" and r["name"] == name]
    assert len(found) == 1
    return found[0]
