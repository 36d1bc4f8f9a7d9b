"""A Dask cluster of a scheduler and workers, each a process of its own, on the loopback interface."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kinegraph.batch.store import HOME

_ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Cluster:
    """Address of the scheduler, and the processes of the workers."""

    address: str
    workers: list[subprocess.Popen]


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """Starts a cluster that keeps its files in `folder`; ends it afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "scheduler.json"
    with ExitStack() as processes:
        local = ("--host", "127.0.0.1", "--no-dashboard")
        processes.enter_context(_process("scheduler", *local, "--port", 0, "--scheduler-file", place))
        address = _address(place)
        options = ("--nthreads", 1, "--no-nanny", *local, "--local-directory", folder)
        started = [processes.enter_context(_process("worker", address, *options)) for _ in range(workers)]
        _wait_for(address, workers)
        yield Cluster(address, started)


@contextmanager
def _process(*arguments: object) -> Iterator[subprocess.Popen]:
    command = [sys.executable, "-m", "dask", *map(str, arguments)]
    process = subprocess.Popen(
        command, env=_ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _address(place: Path) -> str:
    until = time.monotonic() + 60.0
    while time.monotonic() < until:
        if place.exists() and (text := place.read_text()).endswith("}"):
            return json.loads(text)["address"]
        time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")


def _wait_for(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)


def journals(output: Path) -> list[tuple[int, str, str]]:
    """(process, event, key) of everything that workers did for a batch."""
    entries = []
    for file in (output / HOME / "journal").glob("*.jsonl"):
        process = int(file.stem.rpartition("-")[2])
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        entries += [(process, line["event"], line["key"]) for line in lines]
    return entries
