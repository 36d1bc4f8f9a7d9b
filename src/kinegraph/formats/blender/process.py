"""Blender as a process of its own: handing it a job through a folder.

Kinegraph never imports bpy: it is GPL, wants its own Python and NumPy, and a crash in it must not be ours.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.errors import FormatError
from kinegraph.formats.blender.launch import Blender, blender_environment, find_blender, kill_process
from kinegraph.formats.blender.session import kept_blender

Arrays = dict[str, np.ndarray]


def run_job(
    job: dict[str, Any], arrays: Arrays, path: Path, folder: Path, timeout: float
) -> tuple[dict, Arrays]:
    """Runs a job in Blender; returns its result and arrays.

    path: The file that is read or written, for the errors.
    folder: An empty folder of this job's own.
    timeout: How long Blender may take [s].
    Raises FormatError with the reason where Blender refuses, fails, crashes or takes too long.
    """
    blender = find_blender()
    np.savez(folder / "job.npz", **arrays)  # type: ignore[arg-type]
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    (folder / "user").mkdir(exist_ok=True)
    doing = "reading" if job["task"] == "read" else "writing"
    try:
        code = _run(blender, folder, timeout)
    except subprocess.TimeoutExpired:
        raise FormatError(
            path, f"Blender was still {doing} it after {timeout:g} s and was stopped."
        ) from None
    if not (folder / "result.json").is_file():
        raise FormatError(path, f"Blender stopped while {doing} it ({_ending(code)}).")
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    if "refused" in result:
        raise FormatError(path, result["refused"])
    if "failed" in result:
        raise FormatError(path, f"Blender failed at {doing} it: {_without_path(result['failed'], path)}")
    with np.load(folder / "result.npz", allow_pickle=False) as stored:
        return result, {name: stored[name] for name in stored.files}


def _run(blender: Blender, folder: Path, timeout: float) -> int:
    """Does the job in a folder and returns the exit code; a Blender that was kept goes on, with code 0."""
    kept = kept_blender()
    if kept is not None:
        return kept.run(folder, timeout) or 0
    with open(folder / "log.txt", "wb") as log:
        process = subprocess.Popen(
            blender.command(folder),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=blender_environment(folder),
            start_new_session=True,
        )
        try:
            return process.wait(timeout)
        finally:
            if process.poll() is None:
                kill_process(process)


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _without_path(reason: str, path: Path) -> str:
    """Blender's sentence without the path, which the error already names."""
    text = reason
    for quote in "\"'":
        named = f"{quote}{path}{quote}"
        text = (
            text.replace(f"Loading {named} failed: ", "").replace(f" in file {named}", "").replace(named, "")
        )
    text = text.replace(str(path), "").replace(" :", ":").strip(" :.")
    return f"{text}."
