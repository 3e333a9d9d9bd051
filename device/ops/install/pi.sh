#!/bin/sh
# Installs Tableside as a service on Raspberry Pi OS or Debian, from the folder it lies in; or takes it off again.
# May be run as often as one likes. Data are in /var/lib/tableside, settings in /etc/tableside: both are left alone.
# An upgrade is an installation from newer sources; the version before stays, and `back` goes back to it, and forth again.
#   sh device/ops/install/pi.sh install [--without-analysis | --packaged] | back | uninstall
# --packaged is for the Debian package, which brings all Python packages along and names the others.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
SOURCE=$(cd "$HERE/../../.." && pwd)
HOME_OF=/opt/tableside
DATA=/var/lib/tableside
# Where a Debian package has all Python packages.
WHEELS=$HERE/../wheels
PACKAGED=no
SETTINGS=/etc/tableside/tableside.toml
UNIT=/etc/systemd/system/tableside.service
HUB=/etc/systemd/system/tableside-hub.service
BACKOFF=/etc/systemd/system/tableside.service.d/backoff.conf
RULES=/etc/udev/rules.d/60-tableside.rules
USERS=/etc/sysusers.d/tableside.conf
COMMAND=/usr/local/bin/tableside
# What `tableside hub --setup` has written for the broker, today and in versions before.
BROKER=/etc/mosquitto/conf.d/00-tableside.conf
FORMER_BROKER=/etc/mosquitto/conf.d/tableside.conf
ADMITTED=/var/lib/mosquitto/tableside/security.json
# What the hub knows of it, without which it would be set up afresh.
KNOWN=$DATA/hub/broker.json
# What only a Raspberry Pi's own archive has: its camera and its pins.
NEEDED="python3-venv libgl1 libglib2.0-0"
WANTED="python3-picamera2 python3-lgpio python3-spidev"
# GNU Backgammon, which analyses matches that are over: 350 MB on Debian 13, and room that is left for games and pictures.
ANALYST=gnubg
ANALYST_MB=1000

say() { echo "tableside: $*"; }
fail() { say "$*" >&2; exit 1; }
# Whether a package is there, or another that provides it, as libglib2.0-0t64 does libglib2.0-0.
is_installed() {
  dpkg-query -W -f='${db:Status-Abbrev} ${Package}, ${Provides},\n' | grep '^ii' | grep -qE "[ ,]$1( \([^)]*\))?,"
}
is_offered() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]'; }
is_running_systemd() { [ -d /run/systemd/system ]; }
# shellcheck source=device/ops/install/versions.sh
. "$HERE/versions.sh"

# Copies $1 to $2 if they differ; whether they did.
lay() {
  cmp -s "$1" "$2" && return 1
  install -D -m 644 "$1" "$2"
}

packages() {
  missing=""
  for each in $NEEDED $WANTED; do is_installed "$each" || missing="$missing $each"; done
  [ -z "$missing" ] && return
  apt-get update -qq
  chosen=""
  for each in $missing; do
    case " $NEEDED " in *" $each "*) chosen="$chosen $each"; continue ;; esac
    if is_offered "$each"; then chosen="$chosen $each"
    else say "$each is not to be had on this system: what needs it is left out"; fi
  done
  [ -z "$chosen" ] && return
  say "installing Debian packages:$chosen"
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $chosen >/dev/null \
    || fail "these packages could not be installed; see whether the network is there, and try again:$chosen"
}

# What Python a virtual environment runs, or the system.
python_of() { "$1" -c 'import sys; print(sys.version)' 2>/dev/null || :; }

# Makes the virtual environment $FRESH, and what it needs in it: a copy of the one that runs, since most packages are the same,
# unless its Python is gone, or another, after an upgrade of the system.
environment() {
  adopt
  if [ "$PACKAGED" = yes ]; then FRESH=$VERSIONS/$(sha256sum "$WHEELS"/tableside-*.whl | cut -c1-12)
  else FRESH=$(version_of "$SOURCE"); fi
  now=$(folder_of "$VENV")
  system=$(python_of /usr/bin/python3)
  if [ "$(python_of "$FRESH/bin/python")" != "$system" ]; then
    say "making a virtual environment in $FRESH"
    rm -rf "$FRESH" "$FRESH.new"
    if [ -n "$now" ] && [ "$(python_of "$now/bin/python")" = "$system" ]; then
      cp -a --reflink=auto "$now" "$FRESH.new"
      mv "$FRESH.new" "$FRESH"
    else /usr/bin/python3 -m venv --system-site-packages "$FRESH"; fi
  fi
  say "installing Python packages"
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  set -- --quiet --disable-pip-version-check --no-input --prefer-binary
  lock=$HERE/lock-$codename-$(uname -m).txt
  if [ "$PACKAGED" = yes ]; then
    # the package brings what one lock names, and the product beside it
    "$FRESH/bin/python" -m pip install "$@" --no-index --find-links "$WHEELS" --require-hashes -r "$HERE/lock.txt" \
      && "$FRESH/bin/python" -m pip install "$@" --no-index --no-deps --force-reinstall "$WHEELS"/tableside-*.whl \
      || fail "the Python packages could not be installed; what was there before is still there"
    return
  fi
  if [ -f "$lock" ]; then
    # each file is the one that was tried, or nothing is installed; the lock holds what builds the product itself, too
    { "$FRESH/bin/python" -m pip install "$@" --only-binary=:all: --require-hashes -r "$lock" \
        && "$FRESH/bin/python" -m pip install "$@" --no-deps --no-build-isolation --force-reinstall "$SOURCE"; } \
      || fail "the Python packages could not be installed; what was there before is still there. Is the network there?"
    return
  fi
  say "there is no lock for '$codename' on $(uname -m): the packages are not held to their hashes"
  if [ -f "$HERE/constraints-$codename.txt" ]; then set -- "$@" -c "$HERE/constraints-$codename.txt"
  else say "'$codename' has not been tried yet (bookworm and trixie have): the newest packages are taken"; fi
  # A folder is installed anew every time, whether or not its version has changed.
  "$FRESH/bin/python" -m pip install "$@" "${SOURCE}[pi]" \
    || fail "the Python packages could not be installed; what was there before is still there. Is the network there?"
}

# Has the fresh version run from the next start on.
change_over() {
  if [ -n "$(folder_of "$VENV")" ] && [ "$(folder_of "$VENV")" != "$FRESH" ]; then save_data; fi
  turn_to "$FRESH"
  install -d /usr/local/bin
  ln -sfn "$VENV/bin/tableside" "$COMMAND"
}

user() {
  lay "$HERE/sysusers.conf" "$USERS" || :
  systemd-sysusers "$USERS"
  install -d -o tableside -g tableside -m 2770 "$DATA"
  if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ] && ! id -nG "$SUDO_USER" | grep -qw tableside; then
    usermod -aG tableside "$SUDO_USER"
    say "$SUDO_USER may read and calibrate the table, from the next login on (group tableside)"
  fi
}

# Whether nothing else listens on port 80.
is_free() { "$VENV/bin/python" -c 'import socket; socket.create_server(("0.0.0.0", 80)).close()' 2>/dev/null; }

settings() {
  # The service writes what is changed on the page of the settings: the file is replaced as a whole.
  install -d -o root -g tableside -m 2770 /etc/tableside
  [ -e "$SETTINGS" ] && return
  port=80
  is_free || { port=8080; say "something listens on port 80 already: the pages will be on port 8080"; }
  "$VENV/bin/tableside" settings --port "$port" -o "$SETTINGS.new"
  chown root:tableside "$SETTINGS.new"
  chmod 660 "$SETTINGS.new"
  mv "$SETTINGS.new" "$SETTINGS"
}

# A broker that a hub set up before is told what is told to a new one today; whoever is let in stays so.
broker() {
  if [ ! -f "$BROKER" ] && [ ! -f "$FORMER_BROKER" ]; then return 0; fi
  if [ ! -f "$ADMITTED" ] || [ ! -f "$KNOWN" ]; then return 0; fi
  say "telling the broker what this version wants of it"
  "$VENV/bin/tableside" hub --setup --config "$SETTINGS" --data "$DATA" >/dev/null \
    || say "the broker is left as it was: sudo tableside hub --setup says why"
}

service() {
  if lay "$HERE/udev.rules" "$RULES" && is_running_systemd; then
    udevadm control --reload && udevadm trigger --subsystem-match=gpio --subsystem-match=spidev \
      --subsystem-match=i2c-dev --subsystem-match=dma_heap || :
  fi
  lay "$HERE/tableside.service" "$UNIT" || :
  # It lies ready, and runs only where somebody enables it: a club has one hub.
  lay "$HERE/tableside-hub.service" "$HUB" || :
  version=$(systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
  if [ "${version:-0}" -ge 254 ]; then lay "$HERE/backoff.conf" "$BACKOFF" || :; fi
  # Works without a running systemd, too: it is links.
  systemctl enable --quiet tableside.service
  if is_running_systemd; then
    systemctl daemon-reload
    systemctl try-restart tableside-hub.service || :
    say "starting; the first picture is waited for"
    systemctl restart tableside.service || {
      systemctl status --no-pager --lines=20 tableside.service >&2 || :
      fail "the service does not start; its last lines are above, and 'tableside doctor' may know more; make back-pi goes back to the version before"
    }
  fi
}

# What nothing else needs never makes an installation fail, and comes last: the table can be played at meanwhile.
analysis() {
  if is_installed "$ANALYST"; then return; fi
  without="finished matches are not analysed; all else works. Later: sudo apt install $ANALYST"
  if [ "$WITH_ANALYSIS" = no ]; then say "GNU Backgammon is left out, as wanted: $without"; return; fi
  free=$(df -Pk /usr | awk 'NR == 2 { print int($4 / 1024) }')
  if [ "${free:-0}" -lt "$ANALYST_MB" ]; then
    say "GNU Backgammon is left out, since only ${free:-0} MB are free: $without"
    return
  fi
  is_offered "$ANALYST" || apt-get update -qq 2>/dev/null || :
  if ! is_offered "$ANALYST"; then say "GNU Backgammon is not to be had on this system: $without"; return; fi
  say "installing GNU Backgammon, which analyses finished matches (ANALYSIS=no leaves it out)"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$ANALYST" >/dev/null 2>&1 \
    || say "GNU Backgammon could not be installed; is the network there? $without"
}

tell() {
  "$VENV/bin/tableside" address --qr
  if is_running_systemd; then
    code=$(journalctl --unit tableside --boot --output cat --lines 200 2>/dev/null | sed -n 's/.*with the code \([0-9]*\).*/\1/p' | tail -1)
    [ -z "$code" ] || say "set it up, and a PIN for the referee, on the page /setup with the code $code"
  else say "systemd does not run here: the service will start with the system"; fi
}

case "${1:-}" in
  install | back | uninstall) [ "$(id -u)" = 0 ] || fail "this needs root: sudo sh $0 $1" ;;
  *) fail "say what is to be done: sh $0 install, back, or uninstall" ;;
esac
case "${2:-}" in
  "") WITH_ANALYSIS=yes ;;
  --packaged) PACKAGED=yes ;;
  --without-analysis) WITH_ANALYSIS=no ;;
  *) fail "'$2' is not known: sh $0 install --without-analysis leaves GNU Backgammon out" ;;
esac
if [ "$1" = install ]; then
  if [ "$PACKAGED" = no ]; then packages; fi
  environment
  user
  change_over
  settings
  broker
  service
  if [ "$PACKAGED" = no ]; then analysis; fi
  tell
elif [ "$1" = back ]; then
  stopped=""
  for each in tableside tableside-hub; do
    if is_running_systemd && systemctl is-active --quiet "$each.service"; then
      systemctl stop "$each.service"
      stopped="$stopped $each.service"
    fi
  done
  turn_back
  for each in $stopped; do systemctl start "$each"; done
  say "$("$VENV/bin/tableside" --version) runs; 'back' once more goes forth again"
else
  for each in tableside tableside-hub; do
    if is_running_systemd; then systemctl disable --now --quiet "$each.service" 2>/dev/null || :
    else systemctl disable --quiet "$each.service" 2>/dev/null || :; fi
  done
  rm -rf "$HOME_OF" "${BACKOFF%/*}"
  rm -f "$UNIT" "$HUB" "$RULES" "$USERS" "$COMMAND"
  if is_running_systemd; then systemctl daemon-reload; fi
  say "taken off. Left as they are: games and pictures in /var/lib/tableside, settings in /etc/tableside, what the hub wrote for Mosquitto, the user tableside"
fi
