"""Fuzzing: damaged input for every reader and every message. Imports the package and the tests' samples."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "studio"))  # its modules import one another from there
