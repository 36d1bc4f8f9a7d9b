#!/usr/bin/env bash
# Gets Blender as a Python module into an environment of its own, .venv-blender: bpy is GPL, is built for exactly
# Python 3.11 and wants NumPy 1, so it never shares ours.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=.venv-blender
lock=requirements-blender.lock

works() { "$venv/bin/python" -I -c 'import bpy' >/dev/null 2>&1; }

if cmp -s "$lock" "$venv/.installed" && works; then
  echo "Blender is in $venv already."
  exit 0
fi

python=""
for candidate in "${BLENDER_PYTHON:-python3.11}" "${PYTHON:-python3}" python3; do
  if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' >/dev/null 2>&1; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "The Blender module needs Python 3.11, and none was found: say where one is with" >&2
  echo "'make blender BLENDER_PYTHON=/path/to/python3.11', or install Blender itself; then 'make blender' is not needed." >&2
  exit 1
fi

echo "Fetching Blender as a Python module into $venv; it takes 1 GB there ..."
rm -rf "$venv"
"$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$lock"

if ! works; then
  missing=$("$venv/bin/python" -I -c 'import bpy' 2>&1 | tail -n 1)
  echo "Blender is installed in $venv but does not start: $missing" >&2
  echo "If a shared library is missing, on Debian and Ubuntu this gets them all:" >&2
  echo "  apt-get install libgl1 libx11-6 libxext6 libxi6 libxfixes3 libxrender1 libxkbcommon0 libsm6 libice6" >&2
  exit 1
fi
cp "$lock" "$venv/.installed"
"$venv/bin/python" -I -c 'import bpy; print("Blender", bpy.app.version_string, "is in .venv-blender.")'
