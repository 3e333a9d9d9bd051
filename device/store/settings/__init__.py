"""The settings: a TOML file, checked as a whole, with a sensible value for all that it leaves out."""

from device.store.settings.all_settings import Settings
from device.store.settings.club_settings import (
    FeedSettings,
    HookSettings,
    HubSettings,
    MqttSettings,
    PairedBroker,
)
from device.store.settings.pin_settings import (
    ButtonSettings,
    BuzzerSettings,
    DisplaySettings,
    LightSettings,
    StripSettings,
)
from device.store.settings.settings_file import (
    checked_settings,
    find_settings_file,
    load_settings,
    own_settings_file,
    parse_settings,
)
from device.store.settings.table_settings import (
    AnalysisSettings,
    AnnounceSettings,
    BackupSettings,
    CameraSettings,
    MatchSettings,
    PictureSettings,
    ProfileSettings,
    TableSettings,
    WebSettings,
    data_folder,
)

__all__ = [
    "AnalysisSettings",
    "AnnounceSettings",
    "BackupSettings",
    "ButtonSettings",
    "BuzzerSettings",
    "CameraSettings",
    "DisplaySettings",
    "FeedSettings",
    "HookSettings",
    "HubSettings",
    "LightSettings",
    "MatchSettings",
    "MqttSettings",
    "PairedBroker",
    "PictureSettings",
    "ProfileSettings",
    "Settings",
    "StripSettings",
    "TableSettings",
    "WebSettings",
    "checked_settings",
    "data_folder",
    "find_settings_file",
    "load_settings",
    "own_settings_file",
    "parse_settings",
]
