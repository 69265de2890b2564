#!/usr/bin/env bash
# A folder with Roundhouse and all that it needs, for `install.sh`:  deploy/venv.sh FOLDER WHEEL
# Whatever comes from elsewhere is checked by its hash, the tools that build it too, and nothing else is taken.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
target=$1 wheel=$2
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --require-hashes --only-binary :all: -r "$here/requirements-build.txt"
"$work/tools/bin/pip" wheel --quiet --no-deps --no-build-isolation --require-hashes -r "$here/requirements.txt" \
  --wheel-dir "$work/wheels"
rm -rf "$target"; install -d "$(dirname "$target")"; python3 -m venv "$target"
"$work/tools/bin/pip" --python "$target/bin/python" install --quiet --no-deps --no-index "$work"/wheels/*.whl "$wheel"
"$target/bin/roundhouse" --version
touch "$target/complete"
