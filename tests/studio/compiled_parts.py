"""Tasks that stand for those that compile: each notes in a file that it ran, and in which process."""

import os
import time
from pathlib import Path

NOTES = "KINEGRAPH_TEST_NOTES"


def note(name: str) -> bytes:
    with Path(os.environ[NOTES]).open("a") as file:
        file.write(f"{name} {os.getpid()}\n")
    time.sleep(0.3)
    return b"compiled"


def performing(*, progress: object = None) -> bytes:
    return note("performing")


def doodles(*, progress: object = None) -> bytes:
    return note("doodles")


def keys(*, progress: object = None) -> bytes:
    return note("keys")
