"""Entry for Blender: `blender --background --python run.py -- FOLDER`, or `python run.py FOLDER`.

With - in place of FOLDER it does job after job: the folders come line by line through the standard input.
"""

import os
import sys
import traceback

FOLDER, MANY = sys.argv[-1], "-"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from job_folder import Refused, load_job, save_result  # noqa: E402  (found through the line above)

MEMORY_LIMIT = 16 << 30  # bytes of address space: a file that claims more is broken or hostile


def limit_memory():
    """Bounds what a hostile file can take; where the system has no such limit, the caller's clock ends it."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def run(folder):
    """Does the job; returns the result and its arrays."""
    import bpy

    job, arrays = load_job(folder)
    if job["task"] == "read":
        from read_scene import read_scene

        result, arrays = read_scene(job)
    else:
        from write_scene import write_scene

        result, arrays = write_scene(job, arrays), {}
    result["blender"] = bpy.app.version_string
    return result, arrays


def reason_of(error):
    """The first line of what Blender said, without the labels it puts before it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = lines[0] if lines else type(error).__name__
    while reason.startswith(("Error: ", "RuntimeError: ")):
        reason = reason.split(": ", 1)[1]
    return reason


def do_job(folder):
    """Writes the result, or the reason why there is none."""
    try:
        result, arrays = run(folder)
    except Refused as refusal:
        result, arrays = {"refused": str(refusal)}, {}
    except MemoryError:
        result, arrays = {"refused": "needs more memory than Blender may take."}, {}
    except Exception as error:
        traceback.print_exc()
        result, arrays = {"failed": reason_of(error)}, {}
    save_result(folder, result, arrays)
    sys.stdout.flush()
    sys.stderr.flush()


def main():
    """Does the job in one folder, or those in many until there are no more."""
    limit_memory()
    if FOLDER == MANY:
        for line in sys.stdin.buffer:
            do_job(os.fsdecode(line.rstrip(b"\n")))
    else:
        do_job(FOLDER)
    os._exit(0)  # the work is done and on disk; Blender's own way out can crash, or wait for ever


main()
