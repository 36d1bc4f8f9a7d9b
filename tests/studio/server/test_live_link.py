"""The live link: what a page sends arrives in programs, and in a real Blender an armature follows."""

import json
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import numpy as np
import pytest
from serving import RunningStudio, wait_until
from tests.addon.addon_parts import FOLDER, addon_part
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kinegraph.characters.cast import character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.clip import local_translations
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.formats.blender.launch import Blender, blender_environment

BEAR = character("bear")
WAVE = next(clip for clip in sample_motions("bear") if clip.name == "wave")


def described(number: int = 0) -> str:
    skeleton, rest = BEAR.skeleton, BEAR.rest
    return json.dumps(
        {
            "type": "character",
            "number": number,
            "name": "Bear",
            "joints": skeleton.names,
            "parents": np.asarray(skeleton.parents).tolist(),
            "translations": np.array(local_translations(rest)).tolist(),
            "rotations": rest.rotations.tolist(),
        }
    )


def posed(frame: int, number: int = 0) -> bytes:
    pose = WAVE.pose(frame)
    places = np.array(local_translations(pose), dtype="<f4")
    head = struct.pack("<IId", number, len(places), frame / WAVE.fps)
    return head + places.tobytes() + pose.rotations.astype("<f4").tobytes()


def live_address(running: RunningStudio) -> str:
    with running.http() as http:
        return http.get("/api/live/address").json()["address"]


@contextmanager
def publishing(running: RunningStudio) -> Iterator[ClientConnection]:
    with connect(f"ws://{running.address}/api/live/page?token={running.token}") as page:
        yield page


def test_a_program_hears_names_rest_and_poses(running: RunningStudio) -> None:
    with publishing(running) as page:
        page.send(described())
        stream = addon_part("live_stream").LiveStream(live_address(running))
        try:
            wait_until(lambda: 0 in stream.characters)
            page.send(posed(7))
            wait_until(lambda: 0 in stream.poses)
            heard, pose = stream.characters[0], WAVE.pose(7)
            assert tuple(heard.joints) == BEAR.skeleton.names
            assert np.array_equal(heard.rotations, BEAR.rest.rotations)
            assert stream.poses[0].time == 7 / WAVE.fps
            assert np.abs(np.array(stream.poses[0].rotations) - pose.rotations).max() < 1e-7
            page.close()
            wait_until(lambda: not stream.characters)
        finally:
            stream.close()


def test_only_the_token_opens_the_link_but_from_any_page(running: RunningStudio) -> None:
    address = live_address(running)
    plain = f"http://{running.address}/api/live"
    assert httpx.get(plain).status_code == 403
    assert httpx.get(f"{plain}?token=guess").status_code == 403
    elsewhere = {"Origin": "http://example.org"}
    with httpx.stream("GET", address, headers=elsewhere) as answer:
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    token = address.partition("=")[2]
    others = f"http://{running.address}/api/live/address?token={token}"
    assert httpx.get(others).status_code == 403
    assert httpx.get(address, headers={"Host": "example.org"}).status_code == 403


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"short",
        struct.pack("<IId", 0, 2**31, 0.0),
        struct.pack("<IId", 5, 1, 0.0) + bytes(28),
        posed(0)[:-1],
        "{",
        "[]",
        json.dumps({"type": "character", "number": 2**40}),
        json.dumps({"type": "other", "number": 0}),
    ],
)
def test_what_is_no_message_ends_the_connection(running: RunningStudio, message: bytes | str) -> None:
    with publishing(running) as page:
        page.send(described())
        page.send(message)
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=20)


@pytest.mark.blender
def test_an_armature_in_blender_follows(running: RunningStudio, blender: Blender, tmp_path: Path) -> None:
    script, out = Path(__file__).parents[2] / "addon" / "blender_live.py", tmp_path / "found.json"
    ended = threading.Event()

    def perform() -> None:
        with publishing(running) as page:
            page.send(described())
            for frame in (*range(len(WAVE)),) * 100:
                page.send(posed(frame))
                if ended.wait(1 / WAVE.fps):
                    return

    page = threading.Thread(target=perform)
    page.start()
    try:
        options = ["-I", script] if blender.is_python else ["--background", "--python", script, "--"]
        command = [blender.program, *options, live_address(running), FOLDER.parent, out]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            env=blender_environment(tmp_path),
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
    finally:
        ended.set()
        page.join()
    found = json.loads(out.read_text())
    assert found["name"] == "Bear"
    assert found["moments"][0]["time"] != found["moments"][1]["time"]
    for moment in found["moments"]:
        x, y, z = forward_kinematics(WAVE.pose(round(moment["time"] * WAVE.fps))).positions.T
        theirs = [moment["heads"][name] for name in BEAR.skeleton.names]
        assert np.abs(np.stack([x, -z, y], axis=1) - theirs).max() < 1e-5
