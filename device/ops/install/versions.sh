# Versions: each is installed in a folder of its own; the one before stays, with the data as they were when it was left.
# Sourced by pi.sh, which says where they lie (HOME_OF, DATA, SETTINGS) and how people are told (say, fail).
VERSIONS=$HOME_OF/versions
# Links: to the version that runs, and to the one before it.
VENV=$HOME_OF/venv
PREVIOUS=$HOME_OF/previous
BEFORE=$DATA/before-upgrade.zip
SETTINGS_BEFORE=$SETTINGS.before-upgrade
# Those of a newer version, while one runs that does not know them.
SETTINGS_NEWER=$SETTINGS.newer

# The folder that a link leads to; empty where there is none.
folder_of() { if [ -e "$1" ]; then readlink -f "$1"; fi; }

# Makes $1 a link to $2, at once.
lead() {
  ln -sfn "$2" "$1.new"
  mv -T "$1.new" "$1"
}

# What was installed from before there were versions becomes the first of them; its paths go on to be true.
adopt() {
  install -d "$VERSIONS"
  if [ -d "$VENV" ] && [ ! -L "$VENV" ]; then
    mv "$VENV" "$VERSIONS/first"
    lead "$VENV" "$VERSIONS/first"
  fi
}

# The folder of the version that the sources in $1 make; the one that runs where they have not changed since.
version_of() {
  sum=$(cd "$1" && find engine vision calibration device webui pyproject.toml -type f ! -name '*.pyc' -exec sha256sum {} + \
    | LC_ALL=C sort | sha256sum | cut -c1-12)
  echo "$VERSIONS/$sum"
}

# Whether there are any data yet, of a table or a hub.
has_data() {
  for each in "$DATA"/*.db "$DATA"/hub/*.db; do
    if [ -e "$each" ]; then return 0; fi
  done
  return 1
}

# A backup of the data by the version that runs, and a copy of the settings, before another takes them over.
save_data() {
  if [ -e "$SETTINGS" ]; then cp -p "$SETTINGS" "$SETTINGS_BEFORE"; fi
  has_data || return 0
  say "keeping the data as they are, in $BEFORE"
  "$VENV/bin/tableside" backup --data "$DATA" -o "$BEFORE" >/dev/null \
    || fail "the data could not be kept, so nothing was changed: see what 'tableside doctor' says of the disk and the log"
  chmod 600 "$BEFORE"
}

# Has the version in the folder $1 run from now on; the one before stays, all others go.
turn_to() {
  now=$(folder_of "$VENV")
  if [ "$now" = "$1" ]; then return; fi
  if [ -n "$now" ]; then lead "$PREVIOUS" "$now"; fi
  lead "$VENV" "$1"
  for each in "$VERSIONS"/*; do
    case "$each" in "$1" | "$now") ;; *) rm -rf "$each" ;; esac
  done
}

# Fails, with the settings as they were.
stay() {
  if [ -n "$changed" ]; then mv "$SETTINGS_NEWER" "$SETTINGS"; fi
  fail "$*"
}

# Whether the version in the folder $1 understands settings and data (readable), and what it says of them (said).
try() {
  tried=$(mktemp)
  said=$("$1/bin/tableside" backup --data "$DATA" -o "$tried" 2>&1 >/dev/null) && readable=yes || readable=no
  rm -f "$tried"
}

# Has the settings be as they were when the version in the folder $1 was left, where it does not understand them as they are;
# and as they were in the newer one, where it does. changed: it was so.
turn_settings() {
  changed=""
  try "$1"
  case "$readable $said" in
    "no "*"$SETTINGS:"*)
      if [ ! -e "$SETTINGS_BEFORE" ]; then fail "the version before does not understand the settings, and nothing was changed: $said"; fi
      cp -p "$SETTINGS" "$SETTINGS_NEWER"
      cp -p "$SETTINGS_BEFORE" "$SETTINGS"
      changed=yes
      try "$1" ;;
    *)
      if [ -e "$SETTINGS_NEWER" ] && cmp -s "$SETTINGS" "$SETTINGS_BEFORE"; then mv "$SETTINGS_NEWER" "$SETTINGS"; fi ;;
  esac
}

# Goes back to the version before. Settings that it does not know are put aside, and those of before the upgrade come back. Data that it cannot read, since a newer one has brought them up to date, are put aside
# (by restore, in a folder beside), and those of before the upgrade come back. Nothing of the service may run.
turn_back() {
  old=$(folder_of "$PREVIOUS")
  now=$(folder_of "$VENV")
  if [ -z "$old" ]; then fail "there is no version before this one to go back to"; fi
  turn_settings "$old"
  case "$readable $said" in
    yes*) ;;
    *"newer Tableside"*)
      if [ ! -e "$BEFORE" ]; then stay "a newer version has changed the data, and $BEFORE is gone: nothing was changed"; fi
      "$old/bin/tableside" restore --force --data "$DATA" "$BEFORE" || stay "the data of then do not come back: nothing was changed"
      for each in "$DATA"/simulated.db*; do
        if [ -e "$each" ]; then mv "$each" "$each.newer"; fi
      done
      say "what was played since the upgrade lies in the folder named above: 'restore' of the newer version brings it back" ;;
    *) if has_data; then stay "the version before does not read the data, and nothing was changed: $said"; fi ;;
  esac
  if [ -n "$changed" ]; then say "the settings are those of before the upgrade; the newer ones are $SETTINGS_NEWER, and come back with that version"; fi
  lead "$PREVIOUS" "$now"
  lead "$VENV" "$old"
}
