#!/usr/bin/env bash
# What scripts/try_host.sh does in the fresh Debian: see there. Each line that works is told; the first that does not ends it.
set -euo pipefail
wheel=$1 earlier=${2:-}
cd /root/roundhouse
works() { echo "works: $1"; }
fails() { echo "FAILED: $1"; tail -n 30 /var/log/roundhouse.log /var/log/caddy.log 2>/dev/null; exit 1; }
expect() { local said; said=$("${@:2}" 2>&1) || { echo "$said"; fails "$1"; }; works "$1"; }
install -d -m 2775 -o postgres -g postgres /run/postgresql
root_ca=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
get() { curl -sS --fail --max-time 20 --cacert "$root_ca" "$@"; }

# Where systemd does not run, its units are run by hand: by their own lines, users and settings.
line_of() { sed -n "s/^ExecStart=//p" "/etc/systemd/system/$1" | sed 's/%%/%/g'; }
by_unit() { runuser -u roundhouse -- bash -c 'set -a; . /etc/roundhouse/roundhouse.env; set +a; umask 0077; cd /var/lib/roundhouse; eval "$1"' bash "$1"; }
start() {
  by_unit "$(line_of roundhouse.service)" >>/var/log/roundhouse.log 2>&1 & server=$!
  runuser -u caddy -- env HOME=/var/lib/caddy XDG_DATA_HOME=/var/lib/caddy/.local/share caddy run --config /etc/caddy/Caddyfile >>/var/log/caddy.log 2>&1 & caddy=$!
  for _ in $(seq 120); do get -o /dev/null https://games.example.org/health 2>/dev/null && return; sleep 0.5; done
  fails "the house opens behind HTTPS"
}
stop() { kill "$caddy"; pkill_children "$server"; kill "$server" 2>/dev/null || true; wait "$server" "$caddy" 2>/dev/null || true
  for _ in $(seq 100); do curl -s -o /dev/null --max-time 2 http://127.0.0.1:8080/health || return 0; sleep 0.3; done; fails "the server ends"; }
pkill_children() { local one; for one in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do pkill_children "$one"; kill "$one" 2>/dev/null || true; done; }

first=${earlier:-$wheel}
CERTIFICATES=internal deploy/install.sh games.example.org "$first"
works "install.sh, from $(cat /etc/debian_version)"
expect "systemd-analyze verifies the units" systemd-analyze verify --man=no /etc/systemd/system/roundhouse.service \
  /etc/systemd/system/roundhouse-backup.service /etc/systemd/system/roundhouse-backup.timer
expect "the settings are read by nobody else" sh -c 'test "$(stat -c %a /etc/roundhouse/roundhouse.env)" = 640'
start; works "https://games.example.org answers, with a certificate of Caddy's authority"
get -o /dev/null -w '%{http_code}\n' --head https://games.example.org/health | grep >/dev/null 200 || fails "/health by HEAD"; works "/health by HEAD"
test "$(curl -s -o /dev/null -w '%{http_code}' http://games.example.org/)" = 308 || fails "HTTP leads to HTTPS"; works "HTTP leads to HTTPS"
get -D - -o /dev/null https://games.example.org/ | grep -i >/dev/null "content-security-policy" || fails "pages come with their headers"; works "pages come with their headers"

page() { get -b /root/jar -c /root/jar -H "Origin: https://games.example.org" "$@"; }
page -o /dev/null -d "name=Hanna" -d "password=a good password" https://games.example.org/claim; works "an account is made"
grep -q "TRUE.*roundhouse" /root/jar || fails "its cookie is for HTTPS only"; works "its cookie is for HTTPS only"
expect "the first host is made" roundhouse-admin host Hanna
page https://games.example.org/moderation | grep >/dev/null "Who may come" || fails "the host has the moderators' page"; works "the host has the moderators' page"

# A week of a club's life: people, tables against bots, moves, chat.
cat >/root/week.py <<'P'
import json, ssl, sys, urllib.request
ca = ssl.create_default_context(cafile=sys.argv[1])
def ask(path, said=None, token=""):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if said is None else json.dumps(said).encode()
    with urllib.request.urlopen(urllib.request.Request("https://games.example.org/api" + path, data, headers), timeout=60, context=ca) as answer:
        return json.load(answer)
games = ["irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"]
moves = 0
for number in range(8):
    token = ask("/players", {"name": f"Player {number}"})["token"]
    game = games[number % 4]
    seats = ["me", "level-1", "level-1"][: 2 if game in ("narrow-gauge", "appalachian-trail") else 3]
    id = ask("/tables", {"game": game, "seats": seats, "public": True}, token)["id"]
    for _ in range(60):
        view = ask(f"/tables/{id}/view", token=token)
        if view["legal"]:
            ask(f"/tables/{id}/act", {"line": view["legal"][number % len(view["legal"])]["line"] if isinstance(view["legal"][0], dict) else view["legal"][number % len(view["legal"])], "version": view["table"]["version"]}, token)
            moves += 1
        if moves % 15 == 14:
            break
    ask(f"/tables/{id}/chat", {"words": "good game"}, token)
    print(id)
print(moves, "moves", file=sys.stderr)
P
tables=$(python3 /root/week.py "$root_ca") || fails "a week of a club's life"
works "a week of a club's life: $(echo "$tables" | wc -l) tables"
if [ -n "$earlier" ]; then
  stop; CERTIFICATES=internal deploy/install.sh games.example.org "$wheel"; start
  works "an upgrade from $(basename "$earlier" | cut -d- -f2) to $(basename "$wheel" | cut -d- -f2), with a proved backup before it"
  ls /var/backups/roundhouse/before-*.backup >/dev/null
fi
reported=$(echo "$tables" | head -1)
expect "a table is hidden" roundhouse-admin hide "$reported"
test "$(curl -s -o /dev/null -w '%{http_code}' --cacert "$root_ca" "https://games.example.org/games/$reported")" = 403 || fails "strangers see it no more"; works "strangers see it no more"
curl -sS -o /dev/null --cacert "$root_ca" -c /root/trouble -H "Origin: https://games.example.org" -d "name=Trouble" -d "password=another password" https://games.example.org/claim
expect "a troublemaker is banned, first as a dry run" roundhouse-admin ban Trouble --why "spoils games" --dry-run
expect "and then in earnest" roundhouse-admin ban Trouble --why "spoils games"
test "$(curl -s -o /dev/null -w '%{http_code}' --cacert "$root_ca" -H "Origin: https://games.example.org" -d "name=Trouble" -d "password=another password" https://games.example.org/login)" = 403 || fails "and comes in no more"; works "and comes in no more"
grep -q "sign-in failed" /var/log/roundhouse.log || fails "which the log tells, with the address"; works "which the log tells, with the address"
expect "the log of hosts holds together" roundhouse-admin log
expect "statistics" roundhouse-admin statistics

line_of roundhouse-backup.service | head -1 >/root/line; expect "the nightly backup, proved" by_unit "$(cat /root/line)"
backup=$(ls /var/backups/roundhouse/house-*.backup | tail -1)
test "$(stat -c '%a %U' "$backup")" = "600 roundhouse" || fails "nobody else reads it"; works "nobody else reads it"


# A second machine: another database, of the backup.
stop
as_postgres() { runuser -u postgres -- env -C / "$@"; }
as_postgres createdb --owner roundhouse --encoding UTF8 --template template0 second
expect "the backup is restored on a second database" roundhouse-admin restore "$backup" --database "postgresql://roundhouse@/second?host=/run/postgresql"
sed -i 's#/roundhouse?host#/second?host#' /etc/roundhouse/roundhouse.env
start; page https://games.example.org/me | grep >/dev/null Hanna || fails "the restored house knows its people, by the cookies that they had"; works "the restored house knows its people, by the cookies that they had"
stop
expect "every game of it is as it should be" roundhouse-admin check
expect "a move to SQLite" roundhouse-admin move "sqlite:////var/lib/roundhouse/house.sqlite"
as_postgres createdb --owner roundhouse --encoding UTF8 --template template0 third
expect "and back to PostgreSQL" roundhouse-admin move --database "sqlite:////var/lib/roundhouse/house.sqlite" "postgresql://roundhouse@/third?host=/run/postgresql"
sed -i 's#/second?host#/third?host#' /etc/roundhouse/roundhouse.env
start; page https://games.example.org/me | grep >/dev/null Hanna || fails "and the house goes on there"; works "and the house goes on there"
stop

mkdir -p /etc/ssl/private; openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=games.example.org -keyout /etc/ssl/games.key -out /etc/ssl/games.crt 2>/dev/null
printf 'events {}\nhttp {\n include /root/roundhouse/nginx.conf;\n}\n' >/root/nginx-whole.conf
expect "nginx -t on the sample" nginx -t -c /root/nginx-whole.conf
as_postgres pg_ctlcluster "$(pg_lsclusters -h | awk 'NR == 1 { print $1 }')" main stop -- -m fast || true
echo "all works"
