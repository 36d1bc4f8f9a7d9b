"""The child of trial.py: reads every value of a USD file and reports whether that worked.

Run by path, with the file, a memory limit [bytes] and a limit on processor time [s]; it imports nothing of
Kinegraph, so that it starts quickly. It prints "ready" when the library is loaded, then "done", or
"refused" and the library's words.
"""

import os
import sys
from typing import Any


def main() -> None:
    """Reads the file that the first argument names, within limits of memory [bytes] and CPU time [s]."""
    from pxr import Sdf, Tf

    path, memory, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    limit(memory, seconds)
    print("ready", flush=True)
    try:
        layer = Sdf.Layer.OpenAsAnonymous(path)
        if layer:
            layer.Traverse(Sdf.Path.absoluteRootPath, lambda place: touch(layer, place))
            answer = "done"
        else:
            answer = "refused"
    except (Tf.ErrorException, RuntimeError, MemoryError) as error:
        answer = "refused " + " ".join(str(error).split()).rpartition(" : ")[2].strip(" '")[:160]
    print(answer, flush=True)
    os._exit(0)  # skips the library's own clean-up, which a damaged file can make long


def touch(layer: Any, place: Any) -> None:
    """Reads every field of one spec."""
    found = layer.GetObjectAtPath(place)
    if found:
        for key in found.ListInfoKeys():
            found.GetInfo(key)


def limit(memory: int, seconds: int) -> None:
    """Sets limits where the system has them; elsewhere the parent's clock ends a slow reading."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


if __name__ == "__main__":
    main()
