"""Batches: files per hour on one and on two workers, and a cluster that loses a worker half-way.

The library is every file in ../shared/data that a batch reads, if that folder is there; else tiny captures.
"""

import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.batch.dask_cluster import dask_cluster, journals
from tests.batch.small_library import write_library

from benchmarks import REAL_DATA
from kinegraph.batch import ConvertJob, KeysJob, Progress, run_batch, write_report
from kinegraph.batch.jobs.all_jobs import AnyJob

JOBS: tuple[AnyJob, ...] = (ConvertJob(to=".glb"), KeysJob(to=".json"))
WORKERS = 3


def main() -> int:
    """Prints the throughput and the outcome of the killed run; 1 if work was lost or done twice."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for job in JOBS:
            _throughput(job, folder)
        return _kill_one(folder)


def _captures(folder: Path) -> list[Path]:
    if REAL_DATA.is_dir():
        return [REAL_DATA / "cmu", REAL_DATA / "more_cmu"]
    write_library(folder / "library", 30)
    return [folder / "library"]


def _throughput(job: AnyJob, folder: Path) -> None:
    """Files per hour, from the first result to the last: workers are warm by then."""
    library, rates = _captures(folder), []
    for workers in (1, 2):
        moments: list[float] = []
        output = folder / f"throughput-{workers}"
        started = time.perf_counter()
        counts = run_batch(
            job, library, output, workers=workers, progress=lambda _, m=moments: m.append(time.perf_counter())
        )
        whole = time.perf_counter() - started
        rates.append(3600.0 * (len(moments) - 1) / (moments[-1] - moments[0]))
        print(
            f"{job.__struct_config__.tag}, {workers} worker{'s' * (workers > 1)}: {counts.done} files, "
            f"{rates[-1]:,.0f} per hour ({whole:.1f} s with start-up)",
            flush=True,
        )
        started = time.perf_counter()
        run_batch(job, library, output, workers=workers)
        print(f"  a second run of it: {time.perf_counter() - started:.2f} s", flush=True)
        shutil.rmtree(output)
    print(f"  scaling from one worker to two: {rates[1] / rates[0]:.2f} times", flush=True)


def _kill_one(folder: Path) -> int:
    """Runs a batch on a cluster of three workers and kills the busiest one at a third of the files."""
    library, output = [REAL_DATA] if REAL_DATA.is_dir() else _captures(folder), folder / "killed"
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not killed and progress.done >= progress.files // 3:
            busy = Counter(process for process, event, _ in journals(output) if event == "start")
            killed.append(busy.most_common(1)[0][0])
            os.kill(killed[0], signal.SIGKILL)

    started = time.perf_counter()
    with dask_cluster(folder / "cluster", WORKERS) as cluster:
        counts = run_batch(JOBS[1], library, output, cluster=cluster.address, progress=kill)
    spent = time.perf_counter() - started
    entries = journals(output)
    done = Counter(key for _, event, key in entries if event == "done")
    begun = Counter(key for _, event, key in entries if event == "start")
    cut = {key for p, event, key in entries if event == "start" and p == killed[0]}
    cut -= {key for p, event, key in entries if event == "done" and p == killed[0]}
    twice = [key for key, times in begun.items() if times > 1 and key not in cut]
    twice += [key for key, times in done.items() if times > 1]
    lost = counts.files - counts.done - counts.failed
    page = write_report(output, output / "report")
    print(
        f"killed one of {WORKERS} workers: {counts.files} files in {spent:.0f} s, {counts.done} done, "
        f"{counts.failed} failed, {lost} lost, {len(twice)} done twice, "
        f"{len(cut & set(done))} interrupted and done by another",
        flush=True,
    )
    _keep(page.parent, output)
    return int(bool(lost or twice))


def _keep(report: Path, output: Path) -> None:
    """Copies the report to the folder that KEEP_REPORT names, to look at it."""
    target = os.environ.get("KEEP_REPORT")
    if target:
        shutil.copytree(output, target, symlinks=True)
        print(f"the report is in {Path(target) / report.name}")


if __name__ == "__main__":
    raise SystemExit(main())
