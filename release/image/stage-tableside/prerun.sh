#!/bin/bash -e
# What the stage before has made is what this one goes on with; copy_previous is pi-gen's.
if [ ! -d "${ROOTFS_DIR}" ]; then
  copy_previous
fi
