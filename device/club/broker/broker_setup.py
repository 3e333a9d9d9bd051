"""Setting up Mosquitto so that it is safe: TLS with an authority of the hub's own, nobody let in without a name and a
password, and no one allowed more than what is theirs.
"""

import json
import os
import pwd
import secrets
import subprocess
from dataclasses import dataclass
from pathlib import Path

from device.address import host_names, own_addresses
from device.club.broker.rights import SALT_BYTES, first_security
from device.club.broker.settings_beside import OF_EACH, check_beside, told_before
from device.club.link.topics import HUB
from device.errors import BrokerError
from device.store.certificates.authority import is_permitted, issue_for_good, new_authority
from device.store.folder.atomic_file import write_text_lasting
from device.store.settings import MqttSettings, PairedBroker
from device.store.settings.paired import keep_paired, paired_broker
from engine.i18n import phrase

PORT = 8883
"""Where it listens: MQTT over TLS."""
PLUGIN = "mosquitto_dynamic_security.so"
SESSION_HOURS = 1
"""So long the broker keeps what waits for somebody who is gone: table and hub begin anew each time that they come."""
MOST_QUEUED = 1000
"""So many messages wait for one who does not take them; the hub of as many tables has one of each waiting."""
MOST = 500
"""How many connections tables, hub and whoever is refused may have: with those of spectators fewer than the some 1000
that a process may hold, so that neither port is ever shut by the other."""
LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib")
"""Where it may be installed, or a folder below, named for the machine's kind."""
USER = "mosquitto"
"""Who Debian's broker runs as, and who alone may read what is secret of it."""
CONFIGURATION = "00-tableside.conf"
"""Read before all others: Mosquitto does not start where anything is said of who may come in before it is told that
this is said of each listener."""
FORMER_CONFIGURATION = "tableside.conf"
"""What it was called by versions before."""
SECURITY, CERTIFICATE = "security.json", "broker.pem"


@dataclass(frozen=True, slots=True)
class BrokerPlace:
    """Where what belongs to the broker lies: its configuration, and the folder of all that is secret."""

    configuration: Path
    secret: Path
    plugin: Path
    port: int = PORT


DEBIAN = (Path("/etc/mosquitto/conf.d"), Path("/var/lib/mosquitto/tableside"))
"""Configuration and secrets of the broker that Debian installs."""


def place_in(configuration: Path, secret: Path, port: int = PORT) -> BrokerPlace:
    """A place, with the plugin where it is installed. Raises BrokerError."""
    patterns = (PLUGIN, f"*/{PLUGIN}")
    found = [each for root in LIBRARIES for like in patterns for each in sorted(Path(root).glob(like))]
    if not found:
        raise BrokerError(
            phrase(
                "Mosquitto 2 with its {plugin} is not installed: sudo apt install mosquitto", plugin=PLUGIN
            )
        )
    return BrokerPlace(configuration / CONFIGURATION, secret, found[0], port)


def look_beside(place: BrokerPlace) -> tuple[str, ...]:
    """What people should know of Mosquitto's other settings, a sentence each, once ours stand beside them.

    Raises BrokerError where it would not start, or not heed ours.
    """
    return check_beside({place.configuration: configuration(place)}, (_former(place),))


def set_up(place: BrokerPlace, mqtt: MqttSettings, folder: Path) -> bool:
    """Write all that makes the broker safe, and what the hub needs to know of it into its `folder`; False where that
    was done before: then the configuration alone is written anew, and whoever is let in stays so.

    Raises BrokerError and SettingsError.
    """
    if paired_broker(folder) is not None and (place.secret / SECURITY).exists():
        _write_configuration(place)
        return False
    password, names = secrets.token_hex(20), host_names()
    authority = new_authority("Tableside's broker", names[0].partition(".")[0]).decode("ascii")
    addresses = tuple(each for each in own_addresses() if is_permitted(each))
    certificate = issue_for_good(authority.encode("ascii"), (*names, *addresses)).decode("ascii")
    security = first_security(password, secrets.token_bytes(SALT_BYTES), mqtt.prefix, mqtt.homeassistant)
    public = authority[: authority.index("-----BEGIN PRIVATE KEY")]
    try:
        place.secret.mkdir(parents=True, exist_ok=True, mode=0o700)
        _give(place.secret)
        for name, text in ((CERTIFICATE, certificate), (SECURITY, json.dumps(security))):
            write_text_lasting(place.secret / name, text, mode=0o600)
    except OSError as error:
        raise unwritten(place.secret, error) from error
    _write_configuration(place)
    broker = PairedBroker(
        mqtt.host or "localhost",
        place.port,
        HUB,
        password,
        prefix=mqtt.prefix,
        homeassistant=mqtt.homeassistant,
    )
    keep_paired(folder, broker, public)
    return True


def restart() -> bool:
    """Start the system's broker anew; False where systemd does not run here, or the broker does not start."""
    if not Path("/run/systemd/system").is_dir():
        return False
    return subprocess.run(["systemctl", "restart", "mosquitto"], check=False).returncode == 0


def configuration(place: BrokerPlace) -> str:
    """What Mosquitto is to be told, beside what Debian and people have it do. Raises BrokerError."""
    of_each = "" if told_before(place.configuration, (_former(place),)) else f"{OF_EACH} true\n"
    return f"""# Written by `tableside hub --setup`, which writes it anew: the tables of a club, and nobody else.
# Who is let in, and how many, is said of each port: spectators have one of their own, and come in nowhere else.
{of_each}# The hub counts who was refused.
log_dest topic
log_type error
log_type warning
log_type notice
# What spectators' password, which everybody may know, can have it keep.
persistent_client_expiration {SESSION_HOURS}h
max_queued_messages {MOST_QUEUED}
listener {place.port}
max_connections {MOST}
allow_anonymous false
plugin {place.plugin}
plugin_opt_config_file {place.secret / SECURITY}
certfile {place.secret / CERTIFICATE}
keyfile {place.secret / CERTIFICATE}
"""


def _former(place: BrokerPlace) -> Path:
    return place.configuration.with_name(FORMER_CONFIGURATION)


def _give(folder: Path) -> None:
    """Gives a folder to the broker's user, where root asks and there is one; files made in it follow."""
    if os.geteuid() != 0:
        return
    try:
        user = pwd.getpwnam(USER)
    except KeyError:
        return
    os.chown(folder, user.pw_uid, user.pw_gid)


def _write_configuration(place: BrokerPlace) -> None:
    try:
        place.configuration.parent.mkdir(parents=True, exist_ok=True)
        write_text_lasting(place.configuration, configuration(place))
        _former(place).unlink(missing_ok=True)
    except OSError as error:
        raise unwritten(place.configuration, error) from error


def unwritten(path: Path, error: OSError) -> BrokerError:
    """The error about a file of the broker's that cannot be written."""
    return BrokerError(
        phrase(
            "{file} cannot be written ({reason}): use sudo, or another folder with --into",
            file=error.filename or path,
            reason=error.strerror,
        )
    )
