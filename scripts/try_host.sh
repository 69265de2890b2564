#!/usr/bin/env bash
# A fresh Debian in a folder, taken by deploy/install.sh from nothing to a house behind HTTPS, and through a host's life:
#
#   scripts/try_host.sh [WHEEL [EARLIER_WHEEL]]        (make test-host; by root, some minutes)
#
# Wheels are built by deploy/build.sh where none are given. The house runs in a network and processes of its own (unshare),
# with Caddy's own authority for certificates. Only Debian's mirror and PyPI are asked, by apt and pip. Where a test can't
# run, it says why and ends with 0 (3 with NEEDED=yes). SUITE names the release of Debian; KEEP=yes keeps the folder.
set -euo pipefail
cd "$(dirname "$0")/.."
unable() { echo "not tried: $1"; [ "${NEEDED:-}" = yes ] && exit 3; exit 0; }
[ "$(id -u)" -eq 0 ] || unable "root makes the folder"
command -v debootstrap >/dev/null || unable "debootstrap is not here (apt-get install debootstrap)"
unshare --net true 2>/dev/null || unable "no network of its own can be made here"
work=${WORK:-$(mktemp -d /var/tmp/roundhouse-host.XXXXXX)}
house=$work/house suite=${SUITE:-bookworm}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
install -d "$work"

wheel=${1:-}
if [ -z "$wheel" ]; then deploy/build.sh "$work/dist"; wheel=$(ls "$work"/dist/*.whl); fi
earlier=${2:-}
if [ ! -d "$work/fresh" ]; then
  echo "A fresh Debian ($suite)"
  debootstrap --variant=minbase --include=ca-certificates,adduser,iproute2,curl "$suite" "$work/fresh.part" >"$work/debootstrap.log"
  mv "$work/fresh.part" "$work/fresh"
fi
rm -rf "$house"; cp -a "$work/fresh" "$house"
# As this machine reaches PyPI, so does the folder: its list of authorities.
install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$house/etc/ssl/certs/machine.crt"
cp /etc/resolv.conf "$house/etc/resolv.conf"
install -d "$house/root/roundhouse/deploy"
cp -r deploy/. "$house/root/roundhouse/deploy"; cp requirements*.txt docs/proxies/nginx.conf scripts/try_host_inside.sh "$house/root/roundhouse/"
cp "$wheel" "$house/root/"; [ -z "$earlier" ] || install -D -t "$house/root/earlier" "$earlier"
echo "127.0.0.1 localhost games.example.org" >"$house/etc/hosts"

inside() {
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    PIP_CERT=/etc/ssl/certs/machine.crt PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_DEFAULT_TIMEOUT=120 \
    chroot "$house" "$@"
}
# What comes from elsewhere comes first; everything after that happens with no network but loopback.
echo "Packages"
inside sh -c 'printf "#!/bin/sh\nexit 101\n" >/usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; apt-get update -qq &&
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends python3-venv postgresql caddy nginx-light systemd >/dev/null 2>&1'
echo "Roundhouse, by hashes"
for one in ${earlier:+earlier/$(basename "$earlier")} "$(basename "$wheel")"; do
  # shellcheck disable=SC2016
  inside sh -ec '/root/roundhouse/deploy/venv.sh "/opt/roundhouse/$(basename "$1" | cut -d- -f2)" "/root/$1"' sh "$one"
done
export -f inside; export house
unshare --net --pid --fork --mount --kill-child bash -ec 'ip link set lo up; mount -t proc proc "$house/proc"; mount -t tmpfs tmpfs "$house/run"
  mount --bind /dev "$house/dev"; mount -t tmpfs -o mode=1777 tmpfs "$house/dev/shm"
  echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start     # as the unit of Caddy may listen on port 443
  inside bash /root/roundhouse/try_host_inside.sh "$@"' bash \
  "/root/$(basename "$wheel")" ${earlier:+"/root/earlier/$(basename "$earlier")"}
