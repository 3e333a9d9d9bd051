#!/usr/bin/env bash
# The contract of every camera, over the real Picamera2 and the real libcamera, on any Debian or Ubuntu machine without a camera:
# in a small Debian 13 of its own in build/picamera, libcamera's virtual pipeline gives the pictures. Needs root, no kernel module.
# `run.sh` runs the tests; `run.sh --record` writes down anew what the recorded fake of the other tests replays.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
place=$repository/build/picamera
root=$place/root
packages=ca-certificates,gcc,libcamera-ipa/trixie-backports,libcap-dev,libgl1,libglib2.0-0t64,python3,python3-dev
packages+=,python3-libcamera/trixie-backports,python3-venv

if [ "$(id -u)" != 0 ]; then
  echo "make test-picamera sets up a small Debian of its own, which takes root: sudo make test-picamera" >&2
  exit 2
fi
if ! unshare --mount true 2>/dev/null; then
  echo "make test-picamera mounts folders for itself, which is not allowed here: run it outside the container" >&2
  exit 2
fi

# Where this machine gets its own Debian packages from.
archive() {
  local codename
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Identifier: Packages' |
    awk -v release="$codename" '$2 == release && $3 == "main" { print $1; exit }'
}

# Does a command in the small Debian, the repository at /tableside; what is mounted for it is gone when it ends.
inside() {
  unshare --mount --fork bash -euc '
    root=$1 repository=$2; shift 2
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount --bind "$repository" "$root/tableside"
    exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/opt/venv/bin:/usr/bin:/bin LIBCAMERA_LOG_LEVELS=*:ERROR \
      PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/tableside:/tableside/tests/device/cameras TABLESIDE_CAMERA=picamera2 "$@"
  ' _ "$root" "$repository" "$@"
}

if [ ! -e "$place/ready" ]; then
  command -v mmdebstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null; }
  mirror=$(archive)
  [ -n "$mirror" ] || { apt-get update -qq && mirror=$(archive); }
  [ -n "$mirror" ] || { echo "apt does not say where this machine gets its packages from: see /etc/apt/sources.list" >&2; exit 2; }
  echo "Setting up a Debian 13 with libcamera in build/picamera, once: some minutes, 1 GB."
  rm -rf --one-file-system "$place"
  mkdir -p "$place"
  mmdebstrap --quiet --mode=root --variant=minbase --include="$packages" trixie "$root" \
    "deb $mirror trixie main" "deb $mirror trixie-backports main"
  mkdir -p "$root/tableside" "$root/usr/share/libcamera/pipeline/virtual"
  rm -f "$root/etc/resolv.conf"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  inside python3 -m venv --system-site-packages /opt/venv
  inside pip install --quiet --disable-pip-version-check --cert /etc/ssl/certs/ca-certificates.crt --timeout 180 \
    picamera2 pytest pytest-timeout hypothesis "opencv-python>=4.10,<6" sqlalchemy cattrs click
  touch "$place/ready"
fi
cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
inside python -c "import cv2, card; cv2.imwrite('/opt/card.jpg', card.card(1280, 960))"
[ "${1-}" != --setup ] || exit 0
if [ "${1-}" = --record ]; then
  inside bash -c 'cd /tableside && python tests/device/cameras/record.py'
else
  # Warnings are Picamera2's own there: what Python 3.13 deprecates, and a thread that ends when one test stops libcamera.
  inside bash -c 'cd /tableside && exec python -m pytest -q -W default --disable-warnings "$@"' _ \
    tests/device/test_camera_contract.py "$@"
fi
