#!/bin/sh
# Proves a Debian package in a Debian of its own: installed without any package index, run, installed once more, removed, purged.
#   sh release/prove_deb.sh FILE.deb SUITE       as root; the Debian stays in build/ for the next time
set -eu
package=$(readlink -f "$1")
here=$(cd "$(dirname "$0")/.." && pwd)
base=$here/build/deb-$2.tar
mkdir -p "$here/build"
if [ ! -e "$base" ]; then
  # its name ends in .new, which tells no format
  mmdebstrap --quiet --format=tar --variant=minbase --hook-dir=/usr/share/mmdebstrap/hooks/eatmydata --include=python3,systemd "$2" "$base.new"
  mv "$base.new" "$base"
fi
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
tar -C "$root" -xf "$base" --exclude='./dev/*'
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp "$package" "$root/root/tableside.deb"
cat > "$root/root/prove.sh" <<'X'
set -eu
export DEBIAN_FRONTEND=noninteractive PIP_NO_INDEX=1
is_there() { for each in "$@"; do [ -e "$each" ] || { echo "$each is missing"; exit 1; }; done; }
is_gone() { for each in "$@"; do [ ! -e "$each" ] || { echo "$each is still there"; exit 1; }; done; }
apt-get update -qq
apt-get install -y -qq --no-install-recommends /root/tableside.deb >/root/said 2>&1 || { cat /root/said; exit 1; }
tableside --version
tableside games backgammon >/dev/null
systemctl is-enabled --quiet tableside
[ "$(stat -c '%U %a' /var/lib/tableside)" = "tableside 2770" ]
cd /tmp
su -s /bin/sh tableside -c '/opt/tableside/venv/bin/python -c "
from device.store.log.store import Store
Store(\"sqlite:////var/lib/tableside/tableside.db\").close()"'
before=$(readlink /opt/tableside/venv)
apt-get install -y -qq --reinstall /root/tableside.deb >/dev/null
[ "$(readlink /opt/tableside/venv)" = "$before" ]
tableside --version >/dev/null
apt-get remove -y -qq tableside >/dev/null
is_gone /opt/tableside /usr/local/bin/tableside /etc/systemd/system/tableside.service
is_there /var/lib/tableside/tableside.db /etc/tableside/tableside.toml
apt-get purge -y -qq tableside >/dev/null
is_gone /var/lib/tableside /etc/tableside
X
# Mounts are seen by nobody else, and go with the shell.
# shellcheck disable=SC2016
unshare --mount sh -c 'mount --make-rprivate / && mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" \
  && exec chroot "$0" sh /root/prove.sh' "$root"
echo "$(basename "$package") is installed, installed once more, removed and purged"
