#!/bin/sh
# Proves the container and its compose file: an image is built of a Debian made here, and club and table come up of it, the hub
# with its broker and PostgreSQL; a table is paired, and the hub hears of it.
#   sh release/prove_container.sh SUITE      as root, with podman; 2 GB in build/, and what podman keeps of the images
# PostgreSQL's own image is not to be had everywhere: a stand-in is made of Debian's, under the name that the compose file has.
set -eu
suite=$1
here=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
base=$here/build/container-$suite.tar
tools=$here/build/compose
compose="$tools/bin/podman-compose -p prove -f $here/release/container/compose.yaml"
export POSTGRES_PASSWORD=prove
made=
held=$(podman volume ls -q 2>/dev/null | sort)
# What podman does by itself may not do here: the older networks know no names, crun starts nothing where both kinds of control
# groups are mounted, and root may not everywhere grant more files and processes than it has.
{
  printf '[network]\nnetwork_backend = "netavark"\n[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n[engine]\n'
  [ -d /run/systemd/system ] || echo 'cgroup_manager = "cgroupfs"'
  [ ! -d /sys/fs/cgroup/unified ] || echo 'runtime = "runc"'
} > "$scratch/containers.conf"
export CONTAINERS_CONF="$scratch/containers.conf"
finish() {
  $compose --profile table down -v >/dev/null 2>&1 || :
  [ -z "$made" ] || podman rmi -f "$made" >/dev/null
  rm -rf "$scratch"
}
trap finish EXIT
mkdir -p "$here/build"
# Debian's own is too old for what the file says of profiles and of who waits for whom.
[ -x "$tools/bin/podman-compose" ] || { python3 -m venv "$tools" && "$tools/bin/python" -m pip install --quiet --disable-pip-version-check podman-compose; }
podman image exists "localhost/debian:$suite" || {
  [ -e "$base" ] || { mmdebstrap --quiet --format=tar --variant=minbase --include=ca-certificates "$suite" "$base.new" && mv "$base.new" "$base"; }
  podman import -q "$base" "localhost/debian:$suite" >/dev/null
}
# Packages are got as this machine is set up for it, over its own network.
set -- --network host
for each in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do [ ! -e "$each" ] || set -- "$@" -v "$each:$each:ro"; done
podman build -q "$@" --build-arg "DEBIAN=localhost/debian:$suite" -t tableside -f "$here/release/container/Containerfile" "$here" >/dev/null
cat > "$scratch/start" <<'X'
#!/bin/sh
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin)
chown postgres /var/lib/postgresql/data
as() { su -s /bin/sh postgres -c "$*"; }
as "$bin/initdb -D /var/lib/postgresql/data/made -E UTF8 --locale=C -A trust -U $POSTGRES_USER" >/dev/null
echo "host all all all trust" >> /var/lib/postgresql/data/made/pg_hba.conf
as "echo 'CREATE DATABASE $POSTGRES_DB' | $bin/postgres --single -D /var/lib/postgresql/data/made postgres" >/dev/null
exec su -s /bin/sh postgres -c "$bin/postgres -D /var/lib/postgresql/data/made -c listen_addresses='*' -k /tmp"
X
cat > "$scratch/Containerfile" <<X
FROM localhost/debian:$suite
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql && mkdir -p /var/lib/postgresql/data
COPY start /start
ENV PGHOST=/tmp
ENTRYPOINT ["sh", "/start"]
X
server=docker.io/library/postgres:17
podman image exists "$server" || { made=$server && podman build -q --network host -t "$server" "$scratch" >/dev/null; }
# it waits without end for what did not start
timeout 900 $compose --profile table up -d >"$scratch/up" 2>&1 || { cat "$scratch/up"; exit 1; }
python3 - <<'P' || { for each in setup mosquitto postgres hub table; do echo "== $each"; podman logs "prove_${each}_1" 2>&1 | tail -15; done; exit 1; }
"""The pages answer, and a table that is paired by a code is heard of."""
import json, re, subprocess, time, urllib.request

def until(what, seconds=240):
    end = time.monotonic() + seconds
    while True:
        try:
            if found := what():
                return found
        except OSError as error:
            found = error
        assert time.monotonic() < end, found
        time.sleep(1)

def asked(port, path, body=None, cookie=""):
    headers = {"X-Tableside": "1", "Content-Type": "application/json", "Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    answer = urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers), timeout=60)
    return answer, answer.read().decode()

until(lambda: "<html" in asked(8090, "/")[1])
until(lambda: json.loads(asked(8080, "/api/state")[1])["table"])
said = subprocess.run(["podman", "logs", "prove_hub_1"], capture_output=True, text=True).stdout
code = re.search(r"with the code (\d+)", said)[1]
cookie = ""
for path, body in (("/api/login", {"pin": code}), ("/api/pin", {"pin": "314159"})):
    answer, _ = asked(8090, path, body, cookie)
    cookie = "; ".join(each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie") or [cookie])
pairing = json.loads(asked(8090, "/api/pairing/code", {}, cookie)[1])["code"]
# by the address of the whole, as a table elsewhere in the room
words = ["podman", "exec", "prove_table_1", "tableside", "pair", pairing, "--hub", "host.containers.internal:8090"]
words += ["--data", "/var/lib/tableside"]
print(subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[0])
subprocess.run(["podman", "restart", "prove_table_1"], capture_output=True, check=True)
until(lambda: json.loads(asked(8090, "/api/hub")[1])["online"])
P
$compose --profile table down -v >/dev/null 2>&1
[ "$(podman volume ls -q | sort)" = "$held" ] || { echo "volumes are left behind:"; podman volume ls; exit 1; }
echo "the image of $suite is built, hub, broker and PostgreSQL come up, and a table is paired with them and heard of"
