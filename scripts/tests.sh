#!/usr/bin/env bash
# The tests with one of the two engines:  scripts/tests.sh compiled [FOLDER...]
# Browsers, servers and their clocks share two cores with everything else. So what fails is tried once more, alone; only what
# fails again has failed, and what did not is named: look for its cause.
set -euo pipefail
engine=$1; shift
# Each engine remembers for itself what failed, as both may run at a time.
run() { ROUNDHOUSE_ENGINE=$engine "$(dirname "$0")/../.venv/bin/pytest" -o "cache_dir=.pytest_cache/$engine" "$@"; }

echo "ROUNDHOUSE_ENGINE=$engine pytest $*"
done=0; run -n auto --dist worksteal "$@" || done=$?
[ $done -eq 1 ] || exit $done
echo "Once more, alone, what failed:"
run --verbose --last-failed --last-failed-no-failures=none --maxfail=1 "$@"
