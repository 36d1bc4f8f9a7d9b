"""Works on a document until it is killed: `python -m benchmarks.torture.editor FILE SEED`."""

import random
import sys

from benchmarks.torture.workload import work
from kinegraph.studio.document.document import Document

if __name__ == "__main__":
    for moment, number in work(Document(sys.argv[1]), random.Random(int(sys.argv[2]))):
        print(moment, number, flush=True)
