#!/usr/bin/env bash
# Makes sure that there is a Chromium for the browser tests: the system's if it has one, else a fresh one.
set -euo pipefail
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null && exit 0
done
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "Installing Chromium for the browser tests ..."
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
  echo "Fetching a Chromium for the browser tests ..."
  (cd "$(dirname "$0")/../web" && npx --no-install playwright install chromium)
fi
