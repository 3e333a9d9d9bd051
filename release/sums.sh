#!/bin/sh
# Writes SHA256SUMS of all that lies in a folder, and signs them with a key of ssh's where one is named.
#   sh release/sums.sh FOLDER [KEY]
set -eu
key=${2:+$(readlink -f "$2")}
cd "$1"
# A signature of what was there before is none of what is there now, and would be asked about.
rm -f SHA256SUMS SHA256SUMS.sig
sha256sum -- * > .sums
mv .sums SHA256SUMS
if [ -n "$key" ]; then ssh-keygen -q -Y sign -f "$key" -n file SHA256SUMS; fi
