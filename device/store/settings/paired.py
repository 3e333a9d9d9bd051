"""The broker that a hub set up for itself, or that a table was paired with: kept in its folder, and taken where the
settings file names none.
"""

from dataclasses import asdict, replace
from pathlib import Path

from device.errors import SettingsError
from device.store.folder.atomic_file import hand_over, read_lasting, write_lasting, write_text_lasting
from device.store.settings.all_settings import Settings
from device.store.settings.club_settings import MqttSettings, PairedBroker
from engine.i18n import phrase

FILE, AUTHORITY = "broker.json", "broker-ca.pem"
"""The file with name and password, and the certificate of the authority that vouches for the broker."""
KEPT = ("host", "port", "user", "password", "prefix", "homeassistant")
"""What is kept of a broker; it is always talked to over TLS."""


def keep_paired(folder: Path, broker: MqttSettings, authority: str) -> None:
    """Keep a broker, and the certificate of its authority (PEM). Raises SettingsError."""
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            hand_over(folder, folder.parent)
        write_text_lasting(folder / AUTHORITY, authority)
        told = {name: value for name, value in asdict(broker).items() if name in KEPT}
        write_lasting(folder / FILE, told, mode=0o600)
    except OSError as error:
        raise SettingsError(
            phrase(
                "what belongs to the broker cannot be kept in {folder} ({reason}): look at the disk, or use sudo",
                folder=folder,
                reason=error.strerror,
            )
        ) from error


def paired_broker(folder: Path, base: MqttSettings | None = None) -> PairedBroker | None:
    """The broker that is kept in a folder, all else as in `base`; None where there is none. Raises SettingsError."""
    path = folder / FILE
    try:
        found = read_lasting(path)
    except PermissionError as error:
        raise SettingsError(phrase("{path} may not be read by this user: use sudo", path=path)) from error
    except (OSError, ValueError) as error:
        raise SettingsError(
            phrase("{path} cannot be read: pair once more, which replaces it", path=path)
        ) from error
    if found is None:
        return None
    kinds = {name: type(getattr(MqttSettings(), name)) for name in KEPT}
    if not isinstance(found, dict) or any(type(found.get(name)) is not kinds[name] for name in KEPT):
        raise SettingsError(phrase("{path} is damaged: pair once more, which replaces it", path=path))
    kept = {name: found[name] for name in KEPT}
    return PairedBroker(
        **{**asdict(base or MqttSettings()), **kept, "tls": True, "ca": str(folder / AUTHORITY)}
    )


def with_paired(settings: Settings, folder: Path | None = None) -> Settings:
    """The settings with the broker that is kept in a folder (None: the table's), where they name none themselves."""
    if settings.mqtt.host:
        return settings
    kept = paired_broker(folder or settings.table.data, settings.mqtt)
    return settings if kept is None else replace(settings, mqtt=kept)
