"""The settings: a TOML file, checked as a whole, with a sensible value for all that it leaves out."""

from device.store.settings.club import HookSettings, HubSettings, MqttSettings
from device.store.settings.pins import (
    ButtonSettings,
    BuzzerSettings,
    DisplaySettings,
    LightSettings,
    StripSettings,
)
from device.store.settings.reading import checked_settings, find_settings_file, load_settings, parse_settings
from device.store.settings.tables import (
    AnalysisSettings,
    AnnounceSettings,
    CameraSettings,
    MatchSettings,
    PictureSettings,
    ProfileSettings,
    TableSettings,
    WebSettings,
    data_folder,
)
from device.store.settings.whole import Settings

__all__ = [
    "AnalysisSettings",
    "AnnounceSettings",
    "ButtonSettings",
    "BuzzerSettings",
    "CameraSettings",
    "DisplaySettings",
    "HookSettings",
    "HubSettings",
    "LightSettings",
    "MatchSettings",
    "MqttSettings",
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
    "parse_settings",
]
