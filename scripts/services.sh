#!/usr/bin/env bash
# What the tests need besides Python: a PostgreSQL server to start and a Chromium to drive.
# Installed by apt where that can be done; where it can't, the tests that need them are skipped and say so.
set -euo pipefail

missing=()
command -v pg_ctl >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/pg_ctl" >/dev/null || missing+=(postgresql)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
  missing+=(chromium)
[ ${#missing[@]} -eq 0 ] && exit 0

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  echo "Installing ${missing[*]} for the tests"
  export DEBIAN_FRONTEND=noninteractive
  if apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null; then
    exit 0
  fi
fi
echo "Not here and not installed: ${missing[*]}. The tests that need them are skipped." \
  "With rights: apt-get install ${missing[*]}"
