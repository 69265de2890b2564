#!/usr/bin/env bash
# A house on a fresh Debian 12 or later, from nothing to HTTPS; run again with a newer wheel it is the upgrade.
#
#   sudo deploy/install.sh games.example.org dist/roundhouse_games-1.0-….whl
#
# Beside this script lie the lock file (../requirements.txt), the units and the Caddyfile. What it does stands step by step
# in docs/server.md. Nothing is changed that is already as it should be.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
domain=${1:?usage: install.sh DOMAIN WHEEL}; wheel=${2:?usage: install.sh DOMAIN WHEEL}
# CERTIFICATES=internal: Caddy's own authority, for a network without names of its own, and for trying.
certificates=${CERTIFICATES:-}
[ "$(id -u)" -eq 0 ] || { echo "install.sh is run by root: sudo $0 $*" >&2; exit 1; }
[ -f "$wheel" ] || { echo "there is no wheel $wheel: make one with 'deploy/build.sh'" >&2; exit 1; }
systemd() { [ ! -d /run/systemd/system ] || systemctl "$@"; }
version=$(basename "$wheel" | cut -d- -f2)

echo "1. packages"
missing=$(for one in python3-venv postgresql caddy; do dpkg -s "$one" >/dev/null 2>&1 || echo "$one"; done)
if [ -n "$missing" ]; then
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null
fi

echo "2. a user of its own, who can sign in nowhere"
id roundhouse >/dev/null 2>&1 ||
  adduser --quiet --system --group --home /var/lib/roundhouse --shell /usr/sbin/nologin roundhouse
install -d -m 750 -o roundhouse -g roundhouse /var/lib/roundhouse /var/backups/roundhouse

echo "3. Roundhouse $version, with everything it needs checked by its hash"
target=/opt/roundhouse/$version
[ -e "$target/complete" ] || "$here/venv.sh" "$target" "$wheel"

echo "4. PostgreSQL: a role that only this machine's user is, and a database"
pg_lsclusters -h | grep -q online || systemd start postgresql || true
pg_lsclusters -h | grep -q online || pg_ctlcluster "$(pg_lsclusters -h | awk 'NR == 1 { print $1 }')" main start
as_postgres() { runuser -u postgres -- env -C / "$@"; }
as_postgres psql -qAtc "SELECT 1 FROM pg_roles WHERE rolname = 'roundhouse'" | grep -q 1 || as_postgres createuser roundhouse
as_postgres psql -qAtc "SELECT 1 FROM pg_database WHERE datname = 'roundhouse'" | grep -q 1 ||
  as_postgres createdb --owner roundhouse --encoding UTF8 --template template0 roundhouse

echo "5. settings, in /etc/roundhouse/roundhouse.env"
install -d -m 750 -o root -g roundhouse /etc/roundhouse
if [ ! -e /etc/roundhouse/roundhouse.env ]; then
  sed "s/games\.example\.org/$domain/" "$here/roundhouse.env" >/etc/roundhouse/roundhouse.env
  chown root:roundhouse /etc/roundhouse/roundhouse.env; chmod 640 /etc/roundhouse/roundhouse.env
fi
install -m 755 "$here/roundhouse-admin" /usr/local/bin/roundhouse-admin

if [ -e /opt/roundhouse/current ] && [ "$(readlink /opt/roundhouse/current)" != "$target" ]; then
  echo "   a backup before the upgrade"
  roundhouse-admin backup "/var/backups/roundhouse/before-$version-$(date +%Y-%m-%d-%H%M%S).backup" --prove
fi
before=$(readlink /opt/roundhouse/current 2>/dev/null || true)
ln -sfn "$target" /opt/roundhouse/current

echo "6. units: the server, and a proved backup each night"
install -m 644 "$here"/roundhouse.service "$here"/roundhouse-backup.service "$here"/roundhouse-backup.timer /etc/systemd/system/
systemd daemon-reload
systemd enable --quiet roundhouse.service roundhouse-backup.timer
if [ "$before" = "$target" ]; then systemd start roundhouse.service; else systemd restart roundhouse.service; fi
systemd start roundhouse-backup.timer

echo "7. HTTPS, by Caddy"
sed "s/games\.example\.org/$domain/" "$here/Caddyfile" >/etc/caddy/Caddyfile.new
[ "$certificates" != internal ] || sed -i "s/# tls internal/tls internal/" /etc/caddy/Caddyfile.new
caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile.new >/dev/null 2>&1 ||
  { caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile.new; exit 1; }
mv /etc/caddy/Caddyfile.new /etc/caddy/Caddyfile
systemd reload-or-restart caddy

echo "https://$domain/ is open. Make an account there, and then: sudo roundhouse-admin host NAME"
