#!/usr/bin/env bash
# The contract of every camera, over a real video device: the kernel's own test camera (vivid) in a virtual machine of two cores, without
# any help of the processor's. It starts from the small Debian that run.sh makes; as root, about five minutes the first time, 4 GB in build/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
root=$repository/build/picamera/root
place=$repository/build/v4l2

[ "$(id -u)" = 0 ] || { echo "make test-v4l2 makes a system of its own, which takes root: sudo make test-v4l2" >&2; exit 2; }
command -v qemu-system-x86_64 >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends qemu-system-x86 >/dev/null; }
[ -e "$repository/build/picamera/ready" ] || bash "$here/run.sh" --setup
if [ ! -e "$place/ready" ]; then
  echo "Making a virtual machine with a kernel of its own in build/v4l2, once."
  mkdir -p "$place"
  unshare --mount --fork bash -euc '
    mount --rbind /dev "$1/dev"
    mount -t proc proc "$1/proc"
    exec chroot "$1" sh -euc "apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends linux-image-amd64 initramfs-tools kmod udev >/dev/null"
  ' _ "$root"
  touch "$place/ready"
fi
cp "$root"/boot/vmlinuz-* "$place/vmlinuz"
cp "$root"/boot/initrd.img-* "$place/initrd"
rm -rf "$root/opt/tableside"
mkdir -p "$root/opt/tableside/tests/device"
cp -r "$repository"/{engine,vision,calibration,device,webui,pyproject.toml} "$root/opt/tableside/"
cp -r "$here" "$here"/../conftest.py "$here"/../test_camera_contract.py "$root/opt/tableside/tests/device/"
install -m 755 "$here/vm_init.sh" "$root/opt/vm_init.sh"
rm -f "$place/disk"
mke2fs -q -t ext4 -E root_owner=0:0 -d "$root" "$place/disk" 4G
timeout 900 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -m 1536 -smp 2 -display none -serial stdio -monitor none -no-reboot \
  -kernel "$place/vmlinuz" -initrd "$place/initrd" -drive "file=$place/disk,format=raw,if=virtio" \
  -append "root=/dev/vda rw console=ttyS0 quiet init=/opt/vm_init.sh" | tee "$place/told"
grep -q '^TESTS PASSED' "$place/told"
