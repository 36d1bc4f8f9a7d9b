#!/usr/bin/env bash
# Writes the lock files again: names, versions and hashes, no addresses.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools/venv"
"$tools/venv/bin/python" -m pip install --quiet uv
compile() {
  "$tools/venv/bin/python" -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --no-header --no-annotate "$@"
}
# hatchling builds the package itself, without isolation, so that its version is locked too.
echo hatchling >"$tools/build.in"
compile pyproject.toml "$tools/build.in" --output-file requirements.lock
# The tests and the benchmarks run batches on Dask.
compile pyproject.toml --extra cluster --group dev --constraint requirements.lock --output-file requirements-dev.lock
compile pyproject.toml --extra cluster --group dev --group bench --constraint requirements-dev.lock --output-file requirements-bench.lock
# Blender's module, for its own environment: the long-term release, with the NumPy that it was built for.
printf 'bpy>=4.5,<4.6\nnumpy<2\n' >"$tools/blender.in"
compile "$tools/blender.in" --output-file requirements-blender.lock
# The fuzzer; newer releases have no wheel for Python 3.11.
printf "atheris<3.1; python_version < '3.12'\natheris; python_version >= '3.12'\n" >"$tools/fuzz.in"
compile "$tools/fuzz.in" --output-file requirements-fuzz.lock
# The compiler and linker of the runtime: the last release with all of musl's mathematics as C sources.
# CUDA's mathematics, for the code of crowds on a GPU; NVIDIA has no package for macOS.
printf "ziglang==0.14.1\nnvidia-nvvm>=13,<14; sys_platform != 'darwin'\n" >"$tools/runtime.in"
compile "$tools/runtime.in" --output-file requirements-runtime.lock
(cd web && npm install --package-lock-only --no-audit --no-fund)
# npm adds addresses of sponsors, which do not belong in a lock.
(cd web && node -e '
  const fs = require("fs"), lock = JSON.parse(fs.readFileSync("package-lock.json"));
  for (const entry of Object.values(lock.packages)) delete entry.funding;
  fs.writeFileSync("package-lock.json", JSON.stringify(lock, null, 2) + "\n");
')
