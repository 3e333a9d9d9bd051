#!/bin/bash -e
# The package that was put into files/ is installed as on any Debian; on_chroot is pi-gen's.
install -m 644 files/tableside_*.deb "${ROOTFS_DIR}/root/tableside.deb"
on_chroot << EOF
apt-get install -y --no-install-recommends /root/tableside.deb
rm /root/tableside.deb
EOF
# Lamps on SPI and a display on I2C, which the settings may ask for.
if [ -f "${ROOTFS_DIR}/boot/firmware/config.txt" ]; then
  printf 'dtparam=spi=on\ndtparam=i2c_arm=on\n' >> "${ROOTFS_DIR}/boot/firmware/config.txt"
fi
