#!/usr/bin/env bash
# What the tests need besides Python: a PostgreSQL server to start and a Chromium to drive.
# Installed by apt where that can be done; where it can't, the tests that need them are skipped and say so.
set -euo pipefail

here() { command -v "$1" >/dev/null; }

install() {
  here apt-get && [ "$(id -u)" -eq 0 ] || return 1
  echo "Installing $1 for the tests"
  [ -n "${listed:-}" ] || { apt-get update -qq && listed=yes; } || return 1
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$1" >/dev/null
}

skipped() { echo "$1 is not here and was not installed; the tests that need it are skipped. With rights: apt-get install $1"; }

here pg_ctl || compgen -G "/usr/lib/postgresql/*/bin/pg_ctl" >/dev/null || install postgresql || skipped postgresql
# Its headless shell is Chromium without the windows: the same pages for a third of the work.
here chromium-headless-shell || install chromium-headless-shell || here chromium || here chromium-browser ||
  here google-chrome || install chromium || skipped chromium
