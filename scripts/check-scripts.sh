#!/usr/bin/env bash
# The types of the scripts that browsers load: TypeScript reads them as they are, and nothing is built. Where there is no npm
# the check is left out, and says so.
set -euo pipefail
cd "$(dirname "$0")/.."

at=build/typescript
if ! command -v npm >/dev/null; then
  echo "Types of scripts are not checked: npm is not here"
  exit 0
fi
[ -x "$at/node_modules/.bin/tsc" ] || npm install --silent --no-audit --no-fund --prefix "$at" 'typescript@~5.9' || {
  echo "Types of scripts are not checked: npm has no TypeScript here"
  exit 0
}
"$at/node_modules/.bin/tsc" --project jsconfig.json
