#!/bin/sh
# Proves what `make dist` has made: the sums are right, and wheel and source archive install in environments of their own and
# run from another folder.   sh release/prove.sh PYTHON
set -eu
dist=$(cd "$(dirname "$0")/../dist" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
(cd "$dist" && sha256sum --quiet --check SHA256SUMS)
for made in "$dist"/tableside-*.whl "$dist"/tableside-*.tar.gz; do
  cd "$dist"
  rm -rf "$scratch/venv" "$scratch/elsewhere"
  mkdir "$scratch/elsewhere"
  "$1" -m venv "$scratch/venv"
  "$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$made"
  cd "$scratch/elsewhere"
  tableside=$scratch/venv/bin/tableside
  "$tableside" --version
  "$tableside" games backgammon >/dev/null
  "$tableside" simulate -o film.mp4 --truth film.json >/dev/null
  "$tableside" read --help >/dev/null
  "$scratch/venv/bin/python" - <<'P'
"""A table with the simulated board is served, and answers."""
import re, subprocess, sys, urllib.request
from pathlib import Path
program = Path(sys.executable).with_name("tableside")
words = [program, "run", "--camera", "simulated", "--data", "data", "--host", "127.0.0.1", "--port", "18973"]
service = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
try:
    assert any("http://" in line for line in service.stdout), "it says where its pages are"
    page = urllib.request.urlopen("http://127.0.0.1:18973/", timeout=60).read().decode()
    assert "<html" in page, page[:200]
finally:
    service.terminate()
    said, _ = service.communicate(timeout=60)
assert service.returncode == 0, f"ended with {service.returncode}: {said}"
P
  echo "$(basename "$made") installs and runs from another folder"
done
