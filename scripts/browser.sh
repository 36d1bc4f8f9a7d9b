#!/usr/bin/env bash
# Makes sure that there is a Chromium for the browser tests: the one that CHROMIUM names, the system's, or a fresh one.
set -euo pipefail

found() {
  [ -n "${CHROMIUM:-}" ] && return
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null && return
  done
  return 1
}

install_package() {
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
}

found && exit 0
echo "Installing a Chromium for the browser tests ..."
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] && install_package && found; then
  exit 0
fi
cd "$(dirname "$0")/../web"
npx --no-install playwright install chromium
