"""Writes a digest of the sources that the studio's preparation depends on, if it has changed.

The preparation compiles kernels and shapes the cast: it is stale when a kernel, a file that a kernel imports,
or a file of `characters` changes. make compares file times, so an equal digest leaves the file alone.

Run: python scripts/engine_stamp.py FILE
"""

import sys
from hashlib import sha256
from pathlib import Path

import kinegraph
from kinegraph.core.kernels.cache import stamp_of_kernels


def engine_stamp() -> str:
    """Digest of the kernels, of all that they import, and of the characters."""
    characters = Path(kinegraph.__file__).parent / "characters"
    digest = sha256(stamp_of_kernels().encode())
    for path in sorted(characters.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    file, stamp = Path(sys.argv[1]), engine_stamp()
    if not file.is_file() or file.read_text() != stamp:
        file.write_text(stamp)
