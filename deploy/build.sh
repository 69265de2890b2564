#!/usr/bin/env bash
# A wheel of this checkout in dist/, built with tools that are checked by their hashes. Needs a C compiler and Python's
# headers (Debian: gcc python3-dev python3-venv) to have the compiled engine.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
tools=$(mktemp -d); trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --require-hashes -r "$here/requirements-build.txt"
"$tools/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "${1:-$here/dist}" "$here"
(cd "${1:-$here/dist}" && sha256sum ./*.whl >SHA256SUMS && cat SHA256SUMS)
